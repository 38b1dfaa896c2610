"""Books: their laid-out pages, and what is wrong with them; comparisons and duels of designs."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sheetgen.definitions.comparison import compare, show_values, spell
from sheetgen.definitions.definition import Definition
from sheetgen.duel.contest import Tally
from sheetgen.duel.match import DuelOptions, Match, arrange, describe_tally, name_sides, show_share
from sheetgen.duel.matrix import describe_setting
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.visible import make_id
from sheetgen.printing.options import BookOptions
from sheetgen.printing.result import Result
from sheetgen.reading.field import Field
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.draft import Draft
from sheetgen.studio.preview import find_definition
from sheetgen.studio.printing import MIME
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import Answer, Asked, AskError, EntryOf
from sheetgen.systems.contract import Combat

MOST_PAGES = 24
"""Pages of a book in one answer; the others are asked for as one turns them."""


class BookText(Asked):
    """A book file, and how it is published."""

    file: str
    theme: str = ""
    paper: str = ""
    ink: str = "color"


class BookView(BookText):
    """The same with the first page that is shown (from 0), and how many are."""

    start: int = 0
    count: int = MOST_PAGES


def show_book(desk: Desk, asked: BookView) -> dict[str, Any]:
    """POST api/book: pages of a book."""
    draft = desk.open(asked.file)
    told: dict[str, Any] = {
        "command": _write_command(asked, draft),
        "pages": [],
        "title": draft.path.stem,
        "total": 0,
        "start": 0,
    }
    try:
        result = _publish(desk, draft, asked)
    except ProblemError as error:
        return {**told, "problems": list_problems(desk, error.diagnostics)}
    told |= {"total": result.pages, "title": result.title}
    told["start"] = start = max(0, min(asked.start, result.pages - 1))
    end = start + max(1, min(asked.count, MOST_PAGES))
    told["pages"] = [page.decode() for page in result.svg(start=start, end=end)]
    return {**told, "problems": list_problems(desk, result.warnings)}


def download_book(desk: Desk, asked: BookText) -> Answer:
    """POST api/book-pdf: a book as PDF."""
    result = _publish(desk, desk.open(asked.file), asked)
    name = make_id(result.title) or "book"
    return Answer(200, MIME["pdf"], result.pdf(), f"{name}.pdf")


def _publish(desk: Desk, draft: Draft, asked: BookText) -> Result:
    """The book, which is kept for its other pages and its PDF. Raises ProblemError, ChoiceError."""
    how = BookOptions(theme=asked.theme, paper=asked.paper, ink=asked.ink)
    return desk.find((draft.file, *how.values()), lambda: desk.project.publish(draft.path, **how))


def _write_command(asked: BookView, draft: Draft) -> str:
    words = ["sheetgen", "book", asked.file if is_own(asked.file) else str(draft.path)]
    for key in ("theme", "paper"):
        if value := getattr(asked, key):
            words += [f"--{key}", value]
    words += ["--ink", asked.ink] if asked.ink != "color" else []
    output = f"{make_id(asked.file.rpartition('/')[2].partition('.')[0]) or 'book'}.pdf"
    return " ".join(shlex.quote(word) for word in (*words, "-o", output))


# Comparisons: designs side by side, and the outcome of their duels


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


def show_comparison(desk: Desk, asked: Compared) -> dict[str, Any]:
    """POST api/compare: definitions side by side."""
    found = [find_definition(desk, one.file, one.document) for one in asked.entries]
    if len({(d.system.id, d.kind.name) for d in found}) > 1:
        raise AskError(400, "only definitions of one kind can be compared")
    columns = [{"name": d.name, "id": d.id, "note": d.document.file} for d in found]
    rows = [
        {"title": spell(line.key), "cells": show_values(line), "differs": line.differs}
        for line in compare(found)
    ]
    return {"columns": columns, "rows": rows}


def hold_duel(desk: Desk, asked: Duel) -> Callable[[], dict[str, Any]]:
    """POST api/duel: two sides fight many times.

    The dice are thrown while others may go on working, as nothing of the project is needed.
    """
    sides = [find_definition(desk, one.file, one.document) for one in (asked.a, asked.b)]
    options: DuelOptions = {**vars(asked.options), "jobs": 1}  # type: ignore[typeddict-item]
    match = arrange(sides[:1], sides[1:], **options)

    def fight() -> dict[str, Any]:
        tally = match.fight(options)
        told = {"a": sides[0].id, "b": sides[1].id, **describe_tally(tally, match, options)}
        choices = list_choices(match.combat)
        return {**told, "summary": list(_summarize(sides, match, tally)), **choices}

    return fight


def list_choices(combat: Combat) -> dict[str, Any]:
    """Return the choices for duels of a game."""
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
