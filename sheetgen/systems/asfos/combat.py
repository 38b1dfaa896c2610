"""The combat chart: which columns an attack takes, what each requires, and what it destroys."""

from __future__ import annotations

from sheetgen.systems.asfos.data import CHART, RATIOS, Ratio


def least_attack(ratio: Ratio, defence: int) -> int:
    """The least attack strength that reaches a ratio against a defence factor of 1 or more."""
    return -(-defence * ratio.attack // ratio.defence)


def find_column(attack: int, defence: int) -> int | None:
    """The chart's column (from 0) for an attack, rounded down in favour of the target.

    None below the least ratio, where nothing is damaged; above the greatest, the last column.
    """
    reached = [at for at, ratio in enumerate(RATIOS) if attack >= least_attack(ratio, defence)]
    return reached[-1] if reached else None


def split_attack(strength: int, defence: int, shift: int = 0) -> tuple[int, ...]:
    """The columns of the attacks that a strength makes on one target, the greatest first.

    What exceeds the greatest ratio attacks again. Range may `shift` each attack to the left; one
    that falls off the chart is left out, as nothing is damaged.
    """
    greatest = defence * RATIOS[-1].attack
    whole, rest = divmod(strength, greatest)
    columns = [len(RATIOS) - 1] * whole
    column = find_column(rest, defence)
    if column is not None:
        columns.append(column)
    return tuple(column - shift for column in columns if column >= shift)


def roll_damage(column: int, modifier: int) -> tuple[tuple[int, int], ...]:
    """Hull and weapons boxes destroyed in a column, for each of the 36 rolls of two dice.

    Roll number 6 · h + w is hull die h + 1 and weapons die w + 1. The modifier is added to both;
    what leaves the chart counts as its end.
    """
    last = len(CHART) - 1
    boxes = [CHART[max(0, min(last, die + modifier))][column] for die in range(1, 7)]
    return tuple((hull, weapons) for hull in boxes for weapons in boxes)
