"""VASSAL: modules are read as the engine reads them, with its own words for classes and traits."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from PIL import Image

from sheetgen.shop import buildfile as trait
from sheetgen.shop.buildfile import define_piece, join
from sheetgen.shop.vassal import raise_version

Run = Callable[..., Any]
SHIPS = Path(__file__).parents[2] / "ships"
GAMES = Path(__file__).parents[2] / "games"
BUILD = "VASSAL.build."
ELEMENTS = {
    "GameModule": "name version VassalVersion description nextPieceSlotId ModuleOther1 "
    "ModuleOther2",
    "module.BasicCommandEncoder": "",
    "module.Documentation": "",
    "module.PlayerRoster": "buttonIcon buttonText buttonToolTip buttonKeyStroke",
    "module.GlobalOptions": "autoReport nonOwnerUnmaskable",
    "module.Chatter": "",
    "module.KeyNamer": "",
    "module.PrototypesContainer": "",
    "module.DiceButton": "name text tooltip icon nDice nSides plus addToTotal reportTotal hotkey "
    "prompt reportFormat sortDice",
    "module.Map": "mapName markMoved edgeWidth edgeHeight backgroundcolor color thickness "
    "allowMultiple launch buttonName tooltip icon hotkey",
    "module.map.BoardPicker": "",
    "module.map.boardPicker.Board": "name image reversible width height color",
    "module.map.boardPicker.board.SquareGrid": "x0 y0 dx dy range snapTo edgesLegal cornersLegal "
    "visible dotsVisible color",
    "module.map.StackMetrics": "",
    "module.map.ForwardToKeyBuffer": "",
    "module.map.Scroller": "",
    "module.map.ForwardToChatter": "",
    "module.map.MenuDisplayer": "",
    "module.map.MapCenterer": "",
    "module.map.StackExpander": "",
    "module.map.PieceMover": "",
    "module.map.KeyBufferer": "",
    "module.map.ImageSaver": "",
    "module.map.CounterDetailViewer": "version delay minDisplayPieces display showgraph showtext "
    "graphicsZoom counterReportFormat",
    "module.map.Zoomer": "zoomLevels zoomStart",
    "module.map.LOS_Thread": "threadName label tooltip iconName hotkey report persistence "
    "persistentIconName global snapStart snapEnd drawRange scale round hideCounters hideOpacity "
    "threadColor rangeFg rangeBg",
    "module.map.SetupStack": "name owningBoard useGridLocation location x y",
    "module.map.DrawPile": "name owningBoard x y width height allowMultiple allowSelect "
    "selectDisplayProperty faceDown drawFaceUp shuffle shuffleCommand shuffleFormat reversible "
    "draw color hotkeyOnEmpty canSave maxStack reshufflable",
    "module.PieceWindow": "name hidden text tooltip icon hotkey scale",
    "module.ChartWindow": "name text tooltip icon hotkey",
    "widget.TabWidget": "entryName",
    "widget.ListWidget": "entryName scale width height divider",
    "widget.Chart": "chartName fileName",
    "widget.PieceSlot": "entryName gpid width height",
    "widget.CardSlot": "entryName gpid width height",
}
"""The classes that the engine makes of elements, with the attributes that they know."""
INSIDE = {
    "module.map.SetupStack": {"widget.PieceSlot"},
    "module.map.DrawPile": {"widget.CardSlot"},
    "module.map.BoardPicker": {"module.map.boardPicker.Board"},
    "module.ChartWindow": {"widget.TabWidget"},
    "module.PieceWindow": {"widget.TabWidget"},
}
"""What may stand in some of them."""
INTEGERS = {"x", "y", "width", "height", "gpid", "edgeWidth", "edgeHeight", "thickness", "scale",
            "nDice", "nSides", "maxStack", "x0", "y0", "delay", "divider"}  # fmt: skip
SCALED = {"module.PieceWindow", "widget.ListWidget"}  # whose scale is a fraction
KEY = re.compile(r"(\d+,\d+)?")


def decode(text: str, mark: str) -> list[str]:
    """The values that the engine's decoder takes from a sequence."""
    values = []
    rest: str | None = text
    while rest is not None:
        value, begin, end = "", 0, rest.find(mark)
        while begin < end and rest[end - 1] == "\\":
            value += rest[begin : end - 1]
            begin, end = end, rest.find(mark, end + 1)
        if end < 0:
            value, rest = value + rest[begin:], None
        else:
            value, rest = value + rest[begin:end], rest[end + 1 :]
        if len(value) > 1 and value[0] == value[-1] == "'":
            value = value[1:-1]
        values.append(value)
    return values


