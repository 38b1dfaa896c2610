"""Texts whose glyphs are handed over as one text: the same as glyph by glyph, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.type.face import Face
from sheetgen.type.fonts import Fonts
from sheetgen.type.glyphs import show_glyphs, show_plain
from sheetgen.type.glyphtable import measure_glyphs
from tests.foundry import make_postscript, make_truetype, save

FAMILIES = ("Barlow", "Barlow Condensed", "Fira Sans", "IBM Plex Mono", "Spectral")
FACES = [face for name in FAMILIES if (face := Fonts().find(name, 600))]
NAMES = ("Emerald Mountain 1024", "AVATAR, To Wave", "Émeraude & Söhne", "office ffl 12×34 – “Yes”")


def check(face: Face, text: str) -> bool:
    """Whether a text is handed over as one; then it must be what it is glyph by glyph."""
    written = face.write(text)
    if written is None:
        return False
    glyphs = face.shape(text)
    assert written == (measure_glyphs(glyphs), "".join(glyph.shown for glyph in glyphs))
    assert show_plain(written[1]) == show_glyphs(glyphs, face, 7.3)
    assert [glyph.text for glyph in glyphs] == list(text)
    assert [glyph.id for glyph in glyphs] == [face.find_glyph(ord(letter)) for letter in text]
    assert face.covers_all(text)
    return True


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_names_are_handed_over_as_one(face: Face) -> None:
    assert len(FACES) == len(FAMILIES)
    assert all(check(face, name) for name in NAMES)
    assert check(face, "Wave " * 400)  # longer than HarfBuzz writes at a time


@given(st.text("AVTo Wif.ß-–’¸ł\xa0\xad\u0301\u200d\u2009Щא戦", max_size=12))
def test_what_is_handed_over_is_right(text: str) -> None:
    for face in FACES:
        check(face, text)


@pytest.mark.parametrize("text", ["", "e\u0301", "a\xadb", "Щит", "אב", "戦", "a\u200db"])
def test_other_texts_are_handed_over_glyph_by_glyph(text: str) -> None:
    assert [check(face, text) for face in FACES] == [False] * len(FACES)


FEATURES = {
    "moved": ("feature kern { pos W <5 0 0 0>; } kern;", "War"),
    "raised": ("feature kern { pos W <0 5 0 0>; } kern;", "War"),
    "replaced": ("feature ccmp { sub W by V; } ccmp;", "War"),
    "one for two": ("feature ccmp { sub W a by V; } ccmp;", "War"),
    "two for one": ("feature ccmp { sub W by V a; } ccmp;", "War"),
    "as many others": (
        "feature ccmp { lookup a { sub W a by V; } a; lookup b { sub f by f o; } b; } ccmp;",
        "Waf",
    ),
    "swapped": ("feature ccmp { sub W by V; } ccmp; feature calt { sub A by W; } calt;", "VA"),
    "lost": ("feature ccmp { sub W by NULL; } ccmp;", "War"),
}
KERNED = {
    "pairs": "feature kern { pos W a -50; pos a r 20; } kern;",
    "both of a pair": "feature kern { pos W <0 0 -30 0> a <0 0 -20 0>; } kern;",
    "in context": "feature kern { pos W' -70 a r; pos [a r]' 30 i; } kern;",
    "over a space": "feature kern { pos space A -90; pos r space A' -40; } kern;",
}


def make_face(features: str, folder: Path, upem: int = 1000) -> Face:
    font = make_truetype(upem)
    addOpenTypeFeaturesFromString(font, features)
    return Face.from_file(save(font, folder / "Title.ttf"))


@pytest.mark.parametrize("case", FEATURES)
def test_what_a_font_changes_is_handed_over_glyph_by_glyph(case: str, tmp_path: Path) -> None:
    features, text = FEATURES[case]
    face = make_face(features, tmp_path)
    assert check(face, "ario")
    assert not check(face, text)
    assert check(face, "ario")


@pytest.mark.parametrize("upem", [1000, 2048])
@pytest.mark.parametrize("case", KERNED)
def test_kerning_is_that_of_the_font(case: str, upem: int, tmp_path: Path) -> None:
    face = make_face(KERNED[case], tmp_path, upem)
    apart = sum(face.measure(letter) for letter in "Wario A Wario")
    written = face.write("Wario A Wario")
    assert check(face, "Wario A Wario")
    assert written
    assert written[0] != apart


def test_letters_that_share_a_glyph(tmp_path: Path) -> None:
    font = make_postscript()
    for table in font["cmap"].tables:
        table.cmap[ord("v")] = table.cmap[ord("V")]
    face = Face.from_file(save(font, tmp_path / "Title.otf"))
    assert face.find_glyph(ord("v")) == face.find_glyph(ord("V"))
    assert check(face, "AVA")
    assert not check(face, "AvA")  # this glyph is known as that of a V
    assert [glyph.text for glyph in face.shape("AvA")] == list("AvA")


def test_a_letter_that_a_font_lacks_is_not_handed_over(tmp_path: Path) -> None:
    face = Face.from_file(save(make_truetype(), tmp_path / "Title.ttf"))
    assert not check(face, "Zz")
    assert not check(face, "WaZ")
