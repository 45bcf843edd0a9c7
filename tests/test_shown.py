"""What strangers write is shown as text: nothing hidden in a terminal, no markup in any format."""

import dataclasses
import io
import json
import math
import re
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml
from markdown_it import MarkdownIt
from rich.console import Console

from aro import Rulebook, pictures, report
from aro.answers import Verdict
from aro.errors import RulesError, explained, visible
from aro.knowledge import library as kb
from aro.report.markdown_writer import markdown
from aro.report.sheet import Entry, Grid, Section, Sheet, sources
from aro.report.terminal_writer import rendered
from conftest import Share
from support.commandline import Captured, ran
from support.invented import OUTCOME, VERDICT

pytestmark = pytest.mark.drawn

UNSEEN = (
    "\x1b]0;x\x07\x1b[2J\x9b2J\r\x7f\x85\0\ufffe\ud800\u200b\u200f\u202e\u2066\u2028\u2029\ufeff"
)
MARKUP = (
    "[bold]b[/bold][link=https://evil.example]l[/link]<script>alert(1)</script><b onclick='x'>"
    "[j](javascript:alert(1))![i](https://evil.example)<https://evil.example>&lt;i&gt;"
    "https://evil.example www.evil.example ``` ~~~ **s** __s__ _s_ ]]> --> \"'\\"
)
HOSTILE = f"a{UNSEEN}{MARKUP}\naro: forged"
READ = HOSTILE.replace("\ud800", "")
"""The same without what no file in UTF-8 can hold."""
OPENINGS = (
    "# h",
    "- i",
    "+ i",
    "1. i",
    "2) i",
    "---",
    "===",
    "    code",
    "> q",
    "|a|b|",
    "```",
    "[a]: b",
)
CASE: dict[str, Any] = {
    "edition": "n4",
    "title": "A guard that sees the runner may answer it",
    "cites": ["n4.aro.who.1"],
    "readings": {"lof_ruling": "superseded"},
    "situation": {
        "active": "red",
        "troopers": {
            "runner": {"side": "red", "is": ["impersonation_1"], "has": ["impersonation"]},
            "guard": {"side": "blue"},
        },
        "lof": [["guard", "runner"], ["runner", "guard"]],
        "unknown": [["zoc", "guard", "runner"]],
    },
    "order": [
        {"who": "runner", "does": "move"},
        {"who": "guard", "does": "discover", "at": "runner"},
    ],
    "rolls": [{"who": "guard", "does": "discover", "result": "failure"}],
    "ask": [
        {
            "who": "guard",
            "does": "dodge",
            "at": "runner",
            "ruling": "legal",
            "because": ["n4.aro.who.1"],
        },
        {"who": "guard", "aros": ""},
        {"who": "runner", "becomes": ""},
    ],
}
TAGS = [
    "p",
    "b",
    "br",
    "strong",
    "small",
    "div",
    "h5",
    "dl",
    "dt",
    "dd",
    "table",
    "caption",
    "tr",
    "th",
    "td",
]
COMMANDS = [
    *("ask", "aros", "options", "resolve", "what-if", "facts", "draw", "test"),
    "resolve --next",
]

Json = dict[str, "Json"] | list["Json"] | str


def unseen(told: str) -> set[str]:
    """Return the characters of a text that a terminal would not just show."""
    return {
        one
        for one in told
        if not one.isprintable() and one != "\n" and unicodedata.category(one) != "Zs"
    }


def planted(value: Json, what: str) -> Iterator[Json]:
    """Yield a value with a text in the place of each of its texts and keys, and one within each."""
    if isinstance(value, str):
        yield from (what, f"{value[:3]}{what}")
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from ([*value[:place], new, *value[place + 1 :]] for new in planted(one, what))
    else:
        for key, one in value.items():
            yield {what if name == key else name: each for name, each in value.items()}
            yield from ({**value, key: new} for new in planted(one, what))


def test_what_is_not_seen_is_an_escape() -> None:
    assert unseen(UNSEEN) == set(UNSEEN) - set("[]02Jx;")
    assert unseen(visible(HOSTILE)) == set()
    assert "\n" not in visible(HOSTILE)
    for honest in ("ninja", "Séraphin à l'œil\xa0!", "忍者\u3000", "Ελλάς \N{SNOWMAN}"):
        assert visible(honest) == honest
    for kind in (RulesError, ValueError):
        with pytest.raises(kind) as caught:
            raise kind(HOSTILE)
        assert unseen(explained(caught.value)) == set()
        assert "\n" not in explained(caught.value)


