"""Every option of every command with values that nobody should give: printed or refused.

The list is made from the commands themselves, so a new option is tried as well.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from sheetgen.cli.commands import COMMANDS, load_command

Run = Callable[..., Any]

NEEDED = {
    "render": ["ship.yaml", "-o", "out.pdf"],
    "blank": ["display", "-o", "out.pdf"],
    "validate": ["ship.yaml"],
    "show": ["ship.yaml"],
    "compare": ["ship.yaml", "warrior"],
    "duel": ["ship.yaml", "warrior", "--duels=3", "--turns=3"],
    "list": [],
    "new": ["asfos", "Name", "-o", "new.yaml"],
    "init": ["made"],
    "book": ["book.yaml", "-o", "out.pdf"],
    "draw": ["a.svg", "-o", "out.pdf"],
    "preflight": ["a.pdf"],
    "eject": ["display", "--sample"],
    "adopt": ["sample.svg"],
    "explain": ["over-power"],
    "studio": ["no-such-folder", "--no-open"],
    "schema": ["asfos"],
    "export": ["ship.yaml"],
    "import": ["ship.csv", "-o", "new.yaml"],
    "pack": [],
    "install": ["a.sheetpack", "--yes"],
    "remove": ["a/b", "--yes"],
}
"""What each command needs apart from its options, so that it works."""
PACK = "pack: kai/options\nversion: 1.0.0\nlicence: CC0-1.0\nauthors: [Kai]\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"/>'
ENDLESS = ("nan", "-nan", "NaN", "inf", "-inf", "Infinity", "1e999", "-1e999")
STRANGE = (
    "", " ", "0", "-1", "-0", "1.5", "1e3", "9" * 30, "9" * 5000, "-" + "9" * 30, "0x10",
    "1_000", "٣", "½", "²", "１", "NaNmm", "1,", ",", "nan,nan", "0,nan", "1e999,0", "0,inf",
    "9999999,0", "1,2,3", "nanxnanmm", "infxinfmm", "1e999x1e999mm", "0x0mm", "-5x-5mm",
    "٣x٣mm", "99999999999999999999x200mm", "200x300", "a\nb", "\x1b[31m", "\udcff", "\0", "戦" * 99,
)  # fmt: skip


def find_options() -> Iterator[Any]:
    """Every option that takes a value: the command, the option, and strange values for it.

    Commands that share an option share these values among them. Those without end are for numbers.
    """
    users = defaultdict(list)
    for command in COMMANDS:
        types = get_type_hints(command.load())
        for option in load_command(command.name).params:
            if option.param_type_name == "option" and not option.is_flag:
                number = bool(re.search("int|float", str(types[option.name])))
                users[max(option.opts, key=len)].append((command.name, number))
    for option, commands in users.items():
        for at, (name, number) in enumerate(commands):
            values = STRANGE[at :: len(commands)]
            first = (*(ENDLESS if number else ()), *values[::3])
            yield pytest.param(name, option, first, id=f"{name} {option}")
            if rest := [value for at, value in enumerate(values) if at % 3]:
                whole = pytest.mark.whole
                yield pytest.param(name, option, rest, id=f"{name} {option}, more", marks=whole)


OPTIONS = list(find_options())


@pytest.fixture
def ready(project: Path, write_ship: Callable[..., Path]) -> Path:
    write_ship()
    row = "system,id,name,mass,hull,engine\nasfos,roc,Roc,6,3,1\n"
    (project / "ship.csv").write_text(row, "utf-8")
    (project / "pack.yaml").write_text(PACK, "utf-8")
    (project / "a.svg").write_text(SVG, "utf-8")
    (project / "book.yaml").write_text("book: A\nchapters: [one.md]\n", "utf-8")
    (project / "one.md").write_text("# One\n\nText.\n", "utf-8")
    return project


def list_files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("command", "option", "values"), OPTIONS)
def test_strange_values(
    run: Run, ready: Path, command: str, option: str, values: tuple[str, ...]
) -> None:
    needed = NEEDED[command]
    if option == "--output":
        needed = [word for word in needed if word not in ("-o", "out.pdf", "new.yaml")]
    before = list_files(ready)
    for value in values:
        outcome = run(command, *needed, f"{option}={value}")
        said = f"{option}={value!r}: {outcome.stderr}"
        assert outcome.status in (0, 1, 2), said
        assert bool(outcome.stderr.strip()) or not outcome.status, said
        if value in ENDLESS:
            assert outcome.status == 2, said
        if outcome.status:
            assert list_files(ready) == before, said
        for name in list_files(ready) - before:
            (ready / name).unlink()


def test_numbers_without_end_are_refused(run: Run, ready: Path) -> None:
    for option, value in (
        ("--back-offset", "0,nan"),
        ("--back-offset", "nan,0"),
        ("--back-offset", "inf,0"),
        ("--bleed", "nan"),
        ("--paper", "nanxnanmm"),
        ("--paper", "1e999x300mm"),
    ):
        outcome = run("render", "ship.yaml", "-o", "out.pdf", f"{option}={value}")
        assert outcome.status == 2, outcome.stderr
        assert option in outcome.stderr
        assert not (ready / "out.pdf").exists()


def test_every_command_is_tried() -> None:
    assert {command.name for command in COMMANDS} == set(NEEDED)
