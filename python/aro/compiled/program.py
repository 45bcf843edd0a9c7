"""What answers a question: the compiled law of its shape if that is warm, else clingo.

The first situations of a shape are answered by clingo; then its law is grounded and compiled. From
then on a question takes the bits of the inputs that the situation makes true, and evaluates the
circuits of what is asked. What they mean is kept with the shape, so that all questions share it.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import chain, combinations, product
from math import prod

from aro.answers import Ruling
from aro.compiled.circuit import columns
from aro.compiled.shape import Placed, Reader, Shape, lean_text, placed, shape_text
from aro.engine.clingo_program import SUPPOSED, Atoms, Term, parts, read_once, written
from aro.engine.edition_words import vocabulary
from aro.engine.evaluation import RULINGS, Decision, decision
from aro.engine.facts import term
from aro.engine.question import LawProgram, Question, grounded, reduce
from aro.engine.word_check import check
from aro.errors import Fault, SituationError
from aro.fitting import doors
from aro.knowledge.names import constant
from aro.parts import Act
from aro.situation import Situation

WORLDS = 1 << 18
"""How many combinations of readings are evaluated in one pass; beyond that clingo searches."""

NEAR = 1 << 17
"""In how many worlds all results of an Order are evaluated; beyond that clingo searches."""

AT_ONCE = 1024
"""How many questions share a pass: more would only make the columns longer to write."""


Groups = Collection[list[str]]
"""Free atoms: alternatives of a reading, or what is supposed of one trooper and its acts."""

Pairs = Callable[[Groups], Iterator[tuple[str, str]]]
"""Yields, of atoms in groups, the pairs that may hold together."""


def program(question: Question) -> LawProgram:
    """Return what answers a question; facts that nobody knows need a search, so clingo answers."""
    if question.table.unknown:
        return grounded(question)
    found = placed(question, compile_it=False, lean=partial(lean_text, [question]))
    if found is not None:
        return CompiledProgram(question, *found)
    check(question.table, vocabulary(question.edition), question.acts)
    return grounded(question)


def compiled(question: Question, *, lean: bool = False) -> "CompiledProgram":
    """Return the compiled law with a question put to it, compiled if need be.

    If `lean`, it may rule on no acts but those that the question names: of a long law that costs
    far less.
    """
    text = partial(lean_text, [question]) if lean else None
    return CompiledProgram(question, *_placed(question, text))


@doors
class CompiledProgram:
    """The circuits of a shape, with the facts of a situation on their inputs.

    It is the `LawProgram` of one question, and rules on any act of its shape. `bits` are those of
    the inputs, by the readings that the question chooses. It never changes, and any number of
    threads may ask it at the same time.
    """

    def __init__(self, question: Question, shape: Shape, true: Iterable[int]) -> None:
        self.question, self.table, self.shape = question, question.table, shape
        self.readings, self.supposed = shape.readings, shape.supposed
        self._facts = shape.bits(true)
        self.bits = self._with(question.on)

    @cached_property
    def true(self) -> frozenset[str]:
        """What is the case, as the inputs of the shape that are true."""
        pairs = zip(self.shape.inputs, self.bits, strict=True)
        return frozenset(name for name, bit in pairs if bit)

    def decide(self, act: Act) -> Decision:
        """Return the ruling on a settled act (see `Situation.settle`), and its reasons."""
        key, reader = _ruling(self.shape, self.table, act)
        return decision(self.question.edition, key, reader.answer(self.bits))

    def rulings(self) -> Mapping[str, Ruling]:
        """Return the ruling on all that anybody could declare, by the term of the act.

        The term of guard's ARO `discover` at speculo is `act(aro_1,guard,discover,own(speculo))`;
        `engine.facts.term(situation, act)` writes that of any settled act.
        """
        reader = self.shape.rulings
        named = self.shape.kept.have("named rulings", lambda: _named(reader))
        values = zip(named, reader.run(self.bits), strict=True)
        return dict([one for one, value in values if value & 1])

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds when, of the open atoms, exactly those `on` hold.

        With an `act`, no more is returned than what is said of it.
        """
        bits = self._with(on)
        if act is not None:
            return self._reader(act).answer(bits)
        return frozenset().union(*(reader.answer(bits) for reader in self._readers()))

    def outline(self) -> tuple[Atoms, Atoms]:
        """Return what holds and what may hold in any world, as far as no search is needed."""
        return grounded(self.question).outline()

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and what holds in some world, the atoms `free` being either."""
        return grounded(self.question).certain(free, on)

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the `free` atoms of some world in which `atom` does not hold; None if in none."""
        shape, free, bits = self.shape, tuple(free), self._with(on)
        supposing = any(one.startswith(SUPPOSED) for one in free[:1])
        if not shape.doubtful(atom, bits, "supposed" if supposing else "readings"):
            return None

        def make() -> Worlds:
            reader = shape.atom(atom, supposing=supposing)
            groups = _supposed(free) if supposing else _groups(shape, free)
            return Worlds(reader, groups, of_one_trooper if supposing else None)

        key = ("worlds", atom, supposing if free is shape.supposed else free)
        worlds: Worlds = shape.kept.have(key, make)
        if worlds.width > WORLDS:
            return grounded(self.question).without(atom, free, on)
        return worlds.without(bits)

    def alone(self, atom: str, free: Iterable[str], on: Iterable[str] = ()) -> frozenset[str]:
        """Return all of the readings `free`: to try each is as quick as to rule one out."""
        del atom, on
        return frozenset(free)

    def doubtful(self, atom: str, on: Iterable[str] = ()) -> bool:
        """Return whether readings or unseen pages could make an atom false; no is always right."""
        if self.question.readings:  # then to read as usual is another reading
            return True
        return self.shape.doubtful(atom, self._with(on), "either")

    def near(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and in some worlds with at most two of the atoms `free`.

        That is said of what the question asks of results, and of the acts that were declared.
        """
        shape, free = self.shape, tuple(free)
        supposing = any(one.startswith(SUPPOSED) for one in free[:1])
        sections = product(("ruling", "asked", "declared"), sorted(self._declared))
        places = (("order", "none"), *sections)
        fixed = frozenset(name for name, _ in self.question.readings)

        def make() -> Worlds:
            reader = shape.reader(*places, supposing=supposing)
            groups = _supposed(free) if supposing else _groups(shape, free, fixed)
            return Worlds(reader, groups, of_one_trooper if supposing else of_two_groups)

        worlds: Worlds = shape.kept.have(("near", places, fixed, free), make)
        if worlds.width > NEAR:
            return grounded(self.question).near(free, on)
        return worlds.all_and_some(self._with(on))

    def _reader(self, act: str) -> Reader:
        """Return what reads all that a verdict shows of an act, given as a term."""
        sections = ("ruling", "asked", "declared")[: 3 if act in self._declared else 2]
        return self.shape.reader(*((section, act) for section in sections))

    def _readers(self) -> Iterator[Reader]:
        """Yield what reads all that the question asks."""
        question, shape = self.question, self.shape
        turns = tuple(f"act({step},{constant(who)}," for step, who in question.every)
        if turns:
            listed = sorted(act for act in shape.acts if act.startswith(turns))
            yield shape.reader(*product(("ruling", "asked"), listed))
        for act in self._declared.union(term(self.table, act) for act in question.acts):
            yield self._reader(act)
        if question.results:
            yield shape.reader(("order", "none"))

    @cached_property
    def _declared(self) -> frozenset[str]:
        return frozenset(term(self.table, act) for act in self.table.order)

    def _with(self, on: Iterable[str]) -> list[int]:
        chosen = [self.shape.index[atom] for atom in on if atom in self.shape.index]
        if not chosen:
            return self._facts
        bits = list(self._facts)
        for number in chosen:
            bits[number] = 1
        return bits


def decide_all(questions: Iterable[Question]) -> list[Decision]:
    """Return the decisions on many questions about one act each, in their order.

    What has a shape and an act in common is evaluated in one pass, a bit each.
    """
    decisions: dict[int, Decision] = {}
    groups: dict[tuple[Term, Reader], list[tuple[int, Sequence[int]]]] = {}
    every = tuple(questions)
    of_one_cast: dict[str, list[Question]] = {}
    for one in every:
        of_one_cast.setdefault(shape_text(one.table, one.off), []).append(one)
    lean = {text: cache(partial(lean_text, some)) for text, some in of_one_cast.items()}
    for number, question in enumerate(every):
        shape, true = _placed(question, lean[shape_text(question.table, question.off)])
        ruling = _ruling(shape, question.table, question.acts[0])
        groups.setdefault(ruling, []).append((number, true))
    for (key, reader), group in groups.items():
        for start in range(0, len(group), AT_ONCE):
            some = group[start : start + AT_ONCE]
            found = _decided(key, reader, [true for _, true in some])
            decisions.update(zip((number for number, _ in some), found, strict=True))
    return [decisions[number] for number in range(len(decisions))]


def _decided(key: Term, reader: Reader, worlds: Sequence[Sequence[int]]) -> Iterator[Decision]:
    """Return the decisions on one act in many worlds, each given by the inputs that are true."""

    @cache
    def decided(*values: str) -> Decision:
        return decision(reader.shape.edition, key, reader.meaning(tuple(map(int, values))))

    whole = 1 << len(worlds)
    outputs = reader.run(columns(len(reader.shape.inputs), worlds))
    return map(decided, *(bin((value & (whole - 1)) | whole)[:2:-1] for value in outputs))


def _placed(question: Question, lean: Callable[[], str] | None = None) -> Placed:
    if question.table.unknown:
        what, instead = "a table made ready has no unknown facts", "is_legal or resolve for those"
        raise Fault(what, question.table.line, instead).error(SituationError)
    found = placed(reduce(question), lean=lean)
    assert found is not None  # noqa: S101  for the type checker: it is compiled if need be
    return found


def _ruling(shape: Shape, table: Situation, act: Act) -> tuple[Term, Reader]:
    """Return an act as a term, and what reads the ruling on it at tables of a shape."""

    def make() -> tuple[Term, Reader]:
        written_act = term(table, act)
        if shape.lacks(f"asked({written_act})"):
            raise SituationError(f"the table was not made ready for {act}; expected it in `ready`")
        return read_once(written_act), shape.reader(("ruling", written_act))

    key = (act.when, act.who, act.does, act.at, act.into)
    made: tuple[Term, Reader] = shape.kept.have(key, make)
    return made


def _named(reader: Reader) -> list[tuple[str, Ruling]]:
    """Return the act and the ruling that each output of a reader of rulings means."""
    return [
        (written(parts(matter)[1]), next(ruling for ruling in RULINGS if ruling == name))
        for _, matter, name in reader.outputs
    ]


def _groups(shape: Shape, free: Iterable[str], fixed: Container[Term] = ()) -> Groups:
    """Return the readings among open atoms, as atoms, by what can be read otherwise than usual."""
    groups: dict[Term, list[str]] = {}
    for one in free:
        if one in shape.loose["readings"] and (name := read_once(one)[1]) not in fixed:
            groups.setdefault(name, []).append(one)
    return groups.values()


def _supposed(free: Iterable[str]) -> Groups:
    """Return what pages may say by the trooper that it is about; first what is about everything."""
    about: dict[Term, list[str]] = {"everything": []}
    for one in free:
        thing = read_once(one)[2]
        who = parts(thing)[2] if parts(thing)[0] == "act" else thing
        about.setdefault(who, []).append(one)
    return about.values()


def of_one_trooper(groups: Groups) -> Iterator[tuple[str, str]]:
    """Yield the pairs of one group, and those with an atom of the first one."""
    everything, *troopers = groups
    yield from combinations(everything, 2)
    for one in troopers:
        yield from chain(combinations(one, 2), product(everything, one))


def of_two_groups(groups: Groups) -> Iterator[tuple[str, str]]:
    """Yield the pairs of atoms that are of two groups."""
    return chain.from_iterable(product(*two) for two in combinations(groups, 2))


class Worlds:
    """What a reader reads in all the worlds that choices among groups of free atoms make.

    With `pairs`, one of these pairs holds, or one atom, or none. Without, of each group at most one
    atom holds.
    """

    def __init__(self, reader: Reader, groups: Groups, pairs: Pairs | None) -> None:
        self._reader, inputs = reader, reader.circuit.inputs
        free = [[one for one in group if one in inputs] for group in groups]
        if pairs is None:
            self.width = prod(len(group) + 1 for group in free)
            columns = products(free, self.width) if self.width <= WORLDS else {}
        else:
            atoms = [*chain.from_iterable(free)]
            worlds = [(), *zip(atoms, strict=True), *pairs(free)]
            self.width = len(worlds)
            made = reader.circuit.columns(worlds if self.width <= WORLDS else ())
            columns = {one: made[inputs[one]] for one in atoms}
        self._columns = [(one, inputs[one], column) for one, column in columns.items()]

    def _run(self, bits: Sequence[int]) -> tuple[Sequence[int], int]:
        whole = (1 << self.width) - 1
        inputs = [whole if bit else 0 for bit in self._reader.pick(bits)]
        for _, number, column in self._columns:
            inputs[number] = column
        return self._reader.circuit.run(inputs), whole

    def without(self, bits: Sequence[int]) -> frozenset[str] | None:
        """Return the free atoms of the first world in which what is read does not hold."""
        [held], whole = self._run(bits)
        worlds = ~held & whole
        if not worlds:
            return None
        first = (worlds & -worlds).bit_length() - 1
        return frozenset(one for one, _, column in self._columns if column >> first & 1)

    def all_and_some(self, bits: Sequence[int]) -> tuple[Atoms, Atoms]:
        """Return what holds in all of the worlds, and what holds in some."""
        values, whole = self._run(bits)
        held = [
            (atom, value & whole) for atom, value in zip(self._reader.outputs, values, strict=True)
        ]
        return (
            frozenset(atom for atom, worlds in held if worlds == whole),
            frozenset(atom for atom, worlds in held if worlds),
        )


def products(groups: list[list[str]], width: int) -> dict[str, int]:
    """Return a column for each atom so that the worlds are all choices of at most one of a group.

    >>> products([["a"], ["b", "c"]], 6) == {"a": 0b101010, "b": 0b001100, "c": 0b110000}
    True
    """
    columns = {}
    stride = 1
    for group in groups:
        period = stride * (len(group) + 1)
        every = ((1 << width) - 1) // ((1 << period) - 1)
        for option, atom in enumerate(group, start=1):
            columns[atom] = (((1 << stride) - 1) << (option * stride)) * every
        stride = period
    return columns
