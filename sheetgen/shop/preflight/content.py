"""Content streams of a PDF's pages: each operator, and all that it names."""

from __future__ import annotations

import math
import zlib
from typing import Any

from sheetgen.drawing.drawing import IDENTITY, Matrix, multiply
from sheetgen.printing.resolution import LEAST_DPI, LOW_RESOLUTION
from sheetgen.shop.preflight.problem import (
    COLOUR,
    FONT,
    INK,
    LIVELY,
    TRANSPARENT,
    Breaches,
    Demand,
)

# Colour spaces of a PDF, and which of them a press has inks for.


_SPOT = ("/Separation", "/DeviceN")
_MOST_SPACES = 8
PRESS = ("/DeviceCMYK", "/DeviceGray", "/G", "/CMYK", "/Pattern")


def name_space(space: Any, known: Any, depth: int = 0) -> tuple[str, str]:
    """The kind of a colour space, and why it is no ink of a press, or nothing if it is one.

    `known` are the named spaces of the resources.
    """
    from pikepdf import Array, Name

    if depth > _MOST_SPACES or space is None:
        return "", ""
    if isinstance(space, Name):
        text = str(space)
        if known is not None and space in known and text not in PRESS:
            return name_space(known[space], None, depth + 1)
        return text, "" if text in PRESS else f"{text.lstrip('/')} is not an ink"
    if not isinstance(space, Array) or not len(space):
        return "", "its colour space can't be read"
    kind = str(space[0])
    if kind in ("/Indexed", "/I"):
        return kind, name_space(space[1], known, depth + 1)[1]
    if kind == "/Pattern":
        return kind, name_space(space[1], known, depth + 1)[1] if len(space) > 1 else ""
    fault = "" if kind in PRESS else f"{kind.lstrip('/')} is not an ink"
    if kind in _SPOT:
        fault = name_space(space[2], known, depth + 1)[1]
        fault = fault and f"the spot colour {str(space[1])[:40]} is mixed of others: {fault}"
    elif kind == "/ICCBased":
        names = {1: "grey", 3: "RGB", 4: "CMYK"}
        parts = names.get(int(space[1].get("/N", 0)), "unknown")
        fault = f"an ICC profile of {parts} colours is not an ink"
    return kind, fault


_DEEPEST = 24
_MOST_BYTES = 200_000_000  # of a stream once it is unpacked
_MOST_PIXELS = 200_000_000
_MOST_OPERATORS = 20_000_000  # of a file
_SAMPLED = 600  # pixels to a side that are looked at


class TooDeepError(Exception):
    """A file would take more time or memory than any that is meant to be printed."""


