"""The fleets of a plain game: its ships found, numbered and added up, by the kit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from sheetgen.ground.record import NamedTuple, replace
from sheetgen.reading.field import Field, Prose, Text
from sheetgen.systems.column import Column, Form
from sheetgen.systems.contract import Check, Finding, Kind, Look, Lookup, Print, check, later
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit import roster
from sheetgen.systems.kit.counters import LiveryChoice, alike_in_grey, choose_livery
from sheetgen.systems.kit.fleet import LinkedFleet, shared_ids
from sheetgen.systems.kit.text import TextWriter, write_in
from sheetgen.systems.plain.check import CheckedKeys, make_checks
from sheetgen.systems.plain.column import finish_columns, make_columns
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.field import MadeField, limit_name, make_fields, make_model, make_name
from sheetgen.systems.plain.form import make_fleet_form, make_form
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NONE,
    WHOLE,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    is_number,
    make_record,
)
from sheetgen.systems.plain.kind import (
    add_fields,
    add_part,
    add_values,
    start_plan,
)
from sheetgen.systems.plain.kindfile import FleetSpec, KindSpec
from sheetgen.systems.plain.part import GamePart, Phrase, write_phrase
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import (
    MEMBER_PARTS,
    ValuePlan,
    list_ships,
    make_lazy_class,
    show,
    simplify_data,
)
from sheetgen.systems.plain.table import make_keys

if TYPE_CHECKING:
    from sheetgen.systems.plain.filler import Filler
    from sheetgen.systems.plain.part import SheetPart
    from sheetgen.systems.plain.unit import UnitKind

PATH: Path_ = ("fleet",)


@check("unknown-state", "error")
def unknown_state(linked: LinkedFleet) -> Iterator[Finding]:
    """A fleet gives losses of a ship that it does not have.

    Why: Losses are given by the ID of a ship of the same entry. With a slip in the ID, the sheet
    would show a ship without damage.

    Example:
    ships: [{ship: kestrel, ids: [K1], state: {K2: {lost: 3}}}]    # there is no K2
    """
    for path, ids in _find_strangers(linked):
        message = f"there is no {path[-1]} among these ships"
        yield Finding(path, message, f"there are {', '.join(ids)}")


def _find_strangers(linked: LinkedFleet) -> Iterator[tuple[Path_, list[str]]]:
    """Yield the path of each ID with losses that no ship of its entry has, with those of these."""
    for at, entry in enumerate(linked.fleet.ships):
        ids = [member.id for member in linked.members if member.at == at]
        for name in getattr(entry, "state", ()):
            if name not in ids:
                yield ("ships", at, "state", name), ids


def _add_strangers(own: Check) -> Check:
    """The game's own check of losses, which then is the one that finds IDs of no ship too."""

    def find(linked: LinkedFleet) -> Iterator[Finding]:
        for path, ids in _find_strangers(linked):
            message = f"state: {path[-1]} is not a ship of this entry"
            yield Finding(path, message, f"its ships are {', '.join(ids)}")
        yield from own.find(linked)

    return replace(own, find=find)


STATE = "ship-state"
"""The name of a game's own check of losses."""


def make_fleet(desk: GameDesk, ships: ValuePlan) -> tuple[ValuePlan, Kind] | None:
    """The plan of a game's fleets and their kind; `ships` is the plan of their ships."""
    game, kind = desk.written, desk.written.kinds[ships.kind]
    spec = game.fleet
    assert spec
    plan = start_plan(desk, "fleet")
    units = plan.units = _make_units(desk, spec, ships)
    if spec.members and units is None:
        return None
    entries, counted = (units.key, units.plan) if units else ("ships", ships)
    taken = {**plan.names.known, entries: 0, "entries": 0}
    own_name = make_name(desk, (*PATH, "fields", "fleet"), spec.fields.get("fleet"))
    given = {key: field for key, field in spec.fields.items() if key != "fleet"}
    fields = make_fields(desk, (*PATH, "fields"), given, taken)
    add_fields(plan, fields, spec.values)
    for key in list_limits(spec):
        plan.readers.append((key, None, add_part(plan, key, Maybe.make(WHOLE))))
    for name, form in (units.list_parts() if units else {"ships": _know_ships(ships)}).items():
        add_part(plan, name, ListOf.make(form))
    if game.scenario:
        add_part(plan, "turns", Maybe.make(WHOLE))
    if plan.readings:
        add_part(plan, "changed", make_record("the readings", dict.fromkeys(plan.readings, FLAG)))
    add_values(desk, (*PATH, "values"), spec.values, plan)
    plan.finish()
    part = GamePart(desk, PATH, spec, plan.names)
    code = GamePart(desk, PATH, spec, ships.names).read_phrase("code")
    limit = counted.worth = _check_limit(desk, spec, plan, counted)
    listed = units.describe() if units else _list_ships(spec, ships, kind)
    own = {**_choose_counters(desk, spec), **make_keys(game.readings)}
    if own_name:
        own["fleet"] = own_name
    plan.model = _make_model(game.game, fields, {entries: listed}, own, limit)
    if code is None:
        return None
    plan.list_known = units.list_known if units else list_ships
    linked = _make_linked(plan, limit)
    kept = [f"f_{name}" for name, field in given.items() if _holds_ids(field.type, field.of)]
    link = units.link(linked) if units else _make_link(linked, code, ships.kind, kept)
    plan.block = link

    return plan, _outline_kind(part, plan, ships, fields, link)


