"""The result of a duel in figures for programs, and in sentences for people."""

from __future__ import annotations

from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.duel.match import DuelOptions, Match
from sheetgen.duel.tally import Tally


def describe_tally(tally: Tally, match: Match, options: DuelOptions) -> dict[str, Any]:
    """A result for other programs."""
    return {
        "duels": tally.duels,
        "wins_a": tally.wins_a,
        "wins_b": tally.wins_b,
        "draws": tally.draws,
        "timeouts": tally.timeouts,
        "win_rate": round(tally.win_rate, 6),
        "interval": [round(end, 6) for end in tally.interval],
        "turns_mean": round(tally.turns_mean, 4),
        "seed": options["seed"],
        **match.setting.describe(),
        "turns": options["turns"],
        "limits": list(match.combat.limits),
    }


def name_sides(a: Definition, b: Definition) -> tuple[str, str]:
    """What both sides are called, even if they have one name."""
    return (a.name, b.name) if a.name != b.name else (f"{a.name} A", f"{b.name} B")


def show_share(share: float) -> str:
    """A share in per cent, with more digits where a rounded one would claim certainty."""
    percent = 100 * share
    for digits in (1, 2):
        if f"{percent:.{digits}f}" not in (f"{0:.{digits}f}", f"{100:.{digits}f}"):
            return f"{percent:.{digits}f} %"
    return f"{round(percent)} %"
