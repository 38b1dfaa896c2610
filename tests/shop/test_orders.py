"""Whole orders: cards and books as print shops want them, through the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image as Pillow
from pypdfium2 import PdfDocument

from sheetgen import ProblemError, open_project
from sheetgen.ground.units import MM

Run = Callable[..., Any]
SHIPS = Path(__file__).parents[2] / "ships"
SHOP = """\
profile: Our shop, everything as it comes
source: a test
checked: "2026-11"
prints: [cards, counters, sheets]
makes: cards
bleed: 3mm
safe: 0
colour: cmyk
standard: x-1a:2003
condition: FOGRA39
ink: INK
"""
BOOK = """\
book: The Long Watch
author: [Ada]
theme: THEME
paper: 6x9
chapters: [one.md]
back: What the watch saw.
signature: 4
"""


@pytest.fixture
def shop(project: Path) -> Path:
    (project / "profiles").mkdir()
    (project / "profiles" / "ours.yaml").write_text(SHOP.replace("INK", "240"), "utf-8")
    return project


@pytest.fixture
def book(project: Path) -> Path:
    (project / "book.yaml").write_text(BOOK.replace("THEME", "clean"), "utf-8")
    (project / "one.md").write_text("# One\n\nIt is dark.\n", "utf-8")
    return project


def test_cards_come_back_first_and_pass_the_preflight(project: Path, run: Run) -> None:
    outcome = run("render", "granite", "--for", "drivethru-cards", "-o", "cards.pdf")
    assert outcome.status == 0, outcome.stderr
    pages = PdfDocument(project / "cards.pdf")
    texts = [page.get_textpage().get_text_bounded().title() for page in pages]
    assert len(texts) % 2 == 0
    assert "Maneuvers" in texts[0]
    assert "Maneuvers" not in texts[1]
    assert "Maneuvers" in texts[2]
    assert run("preflight", "cards.pdf", "--for", "drivethru-cards").status == 0
    again = run("render", "granite", "--for", "drivethru-cards", "-o", "again.pdf")
    assert again.status == 0
    assert (project / "cards.pdf").read_bytes() == (project / "again.pdf").read_bytes()


def test_a_profile_of_the_projects_own_prints_displays(shop: Path, run: Run) -> None:
    outcome = run("render", "warrior", "--for", "ours", "-o", "a.pdf")
    assert outcome.status == 0, outcome.stderr
    assert "unsafe-text" not in outcome.stderr
    assert run("preflight", "a.pdf", "--for", "ours").status == 0


def test_dark_saturated_colours_are_told_with_their_place(shop: Path, run: Run) -> None:
    (shop / "profiles" / "ours.yaml").write_text(SHOP.replace("INK", "110"), "utf-8")
    outcome = run("render", "warrior", "--for", "ours", "-o", "a.pdf", "--colour", "#501000")
    assert outcome.status == 0
    assert "warrior.yaml:" in outcome.stderr
    assert "warning[too-much-ink]: Warrior" in outcome.stderr
    assert "need more than 110 % of ink: #501000" in outcome.stderr
    assert run("preflight", "a.pdf", "--for", "ours").status == 0


def test_pictures_are_told_of_too(book: Path, run: Run) -> None:
    soft = Pillow.radial_gradient("L").resize((1200, 1800))
    Pillow.merge("RGBA", [soft.point(lambda v: v // 9), *[soft.point(lambda _: 0)] * 2, soft]).save(
        book / "art.png"
    )
    text = (book / "book.yaml").read_text("utf-8") + "cover: art.png\n"
    (book / "book.yaml").write_text(text, "utf-8")
    (book / "profiles").mkdir()
    shop = (Path(__file__).parents[2] / "profiles" / "drivethru-book.yaml").read_text("utf-8")
    (book / "profiles" / "ours.yaml").write_text(shop.replace("ink: 240", "ink: 110"), "utf-8")
    outcome = run("book", "book.yaml", "--for", "ours", "-o", "shop")
    assert outcome.status == 0
    assert "book.yaml:8:8: warning[too-much-ink]: a picture of the cover needs up to" in (
        outcome.stderr
    )


def test_an_icc_profile_needs_a_shop_that_takes_cmyk(shop: Path, run: Run) -> None:
    (shop / "no.icc").write_bytes(b"no profile")
    for options, message in (
        (["--profile", "no.icc"], "it is for print shops that take CMYK"),
        (["--profile", "no.icc", "--for", "ours"], "not an ICC profile"),
        (["--profile", "no.icc", "--for", "home"], "home makes no PDF for a press"),
        (["--profile", "no.icc", "--for", "ours", "--ink", "grey"], "printed for ours in grey"),
        (["--profile", "gone.icc", "--for", "ours"], "there is no file gone.icc"),
    ):
        outcome = run("render", "warrior", "-o", "a.pdf", *options)
        assert outcome.status == 2, options
        assert message in " ".join(outcome.stderr.split()), outcome.stderr
    assert not (shop / "a.pdf").exists()


@pytest.mark.parametrize("theme", ["clean", "naval-archive", "low-ink"])
def test_a_book_has_its_cover_apart(book: Path, run: Run, theme: str) -> None:
    (book / "book.yaml").write_text(BOOK.replace("THEME", theme), "utf-8")
    outcome = run("book", "book.yaml", "--for", "drivethru-book", "--spine", "12mm", "-o", "shop")
    assert outcome.status == 0
    assert "warning[spine]: the cover has a spine of 12.0 mm, and 8 pages make about" in (
        outcome.stderr
    )
    inside, cover = (pikepdf.open(book / "shop" / f"{n}.pdf") for n in ("interior", "cover"))
    assert len(inside.pages) % 4 == 0
    assert [float(v) for v in inside.pages[0].TrimBox] == [9, 9, 9 + 432, 9 + 648]
    wide = 2 * 432 + 12 * MM
    assert [float(v) for v in cover.pages[0].TrimBox] == pytest.approx([9, 9, 9 + wide, 657])
    text = PdfDocument(book / "shop" / "cover.pdf")[0].get_textpage().get_text_bounded()
    text = "".join(text.split()).lower()
    assert text.count("thelongwatch") == 3, text
    assert "whatthewatchsaw" in text
    for name in ("interior", "cover"):
        assert run("preflight", f"shop/{name}.pdf", "--for", "drivethru-book").status == 0


def test_right_hand_pages_stay_on_the_right(book: Path) -> None:
    opened = open_project(book)
    whole = opened.publish("book.yaml")
    inside = opened.publish("book.yaml", profile="drivethru-book")
    assert inside.files is not None
    (book / "i.pdf").write_bytes(inside.files["interior.pdf"])
    labels = [page.label for page in inside.sides[:-1]]
    assert labels[:3] == [page.label for page in whole.sides[:3]]
    texts = [p.get_textpage().get_text_bounded() for p in PdfDocument(book / "i.pdf")]
    assert "The Long Watch" in texts[0]  # a title page in place of the cover
    one = next(at for at, text in enumerate(texts) if "It is dark" in text)
    assert one % 2 == 0
    assert not any("What the watch saw" in text for text in texts)


def test_the_spine_follows_from_the_pages_and_a_narrow_one_has_no_title(book: Path) -> None:
    (book / "profiles").mkdir()
    text = (Path(__file__).parents[2] / "profiles" / "lulu-book.yaml").read_text("utf-8")
    text = text.replace("pages: [32, 800]", "pages: [32, 40]").replace("0.06in", "1.5mm")
    (book / "profiles" / "ours.yaml").write_text(text, "utf-8")
    made = open_project(book).publish("book.yaml", profile="ours")
    assert len(made.sides) == 33  # no fewer than 32 pages, and the cover
    cover = made.sides[-1]
    thick = 16 * 0.1144 * MM + 1.5 * MM
    assert cover.width == pytest.approx(2 * (9 + 432) + thick)
    assert made.files is not None
    [page] = PdfDocument(made.files["cover.pdf"])
    assert page.get_textpage().get_text_bounded().count("The Long Watch") == 2


def test_the_barcode_has_a_white_box_that_texts_keep_clear_of(book: Path, run: Run) -> None:
    run("book", "book.yaml", "--for", "drivethru-book", "-o", "shop")
    page = PdfDocument(book / "shop" / "cover.pdf")[0]
    picture: Pillow.Image = page.render(scale=1).to_pil().convert("L")
    right, low = 9 + 432 - 18, picture.height - 9 - 18
    box = (right - 142, low - 84, right - 2, low - 2)
    assert picture.crop(box).getextrema() == (255, 255)
    assert picture.getpixel((right + 8, low - 40)) < 200  # type: ignore[operator]


def test_lulu_gets_rgb_without_transparency(book: Path, run: Run) -> None:
    outcome = run("book", "book.yaml", "--for", "lulu-book", "-o", "shop")
    assert outcome.status == 0
    for name in ("interior", "cover"):
        data = (book / "shop" / f"{name}.pdf").read_bytes()
        assert b"/ca" not in data
        assert b"OutputIntent" not in data
        assert run("preflight", f"shop/{name}.pdf", "--for", "lulu-book").status == 0
    picture = PdfDocument(book / "shop" / "cover.pdf")[0].render(scale=0.2).to_pil()
    assert picture.convert("RGB").convert("HSV").getextrema()[1][1] > 60  # it has colours


def test_a_cover_stands_in_the_middle_of_the_shop_s_template(book: Path, run: Run) -> None:
    shipped = Path(__file__).parents[2] / "profiles" / "drivethru-book.yaml"
    (book / "profiles").mkdir()
    own = book / "profiles" / "ours.yaml"
    own.write_text(shipped.read_text("utf-8") + "template: 15x12in\n", "utf-8")
    outcome = run("book", "book.yaml", "--for", "ours", "--spine", "0.5in", "-o", "shop")
    assert outcome.status == 0
    made = pikepdf.open(book / "shop" / "cover.pdf")
    [page] = made.pages
    assert [float(v) for v in page.MediaBox] == [0, 0, 1080, 864]
    wide, high = 2 * 432 + 36, 648
    x, y = (1080 - wide) / 2, (864 - high) / 2
    trim = [x, y, x + wide, y + high]
    assert [float(v) for v in page.TrimBox] == pytest.approx(trim)
    bleed = [x - 9, y - 9, x + wide + 9, y + high + 9]
    assert [float(v) for v in page.BleedBox] == pytest.approx(bleed)
    picture = PdfDocument(book / "shop" / "cover.pdf")[0].render(scale=1).to_pil().convert("L")
    inked = picture.point(lambda value: 255 * (value < 250)).getbbox()
    assert inked == pytest.approx((bleed[0], bleed[1], bleed[2], bleed[3]), abs=1)
    assert run("preflight", "shop", "--for", "ours").status == 0
    own.write_text(shipped.read_text("utf-8") + "template: 12x12in\n", "utf-8")
    outcome = run("book", "book.yaml", "--for", "ours", "--spine", "0.5in", "-o", "other")
    assert outcome.status == 2
    words = "the template of ours has 304.8 × 304.8 mm, and the cover 323.8 × 234.9 mm"
    assert words in " ".join(outcome.stderr.split())


def test_a_book_in_grey_has_no_colour(book: Path, run: Run) -> None:
    run("book", "book.yaml", "--for", "drivethru-book", "--ink", "grey", "-o", "shop")
    pdf = pikepdf.open(book / "shop" / "interior.pdf")
    names = {str(i.operator) for p in pdf.pages for i in pikepdf.parse_content_stream(p)}
    assert not names & {"k", "K", "rg", "RG"}
    assert run("preflight", "shop/interior.pdf", "--for", "drivethru-book").status == 0


def test_too_many_pages_are_told(book: Path) -> None:
    (book / "profiles").mkdir()
    text = (Path(__file__).parents[2] / "profiles" / "lulu-book.yaml").read_text("utf-8")
    (book / "profiles" / "ours.yaml").write_text(text.replace("32, 800", "1, 2"), "utf-8")
    with pytest.raises(ProblemError) as caught:
        open_project(book).publish("book.yaml", profile="ours")
    [problem] = caught.value.diagnostics
    assert (problem.rule, Path(problem.file).name) == ("pdf-pages", "book.yaml")
    assert problem.message == "8 pages, and from 1 to 2 can be bound"


def test_wrong_options_of_books_are_usage_errors(book: Path, run: Run) -> None:
    for options, message in (
        (["--spine", "9mm"], "--spine: it is for print shops; name one, --for"),
        (["--for", "lulu-book", "--spine", "wide"], "--spine:"),
        (["--for", "lulu-book", "--spine", "900mm"], "900mm is not from 0 to 100 mm"),
        (["--for", "tgc-poker"], "tgc-poker is for cards"),
        (["--for", "lulu-book", "-o", "-"], "makes several files; name a folder"),
    ):
        outcome = run("book", "book.yaml", *options)
        assert outcome.status == 2, options
        assert message in " ".join(outcome.stderr.split()), outcome.stderr


SHOPS = ["tgc-poker", "drivethru-cards", "tgc-bridge", "mpc-poker"]
DECKS = ["barsoom/drywell-company", "black-skies/windward-squadron"]


@pytest.mark.whole
@pytest.mark.parametrize("shop", SHOPS)
@pytest.mark.parametrize("fleet", DECKS)
def test_shipped_decks_can_be_ordered_as_they_are(
    shop: str, fleet: str, project: Path, run: Run
) -> None:
    out = "cards.pdf" if shop == "drivethru-cards" else "cards"
    outcome = run("render", SHIPS / f"{fleet}.yaml", "--for", shop, "-o", out)
    assert (outcome.status, outcome.stderr) == (0, "")
