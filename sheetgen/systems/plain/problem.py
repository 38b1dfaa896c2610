"""Rules for faults of plain games."""

from __future__ import annotations

from sheetgen.ground.diagnostics import declare

BAD_GAME = declare(
    "bad-game",
    "error",
    """A game.yaml says something impossible.

    Why: Every part of a game must fit the others: a sheet needs a kind that exists, a name can
    mean only one thing, a default must be a value that could also be written.
    docs/games.md lists all keys.

    Example:
    fields: {sail: {type: int, min: 9, max: 1}}     # no number is as small and as large
    """,
)
BAD_TABLE = declare(
    "bad-table",
    "error",
    """A table of a game can't be used.

    Why: All lines of a table have the same columns with the same types of values, so that a
    formula can use any of them.

    Example:
    guns: {light: {range: 6, dice: 1}, heavy: {range: 9}}    # heavy has no dice
    """,
)
GAME_EXAMPLE = declare(
    "game-example",
    "error",
    """An example in a game does not show what it is meant to show.

    Why: The starter, made of the samples of all fields, is a definition without fault, and the
    example of each check is what has to change in it to break that check. That way both the
    examples and the checks are known to be right.

    Example:
    example: "sail: 2"       # of a check that finds sails above 4
    """,
)
UNUSED = declare(
    "unused-in-game",
    "warning",
    """Nothing uses a part of a game.

    Why: A table that no formula uses, or a value that no formula, column or template shows, is
    usually misspelt somewhere, or left over.

    Example:
    tables: {handling: {2: slow, 5: nimble}}     # and no formula has handling[…]
    """,
)
UNKNOWN_ICON = declare(
    "unknown-icon",
    "error",
    """A text names an icon that the game does not have.

    Why: A name in square brackets stands for a drawing in the game's folder of icons. One that is
    misspelt would be printed as a word in brackets, which nobody wants. `[[` is a bracket.

    Example:
    note: rolls [frie] twice    # there is fire.svg
    """,
)
