"""Font families: which face a name, weight and slant lead to, and fonts of the user's own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import uharfbuzz as hb

from sheetgen.type.face import Face
from sheetgen.type.fonts import Fonts, split_faces


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def find(fonts: Fonts, family: str, weight: int = 400, italic: bool = False) -> Face:
    face = fonts.find(family, weight, italic)
    assert face is not None
    return face


def copy_font(source: Face, folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(source.path, folder / name))


def rename_family(source: Face, folder: Path, family: str) -> Path:
    """A copy of a font under another family name."""
    from fontTools.ttLib import TTFont

    folder.mkdir(parents=True, exist_ok=True)
    font = TTFont(source.path)
    for record in font["name"].names:
        if record.nameID in (1, 16):
            record.string = family
        elif record.nameID == 6:
            record.string = family.replace(" ", "") + "-Regular"
    path = folder / "renamed.ttf"
    font.save(path)
    return path


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        ("Barlow", "Barlow"),
        ("barlow", "Barlow"),
        ("'Barlow Condensed'", "Barlow Condensed"),
        ('"Barlow Condensed", sans-serif', "Barlow Condensed"),
        ("Futura, Fira Sans", "Fira Sans"),
        ("Futura, sans-serif", "Barlow"),
        ("sheet", "Barlow"),
        ("narrow", "Barlow Condensed"),
    ],
)
def test_a_family_list_leads_to_the_first_known(fonts: Fonts, family: str, expected: str) -> None:
    assert find(fonts, family).family == expected


def test_an_unknown_family_leads_nowhere(fonts: Fonts) -> None:
    assert fonts.find("Futura", 400, False) is None


def test_a_misspelt_family_is_suggested(fonts: Fonts) -> None:
    assert fonts.suggest("Barlo Condensed") == "Barlow Condensed"
    assert fonts.suggest("Wingdings") == ""


@pytest.mark.parametrize("weight", range(100, 1000, 100))
@pytest.mark.parametrize("italic", [False, True])
def test_every_weight_of_every_shipped_family_is_there(
    fonts: Fonts, weight: int, italic: bool
) -> None:
    """Those of sheets: the families of books lack a few, and none of those is asked for."""
    for name in ("Barlow", "Barlow Condensed", "Fira Sans", "Fira Sans Condensed"):
        face = find(fonts, name, weight, italic)
        assert (face.weight, face.italic) == (weight, italic)
        assert Face.from_file(face.path).italic is italic


@pytest.mark.parametrize(("asked", "weight"), [(1, 100), (420, 500), (650, 700), (1000, 900)])
def test_the_nearest_weight_is_taken(fonts: Fonts, asked: int, weight: int) -> None:
    assert find(fonts, "Barlow", asked).weight == weight


def test_a_face_is_opened_once(fonts: Fonts) -> None:
    assert find(fonts, "Barlow") is find(fonts, "sans-serif, x")


def test_what_a_face_lacks_its_fallback_has(fonts: Fonts) -> None:
    chain = fonts.chain(find(fonts, "Barlow", 700))
    assert [face.family for face in chain[:2]] == ["Barlow", "Fira Sans"]
    assert chain[1].weight == 700
    assert chain[1].covers("Щ")


@pytest.mark.parametrize(
    ("family", "weights", "italic"),
    [
        ("Saira Condensed", range(100, 1000, 100), False),
        ("Chakra Petch", range(300, 800, 100), True),
        ("Cinzel", range(400, 1000, 100), False),
        ("EB Garamond", range(400, 900, 100), True),
        ("Josefin Sans", range(100, 800, 100), True),
        ("Vollkorn", range(400, 1000, 100), True),
    ],
)
def test_the_families_of_looks_have_their_weights(
    fonts: Fonts, family: str, weights: range, italic: bool
) -> None:
    for slope in (False, True) if italic else (False,):
        faces = [find(fonts, family, weight, slope) for weight in weights]
        assert [face.weight for face in faces] == list(weights)
        assert {face.italic for face in faces} == {slope}
        assert len({face.name for face in faces}) == len(faces)
        # Each weight is drawn as it is: the outline of an n differs from all others.
        assert len({face.outline(face.find_glyph(ord("n"))) for face in faces}) == len(faces)


def test_a_face_of_a_variable_font_is_embedded_as_it_is_drawn(fonts: Fonts) -> None:
    light, bold = (find(fonts, "EB Garamond", weight) for weight in (400, 800))
    glyph = bold.find_glyph(ord("n"))
    assert bold.advance(glyph) > light.advance(glyph)
    face = hb.Face(hb.Blob(bold.subset({glyph})))
    assert not face.has_var_data
    cut = hb.Font(face)
    assert cut.get_glyph_h_advance(glyph) == round(bold.advance(glyph))


@pytest.mark.parametrize(
    ("family", "words"),
    [
        ("Saira Condensed", {"Łódź": "Saira Condensed", "Київ": "Fira Sans Condensed"}),
        ("Chakra Petch", {"Łódź": "Chakra Petch", "Ελλάδα": "Fira Sans"}),
        ("Cinzel", {"Łódź": "Cinzel", "Ελλάδα": "EB Garamond", "Київ": "EB Garamond"}),
        ("EB Garamond", {"Ελλάδα": "EB Garamond", "Київ": "EB Garamond"}),
        ("Josefin Sans", {"Łódź": "Josefin Sans", "Київ": "Fira Sans"}),
        ("Spectral", {"Київ": "Spectral", "Ελλάδα": "EB Garamond"}),
        ("Vollkorn", {"Ελλάδα": "Vollkorn", "Київ": "Vollkorn"}),
    ],
)
def test_words_in_other_scripts_come_from_a_face_that_looks_alike(
    fonts: Fonts, family: str, words: dict[str, str]
) -> None:
    faces = fonts.list_faces(family, 700)
    for word, expected in words.items():
        parts, missing = split_faces(word, faces)
        assert [(face.family, part) for face, part in parts] == [(expected, word)]
        assert not missing


def test_only_a_sign_comes_from_another_face(fonts: Fonts) -> None:
    parts, _ = split_faces("14″ far", fonts.list_faces("Cinzel", 700))
    assert [(face.family, part) for face, part in parts] == [
        ("Cinzel", "14"),
        ("EB Garamond", "″ "),
        ("Cinzel", "far"),
    ]


def test_all_shipped_fonts_are_small(fonts: Fonts) -> None:
    files = {member.path for f in fonts.families.values() for member in f.members.values()}
    assert sum(path.stat().st_size for path in files) < 60e6


def test_a_users_family_wins_over_the_shipped_one(tmp_path: Path, fonts: Fonts) -> None:
    path = copy_font(find(fonts, "Barlow", 900), tmp_path / "fonts", "Mine.ttf")
    mine = Fonts([tmp_path / "fonts"])
    assert find(mine, "Barlow", 400).path == path
    assert find(mine, "sans-serif", 400).path == path
    assert mine.families["barlow"].own


def test_of_two_folders_the_later_wins(tmp_path: Path, fonts: Fonts) -> None:
    copy_font(find(fonts, "Barlow", 400), tmp_path / "a", "Mine.ttf")
    path = copy_font(find(fonts, "Barlow", 400), tmp_path / "b", "Mine.ttf")
    assert find(Fonts([tmp_path / "a", tmp_path / "b"]), "Barlow").path == path


def test_a_users_new_family_is_found_by_the_name_in_the_file(tmp_path: Path, fonts: Fonts) -> None:
    path = rename_family(find(fonts, "Fira Sans"), tmp_path, "Star Title")
    mine = Fonts([tmp_path])
    assert find(mine, "Star Title").path == path
    assert find(mine, "star title", 700).path == path


def test_a_users_font_helps_out_with_characters(tmp_path: Path, fonts: Fonts) -> None:
    path = rename_family(find(fonts, "Fira Sans"), tmp_path, "Star Title")
    mine = Fonts([tmp_path])
    assert path in [face.path for face in mine.chain(find(mine, "Barlow"))]


def test_a_missing_folder_is_none(tmp_path: Path) -> None:
    assert Fonts([tmp_path / "nowhere"]).families.keys() == Fonts().families.keys()


def test_other_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "README.txt").write_text("fonts")
    fonts = Fonts([tmp_path])
    assert fonts.families
    assert fonts.diagnostics == []


@pytest.mark.parametrize("name", ["Title.otf", "Title.ttf", "Title.woff2", "Title.ttc"])
def test_a_file_that_can_not_be_used_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"wOF2" + bytes(64))
    fonts = Fonts([tmp_path])
    assert fonts.families
    (diagnostic,) = fonts.diagnostics
    assert diagnostic.rule == "bad-font"
    assert diagnostic.file.endswith(name)
    assert ".ttf" in diagnostic.hint


# As the command line has it


@pytest.mark.parametrize("command", ["render -o out.pdf", "validate", "list fonts"])
def test_a_bad_font_that_nothing_asks_for_is_a_warning(
    command: str, project: Path, run: Callable[..., Any], write_ship: Callable[..., Path]
) -> None:
    write_ship()
    (project / "fonts").mkdir()
    (project / "fonts" / "Title.otf").write_bytes(b"wOFF" + bytes(64))
    outcome = run(*command.split())
    assert outcome.status == 0
    assert "fonts/Title.otf: warning[bad-font]" in outcome.stderr
    assert "this is a font for web pages (WOFF)" in outcome.stderr
    assert (project / "out.pdf").exists() is command.startswith("render")


def test_validate_strict_refuses_it(
    project: Path, run: Callable[..., Any], write_ship: Callable[..., Path]
) -> None:
    write_ship()
    (project / "fonts").mkdir()
    (project / "fonts" / "Title.ttf").write_bytes(b"")
    outcome = run("validate", "--strict")
    assert outcome.status == 1
    assert "fonts/Title.ttf: error[bad-font]: the file is empty" in outcome.stderr


@pytest.mark.parametrize("file", ["Star Title.ttf", "StarTitle-Bold.ttf", "star_title.otf"])
def test_what_asks_for_a_bad_font_is_told_why_it_can_not_be_used(
    project: Path, run: Callable[..., Any], file: str
) -> None:
    (project / "fonts").mkdir()
    (project / "fonts" / file).write_bytes(b"wOFF" + bytes(64))
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">\n'
        '<text y="3" font-size="2" font-family="Star Title">a</text></svg>'
    )
    (project / "a.svg").write_text(drawing, "utf-8")
    outcome = run("draw", "a.svg", "-o", "out.pdf")
    assert outcome.status == 1
    told = "the font Star Title can't be used: this is a font for web pages (WOFF)"
    assert f"a.svg:2:1: error[unknown-font]: {told} (fonts/{file})" in outcome.stderr
    assert not (project / "out.pdf").exists()


def test_a_result_keeps_the_warning(project: Path, write_ship: Callable[..., Path]) -> None:
    import sheetgen

    write_ship()
    (project / "fonts" / "folder.ttf").mkdir(parents=True)
    result = sheetgen.open_project(project).render()
    assert [d.message for d in result.warnings] == ["this is a folder, not a file"]


def test_two_faces_of_one_name_are_two_fonts(tmp_path: Path, fonts: Fonts) -> None:
    """Glyphs are embedded by the names of their faces, which files may share."""
    rename_family(find(fonts, "Fira Sans"), tmp_path, "Star Title").rename(tmp_path / "a.ttf")
    rename_family(find(fonts, "Fira Sans", 700), tmp_path, "Star Title")
    mine = Fonts([tmp_path])
    light, bold = find(mine, "Star Title"), find(mine, "Star Title", 700)
    assert (light.name, bold.name) == ("StarTitle-Regular", "StarTitle-Regular-2")


def test_the_option_fonts_prints_with_them(
    project: Path, run: Callable[..., Any], write_ship: Callable[..., Path], fonts: Fonts
) -> None:
    write_ship()
    rename_family(find(fonts, "Fira Sans", 900), project / "my fonts", "Barlow")
    assert run("render", "-o", "out.pdf", "--fonts", "my fonts").status == 0
    with pikepdf.open(project / "out.pdf") as pdf:
        fonts_in_it = {str(font.BaseFont) for font in pdf.pages[0].Resources.Font.values()}
    assert any(name.endswith("+Barlow-Regular") for name in fonts_in_it)
    listed = run("list", "fonts", "--fonts", "my fonts").stdout
    line = next(line for line in listed.splitlines() if line.startswith("Barlow "))
    told = "Barlow 900 normal 100 % Latin, Greek, Cyrillic my fonts/renamed.ttf"
    assert " ".join(line.split()) == told


def test_a_word_is_set_in_one_font(project: Path) -> None:
    from sheetgen.svg.drafter import Drafter

    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="9mm" viewBox="0 0 90 9">'
        '<text y="6" font-size="4" font-family="Barlow">Εμεράλδ</text></svg>'
    )
    drawing, problems = Drafter(Fonts()).draw(text)
    assert problems == []
    assert list(drawing.resources.faces) == ["FiraSans-Regular"]


def test_the_fonts_of_others_replace_none(fonts: Fonts, tmp_path: Path) -> None:
    for name in ("Barlow", "Kite"):
        rename_family(find(fonts, "Fira Sans"), tmp_path / name, name)
    found = Fonts(others=[tmp_path / "Barlow", tmp_path / "Kite"])
    assert not found.families["barlow"].own
    assert find(found, "Kite").family == "Kite"
