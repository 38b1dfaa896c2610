"""duel: plays the printed rules of combat many times, and reports who wins how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import (
    fail_usage,
    print_table,
    say,
    say_json,
    stop_on_errors,
    track,
)
from sheetgen.ground.record import replace
from sheetgen.ground.words import ENGLISH, say_count, speak, tr, tr_many
from sheetgen.ground.words import say as tell

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition
    from sheetgen.duel.contest import Tally
    from sheetgen.duel.match import DuelOptions, Match
    from sheetgen.duel.matrix import Matrix
    from sheetgen.duel.worth import Worth
    from sheetgen.printing.options import PrintOptions
    from sheetgen.project.project import Project
    from sheetgen.systems.contract import Combat


def duel(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="A B",
            autocompletion=o.complete("ids"),
            help="Ships or fleets of one game: ids or files.",
        ),
    ],
    duels: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(help="How many duels: 10,000, with --matrix 1,000 and with --worth 200."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed rolls the same dice.")] = 1,
    distance: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--range", help="The distance; without it, one that suits the game."),
    ] = None,
    face: Annotated[
        str, typer.Option(help="What A and B show the enemy, such as bow,broadside.")
    ] = "",
    speed: Annotated[str, typer.Option(help="How fast A and B go, such as slow,fast.")] = "",
    maneuver: Annotated[
        str, typer.Option(help="What A and B fly, in games with piloting checks.")
    ] = "",
    turns: Annotated[int, typer.Option(help="After so many turns a duel is a draw.")] = 30,
    criticals: Annotated[
        bool, typer.Option("--criticals", help="Play the optional critical hits.")
    ] = False,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Everyone in files and folders against everyone.")
    ] = False,
    worth: Annotated[
        bool, typer.Option("--worth", help="What a design is worth in points, by fighting.")
    ] = False,
    output: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--output", "-o", help="With --matrix, a PDF, SVG or PNG of the tables."),
    ] = None,
    paper: o.PaperName = "a4",
    ink: o.InkOption = o.InkName.color,
    look: o.LookOption = "",
    language: o.LanguageOption = "",
    jobs: Annotated[int, typer.Option(help="Processes that share the work; 0 chooses.")] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Everything, for other programs.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Lets two ships or fleets fight by the printed rules, many times.

    \b
    sheetgen duel warrior new-mars
    sheetgen duel warrior new-mars --range 20 --face broadside --criticals
    sheetgen duel ships --matrix -o duels.pdf         everyone against everyone
    sheetgen duel warrior --worth                     what it is worth in points
    sheetgen duel warrior new-mars --language de
    """
    if matrix and worth:
        fail_usage("--matrix and --worth answer different questions; ask one at a time")
    if output and not matrix:
        fail_usage("-o prints the tables of --matrix; a duel's result is shown on the screen")
    options: DuelOptions = {
        "duels": (200 if worth else 1_000 if matrix else 10_000) if duels is None else duels,
        "seed": seed,
        "range": distance,
        "face": face,
        "speed": speed,
        "maneuver": maneuver,
        "turns": turns,
        "criticals": criticals,
        "jobs": jobs,
    }
    project = o.open_project((), o.load_systems(system, quiet=as_json))
    printed = bool(output) or not as_json  # programs read English
    how: PrintOptions = {"paper": paper, "ink": ink, "look": look}
    with o.refuse_choices(), _speak(project, paths, language, printed):
        if matrix:
            _hold_matrix(project, paths, options, as_json, output, how)
        elif worth:
            _find_worth(project, paths, options, as_json)
        else:
            _hold_duel(project, paths, options, as_json)


@contextmanager
def _speak(project: Project, paths: Sequence[str], language: str, printed: bool) -> Iterator[None]:
    """The time while what is `printed` is in a language, or in that of the project."""
    from sheetgen.printing.options import choose_languages

    chosen = choose_languages(language) or project.languages if printed else ()
    words, shelf = project.shelf.translate(chosen or [ENGLISH])
    found = project.select(paths).definitions if words.is_foreign else ()
    games = filter(None, (shelf.systems.get(one.system.id) for one in found[:1]))
    with speak(words.join(game.words for game in games)):
        yield


