"""Aids of a plain game, made by the kit: rulers, templates of angles, tokens, portraits, pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil, radians, sin
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.geometry import bound, polygon
from sheetgen.ground.record import NamedTuple, read_values, replace
from sheetgen.ground.words import tr
from sheetgen.reading import source
from sheetgen.reading.model import MismatchError, make_reader
from sheetgen.reading.problem import NOT_A_MAPPING
from sheetgen.reading.refusal import explain_value
from sheetgen.systems.contract import Look, Print, Sheet
from sheetgen.systems.kit.deck import Token, TokenEntry, print_tokens
from sheetgen.systems.kit.fleet import LinkedFleet, find_colour
from sheetgen.systems.kit.reference import Reference, ReferenceForm, ReferencePart, print_parts
from sheetgen.systems.kit.ruler import (
    MOST,
    UNITS,
    Band,
    Dial,
    Ruler,
    RulerMark,
    Way,
    check_length,
    limit_strip,
    make_fan,
)
from sheetgen.systems.kit.silhouette import print_portrait
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.value import NUMBER, WHOLE, Frame, Maybe
from sheetgen.systems.plain.part import (
    GamePart,
    Phrase,
    RepeatedLine,
    SheetPart,
    list_said,
    write_phrase,
)
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import (
    ValuePlan,
    Whose,
    make_printable,
    simplify_data,
)
from sheetgen.systems.plain.wording import TOKENS, put_words

SIZE = "size"
"""The name of the size that a blank aid is asked for; missing where it is not blank."""


def read_data(
    desk: GameDesk, path: Path_, name: str, annotation: Any, places: Sequence[tuple[str, ...]]
) -> Any:
    """Read the data of a YAML file beside game.yaml; None if it is wrong, which is reported.

    Words that are printed stand at the `places`.
    """
    read = desk.read_file(BAD_GAME, path, name)
    if read is None:
        return None
    found = source.parse(*read)
    own = [one for one in found.diagnostics if one.rule != NOT_A_MAPPING.name]  # it may be a list
    desk.found += [*own, *source.refuse_more(found)]
    if not found.documents:
        desk.found.append(BAD_GAME.at(found.start, "there is nothing in this file"))
        return None
    try:
        data = put_words(found.documents[0].data, places, desk.words)
        return make_reader(annotation)(data)
    except MismatchError as error:
        for wrong in error.mismatches:
            place = found.documents[0].place(wrong.path)
            desk.found.append(BAD_GAME.at(place, explain_value(wrong)))
        return None


def work_out(
    lines: Sequence[RepeatedLine], keys: str, frame: Frame, whose: str
) -> Iterator[list[Any]]:
    """Yield what lines say under some keys, one after the other. Raises ProblemError."""
    for said in list_said(lines, frame, whose):
        yield [simplify_data(said.get(key, "")) for key in keys.split()]


_RESERVED = {
    "reference": "look form title page colour places width height first",
    "ruler": "title number count length tab ticks zones lanes colour start end unit band",
    "protractor": "name half reach ticks ways arcs sides colour outline units corner bounds frame",
}
"""The names that templates of aids know anyway."""


class _Aid:
    """An aid that everybody shares: its subject, the values of its sheet, and what a piece is."""

    def __init__(self, part: SheetPart, whose: Whose) -> None:
        self.part, self.spec, self.desk, self.whose = part, part.spec, part.desk, whose
        self.game = part.desk.written
        self.names = names = part.names = whose.plan.names
        self.size = names.add(SIZE, Maybe.make(WHOLE)) if SIZE not in names.known else 0
        reserved = _RESERVED[self.spec.use].split()
        if self.spec.use == "protractor" and not (self.spec.fan or self.spec.dial):
            reserved = ["name", "colour"]
        self.values = self.desk.read_values(
            partial(part.find, "values"), self.spec.values, names, {*names.tables, *reserved}
        )

    def read_title(self) -> Phrase:
        """The phrase that says what a piece is called."""
        if self.spec.piece is None:
            return (self.spec.title,)
        return self.part.read_phrase("piece") or ()

    def open(self, values: Any, size: int | None) -> tuple[Frame, str]:
        """The frame of the game or of a fleet, and whose it is. Raises ProblemError.

        A ship alone is a fleet of one, which has the usual values of all keys.
        """
        plan: ValuePlan = self.whose.plan
        if self.whose.of == "game":
            subject = plan.read(None, None, name=self.game.name)
        elif values is None:  # a blank aid is that of a fleet of which nothing is written
            name = self.game.game
            written = plan.model(system=name, fleet=name, ships=[{"ship": name}])
            subject = plan.read(written, None, name=self.game.name, ships=[])
        else:
            subject = (values if isinstance(values, LinkedFleet) else _join(plan, values)).subject
        frame = subject.open()
        if self.size:
            frame[self.size] = size
        for _, slot, formula in self.values:
            frame[slot] = formula.work_out(frame, subject.name)
        return frame, subject.name

    def show(self, frame: Frame) -> dict[str, Any]:
        """The values of the sheet as its template knows them."""
        made = {}
        for name, slot, formula in self.values:
            convert = make_printable(formula.type)
            made[name] = convert(frame[slot]) if convert else frame[slot]
        return made


class _Alone(NamedTuple):
    """A lookup that finds a ship, whatever it is asked for."""

    ship: Any

    def find(self, path: Path_, id: str, kind: str = "ship") -> Any:
        return self.ship


def _join(fleets: ValuePlan, ship: Any) -> Any:
    """A ship as a fleet of one."""
    units = fleets.units
    entries, named = (units.key, units.ship) if units else ("ships", "ship")
    one = {entries: [{named: ship.name}]}
    written = fleets.model(system=ship.system, fleet=ship.name, **one)
    return fleets.block(written, _Alone(ship))


Fill = Callable[[Any, Look, "int | None"], Iterator[Print]]


def make_aid(part: SheetPart, whose: Whose, sheet: Sheet) -> Sheet | None:
    """The sheet of a part of the kit; None if it is wrong, which is reported."""
    spec, desk = part.spec, part.desk
    if spec.use == "portrait":
        return _make_portrait(part, whose, sheet)
    if spec.use == "tokens":
        return _make_tokens(part, sheet)
    if whose.of not in ("game", "fleet"):
        message = f"everybody shares this sheet, so it can't be of a {whose.of}"
        part.report("of", message, "of: fleet, or of: game")
        return None
    before, known = len(desk.found), dict(whose.plan.names.known)
    fill = _MAKERS[spec.use](_Aid(part, whose))
    whose.plan.names.known = known
    if len(desk.found) > before:
        return None
    sheet = replace(sheet, once=True, fill=lambda values, look: fill(values, look, None))
    if not spec.usual:
        return sheet

    def fill_blank(size: int, look: Look) -> Iterator[Print]:
        if (spec.fan or spec.dial) and size != spec.usual:
            raise ValueError(f"this template is of {spec.usual} degrees, not {size}")
        return fill(None, look, check_length(size))

    return replace(sheet, fill_blank=fill_blank, blank_sizes=(spec.usual,))


def _make_ruler(aid: _Aid) -> Fill:
    part, spec = aid.part.enter("ruler"), aid.spec.ruler
    if spec is None:
        aid.part.report("use", "a ruler needs its length", "ruler: {total: 24}")
        return _print_nothing
    with part.open_loops() as found:
        if found is None:
            return _print_nothing
        whole: Any = spec.__replace__(each=[], when=None)
        alone = GamePart(aid.desk, part.path, whole, aid.names)
        head = alone.read_line(["unit"], ["total", "band"], [NUMBER])
        titles = [part.read_phrase("titles", at) for at in range(len(spec.titles))]
        texts = ["name", "value", "span", "note"]
        bands = part.read_lines("bands", texts, ["start", "end"], [NUMBER])
        lanes = [_read_marks(lane) for lane in part.items("lanes")]
        title = aid.read_title()

    def fill(values: Any, look: Look, size: int | None) -> Iterator[Print]:
        frame, whose = aid.open(values, size)
        shown = aid.show(frame)
        for _ in found.walk(frame, whose):
            assert head
            ((total, band, unit),) = work_out([head], "total band unit", frame, whose)
            known = work_out(bands, "start end name value span note", frame, whose)
            zones = [Band(*one) for one in known]
            most = MOST * max(1, len(zones))
            if unit not in UNITS or not 0 < total <= most:
                wrong = "total" if unit in UNITS else "unit"
                message = f"a ruler of {total:g} {unit[:20]} is impossible, for {whose}"
                hint = f"rulers have 1 to {most} units, in or cm"
                place = aid.desk.document.place(part.find(wrong))
                raise ProblemError([BAD_GAME.at(place, message, hint)])
            ruler = Ruler(
                total=ceil(total),
                unit=unit,
                band=max(int(band), 0),
                bands=zones,
                lanes=[
                    [RulerMark(*mark) for mark in work_out(lane, "at label", frame, whose)]
                    for lane in lanes
                ],
                titles=[write_phrase(one, frame, whose) for one in titles if one],
                colour=find_colour(values, look, aid.game.colour),
                longest=limit_strip(look),
            )
            name = write_phrase(title, frame, whose)
            for (start, end), strip in zip(ruler.split(), ruler.cut(), strict=True):
                own = {"start": start, "end": end, "unit": ruler.unit, "band": ruler.band}
                of = tr(", strip {} of {}", strip.number, strip.count) * (strip.count > 1)
                yield Print(Reference(**read_values(strip), **own, **shown), name + of)

    return fill


def _read_marks(part: GamePart) -> list[RepeatedLine]:
    """The marks of a part, or its ways or arcs."""
    made = (mark.read_line(["label", "note"], ["at"], [NUMBER]) for mark in part.items())
    return [line for line in made if line]


def _print_nothing(values: Any, look: Look, size: int | None) -> Iterator[Print]:
    return iter(())


def _make_protractor(aid: _Aid) -> Fill:
    """Make a fan, a dial, or neither, where a template draws the whole."""
    fan, dial = aid.spec.fan, aid.spec.dial
    if fan and dial:
        message = "a template is either a fan or a dial"
        aid.desk.report_key(aid.part.find("dial"), message, "make two sheets of it")
    elif not (fan or dial or aid.spec.template):
        message = "a template of angles needs a fan, a dial, or a drawing of its own"
        aid.part.report("use", message, "fan: {half: 45, inches: 4}")
    part = aid.part.enter("fan" if fan else "dial")
    ways = _read_marks(part.enter("ways")) if part.spec else []
    arcs = _read_marks(part.enter("arcs")) if dial else []
    title = aid.read_title()

    def fill(values: Any, look: Look, size: int | None) -> Iterator[Print]:
        frame, whose = aid.open(values, size)
        shown, colour = aid.show(frame), find_colour(values, look, aid.game.colour)
        made = [Way(*one) for one in work_out(ways, "at label note", frame, whose)]
        drawn: Any = None
        if fan:
            drawn = make_fan(fan.half, fan.inches, made, colour)
            half = drawn.reach * sin(radians(fan.half))
            shown |= {"outline": drawn.outline, "units": fan.inches, "sides": 0}
            shown["frame"] = (-half, -drawn.reach, half, 0.0)
        elif dial:
            around = [Way(*one) for one in work_out(arcs, "at label note", frame, whose)]
            drawn = Dial(sides=dial.sides, reach=dial.reach, arcs=around, ways=made, colour=colour)
            shown |= {"outline": drawn.outline, "corner": drawn.corner, "bounds": drawn.bounds}
            shown["frame"] = bound(polygon(dial.sides, drawn.corner, 180 / dial.sides))
        own = read_values(drawn) if drawn else {"colour": colour}
        name = write_phrase(title, frame, whose)
        yield Print(Reference(**{"name": name, **own, **shown}), name)

    return fill


def _make_pages(aid: _Aid) -> Fill:
    """Make a reference that is a template with parts, which move to where the paper has room."""
    pages = aid.spec.pages
    if aid.spec.template is None or pages is None:
        aid.part.report("use", "pages with parts need a template")
        return _print_nothing
    forms: dict[int, list[ReferencePart]] = {}
    for part in pages.parts:
        placed = ReferencePart(part.name, part.x, part.y, part.height, part.column)
        forms.setdefault(part.page, []).append(placed)
    slot = aid.names.add("page", WHOLE) if "page" not in aid.names.known else 0
    title = aid.read_title()

    def fill(values: Any, look: Look, size: int | None) -> Iterator[Print]:
        frame, whose = aid.open(values, size)
        shown = {**aid.show(frame), "colour": find_colour(values, look, aid.game.colour)}
        for page, parts in sorted(forms.items()):
            if slot:
                frame[slot] = page
            name = write_phrase(title, frame, whose)
            form = ReferenceForm(pages.width, pages.height, pages.right, pages.top, parts)
            yield from print_parts(look, form, name, page=page, **shown)

    return fill


_MAKERS = {"ruler": _make_ruler, "protractor": _make_protractor, "reference": _make_pages}


# Portraits and tokens.


def _make_portrait(part: SheetPart, whose: Whose, sheet: Sheet) -> Sheet | None:
    spec, game = part.spec, part.desk.written
    kind = game.kinds.get(whose.of)
    if kind is None or kind.silhouette is None:
        message = f"a {whose.of} has no silhouette"
        hint = f"write one in the kind {whose.of}: silhouette: {{family: gunboat, length: hull}}"
        part.report("use", message, hint)
        return None
    plan = whose.plan

    def fill(ship: Any, look: Look) -> Iterator[Print]:
        colour = look.colour or game.colour
        layers = plan.draw(ship.subject, "").parts
        yield print_portrait(ship, layers, look, deepen(colour) if spec.shade else colour)

    return replace(sheet, fill=fill)


def _make_tokens(part: SheetPart, sheet: Sheet) -> Sheet | None:
    spec, game = part.spec, part.desk.written
    here = part.find("text" if spec.text else "use")
    written = read_data(part.desk, here, spec.text or "tokens.yaml", list[TokenEntry], TOKENS)
    if written is None:
        return None
    tokens = tuple(Token(**dict(entry)) for entry in written)

    def fill(values: Any, look: Look) -> Iterator[Print]:
        scenario = getattr(values, "scenario", None)  # which prints its own things
        own = tokens if scenario is None else [Token(**dict(one)) for one in scenario.tokens]
        return print_tokens(own, look.colour or game.colour, 1)

    def fill_blank(sets: int, look: Look) -> Iterator[Print]:
        return print_tokens(tokens, look.colour or game.colour, sets)

    blank = {"fill_blank": fill_blank, "blank_sizes": (1,)}
    return replace(sheet, fill=fill, once=True, gap=0.0, grid=True, **blank)
