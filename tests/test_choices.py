"""What is chosen at the printer: parts of a run, sizes, one file a piece, names and spellings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.ground.units import MM, parse_length
from sheetgen.printing.options import ChoiceError, Choices

Run = Callable[..., Any]
FLEET = """\
system: asfos
fleet: Emerald Squadron
ships: [{ship: warrior, count: 2}, {ship: swordfish, ids: [X9]}]
"""


@pytest.fixture
def fleet(project: Path) -> Path:
    path = project / "emerald.yaml"
    path.write_text(FLEET, "utf-8")
    return path


def read_text(path: Path) -> str:
    document = PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.mark.parametrize(
    ("text", "millimetres"),
    [
        ("25mm", 25.0),
        (" 25 MM ", 25.0),
        ("2.5cm", 25.0),
        ("2,5 cm", 25.0),
        ('1"', 25.4),
        ("1in", 25.4),
        ("1 inch", 25.4),
        (".5 inches", 12.7),
        ('5/8"', 15.875),
        ("0.75 inch", 19.05),
        ('1 1/4"', 31.75),
        ("1-1/4 in", 31.75),
        ("1¼ in.", 31.75),
        ("¾″", 19.05),
        ("25 millimetres", 25.0),
    ],
)
def test_lengths(text: str, millimetres: float) -> None:
    assert parse_length(text) / MM == pytest.approx(millimetres)
    assert Choices({"counter_size": text}).counter_size == pytest.approx(millimetres)


@pytest.mark.parametrize("text", ["25", "mm", "1/0in", "-3mm", "1e3mm", "٣mm", "1 1/4", "1 2mm"])
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(ChoiceError, match="is not a length; write it as 25mm"):
        Choices({"counter_size": text})


@pytest.mark.parametrize("size", ["7mm", "101mm", 7.9, float("nan"), float("inf")])
def test_counters_that_no_hand_can_hold(size: str | float) -> None:
    with pytest.raises(ChoiceError, match="is not from 8 to 100 mm"):
        Choices({"counter_size": size})


@pytest.mark.parametrize("game", ["airships", "asfos", "barsoom", "black-skies"])
@pytest.mark.parametrize("size", [10, 16, 50])
def test_counters_have_the_size_that_is_chosen(project: Path, game: str, size: int) -> None:
    fleet = {
        "airships": "ember-concord",
        "asfos": "the-green-veil",
        "barsoom": "canal-wardens",
        "black-skies": "quarry-watch",
    }[game]
    result = sheetgen.open_project(project).render(
        fleet, sheet="counters", counter_size=f"{size}mm"
    )
    for data in result.cut("pdf").values():
        assert PdfDocument(data)[0].get_width() / MM == pytest.approx(size, abs=0.01) or (
            game == "black-skies"  # hexes: their sides are apart by the size
        )


def test_only_some_ships_of_a_fleet(fleet: Path, run: Run) -> None:
    """A ship is found by its ID or its design; sheets about the whole fleet are left out."""
    assert run("render", fleet, "--only", "X9", "-o", "a.pdf").status == 0
    text = read_text(fleet.with_name("a.pdf"))
    assert "X9" in text
    assert "BB1" not in text
    assert (
        run("render", fleet, "--only", "Warrior", "--skip", "counters", "-o", "b.pdf").status == 0
    )
    text = read_text(fleet.with_name("b.pdf"))
    assert "BB1" in text
    assert "BB2" in text
    assert "X9" not in text
    wrong = run("render", fleet, "--only", "BX1", "-o", "c.pdf")
    assert (wrong.status, "--only: there is no BX1; did you mean BB1?" in wrong.stderr) == (2, True)


def test_only_one_definition(fleet: Path, run: Run, write_ship: Callable[..., Path]) -> None:
    write_ship("kite.yaml", name="Kite")
    whole = run("render", "--only", "emerald", "-o", "a.pdf")
    part = run("render", "--only", "kite", "-o", "b.pdf")
    assert "Kite" not in read_text(fleet.with_name("a.pdf"))
    assert "Emerald" not in read_text(fleet.with_name("b.pdf"))
    assert (whole.status, part.status) == (0, 0)


def test_what_remains_looks_as_it_does_in_the_whole(project: Path, fleet: Path) -> None:
    """The second side of a battle keeps its livery when it is printed again alone."""
    other = project / "ruby.yaml"
    other.write_text(FLEET.replace("Emerald", "Ruby"), "utf-8")
    opened = sheetgen.open_project(project)
    whole = opened.render("emerald.yaml", "ruby.yaml", sheet="counters").cut("svg")
    part = opened.render("emerald.yaml", "ruby.yaml", sheet="counters", only="ruby").cut("svg")
    assert len(part) == 3
    assert part == {name: whole[name] for name in part}


def test_skipped_sheets(fleet: Path, run: Run) -> None:
    first = ["--sheet", "display", "--sheet", "counters"]
    skipped = [*first, "--skip", "Display", "--skip", "COUNTERS"]
    nothing = run("render", fleet, *skipped, "-o", "a.pdf")
    assert nothing.status == 2
    assert "nothing is left to print" in nothing.stderr
    wrong = run("render", fleet, "--skip", "displai", "-o", "a.pdf")
    assert (wrong.status, "--skip: there is no displai; did you mean display?" in wrong.stderr) == (
        2,
        True,
    )
    assert run("render", fleet, *skipped[:-2], "-o", "a.pdf").status == 0


def test_pieces_are_files_named_after_definitions(fleet: Path, run: Run) -> None:
    done = run("render", fleet, "warrior", "--sheet", "counters", "--pieces", "-o", "made/all")
    assert done.status == 0, done.stderr
    made = fleet.parent / "made" / "all"
    assert {path.name for path in made.iterdir()} == {
        "emerald-counters-bb1-warrior.png",
        "emerald-counters-bb2-warrior.png",
        "emerald-counters-x9-swordfish.png",
    }
    with Image.open(made / "emerald-counters-x9-swordfish.png") as picture:
        assert picture.mode == "RGBA"
        assert picture.size[0] == picture.size[1]


def test_pieces_have_a_transparent_ground(project: Path) -> None:
    result = sheetgen.open_project(project).render("warrior", sheet="portrait")
    [(name, data)] = result.cut("PNG", dpi=50).items()
    (project / name).write_bytes(data)
    with Image.open(project / name) as picture:
        assert name == "warrior.png"
        assert picture.getchannel("A").getextrema() == (0, 255)


def test_pieces_are_cropped_to_their_cut_or_bleed(project: Path) -> None:
    opened = sheetgen.open_project(project)
    widths = []
    for bleed in (None, 2.0):
        result = opened.render("warrior", sheet="counters", bleed=bleed, counter_size=20, copies=3)
        [data] = result.cut("pdf").values()
        widths.append(PdfDocument(data)[0].get_width() / MM)
    assert widths == [pytest.approx(20), pytest.approx(24)]


def test_backs_are_pieces_too(fleet: Path) -> None:
    fleet.write_text(FLEET + "counters: {back: name}\n", "utf-8")
    opened = sheetgen.open_project(fleet.parent)
    for duplex, count in (("long", 6), ("none", 3), ("fold", 3)):
        files = opened.render("emerald", sheet="counters", duplex=duplex).cut("svg")
        assert len(files) == count, duplex
        assert sum(name.endswith("-back.svg") for name in files) == count - 3


def test_where_pieces_go(fleet: Path, run: Run) -> None:
    """A name with an ending begins the names of the files; without a name there is a folder."""
    for more in (["-o", "x.svg"], []):
        assert run("render", fleet, "--sheet", "display", "--pieces", *more).status == 0
    assert (fleet.parent / "x-emerald-display-bb1-warrior.svg").is_file()
    assert (fleet.parent / "emerald pieces" / "emerald-display-bb1-warrior.png").is_file()
    refused = run("render", fleet, "--pieces", "-o", "-", "--format", "png")
    assert (refused.status, "pieces can't go to standard output" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("what", "name"),
    [
        (["emerald.yaml"], "emerald.pdf"),
        (["WARRIOR.yaml"], "kite.pdf"),
        (["warrior", "swordfish"], "warrior and swordfish.pdf"),
        (["warrior", "swordfish", "calypso", "new-mars"], "warrior and 3 more.pdf"),
        (["deep/er"], "er.pdf"),
    ],
)
def test_without_output_the_file_is_named_after_what_is_printed(
    fleet: Path, write_ship: Callable[..., Path], run: Run, what: list[str], name: str
) -> None:
    write_ship("WARRIOR.yaml", id="kite")
    write_ship("deep/er/a.yaml")
    write_ship("deep/er/b.yaml")
    before = {*fleet.parent.iterdir()}
    done = run("render", *what)
    assert done.status == 0, done.stderr
    assert {path.name for path in {*fleet.parent.iterdir()} - before} == {name}
    assert done.stdout.startswith(f"{name}: ")


def test_nothing_is_written_over_art(
    project: Path, write_ship: Callable[..., Path], run: Run
) -> None:
    art = project / "kite.png"
    Image.new("RGB", (4, 4)).save(art)
    before = art.read_bytes()
    write_ship("kite.yaml", art="kite.png")
    refused = run("render", "kite.yaml", "--format", "png")
    assert refused.status == 1
    assert "error[over-an-input]" in refused.stderr
    assert art.read_bytes() == before


def test_a_book_is_named_after_its_file(project: Path, run: Run) -> None:
    (project / "fleets.yaml").write_text("book: B\nships: [warrior]\nappendix: false\n", "utf-8")
    done = run("book", "fleets.yaml")
    assert done.status == 0, done.stderr
    assert (project / "fleets.pdf").is_file()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["--ink", "gray"], ["--ink", "grey"]),
        (["--ink", "Colour"], ["--ink", "color"]),
        (["--color", "darkred"], ["--colour", "DarkRed"]),
        (["--sheet", "DISPLAY"], ["--sheet", "display"]),
        (["--duplex", "Fold"], ["--duplex", "fold"]),
        (["--format", "PDF"], ["--format", "pdf"]),
        (["--paper", "Letter"], ["--paper", "letter"]),
        (["--pack", "SHIP"], ["--pack", "ship"]),
    ],
)
def test_spellings(project: Path, run: Run, one: list[str], other: list[str]) -> None:
    files = project / "a.pdf", project / "b.pdf"
    for path, option in zip(files, (one, other), strict=True):
        done = run("render", "warrior", *option, "-o", path)
        assert done.status == 0, done.stderr
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("render warrior --pack loose", "'--pack': 'loose' is not one of tight, ship, sheet"),
        ("render warrior --duplex x", "'--duplex': 'x' is not one of long, short, fold, none"),
        ("render warrior --format gif", "'--format': 'gif' is not one of pdf, svg, png"),
        ("validate --format xml", "'--format': 'xml' is not one of full, short, json"),
        ("list boats", "'THING': 'boats' is not one of systems, ships, sheets"),
    ],
)
def test_a_wrong_choice_names_those_that_are_right(run: Run, line: str, message: str) -> None:
    wrong = run(*line.split())
    assert wrong.status == 2
    assert f"Invalid value for {message}" in " ".join(wrong.stderr.split())


@pytest.mark.parametrize("id", ["ships/kite.yaml", "kite.yaml", r"ships\kite.yml", "KITE.csv"])
def test_a_path_for_an_id_is_understood(
    project: Path, write_ship: Callable[..., Path], run: Run, id: str
) -> None:
    write_ship("kite.yaml", name="Kite")
    (project / "kit.yaml").write_text(
        f"system: asfos\nfleet: F\nships: [{{ship: '{id}'}}]\n", "utf-8"
    )
    wrong = run("validate", "kit.yaml")
    assert wrong.status == 1
    assert f"there is no ship called '{id}'\n" in wrong.stderr
    assert "hint: did you mean kite?" in wrong.stderr


def test_a_wrong_ink(project: Path, run: Run) -> None:
    wrong = run("render", "warrior", "--ink", "green", "-o", "a.pdf")
    assert wrong.status == 2
    assert "'--ink': 'green' is not one of color, grey, low" in " ".join(wrong.stderr.split())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("render kit", {"kite", "kite.yaml"}),
        ("render --only ki", {"kite"}),
        ("render fleet.yaml --only C", {"CA1", "CA2"}),
        ("render broken.yaml --only C", set()),
        ("render --pack t", {"tight"}),
        ("blank asfos/di", {"asfos/display"}),
        ("render --sheet disp", {"display"}),
        ("render --skip rost", {"roster"}),
        ("render --paper l", {"legal", "letter"}),
        ("book --theme low", {"low-ink"}),
        ("explain over-p", {"over-power"}),
        ("new asf", {"asfos"}),
        ("show zzz", set()),
    ],
)
def test_completion(
    project: Path, write_ship: Callable[..., Path], line: str, offered: set[str]
) -> None:
    write_ship("kite.yaml", name="Kite")
    fleet = "system: asfos\nfleet: F\nships: [{ship: kite, count: 2}]\n"
    (project / "fleet.yaml").write_text(fleet, "utf-8")
    (project / "broken.yaml").write_text(fleet.replace("kite", "kit"), "utf-8")
    asked = {"COMP_WORDS": f"sheetgen {line}", "COMP_CWORD": str(len(line.split()))}
    done = subprocess.run(
        [sys.executable, "-c", "import sys, sheetgen.cli as c; sys.argv[0] = 'sheetgen'; c.main()"],
        env={**os.environ, **asked, "_SHEETGEN_COMPLETE": "complete_bash"},
        capture_output=True,
        text=True,
        cwd=project,
        check=False,
    )
    assert done.stderr == ""
    assert {*done.stdout.split()} == offered


@pytest.mark.parametrize("line", ["draw badge.svg", "blank asfos/plotting-chart"])
def test_drawings_and_blanks_are_watched(
    project: Path, monkeypatch: pytest.MonkeyPatch, run: Run, line: str
) -> None:
    """A drawing, or a template of the project, is broken, then it is mended and different."""
    assert run("eject", "plotting-chart").status == 0
    (path,) = project.rglob("plotting.svg")
    text = path.read_text("utf-8")
    other = text.replace("ENGINE", "DRIVE")
    if line.startswith("draw"):
        path = project / "badge.svg"
        text = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"/>'
        other = text.replace("/>", '><rect width="4" height="4"/></svg>')
        path.write_text(text, "utf-8")
    out = project / "out.pdf"
    seen: list[bytes] = []

    def change(*folders: Path, **options: Any) -> Iterator[set[tuple[int, str]]]:
        for changed in (text.replace("<svg", "<svg <"), other):
            seen.append(out.read_bytes())
            path.write_text(changed, "utf-8")
            yield {(2, str(path))}
        raise KeyboardInterrupt

    monkeypatch.setattr("watchfiles.watch", change)
    done = run(*line.split(), "--watch", "-o", out)
    assert f"{path.name}:" in done.stderr
    assert "error[" in done.stderr
    assert seen[0] == seen[1] != out.read_bytes()


def test_watch_prints_again_and_ends_quietly(
    project: Path, write_ship: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """A change that breaks a ship is reported, the next one mends it; the output does not count."""
    path = write_ship("kite.yaml", name="Kite")
    right = path.read_text("utf-8")
    out = project / "out.pdf"
    seen: list[bytes] = []

    def change(*folders: Path, **options: Any) -> Iterator[set[tuple[int, str]]]:
        assert [folder.resolve() for folder in folders] == [project.resolve()]
        for text in (right.replace("mass: 6", "mass: 0"), right.replace("Kite", "Raven")):
            seen.append(out.read_bytes())
            path.write_text(text, "utf-8")
            yield {(2, str(path))}
        seen.append(out.read_bytes())
        out.write_bytes(b"not printed again")
        yield {(2, str(out)), (1, str(project / ".kite.yaml.swp"))}
        raise KeyboardInterrupt

    monkeypatch.setattr("watchfiles.watch", change)
    done = run("render", "kite.yaml", "--watch", "-o", out)
    assert done.status in (0, 130), done.stderr
    assert "kite.yaml:3:7: error[out-of-range]: mass: 0 is less than 1" in done.stderr
    assert "Traceback" not in done.stderr
    assert seen[0] == seen[1] != seen[2]
    assert out.read_bytes() == b"not printed again"
