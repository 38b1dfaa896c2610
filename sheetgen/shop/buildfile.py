"""VASSAL's build file: the windows, maps and pieces of a module as XML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement, fromstring, indent, tostring

from sheetgen.ground.record import NamedTuple

MODULE = "VASSAL.build.module"
MAP = f"{MODULE}.map"
WIDGET = "VASSAL.build.widget"
VASSAL = "3.7.0"
"""The version of the engine whose build files these are; newer ones read them as well."""
_BARE = (
    "StackMetrics", "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer",
    "MapCenterer", "StackExpander", "PieceMover", "KeyBufferer", "ImageSaver",
)  # fmt: skip
"""The traits of a map whose pieces can be looked at, stacked and moved."""


def start_module(name: str, about: str, sides: Sequence[str], version: str) -> Element:
    """A module with the sides that players may take."""
    root = Element(
        "VASSAL.build.GameModule",
        ModuleOther1="", ModuleOther2="", VassalVersion=VASSAL, description=about, name=name,
        nextPieceSlotId="0", version=version,
    )  # fmt: skip
    SubElement(root, f"{MODULE}.BasicCommandEncoder")
    SubElement(root, f"{MODULE}.Documentation")
    roster = SubElement(
        root, f"{MODULE}.PlayerRoster", buttonKeyStroke="", buttonText="Change sides",
        buttonToolTip="Take another side",
    )  # fmt: skip
    for side in sides:
        SubElement(roster, "entry").text = side
    SubElement(root, f"{MODULE}.GlobalOptions", autoReport="Always", nonOwnerUnmaskable="Never")
    SubElement(root, f"{MODULE}.Chatter")
    SubElement(root, f"{MODULE}.KeyNamer")
    SubElement(root, f"{MODULE}.PrototypesContainer")
    SubElement(
        root, f"{MODULE}.DiceButton", name="2d6", text="2d6", nDice="2", nSides="6",
        reportTotal="false", prompt="false",
    )  # fmt: skip
    for number in (6, 8, 10, 12):
        SubElement(
            root, f"{MODULE}.DiceButton", name=f"d{number}", text=f"d{number}", nDice="1",
            nSides=str(number), reportTotal="false", prompt="false",
        )  # fmt: skip
    return root


def add_map(root: Element, name: str, is_first: bool, **board: str) -> tuple[Element, Element]:
    """A map with one board; a further map gets a button that opens it."""
    made = SubElement(
        root, f"{MODULE}.Map", mapName=name, allowMultiple="false", markMoved="Never",
        launch=str(not is_first).lower(), buttonName="" if is_first else name,
        backgroundcolor="255,255,255", color="255,0,0", thickness="2", edgeWidth="40",
        edgeHeight="40",
    )  # fmt: skip
    picker = SubElement(made, f"{MAP}.BoardPicker")
    facts = {"name": name, "reversible": "false", **board}
    placed = SubElement(picker, f"{MAP}.boardPicker.Board", facts)
    for part in _BARE:
        SubElement(made, f"{MAP}.{part}")
    SubElement(
        made, f"{MAP}.CounterDetailViewer", version="3", delay="700", minDisplayPieces="1",
        display="from top-most layer only", showgraph="true", showtext="true", graphicsZoom="2.0",
        counterReportFormat="$PieceName$",
    )  # fmt: skip
    SubElement(made, f"{MAP}.Zoomer", zoomLevels="0.1,0.15,0.25,0.4,0.6,0.8,1.0,1.5,2.0,3.0",
               zoomStart="3" if is_first else "5")  # fmt: skip
    return made, placed


def add_grid(board: Element, step: float) -> None:
    """Lines from edge to edge that pieces take no notice of, so many pixels apart."""
    SubElement(
        board, f"{MAP}.boardPicker.board.SquareGrid", x0=str(round(step / 2)),
        y0=str(round(step / 2)), dx=str(step), dy=str(step), range="Metric", snapTo="false",
        edgesLegal="false", cornersLegal="false", visible="true", dotsVisible="false",
        color="196,196,196",
    )  # fmt: skip


def add_thread(made: Element, label: str, unit: str, pixels: int, key: str) -> None:
    """A thread between two points of a map that shows their distance, a whole number of a unit."""
    SubElement(
        made, f"{MAP}.LOS_Thread", threadName=label, label=label,
        tooltip=f"Measure a distance, in {unit} (Ctrl+{key})", hotkey=f"{ord(key)},130",
        drawRange="true",
        scale=str(pixels), round="Nearest whole number", snapStart="false", snapEnd="false",
        hideCounters="false", threadColor="255,0,0", rangeFg="255,255,255", rangeBg="0,0,0",
        report="",
    )  # fmt: skip


def add_stack(made: Element, name: str, board: str, at: tuple[float, float]) -> Element:
    """A place of a map on which pieces lie from the start."""
    return SubElement(
        made, f"{MAP}.SetupStack", name=name, owningBoard=board, useGridLocation="false",
        x=str(round(at[0])), y=str(round(at[1])),
    )  # fmt: skip


def add_deck(
    made: Element, name: str, board: str, at: tuple[float, float], size: tuple[int, int]
) -> Element:
    """A place of a map for a deck, which is shuffled when it is asked to be."""
    return SubElement(
        made, f"{MAP}.DrawPile", name=name, owningBoard=board, x=str(round(at[0])),
        y=str(round(at[1])), width=str(size[0]), height=str(size[1]), allowMultiple="true",
        allowSelect="true", selectDisplayProperty="$BasicName$", faceDown="Always",
        drawFaceUp="true", shuffle="Via right-click Menu", shuffleCommand="Shuffle",
        shuffleFormat="$playerId$ shuffles $deckName$", reversible="false", draw="true",
        color="160,160,160", hotkeyOnEmpty="false", canSave="false", maxStack="15",
        reshufflable="false",
    )  # fmt: skip


def add_slot(
    made: Element, name: str, number: int, size: tuple[int, int], piece: str, card: bool = False
) -> None:
    """A piece, or a card, as a part of something else."""
    slot = SubElement(
        made, f"{WIDGET}.{'CardSlot' if card else 'PieceSlot'}", entryName=name, gpid=str(number),
        width=str(size[0]), height=str(size[1]),
    )  # fmt: skip
    slot.text = piece


def add_palette(root: Element) -> Element:
    """The window from which pieces are taken, with a tab for each side."""
    window = SubElement(
        root, f"{MODULE}.PieceWindow", name="Pieces", text="Pieces", tooltip="Pieces to take",
        hidden="false", scale="1.0",
    )  # fmt: skip
    return SubElement(window, f"{WIDGET}.TabWidget", entryName="Pieces")


def add_list(tabs: Element, name: str) -> Element:
    """A list of pieces or charts, one shown at a time."""
    return SubElement(
        tabs, f"{WIDGET}.ListWidget", entryName=name, scale="1.0", width="400", height="400",
        divider="260",
    )  # fmt: skip


def add_charts(root: Element, charts: Iterable[tuple[str, str]]) -> None:
    """A window with pages to read, each with its title and picture."""
    window = SubElement(root, f"{MODULE}.ChartWindow", name="Sheets", text="Sheets",
                        tooltip="Tables and rosters")  # fmt: skip
    pages = SubElement(window, f"{WIDGET}.TabWidget", entryName="Sheets")
    for title, image in charts:
        SubElement(pages, f"{WIDGET}.Chart", chartName=title, fileName=image)


def write_module(root: Element, pieces: int) -> bytes:
    """The build file of a module with so many pieces."""
    root.set("nextPieceSlotId", str(pieces + 1))
    return _write(root)


def write_data(name: str, about: str, version: str) -> bytes:
    """Write the data that the list of modules shows of one, as XML."""
    root = Element("data", version="1")
    facts = {
        "version": version, "VassalVersion": VASSAL, "dateSaved": "0", "description": about,
        "name": name,
    }  # fmt: skip
    for key, value in facts.items():
        SubElement(root, key).text = value
    return _write(root)


def get_version(data: bytes) -> str:
    """The version in what `write_data` has written, or the engine from it; empty without one."""
    return fromstring(data).findtext("version") or ""


def set_version(data: bytes, version: str) -> bytes:
    """The data that `write_module` or `write_data` has written, with another version."""
    root = fromstring(data)
    stated = root.find("version")
    if stated is None:
        root.set("version", version)
    else:
        stated.text = version
    return _write(root)


def _write(root: Element) -> bytes:
    indent(root, "  ")
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{text}\n'.encode()


# Traits of VASSAL's pieces: each is a list of values joined by a character, which a backslash
# precedes where it occurs in a value (VASSAL's SequenceEncoder), around a basic piece.


class Trait(NamedTuple):
    """A trait: what it is, and the state in which it begins."""

    type: str
    state: str = ""


def join(values: Sequence[object], mark: str) -> str:
    """Values as one text, from which the engine gets the same values back."""
    return mark.join(_escape(str(value), mark) for value in values)


def _escape(value: str, mark: str) -> str:
    escaped = value.replace(mark, f"\\{mark}")
    if value.endswith("\\") or (value.startswith("'") and value.endswith("'") and value):
        return f"'{escaped}'"
    return escaped


def define_piece(traits: Sequence[Trait]) -> str:
    """The definition of a piece, whose `traits` lead from the outermost to the basic piece."""
    kind, state = traits[-1]
    for trait in reversed(traits[:-1]):
        kind, state = join([trait.type, kind], "\t"), join([trait.state, state], "\t")
    return "+/" + join(["null", kind, state], "/")


def be_piece(image: str, name: str, number: int) -> Trait:
    """The basic piece, with a number of its own."""
    return Trait("piece;" + join(["", "", image, name], ";"), f"null;0;0;{number};0")


def show_layers(images: Sequence[str], names: Sequence[str]) -> Trait:
    """Sides of a piece that are turned with Ctrl+F; an empty one shows the piece itself.

    A name that begins with + is put behind the piece's own.
    """
    parts = [
        "", 128, "", "", 128, "", "", 128, "", "", "", 1, "false", 0, 0,
        join(images, ","), join(names, ","), "true", "Side", "", "", "false", "", 1, 1, "true",
        "", "70,130", "",
    ]  # fmt: skip
    parts[3] = "Turn over"
    return Trait("emb2;" + join(parts, ";"), "1")


def rotate(clockwise: float = 0.0) -> Trait:
    """Any direction, to which it is turned with Ctrl+R; it begins so many degrees clockwise."""
    parts = [1, "82,130", "Rotate", "", "", "Direction", ""]
    return Trait("rotate;" + join(parts, ";"), f"{-(clockwise % 360) or 0.0:.1f}")


def mask(image: str, name: str) -> Trait:
    """The back of a card, to which it is turned with Ctrl+F."""
    parts = ["70,130", image, "Turn over", "B", name, "player:", "Look at it", "", "false", "", ""]
    return Trait("obs;" + join(parts, ";"), "null;")


def stay() -> Trait:
    """Return the trait of pieces that never stack, and move only once selected, with Shift held."""
    return Trait("immob;i;I")


def vanish() -> Trait:
    """Deleted with Ctrl+D."""
    return Trait("delete;" + join(["Delete", "68,130", ""], ";"))


def copy() -> Trait:
    """Copied with Ctrl+C."""
    return Trait("clone;" + join(["Copy", "67,130", ""], ";"))
