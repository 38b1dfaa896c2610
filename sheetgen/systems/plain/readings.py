"""Readings of a game: coefficients of its rules, which a fleet may change for a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from sheetgen.reading.field import Field, Text
from sheetgen.reading.model import Model
from sheetgen.systems.plain.desk import GameDesk
from sheetgen.systems.plain.field import make_model
from sheetgen.systems.plain.formula.formula import KnownNames
from sheetgen.systems.plain.formula.value import NUMBER, TEXT, WHOLE, Number, TableType, read_float
from sheetgen.systems.plain.gamefile import ReadingSpec

_MOST = 10_000


def read_readings(desk: GameDesk, written: Mapping[str, ReadingSpec]) -> None:
    """Puts the readings of a game on its desk, each a table that is found by texts."""
    for name, spec in written.items():
        if desk.check_name(("readings", name), {**desk.tables, **desk.readings}):
            values = {key: read_float(value) for key, value in spec.values.items()}
            whole = all(isinstance(value, int) for value in values.values())
            line, keys = (WHOLE if whole else NUMBER), list(values)
            form = TableType(f"the reading {name}", key=TEXT, line=line, keys=keys, fixed=False)
            desk.readings[name] = KnownNames(form, value=values)


def make_keys(written: Mapping[str, ReadingSpec]) -> dict[str, tuple[Any, Any]]:
    """The keys of a fleet that change readings, by the names of these: an annotation each."""
    found = {}
    for name, spec in written.items():
        about = spec.about.strip() or "other coefficients, with a reason"
        info = Field(None, alias=spec.key or name, description=about)
        found[f"r_{name}"] = (_make_model(name, spec) | None, info)
    return found


def _make_model(name: str, spec: ReadingSpec) -> Any:
    """The class of what a fleet writes about a reading."""
    parts = {
        f"v{at}": (_describe(value), Field(value, alias=key))
        for at, (key, value) in enumerate(spec.values.items())
    }
    reason = (Text, Field(description="why they differ"))
    parts = {"reason": reason, **parts}
    return make_model(f"{name.title()}Reading", Model, {}, parts)


def _describe(value: float) -> Any:
    kind = int if isinstance(value, int) else float
    return Annotated[kind, Field(ge=0, le=_MOST)]


def read_changes(fleet: Any, usual: Mapping[str, Mapping[str, Number]]) -> dict[str, Any]:
    """The readings that a fleet changes, with all their values, by their names."""
    found = {}
    for name, values in usual.items():
        written = getattr(fleet, f"r_{name}")
        if written is not None:
            given = (getattr(written, f"v{at}") for at in range(len(values)))
            found[name] = dict(zip(values, map(read_float, given), strict=True))
    return found
