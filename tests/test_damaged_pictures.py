"""Picture files with damage, in drawings and in books: they print, or it is said why not."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sheetgen.book.manuscript.picture import Pictures
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.export.vector import write_svg
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.files import Files
from sheetgen.pages.page import Page, Placement
from sheetgen.printing.press import Press
from sheetgen.svg.drafter import Drafter
from sheetgen.systems.loading import Systems
from sheetgen.type.fonts import Fonts

Run = Callable[..., Any]
MUTATIONS = 150
"""How many are tried in each run."""
FONTS = Fonts()
GREY = Image.radial_gradient("L").resize((40, 30))
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    b'<rect width="5" height="5" fill="red"/><text y="3" font-size="2">ab</text></svg>'
)


def encode(picture: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def list_pictures() -> list[tuple[bytes, str]]:
    """Pictures of all kinds, with the endings of their files; some of these are wrong."""
    turned = Image.Exif()
    turned[0x0112] = 6
    color = GREY.convert("RGB")
    made = [(encode(color.convert(m), "PNG"), "png") for m in ("L", "RGB", "RGBA", "LA", "P", "1")]
    made.append((encode(GREY.convert("I").convert("I;16"), "PNG"), "png"))
    made.append((encode(color.convert("P"), "PNG", transparency=3), "png"))
    made.append((encode(color, "PNG", exif=turned, save_all=True, append_images=[color]), "png"))
    for mode in ("L", "RGB", "CMYK"):
        made.append((encode(color.convert(mode), "JPEG"), "jpg"))
        made.append((encode(color.convert(mode), "JPEG", exif=turned, progressive=True), "jpeg"))
    made.append((encode(color.convert("P"), "GIF", save_all=True, append_images=[GREY]), "png"))
    made.append((encode(color, "WEBP"), "jpg"))
    made.append((encode(color, "BMP"), "png"))
    made.append((SVG, "svg"))
    return made


SOURCES = list_pictures()


def mend_sums(data: bytearray) -> None:
    """Makes the checksums of a PNG's chunks right, so that their damage is met later."""
    at = 8
    while at + 12 <= len(data):
        size = struct.unpack_from(">I", data, at)[0]
        if at + 12 + size > len(data):
            return
        struct.pack_into(">I", data, at + 8 + size, zlib.crc32(data[at + 4 : at + 8 + size]))
        at += 12 + size


def mutate(data: bytes, rng: random.Random) -> bytes:
    """A picture cut short, or with bytes changed, removed, put in or taken from another one."""
    made, how = bytearray(data), rng.randrange(6)
    at = rng.randrange(len(made))
    if how == 0:
        del made[at:]
    elif how == 1:
        for _ in range(rng.randint(1, 20)):
            made[rng.randrange(len(made))] = rng.randrange(256)
    elif how == 2:  # the head, where sizes and kinds are
        for _ in range(rng.randint(1, 6)):
            made[rng.randrange(min(len(made), 64))] = rng.choice((0, 1, 127, 128, 255))
    elif how == 3:
        del made[at : at + rng.randint(1, 30)]
    elif how == 4:
        made[at:at] = rng.randbytes(rng.randint(1, 20))
    else:
        made[at:] = rng.choice(SOURCES)[0][at:]
    if made.startswith(b"\x89PNG") and rng.random() < 0.7:
        mend_sums(made)
    return bytes(made)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures").resolve()


@pytest.fixture(scope="module")
def pictures(folder: Path) -> Pictures:
    return Pictures(Press(folder, Ink.COLOR, [], Systems()))


