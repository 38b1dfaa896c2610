"""What is made for a shop passes the preflight, and both say the same of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import sheetgen
from sheetgen.ground.files import Files
from sheetgen.shop.profile import list_names, read_profile
from tests.each import check_each

Run = Callable[..., Any]
GAMES = ["asfos", "black-skies", "airships", "barsoom", "low-water"]
PROFILES = [read_profile(name, Path("/nowhere"), Files()) for name in list_names(Path("/nowhere"))]
CHANGED = {"too-much-ink", "flattened", "left-out"}
"""Rules that tell what was changed or left out, so that the file itself is as it should be."""


SIZES = {"drivethru-cards", "mpc-poker", "tgc-bridge", "tgc-poker"}
CARDS = {"black-skies": SIZES, "barsoom": SIZES}
"""The profiles that print the cards of a game."""
CHITS = {"tgc-chit-half", "tgc-chit-three-quarters", "tgc-chit-one"}
ANY = {"home", "panda", "tts", "vassal", "table", "table-svg", "lulu-book", "drivethru-book"}
BOOKS = {"lulu-book", "drivethru-book"}


def serve(game: str, folder: Path, run_in: Callable[..., Any], names: set[str]) -> set[str]:
    """The profiles that print something of a game's first project, each of which is checked.

    One design is enough: another one has the same sheets.
    """
    assert run_in(folder, "init", game, "--game", game).status == 0
    home = folder / game
    served = set()
    design = "first-fighter" if game == "black-skies" else "first-ship"

    def check(name: str) -> None:
        wanted = next(w for w in PROFILES if w.name == name)
        out = f"made-{name}" + ("" if wanted.is_folder else ".pdf")
        line = ["render", "fleet.yaml", "--only", design]
        if wanted.asks.makes == "book":
            line = ["book", "book.yaml"]
        made = run_in(home, *line, "--for", name, "-o", out)
        if made.status == 2:
            assert "nothing here has the size of" in made.stderr, made.stderr
            return
        assert made.status == 0, made.stderr
        assert not (wanted.size and list_rules(made.stderr)), made.stderr
        served.add(name)
        told = run_in(home, "preflight", out, "--for", name)
        assert told.status == 0, told.stderr
        assert not (wanted.size and list_rules(told.stderr)), told.stderr

    check_each(sorted(names), check)
    return served


@pytest.mark.parametrize("game", GAMES)
def test_the_first_fleet_is_printed_as_chits(
    game: str, tmp_path: Path, run_in: Callable[..., Any]
) -> None:
    names = {"tgc-chit-one"} if game != "asfos" else {"tgc-chit-half", "tgc-poker", "home"}
    assert serve(game, tmp_path, run_in, names) == names - {"tgc-poker"}

    def list_offered() -> set[str]:
        project = sheetgen.open_project(str(tmp_path / game))
        suiting = project.list_suiting(project.select(["fleet.yaml"]))
        return {wanted.name for wanted, needs in suiting if not needs}

    usual = ANY - BOOKS | CARDS.get(game, set())
    assert list_offered() == usual | CHITS
    if game == "low-water":  # a counter that can't be a chit
        own = tmp_path / game / "templates" / "low-water" / "counter.svg"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="30mm"'
            ' viewBox="0 0 20 30"><text x="2" y="9" font-size="3">A</text></svg>'
        )
        assert list_offered() == usual


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_every_profile_takes_what_is_made_of_a_first_project(
    game: str, tmp_path: Path, run_in: Callable[..., Any]
) -> None:
    served = serve(game, tmp_path, run_in, {wanted.name for wanted in PROFILES})
    assert served == ANY | CHITS | CARDS.get(game, set())


def list_rules(told: str) -> set[str]:
    return set(re.findall(r"(?:warning|error)\[([\w-]+)\]", told)) - CHANGED


def test_render_and_preflight_say_the_same(project: Path, run: Run) -> None:
    """A coarse portrait, text at the cut, colour up to it, and sizes that differ in one file."""
    Image.new("RGB", (40, 40), (30, 60, 90)).save(project / "coarse.png")
    (project / "kestrel.yaml").write_text(
        "system: asfos\nname: Kestrel\nmass: 6\nhull: 3\nengine: 1\nart: coarse.png\n", "utf-8"
    )
    (project / "band.yaml").write_text(
        "system: asfos\nfleet: Band\nships: [{ship: kestrel}]\ncounters: {size: 1}\n", "utf-8"
    )
    folder = project / "templates" / "asfos"
    folder.mkdir(parents=True)
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="25.4mm" height="25.4mm" '
        'viewBox="0 0 25.4 25.4"><rect width="25.4" height="20" fill="navy"/>'
        '<text x="2" y="24" font-size="3">Near</text></svg>'
    )
    tries: dict[str, tuple[list[str], list[str]]] = {
        "as shipped": (["--sheet", "counters"], []),
        "sizes that differ": (["--sheet", "counters", "--sheet", "display"], ["mixed-sizes"]),
        "a template of their own": (["--sheet", "counters"], ["short-of-bleed", "unsafe-text"]),
        "a coarse picture": (["--sheet", "display"], ["low-resolution"]),
    }
    for name, (options, wanted) in tries.items():
        (folder / "counter.svg").unlink(missing_ok=True)
        if name == "a template of their own":
            (folder / "counter.svg").write_text(drawn)
        made = run("render", "band.yaml", "--for", "panda", "-o", "a.pdf", *options)
        assert made.status == 0, made.stderr
        told = run("preflight", "a.pdf", "--for", "panda")
        assert list_rules(made.stderr) == list_rules(told.stderr), name
        assert list_rules(told.stderr) >= set(wanted), name
        mixed = "band.yaml:2:8: warning[mixed-sizes]: the pages are cut to 2 sizes"
        assert (mixed in made.stderr) == (wanted == ["mixed-sizes"]), made.stderr


def test_a_pdf_for_home_is_told_apart_in_one_sentence(project: Path, run: Run) -> None:
    assert run("render", "warrior", "-o", "a.pdf").status == 0
    told = run("preflight", "a.pdf", "--for", "panda")
    assert told.status == 1
    assert told.stderr.splitlines() == [
        "a.pdf: error[pdf-home]: made for a printer at home; print it with --for panda",
        "a.pdf, as panda: 1 breach",
    ]
    assert run("preflight", "a.pdf", "--for", "home").status == 0
    assert "`sheetgen list profiles`" in run("preflight", "a.pdf").stderr


BOOK = "book: B\nauthor: Ada\npaper: PAPER\ntheme: clean\nchapters: [one.md]\n"


def test_books_that_can_t_be_bound(project: Path, run: Run) -> None:
    (project / "one.md").write_text("# One\n\nIt is dark.\n", "utf-8")
    for paper, options, words in (
        ("a3", [], "error[pdf-pages]: a book of 297 × 420 mm can't be bound; its pages can have"),
        ("6x9", ["--spine", "60mm"], "error[pdf-pages]: a cover of"),
    ):
        (project / "book.yaml").write_text(BOOK.replace("PAPER", paper), "utf-8")
        made = run("book", "book.yaml", "--for", "lulu-book", "-o", "shop", *options)
        assert (made.status, words in made.stderr) == (1, True), made.stderr
        assert not (project / "shop").exists()
    assert run("book", "book.yaml", "--for", "lulu-book", "-o", "shop").status == 0
    thick = run("book", "book.yaml", "--for", "lulu-book", "-o", "thick", "--spine", "20mm")
    assert "warning[spine]: the cover has a spine of 20.0 mm, and 32 pages make" in thick.stderr
    told = run("preflight", "thick", "--for", "lulu-book")
    assert list_rules(told.stderr) == list_rules(thick.stderr) == {"spine"}
    assert run("preflight", "shop", "--for", "lulu-book").stderr.endswith("all is well\n")


def test_pictures_are_checked_by_their_pixels(project: Path, run: Run) -> None:
    assert (
        run("render", "warrior", "--sheet", "counters", "--for", "tgc-chit-one", "-o", "c").status
        == 0
    )
    assert run("preflight", "c", "--for", "tgc-chit-one").stderr.endswith("all is well\n")
    [front] = (project / "c").glob("*front.png")
    with Image.open(front) as picture:
        picture.resize((300, 300)).save(front)
    told = run("preflight", "c", "--for", "tgc-chit-one")
    assert told.status == 1
    assert "error[pdf-pages]: it has 300x300 pixels, and 375x375 are asked for" in told.stderr
    front.unlink()
    told = run("preflight", "c", "--for", "tgc-chit-one")
    assert f"error[pdf-damaged]: it names {front.name}, which is not there" in told.stderr
    front.write_bytes(b"no picture")
    assert "error[pdf-damaged]" in run("preflight", str(front), "--for", "tgc-chit-one").stderr
    (project / "empty").mkdir()
    assert run("preflight", "empty", "--for", "panda").status == 2


def test_icc_profiles_by_name(project: Path, run: Run) -> None:
    listed = run("list", "icc").stdout
    assert re.search(
        r"^chemical-proof +Chemical proof, in the public domain.* +shipped$", listed, re.M
    )
    line = ["render", "warrior", "--sheet", "counters", "--for", "panda", "-o"]
    assert run(*line, "a.pdf").status == 0
    usual = (project / "a.pdf").read_bytes()
    assert b"colours were converted by the ICC profile Chemical proof" in usual
    assert run(*line, "b.pdf", "--profile", "arithmetic").status == 0
    plain = (project / "b.pdf").read_bytes()
    assert b"colours were converted by plain arithmetic, without an ICC profile" in plain
    (project / "icc").mkdir()
    from sheetgen.shop.icc import choose_icc

    data = choose_icc("", project, Files()).profile
    assert data is not None
    (project / "icc" / "Our paper.icc").write_bytes(data)
    assert re.search(r"^Our paper +Chemical proof +your own$", run("list", "icc").stdout, re.M)
    for name in ("our paper", "Our paper.icc", "icc/Our paper.icc"):
        assert run(*line, "c.pdf", "--profile", name).status == 0, name
        assert (project / "c.pdf").read_bytes() == usual
    told = run(*line, "d.pdf", "--profile", "our-paper")
    assert (told.status, "did you mean our paper?" in told.stderr) == (2, True), told.stderr
