"""From definitions to pages: what is drawn once, what shares a page, what can't be printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.drawing import Drawing, LaterDrawing, Resources
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM, PAPERS, parse_paper
from sheetgen.pages.layout import Arrangement, Duplex, Layout, Pack
from sheetgen.pages.presssheet import Item
from sheetgen.printing.options import Choices
from sheetgen.printing.order import Batch, Order
from sheetgen.printing.press import Press
from sheetgen.svg import drafter
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.loading import Systems

Writer = Callable[..., Path]
Race = Callable[[Callable[[int], None], int], list[BaseException]]
LONG = "The Extraordinarily Long Voyage of the Most Noble Ship Calypso, Twice Around the Moons " * 2


def prepare(project: Path) -> tuple[Press, list[Any]]:
    """A press for a project, and its definitions."""
    collection = gather([project], Shelf(Systems()))
    assert not [d for d in collection.diagnostics if d.is_error]
    return Press(project), collection.printed


def draw(project: Path, order: Order | None = None) -> list[Drawing]:
    press, definitions = prepare(project)
    return [item.drawing for _, item in press.draw_sheets(definitions, order or Order())]


WIDE = "W" * 120


def refuse(project: Path, order: Order | None = None) -> list[Diagnostic]:
    press, definitions = prepare(project)
    with pytest.raises(ProblemError) as caught:
        press.lay_out(list(press.draw_sheets(definitions, order or Order())), order or Order())
    return caught.value.diagnostics


def lay_out(project: Path, order: Order) -> list[Any]:
    press, definitions = prepare(project)
    return press.lay_out(press.draw_sheets(definitions, order), order)


def test_what_is_kept_of_a_sheet_is_of_those_beside_it(project: Path) -> None:
    """A roster of Black Skies counts the Kings that its side needs against the other."""
    element = "{fighter: black-tiger, pilots: [{name: Ada}, {name: Bo}]}"
    for name, count in (("one", 1), ("two", 3)):
        text = f"system: black-skies\nfleet: {name}\nelements: [{', '.join([element] * count)}]\n"
        (project / f"{name}.yaml").write_text(text, "utf-8")
    press, definitions = prepare(project)
    press.keeps = True
    order = Order(sheets=("roster", "maneuver-deck"))

    def print_first(*printed: Any) -> list[Drawing]:
        return [
            i.drawing for _, i in press.draw_sheets(printed, order) if i.title.startswith("one")
        ]

    alone, beside = print_first(definitions[0]), print_first(*definitions)
    assert len(beside) == len(alone) + 2
    assert print_first(definitions[0]) == alone
    press.keeps = False
    assert print_first(*definitions) == beside


# What is the same is drawn once


def test_identical_ships_share_one_drawing(project: Path, write_ship: Writer) -> None:
    write_ship("a.yaml")
    write_ship("b.yaml")
    first, second = draw(project)
    assert first is second


def test_different_ships_do_not(project: Path, write_ship: Writer) -> None:
    write_ship("a.yaml")
    write_ship("b.yaml", name="Pike")
    first, second = draw(project)
    assert first is not second


def test_what_everybody_shares_is_printed_once_however_little_is_remembered(
    project: Path, write_ship: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drawing that was forgotten is drawn again, as another one."""
    monkeypatch.setattr("sheetgen.svg.drafter.MOST_REMEMBERED", 1)
    write_ship("a.yaml")
    write_ship("b.yaml", name="Pike")
    items = draw(project, Order(sheets=("range-ruler", "display")))
    assert len(items) == 4 + 2


def test_copies_are_the_same_drawing(project: Path, write_ship: Writer) -> None:
    write_ship()
    (page,) = lay_out(project, Order(copies=3))
    assert len({id(p.drawing) for p in page.placements[:3]}) == 1
    assert len(page.bookmarks) == 1


