"""Yards: hulls that differ by their fleet's name, and portraits that cost little ink."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from sheetgen import open_project
from sheetgen.ground.geometry import clip
from sheetgen.reading import source
from sheetgen.systems.barsoom.plan import PlannedShip, draw_plan
from sheetgen.systems.kit.shipyard import FAMILIES, Arms, ShipPlan, draw_family
from sheetgen.systems.kit.silhouette import HALF, Layer, Yard, join, measure

COMMAND = re.compile(r"([MLQA])([^MLQAZ]*)")
HULLS = ("hull", "timber", "envelope", "fin", "strut")
NAMES = ("", "d", "a", "b")
"""Names of fleets that lead to the four yards."""
FILES = Path(__file__).parents[2]
GAMES = {
    "asfos": "starship",
    "black-skies": "fighter",
    "airships": "airship",
    "low-water": "gunboat",
}
"""The families of the games."""
BARSOOM = {"capital": (15.0, 3.5), "medium": (10.0, 3.0), "small": (6.0, 2.4)}


def draw_hull(family: str, hull: str, fleet: str) -> Sequence[Layer]:
    if family == "barsoom":
        return draw_plan(PlannedShip(hull, (), *BARSOOM[hull]), 6, fleet=fleet).parts
    return draw_family(family, ShipPlan(hull, 1.0), fleet)


def draw_mask(layers: Sequence[Layer]) -> Image.Image:
    """What is under the guns, in black on white, as large as 100 pixels allow."""
    picture = Image.new("1", (100, 100), 1)
    shown = [layer for layer in layers if layer.kind in HULLS]
    left, top, right, bottom = join(layer.box for layer in shown)
    scale = 100 / max(right - left, bottom - top)
    for layer in shown:
        for piece in layer.path.split("M")[1:]:
            ends = [text.split()[-2:] for _, text in COMMAND.findall("M" + piece)]
            outline = [((float(x) - left) * scale, (float(y) - top) * scale) for x, y in ends]
            ImageDraw.Draw(picture).polygon(outline, fill=0)
    return picture


def overlap(one: Image.Image, other: Image.Image) -> float:
    """Which share of what either covers is covered by both."""
    both, either = (
        join_(one, other).convert("L").histogram()[0]
        for join_ in (ImageChops.logical_or, ImageChops.logical_and)
    )
    return both / either


@pytest.mark.parametrize("family", [*FAMILIES, "barsoom"])
def test_a_family_has_a_dozen_outlines_that_differ(family: str) -> None:
    """Counted as drawn, whatever they are called; and each yard builds a hull in its own way."""
    distinct: dict[tuple[str, str], Image.Image] = {}
    for hull, name in product(FAMILIES.get(family, BARSOOM), NAMES):
        mask = draw_mask(draw_hull(family, hull, name))
        like = [key for key, other in distinct.items() if overlap(mask, other) >= 0.96]
        assert hull not in dict(like), (hull, name)
        if not like:
            distinct[hull, name] = mask
    assert len(distinct) >= 12


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("fleet", NAMES)
def test_what_a_yard_builds_stays_in_its_box(family: str, fleet: str) -> None:
    for hull in FAMILIES[family]:
        plan = ShipPlan(hull, 1.0, Arms(30, 30, 30, 30), 5, 30, 1)
        for layer in draw_family(family, plan, fleet):
            assert max(map(abs, layer.box)) <= HALF, (hull, layer.kind)


def read_sides(path: Path) -> list[str]:
    """The names of the fleets of a scenario."""
    data = source.read(path).documents[0].data
    return [
        source.read(path.with_name(f"{side['fleet']}.yaml")).documents[0].data["fleet"]
        if "fleet" in side
        else side["name"]
        for side in data["sides"]
    ]


def test_sides_of_shipped_scenarios_have_ships_of_their_own() -> None:
    found = 0
    for game, family in {**GAMES, "barsoom": "barsoom"}.items():
        folder = FILES / (f"ships/{game}" if game != "low-water" else "games/low-water/ships")
        for path in folder.glob("*.yaml"):
            if "\nsides:" not in path.read_text("utf-8"):
                continue
            found += 1
            for hull in FAMILIES.get(family, BARSOOM):
                one, other = (draw_hull(family, hull, name) for name in read_sides(path))
                assert one != other, (path.name, hull)
    assert found >= 7


def test_a_name_leads_to_the_same_yard_always_and_none_to_the_hull_as_drawn() -> None:
    # Its 14 letters have codes that add up to 1365; both together are 3 more than 4 times a number.
    plan = ShipPlan("BB")
    assert draw_family("starship", plan, "Alder Squadron") == draw_family("starship", plan, "b")
    assert draw_family("starship", plan, "c") == draw_family("starship", plan)


BARGE = {"outline": "0,-10 4,-6 4,10 0,10", "decks": ["0,0 2,0 0,4"], "forward": "0,-8", "stern": 3}


def test_a_yard_bends_all_of_a_hull_within_its_breadth_and_length() -> None:
    yard = Yard(breadth=((2.0, 0.0), (1.0, 1.0)), sweep=0.5, hull={"stern": 5})
    built = yard.build(BARGE)
    xs, ys = zip(*built["outline"], strict=True)
    assert (min(ys), max(ys)) == pytest.approx((-10, 10))
    assert max(xs) == pytest.approx(4)  # as broad as before, at the bow
    assert built["outline"][1][0] > built["outline"][2][0]
    assert built["forward"][0][0] == 0 and -10 < built["forward"][0][1] < -8
    assert built["stern"] == 5


def test_paint_is_laid_on_the_hull_and_corners_are_rounded_off() -> None:
    built = Yard(paint=((0, 0.5, 1, 0.75), (0.5, 0, 1, 1)), soft=2).build(BARGE)
    band, side = built["trims"]
    assert band[0] == (0, 0) and {y for _, y in band} == {0, 5}
    assert min(x for x, _ in side) == 2
    assert (4, 10) not in built["outline"] and len(built["outline"]) == 8
    assert Yard(paint=((2, 0, 3, 1),)).build(BARGE)["trims"] == ()


def test_an_outline_is_clipped_to_a_box() -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    assert clip(square, (1, 1, 9, 2)) == ((1, 1), (4, 1), (4, 2), (1, 2))
    assert clip(square, (5, 0, 9, 9)) == ()
    assert measure(square[1:3], 2) == 4 and measure(square, 9) == 0


# Per cent of the space that a portrait takes, cyan, magenta and yellow added up, in colour and in
# low ink. They cost 59, 49, 64 and 57 in colour before they were engraved, and 30, 27, 31 and 30.
INK = {"asfos": (40, 27), "black-skies": (31, 23), "airships": (31, 24), "barsoom": (41, 27)}


@pytest.mark.parametrize("game", INK)
def test_portraits_cost_little_ink(game: str) -> None:
    ships = {"asfos": "gyrfalcon", "black-skies": "basalt", "airships": "cinderfall"}
    project = open_project(FILES / "ships")
    for ink, most in zip(("color", "low"), INK[game], strict=True):
        ship = f"{FILES}/ships/{game}/{ships.get(game, 'tinderbox')}.yaml"
        (png,) = project.render(ship, sheet=["portrait"], ink=ink).png(dpi=100)
        page = Image.open(io.BytesIO(png)).convert("RGB")
        page = page.crop((0, 0, page.width, round(page.height * 0.9)))  # without the scale
        _, top, _, bottom = ImageChops.invert(page).getbbox() or (0, 0, 0, 0)
        spent = sum((255 - at % 256) * count for at, count in enumerate(page.histogram())) / 255
        assert 2 < spent / (bottom - top) / (104 / 25.4) < most, ink
