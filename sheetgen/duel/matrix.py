"""Matrices: everyone against everyone, under several conditions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations_with_replacement

from sheetgen.definitions.definition import Definition
from sheetgen.duel.contest import Tally, Track, share
from sheetgen.duel.match import (
    DEFAULTS,
    MOST_MEETINGS,
    DuelOptions,
    Match,
    check_effort,
    count_meetings,
    find_combat,
    set_up,
)
from sheetgen.ground.record import record
from sheetgen.ground.words import say_count, tr
from sheetgen.printing.options import ChoiceError
from sheetgen.systems.contract import Combat, Print, Setting, Sheet, Stance

MOST_CONTENDERS = 30
"""The most that a page has room for."""


@record(slots=False)
class Matrix:
    """The tallies of everyone against everyone under one condition.

    `tallies[i, j]` is of contender i as A and j as B, with i ≤ j. Everyone also meets a copy, which
    should win half of the duels: this shows whether the dice are fair.
    """

    setting: Setting
    tallies: dict[tuple[int, int], Tally]

    def find_rate(self, a: int, b: int) -> float:
        """The share of duels that contender a wins against b; a draw counts half."""
        return self.tallies[a, b].win_rate if a <= b else 1 - self.tallies[b, a].win_rate

    def list_rates(self) -> list[list[float]]:
        """List the win rates, a row for each contender."""
        every = range(self.size)
        return [[round(self.find_rate(a, b), 6) for b in every] for a in every]

    def find_mean(self, a: int) -> float:
        """The mean of a contender's win rates against the others; a half if there are none."""
        size = self.size
        rates = [self.find_rate(a, b) for b in range(size) if b != a]
        return sum(rates) / len(rates) if rates else 0.5

    @property
    def size(self) -> int:
        """The number of contenders."""
        return max(b for _, b in self.tallies) + 1


def fight_all(
    contenders: Sequence[Definition],
    settings: Sequence[Setting],
    options: DuelOptions,
    track: Track | None = None,
    most: int = MOST_MEETINGS,
) -> list[Matrix]:
    """A matrix for each condition, of at most `most` meetings. Raises ChoiceError, ProblemError."""
    if not 2 <= len(contenders) <= MOST_CONTENDERS:
        message = f"{len(contenders)} can't meet in a matrix; name 2 to {MOST_CONTENDERS}"
        raise ChoiceError("PATHS", message)
    combat, game = find_combat(contenders)
    pairs = list(combinations_with_replacement(range(len(contenders)), 2))
    meetings = count_meetings(([contenders[a]], [contenders[b]]) for a, b in pairs)
    check_effort(meetings * len(settings), options.get("duels", DEFAULTS["duels"]), most)
    matches = [
        set_up(combat, game, [contenders[a]], [contenders[b]], setting)
        for setting in settings
        for a, b in pairs
    ]
    fought = share(partial(_fight, options), matches, options.get("jobs", 0))
    tallies = list(track(fought, len(matches), "Fighting") if track else fought)
    return [
        Matrix(setting, dict(zip(pairs, tallies[at * len(pairs) :], strict=False)))
        for at, setting in enumerate(settings)
    ]


def _fight(options: DuelOptions, match: Match) -> Tally:
    return match.fight({**options, "jobs": 1})


# The printed page of a matrix: a heat map with numbers, readable in grey.


LEFT, RIGHT, MOST_WIDTH = 46.0, 24.0, 180.0
"""Millimetres that names and totals take, and what a page has."""
LEAST_CELL, MOST_CELL = 3.6, 8.0
LINE = 3.25
LIGHT_INK = 0.62
"""The win rate above which white is easier to read on a cell than black: 4 to 1 and 5 to 1."""
LETTERS = 118
"""Letters of the note in a line of 180 mm; a rough measure is enough for the space below."""


@record(slots=False)
class MatrixCell:
    """A cell: its ground and ink as CSS colours, and wins in a hundred."""

    text: str
    fill: str
    ink: str
    mirror: bool


