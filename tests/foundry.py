"""Makes small fonts of every kind out of letters of the shipped Barlow."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from sheetgen.type.fonts import Fonts

LETTERS = " AEVWarioflÉé1\u0301\u2019"
UPEM = 1000


@cache
def read_barlow(weight: int = 400) -> TTFont:
    face = Fonts().find("Barlow", weight)
    assert face is not None
    return TTFont(face.path)


class Mould:
    """What is common to fonts of one look: letters of Barlow, made larger or wider."""

    def __init__(self, upem: int = UPEM, cids: bool = False) -> None:
        self.font = read_barlow()
        self.upem, self.scale = upem, upem / self.font["head"].unitsPerEm
        cmap = self.font.getBestCmap()
        self.names = {ord(c): cmap[ord(c)] for c in LETTERS if ord(c) in cmap}
        self.glyphs = [".notdef", *dict.fromkeys(self.names.values())]
        # What the glyphs are called in the font that is made.
        self.called = {
            n: f"cid{7 * at:05}" if cids and at else n for at, n in enumerate(self.glyphs)
        }

    def draw(self, name: str, pen: Any, stretch: float = 1.0) -> None:
        recorded = DecomposingRecordingPen(self.font.getGlyphSet())
        self.font.getGlyphSet()[name].draw(recorded)
        recorded.replay(TransformPen(pen, (self.scale * stretch, 0, 0, self.scale, 0, 0)))

    def width(self, name: str) -> int:
        return round(self.font["hmtx"][name][0] * self.scale)

    def left(self, name: str) -> int:
        pen = ControlBoundsPen(None)
        self.draw(name, pen)
        return round(pen.bounds[0]) if pen.bounds else 0

    def begin(self, is_truetype: bool) -> FontBuilder:
        made = FontBuilder(self.upem, isTTF=is_truetype)
        made.setupGlyphOrder(list(self.called.values()))
        made.setupCharacterMap({code: self.called[name] for code, name in self.names.items()})
        return made

    def finish(
        self,
        made: FontBuilder,
        family: str = "Star Title",
        style: str = "Regular",
        weight: int = 400,
        width: int = 5,
        selection: int = 0x40,
        permissions: int = 0,
        legacy: str = "",
    ) -> TTFont:
        metrics = {self.called[n]: (self.width(n), self.left(n)) for n in self.glyphs}
        made.setupHorizontalMetrics(metrics)
        made.setupHorizontalHeader(
            ascent=round(1000 * self.scale), descent=-round(200 * self.scale)
        )
        names = {"familyName": legacy or family, "styleName": style}
        if legacy:
            names |= {"typographicFamily": family, "typographicSubfamily": style}
        made.setupNameTable({**names, "psName": f"{family}-{style}".replace(" ", "")})
        made.setupOS2(
            usWeightClass=weight,
            usWidthClass=width,
            fsSelection=selection,
            fsType=permissions,
            sCapHeight=round(700 * self.scale),
            sxHeight=round(500 * self.scale),
        )
        made.setupPost()
        made.updateHead(created=0, modified=0)  # so that the same font is the same file
        made.font.recalcTimestamp = False
        a, v = self.called["A"], self.called["V"]
        made.addOpenTypeFeatures(f"feature kern {{ pos {a} {v} {round(-80 * self.scale)}; }} kern;")
        return made.font


def cast(font: Any) -> bytes:
    """The file of a font."""
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def save(font: Any, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cast(font))
    return path


def make_truetype(upem: int = UPEM, **about: Any) -> TTFont:
    mould = Mould(upem)
    made = mould.begin(True)
    glyphs = {}
    for name in mould.glyphs:
        pen = TTGlyphPen(None)
        mould.draw(name, pen)
        glyphs[name] = pen.glyph()
    made.setupGlyf(glyphs)
    return mould.finish(made, **about)


def make_postscript(upem: int = UPEM, cids: bool = False, **about: Any) -> TTFont:
    """An OTF; with `cids`, one whose glyphs have numbers (CIDs) that are not their ids."""
    mould = Mould(upem, cids)
    made = mould.begin(False)
    strings = {}
    for name, called in mould.called.items():
        pen = T2CharStringPen(mould.width(name), None)
        mould.draw(name, pen)
        strings[called] = pen.getCharString()
    made.setupCFF("StarTitle-Regular", {}, strings, {})
    font = mould.finish(made, **about)
    return _add_cids(font) if cids else font


def _add_cids(font: TTFont) -> TTFont:
    from fontTools.cffLib import FDArrayIndex, FDSelect, FontDict

    top = font["CFF "].cff.topDictIndex[0]
    order = font.getGlyphOrder()
    inner = FontDict()
    inner.FontName = "StarTitle-Regular"
    inner.Private = top.Private
    array = FDArrayIndex()
    array.strings = None
    array.GlobalSubrs = top.GlobalSubrs
    array.append(inner)
    top.FDArray, top.FDSelect = array, FDSelect()
    top.FDSelect.gidArray, top.FDSelect.format = [0] * len(order), 3
    top.ROS, top.CIDCount = ("Adobe", "Identity", 0), len(order) * 7
    strings = top.CharStrings
    strings.fdSelect, strings.fdArray = top.FDSelect, array
    for one in strings.charStrings.values():
        one.fdSelectIndex = 0
    del top.Private
    return font


Axis = tuple[str, float, float, float, str]
INSTANCES = {"Light": 300.0, "Regular": 400.0, "SemiBold": 600.0, "Bold": 700.0}
AXES: list[Axis] = [("wght", 300, 400, 700, "Weight")]


def make_variable(
    instances: dict[str, dict[str, float]] | None = None,
    axes: list[Axis] | None = None,
    **about: Any,
) -> TTFont:
    """A TrueType font whose letters are half as wide again at the end of each axis."""
    mould = Mould()
    made = mould.begin(True)
    glyphs, moves = {}, {}
    axes = AXES if axes is None else axes
    if instances is None:
        instances = {name: {"wght": weight} for name, weight in INSTANCES.items()}
    for name in mould.glyphs:
        pen = TTGlyphPen(None)
        mould.draw(name, pen)
        glyphs[name] = pen.glyph()
        points = list(glyphs[name].coordinates) if glyphs[name].numberOfContours else []
        wider = [(round(x / 2), 0) for x, _ in points]
        ends = [(0, 0), (mould.width(name) // 2, 0), (0, 0), (0, 0)]
        moves[name] = [TupleVariation({tag: (0, 1, 1)}, wider + ends) for tag, *_ in axes]
    made.setupGlyf(glyphs)
    font = mould.finish(made, **about)
    _add_axes(made, axes, instances)
    made.setupGvar(moves)
    return font


def make_variable_postscript(upem: int = UPEM, **about: Any) -> TTFont:
    """A font with variable PostScript outlines (CFF2), half as wide again at weight 700."""
    mould = Mould(upem)
    made = mould.begin(False)
    strings = {}
    for name in mould.glyphs:
        pen = T2CharStringPen(None, None, CFF2=True)
        mould.draw(name, pen)
        string = pen.getCharString(optimize=False)
        string.program = _blend(string.program)
        strings[name] = string
    font = mould.finish(made, **about)
    instances = {name: {"wght": weight} for name, weight in INSTANCES.items()}
    _add_axes(made, AXES, instances)
    made.setupCFF2(strings, regions=[{"wght": (0, 1, 1)}])
    return font


def _blend(program: list[Any]) -> list[Any]:
    """A charstring whose every move to the right is half as long again where the axis ends."""
    made: list[Any] = []
    numbers: list[float] = []
    for token in program:
        if isinstance(token, str):
            deltas = [round(v / 2) if at % 2 == 0 else 0 for at, v in enumerate(numbers)]
            made += [*numbers, *deltas, len(numbers), "blend", token] if numbers else [token]
            numbers = []
        else:
            numbers.append(token)
    return made


def _add_axes(
    made: FontBuilder,
    axes: list[Axis],
    instances: dict[str, dict[str, float]],
) -> None:
    listed = [{"stylename": name, "location": places} for name, places in instances.items()]
    made.setupFvar(axes, listed)


def make_collection(*fonts: TTFont) -> TTCollection:
    collection = TTCollection()
    collection.fonts = list(fonts)
    return collection
