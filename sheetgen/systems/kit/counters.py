"""Counters: what may be written about them, and looks that distinguish sides without colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal
from unicodedata import normalize

from sheetgen.ground.colour import deepen, weigh
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.reading.field import Field
from sheetgen.reading.model import Model
from sheetgen.systems.contract import Finding, Look, Print, check
from sheetgen.systems.kit.text import TextWriter

if TYPE_CHECKING:
    from sheetgen.systems.kit.silhouette import Layer

INCH = 25.4
SMALLEST = 2.3
"""The size of small letters on counters, in millimetres."""
EDGE = 0.75
"""The share of a counter's edge that a name may take."""
PLATE = 5.1
"""The least length of an edge that the ID takes, with space at both ends."""
PALE = 0.62
"""The lightness of a ground, from 0 to 1, on which white can't be read."""
ALIKE = 0.15
"""Colours that differ by less in lightness, from 0 to 1, look alike in grey."""


class Livery(NamedTuple):
    """A dark or a light label, on a plain or a striped ground."""

    light: bool
    striped: bool


LIVERIES = {
    "dark": Livery(light=False, striped=False),
    "light": Livery(light=True, striped=False),
    "dark-striped": Livery(light=False, striped=True),
    "light-striped": Livery(light=True, striped=True),
}
"""The liveries by name; the sides of a battle get them in this order."""


LiveryName = Annotated[
    Literal["auto", "dark", "light", "dark-striped", "light-striped"],
    Field(
        description="a dark or a light label on a plain or a striped ground; auto takes a different"
        " one for each fleet that is printed"
    ),
]


class LiveryChoice(Model):
    """The `counters:` of a fleet where only the livery can be chosen."""

    livery: LiveryName = "auto"


class Counters(Model):
    """The `counters:` of a fleet with sizes, shapes and backs, of which each game names its own."""

    size: str
    shape: str
    back: str = "none"
    livery: LiveryName = "auto"
    fold: bool = Field(False, description="whether each back is joined to its front, to fold over")


class Cut(NamedTuple):
    """A text, or the beginning of one that there is room for, and its width in millimetres."""

    text: str
    width: float


class Sign(NamedTuple):
    """The sign of a counter's side: an emblem, a picture, or a name along an edge; and its colour.

    The `initials` of the fleet stand where neither is possible, or fewer of them: `cuts` has all of
    them first, as wide as they are at 6.5 pt.
    """

    emblem: str
    art: str
    name: str
    ink: str
    initials: str = ""
    cuts: tuple[Cut, ...] = ()


@record(kw_only=True)
class Counter:
    """One side of a counter; lengths are in millimetres."""

    side: str = "front"  # or what its back shows
    label: str = ""
    name: str
    size: float
    shape: str = "square"
    parts: Sequence[Layer]
    scale: float = 1.0  # of the silhouette in the space available
    light: bool = False  # its label
    striped: bool = False  # its ground
    colour: str
    art: str = ""
    fleet: str = ""  # its name on the back, where there is room for it
    sign: Sign | None = None  # whose it is, on its front


def print_counter(
    front: Counter, title: str, back: str = "none", fold: bool = False, ship: str = ""
) -> Print:
    """A counter of a ship with its back, unless that is `none`."""
    other = None if back == "none" else replace(front, side=back)
    return Print(front, title, back=other, fold=fold, ship=ship)


def spell_size(sizes: Mapping[str, float]) -> Callable[[object], object]:
    """A function that turns a size written as a number, or with an inch mark, into its text.

    `sizes` gives the inches of each text.
    """

    def spell(value: object) -> object:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return next((name for name, inches in sizes.items() if inches == value), f"{value:g}")
        return value.strip().rstrip('"″').rstrip() if isinstance(value, str) else value

    return spell


@check("alike-in-grey", "warning", beside=True)
def alike_in_grey(linked: Any, before: Sequence[Any]) -> Iterator[Finding]:
    """Two sides that are printed together have the same livery, and colours alike in grey.

    Why: Without colour, only the livery and the lightness of a fleet's colour show which side a
    counter belongs to. Sides without a `livery:` of their own get different ones.

    Example:
    counters: {livery: dark}    # and the other fleet's are dark too, in a colour as dark
    """
    own = linked.fleet
    if own.counters.livery == "auto":
        return
    for other in before:
        written = other.fleet
        alike = abs(weigh(own.colour or "#000") - weigh(written.colour or "#000")) < ALIKE
        if written.counters.livery == own.counters.livery and alike:
            message = f"in grey, the counters look like those of {other.name}"
            hint = "choose another livery for one of the two, or leave it out"
            yield Finding(("counters", "livery"), message, hint)
            return


