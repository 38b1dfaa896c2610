"""One font face: metrics, shaping and subsets, against the shipped Barlow and Fira Sans."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from sheetgen.type.face import Face
from sheetgen.type.fontfile import FaceError
from sheetgen.type.fonts import Fonts


@pytest.fixture(scope="module")
def barlow() -> Face:
    face = Fonts().find("Barlow", 400, False)
    assert face is not None
    return face


def width(face: Face, text: str) -> float:
    return sum(glyph.advance for glyph in face.shape(text))


def glyph_of(face: Face, character: str) -> int:
    return face.shape(character)[0].id


def test_lengths_are_thousandths_of_the_size(barlow: Face) -> None:
    font = TTFont(barlow.path)
    units = 1000 / font["head"].unitsPerEm
    assert barlow.ascent == pytest.approx(font["hhea"].ascent * units)
    assert barlow.descent == pytest.approx(font["hhea"].descent * units)
    assert barlow.cap_height == pytest.approx(font["OS/2"].sCapHeight * units)
    assert barlow.x_height == pytest.approx(font["OS/2"].sxHeight * units)


def test_advance_is_that_of_the_file(barlow: Face) -> None:
    font = TTFont(barlow.path)
    name = font.getBestCmap()[ord("W")]
    expected = font["hmtx"][name][0] * 1000 / font["head"].unitsPerEm
    assert barlow.advance(glyph_of(barlow, "W")) == pytest.approx(expected)


def test_a_pair_is_kerned(barlow: Face) -> None:
    assert width(barlow, "AV") < width(barlow, "A") + width(barlow, "V") - 20


def test_no_ligatures_so_that_text_can_be_searched() -> None:
    face = Fonts().find("Fira Sans", 400, False)
    assert face is not None
    assert [glyph.text for glyph in face.shape("ffi")] == ["f", "f", "i"]


def test_every_character_is_named_once(barlow: Face) -> None:
    text = "Émeraude & Söhne, 12×34"
    assert "".join(glyph.text for glyph in barlow.shape(text)) == text


def test_a_combining_mark_stands_over_its_letter(barlow: Face) -> None:
    composed = width(barlow, "é")
    assert width(barlow, "e\u0301") == pytest.approx(composed)
    assert "".join(g.text for g in barlow.shape("e\u0301")) == "e\u0301"


def test_nothing_has_no_glyphs(barlow: Face) -> None:
    assert barlow.shape("") == ()


@pytest.mark.parametrize(("character", "covered"), [("A", True), ("é", True), ("戦", False)])
def test_coverage(barlow: Face, character: str, covered: bool) -> None:
    assert barlow.covers(character) is covered


@pytest.mark.parametrize("text", ["Ἀργώ Ωμέγα", "Щёлково Жуков", "Łódź Ångström"])
def test_fira_covers_greek_cyrillic_and_accents(text: str) -> None:
    face = Fonts().find("Fira Sans", 400, False)
    assert face is not None
    assert all(face.covers(character) for character in text)


def test_a_subset_is_smaller_and_draws_its_glyphs(barlow: Face) -> None:
    wanted = {glyph_of(barlow, c) for c in "BB7"}
    data = barlow.subset(wanted)
    assert len(data) < len(barlow.data) / 10
    glyphs = TTFont(io.BytesIO(data))["glyf"]
    drawn = {at for at, name in enumerate(glyphs.keys()) if glyphs[name].numberOfContours}
    assert wanted <= drawn
    assert drawn <= wanted | {0}


def test_a_subset_draws_the_parts_of_its_glyphs(barlow: Face) -> None:
    """An é may be made of an e and an accent, which then have to come along."""
    data = barlow.subset({glyph_of(barlow, "é")})
    font = TTFont(io.BytesIO(data))
    name = font.getGlyphOrder()[glyph_of(barlow, "é")]
    coordinates, _, _ = font["glyf"][name].getCoordinates(font["glyf"])
    assert len(coordinates) > 10


def test_the_same_subset_has_the_same_bytes(barlow: Face) -> None:
    assert barlow.subset({40, 41, 42}) == barlow.subset({42, 41, 40})


def test_an_outline_is_path_data(barlow: Face) -> None:
    outline = barlow.outline(glyph_of(barlow, "I"))
    assert outline.startswith("M")
    assert outline.endswith("Z")
    assert barlow.outline(glyph_of(barlow, " ")) == ""


def test_a_users_file_tells_its_family_weight_and_slant() -> None:
    source = Fonts().find("Barlow Condensed", 700, True)
    assert source is not None
    face = Face.from_file(source.path)
    assert (face.family, face.weight, face.italic) == ("Barlow Condensed", 700, True)
    assert face.name == "BarlowCondensed-BoldItalic"
    assert face.slant < 0


@pytest.mark.parametrize(
    "content",
    [b"", b"\0\1", b"OTTO" + bytes(100), b"wOF2" + bytes(100), b"\0\1\0\0" + bytes(200)],
    ids=["empty", "short", "cff", "woff2", "zeros"],
)
def test_a_file_that_is_no_truetype_font(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "font.ttf"
    path.write_bytes(content)
    with pytest.raises(FaceError):
        Face.from_file(path)


def test_a_file_that_breaks_off(tmp_path: Path, barlow: Face) -> None:
    path = tmp_path / "font.ttf"
    path.write_bytes(barlow.data[:2000])
    with pytest.raises(FaceError):
        Face.from_file(path)
