"""Tabletop Simulator: saved objects as the game writes them, and the pictures that they name."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from PIL import Image

import sheetgen
from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.pages.page import Page, Placement
from sheetgen.shop import tabletop
from sheetgen.shop.component import TablePiece
from sheetgen.shop.tabletop import arrange, make_atlases

Run = Callable[..., Any]
Made = dict[str, Any]
SHIPS = Path(__file__).parents[2] / "ships"
SCHEMA = Path(__file__).with_name("saved-object.schema.json")
fits_the_schema = fastjsonschema.compile(json.loads(SCHEMA.read_text("utf-8")))


@pytest.fixture(autouse=True)
def coarse(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paints a quarter of the pixels along a side, but where they are counted, and with --all."""
    if not (request.config.getoption("--all") or "large" in request.node.name):
        monkeypatch.setattr(tabletop, "_DPI", 75)


def list_objects(objects: list[Made]) -> Iterator[Made]:
    for made in objects:
        yield made
        yield from list_objects(made.get("ContainedObjects", []))


def name_pictures(made: Made) -> Iterator[str]:
    for key in ("ImageURL", "ImageSecondaryURL"):
        if "CustomImage" in made:
            yield made["CustomImage"][key]
    for sheet in made.get("CustomDeck", {}).values():
        yield from (sheet["FaceURL"], sheet["BackURL"])


def check(folder: Path) -> list[Made]:
    """The objects of the saved object in a folder, once everything about it is right."""
    [file] = folder.glob("*.json")
    save = json.loads(file.read_text("utf-8"))
    fits_the_schema(save)
    objects: list[Made] = save["ObjectStates"]
    every = list(list_objects(objects))
    named = {Path(url.removeprefix("file:///")) for made in every for url in name_pictures(made)}
    ids = [made["GUID"] for made in every]
    assert len(set(ids)) == len(ids)
    assert named | {file.with_suffix(".png").absolute()} == set(folder.absolute().glob("*.png"))
    for path in named:
        with Image.open(path) as picture:
            assert max(picture.size) <= 4096
            assert picture.mode == "RGB"
    with Image.open(file.with_suffix(".png")) as picture:
        assert picture.size == (256, 256)
    check_decks(every)
    check_overlap([made for made in objects if not made["Locked"]])
    return objects


def check_decks(every: list[Made]) -> None:
    for made in every:
        for number, sheet in made.get("CustomDeck", {}).items():
            columns, rows = sheet["NumWidth"], sheet["NumHeight"]
            assert 2 <= columns <= 10
            assert 2 <= rows <= 7
            with Image.open(sheet["FaceURL"].removeprefix("file:///")) as faces:
                assert faces.size[0] % columns == 0
                assert faces.size[1] % rows == 0
            for card in made.get("ContainedObjects", [made]):
                if card["CardID"] // 100 == int(number):
                    assert card["CardID"] % 100 < columns * rows - 1  # the last one is the back
        if "DeckIDs" in made:
            assert made["DeckIDs"] == [card["CardID"] for card in made["ContainedObjects"]]
            assert len(made["DeckIDs"]) > 1


def measure(made: Made) -> tuple[float, float]:
    place = made["Transform"]
    if "CustomImage" in made:
        return 2 * place["scaleX"], 2 * place["scaleZ"]
    if made["Name"] not in ("Card", "DeckCustom"):
        return 1.0, 1.0
    return 2.2 * place["scaleX"], 3.06 * place["scaleZ"]


def check_overlap(objects: list[Made]) -> None:
    boxes = []
    for made in objects:
        (wide, high), place = measure(made), made["Transform"]
        x, z = place["posX"], place["posZ"]
        boxes.append((x - wide / 2, z - high / 2, x + wide / 2, z + high / 2, made["Nickname"]))
    for at, one in enumerate(boxes):
        for two in boxes[at + 1 :]:
            apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
            assert apart, (one, two)


FLIGHT = """\
system: black-skies
fleet: "Flügel »Über 60« mit einem sehr langen Namen, wie ihn keiner will"
elements: [{fighter: flint, suit: spades, speed: 6, pilots: [{name: Ace, skill: 3}, {skill: 2}]}]
counters: {back: name}
"""


