"""The words of a scenario sheet: its sections, as rows of text in columns of a given width."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from sheetgen.ground.contrast import deepen
from sheetgen.systems.asfos.scenario import LinkedScenario
from sheetgen.systems.asfos.sheets.flow import Row, section, state, write
from sheetgen.systems.asfos.terrain import Terrain

NO_BREAK = "\u00a0"  # a space that stays in its line
_HANG = 7.0  # what a badge before a text takes, in millimetres


def write_sections(linked: LinkedScenario, width: float) -> list[list[Row]]:
    """Setup, deployment, terrain, special rules and victory, as far as there are any."""
    scenario = linked.scenario
    rules = [write(width, rule.text, lead=f"{rule.title}.") for rule in scenario.special_rules]
    contents = {
        "Setup": _write_setup(linked),
        "Deployment": _write_deployment(linked, width),
        "Terrain": _write_terrain(linked, width),
        "Special rules": chain(*rules),
        "Victory": write(width, scenario.victory) if scenario.victory else (),
    }
    written = {title: list(rows) for title, rows in contents.items()}
    return [section(title, rows) for title, rows in written.items() if rows]


def letter(at: int) -> str:
    """The letter of the terrain piece `at` (from 0), which stands on the map and in the text."""
    return chr(ord("A") + at)


def _write_setup(linked: LinkedScenario) -> Iterator[Row]:
    scenario = linked.scenario
    fleets = [side.fleet.fleet for side in linked.sides]
    speeds = dict.fromkeys(str(fleet.start_speed) for fleet in fleets)
    bands = dict.fromkeys(fleet.range_band for fleet in fleets)
    ranges = [f"{band.size}, {2 * band.size}, {band.show(30)}" for band in bands]
    yield state("Table", scenario.table.text.replace("ft", "feet"))
    yield state("Start speed", " or ".join(speeds))
    yield state("Ranges", " or ".join(ranges))
    yield state("Secondaries", " or ".join(band.show(5) for band in bands))
    if scenario.turns:
        yield state("Length", "1 turn" if scenario.turns == 1 else f"{scenario.turns} turns")


def _write_deployment(linked: LinkedScenario, width: float) -> Iterator[Row]:
    scenario = linked.scenario
    for number, side in enumerate(linked.sides, start=1):
        own = [d for d in scenario.deployment if d.side == side.name]
        text = "; or ".join(d.describe(scenario.table) for d in own)
        if text:
            colour = deepen(side.colour)
            yield from write(width, f"{text}.", f"{side.name}:", str(number), colour, _HANG)


def _write_terrain(linked: LinkedScenario, width: float) -> Iterator[Row]:
    """Every piece with its letter, and pieces of one rule together above it."""
    table, band = linked.scenario.table, linked.sides[0].fleet.fleet.range_band
    unit = "inch" if table.length_unit == "in" else "centimetre"
    groups: dict[str, list[tuple[int, Terrain]]] = {}
    for at, piece in enumerate(linked.scenario.terrain):
        groups.setdefault(piece.write_rule(unit, band.show(5)), []).append((at, piece))
    for rule, pieces in groups.items():
        rows: list[Row] = []
        for at, piece in pieces:
            text = _describe(piece, linked)
            rows += write(width, text, f"{piece.title}:", letter(at), hang=_HANG)
        yield from [*rows[:-1], replace(rows[-1], keeps=True)]
        yield from write(width, rule, hang=_HANG, gap=0.4)


def _describe(piece: Terrain, linked: LinkedScenario) -> str:
    table = linked.scenario.table
    x, y = piece.locate(table)
    wide, deep = piece.extent
    size = f"{table.show(wide)} across" if wide == deep else f"{wide:g} by {table.show(deep)}"
    where = "in the centre" if (x, y) == table.centre else f"at ({x:g},{NO_BREAK}{y:g})"
    kind = f"{piece.kind_name.lower()}, " if piece.name else ""
    return f"{kind}{size}, {where}."
