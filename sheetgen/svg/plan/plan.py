"""The plan of drawings that begin alike: what each element in them draws, found by its text.

A filled template repeats itself, ship after ship. Its text comes in pieces: whole elements that
never change, tags of groups, and elements around values in a few pieces. A plan has a table for
every style that elements are drawn under. From its start, the pieces of an element lead from point
to point to the items that it draws, without reading any text. What is met for the first time is
read, and drawn by the same code that draws whole trees.

Inside a group, nothing depends on what is around it but the style, so all boxes of all ships share
what was learned from the first. Gradients and patterns that are defined inside a group are known
from there to its end; a drawing that refers to them from elsewhere goes by the tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, count
from typing import Any

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.geometry import Box
from sheetgen.svg.cascade import GivenUpError
from sheetgen.svg.frame import Frame
from sheetgen.svg.plan.learned import (
    EXIT,
    Exit,
    Items,
    Learned,
    Packed,
    Parts,
    PlanEntry,
    PlannedDrawing,
    StylePath,
)
from sheetgen.svg.plan.maker import (
    SERVERS,
    GroupOpening,
    Maker,
    MakerMark,
    WholeError,
    list_defined,
)
from sheetgen.svg.plan.token import BLANK, find_body, find_group_end, find_token
from sheetgen.svg.read.style import Style
from sheetgen.svg.stream import MOST_WEIGHT, Fragment, Way, map_extents
from sheetgen.svg.viewport import EDGE_TOLERANCE

MOST_UNFINISHED = 10_000
"""Characters of an element that comes in pieces; a drawing with a longer one goes by the tree."""
MOST_GROUPS = 40  # in each other; with the levels in them, fewer than the tree takes
_MOST_PATH = 60
"""Groups and definitions, one in or after the other, before which a definition is planned."""
_MOST_HEAD = 60_000
"""Characters before the drawing begins."""
_COST = 400  # of what is remembered, in characters, in addition to its texts
_DEFINITIONS = 50_000
"""The same of all definitions that are known in a scope."""
_LEAST = 3
"""Meanings of a plan that are worth a file."""
_GROWTH = 4
"""A file is written again when this part of what it holds has come to it in one run."""
_LARGEST = 1_500_000
"""Characters that a plan remembers, beyond which it printed more than one wants to keep."""
_END: StylePath = ("</svg>",)
"""The path of the table after the drawing's end tag."""
_CLOCK = count(1)
_ID = re.compile(r"""\sid\s*=\s*(?:"([^"]*)"|'([^']*)')""")


class Entrance(dict[str, Any]):
    """Where the pieces lead before the definitions have been read that all of a plan's texts share.

    That is another entrance, or a plan and what is left of the piece.
    """

    __slots__ = ("_awaited", "_find_plan", "_head")

    def __init__(
        self, find_plan: Callable[[str], DrawingPlan], head: str = "", awaited: str = ""
    ) -> None:
        """`head` is what has been read, `awaited` the tag without which no drawing begins."""
        self._find_plan = find_plan
        self._head, self._awaited = head, awaited

    def __missing__(self, piece: str) -> Any:
        text = self._head + str(piece)  # a Markup would escape what it is added to
        body, awaited = None, self._awaited
        if not awaited or awaited in text[max(len(self._head) - len(awaited), 0) :]:
            body, awaited = find_body(text)
        if body is not None:
            step: Any = self._find_plan(text[:body]), text[body:]
        elif len(text) > _MOST_HEAD:
            raise WholeError
        else:
            step = Entrance(self._find_plan, text, awaited)
        self[piece] = step
        return step

    def enter(self, pieces: Iterable[str]) -> tuple[DrawingPlan, Iterable[str]]:
        """The plan for a text in pieces, and the pieces that come after its definitions.

        Raises WholeError, FaultError, DrawingError.
        """
        here, left = self, iter(pieces)
        for piece in left:
            here = here[piece]
            if type(here) is tuple:
                plan, rest = here
                return plan, chain((rest,), left)
        raise WholeError


class StyleTable:
    """The meanings of tags and elements, and of pieces of them, under one style.

    `path` are the start tags of the groups that lead to the style, by one way of perhaps several,
    and the definitions between them; the style is made of these when it is needed. `scope` is the
    part of it up to the last definitions. `kept` are the meanings of earlier runs.
    """

    __slots__ = ("kept", "path", "scope", "start", "style", "tokens")

    def __init__(self, plan: DrawingPlan, path: StylePath, kept: Mapping[str, Packed]) -> None:
        self.path, self.kept = path, kept
        defined = [at for at, token in enumerate(path, start=1) if token[:2] not in ("<g", "</")]
        self.scope = path[: defined[-1]] if defined else ()
        self.style: Style | None = None
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


class Define:
    """Definitions among what is drawn: their text, their ids, and the table of what follows."""

    __slots__ = ("inside", "names", "token")

    def __init__(self, token: str, inside: StyleTable) -> None:
        """Raises WholeError for definitions that may matter anywhere in the drawing."""
        self.token, self.inside, self.names = token, inside, list_defined(token)


