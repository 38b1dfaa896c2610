"""The plan of drawings that begin alike: what each element in them draws, found by its text.

A filled template repeats itself, ship after ship. Its text comes in pieces: whole elements that
never change, tags of groups, and elements around values in a few pieces. A plan has a table for
every style that elements are drawn under. From its start, the pieces of an element lead from point
to point to the items that it draws, without reading any text. What is met for the first time is
read, and drawn by the same code that draws whole trees.

Inside a group, nothing depends on what is around it but the style, so all boxes of all ships share
what was learned from the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import count
from typing import Any

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.geometry import Box
from sheetgen.svg.context import GivenUpError
from sheetgen.svg.frame import Frame
from sheetgen.svg.plan.item import (
    EXIT,
    DrawnItem,
    Exit,
    GroupOpening,
    Items,
    Parts,
    PlanEntry,
    PlannedDrawing,
)
from sheetgen.svg.plan.learned import OUTERMOST, Learned, Packed, Styles
from sheetgen.svg.plan.maker import Maker, MakerMark, WholeError
from sheetgen.svg.plan.token import BLANK, find_group_end, find_token
from sheetgen.svg.stream import MOST_WEIGHT, Fragment, Way, map_extents
from sheetgen.svg.viewport import EDGE_TOLERANCE

MOST_UNFINISHED = 4_000
"""Characters of an element that comes in pieces; with a longer one, the whole text is read."""
MOST_GROUPS = 40  # in each other; with the levels in them, fewer than the tree takes
_COST = 400  # of what is remembered, in characters, in addition to its texts
_END = -1  # the number of the table after the drawing's end tag
_CLOCK = count(1)


class UnfinishedError(WholeError):
    """An element is too long to be read in pieces; the whole text has to be read at once."""


class StyleTable:
    """The meanings of tags and elements, and of pieces of them, under one style.

    `kept` are those of earlier runs.
    """

    __slots__ = ("kept", "number", "start", "tokens")

    def __init__(self, plan: DrawingPlan, number: int, kept: Mapping[str, Packed]) -> None:
        self.number, self.kept = number, kept
        self.tokens: dict[str, Meaning] = {}
        self.start = PlanPoint(plan, self, "")


class PlanPoint(dict[str, Any]):
    """Where the pieces of an element lead that is not whole yet; `tail` is what they say so far.

    What comes next is found by the next piece: the items that are drawn, another point, or else.
    """

    __slots__ = ("_plan", "table", "tail")

    def __init__(self, plan: DrawingPlan, table: StyleTable, tail: str) -> None:
        self._plan, self.table, self.tail = plan, table, tail

    def __missing__(self, piece: str) -> Any:
        step = self[piece] = self._plan.read_piece(self, piece)
        return step


class Enter:
    """The start tag of a group: its coordinates and clip, and the table inside it."""

    __slots__ = ("entry", "inside")

    def __init__(self, matrix: Matrix, clip: str, inside: StyleTable) -> None:
        is_plain = not clip and matrix == IDENTITY
        self.entry = None if is_plain else PlanEntry(matrix, clip)
        self.inside = inside


class GroupPlace:
    """A group in its place in the drawing: the way out of it, and the groups in it."""

    __slots__ = ("_inner", "heaviest", "seen", "way")

    def __init__(self, way: Way) -> None:
        self.way = way
        self._inner: dict[PlanEntry, GroupPlace] = {}
        self.seen: set[DrawnItem] = set()  # items whose texts stay within the drawing
        self.heaviest = 0  # the most weight that one of these has

    def enter(self, entry: PlanEntry) -> GroupPlace:
        """The place of a group in this one."""
        known = self._inner.get(entry)
        if known is None:
            way = self.way if entry.matrix == IDENTITY else (entry.matrix, *self.way)
            known = self._inner[entry] = GroupPlace(way)
        return known

    def check(self, items: Iterable[DrawnItem], edge: Box) -> None:
        """Raises WholeError if a text of items here reaches over the edge of the drawing."""
        if self.seen.issuperset(items):
            return
        left, bottom, right, top = edge
        fresh = {*items} - self.seen
        for item in fresh:
            for x0, y0, x1, y1 in map_extents(item.fragment.extents, self.way):
                if max(left - x0, bottom - y0, x1 - right, y1 - top) > EDGE_TOLERANCE:
                    raise WholeError
            self.heaviest = max(self.heaviest, item.weight)
        self.seen |= fresh


class Several(str):
    """A piece in which groups begin or end beside other things, so that it is read each time."""

    __slots__ = ()


Meaning = DrawnItem | Items | Enter | MakerMark
"""The meaning of a tag or element."""


class DrawingPlan:
    """Draws texts that begin with the same root and definitions.

    `learned` is what earlier runs know. The maker, with all definitions, is only made for what they
    do not know.
    """

    def __init__(self, learned: Learned, read_prefix: Callable[[], tuple[Frame, Maker]]) -> None:
        """Raises what reading the definitions does, if nothing is known of them."""
        self._read_prefix = read_prefix
        self.frame = learned.frame or self._definitions[0]
        self.is_whole = False  # whether its texts must not be read in pieces
        self.used = 0  # when it was used last, by a clock that counts drawings
        self.fresh = 0  # meanings that earlier runs did not know
        self._learned: Learned | None = learned
        self._begin_tables(learned.recipes)

    @cached_property
    def _definitions(self) -> tuple[Frame, Maker]:
        frame, maker = self._read_prefix()
        maker.context.begin()
        return frame, maker

    @property
    def _opened(self) -> Maker | None:
        """The maker, if there was something to draw."""
        return self._definitions[1] if "_definitions" in self.__dict__ else None

    @property
    def known(self) -> int:
        """The number of meanings that earlier runs knew."""
        return self._learned.count if self._learned else 0

    def _begin_tables(self, recipes: list[tuple[int, str]]) -> None:
        self.size = 0  # of what is remembered, in characters
        self.tables: dict[int, StyleTable] = {}
        self._styles = Styles(recipes, lambda: self._definitions[1])
        self.place = GroupPlace((self.frame.matrix,))

    def open_table(self, number: int) -> StyleTable:
        """The table for the style with a number; 0 is that of the drawing itself."""
        known = self.tables.get(number)
        if known is None:
            kept = self._learned.find(number) if self._learned else {}
            known = self.tables[number] = StyleTable(self, number, kept)
        return known

    def forget(self) -> None:
        """Forgets what was learned, part by part: the parts refer to each other in circles."""
        for table in self.tables.values():
            table.tokens.clear()
            table.start.clear()
            del table.start  # which knows the table, and this
        if self._opened:
            self._opened.forget()
        self._learned = None
        self._begin_tables([OUTERMOST])

    def pack(self) -> bytes:
        """Return the meanings packed for later runs; empty if there is nothing to keep."""
        learned = self._learned
        if learned is None:
            return b""
        for table in self.tables.values():
            for token, meaning in table.tokens.items():
                if isinstance(meaning, Enter):
                    entry = meaning.entry or PlanEntry(IDENTITY, "")
                    way = entry.matrix, entry.clip, meaning.inside.number
                    learned.add_group(table.number, token, way)
                elif not isinstance(meaning, MakerMark):
                    learned.add(table.number, token, _list_items(meaning))
                elif meaning is MakerMark.WHOLE:
                    learned.add(table.number, token, None)
        return learned.pack(self.frame)

    # Drawing

    def draw(self, pieces: str | Iterable[str], title: str) -> PlannedDrawing:
        """The drawing of what comes after the definitions, as one text or in pieces.

        Raises WholeError, FaultError, DrawingError, ValueError.
        """
        self.used = next(_CLOCK)
        if self._opened:
            self._opened.context.begin()
        try:
            walk = _PlanWalk(self)
            parts = walk.read(pieces) if isinstance(pieces, str) else walk.follow(pieces)
        except (GivenUpError, RecursionError):
            self.forget()  # anything half drawn must not make a difference
            raise WholeError from None
        except UnfinishedError:
            self.is_whole = True
            raise
        return PlannedDrawing.plan(self.frame, title, parts)

    # Learning

    def read_piece(self, point: PlanPoint, piece: str) -> Any:
        """Return the step from a point by a piece of text: a meaning, Several, or another point."""
        # A Markup would escape what it is added to.
        text = (point.tail + str(piece)).lstrip(BLANK)
        table = point.table
        self.size += len(piece) + _COST
        if ">" not in piece:  # no element ends without a bracket
            return self._wait(table, text)
        items: list[DrawnItem] = []
        at = 0
        while (found := self.find(table, text, at)) is not None:
            meaning, end = found
            if isinstance(meaning, (Enter, MakerMark)):
                return Several(text) if at or text[end:].strip(BLANK) else meaning
            items += _list_items(meaning)
            at = end
        rest = text[at:].lstrip(BLANK)
        if rest:
            return Several(text) if at else self._wait(table, text)
        return items[0] if len(items) == 1 else tuple(items)

    def _wait(self, table: StyleTable, tail: str) -> PlanPoint:
        """The point where an element has been read as far as this."""
        if not tail:
            return table.start
        if len(tail) > MOST_UNFINISHED:
            raise UnfinishedError
        return PlanPoint(self, table, tail)

    def find(self, table: StyleTable, text: str, at: int) -> tuple[Meaning, int] | None:
        """The meaning of what stands at a place of a text, and where it ends.

        None if it is not finished, or not clear. Raises what `draw` does.
        """
        found = find_token(text, at)
        if found is None:
            return None
        token, tag, end = found
        meaning = self._look_up(table, token, tag)
        if meaning is MakerMark.WHOLE:
            group_end = find_group_end(text, end)
            if group_end is None:
                return None
            meaning = self._look_up(table, text[end - len(token) : group_end], "g")
            end = group_end
        return meaning, end

    def _look_up(self, table: StyleTable, token: str, tag: str) -> Meaning:
        meaning = table.tokens.get(token)
        if meaning is not None:
            return meaning
        if token.startswith("<!--"):
            meaning = ()
        elif table.number == _END:
            raise WholeError
        elif not tag and token.startswith("</"):
            meaning = MakerMark.END if token.startswith("</s") else MakerMark.CLOSE
        else:
            meaning = self._recall(table.kept[token]) if token in table.kept else None
            if meaning is None:
                self.fresh += 1
                meaning = self._make(table, token, tag)
        table.tokens[token] = meaning
        self.size += len(token) + _COST
        return meaning

    def _recall(self, packed: Packed) -> Meaning | None:
        """The meaning that an earlier run knows; None if a font of it is not there any more."""
        if packed is None:
            return MakerMark.WHOLE
        if isinstance(packed, tuple):
            matrix, clip, inside = packed
            return Enter(matrix, clip, self.open_table(inside))
        fragments = self._learned.unpack(packed) if self._learned else None
        return None if fragments is None else self._hold(fragments)

    def _make(self, table: StyleTable, token: str, tag: str) -> Meaning:
        made = self._definitions[1].make(token, tag, self._styles.find(table.number))
        if isinstance(made, GroupOpening):
            inside = self._styles.number(made.style, (table.number, token))
            return Enter(made.matrix, made.clip, self.open_table(inside))
        return self._hold(made) if isinstance(made, list) else made

    def _hold(self, fragments: list[Fragment]) -> DrawnItem | Items:
        self.size += sum(len(fragment.operators) for fragment in fragments)
        items = tuple(map(DrawnItem, fragments))
        return items[0] if len(items) == 1 else items


class _PlanWalk:
    """The way through one text: what was drawn, and the groups that are open."""

    def __init__(self, plan: DrawingPlan) -> None:
        self._plan = plan
        self._parts: list[Any] = []
        self._settled = 0  # parts before this one have been checked in their places
        self._weight = 0  # of these, or less
        self._table, self._place = plan.open_table(0), plan.place
        self._outer: list[tuple[Enter, StyleTable, GroupPlace]] = []

    def follow(self, pieces: Iterable[str]) -> Parts:
        """The parts of a text that comes in pieces. Raises what `DrawingPlan.draw` does."""
        parts = self._parts
        here = start = self._table.start
        for piece in pieces:
            step = here[piece]
            kind = type(step)
            if kind is DrawnItem:
                parts.append(step)
                here = start
            elif kind is PlanPoint:
                here = step
            elif kind is tuple:
                parts += step
                here = start
            else:
                rest = ""
                if kind is Several:
                    rest = self._go_through(step)
                else:
                    self._turn(step)
                start = self._table.start
                here = start[rest] if rest else start
        return self._end(here.tail)

    def read(self, text: str) -> Parts:
        """The parts of a whole text. Raises what `DrawingPlan.draw` does."""
        return self._end(self._go_through(text))

    def _end(self, rest: str) -> Parts:
        if rest or self._table.number != _END:
            raise WholeError
        self._settle()
        if self._weight > MOST_WEIGHT:
            items = (part for part in self._parts if isinstance(part, DrawnItem))
            if sum(item.weight for item in items) > MOST_WEIGHT:
                raise WholeError  # the tree says so
        return tuple(self._parts)

    def _settle(self) -> None:
        """Checks what was drawn in the group that is open now."""
        fresh = self._parts[self._settled :]
        self._settled = len(self._parts)
        if fresh:
            self._place.check(fresh, self._plan.frame.edge)
            self._weight += len(fresh) * self._place.heaviest

    def _turn(self, step: Enter | MakerMark) -> None:
        """Goes into a group or out of one, or past the end of the drawing."""
        if isinstance(step, Enter):
            self._outer.append((step, self._table, self._place))
            if len(self._outer) > MOST_GROUPS:
                raise WholeError
            self._table = step.inside
            if step.entry:
                self._settle()
                self._place = self._place.enter(step.entry)
                self._draw(step.entry)
        elif step is MakerMark.CLOSE:
            if not self._outer:
                raise WholeError
            enter, self._table, place = self._outer.pop()
            if enter.entry:
                self._settle()
                self._place = place
                self._draw(EXIT)
        else:
            if self._outer:
                raise WholeError
            self._table = self._plan.open_table(_END)

    def _draw(self, edge: PlanEntry | Exit) -> None:
        self._parts.append(edge)
        self._settled += 1

    def _go_through(self, text: str) -> str:
        """Goes through a text tag by tag; what is left of it."""
        at = 0
        while (found := self._plan.find(self._table, text, at)) is not None:
            meaning, at = found
            if isinstance(meaning, (Enter, MakerMark)):
                self._turn(meaning)
            else:
                self._parts += _list_items(meaning)
        return text[at:].lstrip(BLANK)


def _list_items(meaning: DrawnItem | Items) -> Items:
    return meaning if isinstance(meaning, tuple) else (meaning,)
