"""The narrow waist: everything printed is a Drawing, placed on a Page.

A Drawing's operators are a PDF content stream in points, y upwards, with the origin at its lower
left corner. Resource names are derived from what they name, so the same thing has the same name
in every drawing, and drawings can be joined without renaming anything.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record

if TYPE_CHECKING:
    from sheetgen.type.face import Face
    from sheetgen.type.glyphs import Glyph


Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class FormField(NamedTuple):
    """A form field of `--fillable`: `kind` is checkbox or text; `box` is x0, y0, x1, y1.

    A checkbox whose `value` is `on` is ticked from the start. A text has so many `lines`, and is
    aligned to its `start`, `center` or `end`. What follows from other fields of the drawing names
    them: it is the `sum` of texts, or the number of checkboxes that are `left`, not ticked.
    """

    kind: str
    name: str
    box: tuple[float, float, float, float]
    value: str = ""
    tooltip: str = ""
    lines: int = 1
    align: str = ""
    sum: str = ""
    left: str = ""


@record(eq=False)
class Image:
    """A raster image: `pixels` are zlib-compressed RGB or grey samples, or a whole JPEG file.

    `file` is where it comes from, None if that is no file. A `smooth` one shows no squares where
    its pixels are large.
    """

    name: str
    width: int
    height: int
    space: str  # DeviceRGB | DeviceGray | DeviceCMYK
    pixels: bytes
    codec: str  # FlateDecode | DCTDecode
    mask: Image | None = None
    file: Path | None = None
    smooth: bool = False


@record(eq=False)
class Shading:
    """A gradient as a PDF shading: kind 2 (linear) or 3 (radial), in current coordinates.

    `stops` are (offset 0..1, colour components 0..1), all of one colour space.
    """

    name: str
    kind: int
    coords: tuple[float, ...]
    stops: tuple[tuple[float, tuple[float, ...]], ...]


@record(eq=False)
class SharedForm:
    """Operators drawn more than once, shared by everything that uses them (a PDF form XObject)."""

    name: str
    box: tuple[float, float, float, float]
    operators: str
    resources: Resources
    group: bool = False  # a transparency group, for opacity over several shapes
    is_mask: bool = False  # a group in greys, from which a soft mask is made


@record(frozen=False, eq=False)
class Resources:
    """Everything that a content stream names: faces and glyphs, images, forms, states, shadings.

    Compared by identity, by which parts that many drawings have in common are recognised.

    `faces` maps a font resource name to its face, and `glyphs` the same name to
    {glyph id: the text it stands for}; `states` maps names to graphics-state parameters: alphas,
    and as `SMask` the form whose brightness is how much of what follows is seen.
    """

    faces: dict[str, Face] = field(default_factory=dict)
    glyphs: dict[str, dict[int, str]] = field(default_factory=dict)
    images: dict[str, Image] = field(default_factory=dict)
    forms: dict[str, SharedForm] = field(default_factory=dict)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    shadings: dict[str, Shading] = field(default_factory=dict)

    def add(self, other: Resources) -> None:
        """Adds everything that `other` names."""
        if isinstance(other, TextResources):
            self.faces[other.face.name] = other.face
            self.glyphs.setdefault(other.face.name, {}).update(other.pairs)
            return
        if other.faces:
            self.faces.update(other.faces)
            for name, used in other.glyphs.items():
                mine = self.glyphs.get(name)
                if mine is None:
                    self.glyphs[name] = dict(used)
                else:
                    mine.update(used)
        if other.images:
            self.images.update(other.images)
        if other.forms:
            self.forms.update(other.forms)
        if other.states:
            self.states.update(other.states)
        if other.shadings:
            self.shadings.update(other.shadings)


class Part(Protocol):
    """A part of drawings that many of them have in common."""

    @property
    def resources(self) -> tuple[Resources, ...]:
        """Everything that its operators name."""
        ...

    @property
    def code(self) -> str:
        """Its operators, after the one that sets the font which they expect."""
        ...


class Joined(Resources):
    """The resources of drawings' parts, joined on first access.

    Most drawings are only printed together with others; then all their parts are joined once.
    """

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts

    def __getattr__(self, name: str) -> Any:
        super().__init__()
        for resources in dict.fromkeys(each for part in self.parts for each in part.resources):
            self.add(resources)
        return getattr(self, name)


class TextResources(Resources):
    """The glyphs that a text needs, packed, because there are many texts and one joined set.

    Most texts consist of characters with the glyph that the face has for them.
    """

    __slots__ = ("_ids", "_texts", "face")

    def __init__(self, face: Face, text: str, glyphs: Sequence[Glyph]) -> None:
        """The glyphs of a text in a face."""
        self.face = face
        self._texts: str | list[str] = text
        self._ids: array[int] | None = None
        if not face.is_plain(text, ids := [glyph.id for glyph in glyphs]):
            self._ids = array("H", ids)
            self._texts = [glyph.text for glyph in glyphs]

    def pack(self) -> tuple[bytes | None, str | list[str]]:
        """The ids of the glyphs, None for those of the characters, and what they stand for."""
        return None if self._ids is None else self._ids.tobytes(), self._texts

    @classmethod
    def unpack(cls, face: Face, ids: bytes | None, texts: str | list[str]) -> TextResources:
        """The glyphs of a face from what `pack` returned."""
        self: TextResources = object.__new__(cls)
        self.face, self._texts = face, texts
        self._ids = None if ids is None else array("H", ids)
        return self

    @property
    def pairs(self) -> Iterable[tuple[int, str]]:
        """Each glyph's id, and the text that it stands for."""
        if self._ids is None:
            return zip(map(self.face.plain.__getitem__, self._texts), self._texts, strict=True)
        return zip(self._ids, self._texts, strict=True)

    def __getattr__(self, name: str) -> Any:
        super().__init__()
        self.faces[self.face.name] = self.face
        self.glyphs[self.face.name] = dict(self.pairs)
        return getattr(self, name)


