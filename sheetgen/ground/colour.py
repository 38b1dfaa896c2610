"""Colours as SVG and CSS write them, and as PDF prints them in three grades of ink.

SVG 1.1 §4.2 (`<color>`), CSS Color 4 §4 to §7, ISO 32000-1 §8.6.8.
"""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Sequence
from enum import Enum

from sheetgen.ground.diagnostics import Names
from sheetgen.ground.number import fmt, read_number, shorten

Rgba = tuple[float, float, float, float]

_NAMED = """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc
bisque=ffe4c4 black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a
burlywood=deb887 cadetblue=5f9ea0 chartreuse=7fff00 chocolate=d2691e coral=ff7f50
cornflowerblue=6495ed cornsilk=fff8dc crimson=dc143c cyan=00ffff darkblue=00008b darkcyan=008b8b
darkgoldenrod=b8860b darkgray=a9a9a9 darkgreen=006400 darkgrey=a9a9a9 darkkhaki=bdb76b
darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00 darkorchid=9932cc darkred=8b0000
darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b darkslategray=2f4f4f darkslategrey=2f4f4f
darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff dimgray=696969
dimgrey=696969 dodgerblue=1e90ff firebrick=b22222 floralwhite=fffaf0 forestgreen=228b22
fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700 goldenrod=daa520 gray=808080
green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4 indianred=cd5c5c
indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5 lawngreen=7cfc00
lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080 lightcyan=e0ffff lightgoldenrodyellow=fafad2
lightgray=d3d3d3 lightgreen=90ee90 lightgrey=d3d3d3 lightpink=ffb6c1 lightsalmon=ffa07a
lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899 lightslategrey=778899
lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32 linen=faf0e6 magenta=ff00ff
maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db
mediumseagreen=3cb371 mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc
mediumvioletred=c71585 midnightblue=191970 mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5
navajowhite=ffdead navy=000080 oldlace=fdf5e6 olive=808000 olivedrab=6b8e23 orange=ffa500
orangered=ff4500 orchid=da70d6 palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee
palevioletred=db7093 papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f pink=ffc0cb plum=dda0dd
powderblue=b0e0e6 purple=800080 rebeccapurple=663399 red=ff0000 rosybrown=bc8f8f royalblue=4169e1
saddlebrown=8b4513 salmon=fa8072 sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d
silver=c0c0c0 skyblue=87ceeb slateblue=6a5acd slategray=708090 slategrey=708090 snow=fffafa
springgreen=00ff7f steelblue=4682b4 tan=d2b48c teal=008080 thistle=d8bfd8 tomato=ff6347
turquoise=40e0d0 violet=ee82ee wheat=f5deb3 white=ffffff whitesmoke=f5f5f5 yellow=ffff00
yellowgreen=9acd32
"""
NAMES = dict(pair.split("=") for pair in _NAMED.split())
"""The 148 named colours of CSS, as rrggbb."""

_HEX = r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})"
_CALL = r"(rgb|hsl)a?\(([^()]*)\)"
_ANGLE = r"(.*?)(deg|grad|rad|turn)?"
_TURNS = {"": 360.0, "deg": 360.0, "grad": 400.0, "rad": math.tau, "turn": 1.0}
_FORMS = "write a name, #rgb, #rrggbb, rgb(255, 0, 0) or hsl(0, 100%, 50%)"
_ELSEWHERE = ("currentcolor", "inherit", "url(")


def parse_color(text: str) -> Rgba | None:
    """Red, green, blue and alpha from 0 to 1, or None for `none` and `transparent`.

    Raises ValueError, also for currentColor, inherit and url(), which only the caller can
    resolve.
    """
    word = text.strip().lower()
    if word in ("none", "transparent"):
        return None
    if word in NAMES:
        return _read_hex(NAMES[word])
    if re.fullmatch(_HEX, word):
        return _read_hex(word[1:])
    match = re.fullmatch(_CALL, word)
    if match:
        try:
            return _read_call(match[1], match[2])
        except ValueError as error:
            raise ValueError(f"colour '{shorten(text)}': {error}") from None
    raise ValueError(_explain(text, word))


def _read_hex(digits: str) -> Rgba:
    pairs = [d * 2 for d in digits] if len(digits) < 6 else re.findall("..", digits)
    r, g, b, a = (int(pair, 16) / 255 for pair in (*pairs, "ff")[:4])
    return r, g, b, a


def _read_call(name: str, body: str) -> Rgba:
    """The arguments of rgb() or hsl(): separated by commas, or by spaces with /alpha."""
    if "," in body:
        parts, alpha = [part.strip() for part in body.split(",")], "1"
        if len(parts) == 4:
            alpha = parts.pop()
    else:
        body, slash, alpha = body.partition("/")
        parts, alpha = body.split(), alpha.strip() if slash else "1"
    if len(parts) != 3:
        raise ValueError(f"{name} takes 3 components and optionally an alpha; {_FORMS}")
    opacity = _read_share(alpha, 1)
    if name == "rgb":
        if "," in body and len({part.endswith("%") for part in parts}) > 1:
            raise ValueError("numbers and percentages can't be mixed")
        r, g, b = (_read_share(part, 255) for part in parts)
        return r, g, b, opacity
    for part in parts[1:]:
        if not part.endswith("%"):
            raise ValueError(f"'{part}' must be a percentage, such as 50%")
    saturation, lightness = (_read_share(part, 1) for part in parts[1:])
    rgb = colorsys.hls_to_rgb(_read_turn(parts[0]), lightness, saturation)
    r, g, b = (min(1.0, max(0.0, component)) for component in rgb)
    return r, g, b, opacity