def _outline_kind(
    part: GamePart,
    plan: ValuePlan,
    ships: ValuePlan,
    fields: Mapping[str, MadeField],
    link: Callable[..., LinkedFleet],
) -> Kind:
    """The kind of fleets; of its parts each is made when it is asked for."""
    spec, units, kind = part.spec, plan.units, part.desk.written.kinds[ships.kind]
    entries, counted = (units.key, units.plan) if units else ("ships", ships)
    limit = counted.worth

    def read_checks() -> Sequence[Check]:
        own_checks = make_checks(part, _know_keys(spec, fields, ships, units))
        checks = [_add_strangers(one) if one.rule.name == STATE else one for one in own_checks]
        return (*_list_own_checks(spec, limit, ships, units), *checks)

    def read_columns() -> Sequence[Column]:
        shown, key, known = _find_columns(part, ships)
        members = (*known, *make_columns(shown, key, counted, limit))
        own = list(make_columns(part, "columns", plan))
        own += _show_limit(limit, [column.key for column in own], plan)
        first = Column(entries if units else f"{ships.kind}s", "members", of=members)
        return (first, *finish_columns(part, own, plan))

    def read_form() -> Form | None:
        named = ships.kind if units else "ship"
        form = make_fleet_form(entries, limit, {f"{entries} {named}": ships.kind})
        inner = {"ships state ": kind.state}
        if spec.members:
            inner = {f"{entries} ": spec.members.fields}
        return make_form(part.enter("form"), spec.fields, form, counted, inner)

    return Kind(
        name="fleet",
        model=plan.model,
        marker="fleet",
        link=link,
        columns=later(read_columns),
        checks=later(read_checks),
        form=later(read_form),
    )


def _make_units(desk: GameDesk, spec: FleetSpec, ships: ValuePlan) -> UnitKind | None:
    """The units of fleets; None for fleets of ships, and if they are wrong, which is reported."""
    if spec.members:
        from sheetgen.systems.plain.unit import make_units

        return make_units(desk, spec.members, ships)
    if not spec.code:
        desk.report_key(PATH, "a fleet needs code: what the IDs of its ships begin with", "code: A")
    return None


def _know_keys(
    spec: FleetSpec, fields: Mapping[str, MadeField], ships: ValuePlan, units: UnitKind | None
) -> CheckedKeys:
    """The keys that checks of a fleet may show."""
    if units is None:
        return CheckedKeys(fields, ["fleet", "ships", *list_limits(spec)], ships.lost)
    inside = MadeField(None, NONE, inner=units.fields, key=units.key)
    keys = {**fields, units.key: inside}
    return CheckedKeys(keys, ["fleet", *list_limits(spec)], units=units.key)


def _list_own_checks(
    spec: FleetSpec, limit: str, ships: ValuePlan, units: UnitKind | None
) -> list[Check]:
    """The checks that every game's fleets have."""
    checks = [] if units else [base.ship_ids, shared_ids]
    stated = any(one.name == STATE for one in spec.checks)
    if ships.state_readers and not (units or stated):
        checks.append(unknown_state)
    if limit:
        checks.append(base.limit_fleet(limit, spec.total))
    checks.append(alike_in_grey)  # every fleet may choose a livery, also without `counters:`
    return [*checks, base.fold_without_back] if spec.counters else checks


def _choose_counters(desk: GameDesk, spec: FleetSpec) -> dict[str, tuple[Any, Any]]:
    """The key of a fleet that says how its counters look."""
    counters: Any = LiveryChoice
    if spec.counters:
        from sheetgen.systems.plain.counter import make_choice

        counters = make_choice(desk, (*PATH, "counters"), spec.counters)
    return {"counters": (counters, Field(counters(), description="{livery: light}"))}


def _find_columns(fleet: GamePart, ships: ValuePlan) -> tuple[GamePart, str, Sequence[Column]]:
    """The part and the key with the columns of what fleets are made of, and those before them."""
    if fleet.spec.members:
        return fleet.enter("members"), "columns", ()
    if fleet.spec.ships:
        return fleet, "ships", base.MEMBER
    kind = fleet.desk.written.kinds[ships.kind]
    return GamePart(fleet.desk, ("kinds", ships.kind), kind, ships.names), "columns", base.MEMBER


