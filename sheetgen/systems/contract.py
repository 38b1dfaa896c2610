"""The contract: what a game comes to, whatever made it, and what its hooks give."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from sheetgen.ground.diagnostics import Diagnostic, Mend, Rule, Severity, read_docstring, write_rule
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.words import PLAIN, Words
from sheetgen.reading.model import Model, list_keys
from sheetgen.systems.column import Column
from sheetgen.type.dress import UNDRESSED, Dress

if TYPE_CHECKING:
    from random import Random

    from sheetgen.ground.diagnostics import Place
    from sheetgen.reading.document import Document
    from sheetgen.systems.column import Form
    from sheetgen.type.fonts import Fonts


# Values that are made only when they are asked for, as most runs use little of a game.


class Coming(NamedTuple):
    """A value that is made when it is asked for: what a function gives, or an attribute of that."""

    make: Callable[[], Any]
    key: str = ""

    def load(self) -> Any:
        """The value. Raises whatever the function raises."""
        made = self.make()
        return getattr(made, self.key) if self.key else made


def later(make: Callable[[], Any]) -> Any:
    """Return a value for a Kind, a Sheet or a System that `make` gives when it is asked for."""
    return Coming(make)


def postpone(make: Callable[[], Any], keys: Iterable[str]) -> dict[str, Any]:
    """Return values by their names: the attributes of what `make` gives when one is asked for."""
    return {key: Coming(make, key) for key in keys}


class Patient:
    """A base of frozen dataclasses with slots, whose values may come later."""

    __slots__ = ("_homes",)

    def __post_init__(self) -> None:
        """Empties the slots of all values that are to come, so that asking for one is noticed."""
        homes = {}
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, Coming):
                homes[name] = value
                object.__delattr__(self, name)
        object.__setattr__(self, "_homes", homes)

    if not TYPE_CHECKING:  # or no misspelt name would be noticed

        def __getattr__(self, name: str) -> Any:
            """The value of an empty slot, from now on in its place."""
            homes = {} if name == "_homes" else self._homes
            if name not in homes:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = homes[name].load()
            object.__setattr__(self, name, value)
            return value


class Finding(NamedTuple):
    """A finding of a check: the value, what is wrong with it, and what would be right.

    `path` are the keys that lead to the value, such as `("sail",)` or `("weapons", 0, "name")`.
    `mends` are the changes that would put it right, where there is no choice.
    """

    path: tuple[str | int, ...]
    message: str
    hint: str = ""
    mends: Sequence[Mend] = ()


ID = re.compile(r"[a-z][a-z0-9-]{0,40}")
"""Valid ids of games: an id becomes part of a path."""

CheckFunction = Callable[..., Iterable[Finding]]


@record
class Check:
    """A rule of a game, with the function that finds where it is broken.

    With `beside` it compares a definition with those of its kind that are printed before it in
    the run; the function gets their values as well.
    """

    rule: Rule
    find: CheckFunction
    beside: bool = False

    def report(self, found: Finding, document: Document) -> Diagnostic:
        """Return this rule's diagnostic for a finding."""
        return self.rule.at(document.place(found.path), found.message, found.hint, found.mends)


def check(name: str, severity: Severity, beside: bool = False) -> Callable[[CheckFunction], Check]:
    """Turns a function that takes a definition's values and yields Findings into a Check.

    With `beside` it also takes the values of those of its kind that are printed before it. The
    function's docstring is the rule's documentation: one sentence, a paragraph that starts with
    `Why: `, and some YAML below a line `Example:`.
    """

    def make(function: CheckFunction) -> Check:
        return Check(write_rule(name, severity, read_docstring(function)), function, beside)

    return make


class Lookup(Protocol):
    """Finds the definitions that another one names by their id."""

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        """The values of the definition with that id, or None, which is then reported at `path`.

        After a None, what `link` returns is not used, and no failure of it is reported.
        """


class Companion(NamedTuple):
    """A subject that is printed with a definition as if it were a definition of its own.

    It has the sheets of its kind; `name` heads their bookmarks.
    """

    kind: str
    values: Any
    name: str


@record(eq=False)
class Kind(Patient):
    """A kind of definition: ship, fighter, fleet.

    `model` is a subclass of Model. Its fields are the keys that may be written; `system` is one
    of them. `id` (for files that hold several), `name` (what it is
    called) and `art` (a picture beside the file) mean the same in every game.
    `marker` is the key that shows a document to be of this kind; exactly one kind has none, and
    a document without any marker is of that kind. `checks` run once what it names is linked.
    `link` turns what was written, and the definitions that it names, into the values that
    everything else works with; without it they are the same. If the class of these values has a
    `meet`, it takes the values of all definitions of the kind that are printed in a run, and says
    for each what distinguishes it, such as the IDs of its ships; `take` makes the values of one
    with that. The kit's fleets have both. `columns` are the values that follow, each with the
    places where it is shown. `starter` is a commented definition to start from, with `@NAME@`
    where its name belongs. `parts` are printed after its own sheets, such as the fleets of a
    scenario.

    The rest is for fleet books and is optional: `group` gives the heading that a definition comes
    under, such as its class, and `order` what it is sorted by; `terms` are the entries of the
    index that it belongs under. `form` is how the studio shows the keys of the kind; without one,
    they follow each other as in the model.
    """

    name: str
    model: type[Model]
    columns: Sequence[Column] = ()
    checks: Sequence[Check] = ()
    marker: str = ""
    link: Callable[[Any, Lookup], Any] | None = None
    starter: str = ""
    parts: Callable[[Any], Iterable[Companion]] | None = None
    group: Callable[[Any], str] | None = None
    order: Callable[[Any], Any] | None = None
    terms: Callable[[Any], Iterable[str]] | None = None
    form: Form | None = None


