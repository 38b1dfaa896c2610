"""Font files with damage: they are refused with a reason, or print; nothing else happens."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.vector import write_svg
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.drafter import Drafter
from sheetgen.type.face import Face
from sheetgen.type.fontfile import FaceError
from sheetgen.type.fonts import Fonts
from tests.foundry import (
    cast,
    make_collection,
    make_postscript,
    make_truetype,
    make_variable,
    make_variable_postscript,
)

SHIPPED = Fonts()
TEXTS = ("Warrior Éa fi 12 “AV” ffl", "Hamburg x\u0301")
MUTATIONS = 60
"""How many are tried in each run; `make fuzz` tries thousands."""


def read_font(family: str) -> bytes:
    face = SHIPPED.find(family, 400, False)
    assert face is not None
    return face.data


SOURCES = [read_font("Barlow"), read_font("IBM Plex Mono")]
BUILT = [
    cast(make_postscript()),
    cast(make_postscript(cids=True)),
    cast(make_variable()),
    cast(make_variable_postscript()),
    cast(make_collection(make_truetype(), make_postscript(family="Other"))),
]
WEIGHTS = (400, 600)  # of which one is an instance, in a variable font


def list_tables(data: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Tag, place in the directory, start and length of each table."""
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        tag, start, length = struct.unpack_from(">4s4xII", data, at)
        yield tag, at, start, length


def change_table(tag: bytes, change: Callable[[bytearray, int, int, int], object]) -> bytes:
    """A font with one table changed, given its place in the directory, start and length."""
    data = bytearray(SOURCES[0])
    for name, *where in list_tables(SOURCES[0]):
        if name == tag:
            change(data, *where)
    return bytes(data)


def remove(tag: bytes) -> bytes:
    other = tag[:3] + bytes([tag[3] + 1])  # the directory stays in order
    return change_table(tag, lambda data, at, *_: struct.pack_into(">4s", data, at, other))


def blank(tag: bytes) -> bytes:
    return change_table(
        tag,
        lambda data, _, start, length: data.__setitem__(
            slice(start, start + length), bytes(length)
        ),
    )