def _know_ships(ships: ValuePlan) -> RecordType:
    """A ship as formulas of its fleet know it."""
    parts, title = {**MEMBER_PARTS, **ships.parts}, f"a {ships.kind}"
    own = (name for name in MEMBER_PARTS if name not in ships.parts)
    known = {name: ships.names.known[name] for name in ships.parts}
    return RecordType(title, parts=parts, make=make_lazy_class(title, known, *own))


def _check_limit(desk: GameDesk, spec: FleetSpec, plan: ValuePlan, ships: ValuePlan) -> str:
    """The value that is limited; empty if there is none, or a wrong one, which is reported."""
    limit = spec.limit or ""
    if not limit or limit in plan.names.broken:
        return ""
    known = plan.parts.get(limit) or ships.parts.get(limit)
    if known is None or not is_number(known) or not limit.endswith("s"):
        message = f"{limit[:60]} is not a number that every {ships.kind} has"
        if known and is_number(known):
            message = f"{limit[:60]} does not end in s, as what is limited has to"
        hint = f"name a value of the kind {ships.kind} that ends in s, such as points"
        desk.report(BAD_GAME, (*PATH, "limit"), message, hint)
        return ""
    return limit


def _list_ships(spec: FleetSpec, ship: ValuePlan, kind: KindSpec) -> tuple[Any, Any]:
    """The key of a fleet under which its ships are written; their names are as long as others."""
    counted = Field(1, ge=1, le=spec.most, description=f"how many, 1 to {spec.most}")
    name = Annotated[Text, Field(max_length=limit_name(kind.fields.get("name")))]
    entries: dict[str, tuple[Any, Any]] = {
        "count": (int, counted),
        "names": (list[name] | None, Field(None, description="a name for each")),
    }
    if spec.letters is not None:
        called = Field(None, description="an ID for each, such as [A1, A2]")
        short = Annotated[Text, Field(max_length=spec.letters)]
        entries["ids"] = (list[short] | None, called)
    if ship.state_readers:
        lost = Field(default_factory=dict, description="what is lost, by ID: {A1: {…}}")
        entries["state"] = (dict[str, ship.model.state], lost)  # type: ignore[name-defined]
    entry = make_model("Entry", base.Entry, {}, **entries)
    ships = Annotated[list[entry], Field(min_length=1, max_length=5000)]  # type: ignore[valid-type]
    return ships, Field(description="[{ship: …, count: 2}]")


def _make_model(
    game: str,
    fields: Mapping[str, Any],
    made_of: Mapping[str, Any],
    own: Mapping[str, Any],
    limit: str,
) -> Any:
    more: dict[str, Any] = {"system": (Literal[game], ...)}
    if limit:
        about = f"the most {limit} allowed"
        more[f"{limit}_limit"] = (int | None, Field(None, ge=0, description=about))
    words = (Prose | None, Field(None, description="Markdown, for books"))
    more |= {**made_of, **own, "description": words}
    return make_model("Fleet", base.Fleet, fields, **more)


def _make_linked(plan: ValuePlan, limit: str) -> type[LinkedFleet]:
    """The class of a game's linked fleets, with what may be limited as an attribute."""
    body: dict[str, Any] = {"plan": plan, "unit": limit}
    if limit:

        def add_up(linked: LinkedFleet) -> Any:
            return show(add_limited(linked, limit))

        body[limit] = property(add_up)
    return type("LinkedFleet", (LinkedFleet,), body)


def add_limited(linked: LinkedFleet, limit: str) -> Any:
    """Return the limited value of a fleet, or its sum over the ships."""
    if limit in linked.plan.parts:
        return getattr(linked.subject.record, limit)
    return sum(getattr(member.subject.record, limit) for member in linked.members)


def _show_limit(limit: str, taken: list[str], plan: ValuePlan) -> Iterator[Column]:
    """The columns of what is limited."""
    if limit:
        total = limit.replace("_", " ").capitalize()
        if limit not in taken:
            yield Column(
                limit, lambda linked: simplify_data(add_limited(linked, limit)), quiet=True
            )
            yield Column(value=limit, show=limit.replace("_", " "), table=total)
        if f"{limit}_limit" not in taken:
            yield Column(f"{limit}_limit", f"fleet.{limit}_limit", table="Limit")


def _holds_ids(kind: Any, of: Any) -> bool:
    """Whether a field of a type, such as a list `of` others, holds IDs of ships."""
    if kind == "list":
        return _holds_ids(of.get("type"), of.get("of")) if isinstance(of, dict) else of == "id"
    return bool(kind == "id")


def _list_texts(value: Any) -> Iterator[str]:
    """The texts in lists of lists."""
    for one in value if isinstance(value, list) else ():
        yield from _list_texts(one)
    if isinstance(value, str):
        yield value


