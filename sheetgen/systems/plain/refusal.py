"""Refusals of fields in words of their own: names that do not exist, and spans that are none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.number import name_one
from sheetgen.reading.field import RefusedError


def refuse_others(what: str, names: Sequence[str]) -> Callable[[object], object]:
    """Make the function that refuses any text but one of these, and suggests the nearest."""

    def check(value: object) -> object:
        if isinstance(value, str) and value not in names:
            near = find_nearest(value.replace(" ", "-").replace("_", "-"), names)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}"
            shown = value if len(value) <= 40 else f"{value[:39]}…"
            message = f"there is no {what} called '{shown}'"
            raise RefusedError("wrong-value", message, hint, near)
        return value

    return check


def check_span(key: str, what: str, least: int, most: int) -> Callable[[object], object]:
    """Make the function that refuses what is neither a number nor the lowest and the highest."""

    def check(value: object) -> object:
        both = value if isinstance(value, list) else [value, value]
        known = [one for one in both if isinstance(one, int) and not isinstance(one, bool)]
        if len(known) != len(both) or len(both) != 2:
            hint = f"one {what} such as 4, or the lowest and the highest, such as [2, 5]"
            message = f"{key}: this is not {name_one(what)}"
            raise RefusedError("wrong-type", message, f"{key}: {hint}")
        if not all(least <= one <= most for one in known):
            message = f"{key}: must be from {least} to {most}"
            raise RefusedError("out-of-range", message, "such as 4 or [2, 5]")
        if known[0] > known[1]:
            message = f"{key}: the lowest comes first"
            hint = f"did you mean [{known[1]}, {known[0]}]?"
            raise RefusedError("wrong-value", message, hint)
        return value

    return check
