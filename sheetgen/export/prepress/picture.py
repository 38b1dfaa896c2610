"""Pictures in the inks of a press: by an ICC profile, or by the formula for colours."""

from __future__ import annotations

import io
import zlib
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sheetgen.drawing.drawing import Image
from sheetgen.export.prepress.item import NEUTRAL, RGB, Layer, Space, mix_inks

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_BLACK_POINT = 0x2000  # of littlecms


class ProfileError(ValueError):
    """A file is no ICC profile of four inks."""


class Converter:
    """Converts pictures; `most` is the ink, in percent, that one needed before it was reduced."""

    def __init__(
        self, space: Space, limit: int | None = None, profile: bytes | None = None
    ) -> None:
        """`profile` is the contents of an ICC file. Raises ProfileError."""
        self.space, self.limit = space, limit or 400
        self._transform = open_profile(profile) if profile and space == "cmyk" else None
        self.most = 0

    def convert(self, picture: Picture, is_patch: bool = False) -> Picture:
        """A picture in the press's inks; greys of a patch are black alone, as those beside it."""
        if picture.mode == "L":
            return picture
        if self.space == "rgb":
            return picture.convert("RGB")
        if self.space == "grey":
            return picture.convert("L")
        rgb = picture.convert("RGB")
        made = self._apply(rgb)
        if self._transform and is_patch:
            from PIL import ImageChops as Chops

            r, g, b = rgb.split()
            colourful = Chops.lighter(Chops.difference(r, g), Chops.difference(g, b))
            grey = [255 * (value <= 255 * NEUTRAL) for value in range(256)]
            made.paste(_mix(rgb), mask=colourful.point(grey))
        return self._reduce(made)

    def mix(self, rgb: RGB) -> tuple[float, ...]:
        """The four inks of a flat colour; greys are black alone."""
        if not self._transform or max(rgb) - min(rgb) <= NEUTRAL:
            return mix_inks(rgb)
        from PIL import Image as Pillow

        dot = Pillow.new("RGB", (1, 1), tuple(round(255 * part) for part in rgb))
        return tuple(part / 255 for part in self._apply(dot).tobytes())

    def _apply(self, rgb: Picture) -> Any:
        if not self._transform:
            return _mix(rgb)
        from PIL import ImageCms

        return self._blacken(ImageCms.applyTransform(rgb, self._transform))

    def _blacken(self, picture: Any) -> Picture:
        """More black in place of what the coloured inks have in common, where paper is soaked."""
        from PIL import Image as Pillow
        from PIL import ImageChops as Chops
        from PIL import ImageMath

        c, m, y, k = picture.split()
        room = Chops.darker(Chops.darker(c, m), Chops.darker(y, Chops.invert(k)))
        inks = dict(zip("cmykr", (b.convert("I") for b in (c, m, y, k, room)), strict=True))
        limit = self.limit * 255 // 100

        def share(a: Any) -> Any:
            over = (a["c"] + a["m"] + a["y"] + a["k"] - limit + 1) / 2
            return a["min"](a["max"](over, 0), a["r"])

        moved = ImageMath.lambda_eval(share, **inks).convert("L")
        bands = [Chops.subtract(band, moved) for band in (c, m, y)]
        return Pillow.merge("CMYK", [*bands, Chops.add(k, moved)])

    def _reduce(self, picture: Picture) -> Picture:
        """Less of the coloured inks where there is more than paper takes."""
        from PIL import Image as Pillow
        from PIL import ImageMath

        limit = self.limit * 255 // 100
        c, m, y, k = picture.split()
        total = ImageMath.lambda_eval(
            lambda a: a["c"] + a["m"] + a["y"] + a["k"],
            **{name: band.convert("I") for name, band in zip("cmyk", (c, m, y, k), strict=True)},
        )
        high = total.getextrema()[1]
        self.most = max(self.most, round(high / 2.55))
        if high <= limit:
            return picture

        def reduce(a: Any) -> Any:
            inks = a["max"](a["t"] - a["k"], 1)
            room = a["min"](inks, a["max"](limit - a["k"], 0))
            return a["v"] * room / inks

        bands = [
            ImageMath.lambda_eval(reduce, v=band.convert("I"), t=total, k=k.convert("I")).convert(
                "L"
            )
            for band in (c, m, y)
        ]
        return Pillow.merge("CMYK", [*bands, k])


def open_profile(data: bytes) -> Any:
    """The transform from sRGB to the four inks of an ICC profile. Raises ProfileError."""
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        space = str(profile.profile.xcolor_space).strip()
        if space != "CMYK":
            raise ProfileError(f"it is a profile for {space}, and not for CMYK")
        return ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"), profile, "RGB", "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags(_BLACK_POINT),
        )  # fmt: skip
    except ImageCms.PyCMSError as error:
        raise ProfileError(f"it is not a usable ICC profile ({error})") from None
    except OSError:
        raise ProfileError("it is not an ICC profile") from None


def _mix(rgb: Picture) -> Picture:
    """The formula of `mix_inks` for every pixel."""
    from PIL import Image as Pillow
    from PIL import ImageChops, ImageMath

    r, g, b = rgb.split()
    high = ImageChops.lighter(ImageChops.lighter(r, g), b)
    level = high.convert("I")

    def mix(a: Any) -> Any:
        return (a["h"] - a["v"]) * 255 / a["max"](a["h"], 1)

    bands = [ImageMath.lambda_eval(mix, h=level, v=band.convert("I")).convert("L")
             for band in (r, g, b)]  # fmt: skip
    return Pillow.merge("CMYK", [*bands, ImageChops.invert(high)])


def stand(picture: Picture, mask: Picture | None, ground: RGB) -> Picture:
    """A picture with a mask on a colour."""
    from PIL import Image as Pillow

    if mask is None:
        return picture
    below = Pillow.new("RGB", picture.size, tuple(round(255 * part) for part in ground))
    return Pillow.composite(picture.convert("RGB"), below, mask.convert("L").resize(picture.size))


def lay_on(picture: Picture, layers: tuple[Layer, ...]) -> Picture:
    """A picture with colours over it."""
    from PIL import Image as Pillow

    for rgb, alpha in layers:
        if picture.mode == "L" and not rgb[0] == rgb[1] == rgb[2]:
            picture = picture.convert("RGB")
        bands = [
            band.point([round(v * (1 - alpha) + 255 * over * alpha) for v in range(256)])
            for band, over in zip(picture.split(), rgb, strict=False)
        ]
        picture = Pillow.merge(picture.mode, bands)
    return picture


def pack(picture: Picture) -> Image:
    """A picture as it is stored, named after its pixels."""
    data = picture.tobytes()
    key = blake2b(data, digest_size=8)
    key.update(repr((picture.size, picture.mode)).encode())
    packed = zlib.compress(data, 6)
    name = f"P{key.hexdigest()}"
    return Image(name, *picture.size, _SPACES[picture.mode], packed, "FlateDecode")