def _hold_duel(project: Project, paths: Sequence[str], options: DuelOptions, as_json: bool) -> None:
    from sheetgen.duel.match import arrange, describe_tally

    if len(paths) != 2:
        fail_usage(f"a duel takes two sides, not {len(paths)}; write: sheetgen duel A B")
    first, second = (_find_one(project, path) for path in paths)
    match = arrange([first], [second], **options)
    tally = match.fight(options, track)
    if as_json:
        result = {"a": first.id, "b": second.id, **describe_tally(tally, match, options)}
        say_json(result)
    else:
        _show(first, second, tally, match, options)


def _find_one(project: Project, path: str) -> Definition:
    """The one definition that a path or id means, or a usage error."""
    found = _find_all(project, [path])
    if len(found) != 1:
        ids = ", ".join(d.id for d in found[:8])
        fail_usage(f"{path} holds {len(found)} definitions; name one of them: {ids}")
    return found[0]


def _find_all(project: Project, paths: Sequence[str]) -> Sequence[Definition]:
    collection = project.select(paths)
    stop_on_errors(collection.diagnostics, project.files.texts)
    if not collection.definitions:
        fail_usage(f"there are no definitions in {' '.join(paths)}")
    return collection.definitions


def _tell_points(one: Definition, combat: Combat) -> str:
    """The points of a side, and those that losses leave of it; empty in a game without points."""
    if combat.worth is None:
        return ""
    whole, left = combat.worth(one.values), getattr(one.values, "present", None)
    now = combat.worth(left) if left else whole
    unit = tr(combat.currency)
    return f" ({tr('{} of {}', now, whole) if now != whole else whole} {unit})"


def _show(a: Definition, b: Definition, tally: Tally, match: Match, options: DuelOptions) -> None:
    """Prints a result for people."""
    from sheetgen.duel.match import name_sides, show_share
    from sheetgen.duel.matrix import describe_setting

    names = name_sides(a, b)
    points = [_tell_points(d, match.combat) for d in (a, b)]
    say(tr("{} against {}", *map("".join, zip(names, points, strict=True))))
    setting = describe_setting(match.setting, match.combat)
    say(tr("{} duels: {}", say_count(tally.duels), setting))
    say("")
    rows = [
        [tr("{} wins", name), say_count(count), show_share(count / tally.duels)]
        for name, count in zip(names, (tally.wins_a, tally.wins_b), strict=True)
    ]
    rows.append([tr("draws"), say_count(tally.draws), show_share(tally.draws / tally.duels)])
    if tally.timeouts:
        turns = match.combat.count_turns(options["turns"])
        after = tr_many("after {} turn", "after {} turns", turns)
        rows.append([f"  {tr('without an end')}", say_count(tally.timeouts), after])
    print_table(["", "", ""], rows)
    low, high = map(show_share, tally.interval)
    say("")
    say(tr("Win rate of {}: {}; a draw counts half.", names[0], show_share(tally.win_rate)))
    say(tr("With 95 % certainty it is from {} to {}.", low, high))
    say(tr("A duel lasts {} turns on average.", f"{tally.turns_mean:.1f}"))
    if tally.timeouts == tally.duels:
        say(tr("Neither side can destroy the other like this; try another range or face."))
    _show_limits(match.combat)


def _show_limits(combat: Combat) -> None:
    say("")
    say(tr("What this does not say:"))
    for limit in combat.limits:
        say(f"- {tr(limit)}")


def _hold_matrix(
    project: Project,
    paths: Sequence[str],
    options: DuelOptions,
    as_json: bool,
    output: Path | None,
    how: PrintOptions,
) -> None:
    from sheetgen.duel.match import choose_settings, find_combat
    from sheetgen.duel.matrix import fight_all

    found = _find_all(project, paths)
    title = found[0].name if len(found) == 1 else found[0].system.name
    contenders = list(_list_contenders(found))
    form = o.choose_format(output, None) if output else None
    combat, _ = find_combat(contenders)
    contenders = _rank(contenders, combat)
    settings = choose_settings(combat, options)
    matrices = fight_all(contenders, settings, options, track)
    if output and form:
        from sheetgen.cli.files import summarize, write_result
        from sheetgen.duel.matrix import SHEET, fill_pages
        from sheetgen.printing.options import Choices

        pieces = fill_pages(title, matrices, contenders, combat)
        with o.refuse_choices():
            sheet = replace(SHEET, title=tr("Duels"))
            result = project.print_pieces(sheet, pieces, Choices(how))
        files = write_result(project, result, output, form)
        if not as_json:
            summarize(files, result)
    if as_json:
        ids = [d.id for d in contenders]
        made = [{**m.setting.describe(), "rates": m.list_rates()} for m in matrices]
        result_ = {"ids": ids, "duels": options["duels"], "seed": options["seed"], "tables": made}
        say_json(result_)
    elif not output:
        for at, one in enumerate(matrices):
            if at:
                say("")
            _show_matrix(one, contenders, combat)
        _show_limits(combat)