def put(tag: bytes, offset: int, value: int) -> bytes:
    """A font with a number of two bytes changed in a table."""
    return change_table(
        tag, lambda data, _, start, __: struct.pack_into(">H", data, start + offset, value)
    )


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"\0\1\0\0", "the file is cut short"),
        (SOURCES[0][:-40], "the file is cut short"),
        (SOURCES[0][:50_000], "the file is cut short"),
        (b"ttcf" + bytes(60), "the file is cut short"),
        (b"ttcf" + bytes(4) + b"\0\0\0\x09" + bytes(9), "the file is cut short"),
        (b"ttcf" + bytes(4) + b"\0\0\0\1\x7f\xff\xff\xff", "the file is cut short"),
        (b"wOFF" + bytes(60), "a font for web pages"),
        (b"wOF2" + bytes(60), "a font for web pages"),
        (b"%PDF-1.7 and so on", "not a font file (TTF or OTF)"),
        (remove(b"glyf"), "no outlines"),
        (put(b"maxp", 4, 0), "no outlines"),
        *((remove(tag), f"lacks its table {tag.decode()}") for tag in (b"head", b"hhea", b"hmtx")),
        *((remove(tag), f"lacks its table {tag.decode()}") for tag in (b"cmap", b"loca", b"maxp")),
        (put(b"head", 18, 0), "unitsPerEm"),
        (put(b"head", 18, 65535), "unitsPerEm"),
        (blank(b"head"), "unitsPerEm"),
        (blank(b"hhea"), "(hhea)"),
        (put(b"hhea", 4, 0x8000), "(hhea)"),
        (blank(b"cmap"), "none of its characters"),
        (blank(b"hmtx"), "none of its characters"),
        (blank(b"glyf"), "none of its characters"),
    ],
)
def test_a_font_that_can_not_be_used_is_told_with_the_reason(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    (tmp_path / "Title.ttf").write_bytes(data)
    fonts = Fonts([tmp_path])
    (found,) = fonts.diagnostics
    assert (found.rule, found.severity) == ("bad-font", "warning")
    assert found.file.endswith("Title.ttf")
    assert reason in found.message
    assert "title" not in fonts.families


@pytest.mark.parametrize("tag", [b"name", b"post", b"OS/2", b"GPOS", b"GSUB", b"GDEF"])
def test_what_a_print_does_not_need_may_be_missing_or_damaged(tmp_path: Path, tag: bytes) -> None:
    for at, data in enumerate((remove(tag), blank(tag))):
        (tmp_path / f"Title{at}.ttf").write_bytes(data)
        face = Face.from_file(tmp_path / f"Title{at}.ttf")
        assert face.family
        assert face.measure("AV") > 0


@pytest.mark.parametrize("written", [b"\xff\xfe\xd8\x00", b"\x00\x07\x00\x1b", b"\xd8\x00\xd8\x00"])
def test_names_that_can_not_be_shown_are_replaced(tmp_path: Path, written: bytes) -> None:
    def spoil(data: bytearray, _: int, start: int, length: int) -> None:
        strings = start + struct.unpack_from(">H", data, start + 4)[0]
        size = start + length - strings
        data[strings : start + length] = (written * (size // 4 + 1))[:size]

    (tmp_path / "Title.ttf").write_bytes(change_table(b"name", spoil))
    face = Face.from_file(tmp_path / "Title.ttf")
    assert face.family
    assert face.family.isprintable()
    assert len(face.family) <= 100
    assert face.name.isascii()


def test_a_character_map_that_leads_outside_has_no_characters(tmp_path: Path) -> None:
    """A font that has glyphs for fewer characters than it says."""
    (tmp_path / "Title.ttf").write_bytes(put(b"maxp", 4, 30))
    try:
        face = Face.from_file(tmp_path / "Title.ttf")
    except FaceError:
        return
    covered = [c for c in map(chr, range(33, 127)) if face.covers(c)]
    assert all(face.shape(c)[0].id < 30 for c in covered)
    assert not face.covers_all("abcdefghijklmnopqrstuvwxyz")


def test_no_file_is_a_folder_a_pipe_or_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    (tmp_path / "a.ttf").mkdir()
    os.mkfifo(tmp_path / "b.ttf")
    (tmp_path / "c.ttf").symlink_to(tmp_path / "nowhere")
    (tmp_path / "d.ttf").write_bytes(SOURCES[0])
    monkeypatch.setattr("sheetgen.type.fontfile.MOST_BYTES", 1000)
    reasons = [problem.message for problem in Fonts([tmp_path]).diagnostics]
    assert reasons[:2] == ["this is a folder, not a file", "this is a pipe, not a file"]
    assert reasons[2] == "the font can't be read: No such file or directory"
    assert "is larger than" in reasons[3]


def test_glyphs_that_can_not_be_embedded_stop_the_print(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> bytes:
        raise FaceError("its tables are damaged")

    page = draw_text(Fonts(), "Barlow")
    assert page is not None
    monkeypatch.setattr(Face, "subset", fail)
    with pytest.raises(ProblemError) as caught:
        write_pdf([page], Facts())
    (found,) = caught.value.diagnostics
    assert (found.rule, found.severity) == ("bad-font", "error")
    assert found.file.endswith("Barlow-Regular.ttf")


# Seeded mutations: anything may be wrong with a file


def mutate(data: bytes, rng: random.Random) -> bytes:
    """A font cut short, with bytes changed anywhere, or with a table moved, emptied or removed."""
    made = bytearray(data)
    is_collection = data[:4] == b"ttcf"
    tables = [(b"", 0, 0, 64)] if is_collection else list(list_tables(data))
    tag, at, start, length = rng.choice(tables)
    how = rng.randrange(3 if is_collection else 7)
    if how == 0:
        return bytes(made[: rng.randrange(len(made))])
    if how == 1:
        for _ in range(rng.randint(1, 30)):
            made[rng.randrange(len(made))] = rng.randrange(256)
    elif how == 2:  # the heads of tables, where most of their numbers are
        for _ in range(rng.randint(1, 10)):
            made[start + rng.randrange(min(length, 64))] = rng.choice((0, 1, 127, 128, 255))
    elif how == 3:
        made[at : at + 4] = rng.choice((b"none", b"\xff\xff\xff\xff", tag[::-1]))
    elif how == 4:
        made[start : start + length] = bytes(length)
    elif how == 5:
        where = at + rng.choice((8, 12))
        struct.pack_into(">I", made, where, rng.choice((0, 3, 2**31, 2**32 - 1, length // 2)))
    else:
        _, other, *_ = rng.choice(tables)
        made[at + 8 : at + 16], made[other + 8 : other + 16] = (
            made[other + 8 : other + 16],
            made[at + 8 : at + 16],
        )
    return bytes(made)


def draw_text(fonts: Fonts, family: str) -> Page | None:
    """A page with the texts in a family; None where something is missing for that."""
    from xml.sax.saxutils import quoteattr

    texts = "".join(
        f'<text y="{6 * n}" x="1" font-weight="{weight}">{t}</text>'
        for n, (t, weight) in enumerate(zip(TEXTS, WEIGHTS, strict=True), start=1)
    )
    drawing, problems = Drafter(fonts).draw(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900mm" height="30mm" '
        f'viewBox="0 0 900 30" font-size="4" font-family={quoteattr(family)}>{texts}</svg>'
    )
    if problems:
        return None
    return Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))


def print_damaged(seed: int, folder: Path) -> None:
    """Prints with the font of a seed, or finds out that it can't be used."""
    rng = random.Random(seed)
    (folder / "Title.ttf").write_bytes(mutate(rng.choice(SOURCES + BUILT), rng))
    fonts = Fonts([folder])
    own = [family.name for family in fonts.families.values() if family.own]
    assert own or fonts.diagnostics
    for name in own:
        try:
            page = draw_text(fonts, name.replace("'", "").replace('"', ""))
            if page:
                assert write_pdf([page], Facts()).startswith(b"%PDF")
                assert write_svg(page, "").endswith("</svg>\n")
                assert write_svg(page, "", text=True).endswith("</svg>\n")
        except ProblemError as error:
            # Instances of a variable font are only made when they are asked for.
            assert [(d.rule, d.severity) for d in error.diagnostics] == [("bad-font", "error")]


@pytest.mark.parametrize("seed", range(MUTATIONS))
def test_a_damaged_font_prints_or_is_told(tmp_path: Path, seed: int) -> None:
    print_damaged(seed, tmp_path)