@pytest.mark.parametrize("seed", range(MUTATIONS))
def test_a_damaged_picture_prints_or_is_told(folder: Path, pictures: Pictures, seed: int) -> None:
    rng = random.Random(seed)
    data, ending = rng.choice(SOURCES)
    file = folder / f"p{seed}.{ending}"
    file.write_bytes(mutate(data, rng))
    more = rng.choice(("", 'data-trim="true"', 'data-dpi="20"'))
    drawing, problems = Drafter(FONTS, rng.choice(list(Ink)), Files([folder])).draw(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="90mm" viewBox="0 0 90 90">'
        f'<image href="{file.name}" width="40" height="20" {more}/></svg>',
        folder,
    )
    drawings = [] if problems else [drawing]
    try:
        drawings.append(pictures.open(file.name, folder, Place("one.md", 3, 4), 100)[0])
    except ProblemError as error:
        assert [d.place for d in error.diagnostics] == ["one.md:3:4"]
        assert file.name in error.diagnostics[0].message
    for one in drawings:
        page = Page(one.width, one.height, (Placement(one, 0, 0),))
        assert write_pdf([page], Facts()).startswith(b"%PDF")
        assert write_svg(page, "").endswith("</svg>\n")


def make_bomb(width: int, height: int) -> bytes:
    """The head of a PNG of that size, and hardly any pixels."""
    made = bytearray(encode(GREY, "PNG"))
    struct.pack_into(">II", made, 16, width, height)
    mend_sums(made)
    return bytes(made)


@pytest.mark.parametrize(
    ("file", "data", "told"),
    [
        ("p.png", b"", "it is not a PNG or JPEG picture"),
        ("p.png", b"no picture", "it is not a PNG or JPEG picture"),
        ("p.png", encode(GREY, "PNG")[:-30], "the file is damaged"),
        ("p.jpg", encode(GREY, "JPEG")[:-90], "the file is damaged"),
        ("p.png", encode(GREY, "GIF"), "it is not a PNG or JPEG picture"),
        ("p.jpg", encode(GREY, "WEBP"), "it is not a PNG or JPEG picture"),
        ("p.png", make_bomb(0, 0), "it is not a PNG or JPEG picture"),
        ("p.png", make_bomb(20_000, 20_000), "it has more than 50 million pixels"),
        ("p.png", make_bomb(2**31 - 1, 2**31 - 1), "it has more than 50 million pixels"),
        ("p.svg", b"\xff\xfe<\0s\0v\0g\0", "it is not written in UTF-8"),
        ("p.svg", b"", "can't be drawn"),
        ("p.svg", b"<svg", "can't be drawn"),
        ("p.svg", encode(GREY, "PNG"), "it is not written in UTF-8"),
    ],
)
def test_a_picture_that_can_not_be_read_is_told(
    project: Path, run: Run, file: str, data: bytes, told: str
) -> None:
    (project / file).write_bytes(data)
    (project / "one.md").write_text(f"# A\n\nWords\n![x]({file})\n", "utf-8")
    (project / "book.yaml").write_text("book: B\nchapters: [one.md]\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "one.md:4:4: error[bad-picture]:" in outcome.stderr
    assert told in outcome.stderr
    (project / "book.yaml").write_text(f"book: B\ncover: {file}\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert "book.yaml:2:8: error[bad-picture]:" in outcome.stderr
    assert not (project / "b.pdf").exists()


@pytest.mark.parametrize("size", [(1, 20), (3000, 1), (1, 1)])
def test_odd_sizes_are_printed(project: Path, run: Run, size: tuple[int, int]) -> None:
    Image.new("CMYK", size).save(project / "p.jpg")
    (project / "one.md").write_text("# A\n\n![x](p.jpg)\n\n![x](p.jpg){.bleed}\n", "utf-8")
    (project / "book.yaml").write_text("book: B\nchapters: [one.md]\ncover: p.jpg\n", "utf-8")
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0


def test_a_picture_much_higher_than_wide_is_told(project: Path, run: Run) -> None:
    Image.new("L", (1, 3000)).save(project / "p.png")
    (project / "one.md").write_text("# A\n\n![x](p.png)\n", "utf-8")
    (project / "book.yaml").write_text("book: B\nchapters: [one.md]\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "one.md:3:4: error[bad-picture]: p.png can't be drawn" in outcome.stderr
