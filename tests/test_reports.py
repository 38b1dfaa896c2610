"""What a report shows: lines of texts that were read, at the right place, and nothing unseen."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sheetgen
from sheetgen import cli
from sheetgen.cli import output
from sheetgen.definitions.linking import gather
from sheetgen.definitions.selection import select
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import diagnostics as excerpt
from sheetgen.ground import diagnostics as nearest
from sheetgen.ground.diagnostics import (
    Diagnostic,
    Names,
    ProblemError,
    cut_line,
    render_full,
    render_short,
)
from sheetgen.ground.visible import measure, show, write_json
from sheetgen.systems.loading import Systems

Run = Callable[..., Any]
Writer = Callable[..., Path]
HOSTILE = "\x1b[31m\r\x07\x7f\x9b2J\u202eABC\u2066\u200f\u061c\u2028\ufeff\U000e0041"
"""Escape sequences, controls, overrides of direction, a line separator, a tag: nothing is seen."""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
SECRET = "the first line of a file that nobody asked for"


def find_unseen(text: str) -> list[str]:
    """The characters of a text that a terminal obeys, or does not show, but for line feeds."""
    return [c for c in text if c != "\n" and not c.isprintable()]


# Excerpts


def draw_excerpt(text: str, line: int, column: int) -> tuple[str, str]:
    """The two lines of an excerpt: text and caret, without the gutter."""
    found = Diagnostic("rule", "error", "wrong", "", "a.yaml", line, column)
    _, shown, caret = render_full([found], {"a.yaml": text}).splitlines()
    gutter = len(f"  {line} | ")
    assert caret[:gutter].isspace()
    return shown[gutter:], caret[gutter:]


@pytest.mark.parametrize(
    ("line", "column", "before"),
    [
        ("mass: x", 7, "mass: "),
        ("\t\tmass: x", 9, "  mass: "),
        ("name: 戦艦 x", 10, "name: 戦艦 "),
        ("name: e\u0301a\u0308 x", 12, "name: e\u0301a\u0308 "),
        ("a\u202eb\x1bc: x", 8, "a<U+202E>b<U+001B>c: "),
    ],
    ids=["plain", "tabs", "wide", "accents", "controls"],
)
def test_the_caret_is_under_its_place(line: str, column: int, before: str) -> None:
    shown, caret = draw_excerpt(f"a: 1\n{line}\n", 2, column)
    assert shown == f"{before}x"
    assert caret == " " * measure(before) + "^"


def test_wide_letters_take_two_cells_and_accents_none() -> None:
    assert [measure(text) for text in ("ab", "戦艦", "ｗ", "e\u0301", "é")] == [2, 4, 2, 1, 1]


@pytest.mark.parametrize("at", [0, 50, 5_000, 999_999])
def test_a_long_line_is_cut_around_its_place(at: int) -> None:
    line = "-" * at + "x" + "-" * (999_999 - at)
    shown, caret = draw_excerpt(line, 1, at + 1)
    assert len(shown) <= 102
    assert shown[caret.index("^")] == "x"
    assert shown.startswith("…") is (at >= 100)
    assert shown.endswith("…") is (at < 999_999)


@given(st.text("ab\t 戦é\u0301\u202e\x1b😀", max_size=300), st.integers(0, 320))
def test_whatever_is_in_a_line_the_caret_is_right(line: str, column: int) -> None:
    shown, start = cut_line(line, column)
    assert not find_unseen(shown)
    assert measure(shown) <= 102
    at = max(column - 1, 0)
    if at < len(line) and not line[at].isspace() and measure(line[at]):
        rest = shown
        while start:  # drop as many cells as the caret has before it
            start -= measure(rest[0])
            rest = rest[1:]
        assert rest.lstrip("\u0301").startswith(show(line[at])[:1])


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_lines_end_where_editors_end_them(end: str) -> None:
    shown, _ = draw_excerpt(f"a{end}b\r\nsecond\rthird\n", 3, 1)
    assert shown == "third"


def test_a_separator_in_an_svg_does_not_shift_what_is_shown(project: Path, run: Run) -> None:
    text = f"{SVG}\n<!-- \u2028 -->\n<blob/></svg>"
    (project / "a.svg").write_text(text, "utf-8")
    told = run("draw", "a.svg", "-o", "a.pdf").stderr
    assert "a.svg:3:1: warning[unsupported-element]" in told
    assert "  3 | <blob/></svg>\n      ^\n" in told


def test_a_separator_in_yaml_does_not_shift_what_is_shown(project: Path, run: Run) -> None:
    text = 'system: asfos\nname: "a\u2028b"\nmas: 1\n'
    (project / "a.yaml").write_text(text, "utf-8")
    told = run("validate").stderr
    assert "a.yaml:3:1: error[unknown-key]" in told
    assert "  3 | mas: 1\n      ^\n" in told


# Only what was read


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file outside the project."""
    path = tmp_path / "secret.txt"
    path.write_text(f"{SECRET}\n")
    return path