@record(eq=False, weakref_slot=True)
class Drawing:
    """A picture of a fixed size in points, compared by identity: the same one is stored once.

    `width` and `height` include `bleed` on all sides: what is printed beyond the cut, so that a
    cut that strays leaves no white edge. `fold` is the height of the fold line above the lower
    cut, 0 for none. `cut` are the path operators of a cut that is no rectangle, empty for one.
    """

    width: float
    height: float
    operators: str
    resources: Resources
    fields: Sequence[FormField] = ()
    title: str = ""
    bleed: float = 0.0
    fold: float = 0.0
    cut: str = ""
    tags: Sequence[TagPath] = ()
    made_of: Sequence[Drawing] = ()

    @property
    def outline(self) -> str:
        """The path operators of its cut, from its lower left corner with the bleed."""
        box = map(fmt, (self.bleed, self.bleed, self.trim_width, self.trim_height))
        return self.cut or f"{' '.join(box)} re"

    @property
    def trim_width(self) -> float:
        """The width once it is cut out, in points."""
        return self.width - 2 * self.bleed

    @property
    def trim_height(self) -> float:
        """The height once it is cut out, in points."""
        return self.height - 2 * self.bleed


class LaterDrawing(Drawing):
    """A drawing whose size is known, and which is drawn once its content is needed.

    Pages are laid out by sizes alone, so the first one need not wait for all others to be drawn.
    """

    __slots__ = ("_draw", "_drawn")
    _draw: Callable[[], Drawing]
    _drawn: Drawing | None

    def __new__(cls, *values: Any, **named: Any) -> Any:
        """A plain drawing, which is what `replace` makes of this one."""
        return Drawing(*values, **named)

    @classmethod
    def measure(
        cls, size: tuple[float, float], bleed: float, cut: str, draw: Callable[[], Drawing]
    ) -> LaterDrawing:
        """The drawing of that size in points that `draw` makes; what that raises comes later."""
        self: LaterDrawing = object.__new__(cls)
        known = {"width": size[0], "height": size[1], "bleed": bleed, "cut": cut, "fold": 0.0}
        later = {"tags": (), "made_of": (), "_draw": draw, "_drawn": None}
        for name, value in (known | later).items():
            object.__setattr__(self, name, value)  # drawings are frozen
        return self

    @property
    def drawn(self) -> Drawing:
        """The drawing itself. Raises ProblemError."""
        if self._drawn is None:
            object.__setattr__(self, "_drawn", self._draw())
            object.__setattr__(self, "_draw", None)
        assert self._drawn
        return self._drawn

    operators = property(lambda self: self.drawn.operators)
    resources = property(lambda self: self.drawn.resources)
    fields = property(lambda self: self.drawn.fields)
    title = property(lambda self: self.drawn.title)


