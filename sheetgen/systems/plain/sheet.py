"""Sheets of a plain game: what templates know about a definition, a fleet or the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.number import join_words
from sheetgen.ground.record import replace
from sheetgen.systems.column import Column
from sheetgen.systems.contract import SHARED, Sheet
from sheetgen.systems.plain.field import has_default
from sheetgen.systems.plain.filler import Filler
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.value import TEXT, RecordType
from sheetgen.systems.plain.gamefile import SheetSpec
from sheetgen.systems.plain.part import SheetPart
from sheetgen.systems.plain.subject import (
    ValuePlan,
    Whose,
)


def outline_sheet(part: SheetPart, whose: Mapping[str, Whose]) -> Whose | None:
    """The subject of a sheet with the kinds that it is for; None if it is wrong, as reported."""
    game = part.desk.written
    of = _find_subject(part, whose)
    scenario = ("scenario",) if game.scenario else ()
    chosen = _choose_kinds(part, whose[of], scenario) if of else None
    if chosen is None:
        return None
    spec, fleet = part.spec, game.fleet
    if spec.use == "portrait":
        asked = chosen.default if isinstance(spec.default, list) else ()
        return chosen._replace(kinds=(chosen.of,), default=asked)
    if spec.use == "tokens":  # a scenario has some of its own
        default = chosen.default and tuple(dict.fromkeys((*chosen.default, *scenario)))
        return chosen._replace(kinds=(*chosen.kinds, *scenario), default=default)
    if (
        spec.use in _AIDS
        and of == "fleet"
        and fleet
        and all(map(has_default, fleet.fields.values()))
    ):
        return chosen._replace(kinds=(fleet.of or next(iter(game.kinds)), "fleet"))
    return chosen


def make_sheet(
    part: SheetPart,
    chosen: Whose,
    fleet: RecordType | None,
    list_members: Callable[[], Sequence[Column]],
) -> tuple[Sheet, Filler | None] | None:
    """A sheet with all its parts; None if it is wrong, which is reported.

    `fleet` is what formulas know of the fleet of a ship, `list_members` gives the columns of a
    fleet's ships.
    """
    spec = part.spec
    template = _find_template(part)
    if template is None:
        return None
    sheet = _start_sheet(part, chosen, template)
    if spec.fill is not None:
        return _call_code(part, sheet)
    if spec.use and spec.use not in ("counters", "roster"):
        made = _use_kit(part, chosen, sheet)
        return (made, None) if made else None
    filler = Filler(part, chosen, fleet)
    if filler.faulty:
        return None
    if spec.use == "roster":
        from sheetgen.systems.plain.fleet import make_roster

        fill = make_roster(list_members(), part, filler)
        return replace(sheet, fill=fill), None
    sheet = replace(sheet, fill=filler.fill)
    if filler.blank:
        sizes = tuple(filler.blank.spec.sizes)
        sheet = replace(sheet, fill_blank=filler.fill_blank, blank_sizes=sizes)
    return sheet, filler


def _find_subject(part: SheetPart, whose: Mapping[str, Whose]) -> str | None:
    """The name of what a sheet shows; None if that is impossible, which is reported."""
    spec = part.spec
    of = spec.of or _USUAL.get(spec.use) or next(iter(whose))
    if of not in whose or (spec.use == "roster" and of != "fleet"):
        near = find_nearest(of, whose)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(whose)}"
        message = f"there is nothing called {of[:60]} to show"
        if of == "fleet" and "fleet" not in whose:
            message, hint = "this game has no fleets to show", "write a part fleet: {code: A}"
        part.report("of" if spec.of else "name", message, hint)
        return None
    whole = spec.use in ("roster", "reference") and not spec.pages
    for key in part.levels[0][1]:
        if key in (_OF_PIECES if whole else () if spec.use else _OF_ROSTERS):
            what = f"a {spec.use}" if spec.use else "a sheet that is no roster"
            part.desk.report_key((*part.path, key), f"{what} has no {key}", "leave it out")
            return None
    return of


def _use_kit(part: SheetPart, whose: Whose, sheet: Sheet) -> Sheet | None:
    """A sheet that a part of the kit fills; None if it is wrong, which is reported."""
    spec = part.spec
    if spec.use == "reference" and not spec.pages:
        from sheetgen.systems.plain.reference import make_reference

        pages = make_reference(part)
        return replace(sheet, fill=pages) if pages else None
    if spec.use in ("terrain", "scenario"):
        from sheetgen.systems.plain.scenario import make_scenario_sheet

        return make_scenario_sheet(part, whose, sheet)
    from sheetgen.systems.plain.aid import make_aid

    return make_aid(part, whose, sheet)


def _call_code(part: SheetPart, sheet: Sheet) -> tuple[Sheet, Filler | None] | None:
    """A sheet whose pieces are made by functions of the game's code."""
    spec, code = part.spec, part.desk.code
    fill = code.find(part.find("fill"), spec.fill)
    if fill is None:
        return None
    blank, sizes = None, tuple[int, ...]()
    if spec.fill_blank is not None:
        blank = code.find(part.find("fill_blank"), spec.fill_blank)
        sizes = tuple(size for one in spec.blank.values() for size in one.sizes)
    beside = "together" in signature(fill).parameters
    return replace(sheet, fill=fill, fill_blank=blank, blank_sizes=sizes, beside=beside), None


