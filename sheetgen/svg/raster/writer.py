"""Elements of a drawing → an SVG text that stands alone, for resvg: it names no files.

The styles of style sheets are written into the elements, so what is left out of the drawing makes
no difference to the rest. Pictures become data: URIs.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from sheetgen.drawing.drawing import Matrix
from sheetgen.ground.files import stamp_file
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.svg.context import Context
from sheetgen.svg.paint import image
from sheetgen.svg.paint.image import ImageError
from sheetgen.svg.paint.picture import count_picture
from sheetgen.svg.problem import BAD_IMAGE
from sheetgen.svg.read.css import Declared
from sheetgen.svg.read.property import INHERITED
from sheetgen.svg.read.tree import DrawingError, Element, parse_tree

_SPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_KEPT = ("xlink:href", "xml:space", "xml:lang")
_GONE = ("script", "style", "foreignObject", "metadata", "title", "desc")
_REFERENCES = ("href", "xlink:href")
_ELSEWHERE = re.compile(r"""url\(\s*["']?\s*(?!#)[^()]*\)""")
_POINTER = re.compile(r"""url\(\s*["']?\s*#|href="#""")
_UNREADABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0 §2.2
_PICTURES = {b"\x89PNG": "png", b"\xff\xd8": "jpeg", b"GIF8": "gif", b"RIFF": "webp"}
_HANDED_DOWN = {*INHERITED, "font", "font-variant", "font-stretch", "writing-mode", "font-kerning"}
_MOST_NESTED = 4


class RasterWriter:
    """Writes elements of one drawing; problems with their pictures are reported to its context."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.families: set[str] = set()
        """The font families that texts were written in, as CSS lists."""
        self.has_text = False

    def write(
        self,
        outer: Sequence[Element],
        inner: Iterable[Element],
        own: dict[str, str],
        viewport: tuple[float, float],
    ) -> str:
        """Return the content of the root: `inner` with attributes inherited from `outer`.

        `own` are attributes of a group around it, `viewport` is what percentages refer to.
        """
        body = "".join([self._write(element) for element in inner])
        for attributes in (own, *(self._list_inherited(e) for e in reversed(outer))):
            shown = _write_attributes(attributes)
            body = f"<g{shown}>{body}</g>" if shown else body
        width, height = (fmt(max(size, 1e-3)) for size in viewport)
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        definitions = ""
        if _POINTER.search(body) and self.context.root:
            every = "".join([self._write(element) for element in self.context.root.elements])
            inherited = _write_attributes(self._list_inherited(self.context.root))
            definitions = f"<defs><g{inherited}>{every}</g></defs>"
        return f'{definitions}<svg {size} overflow="visible">{body}</svg>'

    def _write(self, element: Element) -> str:
        """An element with everything in it; empty for one that draws nothing."""
        tag = element.tag
        if tag in _GONE or ":" in tag:
            return ""
        attributes = self._list_attributes(element)
        if attributes is None:
            return ""
        self.has_text = self.has_text or tag == "text"
        children = [
            escape(_UNREADABLE.sub("", child)) if isinstance(child, str) else self._write(child)
            for child in element.children
        ]
        return f"<{tag}{_write_attributes(attributes)}>{''.join(children)}</{tag}>"

    def _list_attributes(self, element: Element) -> dict[str, str] | None:
        """The attributes of an element; None if it is a picture that can't be shown."""
        found: dict[str, str] = {}
        for name, value in element.attributes.items():
            if name in _REFERENCES:
                if value.strip().startswith("#"):
                    found[name] = value.strip()
            elif name in ("style", "class") or name.startswith(("on", "data-", "xmlns")):
                continue
            elif ":" not in name or name in _KEPT:
                found[name] = self._clean(name, value)
        if element.tag in ("image", "feImage") and not any(name in found for name in _REFERENCES):
            reference = next(filter(None, map(element.attributes.get, _REFERENCES)), "")
            data = self._embed(reference.strip(), element) if reference.strip() else ""
            if not data:
                return None if element.tag == "image" else found
            found["xlink:href"] = data
        style = self._find_style(element)
        if style:
            found["style"] = ";".join(f"{k}:{self._clean(k, v)}" for k, v in style.items())
        return found

    def _find_style(self, element: Element) -> Declared:
        """Return the declarations of style sheets and its own `style` for an element."""
        return self.context.find_declared(element)

    def _list_inherited(self, element: Element) -> dict[str, str]:
        """The attributes of an element that those inside it inherit."""
        values = element.attributes | self._find_style(element)
        names = ("xml:space", "xml:lang", "lang")
        return {
            name: self._clean(name, value)
            for name, value in values.items()
            if name in _HANDED_DOWN or name in names
        }

    def _clean(self, name: str, value: str) -> str:
        """A value without references to files, and with font families by their own names."""
        if name == "font-family":
            roles = self.context.fonts.roles
            parts = [part.strip(" '\"") for part in value.split(",")]
            value = ", ".join("'" + roles.get(p.lower(), p).replace("'", "") + "'" for p in parts)
            generic = ("'serif'", "'monospace'", "'cursive'", "'fantasy'")
            value = ", ".join(p.strip("'") if p in generic else p for p in value.split(", "))
            self.families.add(value)
        elif name == "font":
            self.families.add(value)
        return _UNREADABLE.sub("", _ELSEWHERE.sub("none", value))

    def _embed(self, reference: str, element: Element) -> str:
        """A picture as a data: URI; empty after a problem."""
        try:
            data, is_drawing = self._read(reference)
            if is_drawing:
                return _encode("svg+xml", self._rewrite(image.decode_text(data), 0).encode())
            kind = next((k for start, k in _PICTURES.items() if data.startswith(start)), "")
            if not kind:
                raise ImageError("it is not a picture that can be read")
            count_picture(reference, lambda: data, self.context)
            return _encode(kind, data)
        except (ImageError, DrawingError) as error:
            message = f"the picture {reference[:60]} can't be printed: {error}"
            self.context.report(BAD_IMAGE, message, element=element, picture=reference)
            return ""

    def _read(self, reference: str) -> tuple[bytes, bool]:
        """The contents of a picture, and whether it is an SVG drawing. Raises ImageError."""
        if reference.startswith("data:"):
            media, data = image.decode_data_uri(reference)
            return data, "svg" in media or data.lstrip()[:5] in (b"<?xml", b"<svg ")
        context = self.context
        file = image.locate(reference, context.base, context.files)
        context.pictures[file] = stamp_file(file)
        return image.read_file(file, context.files), file.suffix.lower() == ".svg"

    def _rewrite(self, text: str, depth: int) -> str:
        """A drawing inside the drawing, written in the same way. Raises DrawingError."""
        root = parse_tree(text, entities=True)
        inner = RasterWriter(self.context.derive(root))
        if depth >= _MOST_NESTED or len(self.context.uses) > 20:
            raise ImageError("drawings are nested too deeply in each other")
        attributes = inner._list_attributes(root) or {}
        children = "".join([inner._write(child) for child in root.elements])
        self.families |= inner.families
        self.has_text = self.has_text or inner.has_text
        return f"<svg {_SPACE}{_write_attributes(attributes)}>{children}</svg>"


def frame_text(body: str, matrix: Matrix, box: Box, width: int, height: int) -> str:
    """The SVG text that shows `box` of a body moved by `matrix`, so many pixels large."""
    x0, y0, x1, y1 = box
    move = f'transform="matrix({" ".join([fmt(v, 9) for v in matrix])})"'
    view = " ".join(fmt(v, 6) for v in (x0, y0, x1 - x0, y1 - y0))
    size = f'width="{width}" height="{height}" viewBox="{view}" preserveAspectRatio="none"'
    return f"<svg {_SPACE} {size}><g {move}>{body}</g></svg>"


def _encode(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def _write_attributes(attributes: dict[str, str]) -> str:
    return "".join(_each(attributes))


def _each(attributes: dict[str, str]) -> Iterator[str]:
    for name, value in attributes.items():
        yield f" {name}={quoteattr(value)}"