def forge(path: Path) -> str:
    """A drawing with a problem, whose marks claim that it is elsewhere."""
    mark = f'data-sheetgen-line="1:1:{path}"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">\n'
        f"<?sheetgen-place 0?><?sheetgen-place 1:1:{path}?><blob {mark}/>\n"
        f"<rect {mark} fil='red' width='1' height='1'/></svg>\n"
    )


def test_marks_in_a_drawing_mean_nothing(project: Path, run: Run, secret: Path) -> None:
    (project / "a.svg").write_text(forge(secret))
    outcome = run("draw", "a.svg", "-o", "a.pdf", "--strict")
    assert outcome.status == 1
    rows = [row for row in outcome.stderr.splitlines() if "error[" in row]
    assert [row.split(":")[:2] for row in rows] == [["a.svg", "2"], ["a.svg", "3"]]
    assert SECRET not in outcome.stderr


def test_marks_in_art_mean_nothing(
    project: Path, run: Run, write_ship: Writer, secret: Path
) -> None:
    write_ship(art="a.svg")
    (project / "a.svg").write_text(forge(secret))
    outcome = run("render", "-o", "a.pdf", "--strict")
    assert outcome.status == 1
    assert SECRET not in outcome.stderr
    rows = [row for row in outcome.stderr.splitlines() if "error[" in row]
    assert [row.split(" ")[0] for row in rows] == ["ship.yaml:10:6:"] * 2