class Inspector:
    """Reads the contents of pages; `page` is the one that is being read."""

    def __init__(self, demand: Demand, breaches: Breaches) -> None:
        self.demand, self.breaches = demand, breaches
        self.page = ""
        self._checked: set[tuple[Any, ...]] = set()
        self._operators = 0

    def inspect(self, page: Any, number: int) -> None:
        """Reads one page."""
        self.page = f"page {number}"
        self._check_group(page.obj.get("/Group"), self.page)
        resources = page.obj.get("/Resources") or page.resources
        for stream in _list_streams(page.obj.get("/Contents")):
            measure(stream)
        self._read(page, resources, IDENTITY, 0)

    def _read(self, stream: Any, resources: Any, matrix: Matrix, depth: int) -> None:
        from pikepdf import parse_content_stream

        if depth > _DEEPEST:
            raise TooDeepError("its forms are nested too deeply")
        self._check_fonts(resources)
        states: list[Matrix] = []
        spaces = {"cs": "", "CS": ""}
        for instruction in parse_content_stream(stream):
            self._count()
            name, values = str(instruction.operator), instruction.operands
            if name in ("q", "Q", "cm"):
                matrix = _move(name, values, matrix, states)
            elif name in ("Do", "INLINE IMAGE"):
                self._draw(values[0], resources, matrix, depth)
            elif name in ("gs", "sh"):
                self._check_named(name, values[0], resources)
            else:
                self._check_colour(name, values, resources, spaces, depth)

    def _count(self) -> None:
        self._operators += 1
        if self._operators > _MOST_OPERATORS:
            raise TooDeepError("it has too many operators")

    def _check_named(self, operator: str, name: Any, resources: Any) -> None:
        if operator == "gs":
            self._check_state(name, resources)
            return
        shading = _find(resources, "/Shading", name)
        if shading is not None:
            what = f"shading {_bare(name, shading)}"
            self._check_space(shading.get("/ColorSpace"), resources, what)

    def _where(self, what: str) -> str:
        return f"{self.page}, {what}"

    def _check_colour(
        self, name: str, values: Any, resources: Any, spaces: dict[str, str], depth: int
    ) -> None:
        if name in ("rg", "RG"):
            if self.demand.colour != "rgb":
                self.breaches.add(COLOUR, f"'{name}' sets colours in RGB", self.page)
        elif name in ("k", "K"):
            self._check_inks([float(v) for v in values], name)
        elif name in ("cs", "CS"):
            what = f"colour space {_bare(values[0])}"
            spaces[name] = self._check_space(values[0], resources, what)
        elif name in ("sc", "SC", "scn", "SCN"):
            pattern = values and not _is_number(values[-1]) and values[-1]
            if pattern:
                self._check_pattern(pattern, resources, depth)
            elif spaces["CS" if name.isupper() else "cs"] == "/DeviceCMYK" and len(values) == 4:
                self._check_inks([float(v) for v in values], name)

    def _check_inks(self, parts: list[float], name: str) -> None:
        if self.demand.colour == "grey" and any(parts[:3]):
            self.breaches.add(COLOUR, f"'{name}' is a colour, and only black is wanted", self.page)
        total = sum(max(0.0, min(1.0, part)) for part in parts) * 100
        if total > self.demand.ink + 0.5:
            written = " ".join(f"{part:g}" for part in parts)
            message = (
                f"{written} {name} is {total:.0f} % of ink, and the limit is {self.demand.ink} %"
            )
            self.breaches.add(INK, message, self.page)

    def _check_space(self, space: Any, resources: Any, what: str) -> str:
        known = resources.get("/ColorSpace") if resources is not None else None
        kind, fault = name_space(space, known)
        is_light = "RGB" in fault and self.demand.colour == "rgb"
        if fault and not is_light:
            self.breaches.add(COLOUR, fault, self._where(what))
        return kind

    def _check_pattern(self, name: Any, resources: Any, depth: int) -> None:
        pattern = _find(resources, "/Pattern", name)
        if pattern is None:
            return
        what = f"pattern {_bare(name, pattern)}"
        if pattern.get("/PatternType") == 2:
            shading = pattern.get("/Shading")
            self._check_space(shading and shading.get("/ColorSpace"), resources, what)
        elif self._is_fresh(pattern, "pattern"):
            measure(pattern)
            self._read(pattern, pattern.get("/Resources", resources), IDENTITY, depth + 1)

    def _check_state(self, name: Any, resources: Any) -> None:
        state = _find(resources, "/ExtGState", name)
        if state is None:
            return
        where = self._where(f"state {_bare(name, state)}")
        for key in ("/ca", "/CA"):
            value = state.get(key)
            if value is not None and float(value) < 1:
                self.breaches.add(TRANSPARENT, f"{key} {float(value):g}", where)
        if str(state.get("/SMask", "/None")) != "/None":
            self.breaches.add(TRANSPARENT, "a soft mask (/SMask)", where)
        mode = state.get("/BM")
        modes = [str(one) for one in mode] if mode is not None and _is_list(mode) else [str(mode)]
        if mode is not None and modes[0] not in ("/Normal", "/Compatible"):
            self.breaches.add(TRANSPARENT, f"the blend mode {modes[0].lstrip('/')}", where)
        if self.demand.standard and "/TR" in state:
            self.breaches.add(COLOUR, "a transfer function (/TR)", where)

    def _check_group(self, group: Any, where: str) -> None:
        if group is not None and str(group.get("/S", "")) == "/Transparency":
            self.breaches.add(TRANSPARENT, "a transparency group", where)

    def _draw(self, name: Any, resources: Any, matrix: Matrix, depth: int) -> None:
        from pikepdf import Name

        if not isinstance(name, Name):
            self._check_inline(name, resources, matrix)
            return
        found = _find(resources, "/XObject", name)
        if found is None:
            return
        kind, what = str(found.get("/Subtype", "")), _bare(name, found)
        if kind == "/Image":
            self._check_image(found, resources, matrix, f"image {what}")
        elif kind == "/PS":
            self.breaches.add(LIVELY, "PostScript inside a PDF", self._where(what))
        elif kind == "/Form":
            self._check_group(found.get("/Group"), self._where(f"form {what}"))
            own = tuple(float(v) for v in found.get("/Matrix", IDENTITY))
            placed = multiply(own, matrix)  # type: ignore[arg-type]
            if self._is_fresh(found, "form", *(round(v, 3) for v in placed)):
                measure(found)
                self._read(found, found.get("/Resources", resources), placed, depth + 1)

    def _is_fresh(self, thing: Any, *more: Any) -> bool:
        """Whether a thing was not read yet; forms are read again at another size."""
        key = (thing.objgen, *more)
        if thing.objgen == (0, 0):
            return True
        fresh = key not in self._checked
        self._checked.add(key)
        return fresh

    def _check_image(self, image: Any, resources: Any, matrix: Matrix, what: str) -> None:
        where = self._where(what)
        if "/SMask" in image:
            self.breaches.add(TRANSPARENT, "a soft mask (/SMask)", where)
        self._check_resolution(image.get("/Width", 0), image.get("/Height", 0), matrix, where)
        if image.get("/ImageMask", False):
            return
        kind = self._check_space(image.get("/ColorSpace"), resources, what)
        if kind == "/DeviceCMYK" and self._is_fresh(image, "image"):
            self._sample(image, where)

    def _check_inline(self, image: Any, resources: Any, matrix: Matrix) -> None:
        where, found = self._where("an image within the page"), image.obj
        self._check_resolution(
            found.get("/Width", found.get("/W", 0)), found.get("/Height", found.get("/H", 0)),
            matrix, where,
        )  # fmt: skip
        space = found.get("/ColorSpace", found.get("/CS"))
        if str(space) in ("/RGB", "/DeviceRGB"):
            if self.demand.colour != "rgb":
                self.breaches.add(COLOUR, "DeviceRGB is not an ink", where)
        else:
            self._check_space(space, resources, "an image within the page")

    def _check_resolution(self, wide: Any, high: Any, matrix: Matrix, where: str) -> None:
        a, b, c, d, _, _ = matrix
        sizes = math.hypot(a, b) / 72, math.hypot(c, d) / 72
        if min(sizes) <= 0:
            return
        dpi = min(float(wide) / sizes[0], float(high) / sizes[1])
        if dpi < LEAST_DPI - 0.5:
            message = f"{dpi:.0f} pixels to the inch as printed, where {LEAST_DPI} are the minimum"
            self.breaches.add(LOW_RESOLUTION, message, where, worst=-dpi)

    def _sample(self, image: Any, where: str) -> None:
        """Looks at some of a picture's pixels for too much ink."""
        from pikepdf import PdfImage

        wide, high = int(image.get("/Width", 0)), int(image.get("/Height", 0))
        if wide * high > _MOST_PIXELS:
            raise TooDeepError("a picture has too many pixels")
        measure(image)
        picture = PdfImage(image).as_pil_image()
        if picture.mode != "CMYK":
            return
        scale = max(1, max(picture.size) // _SAMPLED)
        size = max(1, picture.width // scale), max(1, picture.height // scale)
        small = picture.resize(size, 0)  # Pillow's NEAREST
        data = small.tobytes()
        most = max(map(sum, zip(data[::4], data[1::4], data[2::4], data[3::4], strict=True)))
        if most > self.demand.ink * 2.55 + 3:
            message = f"up to {most / 2.55:.0f} % of ink, and the limit is {self.demand.ink} %"
            self.breaches.add(INK, message, where)

    def _check_fonts(self, resources: Any) -> None:
        fonts = resources.get("/Font") if resources is not None else None
        if fonts is None:
            return
        for key, font in fonts.items():
            if str(font.get("/Subtype", "")) == "/Type3":
                continue
            inner = font.get("/DescendantFonts")
            described = (inner[0] if inner is not None and len(inner) else font).get(
                "/FontDescriptor"
            )
            files = ("/FontFile", "/FontFile2", "/FontFile3")
            if described is None or not any(name in described for name in files):
                name = str(font.get("/BaseFont", "")).lstrip("/") or "a font"
                self.breaches.add(
                    FONT, f"{name} is not embedded", self._where(f"font {_bare(key, font)}")
                )


def _move(name: str, values: Any, matrix: Matrix, states: list[Matrix]) -> Matrix:
    """The coordinates after q, Q or cm."""
    if name == "q":
        states.append(matrix)
    elif name == "Q":
        return states.pop() if states else matrix
    else:
        a, b, c, d, e, f = (float(v) for v in values)
        return multiply((a, b, c, d, e, f), matrix)
    return matrix


def _find(resources: Any, kind: str, name: Any) -> Any:
    """Find the resource that a name stands for; None if there is none."""
    group = resources.get(kind) if resources is not None else None
    return group.get(str(name)) if group is not None else None


def _bare(name: Any, thing: Any = None) -> str:
    """A name of the resources, and the number of the object that it stands for."""
    number = thing.objgen[0] if thing is not None else 0
    return f"{str(name).lstrip('/')[:40]}{f' (object {number})' if number else ''}"


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _is_list(value: Any) -> bool:
    from pikepdf import Array

    return isinstance(value, Array)


def _list_streams(contents: Any) -> list[Any]:
    if contents is None:
        return []
    return list(contents) if _is_list(contents) else [contents]


def measure(stream: Any) -> None:
    """Makes sure that a stream does not unpack to gigabytes. Raises TooMuchError."""
    filters = stream.get("/Filter")
    names = (
        [str(f) for f in filters] if filters is not None and _is_list(filters) else [str(filters)]
    )
    data = stream.read_raw_bytes()
    for name in names:
        if name not in ("/FlateDecode", "/Fl"):
            return
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(data, _MOST_BYTES)
        except zlib.error:
            return  # whoever reads it says so
        if unpacker.unconsumed_tail:
            raise TooDeepError("a stream is too large once it is unpacked")
