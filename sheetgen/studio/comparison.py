"""Comparisons: designs side by side, and what comes out when they fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from sheetgen.definitions.comparison import Line, compare, show_values, spell
from sheetgen.definitions.definition import Definition
from sheetgen.duel.match import DuelOptions, Match, arrange
from sheetgen.duel.page import describe_setting
from sheetgen.duel.summary import describe_tally, name_sides, show_share
from sheetgen.duel.tally import Tally
from sheetgen.studio.desk import Desk
from sheetgen.studio.preview import find_definition
from sheetgen.studio.request import Answer, Asked, AskError, EntryOf, Request, answer_json
from sheetgen.systems.battle import Combat

MOST_COMPARED, MOST_DUELS = 8, 20_000


class Compared(Asked):
    """Definitions to compare."""

    entries: list[EntryOf] = Field(min_length=2, max_length=MOST_COMPARED)


class Conditions(Asked):
    """How a duel is fought, as on the command line."""

    duels: int = Field(2000, ge=1, le=MOST_DUELS)
    seed: int = Field(1, ge=0, le=2**53)
    range: int | None = None
    face: str = ""
    speed: str = ""
    maneuver: str = ""
    turns: int = 30
    criticals: bool = False


class Duel(Asked):
    """Two sides, and how they fight."""

    a: EntryOf
    b: EntryOf
    options: Conditions = Field(default_factory=Conditions)


def show_comparison(desk: Desk, request: Request) -> Answer:
    """POST api/compare: definitions side by side."""
    asked = request.read(Compared)
    with desk.lock:
        found = [find_definition(desk, one.file, one.document) for one in asked.entries]
        if len({(d.system.id, d.kind.name) for d in found}) > 1:
            raise AskError(400, "only definitions of one kind can be compared")
        lines = compare(found)
    columns = [{"name": d.name, "id": d.id, "note": d.document.file} for d in found]
    return answer_json({"columns": columns, "rows": [_describe(line) for line in lines]})


def _describe(line: Line) -> dict[str, Any]:
    return {"title": spell(line.key), "cells": show_values(line), "differs": line.differs}


def hold_duel(desk: Desk, request: Request) -> Answer:
    """POST api/duel: two sides fight many times.

    The dice are thrown while others may go on working, as nothing of the project is needed.
    """
    asked = request.read(Duel)
    with desk.lock:
        sides = [find_definition(desk, one.file, one.document) for one in (asked.a, asked.b)]
        options: DuelOptions = {**asked.options.model_dump(), "jobs": 1}  # type: ignore[typeddict-item]
        match = arrange(sides[:1], sides[1:], **options)
    tally = match.fight(options)
    told = {"a": sides[0].id, "b": sides[1].id, **describe_tally(tally, match, options)}
    choices = list_choices(match.combat)
    return answer_json({**told, "summary": list(_summarize(sides, match, tally)), **choices})


def list_choices(combat: Combat) -> dict[str, Any]:
    """What may be chosen for duels of a game."""
    words = {"faces": combat.faces, "speeds": combat.speeds, "maneuvers": combat.maneuvers}
    shown = {name: [word for word in known if word] for name, known in words.items()}
    return {**shown, "has_criticals": combat.criticals}


def _summarize(sides: Sequence[Definition], match: Match, tally: Tally) -> Iterator[str]:
    """The result in sentences."""
    first, second = name_sides(*sides)
    low, high = map(show_share, tally.interval)
    yield f"{tally.duels:,} duels: {describe_setting(match.setting, match.combat)}."
    yield (
        f"{first} wins {show_share(tally.wins_a / tally.duels)},"
        f" {second} {show_share(tally.wins_b / tally.duels)},"
        f" and {show_share(tally.draws / tally.duels)} are draws."
    )
    yield f"The win rate of {first} is from {low} to {high} with 95 % certainty."
    yield f"A duel lasts {tally.turns_mean:.1f} turns on average."
