"""From the nodes of a case file to its questions and what is expected of the answers."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from aro.cases import model
from aro.cases.table import ACT, ITEMS, TableReader
from aro.cases.words import Key, Keys, list_of, once
from aro.errors import Fault, SituationError
from aro.knowledge.edition import is_clause_id
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Node, Text
from aro.situation import Situation

_ABOUT_ONE = ("becomes", "values", "react")
"""What is only asked about one piece or trooper, which has to be named."""

_STATED = 3
_ALONE = 10
"""The work of a fact of a table for each of its acts, and beside them."""

_EXPECTED = {"mods": "clause", "counts": "figure", "values": "value"}
"""What names stand for, to which it is said what is expected of each."""


class QuestionReader(TableReader):
    """Reads questions."""

    def check_question(self, ask: model.Question, table: Situation) -> None:
        """Note the faults of a question that only show on its table: whom it names, its act."""
        line = ask.line or 1
        named: list[tuple[str, str | None]] = []
        match ask:
            case model.AskRuling():
                self._check_ruling(ask, table)
            case model.AskReact():
                self.attempt(line, partial(table.rights, ask.who, ask.at, ask.when))
            case model.AskValues():
                named = [("piece", ask.who)]
            case model.AskChoices():
                named = [("trooper", ask.who), ("piece", ask.at)]
            case model.AskBecomes():
                named = [("trooper", ask.who), *(("piece", piece) for piece, _ in ask.pieces)]
            case model.AskDuties():
                named = [("trooper", ask.who)]
        known = {"trooper": [one.name for one in table.troopers], "piece": table.pieces}
        for sort, name in named:
            if name is not None and name not in known[sort]:
                self.unknown(line, sort, name, known[sort])

    def _check_ruling(self, ask: model.AskRuling, table: Situation) -> None:
        line = ask.line or 1
        found = self.attempt(line, partial(table.meant, ask.act))
        if found is None or not ask.then:
            return
        settled = found[-1]
        if settled in table.order:
            what = f"{ask.act} stands in the Order already, and has 'then'"
            self.fault(line, what, expected="these questions in 'ask'")
            return
        self.takes_table(table, len(table.order), line)
        declared = self.attempt(line, partial(replace, table, order=(*table.order, settled)))
        if declared is not None:
            for one in ask.then:
                self.check_question(one, declared)

    def takes_table(self, like: Situation, acts: int, line: int | None) -> None:
        """Count the work to make a table with so many acts."""
        self.takes(_STATED * like.size() * (_ALONE + acts), line)

    @once
    def question(self, node: Node) -> model.Question | None:
        """Return one question, or None where it has faults."""
        table = self.table(node, "a question")
        if table is None:
            return None
        sorts = [sort for sort in ASKS if sort in table.value]
        if len(sorts) != 1:
            what = f"a question asks {' and '.join(sorts) or 'nothing'}"
            self.fault(node, what, expected=f"one of {', '.join(ASKS)}")
            return None
        [sort] = sorts
        make, keys = ASKS[sort]
        if sort == "does":
            act, parts = self.declared(node, *keys)
            told = {"act": act, **self.fields(parts, keys)}
            return make(**told, line=node.line) if act is not None else None
        needed = (sort, "who") if sort in _ABOUT_ONE else (sort,)
        parts = self.mapping(node, "a question", required=needed, optional=keys)
        expected = parts.pop(sort)
        told = self.fields(parts, keys)
        if "who" in needed and "who" not in told:
            return None
        if not isinstance(expected, Text) or expected.value:  # else it is only asked
            told |= self.fields({sort: expected}, keys)
        told |= told.pop("becomes", {})
        return make(**told, line=node.line)

    def becomes(self, node: Node, what: str) -> dict[str, Any]:
        """Return the fields of what becomes of a trooper."""
        return self.fields(self.mapping(node, what, optional=BECOMES), BECOMES)

    def forms(self, node: Node, what: str) -> tuple[tuple[str, str], ...]:
        """Return pieces with the form of each."""
        return self.named(node, what, lambda form, _: self.form(form, "form"))

    def form(self, node: Node, what: str) -> str | None:
        """Return a form, or `none`."""
        return "none" if node.value == "none" else self.word(node, what)

    def expected(self, node: Node, what: str) -> tuple[tuple[str, str], ...]:
        """Return names with what is expected of each."""
        if node.value == {}:
            expected = f"a name with what is expected, or with {model.ABSENT}"
            self.fault(node, f"{what} expects nothing", expected=expected)

        def read(value: Node, name: str) -> str | None:
            text = self.text(value, repr(name))
            return text if text and self._mention(_EXPECTED[what], name, node.line) else None

        return self.named(node, what, read)

    def opponents(self, node: Node, what: str) -> tuple[tuple[str, str], ...]:
        """Return names with the kind of Roll that is expected with each."""
        return self.named(node, what, lambda kind, _: self.expectation(kind, "rolls"))

    def clause_id(self, node: Node) -> str | None:
        """Return the id of a clause."""
        text = self.text(node, "a clause")
        return text if text and self._mention("clause", text, node.line) else None

    def _mention(self, sort: str, name: str, line: int) -> bool:
        """Remember a word; a clause whose id cannot be one is a fault."""
        if sort == "clause" and not is_clause_id(name):
            expected = "such as n4.impersonation.aro.5"
            self.note(Fault(f"{name!r} is no clause id", expected=expected, term=name), line)
            return False
        self.mentions.append(Mention(sort, name, line))
        return True


class Asked(NamedTuple):
    """A sort of question: the class of its values, and the keys that it has."""

    make: Callable[..., model.Question]
    keys: Keys


CLAUSES = Key(list_of(QuestionReader.clause_id), "a list of clauses")
_BECAUSE = {"because": CLAUSES}
ABOUT: Keys = {"who": Key(QuestionReader.name, "whom a question is about"), **_BECAUSE}
_CHOICE = {**ABOUT, "at": Key(QuestionReader.name, "what is answered")}
_SKILLS = Key(QuestionReader.words, "skill", "expected")
_FATE = Key(QuestionReader.becomes, "becomes")
_DUTIES = Key(QuestionReader.words, "duty", "expected")
_VALUES = Key(QuestionReader.expected, "values", "expected")
_MEMORIES = Key(list_of(ITEMS["memory"]), "remembers", "expected")

RULING: Keys = {
    "ruling": Key(QuestionReader.expectation, "ruling"),
    "firmness": Key(QuestionReader.expectation, "firmness"),
    **_BECAUSE,
    "takes_effect": Key(QuestionReader.truth, "takes_effect"),
    "rolls": Key(QuestionReader.expectation, "rolls"),
    "rolls_with": Key(QuestionReader.opponents, "rolls_with"),
    "mods": Key(QuestionReader.expected, "mods"),
    "counts": Key(QuestionReader.expected, "counts"),
    "thwarted_by": CLAUSES,
    "then": Key(list_of(QuestionReader.question), "then"),
}
BECOMES: Keys = {
    "is": Key(QuestionReader.words, "state", "states"),
    "shown_as": Key(QuestionReader.form, "form"),
    "pieces": Key(QuestionReader.forms, "pieces"),
}

REACT: Keys = {
    "react": RULING["ruling"]._replace(field="ruling"),
    **_CHOICE,
    "when": ACT["when"],
    "firmness": RULING["firmness"],
}

ASKS = {
    "does": Asked(model.AskRuling, RULING),
    "react": Asked(model.AskReact, REACT),
    "aros": Asked(partial(model.AskChoices, sort="aros"), {"aros": _SKILLS, **_CHOICE}),
    "options": Asked(partial(model.AskChoices, sort="options"), {"options": _SKILLS, **_CHOICE}),
    "becomes": Asked(model.AskBecomes, {"becomes": _FATE, **ABOUT}),
    "duties": Asked(model.AskDuties, {"duties": _DUTIES, **ABOUT}),
    "remembers": Asked(model.AskRemembers, {"remembers": _MEMORIES, **_BECAUSE}),
    "values": Asked(model.AskValues, {"values": _VALUES, **ABOUT}),
}
"""The sorts of question by the key that says what is asked."""


def check_questions(asks: Iterable[model.Question], table: Situation, file: str | None) -> None:
    """Raise an `ExceptionGroup` of `SituationError` for questions that a table has no answer to."""
    reader = QuestionReader(file or "<case>")
    for ask in asks:
        reader.check_question(ask, table)
    reader.close("what is asked is at fault", SituationError)