@record(slots=False)
class MatrixRow:
    """A contender with its duels."""

    name: str
    cells: list[MatrixCell]
    mean: str
    worth: str


@record(slots=False)
class Heatmap:
    """The page of a matrix as its template prints it; lengths are in millimetres."""

    title: str
    condition: str
    rows: list[MatrixRow]
    note: str
    currency: str
    has_worth: bool
    cell: float
    width: float
    foot: float


def describe_setting(setting: Setting, combat: Combat) -> str:
    """The conditions in words."""
    stances = [_describe_stance(stance) for stance in setting.stances]
    shown = stances[0] if stances[0] == stances[1] else tr("{} against {}", *stances)
    criticals = tr("with critical hits") if setting.criticals else ""
    parts = [tr("range {} ({})", setting.range, tr(combat.unit)), shown, criticals]
    return ", ".join(filter(None, parts))


def _describe_stance(stance: Stance) -> str:
    speed = tr("speed {}", tr(stance.speed)) if stance.speed else ""
    return ", ".join(filter(None, (tr(stance.face), speed, _name_maneuver(stance.maneuver))))


def _name_maneuver(name: str) -> str:
    """A maneuver as its cards name it in another language; in English, as it is chosen."""
    plain = name.replace("-", " ")
    found = (tr(known) for known in (plain.title(), plain.capitalize()))
    return next((word for word in found if word.casefold() != plain), name)


def fill_page(
    title: str, matrix: Matrix, contenders: Sequence[Definition], combat: Combat
) -> Heatmap:
    """Fill the page of a matrix."""
    size, worth, duels = len(contenders), combat.worth, matrix.tallies[0, 0].duels
    cell = max(LEAST_CELL, min(MOST_CELL, (MOST_WIDTH - LEFT - RIGHT) / size))
    width = max(LEFT + size * cell + RIGHT, 120.0)
    margin = 98 / duels**0.5  # the half width of a 95 % interval at one half, in per cent
    note = tr(
        "{} duels a pair, so a number is within about {} of the true one."
        " In a dashed cell everyone meets a copy: 50 is fair dice. Not played: {}.",
        say_count(duels),
        f"{margin:.1f}",
        "; ".join(map(tr, combat.limits)),
    )
    rows = [
        MatrixRow(
            contender.name,
            [_fill_cell(matrix, a, b) for b in range(size)],
            f"{100 * matrix.find_mean(a):.0f}",
            str(worth(contender.values)) if worth else "",
        )
        for a, contender in enumerate(contenders)
    ]
    lines = -(-len(note) // int(LETTERS * width / MOST_WIDTH)) + 1
    return Heatmap(
        title,
        describe_setting(matrix.setting, combat),
        rows,
        note,
        tr(combat.currency),
        worth is not None,
        cell,
        width,
        lines * LINE,
    )


def fill_pages(
    title: str, matrices: Sequence[Matrix], contenders: Sequence[Definition], combat: Combat
) -> list[Print]:
    """The pieces of some matrices, a table each."""
    tables = [fill_page(title, matrix, contenders, combat) for matrix in matrices]
    return [Print(table, table.condition) for table in tables]


SHEET = Sheet(
    name="duels",
    title="Duels",
    about="who wins how often against whom",
    template="common/duel-matrix.svg",
    kinds=(),
    fill=lambda values, look: (),
    cut=False,
)


def _fill_cell(matrix: Matrix, a: int, b: int) -> MatrixCell:
    rate = matrix.find_rate(a, b)
    # From almost white to dark, so that a grey print shows the same order.
    light = [
        round(start + (end - start) * rate) for start, end in ((244, 20), (246, 66), (248, 107))
    ]
    fill = "#" + "".join(f"{part:02x}" for part in light)
    return MatrixCell(f"{100 * rate:.0f}", fill, "#fff" if rate > LIGHT_INK else "#111", a == b)
