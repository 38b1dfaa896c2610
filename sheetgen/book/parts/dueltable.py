"""Tables of duels in chapters: everyone against everyone, fought while the book is laid out."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.book.problem import BAD_CHAPTER
from sheetgen.choices import ChoiceError
from sheetgen.definitions.definition import Definition
from sheetgen.duel.match import DuelOptions, choose_setting, find_combat
from sheetgen.duel.matrix import fight_all
from sheetgen.duel.page import describe_setting
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.guard import Piece
from sheetgen.systems.column import Table

MOST_MEETINGS = 200_000
"""Ships that meet ships in all duels of a table, which takes a second or two."""
MOST_TABLES = 50
"""The tables of duels in a book."""


def fight_table(
    definitions: Sequence[Definition], options: DuelOptions, place: Place
) -> tuple[Table, str]:
    """The wins of each row in a hundred duels against each column, and the conditions in words.

    Raises ProblemError at `place` for what can't fight.
    """
    try:
        combat, _ = find_combat(definitions)
        setting = choose_setting(combat, options)
        with Piece(place.file):
            chosen: DuelOptions = {**options, "jobs": 1}
            (matrix,) = fight_all(definitions, [setting], chosen, most=MOST_MEETINGS)
    except ChoiceError as error:
        raise ProblemError([BAD_CHAPTER.at(place, f"duel_table(): {error.message}")]) from None
    every = range(len(definitions))
    rows = [
        [definitions[row].name, *(round(100 * matrix.find_rate(row, column)) for column in every)]
        for row in every
    ]
    words = f"Wins of the row in 100 duels against the column: {describe_setting(setting, combat)}."
    words = f"{words} What this does not say: {'; '.join(combat.limits)}."
    return Table(["", *(d.name for d in definitions)], rows), words
