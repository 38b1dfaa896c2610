"""Picture files: found inside the allowed folders, checked, and converted for printing."""

from __future__ import annotations

import base64
import binascii
import io
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from hashlib import blake2b
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_to_bytes

from sheetgen.drawing.drawing import Image
from sheetgen.ground.colour import Ink
from sheetgen.ground.files import Files, Stamp
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.textfile import FileError

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


# Pictures fitted to their print: transparent margins cut off, spare pixels taken away


_SEEN = 8
"""The alpha, of 255, from which on a pixel counts as seen: fainter ones are a brush's traces."""
_QUALITY = 92  # of JPEG: no block shows at 300 pixels to the inch


class Fit(NamedTuple):
    """A fitting of a picture: whether it is trimmed, and its largest size in pixels, 0 for any."""

    trim: bool = False
    width: int = 0
    height: int = 0

    def apply(self, picture: Picture) -> Picture:
        """The picture trimmed and shrunk; the same object if there is nothing to do.

        It keeps its proportions and never gains pixels. Raises ValueError for a picture in which
        nothing is visible.
        """
        if self.trim and "A" in picture.getbands():
            seen = picture.getchannel("A").point([255 * (a >= _SEEN) for a in range(256)]).getbbox()
            if seen is None:
                raise ValueError("all of it is transparent")
            if seen != (0, 0, *picture.size):
                picture = picture.crop(seen)
        if not (self.width and self.height):
            return picture
        scale = min(self.width / picture.width, self.height / picture.height)
        if scale >= 1:
            return picture
        from PIL.Image import Resampling

        size = ceil(picture.width * scale), ceil(picture.height * scale)
        return picture.resize(size, Resampling.LANCZOS, reducing_gap=3.0)


def write_jpeg(picture: Picture) -> bytes:
    """The JPEG file of a picture in RGB or grey, always the same for the same picture."""
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY, subsampling=0)
    return file.getvalue()


MOST_PIXELS = 50_000_000
"""A larger picture is refused; at 300 dpi this is more than an A2 sheet."""
MOST_BYTES = 40_000_000
_LUMINANCE = (0.2126, 0.7152, 0.0722, 0.0)
"""How bright red, green and blue are (Rec. 709)."""
_SAMPLES, _WHITE = 24, 244
"""How finely the edge of a picture is looked at, and the least grey of a ground that is white."""
_ORIENTATION = 0x0112  # of EXIF
_AS_IT_IS = Fit()


class ImageError(Exception):
    """A picture that can't be printed; each of its texts says why."""

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))


def locate(reference: str, base: Path | None, files: Files) -> Path:
    """The file that a reference names, which must lie inside. Raises ImageError."""
    if reference.startswith("file:"):
        raise ImageError("write the file's path, relative to the drawing")
    if "://" in reference:
        raise ImageError("pictures are not fetched from the web: save it beside the drawing")
    try:
        # Drawing programs write a space as %20, but a file's name may also contain that.
        tries = [(base or Path()) / name for name in (reference, unquote(reference))]
        path = next((p for p in tries if p.is_file()), tries[0]).resolve()
        if not files.lies_inside(path):
            raise ImageError("it lies outside the project folder")
    except (OSError, ValueError, RuntimeError):  # a name too long, a loop of links
        raise ImageError("no file can have that name") from None
    return path


def read_file(path: Path, files: Files) -> bytes:
    """The contents of a picture file. Raises ImageError."""
    try:
        return files.read_bytes(path, MOST_BYTES, "a picture")
    except FileError as error:
        raise ImageError(f"it {error}") from None
    except FileNotFoundError:
        raise ImageError("there is no such file") from None
    except OSError as error:
        raise ImageError(f"it can't be read: {error.strerror}") from None
    except ValueError:
        raise ImageError("no file can have that name") from None


