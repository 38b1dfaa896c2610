"""The reference of a plain game: its rules in Markdown, with values of its tables in braces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from sheetgen.ground.diagnostics import Place
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.textfile import Lines
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
from sheetgen.systems.kit.text import TextWriter
from sheetgen.systems.plain.desk import GameDesk, Locate, Path_, shift
from sheetgen.systems.plain.formula.formula import Formula, FormulaNames, KnownNames
from sheetgen.systems.plain.formula.problem import FORMULA_SYNTAX
from sheetgen.systems.plain.formula.value import (
    BLANK,
    FLAG,
    NUMBER,
    TEXT,
    FormulaWork,
    Frame,
    RecordType,
    TableType,
    is_number,
    write_number,
)
from sheetgen.systems.plain.gamefile import GameFile, SheetSpec
from sheetgen.systems.plain.problem import BAD_GAME

# Phrases: texts with formulas in braces, such as `a sail of {sail}`.


_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")

Phrase = tuple[str | Formula, ...]


def read_phrase(desk: GameDesk, path: Path_, text: str, names: FormulaNames) -> Phrase | None:
    """The parts of the text at a path, with its formulas compiled; None if one is wrong."""
    return read_parts(desk, text, desk.locate(path), names)


def read_parts(desk: GameDesk, text: str, locate: Locate, names: FormulaNames) -> Phrase | None:
    """The same for a text whose characters have these places."""
    parts: list[str | Formula] = []
    end = 0
    right = True
    for found in _PART.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        if found[1] is not None:
            start = found.start(1)
            formula = desk.parse_text(found[1], shift(locate, start))
            compiled = desk.compile(formula, names, NUMBER, TEXT, FLAG)
            right = right and compiled is not None
            parts += [compiled] if compiled else []
        elif len(found[0]) == 2:
            parts.append(found[0][0])
        else:
            place = locate(found.start())
            message = f"there is a single {found[0]}, without its other half"
            hint = "formulas stand in braces: {sail}; {{ is a brace in the text"
            desk.found.append(FORMULA_SYNTAX.at(place, message, hint))
            right = False
    parts.append(text[end:])
    return tuple(part for part in parts if part) if right else None


def write_phrase(phrase: Phrase, frame: Frame, whose: str) -> str:
    """The text with the values of its formulas. Raises ProblemError."""
    return "".join(
        part if isinstance(part, str) else write_value(part.work_out(frame, whose))
        for part in phrase
    )


def write_value(value: Any) -> str:
    """A value in print."""
    if value is None or value is BLANK:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(write_value, value))
    return write_number(value)


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


def make_reference(
    desk: GameDesk, path: Path_, spec: SheetSpec, game: GameFile
) -> Callable[[Any, Look], Iterator[Print]] | None:
    """Make the function that fills a reference; None if its text is wrong, which is reported."""
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
        desk.found.append(BAD_GAME.at(Place(shown, error.line, 1), error.message, error.hint))
        return None

    def fill(values: Any, look: Look) -> Iterator[Print]:
        return _print_pages(blocks, spec, game, look)

    return fill


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
        phrase = read_parts(desk, piece, shift(lines.place, end), names)
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
    blocks: list[Block | Grid], spec: SheetSpec, game: GameFile, look: Look
) -> Iterator[Print]:
    title = spec.title
    first = blocks[0] if blocks else None
    if isinstance(first, Block) and first.kind == "title":
        title = "".join(run.text for run in first.runs)
        blocks = blocks[1:]
    width = limit_width(look, WIDTH, COLUMN)
    column, columns = (COLUMN, 2) if width == WIDTH else (width, 1)
    strips = set_blocks(TextWriter(look.fonts), blocks, column)
    leaves = list(lay_pages(strips, column, columns, limit_height(look, width, HEIGHT)))
    count = len(leaves)
    colour = look.colour or game.colour
    for number, leaf in enumerate(leaves, start=1):
        words: list[LeafletWords] = list(leaf.words)
        whole = (width, leaf.height, HEAD, words, leaf.bars)
        page = ReferencePage(title, game.name, colour, number, count, *whole)
        yield Print(page, title + f" {number} of {count}" * (count > 1))
