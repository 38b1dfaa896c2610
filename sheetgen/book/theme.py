"""Themes: how a book looks, from the theme.yaml of a folder in templates/book/."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from sheetgen.book.definition import Opaque, check_opaque
from sheetgen.book.flow.flowable import Align, TextStyle
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.book.problem import BAD_THEME
from sheetgen.ground import assets
from sheetgen.ground.colour import make_legible
from sheetgen.ground.diagnostics import Place, ProblemError, find_nearest
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import MM, Paper
from sheetgen.reading import source
from sheetgen.reading.document import Document
from sheetgen.reading.field import After, Field, Text
from sheetgen.reading.model import Model
from sheetgen.reading.refusal import validate
from sheetgen.svg.problem import UNKNOWN_FONT
from sheetgen.template.templates import Templates
from sheetgen.type.dress import Dress
from sheetgen.type.fonts import Fonts

FILE = "theme.yaml"
LEAST_COLUMN = 30 * MM
LEAST_LINES = 8
Font = Literal["body", "head", "title", "narrow", "code"]
Colour = Literal["text", "accent", "muted", "rule", "tint", "paper", "light"]
StyleName = Literal[
    "body", "h1", "h2", "h3", "h4", "kicker", "lead", "quote", "code", "caption", "note",
    "note-title", "cell", "cell-head", "term", "running", "folio", "contents", "contents-entry",
    "index", "index-letter", "imprint", "small",
]  # fmt: skip


def _check_ground(text: str) -> str:
    return text if text == "none" else check_opaque(text)


Ground = Annotated[Text, After(_check_ground)]
"""A colour that areas may have; `none` for bare paper."""


class Palette(Model):
    """The colours of a theme."""

    text: Opaque
    accent: Opaque
    muted: Opaque
    rule: Opaque
    tint: Ground
    light: Opaque  # on the accent
    paper: Ground  # of the page
    cover: Opaque = "#0c1219"  # the ground of the cover
    gilt: Opaque = "#ffffff"  # on the cover


class Margins(Model):
    """The margins of a page, as shares of its width and height; the gutter comes on top."""

    inner: float = Field(ge=0.03, le=0.4)
    outer: float = Field(ge=0.03, le=0.4)
    top: float = Field(ge=0.03, le=0.4)
    bottom: float = Field(ge=0.03, le=0.4)


class TextLook(Model):
    """The look of a text: `size` in body sizes, space in lines of body text, `left` in ems."""

    font: Font = "body"
    weight: int = Field(400, ge=100, le=900)
    italic: bool = False
    size: float = Field(1.0, gt=0.4, le=8)
    lines: float = Field(1.0, gt=0.4, le=8)
    before: float = Field(0.0, ge=0, le=20)
    after: float = Field(0.0, ge=0, le=20)
    indent: float = Field(0.0, ge=-10, le=10)
    left: float = Field(0.0, ge=0, le=10)
    align: Align = "left"
    colour: Colour = "text"
    tracking: float = Field(0.0, ge=-200, le=1000)
    capitals: bool = False
    hyphenate: bool = False
    keep: bool = False


class Theme(Model):
    """A theme."""

    theme: Text
    about: Text
    fonts: dict[Font, Text]
    colours: Palette
    size: float = Field(ge=8, le=14, description="of body text on A4, in points")
    leading: float = Field(ge=9, le=20)
    columns: Literal[1, 2] = 1
    ink: Literal["color", "low"] = Field(
        "color", description="low: displays and counters without inked areas"
    )
    margins: Margins
    gutter: float = Field(3.0, ge=0, le=30, description="added to the inner margin, in mm")
    recto: bool = True  # whether chapters begin on right-hand pages
    sink: float = Field(3, ge=0, le=20, description="lines of space above a chapter's title")
    numbered: bool = True  # whether chapters have numbers
    drop: int = Field(0, ge=0, le=4, description="lines of a chapter's first letter, 0 for none")
    striped: bool = False
    styles: dict[StyleName, TextLook]


@record
class Geometry:
    """The page of a book: lengths in points, `inner` on the side of the spine."""

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    bleed: float
    size: float
    leading: float
    columns: int
    gutter: float  # between columns
    safe: float = 0.0  # where a print shop wants no text, from the cut

    @property
    def measure(self) -> float:
        """The width of the text."""
        return self.width - self.inner - self.outer

    @property
    def depth(self) -> float:
        """The height of the text."""
        return self.height - self.top - self.bottom

    @property
    def column(self) -> float:
        """The width of one column."""
        return (self.measure - (self.columns - 1) * self.gutter) / self.columns

    def left(self, page: int) -> float:
        """Return the left edge of the text on a page; odd pages are on the right."""
        return self.inner if page % 2 else self.outer


class Design:
    """A theme on a paper, ready to set text with."""

    def __init__(
        self,
        theme: Theme,
        folder: str,
        geometry: Geometry,
        setter: Typesetter,
        accent: str = "",
    ) -> None:
        self.theme, self.folder, self.geometry, self.setter = theme, folder, geometry, setter
        self.accent = accent or theme.colours.accent
        self._styles: dict[str, TextStyle] = {}

    def colour(self, name: Colour) -> str:
        """A colour of the theme, as CSS writes it."""
        return self.accent if name == "accent" else str(getattr(self.theme.colours, name))

    def fill(self, name: Colour) -> str:
        """The operator that sets text in a colour of the theme."""
        return self.setter.fill(self.colour(name))

    def tint(self, name: Colour) -> str:
        """The operator that fills areas with a colour of the theme."""
        return self.setter.tint(self.colour(name))

    def stroke(self, name: Colour) -> str:
        """The operator that draws lines in a colour of the theme."""
        return self.setter.stroke(self.colour(name))

    def family(self, font: Font) -> str:
        """The family of one of the theme's fonts."""
        fonts = self.theme.fonts
        return fonts.get(font) or fonts.get("head" if font == "title" else "body", "sans-serif")

    def style(self, name: StyleName) -> TextStyle:
        """The style of that name, in points for this paper."""
        known = self._styles.get(name)
        if known is None:
            chosen = self.theme.styles[name]
            size, line = self.geometry.size, self.geometry.leading
            floor = 7.0 if name.startswith("cell") else 6.5
            own = max(floor, chosen.size * size)
            known = self._styles[name] = TextStyle(
                family=self.family(chosen.font),
                size=own,
                leading=max(chosen.lines * line, own * 1.02),
                colour=self.fill(chosen.colour),
                weight=chosen.weight,
                italic=chosen.italic,
                align=chosen.align,
                before=chosen.before * line,
                after=chosen.after * line,
                indent=chosen.indent * own,
                left=chosen.left * own,
                tracking=chosen.tracking,
                capitals=chosen.capitals,
                hyphenate=chosen.hyphenate,
                keep=chosen.keep,
                name=name,
            )
        return known

    @property
    def line(self) -> float:
        """The leading of body text, the unit in which the page is divided."""
        return self.geometry.leading