class Several(str):
    """A piece in which groups begin or end beside other things, so that it is read each time."""

    __slots__ = ()


Meaning = Items | Enter | Define | MakerMark
"""The meaning of a tag or element."""


class GroupPlace:
    """A group in its place in the drawing: the way out of it, and the groups in it."""

    __slots__ = ("_inner", "_seen", "_way")

    def __init__(self, way: Way) -> None:
        self._way = way
        self._inner: dict[PlanEntry, GroupPlace] = {}
        self._seen: set[Fragment] = set()  # items whose texts stay within the drawing

    def enter(self, entry: PlanEntry) -> GroupPlace:
        """The place of a group in this one."""
        known = self._inner.get(entry)
        if known is None:
            way = self._way if entry.matrix == IDENTITY else (entry.matrix, *self._way)
            known = self._inner[entry] = GroupPlace(way)
        return known

    def check(self, items: Iterable[Fragment], edge: Box) -> None:
        """Raises WholeError if a text of items here reaches over the edge of the drawing."""
        if self._seen.issuperset(items):
            return
        left, bottom, right, top = edge
        fresh = {*items} - self._seen
        for item in fresh:
            for x0, y0, x1, y1 in map_extents(item.extents, self._way):
                if max(left - x0, bottom - y0, x1 - right, y1 - top) > EDGE_TOLERANCE:
                    raise WholeError
        self._seen |= fresh


