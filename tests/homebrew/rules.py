# games/regatta/rules.py
"""The code of Pond Regatta: what its formulas can't say."""

from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from sheetgen.systems import Combat, Print
from sheetgen.systems.kit.fleet import list_members
from sheetgen.systems.kit.silhouette import draw_outline, draw_soft, lay


def find_heel(sail: int, ballast: int) -> int:
    """How far a boat leans in the wind, in degrees."""
    return round(degrees(atan2(sail, 2 * ballast + 1)))


class Mark(NamedTuple):
    """A speed on the dial, and its place."""

    speed: object
    x: float
    y: float


class Dial(NamedTuple):
    """What the template dial.svg knows as `sheet`."""

    name: str
    marks: list[Mark]


def place_marks(speeds):
    """The speeds in a half circle, the first on the left."""
    for at, speed in enumerate(speeds):
        angle = radians(180 * at / (len(speeds) - 1))
        yield Mark(speed, 30 - 22 * cos(angle), 28 - 20 * sin(angle))


def fill_dial(values, look):
    """The dial of a boat, or of each boat in a fleet."""
    for boat in list_members(values):
        marks = list(place_marks(boat.record.speeds))
        yield Print(Dial(boat.name, marks), boat.title, ship=boat.id)


def fill_blank_dial(planks, look):
    """A dial to fill in with a pencil, for a number of planks."""
    if not 2 <= planks <= 12:
        raise ValueError(f"a boat has 2 to 12 planks, not {planks}")
    yield Print(Dial("", list(place_marks([""] * planks))), f"Dial of {planks} planks")


def draw_boat(planks: int, sail: int):
    """A boat from above, its bow up, in a box of 100 units about (0, 0)."""
    long, wide = 20 + 2.5 * planks, 10 + 4 * sail
    hull = [(0, -long), (14, 0), (10, long), (-10, long), (-14, 0)]
    canvas = [(0, -16), (wide, 8), (0, 0), (-wide, 8)]
    return [*lay("hull", [draw_soft(hull, 8)]), *lay("trim", [draw_outline(canvas)])]


class Melee:
    """A battle: the boats of each side, with the planks that they have left."""

    def __init__(self, sides):
        self.sides = sides

    @property
    def standing(self):
        """Whether each side still fights."""
        return tuple(any(boat["planks"] > 0 for boat in side) for side in self.sides)

    def copy(self):
        """A battle in the same state."""
        return Melee([[dict(boat) for boat in side] for side in self.sides])


def muster(first, second, setting):
    """The battle before its first turn."""
    return Melee([list(launch(side)) for side in (first, second)])


def launch(side):
    """The boats of a side, each with its speed for every number of planks that it may have left."""
    for boat in (boat for one in side for boat in list_members(one)):
        known = boat.record
        speeds = [*reversed(known.speeds), known.sail]
        yield {"planks": known.planks - known.lost, "speeds": speeds}


def fight(melee, dice):
    """Each boat rams the weakest one afloat, and breaks a plank with its speed or less on a d10."""
    for side, others in (melee.sides, reversed(melee.sides)):
        for boat in side:
            afloat = [other for other in others if other["planks"] > 0]
            left = boat["planks"]
            if left > 0 and afloat and 10 * dice.random() < boat["speeds"][left]:
                weakest = min(afloat, key=lambda other: other["planks"])
                weakest["planks"] -= 1


def make_combat():
    """How boats fight, for duels."""
    return Combat(
        muster,
        fight,
        kinds=("boat", "fleet"),
        range=0,
        unit="touching",
        faces=("",),
        speeds=("",),
        worth=lambda one: sum(boat.record.points for boat in list_members(one)),
        limits=("nobody turns",),
    )