def _make_link(
    linked: type[LinkedFleet], code: Phrase, kind: str, kept: Sequence[str]
) -> Callable[..., LinkedFleet]:
    """Make the function that finds the ships of a fleet; IDs in attributes that are `kept` stay."""

    def write_code(ship: Any) -> str:
        frame: Frame = ship.subject.open()
        return write_phrase(code, frame, ship.name)

    def link(written: Any, lookup: Lookup) -> LinkedFleet:
        named = {text for name in kept for text in _list_texts(getattr(written, name))}
        changed = linked.plan.read_changes(written)
        called = base.call_ships(written.ships, lookup, write_code, kind, named, changed)
        return linked(written, tuple(called))

    return link


def list_limits(spec: FleetSpec | None) -> list[str]:
    """The keys that a fleet has for its limit."""
    return [f"{spec.limit}_limit"] if spec and spec.limit else []


def list_checks(kind: Kind) -> list[Check]:
    """The checks of a kind that its game wrote itself."""
    shared = {base.ship_ids, shared_ids, unknown_state, alike_in_grey, base.fold_without_back}
    return [check for check in kind.checks if check not in shared]


# The roster of a plain game: all columns of its ships, as wide as their contents need.


WIDTH, IDS, NAMES, LEAST_NAMES = 186.0, 16.0, 62.0, 44.0
"""The width of a roster, of its IDs and of its names, in millimetres."""
_TEXT, _HEAD, _GAP = 3.4, 2.6, 3.0
_SEEN = 10.0  # what a ship from above takes after its name


class Head(NamedTuple):
    """A heading: the name of its values in the rows, and its place, centred at `x`."""

    title: str
    name: str
    total: bool
    x: float = 0.0
    width: float = 0.0


def draw_member(member: Any, fleet: str) -> Sequence[Any]:
    """The layers of a fleet's ship from above, or of the ship that a unit has."""
    ship = member.ship.subject
    parts: Sequence[Any] = ship.plan.draw(ship, fleet).parts
    return parts or getattr(ship.record, "silhouette", ())


def make_roster(
    columns: Sequence[Column], part: SheetPart, filler: Filler
) -> Callable[[Any, Look], Iterator[Print]]:
    """Make the function that fills the roster of a fleet whose ships have these columns."""
    heads = [
        Head(column.show or column.compare or column.sheet, column.sheet, column.total)
        for column in columns
        if column.sheet and column not in base.MEMBER
    ]
    spec, game = part.spec, part.desk.written
    limit = game.fleet.limit if game.fleet else None
    most, size = spec.rows, spec.measures

    def fill(linked: LinkedFleet, look: Look) -> Iterator[Print]:
        written = getattr(linked.fleet, f"{limit}_limit", None) if limit else None
        yard = base.name_yard(linked)
        rows = roster.make_rows(columns, linked.members, lambda one: draw_member(one, yard))
        livery = choose_livery(linked)
        side = 1 + livery.light + 2 * livery.striped
        more: dict[str, Any] = {"game": game.name, "limit": written, "side": side}
        names, writer = size.names, write_in(look)
        if spec.template is None:  # the kit's has columns as wide as their contents
            more["heads"], names = place_heads(heads, rows, writer)
            names -= _SEEN * any(row.seen for row in rows)
            more |= {"names": names, "sums": sum(head.total for head in heads)}
        values, heights = filler.work_out(linked, look)
        if not heights:
            lines = [roster.count_lines(writer, row, names, size.size) for row in rows]
            heights = [size.row + size.line * (count - 1) for count in lines]
        high = size.around + most * size.row
        room = roster.limit_height(look, size.width, high) - size.around
        pages = roster.place_rows(rows, heights, room)
        for piece in roster.print_roster(linked, look, pages, columns, **more | values):
            colour = piece.data.colour or game.colour
            yield replace(piece, data=replace(piece.data, colour=colour))

    return fill


def place_heads(
    heads: Sequence[Head], rows: Sequence[Any], writer: TextWriter
) -> tuple[list[Head], float]:
    """The headings at their places, and the width that is left for names."""
    wishes = []
    for head in heads:
        cells = [writer.measure(str(getattr(row, head.name)), _TEXT) for row in rows]
        wishes.append(max([writer.measure(head.title.upper(), _HEAD, True), *cells]) + _GAP)
    whole = sum(wishes) or 1.0
    room = min(max(whole, WIDTH - IDS - NAMES), WIDTH - IDS - LEAST_NAMES)
    x = WIDTH - room
    placed = []
    for head, wish in zip(heads, wishes, strict=True):
        width = room * wish / whole
        placed.append(head._replace(x=round(x + width / 2, 2), width=round(width - 1, 2)))
        x += width
    return placed, round(WIDTH - room - IDS - 1, 2)
