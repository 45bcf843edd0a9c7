"""From the nodes of a case file to its questions and what is expected of the answers."""

from functools import partial
from typing import TYPE_CHECKING

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
from aro.knowledge.edition import is_clause_id
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_reader import Node, Table, Text

if TYPE_CHECKING:
    from aro.cases.table import TableReader
    from aro.situation import Situation

SORTS = ("does", "aros", "options", "becomes", "duties", "remembers", "values")
"""The key by which a question is known for what it asks."""

_EFFECT = ("takes_effect", "thwarted_by", "rolls", "mods", "counts")
_RULING = ("ruling", "firmness", "because", *_EFFECT)


class Asks:
    """Reads questions; the words in them are remembered by the reader of the case."""

    def __init__(self, case: "TableReader") -> None:
        self.case = case
        self.reader = case.reader

    def questions(self, node: Node) -> tuple[Question, ...]:
        """Return the questions of a list."""
        found = (
            self.case.once(one, "question", partial(self.question, one))
            for one in self.reader.sequence(node, "ask")
        )
        return tuple(one for one in found if one is not None)

    def clauses(self, node: Node) -> tuple[str, ...]:
        """Return a list of clause ids."""
        found = []
        for one in self.reader.sequence(node, "a list of clauses"):
            text = self.reader.text(one, "a clause")
            if text is not None and self._is_clause(text, one.line):
                found.append(text)
        return tuple(found)

    def _is_clause(self, text: str, line: int) -> bool:
        if not is_clause_id(text):
            expected = "such as n4.impersonation.aro.5"
            self.reader.fault(line, f"{text!r} is no clause id", expected=expected, term=text)
            return False
        self.case.mentions.append(Mention("clause", text, line))
        return True

    def question(self, node: Node) -> Question | None:
        """Return one question."""
        table = self.reader.table(node, "a question")
        if table is None:
            return None
        sorts = [sort for sort in SORTS if sort in table.value]
        if len(sorts) != 1:
            what = f"a question asks {' and '.join(sorts) or 'nothing'}"
            self.reader.fault(node, what, expected=f"one of {', '.join(SORTS)}")
            return None
        if sorts == ["does"]:
            return self._ruling(node)
        sort = sorts[0]
        who = ("who",) if sort in {"becomes", "values"} else ()
        known = (*(() if sort == "remembers" else ("who",)), "because")
        known += ("at",) if sort in {"aros", "options"} else ()
        parts = self.reader.mapping(node, "a question", required=(sort, *who), optional=known)
        if not set(who) <= set(parts):
            return None
        return self._listing(sort, node.line, parts)

    def named(self, ask: Question, table: "Situation") -> None:
        """Note whom a question names that is not on the table."""
        line = ask.line or 1
        who = getattr(ask, "who", None)
        troopers = {trooper.name for trooper in table.troopers}
        if isinstance(ask, AskValues):
            self._known(line, "piece", who, table.pieces)
        else:
            self._known(line, "trooper", who, troopers)
        if isinstance(ask, AskChoices):
            self._known(line, "piece", ask.at, table.pieces)
        if isinstance(ask, AskBecomes):
            for piece, _ in ask.pieces:
                self._known(line, "piece", piece, table.pieces)

    def _known(
        self, line: int, sort: str, name: str | None, names: "tuple[str, ...] | set[str]"
    ) -> None:
        if name is not None and name not in names:
            self.reader.unknown(line, sort, name, names)

    def _ruling(self, node: Node) -> AskRuling | None:
        act, parts = self.case.act(node, also=_RULING)
        closed = {"ruling": RULINGS, "firmness": FIRMNESS, "rolls": ROLLS}
        chosen = {
            key: self.reader.choice(parts[key], key, words)
            for key, words in closed.items()
            if key in parts
        }
        because = self._because(parts)
        thwarted = self.clauses(parts["thwarted_by"]) if "thwarted_by" in parts else None
        takes = (
            self.case.truth(parts["takes_effect"], "takes_effect")
            if "takes_effect" in parts
            else None
        )
        mods = self._mods(parts["mods"]) if "mods" in parts else ()
        counts = self._pairs(parts["counts"], "counts") if "counts" in parts else ()
        self.case.mentions += [Mention("figure", name, parts["counts"].line) for name, _ in counts]
        if act is None:
            return None
        return AskRuling(
            act=act,
            ruling=chosen.get("ruling"),
            firmness=chosen.get("firmness"),
            because=because,
            takes_effect=takes,
            thwarted_by=thwarted,
            rolls=chosen.get("rolls"),
            mods=mods,
            counts=counts,
            line=node.line,
        )

    def _listing(self, sort: str, line: int, parts: dict[str, Node]) -> Question | None:
        node, because = parts[sort], self._because(parts)
        who = self.case.name(parts["who"], "whom a question is about") if "who" in parts else None
        open_ = isinstance(node, Text) and not node.value
        if sort in {"aros", "options"}:
            at = self.case.name(parts["at"], "what is answered") if "at" in parts else None
            skills = None if open_ else self.case.words(node, "skill")
            return AskChoices(
                sort=sort, who=who, at=at, expected=skills, because=because, line=line
            )
        if sort == "duties":
            duties = None if open_ else self.case.words(node, "duty")
            return AskDuties(who=who, expected=duties, because=because, line=line)
        if sort == "remembers":
            memos = None
            if not open_:
                read = (self.case.memory(one) for one in self.reader.sequence(node, "remembers"))
                memos = tuple(one for one in read if one is not None)
            return AskRemembers(expected=memos, because=because, line=line)
        if who is None:
            return None
        if sort == "values":
            values = () if open_ else self._pairs(node, "values")
            self.case.mentions += [Mention("value", name, node.line) for name, _ in values]
            return AskValues(who=who, expected=values, because=because, line=line)
        return (
            AskBecomes(who=who, because=because, line=line)
            if open_
            else self._becoming(who, line, node, because)
        )

    def _becoming(self, who: str, line: int, node: Node, because: tuple[str, ...]) -> AskBecomes:
        parts = self.reader.mapping(node, "becomes", optional=("is", "shown_as", "pieces"))
        shown = self._form(parts["shown_as"]) if "shown_as" in parts else None
        table = self.reader.table(parts["pieces"], "pieces") if "pieces" in parts else None
        forms = ((name, self._form(one)) for name, one in (table.value if table else {}).items())
        return AskBecomes(
            who=who,
            states=self.case.words(parts["is"], "state") if "is" in parts else None,
            shown_as=shown,
            pieces=tuple((name, form) for name, form in forms if form is not None),
            because=because,
            line=line,
        )

    def _form(self, node: Node) -> str | None:
        if isinstance(node, Text) and node.value == "none":
            return "none"
        return self.case.word(node, "form")

    def _because(self, parts: dict[str, Node]) -> tuple[str, ...]:
        return self.clauses(parts["because"]) if "because" in parts else ()

    def _mods(self, node: Node) -> tuple[tuple[str, str], ...]:
        found = self._pairs(node, "mods")
        return tuple(pair for pair in found if self._is_clause(pair[0], node.line))

    def _pairs(self, node: Node, what: str) -> tuple[tuple[str, str], ...]:
        table = self.reader.table(node, what)
        if not isinstance(table, Table):
            return ()
        if not table.value:
            expected = f"a name with what is expected, or with {ABSENT}"
            self.reader.fault(node, f"{what} expects nothing", expected=expected)
        told = ((name, self.reader.text(one, f"{name!r}")) for name, one in table.value.items())
        return tuple((name, value) for name, value in told if value is not None)