def _read_share(text: str, whole: float) -> float:
    """A percentage, or a number of which `whole` is the maximum, limited to 0 to 1."""
    share = read_number(text[:-1]) / 100 if text.endswith("%") else read_number(text) / whole
    return min(1.0, max(0.0, share))


def _read_turn(text: str) -> float:
    """A hue as a share of the full circle."""
    match = re.fullmatch(_ANGLE, text)
    number, unit = (match[1], match[2] or "") if match else (text, "")
    return read_number(number) / _TURNS[unit] % 1.0


def _explain(text: str, word: str) -> str:
    """Why `text` is not a colour."""
    if word.startswith(_ELSEWHERE):
        return f"colour '{shorten(text)}' has no value of its own here; {_FORMS}"
    if word.startswith("#"):
        return f"colour '{shorten(text)}' must have 3, 4, 6 or 8 hexadecimal digits after the #"
    if re.fullmatch(_HEX, f"#{word}"):
        return f"colour '{shorten(text)}' is unknown; did you mean #{word}?"
    near = Names(NAMES).find(word)
    return f"colour '{shorten(text)}' is unknown; " + (f"did you mean {near}?" if near else _FORMS)


def parse_opaque(text: str) -> str:
    """A colour that hides what is below it, as `#rrggbb`. Raises ValueError."""
    found = parse_color(text)
    if found is None or found[3] < 1:
        raise ValueError(f"'{shorten(text)}' is transparent, and can't be an accent")
    return "#" + "".join(f"{round(part * 255):02x}" for part in found[:3])


# Colours that stay legible on white paper


_DARKEST_NEEDED = 0.42  # at this, white letters on it and lines of it on white are legible


def weigh(colour: str) -> float:
    """How light a colour such as `#1f4e79` is in grey, from 0 to 1."""
    red, green, blue = _split(colour)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def deepen(colour: str) -> str:
    """A colour as `#rrggbb`, darker where white letters on it could not be read.

    One written in another way stays as it is.
    """
    if not colour.startswith("#"):
        return colour
    light = weigh(colour)
    share = min(1.0, _DARKEST_NEEDED / light) if light else 1.0
    return "#" + "".join(f"{round(part * share):02x}" for part in _split(colour))


def contrast(one: str, other: str, grey: bool = False) -> float:
    """The contrast of two colours, as WCAG 2.2 has it, from 1 to 21; `grey`: as greys in print."""
    shown = [(weigh(c),) * 3 if grey else [p / 255 for p in _split(c)] for c in (one, other)]
    light, dark = sorted((_shine(*parts) for parts in shown), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _shine(red: float, green: float, blue: float) -> float:
    """The relative luminance of a colour whose parts are from 0 to 1."""
    shares = zip((0.2126, 0.7152, 0.0722), (red, green, blue), strict=True)
    return sum(s * (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4) for s, p in shares)


def make_legible(colour: str, ground: str, toward: str, least: float) -> str:
    """A colour mixed with another one until its contrast with the ground is that, or both agree."""
    own, other = _split(colour), _split(toward)
    for step in range(21):
        mixed = (round(a + (b - a) * step / 20) for a, b in zip(own, other, strict=True))
        made = "#" + "".join(f"{part:02x}" for part in mixed)
        if contrast(made, ground) >= least:
            break
    return made


def _split(colour: str) -> tuple[int, int, int]:
    digits = parse_opaque(colour).removeprefix("#")
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


# Colours as PDF prints them, in three grades of ink


class Ink(Enum):
    """How much ink to use: full colour, greys, or greys with light areas."""

    COLOR = "color"
    GREY = "grey"
    LOW = "low"


def ink_components(rgb: tuple[float, float, float], ink: Ink, use: str) -> tuple[float, ...]:
    """The colour to print `rgb` with: 3 components, or 1 for a grey, printed with black alone.

    `use` is fill, stroke or text. Low ink lightens fills until black is 65 % white; text must
    then stay legible both on paper and on such a fill. Raises ValueError for any other `use`.
    """
    if use not in ("fill", "stroke", "text"):
        raise ValueError(f"use '{shorten(use)}' is unknown; it is fill, stroke or text")
    r, g, b = rgb
    if r == g == b:
        grey = r
    elif ink is Ink.COLOR:
        return rgb
    else:
        grey = min(1.0, 0.2126 * r + 0.7152 * g + 0.0722 * b)  # Rec. 709 luminance
    if ink is not Ink.LOW or use == "stroke":
        return (grey,)
    if use == "fill":
        return (1 - (1 - grey) * 0.35,)
    # Dark text is black anyway; light text was meant for a dark area, which is now light.
    return (0.35 if 0.5 <= grey <= 0.6 else 0.0,)


def color_operator(components: Sequence[float], stroke: bool) -> str:
    """The operator that sets the colour of strokes or of fills. Raises ValueError."""
    names = {1: ("g", "G"), 3: ("rg", "RG")}.get(len(components))
    if names is None:
        raise ValueError(f"a colour has 1 or 3 components, not {len(components)}")
    return " ".join([*(fmt(c, 3) for c in components), names[stroke]])
