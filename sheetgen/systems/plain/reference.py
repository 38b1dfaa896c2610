"""The reference of a plain game: its rules in Markdown, with values of its tables in braces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from sheetgen.ground.diagnostics import Place
from sheetgen.ground.row import NamedTuple
from sheetgen.ground.textfile import Lines
from sheetgen.systems import Look, Print
from sheetgen.systems.kit.leaflet import (
    COLUMN,
    HEAD,
    HEIGHT,
    WIDTH,
    Setting,
    Words,
    lay_pages,
    set_blocks,
)
from sheetgen.systems.kit.prose import Block, Grid, ProseError, read_prose
from sheetgen.systems.kit.room import limit_height, limit_width
from sheetgen.systems.plain.desk import Desk, Path_, shift
from sheetgen.systems.plain.formula.compiler import Known, Names
from sheetgen.systems.plain.formula.frame import Work
from sheetgen.systems.plain.formula.type import Record, Table, is_number
from sheetgen.systems.plain.gamefile import GameFile, SheetSpec
from sheetgen.systems.plain.phrase import read_parts, write_phrase, write_value
from sheetgen.systems.plain.problem import BAD_GAME

_TABLE = re.compile(r"^\{(\w+)\}[ \t]*$", re.MULTILINE)


class Page(NamedTuple):
    """A page as its template knows it."""

    name: str
    game: str
    colour: str
    page: int
    pages: int
    width: float
    height: float
    head: float
    words: Any
    bars: Any


def make_reference(
    desk: Desk, path: Path_, spec: SheetSpec, game: GameFile
) -> Callable[[Any, Look], Iterator[Print]] | None:
    """What fills the pages of a reference; None if its text is wrong, which is reported."""
    if spec.text is None:
        desk.report(BAD_GAME, (*path, "name"), "a reference needs a text", "text: rules.md")
        return None
    read = desk.read_file(BAD_GAME, (*path, "text"), spec.text)
    if read is None:
        return None
    text, shown = read
    written = _write_text(desk, text, shown)
    if written is None:
        return None
    try:
        blocks = read_prose(written)
    except ProseError as error:
        desk.found.append(BAD_GAME.at(Place(shown, error.line, 1), error.message))
        return None

    def fill(values: Any, look: Look) -> Iterator[Print]:
        return _print_pages(blocks, spec, game, look)

    return fill


def _write_text(desk: Desk, text: str, shown: str) -> str | None:
    """The text with the values of its formulas, and tables where a table stands alone in braces."""
    lines = Lines(text, shown)
    names = Names(desk.tables)
    parts: list[str] = []
    end = 0
    right = True
    for found in [*_TABLE.finditer(text), None]:
        start, stop = found.span() if found else (len(text), len(text))
        known = desk.tables.get(found[1]) if found else None
        if found and not (known and isinstance(known.type, Table)):
            continue
        piece = text[end:start]
        phrase = read_parts(desk, piece, shift(lines.place, end), names)
        right = right and phrase is not None
        if phrase is not None:
            parts.append(write_phrase(phrase, [Work()], "the reference"))
        if found and known:
            desk.used.add(found[1])
            parts.append(_write_table(known))
        end = stop
    desk.used |= names.used
    return "".join(parts) if right else None


def _write_table(known: Known) -> str:
    """A table in Markdown."""
    form = known.type
    assert isinstance(form, Table)
    record = form.line if isinstance(form.line, Record) else None
    heads = [part.replace("_", " ").capitalize() for part in record.parts] if record else [""]
    types = list(record.parts.values()) if record else [form.line]
    rows = [["", *heads], ["---", *[":-:" if is_number(one) else "---" for one in types]]]
    for key, line in known.value.items():
        cells = [getattr(line, part) for part in record.parts] if record else [line]
        words = [write_value(cell).replace("|", "\\|") for cell in cells]
        rows.append([f"**{write_value(key)}**", *words])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _print_pages(
    blocks: list[Block | Grid], spec: SheetSpec, game: GameFile, look: Look
) -> Iterator[Print]:
    title = spec.title
    first = blocks[0] if blocks else None
    if isinstance(first, Block) and first.kind == "title":
        title = "".join(run.text for run in first.runs)
        blocks = blocks[1:]
    width = limit_width(look, WIDTH, COLUMN)
    column, columns = (COLUMN, 2) if width == WIDTH else (width, 1)
    strips = set_blocks(Setting(look.fonts, column), blocks)
    leaves = list(lay_pages(strips, column, columns, limit_height(look, width, HEIGHT)))
    count = len(leaves)
    colour = look.colour or game.colour
    for number, leaf in enumerate(leaves, start=1):
        words: list[Words] = list(leaf.words)
        whole = (width, leaf.height, HEAD, words, leaf.bars)
        page = Page(title, game.name, colour, number, count, *whole)
        yield Print(page, title + f" {number} of {count}" * (count > 1))