@record
class Look:
    """The look of the sheets of a run: all that a sheet may take into account.

    `colour` is an accent, as a CSS colour, empty for the template's own. `art` gives the picture
    of a definition by the name under which a drawing finds it. `fonts` are the fonts that the run
    prints with, None for the shipped ones. `counter_size` is how wide all counters are in
    millimetres, 0 for the sizes that the game and the fleet give them, and `square` says that all
    are as high, whatever their shape is elsewhere: they are chits. `room` is what the paper
    offers inside its margins when it is upright, in millimetres, for sheets that have a form for
    small paper; None for as much as they wish. `least` is the scale that they may be reduced to so
    that they fit in: 1, except in books, which also rather have them upright. `dress` has the faces
    and sizes that templates ask for, so that texts are measured as they are set.
    """

    colour: str = ""
    art: Callable[[Any], str] = lambda values: ""
    fonts: Fonts | None = None
    counter_size: float = 0.0
    square: bool = False
    room: tuple[float, float] | None = None
    least: float = 1.0
    dress: Dress = UNDRESSED


@record
class Print:
    """One piece to print: the data for the template, what it is called, and how often.

    `data` is a dataclass, which templates know as `sheet`: `{{ sheet.name }}` prints its name.
    `back` is the data for its other side, None if it has none; with `fold` the back is always
    joined to the front at a fold line. `bookmark` replaces the title in the outline of the PDF;
    an empty one leaves the piece out, as for all cards of a deck but the first. `ship` is whose
    piece it is, the same on all sheets of a fleet; empty for what belongs to the whole fleet.
    """

    data: Any
    title: str
    copies: int = 1
    back: Any = None
    fold: bool = False
    bookmark: str | None = None
    ship: str = ""


SHARED = 6
"""The place in a kit from which on sheets are everybody's."""


@record(eq=False)
class Sheet(Patient):
    """A thing that can be printed.

    `template` is a file below `templates/`, by convention `<id of the game>/<name>.svg`. `kinds`
    are the kinds of definition that it can be printed for, `default` those for which it is
    printed without being asked for. `fill` makes the pieces of a definition; with `beside` it also
    takes the values of all definitions of the game that are printed in the run, such as both sides
    of a battle. `fill_blank` makes empty ones, or pieces that need no definition, from a number
    such as a mass; it raises ValueError for numbers that make no sense, and `blank_sizes` are the
    usual ones. `gap` is the space between pieces on pages of their own, in millimetres. Small
    pieces of a few sizes are laid out in a `grid` for each size, so that they can be cut in
    straight lines, and have only the bookmarks that they are given. Pieces of a sheet that is the
    same for everybody (`once`) are printed once per run: those that differ in nothing but
    `Look.colour` are printed in grey. Backs are drawn with the same template unless there is a
    `back_template`. `role` says what books use it for: the `display` to play with, the `counter`
    for the table, a `card`, the `reference` of the rules, or the `portrait` that shows what a ship
    looks like. `place` is its place in a kit, the least on top: what is read, what each side has,
    from `SHARED` on what all share. `place_template` says where the game names each template.
    """

    name: str
    title: str
    about: str
    template: str
    kinds: tuple[str, ...]
    fill: Callable[..., Iterable[Print]]
    default: tuple[str, ...] = ()
    fill_blank: Callable[[int, Look], Iterable[Print]] | None = None
    blank_sizes: tuple[int, ...] = ()
    beside: bool = False
    gap: float = 6.0
    cut: bool = True  # whether it is cut out, along crop marks
    once: bool = False
    grid: bool = False
    back_template: str = ""
    role: Literal["", "display", "counter", "card", "reference", "portrait"] = ""
    place: int = 3
    place_template: Callable[[str], Place] | None = None


class Zone(NamedTuple):
    """A zone in which a side deploys on a table, in millimetres from its upper left corner.

    Its ships face so many degrees clockwise from the table's upper edge.
    """

    x: float
    y: float
    width: float
    height: float
    facing: float = 0.0


@record(eq=False)
class Tabletop:
    """The table of a battle for play on screen: its size in millimetres and what lies on it.

    It is drawn with `data` by a `template` of the same size. Distances are measured in `unit`, in
    or cm. `zones` are where the sides deploy, by the names of the parts of the definition, and
    `places` where some of their ships begin, by whose pieces they are: zones without a size.
    """

    width: float
    height: float
    unit: Literal["in", "cm"]
    template: str
    data: Any
    zones: Mapping[str, Zone]
    places: Mapping[str, Mapping[str, Zone]] = field(default_factory=dict)


