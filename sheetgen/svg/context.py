"""What the elements of one drawing share: definitions, stylesheet, fonts, ink and memory.

A context belongs to the text of a drawing's definitions and stylesheets. Drawings filled from
one template share that text, so what one of them compiled is ready for the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sheetgen.drawing.color import Ink
from sheetgen.drawing.drawing import Resources, TextResources
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.files import Files, Stamp
from sheetgen.ground.record import record, replace
from sheetgen.ground.row import NamedTuple
from sheetgen.ground.textfile import Lines
from sheetgen.svg.fragment import Fragment
from sheetgen.svg.problem import (
    BAD_IMAGE,
    BAD_VALUE,
    OVERFLOW,
    TOO_COMPLEX,
    UNSUPPORTED_PROPERTY,
    Problem,
)
from sheetgen.svg.read.css import (
    MOST_RULES,
    StyleRule,
    Stylesheet,
    add_inline,
    parse_stylesheet,
)
from sheetgen.svg.read.property import PROPERTIES, TOGETHER
from sheetgen.svg.read.selector import Family
from sheetgen.svg.read.style import Own, Style, derive_style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.undrawn import AS_PICTURE
from sheetgen.type.fonts import Fonts

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Rule, Severity
    from sheetgen.svg.stream import Stream
    from sheetgen.type.face import Face

MOST_PROBLEMS = 100
"""After so many problems a drawing is given up."""
MOST_WORK = 20_000
"""Elements that may be drawn beyond those of the text: symbols under many different styles."""
MOST_DEPTH = 60
"""Levels of elements inside symbols that use each other."""
_NO_ATTRIBUTES = {
    "transform",
    "rotate",
    "scale",
    "translate",
    "marker",
    "font",
}  # properties in style sheets only

_ASK_OTHERS = ("inherit", "context-")
"""Beginnings of values that are those of other elements."""
_ALWAYS_WRONG = (TOO_COMPLEX, OVERFLOW, BAD_IMAGE)
"""Rules whose problems are errors in every drawing."""


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


class Draw(Protocol):
    """Draws an element whose parent has a style."""

    def __call__(self, element: Element, parent: Style, context: Context, stream: Stream) -> None:
        """Adds it to a stream."""
        ...


class DrawNested(Protocol):
    """Draws the text of a drawing from elsewhere as a picture. Raises ImageError."""

    def __call__(self, text: str, base: Path | None, room: Room, name: str = "") -> Nested:
        """The picture of a drawing, whose files are named from `base`, in a room on paper."""
        ...


class Rasteriser(Protocol):
    """What makes pictures of parts of a drawing (see raster/raster.py)."""

    def draw_part(
        self, reason: Problem, style: Style, context: Context, stream: Stream
    ) -> Fragment:
        """A picture of the element that is being drawn, inside one with this style."""
        ...

    def draw_whole(
        self, reason: Problem, style: Style, context: Context, stream: Stream
    ) -> Fragment:
        """A picture of the whole drawing."""
        ...

    def tell(self) -> Problem | None:
        """The hint that says what was made a picture; None if nothing was."""
        ...


class GivenUpError(Exception):
    """The drawing has too many problems, or takes too long, to go on."""


class UndrawnError(Exception):
    """Something is not drawn as vectors: the element around it has to become a picture.

    With `whole`, the picture is that of the whole drawing, which the element is mixed with.
    """

    def __init__(self, problem: Problem, whole: bool = False) -> None:
        self.problem, self.whole = problem, whole
        super().__init__(problem.message)


class FaultError(Exception):
    """A problem was found where its place is unknown: the whole tree has to be drawn."""


class Known:
    """What drawings of one drafter may share: styles by what they were made from, and glyphs."""

    def __init__(self) -> None:
        self.styles: dict[object, tuple[Style, Own]] = {}
        self.scaled: dict[object, Style] = {}
        self.glyphs: dict[tuple[Face, str], Resources] = {}
        self.roots: dict[object, Style] = {}

    def enter(self, unit: float, viewport: tuple[float, float]) -> Style:
        """The style around a root: the same object for roots of the same size."""
        return self.roots.setdefault((unit, viewport), Style(unit=unit, viewport=viewport))

    def __len__(self) -> int:
        return len(self.styles) + len(self.scaled) + len(self.glyphs)

    def forget(self) -> None:
        """Forgets all of it."""
        for memory in (self.styles, self.scaled, self.glyphs, self.roots):
            memory.clear()


@record(frozen=False, slots=False)
class Context:
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
        self.root_style = _ANY_STYLE
        self.root: Element | None = None
        self.open: list[Element] = []  # the elements around the one being drawn, and itself
        self.nested = 0  # levels of what is drawn for others: symbols, masks, patterns, markers
        self.raster: Rasteriser | None = None  # what makes pictures of parts, in a lenient context
        self.definitions: dict[str, Element] = {}
        self.stylesheet: Stylesheet | None = None
        self.family: Family | None = None  # made when a stylesheet asks who is inside whom
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
        self._outer: dict[Element, Style] = {}  # the styles around what others refer to
        self._places: list[tuple[StyleRule, Element]] = []  # of the stylesheets' rules

    def learn(self, root: Element) -> None:
        """Adds the definitions and stylesheets of a drawing."""
        self.root = root
        for element in root.walk():
            self.work += 1
            name = element.attributes.get("id")
            if name:
                self.definitions.setdefault(name, element)
            if element.tag == "style":
                self._add_stylesheet(element)

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

    def report(
        self,
        rule: Rule,
        message: str,
        hint: str = "",
        element: Element | None = None,
        picture: str = "",
        words: str = "",
    ) -> None:
        """Notes a problem at the element that is being drawn, or at the one given."""
        if self.strict:
            raise FaultError
        at = element or self.current
        severity: Severity | None = None
        if self.lenient and rule not in _ALWAYS_WRONG:
            severity = "warning"
        place = at.place if at else Place()
        self.note(Problem(rule, message, hint, *place, picture, words, severity))

    def note(self, problem: Problem) -> None:
        """Keeps a problem. Raises GivenUpError after too many."""
        if problem not in self.problems:
            self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            if self.lenient and not any(p.is_error for p in self.problems):
                del self.problems[MOST_PROBLEMS - 1 :]  # enough has been said
                return
            raise GivenUpError

    def refuse(
        self,
        rule: Rule,
        message: str,
        hint: str = "",
        element: Element | None = None,
        whole: bool = False,
    ) -> None:
        """Notes something that has a meaning but is not drawn as vectors.

        A lenient context raises UndrawnError.
        """
        if not self.lenient:
            self.report(rule, message, hint, element)
            return
        at = element or self.current
        place = at.place if at else Place()
        raise UndrawnError(Problem(rule, message, hint, *place), whole)

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
    def draw_greys(self) -> Iterator[None]:
        """The time while a mask is drawn, in the greys that its colours are as bright as."""
        kept = self.ink, self.forms, self.gradients, self.clips
        self.ink, (self.forms, self.gradients, self.clips) = Ink.GREY, self._greys
        try:
            with self.draw_for_others():
                yield
        finally:
            self.ink, self.forms, self.gradients, self.clips = kept

    @contextmanager
    def draw_for_others(self) -> Iterator[None]:
        """The time while something is drawn that belongs to another element, such as a mask."""
        self.nested += 1
        try:
            yield
        finally:
            self.nested -= 1

    def give_up(self, message: str = "") -> None:
        """Notes that the drawing is too complex. Raises GivenUpError."""
        self.report(TOO_COMPLEX, message or "the drawing repeats itself too often")
        raise GivenUpError

    def derive(self, root: Element) -> Context:
        """The context of a drawing inside this one, for which only styles are looked up."""
        inner = replace(self)
        inner.pixels, inner.problems = self.pixels, self.problems
        inner.learn(root)
        return inner

    def find_declared(self, element: Element) -> dict[str, str]:
        """What the stylesheet and the `style` of an element say about it."""
        attributes = element.attributes
        inline = attributes.get("style", "")
        complain = partial(self._complain_css, element, None) if self.lenient else None
        found: tuple[dict[str, str], dict[str, str]] = ({}, {})
        if self.stylesheet and self.stylesheet.is_plain:
            classes = tuple(attributes.get("class", "").split())
            found = self.stylesheet.match(element.tag, attributes.get("id", ""), classes)
        elif self.stylesheet:
            if self.strict:
                raise FaultError  # here an element is not known among those around it
            assert self.root is not None  # whose style sheet it is
            self.family = self.family or Family(self.root)
            found = self.stylesheet.match_inside(element, self.family)
        try:
            return add_inline(found, inline, complain)
        except ValueError as error:
            self.report(BAD_VALUE, f"style: {error}", element=element)
            return add_inline(found, "")

    def resolve_style(self, parent: Style, element: Element) -> tuple[Style, Own]:
        """The element's style under its parent's: attributes, then stylesheet, then `style`."""
        attributes, inline = element.attributes, element.attributes.get("style", "")
        declared = self._gather(element)
        if not declared:
            return parent, _NOTHING_OWN
        key = (parent, tuple(declared.items()))
        known = self.known.styles.get(key)
        if known is None:
            before = len(self.problems)

            def complain(name: str, text: str, is_value: bool, message: str, hint: str) -> None:
                is_own = name in attributes or name in inline
                place = (None if is_own else self._find_rule(name, text)) or element
                if is_value and text.startswith(_ASK_OTHERS):
                    self.refuse(BAD_VALUE, message, hint, place, text == "inherit")
                elif is_value:
                    self.report(BAD_VALUE, message, hint, place)
                elif name in AS_PICTURE:
                    whole = name == "mix-blend-mode"
                    self.refuse(UNSUPPORTED_PROPERTY, message, hint, place, whole)
                else:
                    self.report(UNSUPPORTED_PROPERTY, message, hint, place)

            known = derive_style(parent, declared, complain)
            if len(self.problems) == before:  # a faulty style is reported again at each place
                self.known.styles[key] = known
        return known

    def _gather(self, element: Element) -> dict[str, str]:
        """The properties that an element is given, by its attributes and everything else."""
        attributes = element.attributes
        declared = {
            k: v for k, v in attributes.items() if k in PROPERTIES and k not in _NO_ATTRIBUTES
        }
        if attributes.get("xml:space") == "preserve":
            declared["white-space"] = "pre"
        if self.stylesheet or "style" in attributes:
            declared |= self.find_declared(element)
        for name in TOGETHER.keys() & declared:
            declared = dict.fromkeys(TOGETHER[name], declared.pop(name)) | declared
        return declared

    def find_outer(self, element: Element) -> Style:
        """The style of the elements around one that others refer to, wherever it is drawn."""
        known = self._outer.get(element)
        if known is None:
            assert self.root is not None  # in which it was found
            self.family = self.family or Family(self.root)
            parent = self.family.find_parent(element)
            known = self.root_style
            if parent is not None and parent is not self.root:
                known, _ = self.resolve_style(self.find_outer(parent), parent)
            self._outer[element] = known
        return known

    def place_style(
        self, style: Style, factor: float = 1.0, viewport: tuple[float, float] | None = None
    ) -> Style:
        """The style where a user unit is `factor` times as long, or percentages differ."""
        viewport = viewport or style.viewport
        if abs(factor - 1) < 1e-9 and viewport == style.viewport:
            return style
        key = (style, factor, viewport)
        known = self.known.scaled.get(key)
        if known is None:
            known = replace(style, unit=style.unit * factor, viewport=viewport)
            self.known.scaled[key] = known
        return known

    def list_glyphs(self, face: Face, text: str) -> Resources:
        """The glyphs that a text needs, the same object each time, so that they are joined once."""
        known = self.known.glyphs.get((face, text))
        if known is None:
            known = self.known.glyphs[face, text] = TextResources(face, text)
        return known

    def _add_stylesheet(self, element: Element) -> None:
        media = element.attributes.get("media", "").replace(",", " ").split()
        if media and not {"all", "print"} & set(media):
            if self.lenient:
                return
            message = "a stylesheet for media other than print is not read"
            self.report(UNSUPPORTED_PROPERTY, message, 'remove its attribute "media"', element)
            return
        kind = element.attributes.get("type", "").partition(";")[0].strip().lower()
        if kind not in ("", "text/css"):
            if not self.lenient:
                message = f"a stylesheet of the type {kind} is not read"
                self.report(UNSUPPORTED_PROPERTY, message, 'remove its attribute "type"', element)
            return
        lines = Lines(element.text, element.file)
        complain = partial(self._complain_css, element, lines) if self.lenient else None
        try:
            rules = parse_stylesheet(element.text, MOST_RULES - len(self._places), complain)
        except ValueError as error:
            self.report(BAD_VALUE, f"stylesheet: {error}", element=element)
            return
        for rule in rules:
            place = _find_place(element, lines, rule.offset)
            self._places.append((rule, place))
            for name in rule.declarations:
                if name not in PROPERTIES:  # reported even if no element matches the selector
                    derive_style(_ANY_STYLE, {name: ""}, partial(self._complain_rule, place))
        known = self.stylesheet.rules if self.stylesheet else ()
        self.stylesheet = Stylesheet([*known, *rules])

    def _complain_css(
        self, element: Element, lines: Lines | None, offset: int, message: str
    ) -> None:
        """Notes that a part of a stylesheet or of a `style` is skipped."""
        what = "stylesheet" if lines else "style"
        place = _find_place(element, lines, offset) if lines else element
        self.report(BAD_VALUE, f"{what}: {message}", element=place)

    def _complain_rule(
        self, place: Element, name: str, text: str, is_value: bool, message: str, hint: str
    ) -> None:
        self.report(UNSUPPORTED_PROPERTY, message, hint, place)

    def _find_rule(self, name: str, text: str) -> Element | None:
        """The element of the stylesheet in which a property is given this value."""
        for rule, place in self._places:
            if rule.declarations.get(name, "").strip() == text:
                return place
        return None


def _find_place(element: Element, lines: Lines, offset: int) -> Element:
    """An element at the place of an offset in a stylesheet."""
    file, line, column = lines.place(offset)
    # In its first line, the stylesheet follows a start tag of unknown length.
    where = Place(file, element.line + line - 1, element.column if line == 1 else column)
    return Element("style", {}, where)


_ANY_STYLE, _NOTHING_OWN = Style(), Own()