@pytest.mark.parametrize("form", ["pipe", "terminal", "json"])
def test_fields_of_a_case(
    form: str,
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    share: Share[Json],
) -> None:
    if form == "terminal":
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setattr("aro.cli.progress._PATIENCE", math.inf)  # a bar moves the cursor
    file = tmp_path / "case.json"
    title = {**CASE, "title": READ}
    for number, case in enumerate([title, *share("fields", list(planted(CASE, HOSTILE)), (48, 8))]):
        file.write_text(json.dumps(case), encoding="utf-8")
        for command in COMMANDS:
            options = ["--json"] if form == "json" else []
            code, out, err = ran(capsys, *command.split(), file, *options)
            assert code in {0, 1, 2}, err
            assert number or code < 2, err
            plain = re.sub(r"\x1b\[[0-9;]*m", "", out) if form == "terminal" else out
            assert unseen(plain + err) == set(), (command, case)
            assert not re.search("^aro: forged", plain + err, re.MULTILINE)
            if form == "json" and out:
                json.loads(out)
            if command == "draw" and out and form != "json":
                ET.fromstring(out)  # noqa: S314  our own


def test_a_line_of_a_batch(tmp_path: Path, capsys: Captured) -> None:
    lines, answers = tmp_path / "lines.jsonl", tmp_path / "answers.jsonl"
    cases = ({**CASE, "title": READ}, {**CASE, HOSTILE: HOSTILE})
    lines.write_text("".join(f"{json.dumps(case)}\n" for case in cases), encoding="utf-8")
    assert ran(capsys, "batch", lines, answers, "--processes", 1)[0] == 2
    told = answers.read_text(encoding="utf-8")
    assert unseen(told) == set()
    yes, wrong = map(json.loads, told.splitlines())
    assert yes["cases"][0]["title"] == READ
    assert len(wrong["errors"]) == 1


@pytest.mark.parametrize("name", ["a\x1b[2J\u202e\nforged: x.yaml", "[bold]x[link=y].yaml"])
def test_names_of_files(name: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / name
    path.write_text("edition: n4\ntitle: x\n", encoding="utf-8")
    absent = tmp_path / f"absent {name}"
    lines = {}
    for command in (
        *(f"{one}\0{path}" for one in ("ask", "aros", "draw", "facts", "test", "what-if")),
        f"ask\0{absent}",
        f"test\0{absent}",
        f"batch\0{absent}\0{tmp_path / 'out'}",
        f"batch\0{path}\0{tmp_path}",
        f"draw\0n4\0-o\0{absent}/x",
        f"check\0n4\0--html\0{absent}/x",
        f"rules\0n4+{path}",
        f"new\0n4{name}",
        f"ask\0{path}\0{name}",
        f"ask\0{path}\0--as\0{name}",
        f"ask\0{path}\0--reading\0{name}",
        f"check\0n4\0--kind\0{name}",
        f"diff\0n4\0{name}",
        f"what-if\0{path}\0--changes\0{name}",
        name,
        f"ask\0--{name}",
    ):
        try:
            code, out, err = ran(capsys, *command.split("\0"))
        except SystemExit as ended:  # how argparse ends
            code, (out, err) = int(ended.code or 0), capsys.readouterr()
        assert code == 2, (command, out, err)
        assert unseen(out + err) == set(), command
        assert not re.search("^forged", out + err, re.MULTILINE), command
        lines[command] = out + err
    assert visible(str(absent)) in lines[f"ask\0{absent}"]


def rendering(page: Sheet | Grid) -> str:
    out = io.StringIO()
    Console(file=out, width=10_000, force_terminal=True).print(rendered(page))
    return re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())


def filled(text: str) -> Sheet:
    """Return a sheet with a text wherever there may be one."""
    link = Entry(text, (text, text), text, text)
    sections = (Section(text, (link, Entry(text, ()))),)
    return Sheet(title=text, word=text, manner=text, stamp=text, sections=sections)


