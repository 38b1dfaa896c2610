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
    _name("display:DISPLAY", "display", _BOTH, default=_BOTH),
    _name("display:COMPACT_DISPLAY", "compact", _BOTH),
    _name("display:LARGE_DISPLAY", "large", _BOTH),
    _name("console:CONSOLE", "console", _BOTH),
    _name("plotting:PLOTTING", "plotting-chart", _BOTH, default=("fleet",)),
    _name("counters:COUNTERS", "counters", _BOTH, default=("fleet",)),
    _name("aids:TEMPLATE", "arc-template", _BOTH, default=("fleet",)),
    _name("aids:RULER", "range-ruler", _BOTH, default=("fleet",)),
    _name("reference:REFERENCE", "reference", _BOTH, default=("fleet",)),
    _name("scenario:TERRAIN_SHEET", "terrain", ("scenario",)),
    _name("aids:TOKENS", "tokens", _BOTH),
    _name("counters:PORTRAIT", "portrait", ("ship",)),
)
"""All sheets, in the order of a scenario's and a fleet's kit."""
