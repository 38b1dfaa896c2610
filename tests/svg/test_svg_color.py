"""sheetgen.ground.colour: SVG colours, and the ink they are printed with."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.ground.colour import NAMES, Ink, color_operator, ink_components, parse_color

SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("text", "rgba"),
    [
        ("red", (1, 0, 0, 1)),
        ("  ReD ", (1, 0, 0, 1)),
        ("lime", (0, 1, 0, 1)),
        ("rebeccapurple", (0.4, 0.2, 0.6, 1)),
        ("darkseagreen", (143 / 255, 188 / 255, 143 / 255, 1)),
        ("#f00", (1, 0, 0, 1)),
        ("#F008", (1, 0, 0, 136 / 255)),
        ("#336699", (0.2, 0.4, 0.6, 1)),
        ("#33669900", (0.2, 0.4, 0.6, 0)),
        ("rgb(255, 0, 51)", (1, 0, 0.2, 1)),
        ("rgb(100%,0%,20%)", (1, 0, 0.2, 1)),
        ("rgb(255 0 51 / 50%)", (1, 0, 0.2, 0.5)),
        ("rgb(255 0 51/.5)", (1, 0, 0.2, 0.5)),
        ("rgba(255,0,51,.25)", (1, 0, 0.2, 0.25)),
        ("rgb(300,-5,0)", (1, 0, 0, 1)),
        ("hsl(0,100%,50%)", (1, 0, 0, 1)),
        ("hsl(120deg 100% 50%)", (0, 1, 0, 1)),
        ("hsl(-120, 100%, 50%)", (0, 0, 1, 1)),
        ("hsl(0.5turn 100% 50%)", (0, 1, 1, 1)),
        ("hsl(100grad 100% 50% / 1)", (0.5, 1, 0, 1)),
        ("hsla(0, 0%, 40%, 30%)", (0.4, 0.4, 0.4, 0.3)),
    ],
)
def test_color_examples(text, rgba):
    assert parse_color(text) == pytest.approx(rgba)


@pytest.mark.parametrize("text", ["none", "transparent", " None "])
def test_no_color(text):
    assert parse_color(text) is None


def test_every_named_color():
    assert len(NAMES) == 148
    for name, digits in NAMES.items():
        assert parse_color(name) == parse_color(name.upper()) == parse_color(f"#{digits}")
    for name in NAMES:
        if "gray" in name:
            assert NAMES[name] == NAMES[name.replace("gray", "grey")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ornage", "colour 'ornage' is unknown; did you mean orange?"),
        ("Dark Blue", "did you mean darkblue?"),
        ("xyzzy", "colour 'xyzzy' is unknown; write a name, #rgb"),
        ("", "colour '' is unknown"),
        ("#12", "'#12' must have 3, 4, 6 or 8 hexadecimal digits"),
        ("#ggg", "hexadecimal digits"),
        ("#١٢٣", "hexadecimal digits"),
        ("rgb(1,2)", "rgb takes 3 components and optionally an alpha"),
        ("rgb(1,2,3,4,5)", "rgb takes 3 components"),
        ("rgb(1,2,x)", "colour 'rgb(1,2,x)': 'x' is not a number"),
        ("rgb(1,2,3,)", "'' is not a number"),
        ("rgb(1 2 3 /)", "'' is not a number"),
        ("rgb(1, 2, 3 / 0.5)", "'3 / 0.5' is not a number"),
        ("hsl(0, 1, 50%)", "'1' must be a percentage"),
        ("hsl(5foo 1% 50%)", "'5foo' is not a number"),
        ("currentColor", "colour 'currentColor' has no value of its own here"),
        ("inherit", "has no value of its own here"),
        ("url(#a)", "has no value of its own here"),
    ],
)
def test_color_errors(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_color(text)


@given(st.binary(min_size=4, max_size=4))
def test_hex_round_trip(pixel):
    rgba = parse_color("#" + pixel.hex())
    opaque = parse_color(f"rgb({pixel[0]},{pixel[1]},{pixel[2]})")
    assert rgba and opaque
    assert bytes(round(v * 255) for v in rgba) == pixel
    assert rgba[:3] == opaque[:3]


@given(st.text() | st.text("rgbahsl()#0123456789,./% ", max_size=30))
def test_color_raises_nothing_but_value_error(text):
    try:
        rgba = parse_color(text)
    except ValueError as error:
        assert str(error)
    else:
        assert rgba is None or all(0 <= v <= 1 for v in rgba)


@given(st.floats(-720, 720), SHARES, SHARES)
def test_hsl_stays_within_the_colors(hue, saturation, lightness):
    rgba = parse_color(f"hsl({hue:.6f}, {saturation:%}, {lightness:%})")
    assert rgba and all(0 <= v <= 1 for v in rgba)


# ------------------------------------------------------------------------------- ink


@pytest.mark.parametrize("use", ["fill", "stroke", "text"])
def test_full_color_prints_greys_with_black_alone(use):
    assert ink_components((1, 0, 0), Ink.COLOR, use) == (1, 0, 0)
    assert ink_components((0.5, 0.5, 0.5), Ink.COLOR, use) == (0.5,)
    assert ink_components((0, 0, 0), Ink.COLOR, use) == (0,)


@pytest.mark.parametrize("use", ["fill", "stroke", "text"])
def test_grey_is_luminance(use):
    assert ink_components((1, 0, 0), Ink.GREY, use) == pytest.approx((0.2126,))
    assert ink_components((0, 1, 0), Ink.GREY, use) == pytest.approx((0.7152,))
    assert ink_components((1, 1, 1), Ink.GREY, use) == (1,)


@pytest.mark.parametrize(
    ("grey", "fill", "stroke", "text"),
    [
        (0, 0.65, 0, 0),
        (0.4, 0.79, 0.4, 0),
        (0.5, 0.825, 0.5, 0.35),
        (0.6, 0.86, 0.6, 0.35),
        (0.7, 0.895, 0.7, 0),
        (1, 1, 1, 0),
    ],
)
def test_low_ink(grey, fill, stroke, text):
    rgb = (grey,) * 3
    assert ink_components(rgb, Ink.LOW, "fill") == pytest.approx((fill,))
    assert ink_components(rgb, Ink.LOW, "stroke") == pytest.approx((stroke,))
    assert ink_components(rgb, Ink.LOW, "text") == pytest.approx((text,))


@given(SHARES, SHARES, SHARES, st.sampled_from(Ink), st.sampled_from(["fill", "stroke", "text"]))
def test_components_are_printable(r, g, b, ink, use):
    components = ink_components((r, g, b), ink, use)
    assert len(components) in ((1, 3) if ink is Ink.COLOR else (1,))
    assert all(0 <= c <= 1 for c in components)
    assert color_operator(components, stroke=False).split()[-1] in ("g", "rg")


@given(SHARES, SHARES, SHARES)
def test_low_ink_text_is_legible_on_any_low_ink_fill(r, g, b):
    (text,) = ink_components((r, g, b), Ink.LOW, "text")
    assert text <= 0.35 < 0.65


def test_unknown_use():
    with pytest.raises(ValueError, match="use 'paint' is unknown; it is fill, stroke or text"):
        ink_components((0, 0, 0), Ink.COLOR, "paint")


def test_color_operator():
    assert color_operator((0,), stroke=False) == "0 g"
    assert color_operator((1 / 3,), stroke=True) == "0.333 G"
    assert color_operator((1, 0.5, 0), stroke=False) == "1 0.5 0 rg"
    assert color_operator((1, 0.5, 0), stroke=True) == "1 0.5 0 RG"
    with pytest.raises(ValueError, match="1 or 3 components, not 4"):
        color_operator((0, 0, 0, 1), stroke=True)
