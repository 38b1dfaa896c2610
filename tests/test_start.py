"""What a run may import: a command starts quickly only as long as it imports what it uses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from sheetgen.systems.contract import Kind, Sheet, postpone
from sheetgen.systems.loading import Systems

HELP = """
sheetgen: cli ground
sheetgen.cli: commands process
sheetgen.ground: diagnostics record signals version visible
"""
"""The modules of sheetgen that `--help` may import."""

RENDER = """
sheetgen: cli definitions drawing export ground pages printing project reading svg systems
sheetgen: template type
sheetgen.cli: commands files options output process render
sheetgen.definitions: collection definition likeness linking piece selection shelf
sheetgen.drawing: drawing outline tag
sheetgen.export: pdf
sheetgen.export.pdf: objects structure
sheetgen.ground: assets cache colour delivery diagnostics files geometry guard number record
sheetgen.ground: signals textfile units version visible words
sheetgen.pages: assembly cropmarks imposition layout packing page presssheet
sheetgen.printing: advice options order press result
sheetgen.project: folder project run
sheetgen.reading: document field model problem refusal source
sheetgen.svg: attribute cascade context drafter element frame paint plan problem read stream text
sheetgen.svg: use viewport
sheetgen.svg.paint: clip form gradient image outline paint picture server
sheetgen.svg.plan: learned maker plan token
sheetgen.svg.read: css path property style transform tree vocabulary
sheetgen.svg.text: chunk line text wrap
sheetgen.systems: asfos column contract fault kit loading plain
sheetgen.systems.asfos: rules
sheetgen.systems.kit: aircraft counters deck fleet roster shipyard silhouette text
sheetgen.systems.plain: blank check code column counter desk field filler fleet form formula game
sheetgen.systems.plain: gamefile icon kind kindfile part present problem
sheetgen.systems.plain: routine sheet silhouette subject table
sheetgen.systems.plain.formula: compiler formula function operation parser problem
sheetgen.systems.plain.formula: selection value
sheetgen.template: inkscape sandbox templates wardrobe wording
sheetgen.template.sandbox: counting environment syntax vocabulary work
sheetgen.type: dress face fontfile fonts glyphs linebreak
"""
"""The modules of sheetgen that `render` may import for one display of A Sky Full of Ships."""

TYPER = {"typer", "annotated_doc", "shellingham", "click", "colorama"}
"""What stands behind the command line."""
LIBRARIES = TYPER | {"jinja2", "markupsafe", "yaml", "uharfbuzz"}
"""The libraries that a print needs; pictures, books and PNG need more."""

_PRINT = """
import sys
before = set(sys.modules)
sys.argv = ["sheetgen", *sys.argv[1:]]
from sheetgen.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
print("|", *(name for name, file in files.items() if name not in before and file))
"""


def list_imports(folder: Path, *arguments: str) -> tuple[set[str], set[str]]:
    """The modules of sheetgen, and the libraries, that a command imports."""
    command = [sys.executable, "-c", _PRINT, *arguments]
    variables = {name: value for name, value in os.environ.items() if "COV" not in name}
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, check=True
    )
    found = done.stdout.rpartition("|")[2].split()
    own = {name for name in found if name.partition(".")[0] == "sheetgen"}
    roots = {name.partition(".")[0] for name in found} - {"sheetgen", *sys.stdlib_module_names}
    libraries = {root for root in roots if not root.startswith("_")}
    return own, libraries


def read_modules(table: str) -> set[str]:
    """The modules of a table, with the package itself."""
    rows = [line.partition(": ") for line in table.strip().splitlines()]
    return {"sheetgen", *(f"{room}.{name}" for room, _, names in rows for name in names.split())}


def test_help_imports_the_names_of_commands_only(tmp_path: Path) -> None:
    own, libraries = list_imports(tmp_path, "--help")
    assert own - read_modules(HELP) == set()
    assert libraries - TYPER == set()


def test_a_display_imports_what_it_uses_only(tmp_path: Path) -> None:
    options = ("--ink", "grey", "--copies", "2", "--bleed", "1.5", "-o", "warrior.pdf")
    own, libraries = list_imports(tmp_path, "render", "warrior", *options)
    assert own - read_modules(RENDER) == set()
    assert libraries - LIBRARIES == set()
    assert (tmp_path / "warrior.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("game", Systems().all(), ids=lambda game: game.id)
def test_what_is_said_of_a_sheet_ahead_is_what_it_says_itself(game: object) -> None:
    """A game names its sheets with what decides whether they are printed, and imports them then."""
    for ahead in game.sheets:  # type: ignore[attr-defined]
        home = ahead._homes.get("fill") if ahead._homes else None
        if home is None:  # not imported later
            continue
        sheet = home.make()
        assert isinstance(sheet, Sheet)
        assert (ahead.name, ahead.kinds, ahead.default) == (sheet.name, sheet.kinds, sheet.default)
        for name in Sheet.__slots__:
            assert getattr(ahead, name) == getattr(sheet, name), f"{ahead.name}: {name}"


@pytest.mark.parametrize("game", Systems().all(), ids=lambda game: game.id)
def test_every_value_of_a_kind_that_comes_later_is_there(game: object) -> None:
    for kind in game.kinds:  # type: ignore[attr-defined]
        for name in Kind.__slots__:
            getattr(kind, name)


def test_a_value_that_comes_later_is_made_once() -> None:
    made = []

    def make() -> SimpleNamespace:
        made.append(1)
        return SimpleNamespace(fill=print)

    sheet = Sheet("card", "Card", "", "card.svg", ("ship",), **postpone(make, ["fill"]))
    assert made == []
    assert sheet.fill is sheet.fill is print
    assert made == [1]
    with pytest.raises(AttributeError, match="'Sheet' object has no attribute 'flil'"):
        _ = sheet.flil  # type: ignore[attr-defined]
