"""From the nodes of a case file to its questions and what is expected of the answers."""

from collections.abc import Collection
from functools import partial
from typing import Any

from aro.cases.model import (
    ABSENT,
    FIRMNESS,
    ROLLS,
    RULINGS,
    AskBecomes,
    AskChoices,
    AskDuties,
    AskRemembers,
    AskRuling,
    AskValues,
    Question,
)
from aro.cases.table import TableReader
from aro.cases.words import Readers
from aro.knowledge.edition import is_clause_id
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Node, Text
from aro.situation import Situation

KEYS: dict[str, tuple[str, ...]] = {
    "does": (),
    "aros": ("who", "at"),
    "options": ("who", "at"),
    "becomes": ("who",),
    "duties": ("who",),
    "remembers": (),
    "values": ("who",),
}
"""The key that says what a question asks, and the other keys that go with it beside `because`."""

_ABOUT_ONE = ("becomes", "values")
"""What is only asked about one piece or trooper, which has to be named."""

_PIECE = "piece"


class QuestionReader(TableReader):
    """Reads questions."""

    def questions(self, node: Node) -> tuple[Question, ...]:
        """Return the questions of a list."""
        return self.each(
            node, "ask", lambda item: self.once(item, "question", partial(self._question, item))
        )

    def clauses(self, node: Node) -> tuple[str, ...]:
        """Return a list of clause ids."""
        return self.each(node, "a list of clauses", self._clause)

    def check_question(self, ask: Question, table: Situation) -> None:
        """Note the faults of a question that only show on its table: whom it names, its act."""
        line = ask.line or 1
        troopers = {trooper.name for trooper in table.troopers}
        match ask:
            case AskRuling():
                self.attempt(line, partial(table.settle, ask.act))
            case AskChoices():
                self._known(line, "trooper", ask.who, troopers)
                self._known(line, _PIECE, ask.at, table.pieces)
            case AskBecomes():
                self._known(line, "trooper", ask.who, troopers)
                for piece, _ in ask.pieces:
                    self._known(line, _PIECE, piece, table.pieces)
            case AskDuties():
                self._known(line, "trooper", ask.who, troopers)
            case AskValues():
                self._known(line, _PIECE, ask.who, table.pieces)

    def _known(self, line: int, sort: str, name: str | None, names: Collection[str]) -> None:
        if name is not None and name not in names:
            self.reader.unknown(line, sort, name, names)

    def _question(self, node: Node) -> Question | None:
        table = self.reader.table(node, "a question")
        if table is None:
            return None
        kinds = [kind for kind in KEYS if kind in table.value]
        if len(kinds) != 1:
            what = f"a question asks {' and '.join(kinds) or 'nothing'}"
            self.reader.fault(node, what, expected=f"one of {', '.join(KEYS)}")
            return None
        [kind] = kinds
        if kind == "does":
            return self._ruling(node)
        who = ("who",) if kind in _ABOUT_ONE else ()
        optional = (*KEYS[kind], "because")
        parts = self.reader.mapping(node, "a question", required=(kind, *who), optional=optional)
        return self._other(kind, parts, node.line) if {*who} <= parts.keys() else None

    def _ruling(self, node: Node) -> AskRuling | None:
        readers: Readers = {
            "ruling": partial(self.reader.choice, what="ruling", names=RULINGS),
            "firmness": partial(self.reader.choice, what="firmness", names=FIRMNESS),
            "because": self.clauses,
            "takes_effect": partial(self.truth, what="takes_effect"),
            "thwarted_by": self.clauses,
            "rolls": partial(self.reader.choice, what="rolls", names=ROLLS),
            "mods": self._mods,
            "counts": partial(self._expected, what="counts", sort="figure"),
        }
        act, parts = self.act(node, also=tuple(readers))
        expected = self.values(parts, readers)
        return None if act is None else AskRuling(act=act, **expected, line=node.line)

    def _other(self, kind: str, parts: dict[str, Node], line: int) -> Question | None:
        """Return a question that is no ruling; without a value it only asks."""
        readers: Readers = {
            "who": partial(self.name, what="whom a question is about"),
            "at": partial(self.name, what="what is answered"),
            "because": self.clauses,
        }
        told = self.values(parts, readers) | {"line": line}
        if kind in _ABOUT_ONE and "who" not in told:
            return None
        node = parts[kind]
        only_asked = isinstance(node, Text) and not node.value
        if kind == "becomes":
            return AskBecomes(**told, **({} if only_asked else self._becomes(node)))
        if not only_asked:
            told["expected"] = self._answers()[kind](node)
        if kind in {"aros", "options"}:
            return AskChoices(sort=kind, **told)
        if kind == "duties":
            return AskDuties(**told)
        return AskRemembers(**told) if kind == "remembers" else AskValues(**told)

    def _answers(self) -> Readers:
        return {
            "aros": partial(self.words, sort="skill"),
            "options": partial(self.words, sort="skill"),
            "duties": partial(self.words, sort="duty"),
            "remembers": partial(self.each, what="remembers", read=self.memory),
            "values": partial(self._expected, what="values", sort="value"),
        }

    def _becomes(self, node: Node) -> dict[str, Any]:
        parts = self.reader.mapping(node, "becomes", optional=("is", "shown_as", "pieces"))
        readers: Readers = {
            "is": partial(self.words, sort="state"),
            "shown_as": self._form,
            "pieces": self._forms,
        }
        told = self.values(parts, readers)
        return {"states": told.pop("is", None)} | told

    def _forms(self, node: Node) -> tuple[tuple[str, str], ...]:
        table = self.reader.table(node, "pieces")
        forms = [(name, self._form(form)) for name, form in (table.value if table else {}).items()]
        return tuple((name, form) for name, form in forms if form is not None)

    def _form(self, node: Node) -> str | None:
        if isinstance(node, Text) and node.value == "none":
            return "none"
        return self.word(node, "form")

    def _clause(self, node: Node) -> str | None:
        text = self.reader.text(node, "a clause")
        return text if text is not None and self._is_clause(text, node.line) else None

    def _is_clause(self, text: str, line: int) -> bool:
        if not is_clause_id(text):
            expected = "such as n4.impersonation.aro.5"
            self.reader.fault(line, f"{text!r} is no clause id", expected=expected, term=text)
            return False
        self.mentions.append(Mention("clause", text, line))
        return True

    def _mods(self, node: Node) -> tuple[tuple[str, str], ...]:
        pairs = self._expected(node, "mods")
        return tuple(pair for pair in pairs if self._is_clause(pair[0], node.line))

    def _expected(
        self, node: Node, what: str, sort: str | None = None
    ) -> tuple[tuple[str, str], ...]:
        """Return names with what is expected of each; they are mentioned as words of a sort."""
        table = self.reader.table(node, what)
        if table is None:
            return ()
        if not table.value:
            expected = f"a name with what is expected, or with {ABSENT}"
            self.reader.fault(node, f"{what} expects nothing", expected=expected)
        texts = [(name, self.reader.text(one, f"{name!r}")) for name, one in table.value.items()]
        pairs = tuple((name, value) for name, value in texts if value is not None)
        if sort is not None:
            self.mentions += [Mention(sort, name, node.line) for name, _ in pairs]
        return pairs
