"""Matches: two sides of a game under certain conditions, ready to fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, TypedDict, Unpack

from sheetgen.definitions.definition import Definition
from sheetgen.duel.contest import Tally, Track, hold
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import say
from sheetgen.printing.options import ChoiceError, choose_names
from sheetgen.systems.contract import BattleState, Combat, Setting, Stance, System
from sheetgen.systems.fault import catch_faults

# Effort: a bound on the ships that meet in duels, as a fleet may be a stranger's.


MOST_MEETINGS = 200_000_000
"""Ships that meet ships in all duels of a command, which take about half an hour."""

Sides = tuple[Sequence[Definition], Sequence[Definition]]


def count_meetings(matches: Iterable[Sides]) -> int:
    """Count the pairs of ships that meet in one duel of each match."""
    return sum(_count_ships(one) * _count_ships(other) for one, other in matches)


def check_effort(meetings: int, duels: int, most: int = MOST_MEETINGS) -> None:
    """Raises ChoiceError if so many duels, each with so many meetings, are too much work."""
    if meetings > most:
        raise ChoiceError("PATHS", f"{meetings:,} ships meeting ships are too many for a duel")
    if meetings * duels > most:
        message = f"so many duels between so many ships take too long; at most {most // meetings}"
        raise ChoiceError("duels", message)


def _count_ships(side: Sequence[Definition]) -> int:
    return sum(len(getattr(d.values, "members", (d,))) for d in side)


MOST_DUELS, MOST_TURNS, MOST_RANGE, MOST_JOBS = 10_000_000, 1_000, 10_000, 64


class DuelOptions(TypedDict, total=False):
    """The options of a duel; each means what it means on the command line.

    `face`, `speed` and `maneuver` are one word for both sides, or two with a comma between them.
    """

    duels: int
    seed: int
    range: int | None
    face: str
    speed: str
    maneuver: str
    turns: int
    criticals: bool
    jobs: int


DEFAULTS = DuelOptions(
    duels=10_000,
    seed=1,
    range=None,
    face="",
    speed="",
    maneuver="",
    turns=30,
    criticals=False,
    jobs=0,
)


class Match(NamedTuple):
    """Two sides that are ready to fight, each of one or more definitions of a game."""

    combat: Combat
    system: System
    battle: BattleState
    setting: Setting

    def fight(self, options: DuelOptions, track: Track | None = None) -> Tally:
        """The tally of as many duels as the options say. Raises ProblemError."""
        chosen: DuelOptions = {**DEFAULTS, **options}
        return hold(
            self.combat,
            self.battle,
            chosen["duels"],
            chosen["seed"],
            chosen["turns"],
            chosen["jobs"],
            track,
            partial(catch_faults, self.system, "its combat"),
        )


def find_combat(definitions: Iterable[Definition]) -> tuple[Combat, System]:
    """The combat of the game of all definitions.

    Raises ChoiceError if there are several games, or if a definition is of a kind that can't
    fight, ProblemError if the game's code fails.
    """
    definitions = list(definitions)
    games = list(dict.fromkeys(d.system for d in definitions))
    if len(games) > 1:
        names = " and ".join(game.name for game in games)
        raise ChoiceError("PATHS", f"only ships of one game can fight, not of {names}")
    game = games[0]
    if isinstance(game.combat, str):
        why = game.combat or "nobody has written down how its ships fight"
        raise ChoiceError("PATHS", f"{game.name} ({game.id}) has no duels: {why}")
    with catch_faults(game, "its combat"):
        combat = game.combat()
    for d in definitions:
        if d.kind.name not in combat.kinds:
            kinds = " and ".join(f"{kind}s" for kind in combat.kinds)
            raise ChoiceError("PATHS", f"{d.name} is a {d.kind.name}; only {kinds} can fight")
    return combat, game


def choose_settings(combat: Combat, options: DuelOptions) -> list[Setting]:
    """The conditions for everyone against everyone: those given, or the game's usual ones."""
    distance, face = options.get("range"), options.get("face")
    return [
        choose_setting(combat, {**options, "range": one, "face": shown})
        for shown in ([face] if face else [word for word in combat.faces if word][:2] or [""])
        for one in (combat.ranges or (combat.range,) if distance is None else [distance])
    ]


def choose_setting(combat: Combat, options: DuelOptions) -> Setting:
    """The conditions that the options describe. Raises ChoiceError."""
    chosen: DuelOptions = {**DEFAULTS, **options}
    distance = combat.range if chosen["range"] is None else chosen["range"]
    for name, value, least, most in (
        ("range", distance, 0, MOST_RANGE),
        ("duels", chosen["duels"], 1, MOST_DUELS),
        ("turns", chosen["turns"], 1, MOST_TURNS),
        ("jobs", chosen["jobs"], 0, MOST_JOBS),
    ):
        if not least <= value <= most:
            raise ChoiceError(name, f"{value} is not from {least} to {most}")
    if chosen["criticals"] and not combat.criticals:
        raise ChoiceError("criticals", "this game has no critical hits that are optional")
    words = [
        _choose_pair(name, chosen[name], known)  # type: ignore[literal-required]
        for name, known in (
            ("face", combat.faces),
            ("speed", combat.speeds),
            ("maneuver", combat.maneuvers),
        )
    ]
    first, second = (Stance(*pair) for pair in zip(*words, strict=True))
    return Setting(distance, (first, second), chosen["criticals"])


def _choose_pair(option: str, text: str, known: Sequence[str]) -> tuple[str, str]:
    """The words for both sides, of one word or of two with a comma between them."""
    if not text:
        return known[0], known[0]
    if not known[0]:
        raise ChoiceError(option, f"this game has no choice of a {option}")
    words = [word.strip().lower() for word in text.split(",")]
    if len(words) > 2:
        raise ChoiceError(
            option, f"{text!r} has {len(words)} words; give one, or one for each side"
        )
    choose_names(words, known, option)
    return words[0], words[-1]


def arrange(
    first: Sequence[Definition], second: Sequence[Definition], **options: Unpack[DuelOptions]
) -> Match:
    """The match of two sides. Raises ChoiceError and ProblemError."""
    combat, game = find_combat((*first, *second))
    setting = choose_setting(combat, options)
    check_effort(count_meetings([(first, second)]), options.get("duels", DEFAULTS["duels"]))
    return set_up(combat, game, first, second, setting)


def set_up(
    combat: Combat,
    game: System,
    first: Sequence[Definition],
    second: Sequence[Definition],
    setting: Setting,
) -> Match:
    """The match of two sides under known conditions. Raises ChoiceError and ProblemError."""
    one, other = ([d.values for d in side] for side in (first, second))
    try:
        with catch_faults(game, "its combat", passing=(ValueError,)):
            battle = combat.muster(one, other, setting)
    except ValueError as error:
        raise ChoiceError("PATHS", str(error)) from None
    return Match(combat, game, battle, setting)


# The result of a duel in figures for programs, and in sentences for people.


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
        "turns": match.combat.count_turns(options["turns"]),
        "limits": list(match.combat.limits),
    }


def name_sides(a: Definition, b: Definition) -> tuple[str, str]:
    """Name both sides, apart even if they have one name."""
    return (a.name, b.name) if a.name != b.name else (f"{a.name} A", f"{b.name} B")


def show_share(share: float) -> str:
    """A share in per cent, with more digits where a rounded one would claim certainty."""
    percent = 100 * share
    for digits in (1, 2):
        if f"{percent:.{digits}f}" not in (f"{0:.{digits}f}", f"{100:.{digits}f}"):
            return str(say(f"{percent:.{digits}f} %"))
    return f"{round(percent)} %"