def test_marks_in_a_template_and_its_pictures_mean_nothing(
    project: Path, run: Run, write_ship: Writer, secret: Path
) -> None:
    write_ship()
    folder = project / "templates" / "asfos"
    folder.mkdir()
    (folder / "inner.svg").write_text(forge(secret))
    text = forge(secret).replace("</svg>", '<image href="inner.svg" width="1" height="1"/>\n</svg>')
    loop = "<!--{% for x in range(7) %}-->\n<g/>\n<!--{% endfor %}-->\n"  # moves what follows
    (folder / "display.svg").write_text(text.replace("\n", f"\n{loop}", 1))
    outcome = run("render", "-o", "a.pdf")
    assert outcome.status == 1
    assert SECRET not in outcome.stderr
    rows = [row for row in outcome.stderr.splitlines() if "error[" in row]
    assert {row.split(":")[0] for row in rows} == {"templates/asfos/display.svg"}
    assert sorted({int(row.split(":")[1]) for row in rows}) == [5, 6]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_mark_does_not_open_a_pipe(project: Path, run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (project / "a.svg").write_text(forge(tmp_path / "pipe"))
    assert run("draw", "a.svg", "-o", "a.pdf", "--strict").status == 1


def test_a_file_that_was_not_read_is_not_shown(
    secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Diagnostic("rule", "error", "wrong", "", str(secret), 1, 1)
    output.report([found], {})
    assert capsys.readouterr().err == f"{secret}:1:1: error[rule]: wrong\n"


def test_problems_come_with_the_texts_that_were_read(project: Path, write_ship: Writer) -> None:
    opened = sheetgen.open_project(project)
    path = write_ship(mass="x")
    opened.overlay("ship.yaml", path.read_text().replace("mass: x", "mass: y"))
    with pytest.raises(ProblemError) as caught:
        opened.render("ship.yaml")
    (found,) = (d for d in caught.value.diagnostics if d.is_error)
    assert caught.value.texts[found.file].splitlines()[found.line - 1] == "mass: y"


# Everything that is shown is made visible


def test_what_is_not_seen_is_spelled_out() -> None:
    shown = show(HOSTILE)
    assert not find_unseen(shown)
    assert shown.startswith("<U+001B>[31m<U+000D><U+0007><U+007F><U+009B>2J<U+202E>ABC")
    assert show("a\nb\tc") == "a<U+000A>b<U+0009>c"
    assert show("b\udce9.yaml") == "b<0xE9>.yaml"


@pytest.mark.parametrize(
    "text", ["Émeraude", "戦艦", "Ἀργώ", "a\u00a0b", "no\u0308", "№ 5 — “x”", "😀"]
)
def test_what_is_seen_stays(text: str) -> None:
    assert show(text) == text


@given(st.text(st.characters()))
def test_json_stays_json(text: str) -> None:
    written = write_json({"a": [text, 1]})
    assert all(c.isspace() for c in find_unseen(written))  # such as a space of another width
    assert json.loads(written) == {"a": [text, 1]}


@given(st.text(), st.text(), st.text())
def test_no_value_forges_a_line(message: str, hint: str, file: str) -> None:
    found = Diagnostic("rule", "error", message, hint, file, 1, 1)
    assert len(render_short([found]).split("\n")) == 2
    assert len(render_short([found]).splitlines()) == 1
    assert len(render_full([found]).splitlines()) == 1 + bool(hint)


def spell(text: str) -> str:
    """A text in quotes, every character of it escaped, as YAML reads it."""
    return '"' + "".join(f"\\U{ord(c):08x}" for c in text) + '"'


def test_a_hostile_key(project: Path, run: Run) -> None:
    forged = "a.yaml:1:1: error[forged]: x"
    lines = [f"{spell(key)}: 1\n" for key in (HOSTILE, f"k\n{forged}", "mass")]
    (project / "a.yaml").write_text("".join(["system: asfos\n", *lines]))
    for form in ("full", "short", "json"):
        outcome = run("validate", "--format", form)
        assert outcome.status == 1
        assert not find_unseen(outcome.stdout + outcome.stderr)
        assert forged not in outcome.stderr.splitlines()
    keys = [found["message"] for found in json.loads(outcome.stdout)]
    assert any(HOSTILE in key for key in keys)


def test_a_hostile_file_name(project: Path, run: Run, write_ship: Writer) -> None:
    name = "a\x1b[31m\n\u202e.yaml"
    try:
        write_ship(name, mass="x")
        (project / name).rename(project / f"{name}\udce9.yaml")
    except OSError:
        pytest.skip("there can be no such file here")
    for form in ("full", "short", "json"):
        outcome = run("validate", "--format", form)
        assert outcome.status == 1
        assert not find_unseen(outcome.stdout + outcome.stderr)
    told = run("validate", "--format", "short").stderr
    assert told.startswith("a<U+001B>[31m<U+000A><U+202E>.yaml<0xE9>.yaml:3:7: error[wrong-type]")
    assert json.loads(outcome.stdout)[0]["file"].endswith("\udce9.yaml")


def test_a_hostile_name_of_a_result(project: Path, run: Run, write_ship: Writer) -> None:
    write_ship()
    outcome = run("render", "-o", "a\x1b[31m\n.pdf")
    assert outcome.status == 0
    assert outcome.stdout.startswith("a<U+001B>[31m<U+000A>.pdf: ")


@pytest.mark.parametrize(
    "arguments",
    [
        [HOSTILE],
        ["render", f"--{HOSTILE}"],
        ["render", "-o", f"a.{HOSTILE}"],
        ["render", "-o", "a.pdf", "--ink", HOSTILE],
        ["render", "-o", "a.pdf", "--paper", HOSTILE],
        ["render", "-o", "a.pdf", "--sheet", HOSTILE],
        ["render", "-o", "a.pdf", HOSTILE],
        ["validate", "--fonts", HOSTILE],
        ["show", HOSTILE],
        ["list", HOSTILE],
        ["explain", HOSTILE],
        ["schema", HOSTILE],
        ["eject", HOSTILE],
        ["eject", "display", "--sample", HOSTILE],
        ["adopt", HOSTILE],
        ["new", HOSTILE, "x"],
        ["book", HOSTILE, "-o", "a.pdf"],
        ["draw", HOSTILE, "-o", "a.pdf"],
    ],
    ids=lambda a: " ".join(a).replace(HOSTILE, "?"),
)
def test_hostile_arguments(run: Run, write_ship: Writer, arguments: list[str]) -> None:
    write_ship()
    outcome = run(*arguments)
    assert outcome.status in (1, 2)
    assert outcome.stderr
    assert not find_unseen(outcome.stdout + outcome.stderr)


def test_hostile_values_in_tables(run: Run, write_ship: Writer) -> None:
    name = "N\u202e\u2066x"
    write_ship(name=json.dumps(name))
    write_ship("other.yaml", name="戦艦")
    for arguments in (["show"], ["show", "ship.yaml"], ["show", "--json"]):
        outcome = run(*arguments)
        assert not find_unseen(outcome.stdout + outcome.stderr)
    if outcome.status == 0:
        assert json.loads(outcome.stdout)[1]["name"] == name


def test_columns_with_wide_letters_are_aligned(run: Run, write_ship: Writer) -> None:
    write_ship("a.yaml", name="Kestrel Grey")
    write_ship("b.yaml", name="戦艦")
    _, *rows = run("show").stdout.splitlines()
    ends = [
        measure(row.partition(word)[0])
        for row, word in zip(rows, ("Class", "CA", "CA"), strict=True)
    ]
    assert len(set(ends)) == 1, rows


def test_one_module_prints() -> None:
    """All others go through its functions, which make everything visible."""
    for path in Path(cli.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        printing = {"print", "typer.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write"}
        if path.name != "output.py":
            assert not calls & printing or path.name == "__init__.py", path.name


# As many problems as there are


def test_a_text_is_split_once(monkeypatch: pytest.MonkeyPatch) -> None:
    splits: list[str] = []

    class Break:
        def split(self, text: str) -> list[str]:
            splits.append(text)
            return text.split("\n")

    monkeypatch.setattr(excerpt, "BREAK", Break())
    text = "a: 1\n" * 3000
    found = [Diagnostic("r", "error", "m", "", "a.yaml", at, 1) for at in range(1, 3000)]
    assert render_full(found, {"a.yaml": text}).count("| a: 1\n") == 2999
    assert splits == [text]


def test_names_are_compared_closely_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare(word: str, known: Any, n: int) -> list[str]:
        compared.append(len(known))
        return []

    monkeypatch.setattr("difflib.get_close_matches", compare)
    names = Names(f"ship-{at:04}" for at in range(8000))
    for at in range(8000):
        names.find(f"wreck-{at:04}")
    assert sum(compared) < 30_000


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("kestrel", "Kestrel"), ("kestrl", "Kestrel"), ("kesttrel", "Kestrel"),
        ("kestral", "Kestrel"), ("ksetrel", "Kestrel"), ("falcon", ""),
    ],
)  # fmt: skip
def test_single_slips_are_found_among_any_number_of_names(word: str, near: str) -> None:
    names = Names(["Kestrel", *(f"ship-{at:05}" for at in range(30_000))])
    names.find("warm up, by comparing all of them closely")
    assert names.find(word) == near


def test_what_a_fleet_may_name_is_listed_once(
    project: Path, write_ship: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_ship("pikestaff.yaml", name="Pikestaff")
    rows = "".join(f"  - {{ship: pikestaf{at}}}\n" for at in range(300))
    (project / "fleet.yaml").write_text(f"system: asfos\nfleet: F\nships:\n{rows}")
    shelf = Shelf(Systems())
    listed = []
    whole = Shelf.list_all

    def list_all(*arguments: Any) -> Any:
        listed.append(arguments)
        return whole(*arguments)

    monkeypatch.setattr(Shelf, "list_all", list_all)
    found = [d for d in gather([project], shelf).diagnostics if d.rule == "unknown-definition"]
    assert len(found) == 300
    assert "did you mean pikestaff?" in found[0].hint
    assert len(listed) <= 2


def test_what_may_be_named_is_listed_once_for_all_ids(
    project: Path, write_ship: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_ship("pikestaff.yaml", name="Pikestaff")
    listed = []
    whole = Shelf.list_all

    def list_all(*arguments: Any) -> Any:
        listed.append(arguments)
        return whole(*arguments)

    monkeypatch.setattr(Shelf, "list_all", list_all)
    ids = [f"pikestaf{at}" for at in range(200)]
    found = select(ids, project, Shelf(Systems())).diagnostics
    assert {one.hint for one in found} == {"did you mean pikestaff?"}
    assert len(found) == 200
    assert len(listed) == 1


def test_names_that_are_the_same_are_compared_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formulas of a game ask one after another about the lines of one table."""
    compared = []

    def compare(word: str, known: Any, n: int) -> list[str]:
        compared.append(len(known))
        return []

    monkeypatch.setattr("difflib.get_close_matches", compare)
    for at in range(2000):
        nearest.prepare(tuple(f"row-{line}" for line in range(500))).find(f"line-{at}")
        nearest.prepare(tuple(f"row-{line}" for line in range(500))).find("the same one")
    assert sum(compared) < 30_000


def test_a_folder_is_listed_once_for_its_missing_pictures(
    write_ship: Writer, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    nearest._list_names.cache_clear()
    for at in range(30):
        write_ship(f"s{at}.yaml", art=f"s{at}.ymal")
    listed = []

    def gather_names(known: Any) -> Names:
        listed.append(known)
        return Names(known)

    monkeypatch.setattr(nearest, "Names", gather_names)
    told = run("validate", "--format", "json").stdout
    assert [found["hint"] for found in json.loads(told) if found["rule"] == "bad-art"][:2] == [
        "did you mean s0.yaml?", "did you mean s1.yaml?",
    ]  # fmt: skip
    assert len(listed) == 1


def make_many() -> list[Diagnostic]:
    """Hints, and fewer errors after them."""
    hints = [Diagnostic("h", "hint", "m", "", "a.yaml", at, 1) for at in range(1, 600)]
    return [*hints, *(Diagnostic("e", "error", "m", "", "b.yaml", at, 1) for at in range(1, 101))]


def test_a_terminal_shows_the_worst_and_says_how_many_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    output.report(make_many())
    told = capsys.readouterr().err.splitlines()
    assert sum("error[e]" in row for row in told) == 100
    assert sum("hint[h]" in row for row in told) == 400
    assert told[-1] == "… and 199 more; `sheetgen validate --format short` shows all"
    assert told[0].startswith("a.yaml:1:1: hint")


@pytest.mark.parametrize("form", ["full", "short", "json"])
def test_a_pipe_gets_everything(capsys: pytest.CaptureFixture[str], form: str) -> None:
    output.report(make_many(), form=form)
    told = capsys.readouterr()
    assert (told.out + told.err).count("a.yaml") == 599
    assert "more;" not in told.err


# The place of art


def test_all_problems_of_art_are_told_at_once(project: Path, run: Run, write_ship: Writer) -> None:
    write_ship("a.yaml", art="a.svg")
    write_ship("b.yaml", art="b.png")
    (project / "a.svg").write_text(f'{SVG}\n<blob/>\n <rect x="?"/></svg>')
    (project / "b.png").write_text("no picture")
    outcome = run("render", "-o", "a.pdf")
    rows = [row for row in outcome.stderr.splitlines() if "error[" in row or "warning[" in row]
    assert rows[0].startswith("a.yaml:10:6: warning[bad-value]: x: '?' is not a length")
    assert rows[0].endswith("(a.svg:3:2)")
    assert rows[1] == ("a.yaml:10:6: warning[unsupported-element]: <blob> is not drawn (a.svg:2:1)")
    assert rows[2] == (
        "b.yaml:10:6: error[bad-art]: the picture b.png can't be printed: "
        "it is not a PNG or JPEG picture"
    )
    assert len(rows) == 3
    assert "templates/" not in outcome.stderr