class DrawingPlan:
    """Draws texts that begin with the same root and definitions.

    `learned` is what earlier runs know. A maker, with all definitions up to a scope, is only made
    for what they do not know.
    """

    def __init__(
        self, learned: Learned, read_prefix: Callable[[StylePath], tuple[Frame, Maker]]
    ) -> None:
        """Raises what reading the definitions does, if nothing is known of them."""
        self._read_prefix = read_prefix
        self._makers: dict[StylePath, Maker] = {}
        self.used = 0  # when it was used last, by a clock that counts drawings
        self.fresh = 0  # meanings that earlier runs did not know
        self.frame = learned.frame or self._open_maker(())[0]
        self._learned: Learned | None = learned
        self._begin_tables()

    def _open_maker(self, scope: StylePath) -> tuple[Frame, Maker]:
        frame, maker = self._read_prefix(scope)
        self._makers[scope] = maker
        if scope:
            self.size += _DEFINITIONS
        return frame, maker

    def _find_maker(self, scope: StylePath) -> Maker:
        """The maker of what stands in a scope, ready for the drawing that is being drawn."""
        maker = self._makers.get(scope) or self._open_maker(scope)[1]
        if maker.used != self.used:
            maker.used = self.used
            maker.context.begin()
        return maker

    @property
    def known(self) -> int:
        """The number of meanings that earlier runs knew."""
        return self._learned.count if self._learned else 0

    def _begin_tables(self) -> None:
        self.size = 0  # of what is remembered, in characters
        self.heaviest = 0  # the most weight that an item has
        self.tables: dict[StylePath, StyleTable] = {}
        self._by_style: dict[tuple[StylePath, Style], StyleTable] = {}
        self._defined: set[str] = set()  # the ids of definitions among what is drawn
        self.named: set[str] = set()  # those of anything else that is drawn
        self.place = GroupPlace((self.frame.matrix,))

    def open_table(self, path: StylePath) -> StyleTable:
        """The table for the style that a path leads to; an empty one is the drawing itself."""
        known = self.tables.get(path)
        if known is None:
            kept = self._learned.find(path) if self._learned else {}
            known = self.tables[path] = StyleTable(self, path, kept)
        return known

    def _find_style(self, table: StyleTable) -> Style:
        if table.style is None:
            maker = self._find_maker(table.scope)
            table.style = maker.style
            if table.path:
                table.style = self._find_style(self.open_table(table.path[:-1]))
            if table.path != table.scope:
                opening = maker.make(table.path[-1], "", table.style)
                assert isinstance(opening, GroupOpening), "a style was made by what is no group"
                table.style = opening.style
            self._by_style.setdefault((table.scope, table.style), table)
        return table.style

    def forget(self) -> None:
        """Forgets what was learned, part by part: the parts refer to each other in circles."""
        for table in self.tables.values():
            table.tokens.clear()
            table.start.clear()
            del table.start  # which knows the table, and this
        for scope in [*filter(None, self._makers)]:
            del self._makers[scope]
        for maker in self._makers.values():
            maker.forget()
        self._learned = None
        self._begin_tables()

    def pack(self) -> bytes:
        """Return the meanings packed for later runs; empty if too few are new to keep them."""
        learned = self._learned
        enough = max(_LEAST, self.known // _GROWTH)
        if learned is None or self.fresh < enough or self.size > _LARGEST:
            return b""
        for path, table in self.tables.items():
            for token, meaning in table.tokens.items():
                if isinstance(meaning, Enter):
                    entry = meaning.entry or PlanEntry(IDENTITY, "")
                    way = entry.matrix, entry.clip, meaning.inside.path
                    learned.add_group(path, token, way)
                elif not isinstance(meaning, (MakerMark, Define)):
                    learned.add(path, token, meaning)
                elif meaning is MakerMark.WHOLE:
                    learned.add(path, token, None)
        return learned.pack(self.frame)

    # Drawing

    def draw(self, pieces: Iterable[str], title: str) -> PlannedDrawing:
        """The drawing of what comes after the definitions, in pieces.

        Raises WholeError, FaultError, DrawingError, ValueError.
        """
        self.used = next(_CLOCK)
        try:
            parts = _PlanWalk(self).follow(pieces)
        except (GivenUpError, RecursionError):
            self.forget()  # anything half drawn must not make a difference
            raise WholeError from None
        return PlannedDrawing.plan(self.frame, title, parts)

    # Learning

    def read_piece(self, point: PlanPoint, piece: str) -> Any:
        """Return the step from a point by a piece of text: a meaning, Several, or another point."""
        # A Markup would escape what it is added to.
        text = (point.tail + str(piece)).lstrip(BLANK)
        table = point.table
        self.size += len(piece) + len(text) + _COST
        items: Items = ()
        at = 0
        # No element ends without a bracket.
        while ">" in piece and (found := self.find(table, text, at)) is not None:
            meaning, end = found
            if not isinstance(meaning, tuple):
                return Several(text) if at or text[end:].strip(BLANK) else meaning
            items += meaning
            at = end
        rest = text[at:].lstrip(BLANK)
        if not rest:
            return items if at else table.start
        if at:
            return Several(text)
        if len(rest) > MOST_UNFINISHED:
            raise WholeError
        return PlanPoint(self, table, rest)

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
        elif table.path == _END:
            raise WholeError
        elif not tag and token.startswith("</"):
            meaning = MakerMark.END if token.startswith("</s") else MakerMark.CLOSE
        elif tag in SERVERS:
            if len(table.path) > _MOST_PATH:
                raise WholeError  # each of them would have all those before it read again
            meaning = Define(token, self.open_table((*table.path, token)))
            self._defined |= meaning.names
        else:
            self.named.update(one or two for one, two in _ID.findall(token))
            if not self._defined.isdisjoint(self.named):
                raise WholeError  # which of them is meant?
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
        made = self._find_maker(table.scope).make(token, tag, self._find_style(table))
        if isinstance(made, MakerMark):
            return made
        if isinstance(made, list):
            return self._hold(made)
        known = table.scope, made.style
        inside = self._by_style.get(known)
        if inside is None:
            inside = self._by_style[known] = self.open_table((*table.path, token))
            inside.style = made.style
        return Enter(made.matrix, made.clip, inside)

    def _hold(self, fragments: Iterable[Fragment]) -> Items:
        items = tuple(fragments)
        for item in items:
            self.size += len(item.operators)
            self.heaviest = max(self.heaviest, item.weight)
        return items


class _PlanWalk:
    """The way through one text: what was drawn, and the groups that are open."""

    def __init__(self, plan: DrawingPlan) -> None:
        self._plan = plan
        self._parts: list[Any] = []
        self._settled = 0  # parts before this one have been checked in their places
        self._table, self._place = plan.open_table(()), plan.place
        self._outer: list[tuple[Enter, StyleTable, GroupPlace]] = []
        self._defined: dict[str, StyleTable] = {}  # by ids, where definitions are known

    def follow(self, pieces: Iterable[str]) -> Parts:
        """The parts of a text. Raises what `DrawingPlan.draw` does."""
        parts = self._parts
        here = start = self._table.start
        for piece in pieces:
            step = here[piece]
            kind = type(step)
            if kind is tuple:
                parts += step
                here = start
            elif kind is PlanPoint:
                here = step
            else:
                rest = ""
                if kind is Several:
                    rest = self._go_through(step)
                else:
                    self._turn(step)
                start = self._table.start
                here = start[rest] if rest else start
        if here.tail or self._table.path != _END:
            raise WholeError
        self._settle()
        if len(parts) * self._plan.heaviest > MOST_WEIGHT:
            weights = (part.weight for part in parts if isinstance(part, Fragment))
            if sum(weights) > MOST_WEIGHT:
                raise WholeError  # the tree says so
        return tuple(parts)

    def _settle(self) -> None:
        """Checks what was drawn in the group that is open now."""
        fresh = self._parts[self._settled :]
        self._settled = len(self._parts)
        self._place.check(fresh, self._plan.frame.edge)

    def _turn(self, step: Enter | Define | MakerMark) -> None:
        """Goes into a group or out of one, past definitions, or past the end of the drawing."""
        if isinstance(step, Define):
            self._table = step.inside
            known = {name: self._defined.setdefault(name, step.inside) for name in step.names}
            if any(table is not step.inside for table in known.values()):
                raise WholeError  # the first of several is meant
        elif isinstance(step, Enter):
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
            if isinstance(meaning, tuple):
                self._parts += meaning
            else:
                self._turn(meaning)
        return text[at:].lstrip(BLANK)
