"""The words of a scenario sheet, by sections."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.contrast import deepen
from sheetgen.systems.kit.scenario.briefing import Briefing, Linked
from sheetgen.systems.kit.scenario.scenario import find_deployments
from sheetgen.systems.kit.scenario.table import NO_BREAK
from sheetgen.systems.kit.scenario.terrain import Terrain
from sheetgen.systems.kit.text import Fact, Paragraph, Section

_HANG = 7.0  # the width of a badge before a text, in millimetres


def list_sections(linked: Linked, briefing: Briefing) -> list[Section]:
    """Setup, deployment, terrain, special rules and victory, as far as given."""
    scenario = linked.scenario
    rules = [Paragraph(rule.text, f"{rule.title}.") for rule in scenario.special_rules]
    sections = [
        Section("Setup", list(_list_setup(linked, briefing))),
        Section("Deployment", list(_list_deployment(linked))),
        Section("Terrain", list(_list_terrain(linked, briefing))),
        Section("Special rules", rules),
        Section("Victory", [Paragraph(scenario.victory)] if scenario.victory else []),
    ]
    return [section for section in sections if section.parts]


def letter(at: int) -> str:
    """The letter of the terrain piece `at` (from 0), which is used on the map and in the text."""
    return chr(ord("A") + at)


def _list_setup(linked: Linked, briefing: Briefing) -> Iterator[Fact]:
    scenario = linked.scenario
    yield Fact("Table", scenario.table.text.replace("ft", "feet"))
    yield from briefing.setup(linked)
    if scenario.turns:
        yield Fact("Length", "1 turn" if scenario.turns == 1 else f"{scenario.turns} turns")


def _list_deployment(linked: Linked) -> Iterator[Paragraph]:
    scenario = linked.scenario
    for number, side in enumerate(linked.sides, start=1):
        own = find_deployments(linked, side.name)
        text = "; or ".join(d.describe(scenario.table) for d in own)
        if text:
            yield Paragraph(
                f"{text}.", f"{side.name}:", str(number), deepen(side.colour), hang=_HANG
            )


def _list_terrain(linked: Linked, briefing: Briefing) -> Iterator[Paragraph]:
    """Every piece with its letter, with pieces under the same rule together above it."""
    words = briefing.words(linked)
    groups: dict[str, list[Paragraph]] = {}
    for at, piece in enumerate(linked.scenario.terrain):
        text, lead = _describe(piece, linked), f"{piece.title}:"
        shown = Paragraph(text, lead, letter(at), hang=_HANG)
        groups.setdefault(piece.write_rule(**words), []).append(shown)
    for rule, pieces in groups.items():
        *others, last = pieces
        yield from (*others, last._replace(keeps=True), Paragraph(rule, hang=_HANG, gap=0.4))


def _describe(piece: Terrain, linked: Linked) -> str:
    table = linked.scenario.table
    x, y = piece.locate(table)
    wide, deep = piece.extent
    size = f"{table.show(wide)} across" if wide == deep else f"{wide:g} by {table.show(deep)}"
    where = "in the centre" if (x, y) == table.centre else f"at ({x:g},{NO_BREAK}{y:g})"
    kind = f"{piece.kind_name.lower()}, " if piece.name else ""
    note = f", {piece.note.replace(' ', NO_BREAK)}" if piece.note else ""
    return f"{kind}{size}, {where}{note}."