def fit_name(values: Any, look: Look, room: float) -> str:
    """The name of a linked fleet if it fits into so many millimetres at 6.5 pt; empty if not."""
    if getattr(values, "fleet", None) is None:
        return ""
    width = TextWriter(look.fonts, "Barlow Condensed").measure(values.name, SMALLEST, bold=True)
    return values.name if width <= room else ""


def sign_counter(
    values: Any, look: Look, colour: str, size: float, shape: str = "square"
) -> Sign | None:
    """The sign of a linked fleet on a counter of a colour; None for a ship on its own.

    The fleet's name is on counters with straight edges only, where it fits beside the ID.
    """
    fleet = getattr(values, "fleet", None)
    if fleet is None:
        return None
    name = fit_name(values, look, min(size * EDGE, size - PLATE)) if shape == "square" else ""
    ink = "#10161d" if colour.startswith("#") and weigh(colour) >= PALE else "#fff"
    initials = abbreviate(values.name)
    cuts = tuple(_cut_initials(initials, look)) if not (fleet.emblem or name) else ()
    return Sign(fleet.emblem or "", look.art(fleet), name, ink, initials, cuts)


def _cut_initials(initials: str, look: Look) -> Iterator[Cut]:
    writer = TextWriter(look.fonts, "Barlow Condensed")
    for end in range(len(initials), 0, -1):
        cut = initials[:end]
        yield Cut(cut, round(writer.measure(cut, SMALLEST, bold=True), 2))


def abbreviate(name: str) -> str:
    """The initials of a fleet, without its article: of three words at most.

    Each is one letter or digit; a name without any has its first sign.
    """
    words = normalize("NFC", name.removeprefix("The ")).split()
    firsts = [next(filter(str.isalnum, word), "") for word in words]
    initials = [first.upper()[:1] for first in firsts if first]
    return "".join(initials[:3]) or name[0]


def choose_livery(values: Any, liveries: Sequence[str] = tuple(LIVERIES)) -> Livery:
    """The livery of a fleet's pieces: the one it names, or one unlike those of the other sides.

    A ship on its own has the first one, as has a fleet of a game without counters.
    """
    fleet = getattr(values, "fleet", None)
    if fleet is None or fleet.counters is None or fleet.counters.livery == "auto":
        at = 0 if fleet is None else values.place
        return LIVERIES[liveries[at % len(liveries)]]
    return LIVERIES[fleet.counters.livery]


# Ensigns: the mark of its side on everything that is cut out.


SIZE = 2.3
"""The size of a fleet's name on a piece, in millimetres."""
ROOMS = (150.0, 48.0, 35.0)
"""How wide the name may be on long pieces, on most, and on the smallest."""


class Ensign(NamedTuple):
    """A fleet as its pieces show it: its name, the longest cut first, and its livery.

    `art` is the picture that is its emblem, if it is one.
    """

    names: tuple[Cut, ...]
    colour: str
    light: bool
    striped: bool
    emblem: str
    art: str


def make_ensign(
    values: Any,
    look: Look,
    colour: str,
    liveries: Sequence[str] = tuple(LIVERIES),
) -> Ensign | None:
    """The ensign of a linked fleet's pieces; None for a ship on its own.

    `colour` is the accent of a game whose fleets need have none.
    """
    fleet = getattr(values, "fleet", None)
    if fleet is None:
        return None
    livery = choose_livery(values, liveries)
    writer = TextWriter(look.fonts, "Barlow Condensed")
    names = [writer.cut(values.name, SIZE, room, bold=True) for room in ROOMS]
    cuts = tuple(Cut(name, round(writer.measure(name, SIZE, bold=True), 2)) for name in names)
    accent = deepen(look.colour or fleet.colour or colour)
    return Ensign(cuts, accent, *livery, fleet.emblem or "", look.art(fleet))
