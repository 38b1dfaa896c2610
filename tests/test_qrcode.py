"""Labels: the QR code of a link, as a camera reads it from the page, and what has none."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
import zxingcpp
from pikepdf import Dictionary
from PIL import Image

from sheetgen.printing.options import ChoiceError, PrintOptions
from sheetgen.printing.result import Result
from sheetgen.printing.weblink import (
    LEAST_SQUARE,
    MOST_BYTES,
    MOST_VERSION,
    QUIET,
    WeblinkError,
    make_code,
)
from sheetgen.project.project import Project, open_folder
from tests.studio.conftest import KESTREL, open_studio

SITE = "https://example.org/fleet/"
LONG = "The Grand Duchess Wilhelmina of the Upper Marches, Reformed!"


def open_ships(folder: Path, **files: str) -> Project:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return open_folder(folder, (), ())


def scan(result: Result, dpi: int = 150) -> list[str]:
    """What a camera reads on the pages of a print."""
    pages = [Image.open(io.BytesIO(png)) for png in result.png(dpi)]
    return sorted(code.text for page in pages for code in zxingcpp.read_barcodes(page))


@pytest.mark.parametrize("options", [{}, {"ink": "grey", "look": "bridge"}, {"ink": "low"}])
def test_the_code_on_the_page_opens_the_ship(tmp_path: Path, options: PrintOptions) -> None:
    long = KESTREL.replace("Kestrel", LONG)
    ships = open_ships(tmp_path, kestrel=KESTREL.replace("Kestrel", "Ark"), other=long)
    chosen: PrintOptions = {**options, "link": SITE}
    read = scan(ships.render(**chosen))
    other = open_studio(tmp_path / "other", {})
    letters = [link.removeprefix(f"{SITE}#/look/") for link in read]
    opened = [other.post("look", data=data) for data in letters]
    assert sorted(told["title"] for told in opened) == ["Ark", LONG]
    assert [told["error"] for told in opened] == [None, None]


def test_the_studio_makes_the_same_link_and_label(tmp_path: Path) -> None:
    studio = open_studio(tmp_path, {"kestrel.yaml": KESTREL})
    data = studio.post("link", file="kestrel.yaml")["data"]
    ships = open_ships(tmp_path)
    assert scan(ships.render("kestrel.yaml", link=SITE)) == [f"{SITE}#/look/{data}"]
    label = ships.render("kestrel.yaml", link=SITE).cut("svg")["kestrel-label.svg"]
    made = studio.ask("POST", "label", {"file": "kestrel.yaml", "site": SITE})
    assert made.body.replace(b">kestrel<", b">kestrel-label<") == label  # their titles


def test_a_label_is_read_out_and_only_added(tmp_path: Path) -> None:
    ships = open_ships(tmp_path, kestrel=KESTREL)
    plain, both = ships.render(), ships.render(link=SITE)
    assert both.pieces == plain.pieces + 1
    assert list(both.cut("svg")) == ["kestrel-display.svg", "kestrel-label.svg"]
    with pikepdf.open(io.BytesIO(both.pdf())) as pdf:
        found = [one for one in pdf.objects if isinstance(one, Dictionary)]
        told = [str(one.Alt) for one in found if "/Alt" in one]
    assert "QR code: Kestrel: Kestrel, A Sky Full of Ships, Open in sheetgen" in told
    assert ships.render(link=SITE, only=["kestrel"]).pieces == both.pieces


def test_squares_are_large_enough_however_long_the_link_is() -> None:
    fullest = make_code("x" * MOST_BYTES)
    assert fullest.squares == 17 + 4 * MOST_VERSION + 2 * QUIET
    assert fullest.squares * LEAST_SQUARE == pytest.approx(50)
    with pytest.raises(WeblinkError, match=f"this link has 1,274 letters.*holds {MOST_BYTES:,}"):
        make_code("x" * (MOST_BYTES + 1))


def test_a_link_that_is_too_long_is_a_warning_and_no_label(tmp_path: Path) -> None:
    noise = " ".join(f"{at * 7919 % 10007:x}" for at in range(700))
    ships = open_ships(tmp_path, kestrel=f"{KESTREL}description: {noise}\n", merlin=KESTREL)
    result = ships.render("kestrel.yaml", link=SITE)
    [found] = [one for one in result.warnings if one.rule == "long-link"]
    assert (Path(found.file).name, found.severity) == ("kestrel.yaml", "warning")
    assert "Kestrel: this link has " in found.message
    assert result.pieces == ships.render("kestrel.yaml").pieces
    assert scan(ships.render("merlin.yaml", link=SITE))


@pytest.mark.parametrize("site", ["example.org", "ftp://x", "https://x/#y", "https://a b"])
def test_what_is_no_address_is_refused(tmp_path: Path, site: str) -> None:
    with pytest.raises(ChoiceError, match="is not the address of a studio"):
        open_ships(tmp_path, kestrel=KESTREL).render(link=site)


def test_a_profile_has_no_labels(tmp_path: Path) -> None:
    with pytest.raises(ChoiceError, match="no profile has labels"):
        open_ships(tmp_path, kestrel=KESTREL).render(link=SITE, profile="tgc-poker")