_USUAL = {
    **dict.fromkeys(("reference", "ruler", "protractor", "tokens"), "game"),
    **dict.fromkeys(("terrain", "scenario"), "scenario"),
    "roster": "fleet",
}
"""The kind whose data the parts of the kit show, unless a game says otherwise."""
_AIDS = ("ruler", "protractor", "reference")
"""The sheets that a ship on its own has too, as if it were a fleet of one."""


_OF_PIECES = ("each", "copies", "deck", "blank", "piece", "bookmark")
_OF_ROSTERS = ("rows", "measures")
"""Keys that only sheets of their own have, and only rosters."""


def _choose_kinds(part: SheetPart, whose: Whose, scenario: tuple[str, ...]) -> Whose | None:
    """The subject of a sheet with the kinds that it is for; None if one of them can't be.

    A sheet of fleets may be one that a `scenario` prints for each of its own.
    """
    spec = part.spec
    kinds, default = whose.kinds, whose.default
    wholes = tuple(dict.fromkeys((*kinds, *(scenario if "fleet" in kinds else ()))))
    for key, chosen, known in (("for", spec.kinds, kinds), ("default", spec.default, wholes)):
        for at, name in enumerate(chosen) if isinstance(chosen, list) else ():
            if name not in known:
                message = f"the sheet can't be printed for a {name[:60]}"
                hint = f"it can be for {join_words(known)}"
                part.report((key, at), message, hint)
                return None
        if key == "for" and chosen is not None:
            kinds = tuple(kind for kind in kinds if kind in spec.kinds)
            default = tuple(kind for kind in default if kind in kinds)
    if isinstance(spec.default, list):
        default = tuple(kind for kind in wholes if kind in spec.default)
    elif not spec.default or spec.use == "terrain":
        default = ()
    elif spec.use == "counters" and "fleet" in default:
        default = ("fleet",)
    return whose._replace(kinds=kinds, default=default)


def _find_template(part: SheetPart) -> str | None:
    spec, game = part.spec, part.desk.id
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
            hint = f"template: card.svg, in templates/{game}/"
            part.report(key if name else "name", message, hint)
            return None
    return _name_template(game, spec.template or "")


def _name_template(game: str, template: str) -> str:
    """The name of a game's template; one in common/ is shared by all games."""
    return template if template.startswith("common/") else f"{game}/{template}"


def _name_key(spec: SheetSpec, template: str, game: str) -> str:
    """The key of a sheet that names a template."""
    if spec.back and template == _name_template(game, spec.back):
        return "back"
    return "template" if spec.template else "name"


def _start_sheet(part: SheetPart, whose: Whose, template: str) -> Sheet:
    """The sheet with everything but its contents."""
    spec, desk = part.spec, part.desk
    is_page = spec.use in ("roster", "reference", "scenario", "portrait")
    close = spec.use == "counters" or bool(spec.deck)
    gap = 0.0 if spec.deck else 6.0
    roles = {"counters": "counter", "reference": "reference", "portrait": "portrait"}
    role = spec.role or roles.get(spec.use, "")
    return Sheet(
        name=spec.name,
        title=spec.title,
        about=spec.about.strip(),
        template=template,
        kinds=whose.kinds,
        default=whose.default,
        fill=lambda values, look: (),
        gap=gap if spec.gap is None else spec.gap,
        cut=not is_page if spec.cut is None else spec.cut,
        grid=close if spec.grid is None else spec.grid,
        once=whose.of == "game" if spec.once is None else spec.once,
        back_template=_name_template(desk.id, spec.back) if spec.back else "",
        role=role,  # type: ignore[arg-type]
        place_template=lambda name: desk.document.place(part.find(_name_key(spec, name, desk.id))),
        place=_PLACES.get(spec.use, SHARED if spec.once else _OWN),
    )


_OWN = 3  # the place in a kit of what a side has
_PLACES = {
    "scenario": 0,
    "reference": 1,
    "roster": 2,
    "tokens": SHARED,
    "ruler": SHARED + 1,
    "protractor": SHARED + 1,
    "terrain": SHARED + 2,
}
"""The places in a kit of the sheets that a part of the kit makes."""


def make_game_plan(names: FormulaNames) -> ValuePlan:
    """The plan of the game itself, whose formulas know the tables alone."""
    plan = ValuePlan("game", names)
    plan.parts["name"] = TEXT
    names.add("name", TEXT)
    plan.finish("the game")
    return plan
