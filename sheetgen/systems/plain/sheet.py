"""Sheets of a plain game: what templates know about a definition, a fleet or the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.systems import Column, Look, Print, Sheet
from sheetgen.systems.kit import counters
from sheetgen.systems.kit.fleet import list_members
from sheetgen.systems.plain.desk import SLUG, GameDesk, Path_
from sheetgen.systems.plain.fleet import make_roster
from sheetgen.systems.plain.formula.formula import Formula, FormulaNames
from sheetgen.systems.plain.formula.value import (
    TEXT,
    WHOLE,
    RecordType,
    Type,
    make_class,
)
from sheetgen.systems.plain.gamefile import GameFile, KindSpec, SheetSpec
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import (
    PlainFleet,
    Silhouette,
    Subject,
    ValuePlan,
    Whose,
    empty_blanks,
    fill_blank,
    make_printable,
)

EXTRAS = (
    *("id", "colour", "art", "blank", "side", "label", "size", "light", "striped"),
    *("ensign", "sign", "parts", "scale"),
)
"""What templates know besides what a kind has, unless the kind has a value of that name."""
_NO_LIVERY = counters.LIVERIES["dark"]
_GROUND = "#fff"
"""What the sign of a counter is drawn on: something pale, as far as the program knows."""


class PlainPiece(NamedTuple):
    """A thing to be printed: what is known about it, and how it is called."""

    subject: Subject
    title: str
    id: str = ""
    written: Any = None


class Filler:
    """Fills the data of one sheet."""

    def __init__(
        self, desk: GameDesk, path: Path_, spec: SheetSpec, whose: Whose, colour: str, game: str
    ) -> None:
        self.spec, self.whose, self.colour, self.game = spec, whose, colour, game
        self.values: list[tuple[str, int, Formula]] = []
        names = whose.plan.names
        own = dict(names.known)
        for name, text in spec.values.items():
            here = (*path, "values", name)
            formula = desk.check_name(here, names.known) and desk.read(here, text, names)
            if formula:
                self.values.append((name, names.add(name, formula.type), formula))
        self.copies = None
        if spec.copies is not None:
            self.copies = desk.read((*path, "copies"), spec.copies, names, WHOLE)
        names.known = own
        self.parts: dict[str, Type] = {
            **whose.plan.parts,
            **{name: formula.type for name, _, formula in self.values},
        }
        self.names = [*self.parts, *(name for name in EXTRAS if name not in self.parts)]
        self.extras = [name for name in EXTRAS if name not in self.parts]
        self.make = make_class("Sheet", self.names, compared=True)
        self.converts = [
            (at, convert)
            for at, form in enumerate(self.parts.values())
            if (convert := make_printable(form))
        ]
        self.slots = [
            *(names.known[name].slot for name in whose.plan.parts),
            *(slot for _, slot, _ in self.values),
        ]

    def fill(self, values: Any, look: Look) -> Iterator[Print]:
        """The pieces of a definition, or of each ship of a fleet."""
        fleet = getattr(values, "fleet", None)
        # White letters have to be legible on it.
        colour = deepen(look.colour or getattr(fleet, "colour", "") or self.colour)
        livery, ensign, sign = _NO_LIVERY, None, None
        if fleet is not None and self.whose.of != "game":  # what is the same for everybody has none
            from sheetgen.systems.kit.counters import make_ensign  # only fleets have one

            livery, ensign = counters.choose_livery(values), make_ensign(values, look, colour)
            sign = counters.sign_counter(values, look, _GROUND, self.spec.size)
        whose = {
            "colour": colour,
            "size": self.spec.size,
            "light": livery.light,
            "striped": livery.striped,
            "ensign": ensign,
            "sign": sign,
        }
        for piece in self._list_pieces(values):
            yield from self._print(piece, whose, look)

    def _list_pieces(self, values: Any) -> Iterator[PlainPiece]:
        of = self.whose.of
        if of == "game":
            plan = self.whose.plan
            subject = plan.read(None, None, name=self.game)
            yield PlainPiece(subject, self.spec.title)
        elif of == "fleet":
            yield PlainPiece(values.subject, f"{values.name}, {self.spec.title.lower()}")
        elif isinstance(values, PlainFleet):
            for member in values.members:
                yield PlainPiece(member.subject, member.title, member.id, member.ship)
        else:
            (member,) = list_members(values)
            yield PlainPiece(values.subject, member.title, "", values)

    def _print(self, piece: PlainPiece, whose: Mapping[str, Any], look: Look) -> Iterator[Print]:
        frame = piece.subject.open()
        for _, slot, formula in self.values:
            frame[slot] = formula.work_out(frame, piece.subject.name)
        copies = self.copies.work_out(frame, piece.subject.name) if self.copies else 1
        if copies < 1:
            return
        data = [frame[slot] for slot in self.slots]
        for at, convert in self.converts:
            data[at] = convert(data[at])
        extras = {
            **whose,
            "id": piece.id,
            "art": look.art(piece.written) if piece.written is not None else "",
            "blank": False,
            "side": "front",
            "label": piece.id,
            **self.whose.plan.draw(piece.subject)._asdict(),
        }
        yield self._make_print(data, extras, piece.title, min(copies, 1000))

    def _make_print(
        self, data: Sequence[Any], extras: dict[str, Any], title: str, copies: int = 1
    ) -> Print:
        front = self.make(*data, *[extras[name] for name in self.extras])
        back = None
        if self.spec.back:
            extras["side"] = "back"
            back = self.make(*data, *[extras[name] for name in self.extras])
        return Print(front, title, copies, back, fold=self.spec.fold)

    def fill_blank(self, size: int, look: Look) -> Iterator[Print]:
        """An empty sheet for a size. Raises ValueError for one that makes no sense."""
        ((name, _),) = self.spec.blank.items()
        least, most = self.limits
        kind = self.whose.plan.kind
        if not (least is None or size >= least) or not (most is None or size <= most):
            raise ValueError(f"{name} of a {kind} is {least} to {most}, not {size}")
        subject = self.whose.plan.read_blank({name: size})
        frame = subject.open()
        fill_blank(frame, self.values)
        data = [empty_blanks(frame[slot]) for slot in self.slots]
        extras = dict.fromkeys(EXTRAS, "")
        livery = _NO_LIVERY._asdict()
        own = {"colour": deepen(look.colour or self.colour), "blank": True, "side": "front"}
        own |= Silhouette()._asdict()
        title = f"{kind.capitalize()} of {size} {name.replace('_', ' ')}"
        yield self._make_print(data, {**extras, **livery, **own, "size": self.spec.size}, title)

    limits: tuple[int | None, int | None] = (None, None)


def make_sheets(
    desk: GameDesk, game: GameFile, whose: Mapping[str, Whose], columns: Sequence[Column]
) -> Iterator[tuple[Sheet, Filler | None]]:
    """The sheets of a game; `columns` are those of a fleet's ships."""
    seen: set[str] = set()
    for at, spec in enumerate(game.sheets):
        path: Path_ = ("sheets", at)
        if not SLUG.fullmatch(spec.name) or spec.name in seen:
            message = f"{spec.name[:60]} can't be the name of a sheet"
            hint = "another has it" if spec.name in seen else "use letters and hyphens: ship-card"
            desk.report(BAD_GAME, (*path, "name"), message, hint)
            continue
        seen.add(spec.name)
        made = _make_sheet(desk, path, spec, game, whose, columns)
        if made:
            yield made


