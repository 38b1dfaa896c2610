"""What a sky ship looks like, for books: its deck plan, or the user's own picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.ground.contrast import deepen
from sheetgen.ground.geometry import find_reach
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.plan import Plan, draw_plan, fit_scale
from sheetgen.systems.barsoom.sheets.ship_card import find_colour

_LENGTH, _BEAM = 100.0, 44.0
"""The most that a plan takes, in millimetres."""
_ART = 62.0
"""The height of a picture's place, in millimetres, where its width is 104."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A ship from above, bow to the right; `beam` is the height of its place in millimetres."""

    plan: Plan
    beam: float
    colour: str
    art: str


def fill_portrait(ship: Ship, look: Look) -> Iterator[Print]:
    """The portrait of a ship."""
    plan, art = draw_plan(ship, fit_scale(ship, _BEAM, _LENGTH), planks=True), look.art(ship)
    # Fins reach further than the beam.
    reach = find_reach(part.path for part in plan.parts)
    beam = _ART if art else round(2 * reach + 4, 1)
    yield Print(Portrait(plan, beam, deepen(find_colour(ship, look)), art), ship.name)


PORTRAIT = Sheet(
    name="portrait",
    title="Portrait",
    about="what a ship looks like, for books: its deck plan, or a picture of your own",
    template="barsoom/portrait.svg",
    kinds=("ship",),
    fill=fill_portrait,
    cut=False,
    role="portrait",
)
