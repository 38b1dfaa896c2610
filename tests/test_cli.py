"""The command line from outside: statuses, streams, files, and what scripts hold on to."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from sheetgen import __version__
from sheetgen.cli import commands
from sheetgen.ground import assets
from sheetgen.project.rules import list_rules
from sheetgen.systems.loading import Systems
from tests.each import check_each

Run = Callable[..., Any]
Writer = Callable[..., Path]

COMMANDS = [command.name for command in commands.COMMANDS]
CONTRACT = {
    *("render", "blank", "validate", "show", "list", "new", "init", "draw", "eject"),
    *("explain", "schema"),
}
BOOKS = sorted(assets.shipped("ships").glob("books/*.yaml"))
SHIPPED = sorted(set(assets.shipped("ships").rglob("*.yaml")) - set(BOOKS))
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm" viewBox="0 0 30 20">'
    '<rect width="30" height="20" fill="red"/></svg>'
)


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its bytes."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


# Help


def test_every_command_of_the_contract_is_there() -> None:
    assert set(COMMANDS) >= CONTRACT


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(run: Run, command: str) -> None:
    outcome = run(command, "--help")
    assert outcome.status == 0
    assert re.search(rf"^\s+sheetgen {command}\b", outcome.stdout, re.MULTILINE)
    assert outcome.stderr == ""


def test_help_lists_the_commands(run: Run) -> None:
    outcome = run("--help")
    assert outcome.status == 0
    for command in COMMANDS:
        assert re.search(rf"^\s+{command}\b", outcome.stdout, re.MULTILINE)
    assert "--install-completion" in outcome.stdout


def test_version(run: Run) -> None:
    outcome = run("--version")
    assert (outcome.status, outcome.stdout) == (0, f"sheetgen {__version__}\n")


def test_python_m_sheetgen(spawn: Run) -> None:
    outcome = spawn("--version")
    assert (outcome.status, outcome.stdout) == (0, f"sheetgen {__version__}\n")


def test_nothing_heavy_is_imported_for_help() -> None:
    code = "import sys, sheetgen.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"reportlab", "pydantic", "jinja2", "PIL", "pypdfium2", "uharfbuzz", "yaml"}
    assert not heavy & set(done.stdout.split())


# Wrong usage is status 2, and nothing happens


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rendr", "rendr"),
        ("render -o out.doc", ".pdf"),
        ("render -o out", "--format"),
        ("render -o out.pdf --format doc", "doc"),
        ("render -o out.pdf --paper a44", "a44"),
        ("render -o out.pdf --paper 1x1mm", "20 mm"),
        ("render -o out.pdf --sheet displya", "display"),
        ("render -o out.pdf --ink pink", "pink"),
        ("render -o out.pdf --colour bleu", "blue"),
        ("render -o out.pdf --copies 0", "--copies"),
        ("render -o out.png --dpi 5", "--dpi"),
        ("render -o out.png --jobs 0", "--jobs"),
        ("render -o out.pdf --fonts nowhere", "nowhere"),
        ("render -o out.pdf --unknown", "--unknown"),
        ("blank displya -o out.pdf", "display"),
        ("blank display -o out.pdf --mass 0", "--mass"),
        ("blank display -o out.pdf --mass x", "--mass"),
        ("validate --format xml", "xml"),
        ("list things", "things"),
        ("new chess Rook", "asfos"),
        ("new asfos", "NAME"),
        ("eject displya", "display"),
        ("explain over-powr", "over-power"),
        ("schema chess", "asfos"),
        ("draw", "FILE"),
    ],
)
def test_wrong_usage(run: Run, write_ship: Writer, project: Path, line: str, words: str) -> None:
    write_ship()
    before = files(project)
    outcome = run(*line.split())
    assert outcome.status == 2
    assert words in outcome.stderr
    assert outcome.stdout == ""
    assert files(project) == before


# Problems in the input are status 1, and nothing is written


@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_problems_leave_the_old_output(
    run: Run, write_ship: Writer, project: Path, ending: str
) -> None:
    write_ship(mass=0)
    (project / f"out.{ending}").write_bytes(b"old")
    before = files(project)
    outcome = run("render", "-o", f"out.{ending}")
    assert outcome.status == 1
    assert outcome.stdout == ""
    assert outcome.stderr.startswith("ship.yaml:3:7: error[out-of-range]: ")
    assert files(project) == before


@pytest.mark.parametrize(
    "line",
    [
        "render nowhere.yaml -o out.pdf",
        "render nowhere -o out.pdf",
        "render empty -o out.pdf",
        "validate nowhere.yaml",
        "validate empty",
        "show nowhere.yaml",
        "show nowhere/ships",
        "draw nowhere.svg -o out.pdf",
        "draw empty -o out.pdf",
        "draw ship.yaml -o out.pdf",
        "render ship.yaml -o nowhere/out.pdf",
        "render ship.yaml -o empty --format pdf",
        "render ship.yaml -o ship.yaml/out.pdf",
        "render ship.yaml -o out.png --dpi 2400 --paper a3",
        "render ship.yaml -o out.pdf --paper 30x30mm",
        "validate --system empty",
    ],
)
def test_problems_in_the_input(run: Run, write_ship: Writer, project: Path, line: str) -> None:
    write_ship()
    (project / "empty").mkdir()
    before = files(project)
    outcome = run(*line.split())
    assert outcome.status == 1
    assert re.search(r"error\[[a-z-]+\]: ", outcome.stderr)
    assert files(project) == before


def test_warnings_do_not_stop_the_print(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship(points=63)
    outcome = run("render", "-o", "out.pdf")
    assert outcome.status == 0
    assert "warning[points-mismatch]" in outcome.stderr
    assert "hint[" not in outcome.stderr
    assert (project / "out.pdf").exists()


def test_a_problem_without_a_file_has_a_place_too(run: Run, write_ship: Writer) -> None:
    write_ship()
    outcome = run("render", "-o", "out.png", "--dpi", "2400")
    assert outcome.stderr.startswith("sheetgen: error[too-many-pixels]: ")


# Output


def test_output_in_a_folder_with_spaces(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    (project / "to print").mkdir()
    outcome = run("render", "-o", "to print/my ship.pdf")
    assert outcome.status == 0
    assert (project / "to print" / "my ship.pdf").read_bytes().startswith(b"%PDF")
    assert "to print/my ship.pdf" in outcome.stdout


def test_output_replaces_the_old_one_whole(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    (project / "out.pdf").write_bytes(b"old" * 100_000)
    assert run("render", "-o", "out.pdf").status == 0
    data = (project / "out.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert data.rstrip().endswith(b"%%EOF")
    assert sorted(files(project)) == ["out.pdf", "ship.yaml"]


def test_output_has_the_rights_of_a_new_file(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    run("render", "-o", "out.pdf")
    (project / "other").write_bytes(b"")
    assert (project / "out.pdf").stat().st_mode == (project / "other").stat().st_mode


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("call", ["os.replace", "os.write", "os.chmod"])
def test_a_failure_leaves_the_old_output(
    run: Run, write_ship: Writer, project: Path, call: str, failure: BaseException
) -> None:
    write_ship()
    (project / "out.pdf").write_bytes(b"old")
    before = files(project)
    with patch(call, side_effect=failure):
        outcome = run("render", "-o", "out.pdf")
    assert outcome.status == (1 if isinstance(failure, OSError) else 130)
    assert files(project) == before
    if isinstance(failure, OSError):
        assert "out.pdf: error[cant-write]" in outcome.stderr
        assert "No space left" in outcome.stderr


def test_of_several_pages_all_are_replaced_or_none(
    run: Run, write_ship: Writer, project: Path
) -> None:
    write_ship()
    (project / "out-1.svg").write_bytes(b"old")
    (project / "out-2.svg").mkdir()
    outcome = run("render", "-o", "out.svg", "--copies", "9")
    assert outcome.status == 1
    assert (project / "out-1.svg").read_bytes() == b"old"


def test_output_to_a_pipe(spawn: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    outcome = spawn("render", "-o", "-", "--format", "pdf")
    assert outcome.status == 0
    assert outcome.output.startswith(b"%PDF")
    assert outcome.output.rstrip().endswith(b"%%EOF")
    assert outcome.stderr == ""
    assert sorted(files(project)) == ["ship.yaml"]


def test_several_pages_do_not_go_to_a_pipe(run: Run, write_ship: Writer) -> None:
    write_ship()
    outcome = run("render", "-o", "-", "--format", "png", "--copies", "9", "--dpi", "20")
    assert outcome.status == 2
    assert outcome.output == b""


@pytest.mark.parametrize(
    "line", ["render -o - --format pdf --copies 99", "explain --markdown", "show warrior --json"]
)
def test_a_reader_that_has_had_enough(write_ship: Writer, project: Path, line: str) -> None:
    write_ship()
    command = [sys.executable, "-m", "sheetgen", *line.split()]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=project, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read().decode()
    assert "Traceback" not in complaint
    assert "Exception ignored" not in complaint


@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("out.pdf", "", b"%PDF"),
        ("out.PDF", "", b"%PDF"),
        ("out.svg", "", b"<svg"),
        ("out.png", "", b"\x89PNG"),
        ("out.png", "--format pdf", b"%PDF"),
        ("out", "--format svg", b"<svg"),
        ("out.v2", "--format png", b"\x89PNG"),
    ],
)
def test_the_format_follows_the_ending(
    run: Run, write_ship: Writer, project: Path, name: str, options: str, start: bytes
) -> None:
    write_ship()
    outcome = run("render", "-o", name, "--dpi", "30", *options.split())
    assert outcome.status == 0
    assert (project / name).read_bytes().startswith(start)


def test_png_pages_are_numbered(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    options = [
        "--sheet",
        "display",
        "--copies",
        "9",
        "--portrait",
        "--dpi",
        "100",
        "--pack",
        "sheet",
    ]
    assert run("render", "-o", "out.png", *options).status == 0
    assert sorted(files(project)) == ["out-1.png", "out-2.png", "out-3.png", "ship.yaml"]
    with Image.open(project / "out-3.png") as picture:
        assert picture.size == (827, 1170)
        assert picture.info["dpi"] == pytest.approx((100, 100), abs=0.1)


def test_numbers_of_ten_pages_have_two_digits(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    options = ["--sheet", "display", "--copies", "70", "--portrait"]
    assert run("render", "-o", "out.svg", *options).status == 0
    assert {"out-01.svg", "out-10.svg"} <= files(project).keys()


def test_several_pages_can_be_rasterised_at_the_same_time(
    run: Run, write_ship: Writer, project: Path
) -> None:
    write_ship()
    options = ["--sheet", "display", "--copies", "9", "--portrait", "--dpi", "40"]
    for name, jobs in (("one.png", "1"), ("two.png", "2")):
        assert run("render", "-o", name, "--jobs", jobs, *options).status == 0
    found = files(project)
    assert found["one-2.png"] == found["two-2.png"]


def test_an_svg_page_is_well_formed(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship(name="<Άργος & Co>")
    assert run("render", "-o", "out.svg").status == 0
    root = ElementTree.fromstring((project / "out.svg").read_bytes())
    assert root.attrib["width"] in ("210mm", "297mm")


def test_without_paths_the_current_folder_is_printed(
    run: Run, write_ship: Writer, project: Path
) -> None:
    write_ship("a.yaml")
    write_ship("ships/b.yaml")
    outcome = run("render", "-o", "out.pdf", "--sheet", "display")
    assert outcome.status == 0
    assert "2 pieces" in outcome.stdout


def test_sheets_and_paths_may_be_several(run: Run, write_ship: Writer) -> None:
    write_ship("a.yaml")
    write_ship("b/b.yaml")
    write_ship("c/c.yaml")
    line = "render a.yaml b -o out.pdf --sheet display --sheet compact --sheet display"
    outcome = run(*line.split())
    assert "4 pieces on 1 page" in outcome.stdout


# blank and draw


def test_blank_displays(run: Run, project: Path, rasterize: Any) -> None:
    outcome = run("blank", "display", "--mass", "4", "6", "12", "-o", "out.pdf")
    assert outcome.status == 0
    assert "3 pieces" in outcome.stdout
    assert (project / "out.pdf").read_bytes().startswith(b"%PDF")


def test_a_blank_display_has_no_numbers(run: Run, project: Path) -> None:
    run("blank", "display", "--mass", "4", "-o", "out.pdf")
    with PdfDocument((project / "out.pdf").read_bytes()) as document:
        text = document[0].get_textpage().get_text_range()
    assert "mass 4" in text
    dial, ruler = {"0", "1", "2", "3", "4", "5"}, {"50", "2", "100"}
    assert set(re.findall(r"\d+", text)) <= {"4"} | dial | ruler


def test_blank_without_masses_prints_the_usual_ones(run: Run) -> None:
    outcome = run("blank", "display", "-o", "out.pdf")
    assert "3 pieces" in outcome.stdout


@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_draw_makes_a_page_as_large_as_the_drawing(run: Run, project: Path, ending: str) -> None:
    (project / "square.svg").write_text(SQUARE)
    assert run("draw", "square.svg", "-o", f"badge.{ending}", "--dpi", "254").status == 0
    data = (project / f"badge.{ending}").read_bytes()
    if ending == "pdf":
        with PdfDocument(data) as document:
            assert document[0].get_size() == pytest.approx((85.0394, 56.6929), abs=0.01)
    elif ending == "svg":
        assert ElementTree.fromstring(data).attrib["width"] == "30mm"
    else:
        assert Image.open(io.BytesIO(data)).size == pytest.approx((300, 200), abs=1)


# validate


def test_all_is_well(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    outcome = run("validate")
    assert outcome.status == 0
    assert outcome.stdout == ""
    assert "1 definition" in outcome.stderr
    assert sorted(files(project)) == ["ship.yaml"]


@pytest.mark.parametrize(  # tests/test_goldens.py reads and draws all of them
    "folder",
    [
        pytest.param(path.name, marks=() if path.name == "asfos" else pytest.mark.whole)
        for path in sorted(assets.shipped("ships").iterdir())
    ],
)
def test_the_shipped_definitions_are_well(run: Run, folder: str) -> None:
    outcome = run("validate", assets.shipped("ships") / folder, "--strict", "--format", "json")
    assert outcome.status == 0
    # Escorts and titans are left to the game's advanced book, which is told of every one.
    known = {"advanced-rules"} if folder == "asfos" else set()
    assert {problem["rule"] for problem in json.loads(outcome.stdout)} == known


def test_full_diagnostics_show_the_line_and_a_hint(run: Run, write_ship: Writer) -> None:
    write_ship(mass="010")
    lines = run("validate").stderr.splitlines()
    assert lines[0].startswith("ship.yaml:3:7: error[wrong-type]: mass: ")
    assert lines[1].endswith("3 | mass: 010")
    assert lines[2].index("^") == lines[1].index("010")
    assert lines[3].split("hint: ")[1] == "write 10"


def test_short_diagnostics_are_one_line_each(run: Run, write_ship: Writer) -> None:
    write_ship(mass=0, hull=1)
    outcome = run("validate", "--format", "short")
    rows = [line for line in outcome.stderr.splitlines() if "[" in line]
    assert outcome.status == 1
    assert [re.match(r"ship\.yaml:(\d+):(\d+): error\[([\w-]+)\]: .", row) for row in rows]
    assert len(rows) == 2


def test_json_diagnostics_have_the_keys_of_the_contract(run: Run, write_ship: Writer) -> None:
    write_ship(mass=0, points=63)
    outcome = run("validate", "--format", "json")
    assert outcome.status == 1
    assert outcome.stderr == ""
    (row,) = json.loads(outcome.stdout)
    assert list(row) == ["rule", "severity", "message", "hint", "file", "line", "column"]
    assert (row["rule"], row["severity"]) == ("out-of-range", "error")
    assert (row["file"], row["line"], row["column"]) == ("ship.yaml", 3, 7)


def test_strict_makes_errors_of_warnings(run: Run, write_ship: Writer) -> None:
    write_ship(points=63)
    assert run("validate").status == 0
    outcome = run("validate", "--strict")
    assert outcome.status == 1
    assert "error[points-mismatch]" in outcome.stderr


def test_strict_leaves_hints(run: Run, write_ship: Writer) -> None:
    write_ship(secondaries=0)
    outcome = run("validate", "--strict")
    assert outcome.status == 0
    assert "hint[unused-power]" in outcome.stderr


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"NO_COLOR": "", "FORCE_COLOR": "1"}, True),
    ],
)
def test_colour(run: Run, write_ship: Writer, environment: Any, coloured: bool) -> None:
    write_ship(mass=0)
    assert ("\x1b[" in run("validate", **environment).stderr) is coloured


def test_a_pipe_sees_no_progress(spawn: Run, write_ship: Writer) -> None:
    write_ship()
    assert spawn("render", "-o", "out.pdf", "--copies", "200").stderr == ""


# show and list

SHIP_KEYS = {
    "class_code",
    "class_name",
    "defence_factor",
    "weapon_boxes",
    "crew_units",
    "crew_unit_boxes",
    "points",
    "points_source",
    "points_estimate",
    "power_available",
    "power_used",
}


def show(run: Run, *arguments: object) -> Any:
    outcome = run("show", "--json", *arguments)
    assert outcome.status == 0, outcome.stderr
    return json.loads(outcome.stdout)


def test_show_json_has_the_keys_of_the_contract(run: Run, write_ship: Writer) -> None:
    write_ship("pike.yaml", name="Pike")
    (row,) = show(run)
    assert list(row) == ["id", "name", "system", "kind", "file", "definition", "derived"]
    assert (row["id"], row["name"], row["system"], row["kind"], row["file"]) == (
        "pike",
        "Pike",
        "asfos",
        "ship",
        "pike.yaml",
    )
    assert row["derived"].keys() >= SHIP_KEYS
    box = row["derived"]["weapon_boxes"][0]
    assert list(box) == ["forward", "left", "right", "rear", "secondary", "special"]
    assert row["definition"]["special"] == {"weapon": "mass-driver", "count": 1}


@pytest.mark.parametrize(
    ("ship", "code", "factor", "points", "boxes", "first"),
    [
        ("calypso", "CL", 3, 7, 4, [4, 2, 2, 0, 4, 0]),
        ("swordfish", "CA", 4, 14, 6, [5, 3, 3, 0, 3, 1]),
        ("warrior", "BB", 5, 36, 12, [16, 8, 8, 0, 8, 2]),
        ("new-mars", "BB", 5, 29, 12, [6, 12, 12, 4, 6, 2]),
    ],
)
def test_the_shipped_ships_are_the_printed_ones(
    run: Run, ship: str, code: str, factor: int, points: int, boxes: int, first: list[int]
) -> None:
    (row,) = show(run, ship)
    derived = row["derived"]
    assert (derived["class_code"], derived["defence_factor"]) == (code, factor)
    assert (derived["points"], derived["points_source"]) == (points, "published")
    assert derived["points_estimate"] == points
    assert derived["power_used"] == derived["power_available"]
    assert len(derived["weapon_boxes"]) == boxes
    assert list(derived["weapon_boxes"][0].values()) == first


def test_show_json_of_a_fleet(run: Run, project: Path) -> None:
    (project / "fleet.yaml").write_text(
        "system: asfos\nfleet: F\npoints_limit: 120\nships: [{ship: warrior, count: 2}]\n"
    )
    (row,) = show(run)
    assert (row["kind"], row["name"]) == ("fleet", "F")
    assert [ship["id"] for ship in row["derived"]["ships"]] == ["BB1", "BB2"]
    assert (row["derived"]["points"], row["derived"]["points_limit"]) == (72, 120)


def test_show_of_an_id_prefers_the_projects_own(run: Run, write_ship: Writer) -> None:
    write_ship("warrior.yaml", name="My Warrior")
    (row,) = show(run, "warrior")
    assert row["name"] == "My Warrior"


def test_show_json_is_not_escaped(run: Run, write_ship: Writer) -> None:
    write_ship(name="Ἀργώ")
    assert '"Ἀργώ"' in run("show", "--json").stdout


def test_show_of_one_ship_is_a_table(run: Run) -> None:
    outcome = run("show", "warrior")
    assert outcome.status == 0
    assert outcome.stdout.startswith("Warrior")
    assert re.search(r"^ *1 +16 +8 +8 +0 +8 +2$", outcome.stdout, re.MULTILINE)
    assert not re.search(r" $", outcome.stdout, re.MULTILINE)


def test_show_writes_counts_in_one_line(run: Run) -> None:
    lines = run("show", "windhover").stdout.splitlines()
    assert any(re.fullmatch(r"deck +Ahead 3, Reverse 1, .*, Ascend 1", line) for line in lines)


def test_show_as_text_has_a_value_with_its_heading_on_each_line(run: Run) -> None:
    shown = run("show", "warrior", "black-tiger", "--format", "text").stdout
    warrior, tiger = shown.split("\n\n")
    assert warrior.startswith("Warrior, ship of A Sky Full of Ships\nclass code: BB\n")
    assert "1: forward 16, left 8, right 8, rear 0, secondary 8, special 2" in warrior.splitlines()
    assert "skill 2: auto, " in tiger  # the word stands above the first of four columns
    assert not re.search(r"  |\t|│|—", shown)
    for name in ("halcyon", "windhover", "the-ice-toll", "quarry-watch"):
        lines = run("show", name, "--format", "text").stdout.splitlines()
        assert len(lines) > 5 and all(map(str.strip, lines))


def test_show_of_several_ships_is_a_roster(run: Run) -> None:
    outcome = run("show", "warrior", "calypso")
    rows = [line.split() for line in outcome.stdout.splitlines()]
    assert [row[0] for row in rows[-2:]] == ["warrior", "calypso"]


def test_show_tells_what_is_none(run: Run, project: Path) -> None:
    (project / "fleet.yaml").write_text("system: asfos\nfleet: F\nships: [{ship: calypso}]\n")
    outcome = run("show", "fleet")
    assert re.search(r"^points limit +—$", outcome.stdout, re.MULTILINE)
    assert "None" not in outcome.stdout


@pytest.mark.parametrize("line", ["show warrior", "show warrior calypso", "list papers"])
def test_tables_end_with_a_line_break(spawn: Run, line: str) -> None:
    """Into a pipe, as a process of its own writes it."""
    assert re.search(rb"\S\r?\n\Z", spawn(*line.split()).output)


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        ("systems", "asfos"),
        ("ships", "warrior"),
        ("sheets", "display"),
        ("templates", "asfos/display.svg"),
        ("fonts", "Barlow Condensed"),
        ("papers", "tabloid"),
    ],
)
def test_list(run: Run, thing: str, words: str) -> None:
    outcome = run("list", thing)
    assert outcome.status == 0
    assert words in outcome.stdout
    assert outcome.stderr == ""


# new, init and eject


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Iron Duke", "iron-duke.yaml"),
        ("Émeraude", "emeraude.yaml"),
        ("Ἀργώ", "αργω.yaml"),
        ("1701", "1701.yaml"),
        ("Terror: the Return #2", "terror-the-return-2.yaml"),
        ('The "Old" \\ One', "the-old-one.yaml"),
        ("[dash] -", "dash.yaml"),
        ("on", "on.yaml"),
        ("12:30", "12-30.yaml"),
        ("***", "ship.yaml"),
    ],
)
def test_a_new_definition_is_well(run: Run, project: Path, name: str, file: str) -> None:
    assert run("new", "asfos", name).status == 0
    assert list(files(project)) == [file]
    (row,) = show(run)
    assert row["name"] == name
    outcome = run("validate", "--strict", "--format", "json")
    assert json.loads(outcome.stdout) == []
    assert run("render", "-o", "out.pdf").status == 0


@pytest.mark.parametrize(
    "name",
    ["", "  ", "null", "true", "false"],
)
def test_a_new_definition_of_a_difficult_name(run: Run, project: Path, name: str) -> None:
    """It is written right or refused."""
    outcome = run("new", "asfos", name)
    if outcome.status == 0:
        assert run("validate").status == 0
    else:
        assert files(project) == {}


def test_a_new_fleet_is_well(run: Run) -> None:
    run("new", "asfos", "First Ship")
    assert run("new", "asfos", "Grand Fleet", "--kind", "fleet").status == 0
    assert run("validate").status == 0


def test_new_replaces_nothing(run: Run, project: Path) -> None:
    (project / "duke.yaml").write_text("mine")
    outcome = run("new", "asfos", "Duke")
    assert outcome.status == 1
    assert "error[file-exists]" in outcome.stderr
    assert (project / "duke.yaml").read_text() == "mine"


def test_new_writes_where_it_is_told(run: Run, project: Path) -> None:
    assert run("new", "asfos", "Duke", "-o", "my ships/d.yaml").status == 0
    assert list(files(project)) == ["my ships/d.yaml"]


def test_a_new_project_is_well_and_prints(run: Run, run_in: Run, project: Path) -> None:
    assert run("init", "new fleet").status == 0
    outcome = run("validate", "new fleet", "--strict", "--format", "json")
    assert (outcome.status, json.loads(outcome.stdout)) == (0, [])
    assert run_in(project / "new fleet", "render", "-o", "fleet.pdf").status == 0
    assert (project / "new fleet" / "fleet.pdf").exists()


@pytest.mark.parametrize(
    ("line", "game"), [("init new", "asfos"), ("init new --game airships", "airships")]
)
def test_a_new_project_is_of_the_first_game_unless_one_is_named(
    run: Run, project: Path, line: str, game: str
) -> None:
    assert run(*line.split()).status == 0
    text = (project / "new" / "ships" / "first-ship.yaml").read_text("utf-8")
    assert f"\nsystem: {game}\n" in text


def test_a_new_project_replaces_nothing(run: Run, project: Path) -> None:
    (project / "old").mkdir()
    (project / "old" / "notes.txt").write_text("mine")
    before = files(project)
    outcome = run("init", "old")
    assert outcome.status == 1
    assert files(project) == before


def test_an_ejected_template_wins(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    outcome = run("eject", "display")
    assert outcome.status == 0
    template = project / "templates" / "asfos" / "display.svg"
    shipped = assets.shipped("templates") / "asfos" / "display.svg"
    assert template.read_bytes() == shipped.read_bytes()
    options = ["--sheet", "display", "-o"]
    assert run("render", *options, "before.svg").status == 0
    template.write_text(template.read_text("utf-8").replace(">ENGINE<", ">DRIVE<"), "utf-8")
    assert run("render", *options, "after.svg").status == 0
    assert 'aria-label="ENGINE"' in (project / "before.svg").read_text("utf-8")
    assert 'aria-label="DRIVE"' in (project / "after.svg").read_text("utf-8")


def test_eject_replaces_nothing(run: Run, project: Path) -> None:
    run("eject", "display")
    template = project / "templates" / "asfos" / "display.svg"
    template.write_text("mine")
    assert run("eject", "display").status in (1, 2)
    assert template.read_text() == "mine"


@pytest.mark.parametrize("name", ["common/margin.svg", "common/margin", "asfos/compact"])
def test_eject_of_any_template(run: Run, project: Path, name: str) -> None:
    assert run("eject", name).status == 0
    assert len(files(project / "templates")) == 1


@pytest.mark.parametrize(
    ("file", "text", "game"),
    [
        ("ship.yaml", "system: airships\nname: X\nframe: scout\n", "airships"),
        ("ships/ship.yaml", "system: airships\n", "airships"),  # faulty, but it tells the game
        ("ship.yaml", "- {not: [a, definition", "asfos"),
        ("ship.yaml", "name: X\n--- \n- system: airships\n", "asfos"),
    ],
)
def test_a_sheet_of_several_games_is_that_of_the_project(
    run: Run, project: Path, file: str, text: str, game: str
) -> None:
    (project / file).parent.mkdir(exist_ok=True)
    (project / file).write_text(text, "utf-8")
    assert run("eject", "counters").status == 0
    assert list(files(project / "templates")) == [f"{game}/counter.svg"]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("display", "A Sky Full of Ships"),
        ("asfos/display", "A Sky Full of Ships"),
        ("tactical-display", "Black Skies"),
        ("black-skies/tactical-display", "Black Skies"),
    ],
)
def test_a_blank_sheet_may_be_called_by_its_game(
    run: Run, project: Path, name: str, title: str
) -> None:
    assert run("blank", name, "-o", "blank.pdf").status == 0
    with closing(PdfDocument(project / "blank.pdf")) as document:
        assert document.get_metadata_value("Title").startswith(f"{title}: ")


# explain and schema


def test_explain(run: Run) -> None:
    def check(rule: str) -> None:
        outcome = run("explain", rule)
        assert outcome.status == 0
        first, _, rest = outcome.stdout.partition("\n")
        assert first.startswith(f"{rule} (")
        assert "Example:" in rest
        assert len(rest.split()) > 20

    check_each([rule.name for rule in list_rules(Systems())], check)


def test_a_rule_that_games_share_is_explained_once(run: Run) -> None:
    text = run("explain", "ship-ids").stdout
    assert text.startswith("ship-ids (error, airships, asfos, barsoom)\n\nIDs or names")
    assert text.count("Example:") == 1
    assert [line.split()[0] for line in run("explain").stdout.splitlines()].count("ship-ids") == 1


def test_explain_without_a_name_lists_the_rules(run: Run) -> None:
    names = [line.split()[0] for line in run("explain").stdout.splitlines()]
    # What games share is listed once.
    assert sorted(names) == sorted(n for n, _ in {(r.name, r.what) for r in list_rules(Systems())})


@pytest.mark.parametrize("system", Systems().names)
def test_schema(run: Run, system: str) -> None:
    outcome = run("schema", system)
    assert outcome.status == 0
    assert json.loads(outcome.stdout)["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize("game", sorted({path.parent.name for path in SHIPPED}))
def test_the_schema_takes_the_shipped_definitions(run: Run, game: str) -> None:
    validate = compile_schema(run, game)
    paths = [path for path in SHIPPED if path.parent.name == game]
    check_each(paths, lambda path: [validate(document) for document in read_documents(path)])


def test_the_schema_takes_a_number_for_a_name(run: Run, write_ship: Writer) -> None:
    (ship,) = read_documents(write_ship(name=1701))
    compile_schema(run, "asfos")(ship)


@pytest.mark.parametrize(
    "change", [{"mas": 3}, {"mass": "12"}, {"mass": 0}, {"special": {"weapon": "ion", "count": 1}}]
)
def test_the_schema_refuses_what_validate_refuses(run: Run, change: dict[str, object]) -> None:
    validate = compile_schema(run, "asfos")
    (ship,) = read_documents(assets.shipped("ships") / "asfos" / "warrior.yaml")
    with pytest.raises(Exception, match=r"^data"):
        validate({**ship, **change})


def compile_schema(run: Run, system: str) -> Callable[[Any], Any]:
    fastjsonschema = pytest.importorskip("fastjsonschema")
    schema = json.loads(run("schema", system).stdout)
    schema.pop("$schema")  # it knows drafts up to 7, and ours need no more
    validate: Callable[[Any], Any] = fastjsonschema.compile(schema)
    return validate


def read_documents(path: Path) -> list[Any]:
    from sheetgen.reading.source import read

    return [document.data for document in read(path).documents]


# The input stays as it is


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("draw badge.svg -o badge.svg", "badge.svg"),
        ("render ship.yaml -o ship.yaml --format pdf", "ship.yaml"),
    ],
)
def test_output_does_not_replace_its_input(
    run: Run, write_ship: Writer, project: Path, line: str, name: str
) -> None:
    write_ship()
    (project / "badge.svg").write_text(SQUARE)
    before = files(project)
    assert run(*line.split()).status in (1, 2)
    assert files(project)[name] == before[name]


def test_the_advice_to_go_on_can_be_typed(run: Run, project: Path) -> None:
    advice = run("init", "my ships").stdout
    command = re.search(r"`sheetgen (.+?)`", advice)
    assert command
    assert run(*shlex.split(command[1])).status == 0


# Never a traceback


@pytest.mark.parametrize(
    "line",
    [
        "validate {long}",
        "render {long} -o out.pdf",
        "show {long}",
        "new asfos {long}",
        "init {long}",
    ],
)
def test_a_name_that_no_file_can_have(run: Run, line: str) -> None:
    outcome = run(*line.format(long="a" * 300).split())
    assert outcome.status in (1, 2)


def test_an_output_name_that_no_file_can_have(run: Run, write_ship: Writer) -> None:
    write_ship()
    outcome = run("render", "-o", "a" * 300 + ".pdf")
    assert outcome.status == 1
    assert "error[cant-write]" in outcome.stderr


@pytest.mark.parametrize("line", ["validate --format json", "show --json"])
def test_a_file_name_that_is_no_text(
    spawn: Run, write_ship: Writer, project: Path, line: str
) -> None:
    ship = write_ship(points=63)
    ship.rename(os.fsdecode(os.fsencode(project) + b"/\xff.yaml"))
    outcome = spawn(*line.split(), PYTHONIOENCODING="utf-8:strict")
    assert outcome.status == 0
    assert "Traceback" not in outcome.stderr
    json.loads(outcome.stdout)


@pytest.mark.parametrize(
    ("line", "encoding"),
    [
        ("show --json", "ascii"),
        ("list papers", "ascii"),
        ("validate --format json", "cp1252"),
        ("show --json", "cp1252"),
        ("show", "cp1252"),
        ("explain --markdown", "cp1252"),
    ],
)
def test_a_terminal_that_knows_few_characters(
    spawn: Run, write_ship: Writer, line: str, encoding: str
) -> None:
    write_ship(name="Ἀργώ", points=63)
    outcome = spawn(*line.split(), PYTHONIOENCODING=encoding)
    assert outcome.status == 0
    assert "Traceback" not in outcome.stderr


def test_a_home_that_can_not_be_told(run: Run, write_ship: Writer, monkeypatch: Any) -> None:
    write_ship()
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert run("validate").status == 0


# Ids for paths


def test_an_id_stands_for_the_file_of_ones_own(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship("ships/kestrel.yaml", name="Kestrel")
    assert run("validate", "kestrel").stderr.endswith("1 definition: all is well\n")
    assert run("render", "kestrel", "-o", "out.pdf").status == 0
    write_ship("ships/warrior.yaml", mass=0)  # it wins over the shipped one
    assert "ships/warrior.yaml:3:7: error" in run("validate", "warrior").stderr


@pytest.mark.parametrize("name", ["warior", "Warrior", "kestrl"])
def test_nearly_an_id(run: Run, write_ship: Writer, name: str) -> None:
    write_ship("ships/kestrel.yaml")
    outcome = run("validate", name)
    assert outcome.status == 1
    assert outcome.stderr.startswith(f"{name}: error[no-file]: there is no such file, and no ")
    assert re.search(r"did you mean (warrior|kestrel)\?", outcome.stderr)
    shown = run("show", name)
    assert shown.status == 1
    assert outcome.stderr.startswith(shown.stderr)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("explain Over-Power", "did you mean over-power?"),
        ("schema ASFO", "did you mean asfos?"),
        ("render warrior -o out.pdf --sheet DISPLEY", "did you mean display?"),
    ],
)
def test_capitals_are_no_hindrance_to_a_hint(run: Run, line: str, hint: str) -> None:
    outcome = run(*line.split())
    assert outcome.status == 2
    assert hint in outcome.stderr


def test_keys_in_capitals_are_told_as_they_should_be(run: Run, write_ship: Writer) -> None:
    write_ship(mass=None, MASS=6)
    assert "there is no key MASS here\n" in (told := run("validate").stderr)
    assert "did you mean mass?" in told


def test_a_rule_as_it_stands_in_a_message(run: Run) -> None:
    assert run("explain", "error[over-power]:").stdout == run("explain", "over-power").stdout


# What is no file is written into, never replaced


def test_a_pipe_stays_a_pipe(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    pipe = project / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    # A daemon, for it would wait for ever at a pipe that is replaced.
    reader = Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    outcome = run("render", "ship.yaml", "-o", "pipe", "--format", "pdf")
    assert outcome.status == 0
    assert pipe.is_fifo()
    reader.join(10)
    assert read[0].startswith(b"%PDF")
    assert [path.name for path in project.iterdir() if "pipe" in path.name] == ["pipe"]


def test_a_link_stays_a_link(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    (project / "shared").mkdir()
    (project / "fleet.pdf").symlink_to(project / "shared" / "real.pdf")
    for _ in range(2):  # once without, once with a file that it leads to
        assert run("render", "ship.yaml", "-o", "fleet.pdf").status == 0
        assert (project / "fleet.pdf").is_symlink()
        assert (project / "shared" / "real.pdf").read_bytes().startswith(b"%PDF")
    (project / "fleet.pdf").unlink()
    (project / "fleet.pdf").symlink_to(project / "nowhere" / "real.pdf")
    outcome = run("render", "ship.yaml", "-o", "fleet.pdf")
    assert outcome.stderr.startswith("fleet.pdf: error[cant-write]: fleet.pdf can't be written")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no full device")
@pytest.mark.parametrize("line", ["explain", "render ship.yaml -o - --format pdf", "show --json"])
def test_standard_output_on_a_full_disk(write_ship: Writer, project: Path, line: str) -> None:
    write_ship()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sheetgen", *line.split()],
            cwd=project,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == (
        "sheetgen: error[cant-write]: standard output can't be written: No space left on device"
    )
    assert len(done.stderr.splitlines()) == 2