def decode_data_uri(reference: str) -> tuple[str, bytes]:
    """The media type and the bytes of a `data:` URI. Raises ImageError."""
    head, _, body = reference[5:].partition(",")
    media, *flags = head.lower().split(";")
    try:
        data = unquote_to_bytes(body)
        if "base64" in (flag.strip() for flag in flags):
            data = base64.b64decode(b"".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        raise ImageError("its data: text is damaged") from None
    return media, data


def read_text(path: Path, files: Files) -> str:
    """The text of an SVG file. Raises ImageError."""
    return decode_text(read_file(path, files))


def decode_text(data: bytes) -> str:
    """The text of an SVG file's bytes. Raises ImageError."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ImageError("it is not written in UTF-8") from None


def count_pixels(data: bytes) -> int:
    """How many pixels a picture says that it has; none if it is no picture."""
    from PIL import Image as Pillow

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
                return picture.width * picture.height
    except Exception:  # whoever reads the picture says what is wrong with it
        return 0


@record
class _Saved:
    """A file with the stamp of its contents."""

    path: Path
    stamp: Stamp
    files: Files = field(compare=False)


def read_picture(path: Path, files: Files, ink: Ink, fit: Fit = _AS_IT_IS) -> Image:
    """The picture in a PNG or JPEG file, in the ink's colours. Raises ImageError."""
    files.note(path, "a picture")
    return _read_picture(_Saved(path, files.stamp(path), files), ink, fit)


@lru_cache(maxsize=32)
def _read_picture(saved: _Saved, ink: Ink, fit: Fit) -> Image:
    picture = convert_picture(read_file(saved.path, saved.files), ink, fit)
    return replace(picture, file=saved.path)


def measure_picture(path: Path, files: Files) -> tuple[int, int]:
    """Width and height in pixels of a PNG or JPEG file, upright by its EXIF. Raises ImageError."""
    data = read_file(path, files)
    with _explain_damage():
        picture = _identify(data)
        width, height = picture.size
        turned = picture.getexif().get(_ORIENTATION, 1) >= 5
    return (height, width) if turned else (width, height)


def has_white_ground(path: Path, files: Files) -> bool:
    """Whether a PNG or JPEG file without transparent parts is white all along its edge."""
    from PIL import Image as Pillow

    try:
        with _explain_damage():
            picture = _identify(read_file(path, files))
            if "A" in picture.getbands() or "transparency" in picture.info:
                return False
            small = picture.convert("L").resize((_SAMPLES, _SAMPLES), Pillow.Resampling.BOX)
    except ImageError:
        return False
    last = _SAMPLES - 1
    edge = [(x, y) for x in range(_SAMPLES) for y in range(_SAMPLES) if {x, y} & {0, last}]
    return all(int(small.getpixel(at) or 0) >= _WHITE for at in edge)  # type: ignore[arg-type]


def convert_picture(data: bytes, ink: Ink, fit: Fit = _AS_IT_IS) -> Image:
    """The picture in PNG or JPEG bytes, upright by its EXIF. Raises ImageError."""
    with _explain_damage():
        return _convert(data, ink, fit)


def convert_raster(data: bytes, ink: Ink, spread: int) -> Image:
    """The picture in PNG bytes of our own making, however large. Raises ImageError.

    Its colours reach `spread` pixels into what is transparent, which would be black otherwise, and
    darken its edges wherever pixels are mixed.
    """
    from PIL import Image as Pillow

    with _explain_damage():
        picture = Pillow.open(io.BytesIO(data), formats=("PNG",)).convert("RGBA")
        size = max(1, picture.width // spread), max(1, picture.height // spread)
        coarse = picture.convert("RGBa").resize(size, Pillow.Resampling.BOX).convert("RGBA")
        ground = coarse.convert("RGB").resize(picture.size)
        alpha = picture.getchannel("A")
        ground.paste(picture.convert("RGB"), mask=alpha.point([0] + [255] * 255))
        ground.putalpha(alpha)
        return _convert_opened(ground, ink)


def _convert(data: bytes, ink: Ink, fit: Fit) -> Image:
    picture, jpeg, photo = _open(data)
    if picture.mode.startswith("I"):  # 16 bits per pixel, which a conversion would cut off
        picture = picture.convert("I").point(lambda v: v / 257).convert("L")
    plain = picture.mode in ("L", "1", "F")
    clear = "A" in picture.getbands() or "transparency" in picture.info
    mode = "RGBA" if clear else "L" if plain else "RGB"
    picture = picture if picture.mode == mode else picture.convert(mode)
    try:
        fitted = fit.apply(picture)
    except ValueError as error:
        raise ImageError(str(error)) from None
    if fitted is not picture:
        jpeg = write_jpeg(fitted) if photo else b""
    del picture  # large, as the next one
    return _convert_opened(fitted, ink, jpeg)


def _convert_opened(picture: Picture, ink: Ink, jpeg: bytes = b"") -> Image:
    """A picture in the ink's colours; `jpeg` is the file that it came from, to be kept."""
    mask = None
    if "A" in picture.getbands():
        alpha = picture.getchannel("A")
        if alpha.getextrema() != (255, 255):
            mask = _pack(alpha)
        picture = picture.convert("RGB")
    if ink is Ink.COLOR:
        return _pack(picture, jpeg, mask)
    if picture.mode != "L":  # as bright as the same colour in a drawing is
        picture = picture.convert("L", matrix=_LUMINANCE)
    if ink is Ink.LOW:
        picture = picture.point([255 - round((255 - v) * 0.6) for v in range(256)])
    return _pack(picture, b"", mask)


@contextmanager
def _explain_damage() -> Iterator[None]:
    """Turns whatever Pillow raises for a damaged picture, or for a huge one, into ImageError."""
    try:
        from PIL import Image as Pillow
        from PIL import UnidentifiedImageError
    except ImportError:  # as in a browser
        raise ImageError("PNG and JPEG pictures can't be read without Pillow") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Pillow.DecompressionBombWarning)
            yield
    except ImageError:
        raise
    except (Pillow.DecompressionBombError, Pillow.DecompressionBombWarning):
        raise ImageError(f"it has more than {MOST_PIXELS // 1_000_000} million pixels") from None
    except UnidentifiedImageError:
        raise ImageError("it is not a PNG or JPEG picture") from None
    except MemoryError:
        raise  # which says nothing about the picture
    except Exception:  # Pillow raises many kinds of exceptions for a damaged file
        raise ImageError("the file is damaged") from None


def _identify(data: bytes) -> Picture:
    """The picture in PNG or JPEG bytes, of which only the head is read."""
    from PIL import Image as Pillow

    picture: Picture = Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    if picture.width * picture.height > MOST_PIXELS:
        raise Pillow.DecompressionBombError
    return picture


def _open(data: bytes) -> tuple[Picture, bytes, bool]:
    """The picture, its data if that is a JPEG file to print as it is, and whether it is JPEG."""
    from PIL import ImageOps

    picture = _identify(data)
    photo = picture.format == "JPEG"
    as_it_is = photo and picture.mode in ("RGB", "L")
    as_it_is = as_it_is and picture.getexif().get(_ORIENTATION, 1) == 1
    picture.load()
    ImageOps.exif_transpose(picture, in_place=True)
    return picture, data if as_it_is else b"", photo


def _pack(picture: Picture, jpeg: bytes = b"", mask: Image | None = None) -> Image:
    space = "DeviceGray" if picture.mode == "L" else "DeviceRGB"
    width, height = picture.size
    key = blake2b(repr((space, width, height)).encode(), digest_size=6)
    squeeze = zlib.compressobj(6)
    packed = []
    for pixels in _cut(picture):
        key.update(pixels)
        if not jpeg:
            packed.append(squeeze.compress(pixels))
    data = jpeg or b"".join([*packed, squeeze.flush()])
    if mask:
        key.update(mask.name.encode())
    codec = "DCTDecode" if jpeg else "FlateDecode"
    return Image("I" + key.hexdigest(), width, height, space, data, codec, mask)


def _cut(picture: Picture) -> Iterator[bytes]:
    """The pixels in strips of about 4 MB, as all of them at once would need 300 MB."""
    width, height = picture.size
    rows = max(1, (1 << 22) // (width * len(picture.getbands())))
    for top in range(0, height, rows):
        yield picture.crop((0, top, width, min(top + rows, height))).tobytes()
