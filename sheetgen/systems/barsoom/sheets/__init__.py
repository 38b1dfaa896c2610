"""Sheets: what is printed, as plain values for the templates; one module per sheet.

Each is imported when it is printed; what is said of it here decides whether it is.
"""

from __future__ import annotations

from sheetgen.systems import Sheet, sheet_later

_BOTH = ("ship", "fleet")


def _name(home: str, name: str, kinds: tuple[str, ...], default: tuple[str, ...] = ()) -> Sheet:
    return sheet_later(f"{__name__}.{home}", name, kinds, default)


SHEETS: tuple[Sheet, ...] = (
    _name("scenario:SCENARIO", "scenario", ("scenario",), default=("scenario",)),
    _name("roster:ROSTER", "roster", ("fleet",), default=("fleet",)),
    _name("ship_card:SHIP_CARD", "ship-card", _BOTH, default=_BOTH),
    _name("deck:POKER_DECK", "movement-deck", _BOTH, default=_BOTH),
    _name("deck:BRIDGE_DECK", "movement-deck-bridge", _BOTH),
    _name("die:DIE", "damage-die", _BOTH, default=("fleet",)),
    _name("counters:COUNTERS", "counters", _BOTH, default=("fleet",)),
    _name("deck_plan:PLAN", "deck-plan", _BOTH),
    _name("deck_plan:PLAN_PAGE", "deck-plan-page", _BOTH),
    _name("counters:PORTRAIT", "portrait", ("ship",)),
    _name("reference:REFERENCE", "reference", _BOTH, default=("fleet",)),
    _name("aids:TEMPLATE", "turning-template", _BOTH),
    _name("aids:RULER", "range-ruler", _BOTH),
    _name("scenario:TERRAIN_SHEET", "terrain", ("scenario",)),
    _name("aids:TOKENS", "tokens", _BOTH),
)
"""All sheets, in the order of a scenario's and a fleet's kit."""