def test_a_flight_in_a_folder_with_spaces_and_the_same_bytes(project: Path, run: Run) -> None:
    (project / "flight.yaml").write_text(FLIGHT, "utf-8")
    out = project / "Böse Träume"
    for folder in ("Böse Träume", "again"):
        outcome = run("render", "flight.yaml", "--for", "tts", "-o", folder)
        assert outcome.status == 0, outcome
    for file in out.glob("*.png"):
        assert file.read_bytes() == (project / "again" / file.name).read_bytes()
    objects = check(out)
    [deck] = [made for made in objects if made["Name"] == "DeckCustom"]
    cards = deck["ContainedObjects"]
    assert deck["Nickname"] in cards[0]["Nickname"]
    assert len({card["Nickname"] for card in cards}) == len(cards)
    assert deck["Transform"]["rotZ"] == 180.0  # face down
    tiles = [made for made in objects if "counters" in made["Description"].lower()]
    assert tiles
    image = tiles[0]["CustomImage"]
    assert image["ImageURL"] != image["ImageSecondaryURL"]
    # 25.4 mm are an inch, and a tile is two inches before it is scaled.
    assert tiles[0]["Transform"]["scaleZ"] == pytest.approx(0.5)
    # The last place of the faces holds the back that others see.
    sheet = next(iter(deck["CustomDeck"].values()))
    with (
        Image.open(sheet["FaceURL"].removeprefix("file:///")) as faces,
        Image.open(sheet["BackURL"].removeprefix("file:///")) as back,
    ):
        wide, high = back.size
        right, low = faces.size
        assert faces.crop((right - wide, low - high, right, low)).tobytes() == back.tobytes()


@pytest.mark.whole
def test_the_table_of_a_scenario_at_true_size(tmp_path: Path) -> None:
    project = sheetgen.open_project(str(SHIPS / "asfos"))
    result = project.render("the-ice-toll", profile="tts")
    for name, data in result.place(tmp_path).items():
        (tmp_path / name).write_bytes(data)
    objects = check(tmp_path)
    table = objects[0]
    assert table["Locked"]
    assert measure(table) == pytest.approx((72, 48))  # 6 by 4 feet
    assert (table["Transform"]["posX"], table["Transform"]["posZ"]) == (0, 0)
    counters = [made for made in objects if made["Description"] == "Ship counters"]
    assert len(counters) == 16
    for made in counters:  # they start in the strips of 6 inches at both ends, facing the middle
        (wide, high), at = measure(made), made["Transform"]
        assert abs(at["posX"]) + wide / 2 <= 36
        assert abs(at["posZ"]) + high / 2 <= 24
        assert abs(at["posX"]) > 30
        assert at["rotY"] == (270.0 if at["posX"] < 0 else 90.0)
    kinds = [made["Name"] for made in objects]
    assert {"Die_6", "Die_8", "Die_10", "Die_12", "Bag", "Infinite_Bag"} <= set(kinds)
    [damage] = [made for made in objects if made["Name"] == "Infinite_Bag"]
    assert [made["Nickname"] for made in damage["ContainedObjects"]] == ["Damage"]
    [bag] = [made for made in objects if made["Name"] == "Bag"]
    assert {made["Description"] for made in bag["ContainedObjects"]} == {"Tokens"}


def test_pictures_that_lie_on_the_web(project: Path, run: Run) -> None:
    line = (
        "render",
        "granite",
        "--for",
        "tts",
        "--url",
        "https://example.org/my-game",
        "-o",
        "out",
    )
    assert run(*line).status == 0
    out = project / "out"
    [file] = out.glob("*.json")
    save = json.loads(file.read_text("utf-8"))
    fits_the_schema(save)
    urls = {url for made in list_objects(save["ObjectStates"]) for url in name_pictures(made)}
    rows = [line.split("\t") for line in (out / "upload.txt").read_text("utf-8").splitlines()]
    assert {address for _, address in rows} == urls
    assert all((out / name).is_file() for name, _ in rows)
    assert all(url.startswith("https://example.org/my-game/") for url in urls)
    for path in out.iterdir():
        data = path.read_bytes()
        assert b"file:" not in data, path
        assert str(project).encode() not in data, path
    for words, message in (
        (("--for", "tts", "--url", "ftp://x"), "is not the address of a folder"),
        (("--for", "tts", "--url", "my folder"), "is not the address of a folder"),
        (("--for", "vassal", "--url", "https://x.org"), "it is for the pictures of Tabletop"),
        (("--url", "https://x.org"), "it is for the pictures of Tabletop"),
    ):
        outcome = run("render", "granite", *words, "-o", "no.pdf")
        assert (outcome.status, message in outcome.stderr) == (2, True), outcome.stderr


