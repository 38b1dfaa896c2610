"""Blocks are called with anything: each parameter that a block has, with every wrong value."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sheetgen.book.manuscript.chapter import Chapter, read_chapter
from sheetgen.book.parts.printable import Blocks
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from tests.each import check_each

Run = Callable[..., Any]
BLOCKS: dict[str, Callable[..., Any]] = Blocks(None, None, None, []).functions  # type: ignore[arg-type]
VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    1,
    10**400,
    0.5,
    -0.5,
    math.nan,
    math.inf,
    -math.inf,
    "",
    "x",
    "x" * 5000,
    "centre",
    "CENTRE",
    b"x",
    [],
    ["x"],
    {},
    {"x": 1},
    Path,
]


def is_word(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 300


LEGAL: dict[str, Callable[[Any], bool]] = {
    "sheet": is_word,
    "name": is_word,
    "names": is_word,
    "term": is_word,
    "scale": lambda v: type(v) in (int, float) and 0.1 <= v <= 10,
    "piece": lambda v: v is None or (type(v) is int and 1 <= v <= 10_000),
    "caption": lambda v: isinstance(v, str) and len(v) <= 1000,
    "wide": lambda v: v is None or isinstance(v, bool),
    "align": lambda v: v in ("left", "centre", "right"),
    "range": lambda v: v is None or (type(v) is int and 0 <= v <= 10_000),
    "face": lambda v: isinstance(v, str) and len(v) <= 1000,
    "speed": lambda v: isinstance(v, str) and len(v) <= 1000,
    "maneuver": lambda v: isinstance(v, str) and len(v) <= 1000,
    "criticals": lambda v: isinstance(v, bool),
    "duels": lambda v: type(v) is int and 1 <= v <= 10_000,
}
"""What each parameter takes; a block with a new one has to say so here."""


def list_parameters() -> Iterator[tuple[str, inspect.Parameter]]:
    for name, block in BLOCKS.items():
        for parameter in inspect.signature(block).parameters.values():
            yield name, parameter


def write_call(name: str, changed: inspect.Parameter) -> str:
    """A call of a block in which one parameter is `bad`, and the others are as they have to be."""
    given = []
    for parameter in inspect.signature(BLOCKS[name]).parameters.values():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            given += ["bad"] if parameter.name == changed.name else []
        elif parameter.name == changed.name:
            given.append("bad" if parameter.default is parameter.empty else f"{parameter}=bad")
        elif parameter.default is parameter.empty:
            given.append("'warrior'")
    words = [word if ":" not in word else f"{changed.name}=bad" for word in given]
    return f"{{{{ {name}({', '.join(words)}) }}}}"


def fill(folder: Path, call: str, **names: Any) -> Chapter:
    file = folder / "one.md"
    file.write_text(f"# A\n\nText.\n\n  {call}\n", "utf-8")
    return read_chapter(file, names, BLOCKS)


def fail(folder: Path, call: str, **names: Any) -> Diagnostic:
    with pytest.raises(ProblemError) as caught:
        fill(folder, call, **names)
    (found,) = caught.value.diagnostics
    assert (found.rule, found.line, found.column) == ("bad-chapter", 5, 3)
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "parameter"), list(list_parameters()), ids=lambda v: str(v)[:25])
def test_every_parameter_takes_what_it_is_meant_for(
    tmp_path: Path, name: str, parameter: inspect.Parameter
) -> None:
    call = write_call(name, parameter)

    def check(value: Any) -> None:
        if LEGAL[parameter.name](value):
            assert len(fill(tmp_path, call, bad=value).blocks) == 1
        else:
            found = fail(tmp_path, call, bad=value)
            assert found.message.startswith(f"{name}(), {parameter.name}: "), found.message

    check_each(VALUES, check, lambda value: repr(value)[:12])


@pytest.mark.parametrize("name", BLOCKS)
def test_calls_that_fit_no_block(tmp_path: Path, name: str) -> None:
    parameters = inspect.signature(BLOCKS[name]).parameters.values()
    needed = ", ".join("'warrior'" for p in parameters if p.default is p.empty)
    odd = f"{needed}, sclae=1" if needed else "sclae=1"
    assert fail(tmp_path, f"{{{{ {name}({odd}) }}}}").message == f"{name}() has no option sclae"
    if needed:
        assert "is missing 1 required value" in fail(tmp_path, f"{{{{ {name}() }}}}").message
    if not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        many = ", ".join("'warrior'" for _ in range(len(parameters) + 1))
        found = fail(tmp_path, f"{{{{ {name}({many}) }}}}")
        assert found.message.startswith(f"{name}()")


def test_a_misspelt_option_is_suggested(tmp_path: Path) -> None:
    found = fail(tmp_path, "{{ display('warrior', scal=1) }}")
    assert (found.message, found.hint) == ("display() has no option scal", "did you mean scale?")


def test_a_name_that_nothing_has(tmp_path: Path) -> None:
    file = tmp_path / "one.md"
    file.write_text("# A\n\n{{ display(nix) }}\n", "utf-8")
    with pytest.raises(ProblemError) as caught:
        read_chapter(file, {}, BLOCKS)
    (found,) = caught.value.diagnostics
    assert (found.line, found.column) == (3, 12)
    assert "'nix' is undefined" in found.message


def test_a_ship_itself_is_no_name(project: Path, run: Run) -> None:
    (project / "book.yaml").write_text("book: B\nchapters: [one.md]\n", "utf-8")
    (project / "one.md").write_text("# A\n\n{{ display(ships.warrior) }}\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "one.md:3:1: error[bad-chapter]: display(), name: expected a text" in outcome.stderr
    assert 'an id such as "warrior"' in outcome.stderr


@pytest.mark.parametrize(
    "options", ["scale=0.1", "scale=10", "wide=false, scale=10", "piece=1", "caption='c ' * 500"]
)
@pytest.mark.parametrize("block", ["display", "counter", "portrait"])
def test_what_they_take_can_be_printed(project: Path, run: Run, block: str, options: str) -> None:
    (project / "book.yaml").write_text("book: B\npaper: a5\nchapters: [one.md]\n", "utf-8")
    (project / "one.md").write_text(f"# A\n\n{{{{ {block}('warrior', {options}) }}}}\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 0, outcome.stderr
    assert (project / "b.pdf").read_bytes().startswith(b"%PDF")
