"""The reference of a plain game: its rules in Markdown, with values of its tables in braces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sheetgen.ground.diagnostics import Place
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.textfile import Lines
from sheetgen.ground.words import tr
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit.leaflet import (
    COLUMN,
    HEAD,
    HEIGHT,
    WIDTH,
    Block,
    Grid,
    LeafletWords,
    ProseError,
    lay_pages,
    read_prose,
    set_blocks,
)
from sheetgen.systems.kit.roster import limit_height, limit_width
from sheetgen.systems.kit.text import Runs
from sheetgen.systems.plain.desk import GameDesk, shift
from sheetgen.systems.plain.formula.formula import KnownNames
from sheetgen.systems.plain.formula.value import FormulaWork, RecordType, TableType, is_number
from sheetgen.systems.plain.gamefile import GameFile
from sheetgen.systems.plain.icon import Icons, IconWriter, has_icons, mark_icons
from sheetgen.systems.plain.part import SheetPart, read_phrase, write_phrase, write_value
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.wording import put_prose

_TABLE = re.compile(r"^\{(\w+)\}[ \t]*$", re.MULTILINE)


class ReferencePage(NamedTuple):
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
    icons: Any


class PagePicture(NamedTuple):
    """An icon on a page: its place and size, and its picture for an `<image>`."""

    x: float
    y: float
    size: float
    picture: str


def make_reference(part: SheetPart) -> Callable[[Any, Look], Iterator[Print]] | None:
    """Make the function that fills a reference; None if its text is wrong, which is reported."""
    spec, desk = part.spec, part.desk
    if spec.text is None:
        part.report("name", "a reference needs a text", "text: rules.md")
        return None
    read = desk.read_file(BAD_GAME, part.find("text"), spec.text)
    if read is None:
        return None
    text, shown = read
    written = _write_text(desk, put_prose(text, desk.words), shown)
    if written is None:
        return None
    try:
        blocks = read_prose(written)
    except ProseError as error:
        desk.found.append(BAD_GAME.at(Place(shown, error.line, 1), error.message, error.hint))
        return None
    title, first = spec.title, blocks[0] if blocks else None
    if isinstance(first, Block) and first.kind == "title":
        title = "".join(run.text for run in first.runs)
        blocks = blocks[1:]
    before = len(desk.found)
    if desk.icons:
        blocks = [_mark_block(desk, block, Lines(text, shown)) for block in blocks]
    if len(desk.found) > before:
        return None

    def fill(values: Any, look: Look) -> Iterator[Print]:
        return _print_pages(blocks, title, desk.written, look, desk.icons)

    return fill


def _mark_block(desk: GameDesk, block: Block | Grid, lines: Lines) -> Block | Grid:
    """A block of a text with letters in place of its icons; those that are not there are noted."""

    def mark(runs: Runs) -> Runs:
        for text in [run.text for run in runs]:
            for at, message, hint in desk.icons.list_unknown(text):
                sign = text[at : text.index("]", at) + 1]
                place = lines.place(max(lines.text.find(sign), 0))
                desk.found.append(BAD_GAME.at(place, message, hint))
                return ()
        return mark_icons(runs, desk.icons)

    if isinstance(block, Block):
        return replace(block, runs=mark(block.runs))
    rows = [list(map(mark, row)) for row in block.rows]
    return replace(block, heads=list(map(mark, block.heads)), rows=rows)


def _write_text(desk: GameDesk, text: str, shown: str) -> str | None:
    """The text with the values of its formulas, and tables where a table stands alone in braces."""
    lines = Lines(text, shown)
    names = desk.make_names()
    parts: list[str] = []
    end = 0
    right = True
    for found in [*_TABLE.finditer(text), None]:
        start, stop = found.span() if found else (len(text), len(text))
        known = desk.tables.get(found[1]) if found else None
        if found and not (known and isinstance(known.type, TableType)):
            continue
        piece = text[end:start]
        phrase = read_phrase(desk, piece, shift(lines.place, end), names)
        right = right and phrase is not None
        if phrase is not None:
            parts.append(
                write_phrase(phrase, [FormulaWork(), *[None] * names.size], "the reference")
            )
        if found and known:
            desk.used.add(found[1])
            parts.append(_write_table(known))
        end = stop
    desk.used |= names.used
    return "".join(parts) if right else None


def _write_table(known: KnownNames) -> str:
    """A table in Markdown."""
    form = known.type
    assert isinstance(form, TableType)
    record = form.line if isinstance(form.line, RecordType) else None
    heads = [part.replace("_", " ").capitalize() for part in record.parts] if record else [""]
    types = list(record.parts.values()) if record else [form.line]
    rows = [["", *heads], ["---", *[":-:" if is_number(one) else "---" for one in types]]]
    for key, line in known.value.items():
        cells = [getattr(line, part) for part in record.parts] if record else [line]
        words = [write_value(cell).replace("|", "\\|") for cell in cells]
        rows.append([f"**{write_value(key)}**", *words])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _print_pages(
    blocks: Sequence[Block | Grid], title: str, game: GameFile, look: Look, icons: Icons | None
) -> Iterator[Print]:
    width = limit_width(look, WIDTH, COLUMN)
    column, columns = (COLUMN, 2) if width == WIDTH else (width, 1)
    writer = IconWriter(look.fonts, look.dress.faces.text)
    strips = set_blocks(writer, blocks, column)
    leaves = list(lay_pages(strips, column, columns, limit_height(look, width, HEIGHT)))
    count = len(leaves)
    colour = look.colour or game.colour
    for number, leaf in enumerate(leaves, start=1):
        words: list[LeafletWords] = []
        pictures: list[PagePicture] = []
        for line in leaf.words:
            if icons and has_icons(line.runs):
                _place_icons(line, writer, icons, words, pictures)
            else:
                words.append(line)
        whole = (width, leaf.height, HEAD, words, leaf.bars, pictures)
        page = ReferencePage(title, game.name, colour, number, count, *whole)
        yield Print(page, title + tr(" {} of {}", number, count) * (count > 1))


def _place_icons(
    line: LeafletWords,
    writer: IconWriter,
    icons: Icons,
    words: list[LeafletWords],
    pictures: list[PagePicture],
) -> None:
    """Adds the words and the icons of a line, each at its place."""
    size = line.size
    left = line.x - (writer.measure_runs(line.runs, size) / 2 if line.middle else 0)
    for one in writer.place_runs(line.runs, size):
        x = round(left + one.x, 3)
        if one.icon:
            pictures.append(PagePicture(x, line.y, size, icons.find(one.icon)))
        else:
            words.append(line._replace(x=x, runs=[one.run], middle=False))
