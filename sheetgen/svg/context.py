"""State that the elements of one drawing share: definitions, stylesheet, fonts, ink, memory.

A context belongs to the text of a drawing's definitions and stylesheets. Drawings filled from
one template share that text, so what one of them compiled is ready for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.drawing.drawing import Resources, TextResources
from sheetgen.ground.colour import Ink, ink_components
from sheetgen.ground.files import Files, Stamp
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.svg.cascade import Cascade, Known
from sheetgen.svg.problem import (
    Problem,
)
from sheetgen.svg.read.style import RGB, Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Fragment
from sheetgen.type.fonts import Fonts

if TYPE_CHECKING:
    from sheetgen.svg.stream import Stream
    from sheetgen.type.face import Face

MOST_WORK = 20_000
"""Elements that may be drawn beyond those of the text: symbols under many different styles."""
MOST_DEPTH = 60
"""Levels of elements inside symbols that use each other."""


class Nested(NamedTuple):
    """A picture, y downwards, its size in user units, and what a drawing was made of."""

    fragment: Fragment
    width: float
    height: float
    notes: tuple[Problem, ...] = ()


class Clip(NamedTuple):
    """Operators after which only a part of what follows is seen, and what they name."""

    operators: str = ""
    resources: tuple[Resources, ...] = ()


class Room(NamedTuple):
    """How large a drawing becomes on paper, in points; without a size, as large as it is."""

    width: float = 0.0
    height: float = 0.0
    fills: bool = False  # whether it covers all of it, so that some of it is cut off

    def zoom(self, width: float, height: float) -> float:
        """How many points on paper a point of a drawing of this size becomes."""
        shares = [share for share in (self.width / width, self.height / height) if share]
        return (max if self.fills else min)(shares, default=1.0)


ITSELF = Room()
"""The room of a drawing that is printed in its own size."""


Stops = tuple[tuple[float, tuple[float, ...]], ...]
"""The stops of a gradient: the offset of each, and the components of its colour."""


Draw = Callable[[Element, Style, "Context", "Stream"], None]
"""Adds an element whose parent has a style to a stream."""
DrawNested = Callable[[str, Path | None, Room, str], Nested]
"""Return the picture of a drawing from elsewhere: of its text, whose files are named from a folder,
in a room on paper, with the name of its file, if it has one. Raises ImageError."""
DrawPart = Callable[[Problem, Style, "Context", "Stream"], Fragment]
"""Return a picture of the element that is being drawn, inside one with a style (see raster/)."""


@record(frozen=False, slots=False)
class Context(Cascade):
    """A drawing's definitions by id, its stylesheet, and everything compiled under them.

    A `strict` context raises FaultError at the first problem instead of noting it. A `lenient` one
    is for drawings from elsewhere: what has no meaning is a warning, and what is not drawn as
    vectors raises UndrawnError.
    """

    fonts: Fonts
    ink: Ink
    files: Files  # from which pictures are read
    base: Path | None  # the folder that relative picture names start from
    strict: bool = False
    pictures: dict[Path, Stamp] = field(default_factory=dict, repr=False)  # as they were drawn
    known: Known = field(default_factory=lambda: Known(), repr=False)
    lenient: bool = False
    draw_nested: DrawNested = field(repr=False, kw_only=True)
    draw: Draw = field(repr=False, kw_only=True)  # what draws an element (see element.py)

    def __post_init__(self) -> None:
        self.begin_styles()
        self.open: list[Element] = []  # the elements around the one being drawn, and itself
        self.nested = 0  # levels of what is drawn for others: symbols, masks, patterns, markers
        self.draw_part: DrawPart | None = None  # as a picture, in a lenient context
        self.definitions: dict[str, Element] = {}
        self.problems: list[Problem] = []
        self.current: Element | None = None  # the element being drawn, the place of a problem
        self.top: Stream | None = None  # the stream of the whole drawing, where the edge is watched
        self.edge = (0.0, 0.0, 0.0, 0.0)  # the box that text has to stay in, in points
        self.work = MOST_WORK
        self.depth = 0
        self.uses: list[str] = []  # ids being drawn now, to find circles
        self.pixels: dict[str, int] = {}  # of the pictures of one drawing, by their names
        self.forms: dict[object, Fragment] = {}  # forms of symbols, by id and style
        self.clips: dict[object, Clip] = {}  # clip paths, by id and viewport
        self.shown: set[Element] = set()  # symbols as they are drawn for those who use them
        self.gradients: dict[Element, tuple[dict[str, str], Stops, tuple[float, ...]]] = {}
        self._greys: Any = ({}, {}, {})  # forms, gradients and clips of masks
        self._whites: Any = ({}, {}, {})  # those of masks by alpha
        self.is_white = False  # whether such a mask is being drawn

    def learn(self, root: Element) -> None:
        """Adds the definitions and stylesheets of a drawing."""
        self.root = root
        for element in root.walk():
            self.work += 1
            name = element.attributes.get("id")
            if name:
                self.definitions.setdefault(name, element)
            if element.tag == "style":
                self.add_stylesheet(element)

    def begin(self) -> None:
        """Prepares for another drawing."""
        self.work, self.depth, self.current = MOST_WORK, 0, None
        self.problems, self.uses = [], []
        self.pixels.clear()

    def forget(self) -> None:
        """Forgets what was compiled."""
        self.forms.clear()
        self.clips.clear()
        if self.stylesheet:
            self.stylesheet.forget()

    @contextmanager
    def enter(self, element: Element) -> Iterator[None]:
        """The time while an element is drawn. Raises GivenUpError if there is too much to draw."""
        outer, self.current = self.current, element
        self.open.append(element)
        deeper = bool(self.uses)  # outside symbols, the depth of the text is already limited
        self.depth += deeper
        self.work -= 1
        try:
            if self.depth > MOST_DEPTH:
                self.give_up("symbols are nested too deeply")
            if self.work < 0:
                self.give_up()
            yield
        finally:
            self.current = outer
            self.open.pop()
            self.depth -= deeper

    @contextmanager
    def use(self, name: str, target: Element | None) -> Iterator[None]:
        """The time while what has this name is drawn for others; its problems are at `target`."""
        outer, self.current = self.current, target
        self.uses.append(name)
        try:
            yield
        finally:
            self.uses.pop()
            self.current = outer

    @contextmanager
    def draw_greys(self, white: bool = False) -> Iterator[None]:
        """The time while a mask is drawn, in the greys that its colours are as bright as.

        With `white`, all colours are white, for a mask by alpha.
        """
        kept = self.ink, self.forms, self.gradients, self.clips, self.is_white
        self.ink, self.is_white = Ink.GREY, white
        self.forms, self.gradients, self.clips = self._whites if white else self._greys
        try:
            with self.draw_for_others():
                yield
        finally:
            self.ink, self.forms, self.gradients, self.clips, self.is_white = kept

    def mix(self, rgb: RGB, use: str) -> tuple[float, ...]:
        """The components that a colour is printed with; `use` is fill, stroke or text."""
        return ink_components((1.0, 1.0, 1.0) if self.is_white else rgb, self.ink, use)

    @contextmanager
    def draw_for_others(self) -> Iterator[None]:
        """The time while something is drawn that belongs to another element, such as a mask."""
        self.nested += 1
        try:
            yield
        finally:
            self.nested -= 1

    def derive(self, root: Element) -> Context:
        """The context of a drawing inside this one, for which only styles are looked up."""
        inner = replace(self)
        inner.pixels, inner.problems = self.pixels, self.problems
        inner.learn(root)
        return inner

    def list_glyphs(self, face: Face, text: str, joined: bool = False) -> Resources:
        """The glyphs that a text needs, the same object each time, so that they are joined once.

        With `joined`, there are ligatures among them.
        """
        key = (face, text, joined)
        known = self.known.glyphs.get(key)
        if known is None:
            known = TextResources(face, text, face.shape(text, joined))
            self.known.glyphs[key] = known
        return known
