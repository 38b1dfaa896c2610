"""The blocks that chapters place: displays, counters, cards, sheets and tables of fleets."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from sheetgen.book.flow.box import ColumnBreak, PageBreak
from sheetgen.book.flow.figure import Figure, FigureRow, turn
from sheetgen.book.flow.flowable import Align, Flowable, TextStyle, make_span
from sheetgen.book.flow.paragraph import Paragraph, set_text
from sheetgen.book.flow.table import Row, Rows, TableBlock
from sheetgen.book.library import LEAST_SCALE, Illustrator, Library
from sheetgen.book.manuscript.inline import Block, Maker
from sheetgen.book.manuscript.picture import make_table
from sheetgen.book.problem import BAD_CHAPTER, SMALL_PRINT, UNKNOWN_BLOCK
from sheetgen.book.theme import Design
from sheetgen.definitions.definition import Definition
from sheetgen.drawing.drawing import Drawing
from sheetgen.duel.match import DuelOptions, choose_setting, find_combat
from sheetgen.duel.matrix import describe_setting, fight_all
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, prepare
from sheetgen.ground.guard import Piece
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM
from sheetgen.ground.words import say, tr
from sheetgen.printing.options import ChoiceError
from sheetgen.reading.field import Field
from sheetgen.systems.column import Spot, Table, pick_values, tabulate_parts
from sheetgen.systems.contract import Kind
from sheetgen.template.templates import escape_value

LEAST_PIECE = 0.7
"""The smallest scale of a sheet to cut out, which is only a picture here."""
_NUMBER = re.compile(r"[~–-]?\d[\d.,()/″%+–-]*")
Word = Annotated[str, Field(min_length=1, max_length=300)]
Scale = Annotated[float, Field(ge=0.1, le=10)]
Number = Annotated[int, Field(ge=1, le=10_000)]
Distance = Annotated[int, Field(ge=0, le=10_000)]
Caption = Annotated[str, Field(max_length=1000)]
Values = Sequence[Any]
"""A row of a table as a game gives it: texts, numbers, or None for an empty cell."""


class Blocks:
    """The functions that chapters may call, and what these place."""

    def __init__(
        self, library: Library, studio: Illustrator, design: Design, problems: list[Diagnostic]
    ) -> None:
        """Problems of the blocks are added to `problems`."""
        self.library, self.studio, self.design = library, studio, design
        self.problems = problems
        self.duels = 0

    @property
    def functions(self) -> dict[str, Callable[..., Block]]:
        """The blocks by the names that chapters use."""
        roles = ("display", "counter", "card", "reference", "portrait")
        return {
            **{role: self._show(role) for role in roles},
            "sheet": self.sheet,
            "fleet_table": self.fleet_table,
            "ship_table": self.ship_table,
            "duel_table": self.duel_table,
            "index": _enter,
            "page_break": lambda: _break_page,
            "column_break": lambda: _break_column,
        }

    def _show(self, role: str) -> Callable[..., Block]:
        """The block that places the sheet of a role."""

        def show(
            name: Word,
            scale: Scale = 1.0,
            piece: Number | None = None,
            caption: Caption = "",
            wide: bool | None = None,
            align: Align = "centre",
        ) -> Block:
            return self.sheet(role, name, scale, piece, caption, wide, align)

        return show

    def sheet(
        self,
        sheet: Word,
        name: Word,
        scale: Scale = 1.0,
        piece: Number | None = None,
        caption: Caption = "",
        wide: bool | None = None,
        align: Align = "centre",
    ) -> Maker:
        """Places a sheet of a ship or fleet: one piece of it, or all."""

        def make(place: Place) -> Iterator[Flowable]:
            definition = self.library.find(name, place)
            chosen = self.studio.choose(definition, sheet)
            if chosen is None:
                raise ProblemError([self._miss(definition, sheet, place)])
            drawings = self.studio.draw(definition, chosen, small=True)
            if piece is not None:
                if not 1 <= piece <= len(drawings):
                    message = f"{name} has {len(drawings)} pieces of the sheet {sheet}"
                    hint = f"there is no piece {piece}: pieces count from 1"
                    raise ProblemError([UNKNOWN_BLOCK.at(place, message, hint)])
                drawings = [drawings[piece - 1]]
            step, depth = self.design.line, self.design.geometry.depth
            column = self.design.geometry.column
            small = all(
                d.trim_width * scale < column * 0.7 and d.trim_height * scale < depth * 0.9
                for d in drawings
            )
            if len(drawings) > 1 and small:
                across = wide if wide is not None else len(drawings) > 2
                looks = (scale, 4 * MM, step / 2, step)
                shown = self._write_caption(caption, place, "left") if caption else None
                yield FigureRow(drawings, *looks, shown, chosen.title, wide=across, place=place)
                return
            least = LEAST_PIECE if chosen.cut else LEAST_SCALE
            for at, upright in enumerate(drawings):
                text = caption if at == len(drawings) - 1 else ""
                shown = self._write_caption(text, place) if text else None
                drawing = self._turn(upright, scale, wide, least)
                fitted = self._fit(drawing, scale, wide)
                if fitted < least:
                    self._warn_small(f"{chosen.title} of {name}", fitted, place)
                across = wide if wide is not None else drawing.trim_width * scale > column * 1.02
                room = (depth, step / 2, step)
                titled = not chosen.cut and not at
                low = 0.0 if chosen.cut else min(fitted, least) * drawing.trim_height
                marks = (scale, shown, *room, align, titled, low)
                alt = f"{chosen.title}: {definition.name}"
                yield Figure(drawing, *marks, alt, wide=across, place=place)

        return make

    def _fit(self, drawing: Drawing, scale: float, wide: bool | None) -> float:
        """The scale at which a drawing fits on the page, or into a column."""
        geometry = self.design.geometry
        measure = geometry.column if wide is False else geometry.measure
        return min(scale, measure / drawing.trim_width, geometry.depth / drawing.trim_height)

    def _turn(self, drawing: Drawing, scale: float, wide: bool | None, least: float) -> Drawing:
        """A drawing on its side if it is too small otherwise, and larger so."""
        fitted = self._fit(drawing, scale, wide)
        if fitted >= min(scale, least):
            return drawing
        turned = turn(drawing)
        return turned if self._fit(turned, scale, wide) > fitted else drawing

    def _warn_small(self, what: str, fitted: float, place: Place) -> None:
        """Warns of a sheet that the page makes too small to read."""
        letters = math.ceil(7 * fitted * 10) / 10
        message = f"{what} is printed at {fitted:.0%} of its size"
        hint = f"letters of 7 pt come out smaller than {letters:g} pt: use larger paper"
        self.problems.append(SMALL_PRINT.at(place, message, f"{hint}, or leave it out"))

    def _write_caption(self, text: str, place: Place, align: Align = "centre") -> Paragraph:
        style = replace(self.design.style("caption"), align=align)
        return set_text(text, style, self.design.setter, place)

    def _miss(self, definition: Definition, sheet: str, place: Place) -> Diagnostic:
        fitting = [s for s in definition.system.sheets if definition.kind.name in s.kinds]
        known = sorted({s.name for s in fitting} | {s.role for s in fitting if s.role})
        near = prepare(tuple(known)).find(sheet)
        hint = f"did you mean {near}?" if near else f"it has {', '.join(known)}"
        message = f"there is no sheet '{sheet}' of {definition.id}, a {definition.kind.name}"
        return UNKNOWN_BLOCK.at(place, message, hint)

    def fleet_table(self, name: Word) -> Maker:
        """Places the table of a fleet, with its totals."""

        def make(place: Place) -> Iterator[Flowable]:
            yield tabulate_fleet(self.library.find(name, place, fleets=True), self.design)

        return make

    def ship_table(self, name: Word, *names: Word) -> Maker:
        """Places a table that compares ships."""

        def make(place: Place) -> Iterator[Flowable]:
            found = [self.library.find(each, place) for each in (name, *names)]
            groups: dict[Kind, list[Definition]] = {}
            for definition in found:
                groups.setdefault(definition.kind, []).append(definition)
            for group in groups.values():
                yield tabulate_ships(group, self.design)

        return make

    def duel_table(
        self,
        name: Word,
        *names: Word,
        range: Distance | None = None,  # noqa: A002 - called as on the command line
        face: Caption = "",
        speed: Caption = "",
        maneuver: Caption = "",
        criticals: bool = False,
        duels: Number = 1000,
    ) -> Maker:
        """Places a table of who wins how often against whom."""

        def make(place: Place) -> Iterator[Flowable]:

            self.duels += 1
            if self.duels > MOST_TABLES:
                message = f"a book can have {MOST_TABLES} tables of duels, and this is one more"
                raise ProblemError([BAD_CHAPTER.at(place, message)])

            found = [self.library.find(each, place) for each in (name, *names)]
            options: DuelOptions = {
                "range": range,
                "face": face,
                "speed": speed,
                "maneuver": maneuver,
                "criticals": criticals,
                "duels": duels,
            }
            table, words = fight_table(found, options, place)
            places = [d.place for d in found]
            yield tabulate(self.design, table.headings, table.rows, places=places)
            yield self._write_caption(words, place, "left")

        return make


def _enter(term: Word) -> Block:
    return term


def _break_page(place: Place) -> Iterator[Flowable]:
    yield PageBreak(place=place)


def _break_column(place: Place) -> Iterator[Flowable]:
    yield ColumnBreak()


def tabulate_fleet(definition: Definition, design: Design) -> TableBlock:
    """The members of a fleet, with totals."""
    for table in definition.apply(tabulate_parts):
        places = [definition.place] * len(table.rows)
        return tabulate(design, table.headings, table.rows, table.totals, places=places)
    return tabulate_ships(definition.links, design)


def tabulate_ships(
    definitions: Sequence[Definition], design: Design, link: bool = False
) -> TableBlock:
    """Definitions of one kind with their statistics, a row each; names may link to their pages."""
    values = [compare(definition) for definition in definitions]
    headings = list(dict.fromkeys(heading for row in values for heading in row))
    rows = [
        [d.name, *(row.get(heading) for heading in headings)]
        for d, row in zip(definitions, values, strict=True)
    ]
    targets = [f"#ship-{definition.id}" for definition in definitions] if link else []
    places = [definition.place for definition in definitions]
    return tabulate(design, ["Name", *headings], rows, targets=targets, places=places)


def compare(definition: Definition) -> Mapping[str, Any]:
    """The values that a table of several definitions shows of each."""
    return _choose_values(definition, "compare")


def tabulate(
    design: Design,
    headings: Sequence[str],
    rows: Sequence[Values],
    totals: Values | None = None,
    targets: Sequence[str] = (),
    places: Sequence[Place | None] = (),
) -> TableBlock:
    """A table of values, numbers on the right; the first cell of each row may link to a target.

    `places` are where the rows come from.
    """
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(headings)
    right = [all(map(_is_number, column)) and any(column) for column in columns]
    cell, head = design.style("cell"), design.style("cell-head")
    strong = replace(cell, weight=max(cell.weight, 700))
    accent = design.fill("accent")

    def make(values: Values, style: TextStyle, target: str = "", place: Place | None = None) -> Row:
        made = []
        for at, (value, number) in enumerate(zip(values, right, strict=True)):
            own = replace(style, align="right" if number else "left")
            span = make_span(_write(value), own, "", place)
            if target and not at:
                span = replace(span, link=target, colour=accent)
            made.append(Paragraph([span], own, design.setter))
        return made

    leads, origins = targets or [""] * len(rows), places or [None] * len(rows)
    body = [
        make(row, cell, target, place)
        for row, target, place in zip(rows, leads, origins, strict=True)
    ]
    return make_table(
        design,
        Rows(make([*map(say, headings)], head), body, make(totals, strong) if totals else None),
    )


def _write(value: object) -> str:
    value = say(value)
    if value is None:
        return ""
    return str(escape_value(value) if isinstance(value, float) else value)


def _is_number(value: object) -> bool:
    """Whether a value reads as a number, such as 12, 6(4) or 18″."""
    if value is None or value == "":
        return True
    if isinstance(value, str):
        return _NUMBER.fullmatch(value) is not None
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def list_facts(definition: Definition) -> Mapping[str, Any]:
    """The statistics of a definition's page."""
    return _choose_values(definition, "fact")