@pytest.mark.parametrize(
    ("bookmark", "shown"), [(None, "Blank ship display, mass 4"), ("Deck", "Deck"), ("", "")]
)
def test_a_piece_may_have_another_bookmark_or_none(bookmark: str | None, shown: str) -> None:
    system = Systems().get("asfos")
    assert system is not None
    sheet = next(sheet for sheet in system.sheets if sheet.name == "display")
    blank = sheet.fill_blank
    assert blank is not None

    def mark(size: int, look: Look) -> list[Print]:
        return [replace(piece, bookmark=bookmark) for piece in blank(size, look)]

    ((_, item),) = Press(None).draw_blanks(replace(sheet, fill_blank=mark), [4], Order())
    assert item.bookmark == shown


@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_two_processes_print_the_same_bytes(
    project: Path, write_ship: Writer, spawn: Callable[..., Any], ending: str
) -> None:
    write_ship("a.yaml", name="Ἀργώ & Шторм")
    write_ship("b.yaml", mass=12, screens=3)
    arguments = ["render", ".", "--sheet", "display", "--dpi", "50", "-o"]
    for seed in ("1", "2"):
        outcome = spawn(*arguments, f"{seed}.{ending}", PYTHONHASHSEED=seed)
        assert outcome.status == 0, outcome.stderr
    first, second = ((project / f"{seed}.{ending}").read_bytes() for seed in "12")
    assert first == second


# Options


def test_the_accent_colour_changes_the_drawing(project: Path, write_ship: Writer) -> None:
    write_ship()
    (plain,), (red,) = draw(project), draw(project, Order(colour="darkred"))
    assert plain.operators != red.operators