@record(eq=False)
class System(Patient):
    """A game: what can be defined in it and what can be printed.

    `id` is what definitions write after `system:`: lower-case letters, digits and hyphens.
    `project` are the files of a project to start from, by their path in its folder; without any,
    the project gets the starter of the first kind that has one. `folder` is where the game was
    found. Games are sorted by `rank`, then by id; where no game is named, the
    first one is meant. `combat` gives the game's combat when there are duels, and is the place to
    import what they need; a text instead says why there are none. `table` gives the function that
    makes the Tabletop of a definition's values, None for those without one. `look` is the name of
    its look, if it has no look.yaml among its templates. `needs` is what players need besides what
    is printed, such as dice. Whatever it prints is in its `words`.
    """

    id: str
    name: str
    about: str
    kinds: tuple[Kind, ...]
    sheets: tuple[Sheet, ...]
    project: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    rank: int = 1
    combat: Callable[[], Combat] | str = ""
    table: Callable[[], Callable[[Any], Tabletop | None]] | None = None
    look: str = ""
    needs: Sequence[str] = ()
    words: Words = PLAIN

    def find_kind(self, data: Mapping[str, Any]) -> Kind:
        """The kind of a document, by its marker."""
        for kind in self.kinds:
            if kind.marker and kind.marker in data:
                return kind
        return next(kind for kind in self.kinds if not kind.marker)

    def guess_kind(self, data: Mapping[str, Any]) -> Kind:
        """The kind that a document with mistakes is meant to be of: the one with most of its keys.

        A ship that says its fleet is a ship.
        """
        first = self.find_kind(data)
        kinds = [first, *(kind for kind in self.kinds if not kind.marker or kind.marker in data)]
        return min(kinds, key=lambda kind: _count_unknown(kind.model, data))


def _count_unknown(model: type[Model], data: Mapping[str, Any]) -> int:
    return len(data.keys() - {key.title for key in list_keys(model).values()})


def read_tables(file: str) -> dict[str, Any]:
    """The tables of the game.yaml beside a file of a game's code, as they are written there."""
    from sheetgen.reading import source

    written: dict[str, Any] = source.read(Path(file).with_name("game.yaml")).documents[0].data
    tables: dict[str, Any] = written["tables"]
    return tables


# Battles: duels of a game, which it fights by two functions of its own.


@record
class Stance:
    """A side's way of meeting the other: the face toward the enemy, its speed, and its order.

    `maneuver` is empty in games whose ships fire whatever they do.
    """

    face: str
    speed: str
    maneuver: str = ""


@record
class Setting:
    """The conditions of a duel: the distance in the game's unit, and how each side stands.

    With `criticals` the game's optional critical hits are played.
    """

    range: int
    stances: tuple[Stance, Stance]
    criticals: bool = False

    def describe(self) -> dict[str, Any]:
        """The conditions by the names of the options, those of both sides in lists."""
        words = {
            name: [getattr(stance, name) for stance in self.stances]
            for name in ("face", "speed", "maneuver")
        }
        given = {name: pair for name, pair in words.items() if any(pair)}
        return {"range": self.range, **given, "criticals": self.criticals}


class BattleState(Protocol):
    """The state of a battle between two turns."""

    @property
    def standing(self) -> tuple[bool, bool]:
        """Whether each side still fights."""
        ...

    def copy(self) -> Self:
        """A battle in the same state, which goes on by itself."""
        ...


@record(eq=False)
class Combat:
    """The rules by which duels of a game are fought.

    `muster` makes the battle before its first turn from the values of the definitions on each
    side, which are of the `kinds` that can fight; it raises ValueError, with words for the user,
    for what can't. `fight` plays a turn: it changes the battle, and takes all its chance from
    `dice`. `faces`, `speeds` and `maneuvers` are what a side can choose, the first of each being
    meant where nothing is chosen, and so is `range`, in `unit`; `ranges` are those at which
    everyone meets everyone. `parts` names what can be taken off a ship, each with the values of
    the ship without it. `worth` gives what a definition's values cost in the game's `currency`,
    if it has one. `criticals` says whether it has critical hits that are optional. `limits` are
    sentences that say what is not played; every result shows them. `rounds` is how many turns a
    battle has at most, 0 for as many as are asked for.
    """

    muster: Callable[[Sequence[Any], Sequence[Any], Setting], Any]
    fight: Callable[[Any, Random], None]
    kinds: tuple[str, ...]
    range: int
    unit: str
    faces: tuple[str, ...]
    speeds: tuple[str, ...]
    maneuvers: tuple[str, ...] = ("",)
    ranges: tuple[int, ...] = ()
    parts: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    worth: Callable[[Any], int] | None = None
    currency: str = "points"
    criticals: bool = False
    limits: tuple[str, ...] = ()
    rounds: int = 0

    def count_turns(self, asked: int) -> int:
        """Return how many turns a duel has at most where so many are asked for."""
        return min(asked, self.rounds or asked)
