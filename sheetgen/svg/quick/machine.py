"""The quick route: what the pieces produced by a template lead to, learned piece by piece.

A filled template repeats itself, ship after ship. So a machine learns it: its station (what it has
read of an unfinished element, and under which styles) and the next piece together determine what
is drawn and which station comes next. What was learned once is looked up from then on, without
reading any text.

A group with coordinates of its own is entered and left again: inside, nothing depends on what is
around it, so all boxes of all ships share what was learned from the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import count

from sheetgen.svg.context import GivenUpError
from sheetgen.svg.fragment import EMPTY, PLAIN, Fragment, Setting
from sheetgen.svg.frame import Frame
from sheetgen.svg.quick.learned import Key, Learned, Packed
from sheetgen.svg.quick.splitter import (
    Mark,
    NotSplitError,
    Opening,
    Splitter,
    find_group_end,
    find_token,
    is_plain,
)
from sheetgen.svg.quick.styles import OUTERMOST, Styles
from sheetgen.svg.quick.trail import Enter, Leave, OpenGroup, Station, Step, UnfinishedError
from sheetgen.svg.stream import Stream
from sheetgen.svg.text.line import Line

MOST_UNFINISHED = 4_000
"""Characters of an element that comes in pieces; with a longer one, the whole text is read."""
MOST_GROUPS = 40  # in each other; with the levels in them, fewer than the tree takes
_COST = 800  # of a step that is kept, in characters, in addition to its texts
_BLANK = " \t\r\n"
_TEXT = ("<text ", "<text\t", "<text\n", "<text\r")
_CLOCK = count(1)


class _Point:
    """A station inside a drawing: what is open, and what is in force in its content stream.

    `styles` are the numbers of those of the group that was entered last and of the plain groups in
    it; `depth` counts all groups; `tail` is the part of an element that has been read.
    """

    __slots__ = ("depth", "is_end", "kept", "machine", "state", "steps", "styles", "tail", "words")

    def __init__(
        self,
        machine: Machine,
        tail: str,
        styles: tuple[int, ...],
        depth: int,
        state: Setting,
        is_end: bool,
    ) -> None:
        self.machine = machine
        self.tail = tail
        self.styles = styles
        self.depth = depth
        self.state = state
        self.is_end = is_end
        self.steps: dict[str, Step] = {}
        self.kept: Mapping[str, Packed] = {}  # steps that earlier runs know
        self.words: Words | None = None  # what is known of texts that end after this point

    @property
    def key(self) -> Key:
        """What it is found by."""
        is_text, fill, stroke, font = self.state
        return self.tail, self.styles, self.depth, (is_text, fill, stroke, font), self.is_end

    def learn(self, piece: str, keep: bool) -> Step:
        """The step that a piece leads to."""
        return self.machine.learn(self, piece, keep)


class Words:
    """What is known of a <text> whose start tag has been read.

    `line` draws its words, None if they need more than that; `before` are those that have been
    read. `frames` are what is written before words in a state, and the step after them, by that
    state and the text after them.
    """

    __slots__ = ("before", "frames", "line")

    def __init__(self, line: Line | None, before: str) -> None:
        self.line, self.before = line, before
        self.frames: dict[tuple[Setting, str], tuple[str, Step]] = {}


class Machine:
    """Learns texts that begin with the same root and definitions.

    `place` is the place of the drawing itself, `learned` what earlier runs know. The splitter, with
    all definitions, is only made for what they do not know.
    """

    def __init__(self, learned: Learned, read_prefix: Callable[[], tuple[Frame, Splitter]]) -> None:
        """Raises what reading the definitions does, if nothing is known of them."""
        self._read_prefix = read_prefix
        self.frame = learned.frame or self._definitions[0]
        self.is_whole = False  # whether its texts must not be read in pieces
        self.used = 0  # when it was used last, by a clock that counts drawings
        self.fresh = 0  # steps that earlier runs did not know
        self._learned: Learned | None = learned
        self._recipes = learned.recipes
        self._points: dict[object, _Point] = {}
        self._size = 0
        self._prepare()

    @cached_property
    def _definitions(self) -> tuple[Frame, Splitter]:
        frame, splitter = self._read_prefix()
        splitter.context.begin()
        return frame, splitter

    @property
    def splitter(self) -> Splitter:
        """What compiles elements that are not known yet."""
        return self._definitions[1]

    @property
    def _opened(self) -> Splitter | None:
        """The splitter, if there was something to compile."""
        return self.splitter if "_definitions" in self.__dict__ else None

    @property
    def known(self) -> int:
        """The number of steps that earlier runs knew."""
        return self._learned.count if self._learned else 0

    def begin(self) -> None:
        """Prepares for another drawing."""
        self.used = next(_CLOCK)
        if self._opened:
            self._opened.context.begin()

    def _prepare(self) -> None:
        self.place = OpenGroup((self.frame.matrix,))
        self._styles = Styles(self._recipes, lambda: self.splitter)
        self.start = self._stand("", (0,), 0, PLAIN)

    @property
    def size(self) -> int:
        """The amount remembered, in characters."""
        opened = self._opened
        return self._size + (opened.size if opened else 0)

    def forget(self) -> None:
        """Forgets what was learned, part by part: the parts refer to each other in circles."""
        for point in self._points.values():
            point.steps.clear()
        self._points.clear()
        if self._opened:
            self._opened.forget()
        self.place.forget()
        self._learned, self._recipes = None, [OUTERMOST]
        self._size = 0
        self._prepare()

    def pack(self) -> bytes:
        """What is known now, for later runs; nothing if there is nothing to keep."""
        learned = self._learned
        if learned is None or self.is_whole:
            return b""
        for point in self._points.values():
            for piece, step in point.steps.items():
                back = _find_key(step.back) if isinstance(step, Enter) else None
                learned.add(point.key, piece, step, _find_key(step.station), back)
        return learned.pack(self.frame)

    def learn(self, point: _Point, piece: str, keep: bool) -> Step:
        """The step that a piece leads to from a point. Raises what Station.learn does."""
        text = point.tail + piece
        if piece in point.kept and (known := self._recall(point.kept[piece])):
            return self._keep(point, piece, known, keep)
        self.fresh += 1
        try:
            if (step := self._set_words(point, piece)) is not None:
                return self._keep(point, piece, step, keep)
            # No element ends without a bracket.
            step = self._read(point, text) if ">" in piece else self._wait(point, text)
        except (GivenUpError, RecursionError):
            self.forget()  # anything half compiled must not make a difference
            raise NotSplitError from None
        return self._keep(point, piece, step, keep)

    def _recall(self, packed: Packed) -> Step | None:
        """A step that an earlier run knows; None if a font of it is not there any more."""
        return self._learned.unpack(packed, self._stand_at) if self._learned else None

    def _keep(self, point: _Point, piece: str, step: Step, keep: bool) -> Step:
        """The step that was found, which is remembered if `keep` is set."""
        if keep:
            if isinstance(step.station, _Point) and len(step.station.tail) > MOST_UNFINISHED:
                self.is_whole = True
                raise UnfinishedError
            point.steps[piece] = step
            self._size += len(piece) + len(step.operators) + _COST
        return step

    def _set_words(self, point: _Point, piece: str) -> Step | None:
        """The step of a piece with the last words of a <text>, most often a name.

        It is what `_read` would find. None for anything else, or more than words in a line.
        """
        words = point.words
        if words is None:
            words = point.words = self._find_words(point)
        if words.line is None:
            return None
        content, end, rest = piece.partition("</text>")
        content = words.before + content
        drawn = words.line.draw(content) if end and is_plain(content) else None
        if drawn is None or drawn is EMPTY:
            return None
        frame = words.frames.get((drawn.state, rest))
        if frame is None:
            frame = words.frames[drawn.state, rest] = self._frame_words(point, drawn, rest)
        before, after = frame
        if type(after) is not Step:
            return None
        step = Step(drawn, after.station)
        step.operators = before + step.operators
        if after.draws:
            step.add(after)
        return step

    def _frame_words(self, point: _Point, fragment: Fragment, rest: str) -> tuple[str, Step]:
        """What is written before words in the state of a fragment, and the step after them."""
        stream = Stream(state=point.state)
        stream.add(fragment)
        before = stream.take().operators.removesuffix(fragment.operators)
        return before, self._read(self._stand("", point.styles, point.depth, stream.state), rest)

    def _find_words(self, point: _Point) -> Words:
        """What is known of a text whose start tag is the point's tail."""
        start, bracket, before = point.tail.partition(">")
        is_text = bracket and start.startswith(_TEXT) and not start.endswith("/")
        if not is_text or "<" in before or point.is_end:
            return Words(None, "")
        words = Words(self.splitter.find_line(start, self._styles.find(point.styles[-1])), before)
        outside = self._stand("", point.styles, point.depth, point.state)
        outside.words = outside.words or Words(None, "")
        words.frames = outside.words.frames  # whatever is in between, the same is around it
        return words

    def _wait(self, point: _Point, text: str) -> Step:
        """The step to the point where more of an unfinished text has been read."""
        tail = text.lstrip(_BLANK)
        station = self._stand(tail, point.styles, point.depth, point.state, point.is_end)
        return Step(EMPTY, station)

    def _read(self, point: _Point, text: str) -> Step:  # noqa: C901, PLR0912 (one quick loop)
        """The step through everything finished in a text, as far as the edge of its group."""
        styles, depth = point.styles, point.depth
        stream = Stream(state=point.state)
        splitter = self.splitter
        at, is_end = 0, point.is_end
        style = self._styles.find(styles[-1])
        while (found := find_token(text, at)) is not None:
            token, tag, end = found
            if is_end:
                if not token.startswith("<!--"):
                    raise NotSplitError
                at = end
                continue
            thing = splitter.look_up(token, tag, style)
            if thing is Mark.WHOLE:
                start, group_end = end - len(token), find_group_end(text, end)
                if group_end is None:
                    break
                end = group_end
                thing = splitter.compile(text[start:end], style)
            at = end
            if isinstance(thing, Fragment):
                stream.add(thing)
            elif isinstance(thing, list):
                for fragment in thing:
                    stream.add(fragment)
            elif isinstance(thing, Opening):
                depth += 1
                if depth > MOST_GROUPS:
                    raise NotSplitError
                if thing.is_entered:
                    inside = self._styles.number(thing.style, (styles[-1], token))
                    return self._enter(thing, inside, stream, styles, depth, text[at:])
                style = thing.style
                styles = (*styles, self._styles.number(style, (styles[-1], token)))
            elif thing is Mark.CLOSE:
                depth -= 1
                if len(styles) == 1:
                    if depth < 0:
                        raise NotSplitError
                    return Leave(stream.leave(), point, text[at:])
                styles = styles[:-1]
                style = self._styles.find(styles[-1])
            else:
                if depth:
                    raise NotSplitError
                stream.finish()
                is_end = True
        tail = text[at:].lstrip(_BLANK)
        station = self._stand(tail, styles, depth, stream.state, is_end)
        return Step(stream.take(), station)

    def _enter(
        self,
        opening: Opening,
        style: int,
        stream: Stream,
        styles: tuple[int, ...],
        depth: int,
        rest: str,
    ) -> Step:
        """The step into a group, after whose end the machine goes on where the group began."""
        stream.save(opening.matrix, opening.clip)
        back = self._stand("", styles, depth - 1, stream.outer_state)
        inside = self._stand("", (style,), depth, PLAIN)
        return Enter(stream.take(), inside, rest, back, opening.matrix)

    def _stand(
        self,
        tail: str,
        styles: tuple[int, ...],
        depth: int,
        state: Setting,
        is_end: bool = False,
    ) -> _Point:
        """The one point with these properties."""
        key = (tail, styles, depth, state, is_end)
        known = self._points.get(key)
        if known is None:
            known = self._points[key] = _Point(self, *key)
            if self._learned:
                known.kept = self._learned.find_steps(key)
            self._size += len(tail) + _COST
        return known

    def _stand_at(self, key: Key) -> _Point:
        """The one point with this key."""
        tail, styles, depth, state, is_end = key
        return self._stand(tail, styles, depth, Setting(*state), is_end)


def _find_key(station: Station) -> Key:
    assert isinstance(station, _Point), "a step leads out of the drawing"
    return station.key


def find_end(station: Station) -> Machine:
    """The machine whose end a station is. Raises NotSplitError for any other station."""
    if isinstance(station, _Point) and station.is_end and not station.tail:
        return station.machine
    raise NotSplitError