def test_a_folder_for_any_other_table(project: Path, run: Run) -> None:
    (project / "flight.yaml").write_text(FLIGHT, "utf-8")
    for form in ("png", "svg"):
        profile = "table" if form == "png" else "table-svg"
        assert run("render", "flight.yaml", "--for", profile, "-o", form).status == 0
        with (project / form / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        named = {row[side] for row in rows for side in ("front", "back")} - {""}
        assert named | {"manifest.csv"} == {path.name for path in (project / form).iterdir()}
        cards = [row for row in rows if row["kind"] == "card"]
        assert len(cards) == 5
        assert {row["back"][-9:] for row in cards} == {f"-back.{form}"}
        assert all(int(row["count"]) > 0 and row["deck"] for row in cards)
        assert {(row["width mm"], row["height mm"]) for row in cards} == {("63.5", "88.9")}
        assert run("preflight", form, "--for", profile).status == 0
    counter = next(row["front"] for row in rows if row["kind"] == "ship")
    with Image.open(project / "png" / counter.replace(".svg", ".png")) as picture:
        clear: Any = picture.convert("RGBA").getpixel((0, 0))
        assert clear[3] == 0  # a hexagon, on nothing


@pytest.mark.whole
def test_the_table_of_a_scenario_of_airships(tmp_path: Path) -> None:
    project = sheetgen.open_project(str(SHIPS / "airships"))
    for name, data in project.render("lamp-rock", profile="tts").place(tmp_path).items():
        (tmp_path / name).write_bytes(data)
    table, *others = check(tmp_path)
    assert measure(table) == pytest.approx((72, 48))
    names = {made["Nickname"] for made in others}
    assert {"CV1 Halcyon Bay", "CV2 Long Dusk"} <= names


@pytest.mark.whole
@pytest.mark.parametrize("name", ["barsoom/canal-wardens", "airships/ember-concord"])
def test_every_game(name: str, tmp_path: Path, run: Run, project: Path) -> None:
    out = tmp_path / "out"
    options = ("--for", "tts", "--ink", "grey", "-o", str(out))
    assert run("render", str(SHIPS / f"{name}.yaml"), *options).status == 0
    objects = check(out)
    stacks = [made for made in objects if made["Name"] == "Custom_Tile_Stack"]
    assert all(made["Number"] > 1 and made["CustomImage"]["CustomTile"]["Stackable"]
               for made in stacks)  # fmt: skip


def test_empty_cards(project: Path, run: Run) -> None:
    assert run("blank", "complete-deck", "--for", "tts", "-o", "one").status == 0
    deck = check(project / "one")[0]
    assert len(deck["ContainedObjects"]) == 52


def make_card(number: int, wide: float = 180, high: float = 252) -> TablePiece:
    operators = f"{number / 100} 0 0 rg 0 0 {wide} {high} re f"
    front = Drawing(wide, high, operators, Resources())
    back = Drawing(wide, high, f"0 0 1 rg 0 0 {wide} {high} re f", Resources())
    face, other = (Page(wide, high, (Placement(side, 0, 0),)) for side in (front, back))
    return TablePiece(
        f"c{number}", f"C {number}", "card", "Cards", "", (), face, other, 1, "square"
    )


@pytest.mark.parametrize(("count", "held"), [(1, [1]), (69, [69]), (70, [35, 35]), (71, [36, 35])])
def test_a_deck_of_71_cards_needs_two_pictures(count: int, held: list[int]) -> None:
    size = (180, 252) if count > 70 else (45, 63)  # large ones fill a picture, and take long
    atlases = list(make_atlases([make_card(number, *size) for number in range(count)]))
    assert [len(atlas.cards) for atlas in atlases] == held
    for atlas in atlases:
        assert len(atlas.cards) < atlas.columns * atlas.rows <= 70
        with Image.open(io.BytesIO(atlas.faces)) as faces:
            assert max(faces.size) <= 4096
            pixel: Any = faces.getpixel
            wide, high = faces.size[0] // atlas.columns, faces.size[1] // atlas.rows
            for at, card in enumerate(atlas.cards):
                across, down = at % atlas.columns, at // atlas.columns
                red = pixel((across * wide + wide // 2, down * high + high // 2))[0]
                assert red == pytest.approx(255 * int(card.name[1:]) / 100, abs=2)
            assert pixel((faces.size[0] - 5, faces.size[1] - 5))[2] > 250


def test_cards_that_lie_across_stand_upright_in_the_picture() -> None:
    [atlas] = make_atlases([make_card(number, 252, 180) for number in range(4)])
    assert atlas.sideways
    with Image.open(io.BytesIO(atlas.backs)) as back:
        assert back.size[0] < back.size[1]


def test_cards_are_as_large_as_the_limits_allow() -> None:
    assert arrange(9, 2.5, 3.5) == (3, 3, 750, 1050)
    assert arrange(70, 2.5, 3.5) == (10, 7, 409, 573)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("-o", "-"), "name a folder"),
        (("--pieces", "-o", "out"), "--pieces: --for decides that"),
    ],
)
def test_what_can_t_be(project: Path, run: Run, options: tuple[str, ...], words: str) -> None:
    (project / "flight.yaml").write_text(FLIGHT, "utf-8")
    outcome = run("render", "flight.yaml", "--for", "tts", *options)
    assert outcome.status == 2
    assert words in outcome.stderr
    assert not (project / "out").exists()