def verdict() -> Verdict:
    """Return a verdict whose clauses and sources are of a stranger."""
    [first, *others] = VERDICT.because
    source = dataclasses.replace(first.clause.source, title=HOSTILE, version=HOSTILE, url=HOSTILE)
    clause = dataclasses.replace(first.clause, says=HOSTILE, source=source)
    return dataclasses.replace(
        VERDICT, because=(dataclasses.replace(first, clause=clause), *others)
    )


class Tags(HTMLParser):
    """Remembers the tags, attributes and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Remember a tag."""
        self.tags.add(tag)
        self.attributes.update(attrs)

    def handle_data(self, data: str) -> None:
        """Remember a text."""
        self.texts.append(data)


def test_every_writer_shows_text_as_text() -> None:
    """A page has the text so many times at least, not broken by a narrow column."""
    grid = Grid(title=HOSTILE, heads=(HOSTILE,), rows=((HOSTILE,),), none=HOSTILE)
    shown = visible(HOSTILE.replace("\n", " "))
    for page, count in ((grid, 3), (filled(HOSTILE), 10), (dataclasses.replace(grid, rows=()), 2)):
        assert unseen(report.text(page)) == unseen(rendering(page)) == set()
        assert "".join(rendering(page).split()).count("".join(shown.split())) >= count
        html = report.html(page)
        assert unseen(html) == set()
        ET.fromstring(html.replace("<br>", "<br/>"))  # noqa: S314  our own
        tags = Tags(html)
        assert tags.tags <= set(TAGS)
        assert {name for name, _ in tags.attributes} <= {"class", "style"}
        assert "".join(tags.texts).count(shown) >= count
    for answer in (verdict(), dataclasses.replace(OUTCOME, notes=(HOSTILE,))):
        assert unseen(report.text(answer) + report.html(answer) + report.json(answer)) == set()
    assert json.loads(report.json(verdict()))["because"][0]["clause"]["says"] == HOSTILE


@pytest.mark.parametrize("text", [HOSTILE, *OPENINGS])
def test_markdown_shows_text_as_text(text: str) -> None:
    honest, hostile = filled("plain"), filled(text)
    told = markdown([hostile, hostile])
    assert unseen(told) == set()
    tokens, expected = (
        MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(written)
        for written in (told, markdown([honest, honest]))
    )
    assert [one.type for one in tokens] == [one.type for one in expected]
    shown = visible(text.replace("\n", " ")).strip()
    for token, other in zip(tokens, expected, strict=True):
        inside, plain = token.children or [], other.children or []
        kinds = [one.type for one in inside if one.type not in {"text", "text_special"}]
        assert kinds == [one.type for one in plain if one.type != "text"]
        words = "".join(one.content or "\n" * (one.type == "softbreak") for one in inside)
        assert words == "".join(
            one.content or "\n" * (one.type == "softbreak") for one in plain
        ).replace("plain", shown)
    assert not re.search(r"(?<!\\)://|(?<!\\)<|www\.", told)


def test_markdown_has_no_address_that_a_reader_makes_a_link_of() -> None:
    """No escape keeps every reader from it, only a mark between the two parts of an address."""
    text = "me@evil.example mailto:me@evil.example <me@evil.example> evil.com www.evil.com"
    text += " evil.\u0440\u0444"
    told = markdown([filled(text)])
    assert not re.search(r"@(?!<!-- -->)|(?<!\\)\.(com|ex|\u0440\u0444)", told)
    assert "n3@1.4, n3.camouflaged.effect.1" in markdown(
        [filled("n3@1.4, n3.camouflaged.effect.1")]
    )
    tokens = MarkdownIt("commonmark").parse(told)
    inside = [one for token in tokens for one in token.children or []]
    assert {one.content for one in inside if one.type == "html_inline"} == {"<!-- -->"}
    assert not [one for one in inside if one.type == "link_open"]


def test_pictures_are_well_formed() -> None:
    picture = pictures.table(OUTCOME.situation, title=HOSTILE)
    assert unseen(picture) == set()
    drawn = ET.fromstring(picture)  # noqa: S314  our own
    assert {one.tag.partition("}")[2] for one in drawn.iter()} & {"script", "b", "a"} == set()
    assert "<script>alert(1)</script>" in "".join(drawn.itertext())


WARY = kb.home() / "tests" / "amendments" / "wary_guards"


