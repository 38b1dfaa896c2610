"""Pictures: PNG and JPEG files, data URIs, and SVG drawings used as pictures."""

from __future__ import annotations

import base64
import binascii
import io
import warnings
import zlib
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import unquote_to_bytes

from sheetgen.drawing import Image
from sheetgen.svg.color import Ink

MOST_PIXELS = 50_000_000
"""A larger picture is refused: at 300 dpi this is more than an A2 sheet."""
MOST_BYTES = 40_000_000


class ImageError(Exception):
    """A picture that can't be printed; the text says why."""


def locate(reference: str, base: Path | None, roots: Sequence[Path]) -> Path:
    """The file that a reference names, which must lie under one of `roots`. Raises ImageError."""
    if "://" in reference:
        raise ImageError("pictures are not fetched from the web: save it beside the drawing")
    path = ((base or Path()) / reference).resolve()
    if not any(path.is_relative_to(root) for root in roots):
        raise ImageError("it lies outside the project folder")
    if not path.is_file():
        raise ImageError("there is no such file")
    if path.stat().st_size > MOST_BYTES:
        raise ImageError(f"the file is larger than {MOST_BYTES // 1_000_000} MB")
    return path


def decode_data_uri(reference: str) -> tuple[str, bytes]:
    """The media type and the bytes of a `data:` URI. Raises ImageError."""
    head, _, body = reference[5:].partition(",")
    media, *flags = head.split(";")
    try:
        if "base64" in flags:
            return media, base64.b64decode("".join(body.split()), validate=True)
        return media, unquote_to_bytes(body)
    except (binascii.Error, ValueError):
        raise ImageError("its data: text is damaged") from None


def read_picture(path: Path, ink: Ink) -> Image:
    """The picture in a PNG or JPEG file, in the ink's colours. Raises ImageError."""
    stat = path.stat()
    return _read_picture(path, ink, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=256)
def _read_picture(path: Path, ink: Ink, changed: int, size: int) -> Image:
    try:
        return convert_picture(path.read_bytes(), ink)
    except OSError as error:
        raise ImageError(f"it can't be read: {error.strerror}") from None


def convert_picture(data: bytes, ink: Ink) -> Image:
    """The picture in PNG or JPEG bytes, upright by its EXIF. Raises ImageError."""
    from PIL import Image as Pillow
    from PIL import ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            picture: Pillow.Image = Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG"))
            if picture.width * picture.height > MOST_PIXELS:
                size = f"{picture.width} × {picture.height}"
                raise ImageError(f"{size} pixels are too many (at most 50 million)")
            untouched = picture.format == "JPEG" and picture.mode in ("RGB", "L")
            upright = ImageOps.exif_transpose(picture)
            untouched = untouched and picture.getexif().get(0x0112, 1) == 1
            upright.load()
    except ImageError:
        raise
    except Exception as error:  # Pillow raises many kinds for a broken file
        reason = "it is no PNG or JPEG picture" if "identify" in str(error) else "the file is damaged"
        raise ImageError(reason) from None
    mask = None
    if "A" in upright.getbands() or "transparency" in upright.info:
        upright = upright.convert("RGBA")
        alpha = upright.getchannel("A")
        if alpha.getextrema() != (255, 255):
            mask = _pack(alpha, "DeviceGray")
        upright = upright.convert("RGB")
    if ink is not Ink.COLOR or upright.mode in ("L", "1", "I;16", "I", "LA"):
        if ink is Ink.LOW:
            upright = upright.convert("L").point([255 - round((255 - v) * 0.6) for v in range(256)])
        elif upright.mode != "L":
            upright = upright.convert("L")
        untouched = untouched and ink is Ink.COLOR
        return _pack(upright, "DeviceGray", data if untouched else None, mask)
    return _pack(upright.convert("RGB"), "DeviceRGB", data if untouched else None, mask)


def _pack(picture: object, space: str, jpeg: bytes | None = None, mask: Image | None = None) -> Image:
    pixels: bytes = picture.tobytes()  # type: ignore[attr-defined]
    width, height = picture.width, picture.height  # type: ignore[attr-defined]
    key = blake2b(repr((space, width, height)).encode() + pixels, digest_size=6)
    if mask:
        key.update(mask.name.encode())
    packed, codec = (jpeg, "DCTDecode") if jpeg else (zlib.compress(pixels, 6), "FlateDecode")
    return Image("I" + key.hexdigest(), width, height, space, packed, codec, mask)
