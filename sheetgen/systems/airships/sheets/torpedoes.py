"""Torpedo cards: the hulls and heights of a launcher's torpedoes while they are on their way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.contrast import deepen
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.airships.data import KEYWORDS, MOVEMENT, TORPEDO
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.fleet import COLOUR, LinkedFleet, list_members
from sheetgen.systems.airships.height import HIGHEST, ISLANDS
from sheetgen.systems.airships.sheets.counters import TORPEDOES
from sheetgen.systems.airships.sheets.track import Level
from sheetgen.systems.airships.sheets.wings import Fact
from sheetgen.systems.airships.silhouette import draw_torpedo
from sheetgen.systems.kit.ensign import Ensign, make_ensign
from sheetgen.systems.kit.silhouette import Layer

_HOME = 80
"""The most letters of a ship's ID and name; beyond that, only the ID."""


@record
class Card:
    """The card of a launcher; its torpedoes are numbered as their counters are."""

    home: str  # the ship that launches them
    torpedoes: Sequence[str]
    hull: int
    levels: Sequence[Level]
    facts: Sequence[Fact]
    words: Sequence[Fact]
    parts: Sequence[Layer]
    colour: str
    ensign: Ensign | None


def fill_torpedo_cards(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """A card for every launcher of a ship or of a fleet's ships."""
    members, look = list_members(values, look)
    ensign = make_ensign(values, look, COLOUR)
    for member in members:
        launchers = sum(weapon.has("Torpedo") for _, weapon in member.ship.list_weapons())
        title = member.title
        home = member.id if member.id and len(title) > _HOME else title
        for launcher in range(launchers):
            first = launcher * TORPEDOES + 1
            names = [f"T{number}" for number in range(first, first + TORPEDOES)]
            card = _make_card(home, names, look, ensign)
            yield Print(card, f"{title}, torpedoes {names[0]} to {names[-1]}", ship=title)


def _make_card(home: str, names: Sequence[str], look: Look, ensign: Ensign | None) -> Card:
    movement, (low, high) = MOVEMENT[TORPEDO.row], ISLANDS
    evasive = next(word.number for word in TORPEDO.keywords if word.name == "Evasive")
    return Card(
        home=home,
        torpedoes=names,
        hull=TORPEDO.hull,
        levels=[Level(height, False, low <= height <= high) for height in range(HIGHEST + 1)],
        facts=[
            Fact("MOVE", f"{movement.move}″"),
            Fact("PIVOT", f"{movement.pivot:g}°"),
            Fact("LIFT", str(TORPEDO.lift)),
            Fact("DROP", str(TORPEDO.drop)),
            Fact("INERTIA", str(TORPEDO.inertia)),
        ],
        words=[
            Fact("Contact.", f"It hits a ship that it touches: roll {TORPEDO.dice} damage dice."),
            Fact(f"Evasive −{evasive}.", KEYWORDS["Evasive"]),
            Fact("Fragile.", KEYWORDS["Fragile"]),
        ],
        parts=draw_torpedo(),
        colour=deepen(look.colour or COLOUR),
        ensign=ensign,
    )


TORPEDO_CARDS = Sheet(
    name="torpedo-cards",
    title="Torpedo cards",
    about="a card for each launcher, with the hulls and heights of its four torpedoes",
    template="airships/torpedo-card.svg",
    kinds=("ship", "fleet"),
    fill=fill_torpedo_cards,
    default=("ship", "fleet"),
)
