"""The columns of the combat chart: which one an attack takes, and what each requires."""

from __future__ import annotations

from sheetgen.systems.asfos.data import RATIOS, Ratio


def least_attack(ratio: Ratio, defence: int) -> int:
    """The least attack strength that reaches a ratio against a defence factor of 1 or more."""
    return -(-defence * ratio.attack // ratio.defence)


def find_column(attack: int, defence: int) -> int | None:
    """The chart's column (from 0) for an attack, rounded down in favour of the target.

    None below the least ratio, where nothing is damaged; above the greatest, the last column.
    """
    reached = [at for at, ratio in enumerate(RATIOS) if attack >= least_attack(ratio, defence)]
    return reached[-1] if reached else None