def test_each_sheet_has_pages_of_its_own_where_that_is_asked_for(
    project: Path, write_ship: Writer
) -> None:
    write_ship()
    sheets = ["display", "compact"]
    apart = Layout(PAPERS["a4"], pack=Pack.SHEET)
    pages = lay_out(project, Order(apart, sheets=sheets))
    assert len(pages) == 2
    marks = [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert [(mark.level, mark.page) for mark in pages[0].bookmarks] == marks
    (page,) = lay_out(project, Order(sheets=sheets))
    assert [(mark.level, mark.page) for mark in page.bookmarks] == [(0, 0), (1, 0)] * 2


def test_a_title_that_is_too_long_for_the_margin_is_shortened(
    project: Path, write_ship: Writer
) -> None:
    write_ship()
    assert len(lay_out(project, Order(title="An awfully long title " * 20))) == 1


def test_the_projects_own_template_is_drawn(project: Path, write_ship: Writer) -> None:
    write_ship()
    folder = project / "templates" / "asfos"
    folder.mkdir()
    (folder / "display.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm" viewBox="0 0 30 20">'
        '<text x="2" y="9" font-size="3" font-family="Barlow">{{ sheet.mass }}</text></svg>'
    )
    (drawing,) = draw(project)
    assert (drawing.width, drawing.height) == pytest.approx((30 * MM, 20 * MM))


# What can't be printed


def test_validate_tries_the_margin_too(project: Path, write_ship: Writer, run: Any) -> None:
    write_ship()
    (project / "templates" / "common").mkdir(parents=True)
    (project / "templates" / "common" / "margin.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="5mm" viewBox="0 0 30 5">\n'
        '<text x="2" y="4" font-size="3" font-family="Barlow">Printed far too wide for this place'
        "</text></svg>"
    )
    for command in (["validate"], ["render", "-o", "out.pdf"]):
        outcome = run(*command)
        assert outcome.status == 1
        assert "templates/common/margin.svg:2:1: error[overflow]" in outcome.stderr


@pytest.fixture
def narrow(project: Path) -> None:
    """A template of the project's own with little room for a name."""
    folder = project / "templates" / "asfos"
    folder.mkdir()
    (folder / "display.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm" viewBox="0 0 30 20">'
        '<text y="4" font-size="3" font-family="Barlow" data-width="26">{{ sheet.name }}</text>'
        "</svg>"
    )


@pytest.mark.usefixtures("narrow")
def test_a_name_that_is_too_long_is_told_where_it_is_written(
    project: Path, write_ship: Writer
) -> None:
    write_ship(name=WIDE[:119])
    diagnostic = refuse(project)[0]
    assert diagnostic.rule == "overflow"
    assert (Path(diagnostic.file).name, diagnostic.line, diagnostic.column) == ("ship.yaml", 2, 7)
    assert "templates/asfos/display.svg:" in diagnostic.hint


@pytest.mark.parametrize("name", ["a\\x01b", "a\\uffffb"])
def test_a_name_that_can_not_be_printed_is_told_where_it_is_written(
    project: Path, write_ship: Writer, name: str
) -> None:
    write_ship(name=f'"{name}"')
    collection = gather([project], Shelf(Systems()))
    found = [*collection.diagnostics, *Press(project).try_sheets(collection.printed)]
    assert {(Path(d.file).name, d.line, d.column) for d in found} == {("ship.yaml", 2, 7)}


def test_a_fault_of_the_template_is_told_there(project: Path, write_ship: Writer) -> None:
    write_ship()
    folder = project / "templates" / "asfos"
    folder.mkdir()
    (folder / "display.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm" viewBox="0 0 30 20">\n'
        '<!--{% if sheet.mass %}-->\n  <rect width="5" height="5" fil="red"/>\n<!--{% endif %}-->\n'
        "</svg>"
    )
    (diagnostic,) = refuse(project)
    assert diagnostic.rule == "unsupported-property"
    assert diagnostic.file.endswith("display.svg")
    assert (diagnostic.line, diagnostic.column) == (3, 3)
    assert "Swordfish" in diagnostic.hint
    assert "ship.yaml:2" in diagnostic.hint


@pytest.mark.usefixtures("narrow")
def test_the_problems_of_all_ships_are_told(project: Path, write_ship: Writer) -> None:
    for name in "ab":
        write_ship(f"{name}.yaml", name=f"{name} {WIDE[:108]}")
    assert {Path(d.file).name for d in refuse(project)} == {"a.yaml", "b.yaml"}


def test_a_display_that_fits_no_page_is_told_with_a_paper_that_does(
    project: Path, write_ship: Writer
) -> None:
    write_ship(mass=130)
    (diagnostic,) = refuse(project, Order(sheets=["large"]))
    assert diagnostic.rule == "does-not-fit"
    assert (Path(diagnostic.file).name, diagnostic.line) == ("ship.yaml", 2)
    assert "paper" in diagnostic.hint


def test_the_paper_of_the_hint_fits(project: Path, write_ship: Writer) -> None:
    write_ship(mass=40)
    (diagnostic,) = refuse(project, Order(Layout(PAPERS["a5"]), sheets=["display"]))
    name = next(word for word in PAPERS if f" {word} (" in diagnostic.hint)
    assert lay_out(project, Order(Layout(PAPERS[name]), sheets=["display"]))


def test_a_paper_as_large_as_asked_for_fits(project: Path, write_ship: Writer) -> None:
    write_ship(mass=400)
    (diagnostic,) = refuse(project, Order(sheets=["large"]))
    size = next(w.rstrip(",") for w in diagnostic.hint.split() if w.rstrip(",").endswith("mm"))
    assert lay_out(project, Order(Layout(parse_paper(size)), sheets=["large"]))


FLEET = """\
system: asfos
fleet: Squadron
counters: {back: name}
ships: [{ship: warrior}]
"""


def test_a_ship_that_is_too_large_is_told_where_its_fleet_names_it(
    project: Path, write_ship: Writer, run: Any
) -> None:
    write_ship("giant.yaml", mass=140)
    text = FLEET.replace("[{ship: warrior}]", "\n  - {ship: warrior}\n  - {ship: giant}")
    (project / "fleet.yaml").write_text(text)
    outcome = run("render", "fleet.yaml", "-o", "out.pdf", "--sheet", "display")
    assert "fleet.yaml:6:5: error[does-not-fit]: T1 " in outcome.stderr


def test_what_nobody_asked_for_is_left_out_of_small_paper(
    project: Path, write_ship: Writer, run: Any
) -> None:
    write_ship("giant.yaml", mass=140)
    text = FLEET.replace("[{ship: warrior}]", "\n  - {ship: warrior}\n  - {ship: giant, count: 2}")
    (project / "fleet.yaml").write_text(text)
    small = ["--paper", "a5", "-o", "out.pdf"]
    outcome = run("render", "fleet.yaml", *small)
    (warning,) = (line for line in outcome.stderr.splitlines() if "warning[does-not-fit]" in line)
    assert warning.startswith("fleet.yaml:6:5: ")
    assert warning.endswith("; nor does one other piece; they are left out")
    assert "hint: the smallest paper they fit is " in outcome.stderr
    assert outcome.status == 0
    assert "--skip" not in outcome.stderr

    # Not all that there is, and nothing that somebody wants.
    (project / "out.pdf").unlink()
    for command, hint in (
        (("render", "giant.yaml"), "mm)\n"),
        (("render", "fleet.yaml", "--sheet", "display"), "mm)\n"),
        (
            ("render", "fleet.yaml", "--sheet", "display", "--sheet", "counters"),
            "; --skip display prints the rest\n",
        ),
        (("render", "fleet.yaml", "--strict"), "mm)\n"),
        (("blank", "display", "--mass", "4", "40"), "mm)\n"),
    ):
        outcome = run(*command, *small)
        assert outcome.status == 1, command
        assert "error[does-not-fit]" in outcome.stderr
        assert outcome.stderr.endswith(hint), outcome.stderr
    assert not (project / "out.pdf").exists()


def test_a_large_display_is_smaller_where_the_paper_asks_for_it(
    project: Path, write_ship: Writer
) -> None:
    sizes = []
    for mass in (36, 40, 108):
        write_ship(mass=mass)
        (page,) = lay_out(project, Order(sheets=["large"]))
        sizes.append(max(p.drawing.trim_width for p in page.placements) / MM)
    assert sizes[0] == pytest.approx(188 * 1.5)
    assert 188 * 1.3 < sizes[1] < 188 * 1.5
    assert 188 <= sizes[2] <= 200


def test_less_bleed_than_asked_for_is_told(project: Path, run: Any) -> None:
    (project / "fleet.yaml").write_text(FLEET)
    line = ["render", "-o", "out.pdf", "--sheet", "counters", "--bleed"]
    assert run(*line, "3").status == 0
    outcome = run(*line, "7")
    assert outcome.status == 1
    assert "templates/asfos/counter.svg:27:1: error[little-bleed]: " in outcome.stderr


def test_a_back_of_another_size_is_told(project: Path, run: Any) -> None:
    (project / "fleet.yaml").write_text(FLEET)
    (project / "templates" / "asfos").mkdir()
    (project / "templates" / "asfos" / "counter.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"'
        " data-size=\"{{ 20 if sheet.side == 'front' else 21 }} 20\"><g/></svg>"
    )
    outcome = run("render", "-o", "out.pdf", "--sheet", "counters")
    assert outcome.status == 1
    assert "error[back-size]: " in outcome.stderr
    assert "21 × 20 mm" in outcome.stderr


def test_pictures_of_several_folders(project: Path, write_ship: Writer, run: Any) -> None:
    from PIL import Image

    write_ship("first/a.yaml")
    (project / "first" / "templates").mkdir()
    write_ship("second/b.yaml", art="b.png")
    (project / "second" / "templates").mkdir()
    Image.new("RGB", (4, 4), "red").save(project / "second" / "b.png")
    assert run("validate", "second").status == 0
    assert run("validate", "second", "first").status == 0
    assert run("validate", "first", "second").status == 0


def test_pieces_stand_as_their_sheet_says() -> None:
    batch = Batch("asfos", "", "cards", "Cards", gap=3, cut=False, grid=True)
    assert batch.arrange() == Arrangement(3 * MM, grid=True, cut=False)


@pytest.mark.parametrize(
    ("duplex", "pack", "sides"),
    [
        ("long", "sheet", [1, 1, 1, 0]),
        ("short", "sheet", [1, 1, 1, 0]),
        ("fold", "sheet", [1, 1, 1]),
        ("none", "sheet", [1, 1, 1]),
        ("long", "tight", [1, 0]),
        ("none", "tight", [1]),
    ],
)
def test_only_pages_with_backs_have_another_side(duplex: str, pack: str, sides: list[int]) -> None:
    """The last page comes before those with backs, so that these begin with an odd one."""
    plain, backed, last = (Batch("asfos", "", name, name, 0, True, False) for name in "abc")
    piece = Drawing(60.0, 60.0, "", Resources())
    order = Order(Layout(PAPERS["a4"], duplex=Duplex(duplex), pack=Pack(pack)))
    pieces = [(plain, Item(piece)), (backed, Item(piece, back=piece)), (last, Item(piece))]
    pages = Press(None).lay_out(pieces, order)
    assert [int(page.covered > 0) for page in pages] == sides


# Threads


def test_several_threads_may_draw_with_one_press(
    project: Path, write_ship: Writer, monkeypatch: pytest.MonkeyPatch, race: Race
) -> None:
    """Also while what was learned is forgotten."""
    monkeypatch.setattr(drafter, "MOST_REMEMBERED", 20_000)
    for at in range(10):
        write_ship(f"ship-{at}.yaml", name=f"Number {at} of {'them' * (at % 3)}", mass=4 + at)
    _, definitions = prepare(project)
    expected = [item.drawing.operators for item in draw_all(Press(project), definitions)]
    press = Press(project)

    def work(turn: int) -> None:
        turned = definitions[turn:] + definitions[:turn]
        found = [item.drawing.operators for item in draw_all(press, turned)]
        assert found == expected[turn:] + expected[:turn]

    assert race(work, 8) == []


def draw_all(press: Press, definitions: list[Any]) -> list[Item]:
    return [item for _, item in press.draw_sheets(definitions, Order())]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", ["airships", "asfos", "barsoom", "black-skies"])
def test_what_is_drawn_later_has_the_size_that_it_was_laid_out_with(game: str) -> None:
    project = sheetgen.open_project(assets.shipped("ships") / game)
    definitions = project.select().printed
    kinds = {d.kind.name: d for d in definitions}  # one of each
    chosen = list(kinds.values())
    names = list(dict.fromkeys(s.name for d in chosen for s in d.system.sheets))
    press = project.press(bleed=None)
    measured = list(press.draw_sheets(chosen, Order(sheets=names, later=True)))
    drawn = press.draw_sheets(chosen, Order(sheets=names))
    sheets = set()
    for (_, now), (batch, then) in zip(measured, drawn, strict=True):
        for one, other in ((now.drawing, then.drawing), (now.back, then.back)):
            if one is None or other is None:
                assert one is other
                continue
            assert isinstance(one, LaterDrawing), batch.sheet
            sizes = [(d.width, d.height, d.bleed, d.fold, d.cut) for d in (one, other)]
            assert sizes[0] == sizes[1], batch.sheet
            assert one.drawn is other
            sheets.add(batch.sheet)
    assert len(sheets) > 5


def test_a_template_whose_size_can_not_be_told_is_drawn_at_once(
    project: Path, write_ship: Writer
) -> None:
    write_ship("kestrel.yaml", mass=6)
    folder = project / "templates" / "asfos"
    folder.mkdir(parents=True)
    file = folder / "display.svg"
    for text, words in (
        ("<svg width='10mm' height='10mm'><rect", "asfos/display.svg"),
        ("<!-- <svg width='1mm' height='1mm'> --><svg width='{{ 1/0 }}'/>", "display.svg"),
    ):
        file.write_text(text, "utf-8")
        opened = sheetgen.open_project(project)
        with pytest.raises(ProblemError) as caught:
            opened.print(opened.select(), Choices({"sheet": ["display"]}), later=True)
        assert words in caught.value.diagnostics[0].file
    root = '<svg xmlns="http://www.w3.org/2000/svg" width="{}mm" height="9mm">'
    rest = '<rect width="9" height="9"/></svg>'
    file.write_text(f"<!-- {root.format(19)} -->{root.format(17)}{rest}", "utf-8")
    opened = sheetgen.open_project(project)
    result = opened.print(opened.select(), Choices({"sheet": ["display"]}), later=True)
    first = result.sides[0].placements[0].drawing
    assert isinstance(first, LaterDrawing)
    assert round(first.trim_width / MM) == 17
    result.finish(0)
    assert first.drawn.trim_width == first.trim_width