def _make_sheet(
    desk: GameDesk,
    path: Path_,
    spec: SheetSpec,
    game: GameFile,
    whose: Mapping[str, Whose],
    columns: Sequence[Column],
) -> tuple[Sheet, Filler | None] | None:
    of = spec.of or _USUAL.get(spec.use) or next(iter(whose))
    if of not in whose or (spec.use == "roster" and of != "fleet"):
        near = find_nearest(of, whose)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(whose)}"
        message = f"there is nothing called {of[:60]} to show"
        if of == "fleet" and "fleet" not in whose:
            message, hint = "this game has no fleets to show", "write a part fleet: {code: A}"
        desk.report(BAD_GAME, (*path, "of") if spec.of else (*path, "name"), message, hint)
        return None
    template = _find_template(desk, path, spec, game.game)
    if template is None:
        return None
    chosen = whose[of]
    sheet = replace(
        _start_sheet(spec, chosen, template, game.game),
        place_template=lambda name: desk.document.place((*path, _name_key(spec, name, game.game))),
    )
    if spec.use == "roster":
        fill = make_roster(columns, spec.rows, game)
        return replace(sheet, fill=fill), None
    if spec.use == "reference" and not spec.pages:
        from sheetgen.systems.plain.reference import make_reference

        pages = make_reference(desk, path, spec, game)
        return (replace(sheet, fill=pages), None) if pages else None
    if spec.use in ("terrain", "scenario"):
        from sheetgen.systems.plain.scenario import make_scenario_sheet

        made = make_scenario_sheet(desk, path, spec, chosen, sheet)
        return (made, None) if made else None
    if spec.use and spec.use != "counters":
        from sheetgen.systems.plain.aid import make_aid

        return (made, None) if (made := make_aid(desk, path, spec, game, chosen, sheet)) else None
    filler = Filler(desk, path, spec, chosen, game.colour, game.name)
    sheet = replace(sheet, fill=filler.fill)
    if spec.blank:
        field = _find_blank(desk, path, spec, game.kinds.get(of))
        if field is None:
            return None
        filler.limits = field
        sizes = tuple(next(iter(spec.blank.values())))
        sheet = replace(sheet, fill_blank=filler.fill_blank, blank_sizes=sizes)
    return sheet, filler


