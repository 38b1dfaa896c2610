"""What the elements of one drawing share: definitions, stylesheet, fonts, ink and memory.

A context belongs to the text of a drawing's definitions and stylesheets. Drawings filled from
one template share that text, so what one of them compiled is ready for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.drawing.color import Ink
from sheetgen.drawing.drawing import Resources, TextResources
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.files import Files, Stamp
from sheetgen.ground.record import record, replace
from sheetgen.ground.textfile import Lines
from sheetgen.svg.fragment import Fragment
from sheetgen.svg.problem import BAD_VALUE, TOO_COMPLEX, UNSUPPORTED_PROPERTY, Problem
from sheetgen.svg.read.css import (
    MOST_RULES,
    StyleRule,
    Stylesheet,
    parse_declarations,
    parse_stylesheet,
)
from sheetgen.svg.read.property import PROPERTIES
from sheetgen.svg.read.style import Own, Style, derive_style
from sheetgen.svg.read.tree import Element
from sheetgen.type.fonts import Fonts

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Rule
    from sheetgen.svg.stream import Stream
    from sheetgen.type.face import Face

MOST_PROBLEMS = 100
"""After so many problems a drawing is given up."""
MOST_WORK = 20_000
"""Elements that may be drawn beyond those of the text: symbols under many different styles."""
MOST_DEPTH = 60
"""Levels of elements inside symbols that use each other."""
_NO_ATTRIBUTES = {"transform", "rotate", "scale", "translate"}  # properties in style sheets only

Nested = tuple[Fragment, float, float]
Stops = tuple[tuple[float, tuple[float, ...]], ...]
"""The stops of a gradient: the offset of each, and the components of its colour."""


class GivenUpError(Exception):
    """The drawing has too many problems, or takes too long, to go on."""


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

    A `strict` context raises FaultError at the first problem instead of noting it.
    """

    fonts: Fonts
    ink: Ink
    files: Files  # from which pictures are read
    base: Path | None  # the folder that relative picture names start from
    strict: bool = False
    pictures: dict[Path, Stamp] = field(default_factory=dict, repr=False)  # as they were drawn
    known: Known = field(default_factory=lambda: Known(), repr=False)
    draw_nested: Callable[[str, Path | None], Nested] = field(repr=False, kw_only=True)

    def __post_init__(self) -> None:
        self.root_style = _ANY_STYLE
        self.definitions: dict[str, Element] = {}
        self.stylesheet: Stylesheet | None = None
        self.problems: list[Problem] = []
        self.current: Element | None = None  # the element being drawn, the place of a problem
        self.top: Stream | None = None  # the stream of the whole drawing, where the edge is watched
        self.edge = (0.0, 0.0, 0.0, 0.0)  # the box that text has to stay in, in points
        self.work = MOST_WORK
        self.depth = 0
        self.uses: list[str] = []  # ids being drawn now, to find circles
        self.pixels: dict[str, int] = {}  # of the pictures of one drawing, by their names
        self.forms: dict[object, Fragment] = {}  # forms of symbols, by id and style
        self.clips: dict[object, str] = {}  # operators of clip paths, by id and viewport
        self.gradients: dict[Element, tuple[dict[str, str], Stops, float]] = {}
        self._places: list[tuple[StyleRule, Element]] = []  # of the stylesheets' rules

    def learn(self, root: Element) -> None:
        """Adds the definitions and stylesheets of a drawing."""
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
        problem = Problem(rule, message, hint, *(at.place if at else Place()), picture, words)
        if problem not in self.problems:
            self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            raise GivenUpError

    @contextmanager
    def enter(self, element: Element) -> Iterator[None]:
        """The time while an element is drawn. Raises GivenUpError if there is too much to draw."""
        outer, self.current = self.current, element
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
            self.depth -= deeper

    def give_up(self, message: str = "") -> None:
        """Notes that the drawing is too complex. Raises GivenUpError."""
        self.report(TOO_COMPLEX, message or "the drawing repeats itself too often")
        raise GivenUpError

    def resolve_style(self, parent: Style, element: Element) -> tuple[Style, Own]:
        """The element's style under its parent's: attributes, then stylesheet, then `style`."""
        attributes = element.attributes
        declared = {
            k: v for k, v in attributes.items() if k in PROPERTIES and k not in _NO_ATTRIBUTES
        }
        if attributes.get("xml:space") == "preserve":
            declared["white-space"] = "pre"
        inline = attributes.get("style", "")
        try:
            if self.stylesheet:
                classes = tuple(attributes.get("class", "").split())
                name = attributes.get("id", "")
                declared |= self.stylesheet.match(element.tag, name, classes, inline)
            elif inline:
                declared |= parse_declarations(inline)
        except ValueError as error:
            self.report(BAD_VALUE, f"style: {error}", element=element)
        if not declared:
            return parent, _NOTHING_OWN
        key = (parent, tuple(declared.items()))
        known = self.known.styles.get(key)
        if known is None:
            before = len(self.problems)

            def complain(name: str, text: str, is_value: bool, message: str, hint: str) -> None:
                is_own = name in attributes or name in inline
                place = None if is_own else self._find_rule(name, text)
                rule = BAD_VALUE if is_value else UNSUPPORTED_PROPERTY
                self.report(rule, message, hint, place or element)

            known = derive_style(parent, declared, complain)
            if len(self.problems) == before:  # a faulty style is reported again at each place
                self.known.styles[key] = known
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
            message = "a stylesheet for media other than print is not read"
            self.report(UNSUPPORTED_PROPERTY, message, 'remove its attribute "media"', element)
            return
        try:
            rules = parse_stylesheet(element.text, MOST_RULES - len(self._places))
        except ValueError as error:
            self.report(BAD_VALUE, f"stylesheet: {error}", element=element)
            return
        lines = Lines(element.text, element.file)
        for rule in rules:
            file, line, column = lines.place(rule.offset)
            # In its first line, the stylesheet follows a start tag of unknown length.
            where = Place(file, element.line + line - 1, element.column if line == 1 else column)
            place = Element("style", {}, where)
            self._places.append((rule, place))
            for name in rule.declarations:
                if name not in PROPERTIES:  # reported even if no element matches the selector
                    derive_style(_ANY_STYLE, {name: ""}, partial(self._complain_rule, place))
        known = self.stylesheet.rules if self.stylesheet else ()
        self.stylesheet = Stylesheet([*known, *rules])

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


_ANY_STYLE, _NOTHING_OWN = Style(), Own()