def test_fields_of_a_draft(
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    share: Share[tuple[str, str]],
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {path.name: path.read_text(encoding="utf-8") for path in WARY.glob("*.*")}
    rules = texts["wary_guards.lp"]
    drafts = (
        [
            (name, json.dumps(new))
            for name in ("amendment.yaml", "readings.yaml", "wary_guards.yaml")
            for what in (HOSTILE, MARKUP)
            for new in planted(yaml.load(texts[name], yaml.BaseLoader), what)  # noqa: S506  texts
        ]
        + [
            ("wary_guards.lp", rules[:place] + what + rules[place:])
            for place in range(0, len(rules), 60)
            for what in (READ, f'"{READ}"', f"% {READ}\n")
        ]
    )
    for name, text in share("fields of drafts", drafts, (60, 10)):
        shutil.copytree(WARY, "mine", dirs_exist_ok=True)
        Path("mine", name).write_text(text, encoding="utf-8")
        for command in ("rules n4+mine", "rules n4+mine wary_guards --json", "new n4+mine"):
            code, out, err = ran(capsys, *command.split())
            assert code in {0, 2}, (name, text, err)
            assert unseen(out + err) == set()
            assert not re.search("^aro: forged", out + err, re.MULTILINE)
            if code:
                break  # what is refused is refused to every command


def test_no_folder_of_a_draft_writes_rules_of_its_own(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = "m\nlegal.\n%"
    shutil.copytree(WARY, folder)
    Path("mine").symlink_to(folder)
    Path("round").symlink_to("round")
    asked = json.dumps(CASE).replace('"n4"', '"n4+mine"')
    Path("a.yaml").write_text(asked, encoding="utf-8")
    for command in ("facts a.yaml", "ask a.yaml --json", "rules n4+mine", "rules n4+round"):
        code, out, err = ran(capsys, *command.split())
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
    title = f"{HOSTILE}\nlegal."
    Path("a.yaml").write_text(json.dumps(CASE | {"title": title}), encoding="utf-8")
    _, out, _ = ran(capsys, "facts", "a.yaml")
    assert [line for line in out.splitlines() if line.startswith("legal")] == []


def test_the_address_of_a_draft_is_no_link(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(WARY, folder)
    main = folder / "wary_guards.yaml"
    text = main.read_text(encoding="utf-8")
    address = "https://evil.example"
    main.write_text(text.replace("provenance:", f"url: {address}\n    provenance:"), "utf-8")
    clauses = Rulebook(f"n4+{folder}").edition.clauses.values()
    page = Sheet(title="", sections=(Section("", tuple(sources(clauses))),))
    html = Tags(report.html(page))
    assert [one for one in html.attributes if "evil" in str(one)] == []
    assert address in html.texts
    assert any(name == "href" for name, _ in html.attributes)  # the edition's own pages


@pytest.mark.sweep
def test_what_is_written_of_a_draft(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, *, whole: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "[b]*m*<i>"
    shutil.copytree(WARY, folder)
    for path in folder.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        for honest in ("Discover at an IMP-1 Marker", "Wary guards", "They do.", "A Trooper that"):
            text = re.sub(f"{honest}(.*)", rf"{json.dumps(MARKUP)[1:-1]}\1", text)
        text = re.sub(r"(says|title): (.*evil.*)", r"""\1: >-\n          \2""", text)
        path.write_text(text, encoding="utf-8")
    name = f"n4+{folder.name}"
    check = ["check", name, "--json", *([] if whole else ["--kind", "modelling"])]
    for command in (["diff", "n4", name, "--markdown", "page.md"], check):
        code, out, err = ran(capsys, *command, "--seconds", 120, "--html", "page.html")
        assert code in {0, 1}
        assert unseen(out + err) == set()
        tags = Tags(Path("page.html").read_text(encoding="utf-8"))
        assert not tags.tags & {"script", "a", "i", "img"}
        assert not {one for one, _ in tags.attributes} & {"href", "src", "onclick"}
        assert any(folder.name in one for one in tags.texts)
    tokens = MarkdownIt("commonmark").parse(Path("page.md").read_text(encoding="utf-8"))
    kinds = {one.type for token in tokens for one in (token, *(token.children or []))}
    assert not kinds & {"html_inline", "html_block", "link_open", "image", "fence", "code_inline"}
    assert any(folder.name in one.content for one in tokens[1].children or [])
