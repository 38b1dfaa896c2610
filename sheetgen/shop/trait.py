"""Traits of VASSAL's pieces, in the text from which its engine makes them.

A piece is a basic piece inside traits, each of which is a list of values joined by a character;
where that character occurs in a value, a backslash precedes it (VASSAL's SequenceEncoder).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


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
    """Never stacks, and moves only once it is selected, with Shift held."""
    return Trait("immob;i;I")


def vanish() -> Trait:
    """Deleted with Ctrl+D."""
    return Trait("delete;" + join(["Delete", "68,130", ""], ";"))


def copy() -> Trait:
    """Copied with Ctrl+C."""
    return Trait("clone;" + join(["Copy", "67,130", ""], ";"))