def read_theme(
    name: str, templates: Templates, fonts: Fonts, place: Place | None
) -> tuple[Theme, str]:
    """The theme of that name, and the name of its folder. Raises ProblemError."""
    folder = f"book/{name}"
    path = templates.find(f"{folder}/{FILE}")
    if path is None:
        known = list_themes(templates)
        near = find_nearest(name, known)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
        raise ProblemError([BAD_THEME.at(place, f"there is no theme '{name}'", hint)])
    read_text = partial(templates.files.read_text, what="a theme")
    read = source.read(path, assets.display_name(path), read_text)
    found = list(read.diagnostics)
    document: Document | None = read.documents[0] if read.documents else None
    found += source.refuse_more(read)
    theme = None
    if document is not None and not found:
        theme, found = validate(Theme, document)
    if theme is None or document is None:
        message = "this file holds no theme"
        raise ProblemError(found or [BAD_THEME.at(read.start, message)])
    missing = [style for style in StyleName.__args__ if style not in theme.styles]  # type: ignore[attr-defined]
    if missing:
        message = f"the theme lacks the style {missing[0]}"
        hint = "eject one of the themes to see how each is written"
        raise ProblemError([BAD_THEME.at(document.key_place(("styles",)), message, hint)])
    unknown = [
        UNKNOWN_FONT.at(document.place(("fonts", key)), *fonts.explain(family))
        for key, family in theme.fonts.items()
        if fonts.find(family, 400, False) is None
    ]
    if unknown:
        raise ProblemError(unknown)
    return theme, folder


