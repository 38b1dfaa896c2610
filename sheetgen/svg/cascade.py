"""Cascade: how the elements of a drawing come by their styles, and what is remembered of that.

SVG 1.1 §6 (styling): attributes, then style sheets, then the attribute `style`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from sheetgen.drawing.drawing import Resources
from sheetgen.ground.assets import name_page
from sheetgen.ground.diagnostics import Place, find_nearest
from sheetgen.ground.number import shorten
from sheetgen.ground.record import replace
from sheetgen.ground.textfile import Lines
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
    SelectorFamily,
    StyleRule,
    Stylesheet,
    add_inline,
    parse_stylesheet,
)
from sheetgen.svg.read.property import (
    ALIASES,
    AS_PICTURE,
    FIRST,
    INHERITED,
    INSTEAD,
    OWN,
    PROPERTIES,
    TOGETHER,
    UNDRAWN,
    Reader,
)
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import ATTRIBUTE_PROPERTIES

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Rule, Severity
    from sheetgen.type.face import Face

MOST_PROBLEMS = 100
"""After so many problems a drawing is given up."""
_ALWAYS_WRONG = (TOO_COMPLEX, OVERFLOW, BAD_IMAGE)
"""Rules whose problems are errors in every drawing."""
_SPACES = {"preserve": "pre", "default": "normal"}
"""The values of xml:space in CSS."""
_ASK_OTHERS = ("inherit", "context-")
"""Beginnings of values that are those of other elements."""
_ANY_STYLE, _NOTHING_OWN = Style(), Own()
MOST_UNKNOWN = 100
"""How many properties of an element that do not exist are reported."""
Complain = Callable[[str, str, bool, str, str], None]
"""Called with a property and its text, whether that can't be read (or else is not drawn), a
message and a hint."""


class FaultError(Exception):
    """A problem was found where its place is unknown: the whole tree has to be drawn."""


class Known:
    """The styles, by what they were made from, and glyphs that drawings of one drafter share."""

    def __init__(self) -> None:
        self.styles: dict[object, tuple[Style, Own]] = {}
        self.scaled: dict[object, Style] = {}
        self.glyphs: dict[tuple[Face, str, bool], Resources] = {}
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


class GivenUpError(Exception):
    """The drawing has too many problems, or takes too long, to go on."""


class UndrawnError(Exception):
    """Something is not drawn as vectors: the element around it has to become a picture.

    With `whole`, the picture is that of the whole drawing, which the element is mixed with.
    """

    def __init__(self, problem: Problem, whole: bool = False) -> None:
        self.problem, self.whole = problem, whole
        super().__init__(problem.message)


class Findings:
    """The problems of one drawing, as whoever draws it finds them."""

    strict: bool
    lenient: bool
    problems: list[Problem]
    current: Element | None

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

    @property
    def has_told_enough(self) -> bool:
        """Whether no more would be told: looking for hints takes longer than all the rest."""
        enough = self.lenient and len(self.problems) >= MOST_PROBLEMS - 1
        return enough and not any(problem.is_error for problem in self.problems)

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

    def give_up(self, message: str = "") -> None:
        """Notes that the drawing is too complex. Raises GivenUpError."""
        self.report(TOO_COMPLEX, message or "the drawing repeats itself too often")
        raise GivenUpError


class Cascade(Findings):
    """The style sheets of one drawing and what they say about its elements."""

    known: Known

    def begin_styles(self) -> None:
        """Starts without a drawing."""
        self.root_style = _ANY_STYLE
        self.root: Element | None = None
        self.stylesheet: Stylesheet | None = None
        self.family: SelectorFamily | None = None  # made when a stylesheet asks who is inside whom
        self._outer: dict[Element, Style] = {}  # the styles around what others refer to
        self._places: list[tuple[StyleRule, Element]] = []  # of the stylesheets' rules

    def find_declared(self, element: Element) -> dict[str, str]:
        """Return the declarations of the stylesheet and the element's own `style` for it."""
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
            self.family = self.family or SelectorFamily(self.root)
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
        if self.has_told_enough:
            declared = {n: text for n, text in declared.items() if n in PROPERTIES}
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
        declared = {k: v for k, v in attributes.items() if k in ATTRIBUTE_PROPERTIES}
        if attributes.get("xml:space") in _SPACES:
            declared["white-space"] = _SPACES[attributes["xml:space"]]
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
            self.family = self.family or SelectorFamily(self.root)
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

    def add_stylesheet(self, element: Element) -> None:
        """Adds the rules of a <style>."""
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
                if self.has_told_enough:
                    break
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


def derive_style(
    parent: Style, declared: Mapping[str, str], complain: Complain
) -> tuple[Style, Own]:
    """The style under `parent` with `declared` properties, and the element's own properties.

    `complain` is called for anything that can't be read or would not be drawn.
    """
    changes: dict[str, Any] = {}
    own: dict[str, Any] = {}
    base = parent
    unknown = 0
    for name, text in sorted(declared.items(), key=lambda item: item[0] not in FIRST):
        name, text = ALIASES.get(name, name), text.strip()
        if name in INHERITED:
            _set(changes, name, INHERITED[name], text, base, _ANY_STYLE, complain)
            if name in FIRST:
                base = replace(parent, **changes)
        elif name in OWN:
            # A shift is measured in the surrounding text's units, all others in the element's own.
            around = parent if name == "baseline-shift" else base
            _set(own, name, OWN[name], text, around, _NOTHING_OWN, complain)
        elif name in UNDRAWN or (unknown := unknown + 1) <= MOST_UNKNOWN:
            _check_undrawn(name, text, complain)
    if "color" in changes:
        for name in ("fill", "stroke"):
            if name not in changes and getattr(parent, name).current:
                changes[name] = changes["color"]._replace(current=True)
    return replace(parent, **changes) if changes else parent, Own(**own) if own else _NOTHING_OWN


def _set(
    target: dict[str, Any],
    name: str,
    read: Reader,
    text: str,
    base: Style,
    initial: Style | Own,
    complain: Complain,
) -> None:
    field, word = name.replace("-", "_"), text.lower()
    if word in ("initial", "unset", "revert") or (word == "inherit" and initial is _NOTHING_OWN):
        if word == "inherit" and name != "display":
            hint = "write the value itself"
            complain(name, text, True, f"{name}: inherit is not read", hint)
        elif word == "initial" or initial is _NOTHING_OWN:
            target[field] = getattr(initial, field)
    elif word != "inherit":
        try:
            target[field] = read(text, base)
        except ValueError as error:
            complain(name, text, True, f"{name}: {error}", "")


def _check_undrawn(name: str, text: str, complain: Complain) -> None:
    if name.startswith("-"):
        return  # a drawing program's own, such as -inkscape-font-specification
    if name not in UNDRAWN:
        near = find_nearest(name[:40], PROPERTIES)
        page = name_page("svg.md")
        hint = f"did you mean {near}?" if near else f"{page} lists those that exist"
        complain(name, text, False, f"there is no property {shorten(name)}", hint)
        return
    neutral = UNDRAWN[name]
    words = ("inherit", "initial", "unset", "revert")
    if neutral is not None and text.lower() not in neutral and text.lower() not in words:
        message = f"the property {name}: {shorten(text)} is not drawn"
        complain(name, text, False, message, INSTEAD.get(name) or f"see {name_page('svg.md')}")