def finish(drawing: Drawing) -> Drawing:
    """The drawing itself, if it is one for later. Raises ProblemError."""
    return drawing.drawn if isinstance(drawing, LaterDrawing) else drawing


@record(eq=False)
class Tag:
    """A part of a document, compared by identity: what bears the same tag is one part of it.

    `role` is a structure type of PDF; a heading's gets its number when its document is known. A
    figure is read out as `alt` and the words of its `drawing`; `box` is where it is on its page, in
    points. `kind` is the scope of a `TH`, or the numbering of an `L`.
    """

    role: str
    alt: str = ""
    drawing: Drawing | None = None
    box: Box | None = None
    kind: str = ""


TagPath = tuple[Tag, ...]
"""The tags around something, the outermost first; none for ornament and furniture of the page."""


def join_resources(parts: Iterable[Resources]) -> Resources:
    """One set of resources that has everything the parts have; each part is added once."""
    joined = Resources()
    for part in {id(p): p for p in parts}.values():
        joined.add(part)
    return joined


@lru_cache(maxsize=4096)
def matrix_operator(m: Matrix) -> str:
    """The operator that applies `m` to what follows. Raises ValueError for infinite numbers."""
    return " ".join([*(fmt(v, 6) for v in m[:4]), fmt(m[4]), fmt(m[5]), "cm"])


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """The matrix that applies `m` first and then `n` (the order of PDF's `cm`)."""
    a, b, c, d, e, f = m
    g, h, i, j, k, l = n  # noqa: E741
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + l,
    )


def invert(m: Matrix) -> Matrix | None:
    """The matrix that undoes `m`; None if `m` flattens everything."""
    a, b, c, d, e, f = m
    area = a * d - b * c
    if not area:
        return None
    a, b, c, d = d / area, -b / area, -c / area, a / area
    return a, b, c, d, -e * a - f * c, -e * b - f * d


def map_box(m: Matrix, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """The upright box around `box` after `m`."""
    x0, y0, x1, y1 = box
    a, b, c, d, e, f = m
    if not b and not c:
        xs, ys = (a * x0 + e, a * x1 + e), (d * y0 + f, d * y1 + f)
        return min(xs), min(ys), max(xs), max(ys)
    points = [(a * x + c * y + e, b * x + d * y + f) for x in (x0, x1) for y in (y0, y1)]
    return (
        min(p[0] for p in points),
        min(p[1] for p in points),
        max(p[0] for p in points),
        max(p[1] for p in points),
    )


# Operators read back, ISO 32000-1 §7.8.2. Only streams of our own are, so nothing is escaped.

UNBOUNDED = 20_000
"""A form's box that reaches this far clips nothing (see svg/paint/form.py)."""
_TOKEN = re.compile(r"\[[^\]]*\]|<<[^>]*>>|<[^>]*>|[^\s\[<]+")
_MARKS = frozenset(("BDC", "BMC", "EMC"))
_OPERAND_STARTS = frozenset("/<[+-.0123456789")


def read_operators(stream: str) -> Iterator[tuple[str, list[str]]]:
    """The operators of a content stream. Raises AssertionError if operands are left at its end."""
    operands: list[str] = []
    for token in _TOKEN.findall(stream):
        if token[0] in _OPERAND_STARTS:
            operands.append(token)
            continue
        if token not in _MARKS:  # which change nothing that is seen
            yield token, operands
        operands = []
    if operands:
        raise AssertionError("a content stream ends in the middle")
