"""What the elements of one drawing share: definitions, stylesheet, fonts, ink; and the memory.

A context belongs to the text of a drawing's definitions and stylesheets. Drawings filled from
one template have the same, so what one of them compiled the next one finds ready.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.fonts import Fonts
from sheetgen.svg.color import Ink
from sheetgen.svg.css import Stylesheet, parse_declarations, parse_stylesheet
from sheetgen.svg.fragment import Fragment
from sheetgen.svg.problem import BAD_VALUE, UNSUPPORTED_PROPERTY, Problem
from sheetgen.svg.style import PROPERTIES, Own, Style, derive_style

if TYPE_CHECKING:
    from sheetgen.diagnostics import Rule
    from sheetgen.drawing import Matrix, Resources
    from sheetgen.face import Face
    from sheetgen.svg.fragment import Stream
    from sheetgen.svg.tree import Element

MOST_REMEMBERED = 50_000
ROOT_STYLE = Style()


@dataclass
class Context:
    """Definitions by id and the stylesheet of a drawing, and all that was compiled under them."""

    fonts: Fonts
    ink: Ink
    unit: float  # points to a user unit of the root
    roots: Sequence[Path]  # the resolved folders that pictures may lie in
    base: Path | None  # the folder that relative picture names start from
    definitions: dict[str, Element] = field(default_factory=dict)
    stylesheet: Stylesheet | None = None
    problems: list[Problem] = field(default_factory=list)
    current: Element | None = None  # the element being drawn, the place of a problem
    viewport: tuple[float, float] = (0.0, 0.0)  # size of the root in user units, for percentages
    draw_nested: Callable[[str, str], tuple[Fragment, float, float]] = field(repr=False, kw_only=True)

    def __post_init__(self) -> None:
        self.fragments: dict[object, tuple[Fragment, ...]] = {}
        self.styles: dict[object, tuple[Style, Own]] = {}
        self.made: dict[object, Fragment] = {}  # forms of symbols, by id and style
        self.groups: dict[object, Style] = {}  # inner styles of <g>, by outer style and source
        self.matrices: dict[str, Matrix] = {}
        self.top: Stream | None = None  # the root's stream and size, where a whole tree is drawn
        self.edge = (0.0, 0.0)
        self.uses: list[str] = []  # ids being drawn now, to find circles
        self.text_resources: dict[tuple[Face, str], Resources] = {}

    def report(
        self, rule: Rule, message: str, hint: str = "", element: Element | None = None
    ) -> None:
        """Notes a problem at the element that is being drawn, or at the one given."""
        at = element or self.current
        where = (at.file, at.line, at.column) if at else ("", 0, 0)
        self.problems.append(Problem(rule, message, hint, *where))

    def add_stylesheet(self, element: Element) -> None:
        """Takes in a <style> element."""
        try:
            rules = parse_stylesheet(element.text)
        except ValueError as error:
            self.report(BAD_VALUE, f"stylesheet: {error}", element=element)
            return
        for rule in rules:
            for name in rule.declarations:
                if name not in PROPERTIES and not name.startswith("-"):
                    # Says it even when no element matches the selector.
                    derive_style(ROOT_STYLE, {name: rule.declarations[name]}, self._complain)
        self.stylesheet = Stylesheet([*(self.stylesheet.rules if self.stylesheet else []), *rules])

    def resolve_style(self, parent: Style, element: Element) -> tuple[Style, Own]:
        """The element's style under its parent's: attributes, then stylesheet, then `style`."""
        declared = {k: v for k, v in element.attributes.items() if k in PROPERTIES}
        declared.pop("transform", None)
        declared.pop("d", None)
        inline = element.attributes.get("style", "")
        try:
            if self.stylesheet:
                classes = tuple(element.attributes.get("class", "").split())
                name = element.attributes.get("id", "")
                declared |= self.stylesheet.match(element.tag, name, classes, inline)
            elif inline:
                declared |= parse_declarations(inline)
        except ValueError as error:
            self.report(BAD_VALUE, f"style: {error}")
        if element.attributes.get("xml:space") == "preserve":
            declared["white-space"] = "pre"
        key = (parent, tuple(declared.items()))
        known = self.styles.get(key)
        if known is None:
            before = len(self.problems)
            known = derive_style(parent, declared, self._complain)
            if len(self.problems) == before:  # a faulty one is said again at each place
                self.styles[key] = known
        return known

    def remember(self, key: object, fragments: tuple[Fragment, ...]) -> tuple[Fragment, ...]:
        """Keeps fragments for the next equal element."""
        if len(self.fragments) >= MOST_REMEMBERED:
            self.fragments.clear()
        self.fragments[key] = fragments
        return fragments

    def _complain(self, is_value: bool, name: str, message: str, hint: str) -> None:
        if is_value:
            self.report(BAD_VALUE, f"{name}: {message}", hint)
        else:
            self.report(UNSUPPORTED_PROPERTY, message, hint)