def take_apart(definition: str) -> list[tuple[list[str], str]]:
    """The traits of a piece from the outermost inwards: the values and the state of each."""
    assert definition.startswith("+/")
    number, kind, state = decode(definition[2:], "/")
    assert number == "null"
    traits = []
    while True:
        kinds, states = decode(kind, "\t"), decode(state, "\t")
        assert len(kinds) == len(states) <= 2
        traits.append((decode(kinds[0], ";"), states[0]))
        if len(kinds) == 1:
            return traits
        kind, state = kinds[1], states[1]


def read_piece(definition: str) -> tuple[str, set[str]]:
    """The name of a piece and the pictures that it shows, once every trait is right."""
    traits = take_apart(definition)
    images: set[str] = set()
    for values, state in traits[:-1]:
        images |= TRAITS[values[0]](values[1:], state)
    values, state = traits[-1]
    assert values[0] == "piece"
    clone, delete, image, name = values[1:]
    assert (clone, delete) == ("", "")
    on, x, y, number, more = decode(state, ";")
    assert (on, x, y, more) == ("null", "0", "0", "0")
    assert int(number) > 0
    return name, images | {image}


def read_layer(values: list[str], state: str) -> set[str]:
    (act, how, key, up, up_how, up_key, down, down_how, down_key, reset, reset_key, level, under,
     x, y, images, names, loop, _, random, random_text, follow, _, first, version, always,
     *keys) = values  # fmt: skip
    assert [act, key, up_key, down, down_key, reset, reset_key, random, random_text] == [""] * 9
    assert {how, up_how, down_how} == {"128"}
    assert up
    assert (level, x, y, first, version, always) == ("1", "0", "0", "1", "1", "true")
    assert (under, loop, follow) == ("false", "true", "false")
    assert len(keys) == 3
    assert all(KEY.fullmatch(one) for one in keys)
    assert keys[1]
    shown = decode(images, ",")
    assert len(decode(names, ",")) == len(shown) == 2
    assert state == "1"
    return {image for image in shown if image}


def read_rotation(values: list[str], state: str) -> set[str]:
    angles, key, text, *_ = values
    assert int(angles) == 1
    assert KEY.fullmatch(key)
    assert text
    assert -360 <= float(state) <= 0
    return set()


def read_mask(values: list[str], state: str) -> set[str]:
    key, image, command, style, name, access, peek, _, roll, deal, deal_to = values
    assert KEY.fullmatch(key)
    assert command
    assert name
    assert peek
    assert style == "B"
    assert access == "player:"
    assert (roll, deal, deal_to) == ("false", "", "")
    assert decode(state, ";") == ["null", ""]
    return {image}


def read_command(values: list[str], state: str) -> set[str]:
    command, key, _ = values
    assert command
    assert KEY.fullmatch(key)
    assert state == ""
    return set()


def read_stay(values: list[str], state: str) -> set[str]:
    assert set(values[0]) <= set("icngZAB")
    assert values[1] in "NIV"
    assert state == ""
    return set()


TRAITS: dict[str, Callable[[list[str], str], set[str]]] = {
    "emb2": read_layer,
    "rotate": read_rotation,
    "obs": read_mask,
    "delete": read_command,
    "clone": read_command,
    "immob": read_stay,
}


