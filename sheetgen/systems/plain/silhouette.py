"""Silhouettes of a plain game: what its formulas make of a hull family of the kit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any

from sheetgen.ground.diagnostics import ProblemError, find_nearest
from sheetgen.ground.record import NamedTuple
from sheetgen.systems.fault import catch_faults
from sheetgen.systems.kit.shipyard import (
    FAMILIES,
    LEAST,
    Arms,
    ShipPlan,
    choose_hull,
    draw_family,
)
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.parser import Name
from sheetgen.systems.plain.formula.value import (
    NUMBER,
    SCALARS,
    TEXT,
    Frame,
    Maybe,
    RecordType,
    is_number,
)
from sheetgen.systems.plain.kindfile import FieldSpec
from sheetgen.systems.plain.part import GamePart
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import Silhouette, Subject

_SIDES = {
    **dict.fromkeys(("forward", "fore", "bow", "front", "ahead", "nose", "turret"), (0,)),
    **dict.fromkeys(("left", "port"), (1,)),
    **dict.fromkeys(("right", "starboard"), (2,)),
    **dict.fromkeys(("side", "sides", "broadside"), (1, 2)),
    **dict.fromkeys(("rear", "aft", "stern", "back", "astern", "tail"), (3,)),
}
"""The words for sides, and the places of these among the arms of a ship."""
_TURNS = {"fighter": (0,), "sailship": (1, 2)}
"""The sides over which a mere number of guns is spread, in turn, where they are not all."""
_NUMBERS = ("beam", "engines", "light", "keel")
_MOST = 99


class _Drawing(NamedTuple):
    """The compiled formulas of a silhouette."""

    family: str
    hull: Formula | None
    length: Formula | None
    limits: tuple[float, float]
    guns: Sequence[tuple[str, Formula]]
    numbers: Mapping[str, Formula]

    def draw(self, subject: Subject, fleet: str) -> Silhouette:
        """Draw a ship of a fleet, or of none. Raises ProblemError."""
        frame, whose = subject.open(), subject.name
        hulls = FAMILIES[self.family]
        share, size = 1.0, 1.0
        if self.length:
            least, most = self.limits
            share = (float(self.length.work_out(frame, whose)) - least) / (most - least)
            size = round(LEAST + (1 - LEAST) * min(max(share, 0.0), 1.0), 3)
        hull, beam = choose_hull(self.family, share)
        if self.hull:
            hull, beam = self.hull.work_out(frame, whose), 1.0
            if hull not in hulls:
                message = f"there is no hull {hull[:60]} in the family {self.family}"
                hint = f"there are {', '.join(hulls)}; it was working on {whose}"
                raise ProblemError([BAD_GAME.at(self.hull.place(0), message, hint)])
            size = LEAST + (1 - LEAST) * hulls.index(hull) / (len(hulls) - 1)
        known = {name: float(one.work_out(frame, whose)) for name, one in self.numbers.items()}
        beam *= min(max(known.pop("beam", 1.0), 0.5), 1.6)
        counts: dict[str, Any] = {name: _limit(number) for name, number in known.items()}
        plan = ShipPlan(hull, round(beam, 3), self._arm(frame, whose), **counts)
        return Silhouette(draw_family(self.family, plan, fleet), size)

    def _arm(self, frame: Frame, whose: str) -> Arms:
        arms = [0, 0, 0, 0]
        for side, formula in self.guns:
            made = formula.work_out(frame, whose)
            if not side and isinstance(formula.type, RecordType):
                for name in _list_sides(formula.type):
                    for at in _SIDES[name]:
                        arms[at] += _limit(getattr(made, name))
                continue
            turns = _TURNS.get(self.family, (0, 3, 1, 2))
            count = _limit(made)
            if side:
                for at in _SIDES[side]:
                    arms[at] += count
            else:
                for gun in range(count):
                    arms[turns[gun % len(turns)]] += 1
        return Arms(*arms)


def _list_sides(form: RecordType) -> Sequence[str]:
    """The parts of a record that are numbers and called like a side."""
    kinds = {
        name: part.of if isinstance(part, Maybe) else part for name, part in form.parts.items()
    }
    return [name for name, kind in kinds.items() if name in _SIDES and is_number(kind)]


def _limit(number: Any) -> int:
    """A number of things that are drawn; what is missing is none."""
    return min(max(ceil(number or 0), 0), _MOST)


def make_silhouette(
    part: GamePart, fields: Mapping[str, FieldSpec]
) -> Callable[[Subject, str], Silhouette] | None:
    """Make the function that draws ships of a kind; None if it is wrong, which is reported."""
    spec = part.spec
    if spec.draw is not None:
        return _read_drawing(part)
    family = spec.family or ""
    if family not in FAMILIES:
        near = find_nearest(family, FAMILIES)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(FAMILIES)}"
        if spec.family is None:
            part.report((), "a silhouette needs a family", hint)
        else:
            part.report("family", f"there is no hull family {family[:60]}", hint)
        return None
    before = len(part.desk.found)
    hull = length = None
    limits = (0.0, 1.0)
    if spec.hull is not None:
        hull = part.read("hull", TEXT)
        known = FAMILIES[family]
        wrong = [name for name in (hull.type.values if hull else ()) if name not in known]
        if wrong:
            message = f"there is no hull {wrong[0]} in the family {family}"
            part.report("hull", message, f"there are {', '.join(known)}")
    elif spec.length is not None:
        length = part.read("length", NUMBER)
        limits = (length and _find_limits(part, length, fields)) or limits
    else:
        message = "a silhouette needs a length, or a hull"
        part.report_key("family", message, "length: hull, or hull: \"'gunboat'\"")
    numbers = {key: made for key in _NUMBERS if (made := part.read(key, NUMBER))}
    guns = list(_read_guns(part.enter("guns")))
    if len(part.desk.found) > before:
        return None
    return _Drawing(family, hull, length, limits, guns, numbers).draw


def _read_drawing(part: GamePart) -> Callable[[Subject, str], Silhouette] | None:
    """Make the function that has ships drawn by the code of the game."""
    desk, names, known = part.desk, part.names, dict(part.names.known)
    slot = names.add("yard", TEXT)
    drawn = part.read("draw")
    names.known = known
    size = desk.read(part.find("size"), part.spec.size or "1", names, NUMBER)
    if drawn and drawn.type in SCALARS:
        message = f"this is {drawn.type}, not a drawing"
        part.report("draw", message, "draw: draw_ship(mass), of rules.py")
        return None
    if drawn is None or size is None:
        return None

    def draw(subject: Subject, fleet: str) -> Silhouette:
        frame = subject.open()
        frame[slot] = fleet
        share = float(size.work_out(frame, subject.name))
        with catch_faults(desk, f"the drawing of {subject.name}"):  # often inside a template
            parts = drawn.work_out(frame, subject.name)
        return Silhouette(parts, min(max(share, 0.1), 1.0))

    return draw


def _find_limits(
    part: GamePart, length: Formula, fields: Mapping[str, FieldSpec]
) -> tuple[float, float] | None:
    """The lengths of the shortest and the longest ship: those of a field that is the length."""
    spec = part.spec
    named = length.tree.name if isinstance(length.tree, Name) else ""
    field = fields.get(named)
    least, most = spec.shortest, spec.longest
    if field and field.type in ("int", "number"):
        least = field.min if least is None else least
        most = field.max if most is None else most
    if most is None:
        message = "nothing says how long the longest ship is"
        hint = "write longest: 30, or name a field that has a max"
        part.report("length", message, hint)
        return None
    least = least or 0
    if least >= most:
        message = f"the longest is {most:g}, but the shortest {least:g}"
        part.report("longest" if spec.longest is not None else "length", message)
        return None
    return float(least), float(most)


def _read_guns(part: GamePart) -> Sequence[tuple[str, Formula]]:
    """The formulas of the guns by their sides; a single one has the side ``."""
    if part.spec is None:
        return ()
    made = []
    sided = isinstance(part.spec, dict)
    for one in [part.enter(side) for side in part.spec] if sided else [part]:
        side, text = str(one.path[-1]) if sided else "", one.spec
        if side and side not in _SIDES:
            hint = "there are forward, left, right, rear, and side for both"
            one.report_whole(f"there is no side {side[:60]}", hint)
            continue
        if isinstance(text, (list, dict, bool)) or text is None:
            one.report((), "this is not a number of guns", "guns: 4, or a formula")
            continue
        formula = one.desk.read(one.path, str(text), one.names)
        if formula is None:
            continue
        form = formula.type
        by_side = isinstance(form, RecordType) and not side and _list_sides(form)
        if not is_number(form) and not by_side:
            message = f"this is {form}, not a number of guns"
            one.report((), message, "guns: {forward: 2, side: 4}")
        made.append((side, formula))
    return made
