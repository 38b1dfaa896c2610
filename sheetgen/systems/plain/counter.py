"""Counters of a plain game: what its fleets choose for them, and what their templates know."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from sheetgen.ground.record import NamedTuple
from sheetgen.reading.field import Before, Field, Schema
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.kindfile import CounterSpec
from sheetgen.systems.plain.problem import BAD_GAME


def make_choice(desk: GameDesk, path: Path_, spec: CounterSpec) -> type[Any]:
    """The class of the `counters:` of a fleet, with the sizes, shapes and backs that a game has."""
    sizes = (spec.usual, *spec.sizes)
    for name, inches in spec.sizes.items():
        if not 0.2 < inches <= 4:
            message = f"a counter of {inches:g} inches can't be used"
            desk.report(BAD_GAME, (*path, "sizes", name), message, "0.2 to 4 inches")
    if spec.usual in spec.sizes:
        message = f"{spec.usual[:60]} is one of the sizes"
        desk.report(BAD_GAME, (*path, "usual"), message, "write a word for the size of the sheet")
    shapes, backs = tuple(spec.shapes) or ("square",), ("none", *spec.backs)
    numbers = [*spec.sizes.values(), *([float(spec.usual)] if spec.usual.isdigit() else [])]
    words: Any = Literal
    space: dict[str, Any] = {
        "__module__": __name__,
        "__annotations__": {
            "size": Annotated[
                words[sizes],
                Before(kit.spell_size(spec.sizes)),
                Schema({"enum": [*sizes, *numbers]}),
            ],
            "shape": words[shapes],
            "back": words[backs],
        },
        "size": Field(sizes[0], description=", ".join(sizes)),
        "shape": Field(shapes[0], description=", ".join(shapes)),
        "back": Field("none", description=", ".join(backs)),
        "inches": dict(spec.sizes),
    }
    return type("CounterChoice", (kit.Counters,), space)


class CounterLook(NamedTuple):
    """The choices of a fleet for its counters; a ship on its own has the usual ones.

    `size` is that of all of them in millimetres, 0 where the sheet gives each its own.
    """

    size: float
    shape: str
    back: str
    fold: bool


def choose_look(values: Any, shape: str) -> CounterLook:
    """The look of the counters of a fleet or of a ship; `shape` is the game's usual one."""
    fleet = getattr(values, "fleet", None)
    chosen = getattr(fleet, "counters", None)
    inches = getattr(chosen, "inches", {}).get(getattr(chosen, "size", ""), 0.0)
    return CounterLook(
        inches * kit.INCH,
        getattr(chosen, "shape", shape),
        getattr(chosen, "back", "none"),
        getattr(chosen, "fold", False),
    )