def _list_contenders(found: Sequence[Definition]) -> Iterator[Definition]:
    """The ships, or those of a fleet that is named alone, each design once."""
    if len(found) == 1 and found[0].links:
        yield from dict.fromkeys(found[0].links)
    else:
        single = [d for d in found if not d.kind.marker]
        yield from single or found


def _rank(found: Sequence[Definition], combat: Combat) -> list[Definition]:
    """The definitions with the most expensive first; as they were if the game has no points."""
    worth = combat.worth
    return sorted(found, key=lambda d: -worth(d.values)) if worth else list(found)


def _show_matrix(matrix: Matrix, contenders: Sequence[Definition], combat: Combat) -> None:
    from sheetgen.duel.matrix import describe_setting

    size = len(contenders)
    worth = combat.worth
    rows = [
        [
            at + 1,
            contenders[at].name,
            *(f"{100 * matrix.find_rate(at, other):.0f}" for other in range(size)),
            f"{100 * matrix.find_mean(at):.0f}",
            worth(contenders[at].values) if worth else "",
        ]
        for at in range(size)
    ]
    setting = describe_setting(matrix.setting, combat)
    say(tr("Wins of the row in 100 duels against the column: {}.", setting))
    say("")
    currency = tr(combat.currency) if worth else ""
    print_table(["", "", *map(str, range(1, size + 1)), tr("mean"), currency], rows)


def _find_worth(
    project: Project, paths: Sequence[str], options: DuelOptions, as_json: bool
) -> None:
    from sheetgen.duel.match import choose_setting, find_combat
    from sheetgen.duel.worth import measure

    one = _find_one(project, paths[0]) if len(paths) == 1 else None
    if one is None or one.kind.marker:
        fail_usage("--worth measures one design; name one ship")
    combat, game = find_combat([one])
    if combat.worth is None:
        fail_usage(f"{game.name} has no points to measure with")
    setting = choose_setting(combat, options)
    shipped = [d for d in project.shelf.list_all(None) if d.system is game]
    known = [d for d in shipped if d.kind is one.kind and d.id != one.id]
    whole, parts = measure(one, known, combat, setting, options, track)
    stated = combat.worth(one.values)
    if as_json:
        result = {
            "id": one.id,
            "points": stated,
            "worth": _to_json(whole),
            "parts": [{"part": name, "without": _to_json(left)} for name, left in parts],
            **setting.describe(),
            "known": len(known),
            "duels": options["duels"],
            "seed": options["seed"],
            "limits": list(combat.limits),
        }
        say_json(result)
    else:
        _show_worth(one, stated, whole, parts, combat, len(known))


def _to_json(worth: Worth | None) -> dict[str, Any] | None:
    return {key: round(value, 3) for key, value in worth._asdict().items()} if worth else None


def _show_worth(
    one: Definition,
    stated: int,
    whole: Worth | None,
    parts: Sequence[tuple[str, Worth | None]],
    combat: Combat,
    known: int,
) -> None:
    if whole is None:
        say(tr("{} can't be measured: it is beyond 4 to 1 of all but one of {}", one.name, known))
        _show_limits(combat)
        return
    points, low, high = (f"{value:.1f}" for value in (whole.points, whole.low, whole.high))
    unit = tr(combat.currency)
    say(tr("{} is worth {} {} by fighting; it has {}.", one.name, points, unit, stated))
    say(tr("With 95 % certainty it is from {} to {}.", low, high))
    say(tr("{} of {} shipped designs are within 4 to 1.", whole.met, known))
    if parts:
        rows = [
            [name, tell(f"{left.points:.1f}"), tell(f"{whole.points - left.points:+.1f}")]
            if left
            else [name, "—", tr("can't be measured without")]
            for name, left in parts
        ]
        print_table([tr("part"), tr("worth without"), tr("it adds")], rows, title="")
    _show_limits(combat)