_USUAL = {
    **dict.fromkeys(("reference", "ruler", "protractor", "tokens"), "game"),
    **dict.fromkeys(("terrain", "scenario"), "scenario"),
    "roster": "fleet",
}
"""Whose data the parts of the kit show, unless a game says otherwise."""


def _find_template(desk: GameDesk, path: Path_, spec: SheetSpec, game: str) -> str | None:
    if spec.template is None and spec.use and not spec.pages:
        return f"common/{spec.use.replace('tokens', 'token')}.svg"
    for key in ("template", "back"):
        name = getattr(spec, key)
        if name is None and key == "back":
            continue
        if name is None or not name.endswith(".svg") or ".." in name or name.startswith("/"):
            message = (
                "a sheet needs a template" if name is None else f"{name[:60]} is not an SVG file"
            )
            here = (*path, key) if name else (*path, "name")
            desk.report(BAD_GAME, here, message, f"template: card.svg, in templates/{game}/")
            return None
    return f"{game}/{spec.template}"


def _name_key(spec: SheetSpec, template: str, game: str) -> str:
    """The key of a sheet that names a template."""
    if spec.back and template == f"{game}/{spec.back}":
        return "back"
    return "template" if spec.template else "name"


def _start_sheet(spec: SheetSpec, whose: Whose, template: str, game: str) -> Sheet:
    """The sheet with everything but its contents."""
    is_page = spec.use in ("roster", "reference", "scenario", "portrait")
    default = whose.default if spec.default else ()
    if spec.use == "counters" and "fleet" in default:
        default = ("fleet",)
    roles = {"counters": "counter", "reference": "reference", "portrait": "portrait"}
    role = spec.role or roles.get(spec.use, "")
    return Sheet(
        name=spec.name,
        title=spec.title,
        about=spec.about.strip(),
        template=template,
        kinds=whose.kinds,
        default=default,
        fill=lambda values, look: (),
        gap=6.0 if spec.gap is None else spec.gap,
        cut=not is_page if spec.cut is None else spec.cut,
        grid=spec.use == "counters" if spec.grid is None else spec.grid,
        once=whose.of == "game",
        back_template=f"{game}/{spec.back}" if spec.back else "",
        role=role,  # type: ignore[arg-type]
    )


def _find_blank(
    desk: GameDesk, path: Path_, spec: SheetSpec, kind: KindSpec | None
) -> tuple[int | None, int | None] | None:
    """The limits of the field whose size a blank sheet has; None if there is no such field."""
    ((name, sizes),) = spec.blank.items()
    field = kind.fields.get(name) if kind else None
    if field is None or field.type != "int":
        message = (
            f"{name[:60]} is not a whole number that is written in a {spec.of or 'definition'}"
        )
        desk.report_key((*path, "blank", name), message, "name a field: blank: {planks: [6, 12]}")
        return None
    limits = field.min, field.max
    for at, size in enumerate(sizes):
        if (field.min is not None and size < field.min) or (
            field.max is not None and size > field.max
        ):
            message = f"{name} is never {size}: it is {field.min} to {field.max}"
            desk.report(BAD_GAME, (*path, "blank", name, at), message)
            return None
    if not sizes:
        desk.report(BAD_GAME, (*path, "blank", name), "name the usual sizes, such as [6, 12]")
        return None
    return limits


def list_parts(filler: Filler) -> dict[str, Type | None]:
    """List the names that a template may ask for, with the types of those that have parts."""
    known: dict[str, Type | None] = dict.fromkeys(filler.names)
    return {**known, **filler.parts}


def make_game_plan(names: FormulaNames) -> ValuePlan:
    """The plan of the game itself, whose formulas know the tables alone."""
    plan = ValuePlan("game", names)
    plan.parts["name"] = TEXT
    names.add("name", TEXT)
    plan.finish(RecordType("the game", parts=plan.parts, make=make_class("Game", plan.parts)))
    return plan
