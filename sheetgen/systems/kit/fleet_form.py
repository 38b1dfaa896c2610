"""The form of a fleet in the studio: its entries, its limit, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from sheetgen.ground.number import count
from sheetgen.systems.column import WORDS, Budget, Form, FormPart, Group
from sheetgen.systems.kit.fleet import LinkedFleet

MOST_PARTS = 12
"""Parts of a bar that can still be told apart."""


def make_fleet_form(entries: str, unit: str, refers: Mapping[str, str]) -> Form:
    """The form of a fleet, which has `entries`.

    `unit` is what is added up and may be limited, such as `points`; empty if nothing is.
    """
    limit = [f"{unit}_limit"] if unit else []
    return Form(
        groups=(
            Group("Fleet", ("fleet", *limit)),
            Group(entries.capitalize(), (entries,)),
            Group("Colours and counters", ("colour", "emblem", "art", "yard", "counters")),
            WORDS,
        ),
        labels={"fleet": "Name", "art": "Picture of its emblem"},
        units={f"{unit}_limit": unit} if unit else {},
        help={
            "fleet": "what the fleet is called",
            entries: "the designs, and how many of each",
            "colour": "the colour of everything that is printed for this fleet",
            "emblem": "a mark on everything that is cut out",
            "yard": "any name: fleets with the same one have hulls that look alike",
            "counters": "how its counters look",
            f"{entries} ids": "an ID for each; without them they are numbered",
            f"{entries} state": "what each has lost, by its ID",
        },
        refers=refers,
        budgets=partial(list_budgets, unit=unit) if unit else None,
        facts=partial(list_facts, noun=entries.removesuffix("s"), unit=unit),
    )


def list_budgets(linked: LinkedFleet, unit: str) -> Iterator[Budget]:
    """Yield the budget of a unit, such as points, with the share of each design in the fleet."""
    total = getattr(linked.fleet, f"{unit}_limit")
    parts: dict[str, float] = {}
    for member in linked.members:
        name = member.ship.name
        parts[name] = parts.get(name, 0) + float(member.cost)
    shown = sorted(parts.items(), key=lambda part: -part[1])
    few = [FormPart(*part) for part in shown[:MOST_PARTS] if part[1]]
    if rest := sum(worth for _, worth in shown[MOST_PARTS:]):
        few.append(FormPart("others", rest))
    title = unit.replace("_", " ").capitalize()
    yield Budget(title, float(getattr(linked, unit)), total, few)


def list_facts(linked: LinkedFleet, noun: str, unit: str) -> Iterator[str]:
    """Yield the number of members, and the sum of their unit if the game has one, as words."""
    yield count(len(linked.members), noun)
    if unit:
        yield count(float(getattr(linked, unit)), unit.removesuffix("s").replace("_", " "))
