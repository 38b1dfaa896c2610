"""duel: plays the printed rules of combat many times, and reports who wins how often."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, print_table, stop_on_errors, track

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition
    from sheetgen.duel.match import DuelOptions, Match
    from sheetgen.duel.tally import Tally

Duels = Annotated[int, typer.Option(help="How many duels are fought.")]
Seed = Annotated[int, typer.Option(help="The same seed throws the same dice.")]
Range = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(help="The distance; without it, one that suits the game."),
]
Face = Annotated[str, typer.Option(help="What A and B show the enemy, such as bow,broadside.")]
Speed = Annotated[str, typer.Option(help="How fast A and B go, such as slow,fast.")]
Maneuver = Annotated[str, typer.Option(help="What A and B fly, in games with piloting checks.")]
Turns = Annotated[int, typer.Option(help="After so many turns a duel is a draw.")]
Criticals = Annotated[bool, typer.Option("--criticals", help="Play the optional critical hits.")]
Processes = Annotated[int, typer.Option("--jobs", help="How many processes share the work.")]


def duel(
    paths: Annotated[
        list[str], typer.Argument(metavar="A B", help="Ships or fleets of one game: ids or files.")
    ],
    duels: Duels = 10_000,
    seed: Seed = 1,
    range: Range = None,
    face: Face = "",
    speed: Speed = "",
    maneuver: Maneuver = "",
    turns: Turns = 30,
    criticals: Criticals = False,
    jobs: Processes = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help="Everything, for other programs.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Lets two ships or fleets fight by the printed rules, many times.

    \b
    sheetgen duel warrior new-mars
    sheetgen duel warrior new-mars --range 20 --face broadside --criticals
    """
    from sheetgen.duel.match import arrange

    options: DuelOptions = {
        "duels": duels,
        "seed": seed,
        "range": range,
        "face": face,
        "speed": speed,
        "maneuver": maneuver,
        "turns": turns,
        "criticals": criticals,
        "jobs": jobs,
    }
    if len(paths) != 2:
        fail_usage(f"two sides fight, and here {len(paths)} are named: sheetgen duel A B")
    first, second = find_sides(paths, system, as_json)
    with o.refuse_choices():
        match = arrange([first], [second], **options)
    tally = match.fight(options, track)
    if as_json:
        typer.echo(json.dumps(describe(first, second, tally, match, options), indent=2))
    else:
        show(first, second, tally, match, options)


def find_sides(paths: Sequence[str], system: Any, quiet: bool) -> list[Definition]:
    """The one definition that each path or id means, or a usage error."""
    project = o.open_project((), o.load_systems(system, quiet=quiet))
    found = []
    for path in paths:
        collection = project.select([path])
        stop_on_errors(collection.diagnostics, collection.texts)
        if len(collection.definitions) != 1:
            ids = ", ".join(d.id for d in collection.definitions[:8])
            fail_usage(f"{path} holds several definitions; name one of them: {ids}")
        found += collection.definitions
    return found


def describe(
    a: Definition, b: Definition, tally: Tally, match: Match, options: DuelOptions
) -> dict[str, Any]:
    """A result for other programs."""
    first, second = match.setting.stances
    return {
        "a": a.id,
        "b": b.id,
        "duels": tally.duels,
        "wins_a": tally.wins_a,
        "wins_b": tally.wins_b,
        "draws": tally.draws,
        "timeouts": tally.timeouts,
        "win_rate": round(tally.win_rate, 6),
        "interval": [round(end, 6) for end in tally.interval],
        "turns_mean": round(tally.turns_mean, 4),
        "seed": options["seed"],
        "range": match.setting.range,
        "face": [first.face, second.face],
        "speed": [first.speed, second.speed],
        **({"maneuver": [first.maneuver, second.maneuver]} if first.maneuver else {}),
        "turns": options["turns"],
        "criticals": match.setting.criticals,
        "limits": list(match.combat.limits),
    }


def show(a: Definition, b: Definition, tally: Tally, match: Match, options: DuelOptions) -> None:
    """Prints a result for people."""
    first, second = match.setting.stances
    names = (a.name, b.name) if a.name != b.name else (f"{a.name} A", f"{b.name} B")
    stances = [
        ", ".join(filter(None, (stance.face, stance.speed, stance.maneuver)))
        for stance in (first, second)
    ]
    typer.echo(f"{names[0]} ({stances[0]}) against {names[1]} ({stances[1]})")
    typer.echo(f"{tally.duels:,} duels at a range of {match.setting.range} ({match.combat.unit})\n")
    rows = [
        [f"{name} wins", f"{count:,}", f"{100 * count / tally.duels:.1f} %"]
        for name, count in zip(names, (tally.wins_a, tally.wins_b), strict=True)
    ]
    rows.append(["draws", f"{tally.draws:,}", f"{100 * tally.draws / tally.duels:.1f} %"])
    if tally.timeouts:
        rows.append(["  without an end", f"{tally.timeouts:,}", f"after {options['turns']} turns"])
    print_table(["", "", ""], rows)
    low, high = tally.interval
    rate = f"{100 * tally.win_rate:.1f} %"
    typer.echo(f"\n{names[0]}'s win rate is {rate}, with 95 % certainty from ", nl=False)
    typer.echo(f"{100 * low:.1f} to {100 * high:.1f} %; a draw counts half.")
    typer.echo(f"A duel lasts {tally.turns_mean:.1f} turns on average.")
    worth = match.combat.worth
    if worth is not None:
        currency = match.combat.currency.capitalize()
        typer.echo(f"{currency}: {worth(a.values)} against {worth(b.values)}.")
    typer.echo("\nWhat this is not:")
    for limit in match.combat.limits:
        typer.echo(f"- {limit}")