def walk(element: Element) -> Iterator[Element]:
    """Checks an element and what stands in it; yields the slots of pieces."""
    name = element.tag.removeprefix(BUILD)
    if element.tag == "entry":
        assert element.text
        return
    assert name in ELEMENTS, element.tag
    known = set(ELEMENTS[name].split())
    assert set(element.keys()) <= known, (name, set(element.keys()) - known)
    for key, value in element.items():
        if key in INTEGERS and name not in SCALED:
            assert int(value) >= 0, (name, key, value)
        if "color" in key.lower():
            assert len([part for part in value.split(",") if 0 <= int(part) <= 255]) == 3
    for child in element:
        if name in INSIDE:
            assert child.tag.removeprefix(BUILD) in INSIDE[name]
        yield from walk(child)
    if name.endswith("Slot"):
        yield element


def check(data: bytes) -> tuple[Element, list[Element]]:
    """The build file of a module and the slots in it, once everything about it is right."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    root, facts = fromstring(files.pop("buildFile.xml")), fromstring(files.pop("moduledata"))
    assert root.tag == "VASSAL.build.GameModule"
    assert (facts.tag, facts.get("version")) == ("data", "1")
    assert facts.findtext("name") == root.get("name")
    assert facts.findtext("VassalVersion") == root.get("VassalVersion")
    assert int(facts.findtext("dateSaved") or "") >= 0
    slots = list(walk(root))
    used = set()
    for slot in slots:
        name, images = read_piece(slot.text or "")
        assert name == slot.get("entryName")
        used |= images
    numbers = [int(slot.get("gpid") or 0) for slot in slots]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < int(root.get("nextPieceSlotId") or 0)
    used |= {chart.get("fileName") or "" for chart in root.iter(f"{BUILD}widget.Chart")}
    boards = list(root.iter(f"{BUILD}module.map.boardPicker.Board"))
    used |= {board.get("image") or "" for board in boards if board.get("image")}
    assert {f"images/{name}" for name in used} == set(files)
    check_places(root, {board.get("name"): board for board in boards}, files)
    for data in files.values():
        with Image.open(io.BytesIO(data)) as picture:
            picture.verify()
    return root, slots


def check_places(root: Element, boards: dict[str | None, Element], files: dict[str, bytes]) -> None:
    """Whether all that lies on a board from the start has room on it."""
    for kind in ("SetupStack", "DrawPile"):
        for stack in root.iter(f"{BUILD}module.map.{kind}"):
            board = boards[stack.get("owningBoard")]
            wide, high = int(board.get("width", 0)), int(board.get("height", 0))
            if board.get("image"):
                with Image.open(io.BytesIO(files[f"images/{board.get('image')}"])) as picture:
                    wide, high = picture.size
            assert 0 < int(stack.get("x", -1)) < wide
            assert 0 < int(stack.get("y", -1)) < high


def find_slots(root: Element, name: str) -> list[Element]:
    return [slot for slot in root.iter(f"{BUILD}widget.PieceSlot") if slot.get("entryName") == name]


@pytest.mark.parametrize(
    "values",
    [
        ["a", "b"], ["", ""], ["a;b", ";"], ["\\", "a\\"], ["'a'", "'"], ["a\\;b", "x"], ["", "a"],
        ["a\tb;c/d", "Ä"], ["'", "''"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("mark", list(";,/\t"))
def test_what_is_joined_is_decoded_again(values: list[str], mark: str) -> None:
    assert decode(join(values, mark), mark) == values


@pytest.mark.parametrize("name", ["Iron; Duke", "a/b", "tail\\", "'quoted'", "A, B", "Größe"])
def test_names_with_marks_of_the_engine(name: str) -> None:
    traits = [
        trait.vanish(),
        trait.copy(),
        trait.rotate(45),
        trait.show_layers(["", "b.png"], ["", "+ x"]),
        trait.mask("c.png", name),
        trait.stay(),
        trait.be_piece("a.png", name, 7),
    ]
    assert read_piece(define_piece(traits)) == (name, {"a.png", "b.png", "c.png"})


def test_a_scenario_with_its_table(project: Path, run: Run) -> None:
    file = SHIPS / "asfos" / "the-ice-toll.yaml"
    outcome = run("render", str(file), "--for", "vassal", "-o", "toll.vmod")
    assert outcome.status == 0
    data = (project / "toll.vmod").read_bytes()
    root, _ = check(data)
    sides = [entry.text for entry in root.iter("entry")]
    assert sides == ["Ondaro: The Ondaro Cast", "Threshold: The Threshold Watch"]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        picture = Image.open(io.BytesIO(archive.read("images/table.png")))
    assert picture.size == (7200, 4800)  # 6 by 4 feet, 100 pixels to the inch
    threads = root.iter(f"{BUILD}module.map.LOS_Thread")
    scales = {thread.get("label"): thread.get("scale") for thread in threads}
    assert scales == {"Range": "100", "Halves": "50", "Tenths": "10"}
    stacks = root.iter(f"{BUILD}module.map.SetupStack")
    starts = [stack for stack in stacks if stack.get("owningBoard") == "Table"]
    [start] = [s for s in starts if s.get("name") == "BB1 White Stoop"]
    assert 0 < int(start.get("x", 0)) < 600  # within 6 inches of the left edge, 3 feet wide
    assert 600 < int(start.get("y", 0)) < 4200
    traits = {values[0]: state for values, state in take_apart(start[0].text or "")}
    assert traits["rotate"] == "-90.0"  # clockwise to the right
    tabs = [tab.get("entryName") for tab in root.iter(f"{BUILD}widget.ListWidget")]
    assert tabs == [*sides, "Marks"]
    charts = {chart.get("chartName") for chart in root.iter(f"{BUILD}widget.Chart")}
    assert "The Ice Toll" in charts


def test_a_scenario_of_airships_with_its_table(project: Path, run: Run) -> None:
    file = SHIPS / "airships" / "thunder-for-thunder.yaml"
    assert run("render", str(file), "--for", "vassal", "-o", "x.vmod").status == 0
    data = (project / "x.vmod").read_bytes()
    root, _ = check(data)
    assert [entry.text for entry in root.iter("entry")] == ["Tidemark", "Concord"]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        picture = Image.open(io.BytesIO(archive.read("images/table.png")))
    assert picture.size == (4800, 4800)
    stacks = root.iter(f"{BUILD}module.map.SetupStack")
    starts = [stack for stack in stacks if stack.get("owningBoard") == "Table"]
    [start] = [s for s in starts if s.get("name") == "DN1 Thunderhead"]
    assert 0 < int(start.get("x", 0)) < 1200  # within a foot of the bottom left corner
    assert 3600 < int(start.get("y", 0)) < 4800


HEXAGONS = """\
system: black-skies
fleet: Flight
elements: [{fighter: flint, suit: spades, speed: 6, pilots: [{skill: 3}, {skill: 2}]}]
"""


def test_the_corners_of_hexagons_show_the_table(project: Path, run: Run) -> None:
    (project / "flight.yaml").write_text(HEXAGONS, "utf-8")
    options = ("--sheet", "counters", "--for", "vassal", "-o", "m.vmod")
    assert run("render", "flight.yaml", *options).status == 0
    data = (project / "m.vmod").read_bytes()
    check(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        name = next(name for name in archive.namelist() if "counters" in name)
        with Image.open(io.BytesIO(archive.read(name))) as picture:
            pixel: Any = picture.getpixel
            assert pixel((1, 1))[3] == 0
            assert pixel((picture.width // 2, picture.height // 2))[3] == 255


DAMAGED = """\
system: asfos
fleet: Band / "Ö"; 'eins'
ships: [{ship: warrior, count: 2}, {ship: calypso}]
counters: {back: damaged}
"""


def test_damaged_sides_are_layers(project: Path, run: Run) -> None:
    (project / "band.yaml").write_text(DAMAGED, "utf-8")
    assert run("render", "band.yaml", "--for", "vassal", "-o", "out").status == 0
    [file] = (project / "out").iterdir()
    assert file.name == "band-o-eins.vmod"
    root, slots = check(file.read_bytes())
    ships = [s for s in slots if "counters" in (s.text or "")]
    assert ships
    for slot in ships:
        layers = [v for v, _ in take_apart(slot.text or "") if v[0] == "emb2"]
        assert len(layers) == 1
    boards = {b.get("name"): b for b in root.iter(f"{BUILD}module.map.boardPicker.Board")}
    assert boards["Table"].get("width") == "4800"  # four feet where no scenario says more
    [grid] = boards["Table"]
    assert float(grid.get("dx", 0)) == 1200


def test_decks_are_piles_of_cards_face_down(project: Path, run: Run) -> None:
    file = SHIPS / "barsoom" / "canal-wardens.yaml"
    for name in ("one.vmod", "two.VMOD"):
        assert run("render", str(file), "--for", "vassal", "--ink", "grey", "-o", name).status == 0
    data = (project / "one.vmod").read_bytes()
    assert data == (project / "two.VMOD").read_bytes()
    root, _ = check(data)
    piles = list(root.iter(f"{BUILD}module.map.DrawPile"))
    names = [pile.get("name") for pile in piles]
    assert names[:3] == ["C1 High Water", "S1 Plover", "S2 Dunlin"]
    assert len(set(names)) == len(names)
    for pile in piles:
        assert pile.get("faceDown") == "Always"
        assert pile.get("shuffle") == "Via right-click Menu"
        for slot in pile:
            assert "obs" in [values[0] for values, _ in take_apart(slot.text or "")]
    # The ground of a card is paper, not the table.
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        card = next(name for name in archive.namelist() if "movement-deck" in name)
        with Image.open(io.BytesIO(archive.read(card))) as picture:
            assert picture.mode in ("RGB", "L")
    # Ahead is three times in the deck.
    titles = [slot.get("entryName") for slot in piles[0]]
    assert titles.count("C1 High Water, Ahead") == 3


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "file",
    [
        SHIPS / "airships" / "ember-concord.yaml",
        SHIPS / "black-skies" / "windward-squadron.yaml",
        GAMES / "low-water" / "ships" / "free-companies.yaml",
        SHIPS / "asfos" / "warrior.yaml",
    ],
)
def test_every_game(file: Path, project: Path, run: Run) -> None:
    assert run("render", str(file), "--for", "vassal", "-o", "m.vmod").status == 0
    check((project / "m.vmod").read_bytes())


def test_empty_cards(project: Path, run: Run) -> None:
    outcome = run("blank", "black-skies/complete-deck", "--for", "vassal", "-o", "cards.vmod")
    assert outcome.status == 0
    root, _ = check((project / "cards.vmod").read_bytes())
    [pile] = root.iter(f"{BUILD}module.map.DrawPile")
    assert len(pile) == 52


def read_versions(file: Path) -> tuple[str | None, str | None]:
    with zipfile.ZipFile(file) as archive:
        facts = fromstring(archive.read("moduledata"))
        root = fromstring(archive.read("buildFile.xml"))
    return facts.findtext("version"), root.get("version")


def test_the_version_grows_with_what_is_in_a_module(project: Path, run: Run) -> None:
    module = project / "g.vmod"

    def render(ship: str, *options: str) -> bytes:
        assert run("render", ship, "--for", "vassal", "-o", "g.vmod", *options).status == 0
        return module.read_bytes()

    first = render("granite")
    assert read_versions(module) == ("1.0", "1.0")
    assert render("granite") == first  # which differs in nothing
    second = render("granite", "--ink", "grey")
    assert read_versions(module) == ("1.1", "1.1")
    check(second)
    assert render("granite", "--ink", "grey") == second
    (project / "modules").mkdir()
    (project / "modules" / "granite.vmod").write_bytes(first)
    assert run("render", "granite", "--for", "vassal", "-o", "modules").status == 0
    assert (project / "modules" / "granite.vmod").read_bytes() == first
    module.write_bytes(b"no module")
    assert render("granite") == first
    (project / "sheetgen.yaml").write_text("version: '2.3'\n", "utf-8")  # which wins
    for options in ([], ["--ink", "grey"]):
        render("granite", *options)
        assert read_versions(module) == ("2.3", "2.3")


def test_the_next_version() -> None:
    versions = {"1.0": "1.1", "1.9": "1.10", "2.3-beta": "2.4-beta", "beta": "beta.1"}
    assert {old: raise_version(old) for old in versions} == versions