WHITE = "#ffffff"
_LEGIBLE = 4.5
"""The least contrast of small text with its ground: WCAG 2.2 §1.4.3."""


def wear(theme: Theme, look: Dress) -> Theme:
    """A theme with the colours and faces that a look has; whatever that lacks stays the theme's.

    An accent that could not be read as text is mixed with the ink until it can.
    """
    had, said, faces = theme.colours, look.palette, look.faces
    paper = said.get("paper", had.paper)
    paper = "none" if paper == WHITE else paper
    ground, text = WHITE if paper == "none" else paper, said.get("ink", had.text)
    accent = make_legible(said.get("accent", had.accent), ground, text, _LEGIBLE)
    colours = Palette(
        text=text,
        accent=accent if said.get("accent") or said.get("paper") else had.accent,
        muted=said.get("grey", had.muted),
        rule=said.get("hair", had.rule),
        tint=had.tint if had.tint == "none" else said.get("ground", had.tint),
        light=had.light if not said else text if theme.ink == "low" else ground,
        paper=paper,
        cover=said.get("ink", had.cover),
        gilt=make_legible(accent, text, ground, _LEGIBLE) if said else had.gilt,
    )
    roles = {"title": "display", "head": "display", "body": "text", "narrow": "text"}
    own = {font: faces[role] for font, role in roles.items() if role in faces}
    return replace(theme, colours=colours, fonts={**theme.fonts, **own})


def list_themes(templates: Templates) -> list[str]:
    """The names of all themes."""
    found = {
        path.parent.name
        for folder in templates.folders
        for path in Path(folder).glob(f"book/*/{FILE}")
    }
    return sorted(found)


def lay_page(
    theme: Theme,
    paper: Paper,
    bleed: float,
    columns: int | None,
    safe: float = 0.0,
    share: float = 1.0,
) -> Geometry:
    """The page of a theme on a paper; smaller paper has smaller text and a single column.

    All text keeps `safe` points from the cut. The leading is that `share` of the theme's. Raises
    ValueError if hardly any text has room on it.
    """
    width, height = paper.width, paper.height
    scale = min(1.0, max(0.88, 0.6 + 0.4 * width / (200 * MM)))
    size, leading = max(8.5, theme.size * scale), theme.leading * max(scale, 8.5 / theme.size)
    leading *= share
    margins = theme.margins
    gutter = theme.gutter * MM
    side = safe + 0.3 * size if safe else 0.0  # hyphens and full stops hang out a little
    inner = max(13 * MM, margins.inner * width, side) + gutter
    outer = max(12 * MM, margins.outer * width, side)
    top = max(15 * MM, margins.top * height, safe)
    bottom = max(16 * MM, margins.bottom * height, safe)
    measure = width - inner - outer
    # A column narrower than 68 mm has more hyphens and gaps than text.
    count = columns or (theme.columns if measure > 2 * 68 * MM else 1)
    # The height of the text is a whole number of lines.
    lines = int((height - top - bottom) / leading)
    bottom = height - top - lines * leading
    edges = (inner, outer, top, bottom, bleed)
    page = Geometry(width, height, *edges, size, leading, count, 1.6 * size * 0.9, safe)
    if page.column < LEAST_COLUMN or lines < LEAST_LINES:
        room = f"{max(0.0, page.column / MM):.0f} mm across and {max(0, lines)} lines"
        raise ValueError(
            f"its margins leave {room} for a column of text, and {LEAST_COLUMN / MM:.0f} mm and "
            f"{LEAST_LINES} lines are the least"
        )
    return page
