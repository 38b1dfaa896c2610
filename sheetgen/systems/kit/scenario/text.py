"""The words of a scenario sheet, by sections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record
from sheetgen.ground.words import find_spoken, tr, tr_many
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.map import letter
from sheetgen.systems.kit.scenario.scenario import LinkedScenario, find_deployments
from sheetgen.systems.kit.scenario.table import NO_BREAK, Terrain
from sheetgen.systems.kit.text import Fact, Section, TextParagraph

Linked = LinkedScenario


@record
class BriefingRow:
    """A row in the table of a side: some ships of one design, or what is `aboard` of them.

    `member` is the one that is drawn.
    """

    count: int
    name: str
    code: str
    ids: Sequence[str]
    points: str = ""
    aboard: bool = False
    member: Any = None


@record
class Briefing:
    """The parts of a scenario sheet that a game says in its own way.

    `game` is its name. `rows` are the rows of a side's table. `setup` are facts besides the table
    and the length, `rules` stand before the scenario's own, `scale` is what the bar below the map
    shows, `words` stand in the rules of terrain, and `draw` gives the layers of a ship of a fleet.
    """

    game: str
    rows: Callable[[Sequence[Any]], Iterable[BriefingRow]]
    setup: Callable[[Linked], Iterable[Fact]] = lambda linked: ()
    rules: Callable[[Linked], Iterable[Fact]] = lambda linked: ()
    scale: Callable[[Linked], Scale | None] = lambda linked: None
    words: Callable[[Linked], Mapping[str, str]] = lambda linked: {}
    draw: Callable[[Any, str], Sequence[Any]] = lambda member, fleet: ()


def group_designs(
    code: Callable[[Any], str],
    points: Callable[[Any], int] | None = None,
    aboard: Callable[[Sequence[Any]], Iterable[BriefingRow]] = lambda members: (),
) -> Callable[[Sequence[Any]], Iterator[BriefingRow]]:
    """A function that makes the rows of a fleet's ships: one for each design.

    `code` gives the code of a design, `points` those of a ship in games that have any, and `aboard`
    the rows below some ships of one design.
    """

    def group(members: Sequence[Any]) -> Iterator[BriefingRow]:
        designs: dict[int, list[Any]] = {}
        for member in members:
            designs.setdefault(id(member.ship), []).append(member)
        for ships in designs.values():
            first = ships[0]
            worth = ""
            if points:
                worth = show_points(sum(map(points, ships)), getattr(first, "estimated", False))
            ids = [member.id for member in ships]
            yield BriefingRow(
                len(ships), first.ship.name, code(first.ship), ids, worth, member=first
            )
            yield from aboard(ships)

    return group


def show_points(points: int, estimated: bool) -> str:
    """Points as they are printed: estimates with a ~."""
    return f"~{points}" if estimated else str(points)


_HANG = 7.0  # the width of a badge before a text, in millimetres


def list_sections(linked: Linked, briefing: Briefing) -> list[Section]:
    """Setup, deployment, terrain, special rules and victory, as far as given."""
    scenario = linked.scenario
    rules = [TextParagraph(fact.value, f"{fact.key}.") for fact in briefing.rules(linked)]
    rules += [TextParagraph(rule.text, f"{rule.title}.") for rule in scenario.special_rules]
    sections = [
        Section(tr("Setup"), list(_list_setup(linked, briefing))),
        Section(tr("Deployment"), list(_list_deployment(linked))),
        Section(tr("Terrain"), list(_list_terrain(linked, briefing))),
        Section(tr("Special rules"), rules),
        Section(tr("Victory"), [TextParagraph(scenario.victory)] if scenario.victory else []),
    ]
    return [section for section in sections if section.parts]


def _list_setup(linked: Linked, briefing: Briefing) -> Iterator[Fact]:
    scenario = linked.scenario
    yield Fact(tr("Table"), scenario.table.text.replace("ft", tr("feet")))
    yield from briefing.setup(linked)
    if scenario.turns:
        yield Fact(tr("Length"), tr_many("{} turn", "{} turns", scenario.turns))


def _list_deployment(linked: Linked) -> Iterator[TextParagraph]:
    scenario = linked.scenario
    for number, side in enumerate(linked.sides, start=1):
        own = find_deployments(linked, side.name)
        text = tr("; or ").join(d.describe(scenario.table) for d in own)
        places = [f"{name} {place.describe()}" for name, place in side.places.items()]
        text = ". ".join(filter(None, (text, "; ".join(places))))
        if text:
            yield TextParagraph(
                f"{text}.", f"{side.name}:", str(number), deepen(side.colour), hang=_HANG
            )


def _list_terrain(linked: Linked, briefing: Briefing) -> Iterator[TextParagraph]:
    """Every piece with its letter, with pieces under the same rule together above it."""
    words = briefing.words(linked)
    groups: dict[str, list[TextParagraph]] = {}
    for at, piece in enumerate(linked.scenario.terrain):
        text, lead = _describe(piece, linked), f"{piece.title}:"
        shown = TextParagraph(text, lead, letter(at), hang=_HANG)
        groups.setdefault(piece.write_rule(**words), []).append(shown)
    for rule, pieces in groups.items():
        *others, last = pieces
        yield from (*others, last._replace(keeps=True), TextParagraph(rule, hang=_HANG, gap=0.4))


def _lower(name: str) -> str:
    """A name inside a sentence, where English has it in small letters."""
    return name if find_spoken().is_foreign else name.lower()


def _describe(piece: Terrain, linked: Linked) -> str:
    table = linked.scenario.table
    x, y = piece.locate(table)
    wide, deep = piece.extent
    size = tr("{} across", table.show(wide))
    if wide != deep:
        size = tr("{} by {}", f"{wide:g}", table.show(deep))
    where = tr("at {}", f"({x:g},{NO_BREAK}{y:g})")
    if (x, y) == table.centre:
        where = tr("in the centre")
    kind = f"{_lower(piece.kind_name)}, " if piece.name else ""
    note = f", {piece.note.replace(' ', NO_BREAK)}" if piece.note else ""
    return f"{kind}{size}, {where}{note}."
