"""Rules for faults of formulas."""

from __future__ import annotations

from sheetgen.ground.diagnostics import Place, Rule, declare

FORMULA_SYNTAX = declare(
    "formula-syntax",
    "error",
    """A formula of a game can't be read.

    Why: Formulas are written in a small language of their own; docs/games.md lists all of
    it. The place is the first at which the formula can't be continued.

    Example:
    points: round(sqrt(planks * sail)     # the last ) is missing
    """,
)
UNKNOWN_NAME = declare(
    "unknown-name",
    "error",
    """A formula of a game names something that does not exist.

    Why: A formula may use the fields, states and values of its kind, the tables of the game, and
    the functions of the language. A name that is none of these is usually misspelt.

    Example:
    points: round(sqrt(plank * sail))     # did you mean planks?
    """,
)
FORMULA_TYPE = declare(
    "formula-type",
    "error",
    """A formula of a game uses a value as something that it is not.

    Why: Texts can't be multiplied, and a list needs a whole number to count with. The type of every
    part of a formula follows from the game alone, so this is found before any ship is read.

    Example:
    points: sail * name                   # a name is a text
    """,
)
FORMULA_CIRCLE = declare(
    "formula-circle",
    "error",
    """Values of a game depend on each other in a circle.

    Why: Each is worked out from the others, so none of them could come first.

    Example:
    values: {speed: thrust - mass, mass: 2 * speed}
    """,
)
FORMULA_FAILS = declare(
    "formula-fails",
    "error",
    """A formula of a game can't be worked out for a definition.

    Why: The formula is right for most values, but not for these: it divides by zero, asks a table
    or a list for a line that it does not have, makes a number of more than 30 digits, or is more
    work than any sheet can need. The place is in the game, the hint names the definition.

    Example:
    speed: sail / ballast                 # and a boat has a ballast of 0
    """,
)


class FormulaError(Exception):
    """A mistake in the text of a formula; `at` counts its characters from 0.

    `place` is that of a mistake inside a function that the formula calls.
    """

    def __init__(
        self, rule: Rule, at: int, message: str, hint: str = "", place: Place | None = None
    ) -> None:
        self.rule, self.at, self.message, self.hint, self.place = rule, at, message, hint, place
        super().__init__(message)


def refuse_count(name: str, at: int, given: int, usage: str) -> FormulaError:
    """The error of a call with the wrong number of values."""
    message = f"{name} has {given} value{'s' * (given != 1)} in its brackets"
    return FormulaError(FORMULA_TYPE, at, message, f"it is written {usage}")


class FailureError(Exception):
    """A formula that can't be worked out for the given values; `at` and `place` as above."""

    def __init__(self, at: int, message: str, hint: str = "", place: Place | None = None) -> None:
        self.at, self.message, self.hint, self.place = at, message, hint, place
        super().__init__(message)