def _choose_values(definition: Definition, spot: Spot) -> Mapping[str, Any]:
    """The values that the game chose for books, or else the row that `show` prints."""
    chosen: Mapping[str, Any] = definition.apply(pick_values, spot)
    return chosen or definition.apply(pick_values, "table")


# Tables of duels in chapters: everyone against everyone, fought while the book is laid out.


MOST_MEETINGS = 200_000
"""Ships that meet ships in all duels of a table, which takes a second or two."""
MOST_TABLES = 50
"""The tables of duels in a book."""


def fight_table(
    definitions: Sequence[Definition], options: DuelOptions, place: Place
) -> tuple[Table, str]:
    """The wins of each row in a hundred duels against each column, and the conditions in words.

    Raises ProblemError at `place` for what can't fight.
    """
    try:
        combat, _ = find_combat(definitions)
        setting = choose_setting(combat, options)
        with Piece(place.file):
            chosen: DuelOptions = {**options, "jobs": 1}
            (matrix,) = fight_all(definitions, [setting], chosen, most=MOST_MEETINGS)
    except ChoiceError as error:
        raise ProblemError([BAD_CHAPTER.at(place, f"duel_table(): {error.message}")]) from None
    every = range(len(definitions))
    rows = [
        [definitions[row].name, *(round(100 * matrix.find_rate(row, column)) for column in every)]
        for row in every
    ]
    words = tr(
        "Wins of the row in 100 duels against the column: {}.", describe_setting(setting, combat)
    )
    words = f"{words} {tr('What this does not say: {}.', '; '.join(map(tr, combat.limits)))}"
    return Table(["", *(d.name for d in definitions)], rows), words
