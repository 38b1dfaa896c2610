"""Transform attributes and viewBoxes as matrices, in the convention of `drawing.multiply`.

SVG 1.1 §7.6 (transform), §7.7 (viewBox) and §7.8 (preserveAspectRatio). An SVG matrix has
the same six numbers in the same order as a PDF one.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from sheetgen.drawing.drawing import IDENTITY, Matrix, multiply
from sheetgen.ground.number import (
    BETWEEN,
    LIMIT,
    NUMBER,
    SPACE,
    numbers,
    quote,
    shorten,
    skip_space,
)

_CALL = rf"([A-Za-z]+){SPACE}*\(([^()]*)\)"
_COUNTS = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}
_NAMES = "matrix, translate, scale, rotate, skewX and skewY"
_ASPECT = r"none|x(Min|Mid|Max)Y(Min|Mid|Max)"
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_DEFAULT = "xMidYMid meet"
_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def parse_transform(text: str) -> Matrix:
    """The matrix of a transform list, whose last transform is applied first. Raises ValueError."""
    result = IDENTITY
    at = skip_space(text, 0)
    while at < len(text):
        match = re.compile(_CALL).match(text, at)
        if match is None:
            raise ValueError(
                f"transform: {quote(text, at)} is not a transform; write, for instance, rotate(30)"
            )
        result = multiply(_make_matrix(match[1], match[2]), result)
        at = _skip_gap(text, match.end())
    if not all(map(math.isfinite, result)):
        raise ValueError(f"transform: '{shorten(text)}' scales beyond any number")
    return result


def _skip_gap(text: str, at: int) -> int:
    """The index after the white space and the one comma that may separate two transforms."""
    end = skip_space(text, at)
    match = re.compile(BETWEEN).match(text, end)
    after = match.end() if match else end
    if after > end and after == len(text):
        raise ValueError(f"transform: nothing follows the ',' at character {end + 1}; remove it")
    return after


def _make_matrix(name: str, arguments: str) -> Matrix:
    counts = _COUNTS.get(name)
    if counts is None:
        raise ValueError(f"transform: '{name}' is not a transform; there are {_NAMES}")
    try:
        values = numbers(arguments)
    except ValueError as error:
        raise ValueError(f"transform: in {name}({shorten(arguments)}), {error}") from None
    if len(values) not in counts:
        wanted = " or ".join(map(str, counts))
        raise ValueError(f"transform: {name} takes {wanted} numbers, but has {len(values)}")
    match name:
        case "matrix":
            a, b, c, d, e, f = values
            return a, b, c, d, e, f
        case "translate":
            return 1.0, 0.0, 0.0, 1.0, values[0], values[1] if values[1:] else 0.0
        case "scale":
            return values[0], 0.0, 0.0, values[-1], 0.0, 0.0
        case "rotate":
            return _rotate(*values)
        case "skewX":
            return 1.0, 0.0, _slope(values[0]), 1.0, 0.0, 0.0
        case _:
            return 1.0, _slope(values[0]), 0.0, 1.0, 0.0, 0.0


def _rotate(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """A turn about a point; quarter turns are exact, so that upright boxes stay upright."""
    quarters, rest = divmod(degrees, 90)
    angle = math.radians(degrees)
    cos, sin = (math.cos(angle), math.sin(angle)) if rest else _QUARTERS[int(quarters) % 4]
    return cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy


def _slope(degrees: float) -> float:
    if degrees % 180 == 90:
        raise ValueError(f"transform: a skew by {degrees:g} degrees flattens everything; use less")
    return math.tan(math.radians(degrees))


def measure_scale(m: Matrix) -> float:
    """The factor by which a matrix makes things higher."""
    return math.hypot(m[2], m[3])


def is_flat(m: Matrix) -> bool:
    """Whether a matrix leaves nothing of an area."""
    return abs(m[0] * m[3] - m[1] * m[2]) < 1e-12


def viewbox_matrix(
    viewbox: tuple[float, float, float, float],
    width: float,
    height: float,
    preserve: str = _DEFAULT,
) -> Matrix:
    """Maps a viewBox (x, y, width, height) to 0, 0, `width`, `height`, as `preserve` says.

    Nothing is flipped. A blank `preserve` means the default. Raises ValueError.
    """
    x, y, w, h = viewbox
    if not (w > 0 and h > 0):
        raise ValueError(f"viewBox: its size {w:g} × {h:g} must be above 0 in both directions")
    words = preserve.split()
    words = (words[1:] if words[:1] == ["defer"] else words) or _DEFAULT.split()
    aspect = re.fullmatch(_ASPECT, words[0])
    if aspect is None or words[1:] not in ([], ["meet"], ["slice"]):
        raise ValueError(
            f"preserveAspectRatio: '{shorten(preserve)}' is neither none nor one such as "
            f"xMidYMid (xMin, xMid, xMax, YMin, YMid, YMax), followed by meet or slice"
        )
    sx, sy = width / w, height / h
    if aspect[0] == "none":
        return sx, 0.0, 0.0, sy, -x * sx, -y * sy
    scale = max(sx, sy) if words[1:] == ["slice"] else min(sx, sy)
    left = (width - w * scale) * _SHARES[aspect[1]]
    top = (height - h * scale) * _SHARES[aspect[2]]
    return scale, 0.0, 0.0, scale, left - x * scale, top - y * scale


# Lengths of SVG attributes and properties, in user units.
# SVG 1.1 §4.2 (`<length>`) and §7.10 (a px is one user unit); CSS Values 3 §5 and §6.


_LENGTH = re.compile(rf"{SPACE}*+({NUMBER})([A-Za-z]*+|%){SPACE}*+")
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
}
_EX = 0.5
"""Height of a small x, in ems, which CSS assumes if a font does not give it."""


@lru_cache(maxsize=4096)
def read_length(text: str, whole: float | None = None, em: float | None = None) -> float:
    """The length `text` in user units; a px is one of them, an inch 96.

    `whole` is what 100% means, and `em` the font size; without them, such lengths are refused.
    Raises ValueError.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"'{shorten(text)}' is not a length; write, for instance, 3, 0.5 or 3mm")
    value, unit = float(match[1]), match[2].lower()
    if unit == "%" and whole is not None:
        value *= whole / 100
    elif unit in ("em", "ex") and em is not None:
        value *= em if unit == "em" else em * _EX
    elif unit in _UNITS:
        value *= _UNITS[unit]
    else:
        raise ValueError(f"'{shorten(text)}': the unit {unit} has no meaning here; write a number")
    if not -LIMIT <= value <= LIMIT:
        raise ValueError(f"'{shorten(text)}' is too large; numbers go up to {LIMIT:.0e}")
    return value
