"""Sheets of a plain game: what templates know about a definition, a fleet or the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.diagnostics import ProblemError, find_nearest
from sheetgen.ground.number import join_words
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.systems import Column, Look, Print, Sheet
from sheetgen.systems.kit import counters, deck
from sheetgen.systems.kit.fleet import list_members
from sheetgen.systems.plain.desk import GameDesk
from sheetgen.systems.plain.fleet import make_roster
from sheetgen.systems.plain.formula.formula import Formula, FormulaNames
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Frame,
    Maybe,
    RecordType,
    Type,
    leave_blank,
    make_class,
    make_record,
    read_float,
)
from sheetgen.systems.plain.gamefile import GameFile, SheetSpec
from sheetgen.systems.plain.kind import read_loop
from sheetgen.systems.plain.line import LineWriter
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.reference import read_phrase, write_phrase
from sheetgen.systems.plain.subject import (
    PlainFleet,
    Subject,
    ValuePlan,
    empty_blanks,
    fill_blank,
    make_printable,
)
from sheetgen.systems.plain.variant import SheetPart, list_sheets

if TYPE_CHECKING:
    from sheetgen.systems.plain.blank import BlankPlan
    from sheetgen.systems.plain.counter import CounterLook

EXTRAS = (
    *("id", "colour", "art", "blank", "side", "label", "size", "light", "striped"),
    *("ensign", "sign", "design", "shape", "scale", "fleet", "width", "height"),
)
"""What templates know besides what a kind has, unless the kind has a value of that name."""
GROUND = "#fff"
"""What the sign of a counter is drawn on: something pale, as far as the program knows."""
FLEET = 0.88
"""The share of a counter's size that the name of its fleet may take on the back."""
FAR = 10_000
"""Millimetres of the room for a sheet where there is no limit."""
MOST_PIECES = 1000
"""Pieces of one sheet for a definition, and copies of one piece."""
ROOM = make_record("the room", {"short": NUMBER, "long": NUMBER, "least": NUMBER})
"""The sides of the paper inside its margins, and the scale that a sheet may be reduced to."""


class Whose(NamedTuple):
    """The subject of a sheet: the plan of a kind, and the kinds that it is printed for."""

    of: str
    plan: ValuePlan
    kinds: tuple[str, ...]
    default: tuple[str, ...]


class PlainPiece(NamedTuple):
    """A thing to be printed: what is known about it, and how it is called."""

    subject: Subject
    title: str
    id: str = ""
    written: Any = None
    design: str = ""


class Filler:
    """Fills the data of one sheet."""

    def __init__(
        self,
        desk: GameDesk,
        part: SheetPart,
        whose: Whose,
        game: GameFile,
        fleet: RecordType | None,
    ) -> None:
        """`fleet` is the record of what formulas know of the fleet of a ship."""
        spec = self.spec = part.spec
        self.whose, self.colour, self.game, self.icons = whose, game.colour, game.name, desk.icons
        self.shape = _name_shape(game)
        self.values: list[tuple[str, int, Formula]] = []
        names = whose.plan.names
        own, broken = dict(names.known), set(names.broken)
        self.inputs = self._add_inputs(names, fleet)
        self.loops = list(self._read_loops(desk, part, names))
        self.faulty = len(self.loops) < len(spec.each)
        if self.faulty:
            names.known = own
            return
        taken = set(own) | {name for name, _, _ in self.loops}
        for name, text in spec.values.items():
            here = part.find("values", name)
            formula = desk.check_name(here, dict.fromkeys(taken)) and desk.read(here, text, names)
            if formula:
                self.values.append((name, names.add(name, formula.type), formula))
                taken.add(name)
            else:
                names.broken.add(name)
        self.copies = self._read(desk, part, "copies", names, WHOLE)
        self.size = self._read(desk, part, "size", names, NUMBER)
        self.ground = self._read(desk, part, "ground", names, TEXT)
        phrases = [
            read_phrase(desk, part.find(key), text, names) if text is not None else None
            for key in ("piece", "bookmark")
            for text in [getattr(spec, key)]
        ]
        self.piece, self.bookmark = phrases
        self.blank: BlankPlan | None = None
        if spec.blank:
            from sheetgen.systems.plain.blank import read_blank

            kind = game.kinds.get(whose.plan.kind)
            self.blank = read_blank(desk, part, kind, whose.plan, names)
            self.faulty = self.blank is None
        formulas = [self.copies, self.size, self.ground, *(value[-1] for value in self.values)]
        phrased = [one for phrase in phrases for one in phrase or () if isinstance(one, Formula)]
        asked = [*filter(None, formulas), *phrased, *(loop[-1] for loop in self.loops)]
        self.asks = {name.name for formula in asked for name in formula.names}
        names.known, names.broken = own, broken
        self.parts: dict[str, Type] = {
            **whose.plan.parts,
            **{name: formula.type.item for name, _, formula in self.loops},  # type: ignore[attr-defined]
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
            *(slot for _, slot, _ in self.loops),
            *(slot for _, slot, _ in self.values),
        ]

    @staticmethod
    def _add_inputs(names: FormulaNames, fleet: RecordType | None) -> dict[str, int]:
        """The slots of what formulas of a sheet know besides what its subject has."""
        forms: dict[str, Type] = {"id": TEXT, "colour": TEXT, "room": ROOM, "uniform": FLAG}
        if fleet:
            forms["fleet"] = Maybe.make(fleet)
        return {
            name: names.add(name, form) for name, form in forms.items() if name not in names.known
        }

    @staticmethod
    def _read(
        desk: GameDesk, part: SheetPart, key: str, names: FormulaNames, wanted: Type
    ) -> Formula | None:
        text = getattr(part.spec, key)
        return desk.read(part.find(key), text, names, wanted) if text is not None else None

    @staticmethod
    def _read_loops(
        desk: GameDesk, part: SheetPart, names: FormulaNames
    ) -> Iterator[tuple[str, int, Formula]]:
        for at, text in enumerate(part.spec.each):
            path = part.find("each")
            path = (*path, at) if isinstance(desk.look_up(path), list) else path
            loop = read_loop(desk, path, text, names)
            if loop:
                yield loop[0], loop[2], loop[1]

    def fill(self, values: Any, look: Look) -> Iterator[Print]:
        """The pieces of a definition, or of each ship of a fleet."""
        job = self._start(values, look)
        for piece in self._list_pieces(values):
            frame = self._open(piece, job)
            count = 0
            for _ in self._step(frame, piece.subject.name, self.loops):
                made = self._fill_piece(frame, piece, job, count)
                if made:
                    yield made
                    count += 1

    def _start(self, values: Any, look: Look) -> _Job:
        """What all pieces of a definition have in common."""
        fleet = getattr(values, "fleet", None)
        own = look.colour or getattr(fleet, "colour", "") or self.colour
        # White letters have to be legible on it.
        colour = deepen(own) if self.spec.shade else own
        livery, ensign, chosen = counters.LIVERIES["dark"], None, None
        if fleet is not None and self.whose.of != "game":  # what is the same for everybody has none
            livery = counters.choose_livery(values)
            ensign = counters.make_ensign(values, look, colour)
        if self.spec.use == "counters":
            from sheetgen.systems.plain.counter import choose_look

            chosen = choose_look(values, look, self.shape)
        whose = {"colour": colour, "light": livery.light, "striped": livery.striped}
        whose["ensign"] = ensign
        given = {"colour": colour, "uniform": bool(chosen and chosen.size), "fleet": None}
        if "room" in self.asks:
            given["room"] = _measure_room(look)
        if "fleet" in self.asks and isinstance(values, PlainFleet):
            given["fleet"] = values.subject.record
        return _Job(values, look, whose, given, chosen, LineWriter(look.fonts, self.icons))

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
                yield PlainPiece(
                    member.subject, member.title, member.id, member.ship, member.design
                )
        else:
            (member,) = list_members(values)
            yield PlainPiece(values.subject, member.title, "", values)

    def _open(self, piece: PlainPiece, job: _Job) -> Frame:
        """The frame of a piece, with what formulas of a sheet know besides."""
        frame = piece.subject.open()
        frame[0].writer = job.writer
        for name, slot in self.inputs.items():
            frame[slot] = piece.id if name == "id" else job.given.get(name)
        return frame

    def work_out(self, values: Any, look: Look) -> dict[str, Any]:
        """Work out the values of the sheet for a fleet, as templates get them."""
        piece = next(iter(self._list_pieces(values)))
        job = self._start(values, look)
        frame = self._open(piece, job)
        found = {}
        for name, slot, formula in self.values:
            frame[slot] = formula.work_out(frame, piece.subject.name)
            convert = make_printable(formula.type)
            found[name] = convert(frame[slot]) if convert else frame[slot]
        return found

    def _step(
        self, frame: Frame, whose: str, loops: Sequence[tuple[str, int, Formula]]
    ) -> Iterator[None]:
        """Step through the items of all loops, each in its slot."""
        if not loops:
            yield
            return
        (_, slot, formula), *inner = loops
        items = formula.work_out(frame, whose)
        if len(items) > MOST_PIECES:
            message = f"{whose} has {len(items)} of these; at most {MOST_PIECES} are printed"
            raise ProblemError([FORMULA_FAILS.at(formula.place(0), message)])
        for item in items:
            frame[slot] = item
            yield from self._step(frame, whose, inner)

    def _fill_piece(self, frame: Frame, piece: PlainPiece, job: _Job, count: int) -> Print | None:
        """The piece for the items in the frame; `count` were printed before it."""
        whose = piece.subject.name
        for _, slot, formula in self.values:
            frame[slot] = formula.work_out(frame, whose)
        copies = self.copies.work_out(frame, whose) if self.copies else 1
        if copies < 1:
            return None
        data = [frame[slot] for slot in self.slots]
        for at, convert in self.converts:
            data[at] = convert(data[at])
        extras = {
            **dict.fromkeys(EXTRAS, ""),
            **job.whose,
            **self._measure(frame, whose, job),
            "id": piece.id,
            "art": job.look.art(piece.written) if piece.written is not None else "",
            "design": piece.design,
            "blank": False,
            "side": "front",
            "label": piece.id,
        }
        title = piece.title
        if self.piece:
            title = write_phrase(self.piece, frame, whose)
        elif count:
            title = f"{title}, {count + 1}"
        made = self._make_print(data, extras, title, min(copies, MOST_PIECES), job.chosen)
        bookmark = None
        if self.bookmark:
            bookmark = write_phrase(self.bookmark, frame, whose)
        elif self.spec.deck:
            bookmark = piece.title
        if self.spec.deck and count:
            bookmark = ""
        return replace(made, bookmark=bookmark, ship=piece.id)

    def _measure(self, frame: Frame, whose: str, job: _Job) -> dict[str, Any]:
        """The size of a card or a counter, and what depends on it."""
        if self.spec.deck:
            return {"width": _WIDTHS[self.spec.deck], "height": deck.HEIGHT}
        usual = float(self.size.work_out(frame, whose)) if self.size else counters.INCH
        if self.size and not 5 < usual <= 100:
            message = f"a counter of {usual:g} millimetres can't be used"
            raise ProblemError([FORMULA_FAILS.at(self.size.place(0), message, "5 to 100")])
        values, look, chosen = job.values, job.look, job.chosen
        size = (chosen.size if chosen else 0.0) or usual
        found: dict[str, Any] = {"size": size, "scale": 1.0}
        if self.whose.of == "game" or "sign" not in self.extras:
            return found
        ground = self.ground.work_out(frame, whose) if self.ground else GROUND
        shape = chosen.shape if chosen else "square"
        key = size, ground
        if key not in job.signs:
            job.signs[key] = counters.sign_counter(values, look, ground, size, shape)
        found |= {"sign": job.signs[key], "shape": shape}
        if chosen:
            found["fleet"] = counters.fit_name(values, look, usual * FLEET)
        return found

    def _make_print(
        self,
        data: Sequence[Any],
        extras: dict[str, Any],
        title: str,
        copies: int = 1,
        chosen: CounterLook | None = None,
    ) -> Print:
        front = self.make(*data, *[extras[name] for name in self.extras])
        back = None
        side = self.spec.side or ("back" if self.spec.back else "")
        if chosen and chosen.back != "none":
            side = chosen.back
        if side:
            extras["side"] = side
            back = self.make(*data, *[extras[name] for name in self.extras])
        fold = self.spec.fold or bool(chosen and chosen.fold)
        return Print(front, title, copies, back, fold=fold)

    def fill_blank(self, size: int, look: Look) -> Iterator[Print]:
        """An empty sheet for a size. Raises ValueError for one that makes no sense."""
        blank, plan = self.blank, self.whose.plan
        assert blank is not None
        blank.check(size, plan.kind)
        known = blank.list_known(size)
        if blank.name in plan.parts:
            known[blank.name] = size
        subject = plan.read_blank(known)
        frame = subject.open()
        frame[0].writer = LineWriter(look.fonts, self.icons)
        own = look.colour or self.colour
        colour = deepen(own) if self.spec.shade else own
        given = {"colour": colour, "room": _measure_room(look), "uniform": False, "id": ""}
        for name, slot in self.inputs.items():
            frame[slot] = given.get(name)
        for _, slot, formula in self.loops:
            frame[slot] = leave_blank(formula.type.item)  # type: ignore[attr-defined]
        for name, slot, formula in self.values:
            if name == blank.name:
                frame[slot] = size
            else:
                fill_blank(frame, [(name, slot, formula)])
        data = [empty_blanks(frame[slot]) for slot in self.slots]
        extras: dict[str, Any] = dict.fromkeys(EXTRAS, "")
        extras |= {"light": False, "striped": False, "colour": colour, "blank": True}
        extras |= {"side": "front", "size": counters.INCH, "scale": 1.0}
        if self.spec.deck:
            extras |= {"width": _WIDTHS[self.spec.deck], "height": deck.HEIGHT}
        title = f"{plan.kind.capitalize()} of {size} {blank.name.replace('_', ' ')}"
        if blank.piece:
            title = write_phrase(blank.piece, frame, "a blank sheet")
        yield self._make_print(data, extras, title, blank.spec.copies)


_WIDTHS = {"poker": deck.POKER, "bridge": deck.BRIDGE}


@record(eq=False)
class _Job:
    """The filling of a sheet for a definition: all that its pieces have in common.

    `whose` is for templates, `given` for formulas; `signs` are those of counters by their sizes.
    """

    values: Any
    look: Look
    whose: Mapping[str, Any]
    given: Mapping[str, Any]
    chosen: CounterLook | None
    writer: LineWriter
    signs: dict[Any, Any] = field(default_factory=dict)


def _measure_room(look: Look) -> Any:
    short, long = look.room or (FAR, FAR)
    return ROOM.make(*(read_float(float(one)) for one in (short, long, look.least)))


def _name_shape(game: GameFile) -> str:
    """The usual shape of a game's counters."""
    chosen = game.fleet.counters if game.fleet else None
    return chosen.shapes[0] if chosen and chosen.shapes else "square"


def make_sheets(
    desk: GameDesk, game: GameFile, whose: Mapping[str, Whose], columns: Sequence[Column]
) -> Iterator[tuple[Sheet, Filler | None]]:
    """The sheets of a game; `columns` are those of a fleet's ships."""
    for part in list_sheets(desk, game.sheets):
        made = _make_sheet(desk, part, game, whose, columns)
        if made:
            yield made


def _make_sheet(
    desk: GameDesk,
    part: SheetPart,
    game: GameFile,
    whose: Mapping[str, Whose],
    columns: Sequence[Column],
) -> tuple[Sheet, Filler | None] | None:
    spec = part.spec
    of = spec.of or _USUAL.get(spec.use) or next(iter(whose))
    if of not in whose or (spec.use == "roster" and of != "fleet"):
        near = find_nearest(of, whose)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(whose)}"
        message = f"there is nothing called {of[:60]} to show"
        if of == "fleet" and "fleet" not in whose:
            message, hint = "this game has no fleets to show", "write a part fleet: {code: A}"
        desk.report(BAD_GAME, part.find("of") if spec.of else part.find("name"), message, hint)
        return None
    template = _find_template(desk, part, game.game)
    chosen = _choose_kinds(desk, part, whose[of])
    if template is None or chosen is None:
        return None
    sheet = replace(
        _start_sheet(spec, chosen, template, game.game),
        place_template=lambda name: desk.document.place(
            part.find(_name_key(spec, name, game.game))
        ),
    )
    if spec.use == "reference":
        from sheetgen.systems.plain.reference import make_reference

        pages = make_reference(desk, part.path, spec, game)
        return (replace(sheet, fill=pages), None) if pages else None
    fleet = whose["fleet"].plan.record if "fleet" in whose and of != "fleet" else None
    filler = Filler(desk, part, chosen, game, fleet)
    if filler.faulty:
        return None
    if spec.use == "roster":
        fill = make_roster(columns, spec, game, filler.work_out)
        return replace(sheet, fill=fill), None
    sheet = replace(sheet, fill=filler.fill)
    if filler.blank:
        sizes = tuple(filler.blank.spec.sizes)
        sheet = replace(sheet, fill_blank=filler.fill_blank, blank_sizes=sizes)
    return sheet, filler


_USUAL = {"roster": "fleet", "reference": "game"}
"""Whose data the parts of the kit show, unless a game says otherwise."""


def _choose_kinds(desk: GameDesk, part: SheetPart, whose: Whose) -> Whose | None:
    """The subject of a sheet with the kinds that it is for; None if one of them can't be."""
    spec = part.spec
    kinds, default = whose.kinds, whose.default
    for key, chosen in (("for", spec.kinds), ("default", spec.default)):
        for at, name in enumerate(chosen) if isinstance(chosen, list) else ():
            if name not in kinds:
                message = f"the sheet can't be printed for a {name[:60]}"
                hint = f"it can be for {join_words(kinds)}"
                desk.report(BAD_GAME, (*part.find(key), at), message, hint)
                return None
        if key == "for" and chosen is not None:
            kinds = tuple(kind for kind in kinds if kind in spec.kinds)  # type: ignore[operator]
            default = tuple(kind for kind in default if kind in kinds)
    if isinstance(spec.default, list):
        default = tuple(kind for kind in kinds if kind in spec.default)
    elif not spec.default:
        default = ()
    elif spec.use == "counters" and "fleet" in default:
        default = ("fleet",)
    return whose._replace(kinds=kinds, default=default)


def _find_template(desk: GameDesk, part: SheetPart, game: str) -> str | None:
    spec = part.spec
    if spec.template is None and spec.use:
        return f"common/{spec.use}.svg"
    for key in ("template", "back"):
        name = getattr(spec, key)
        if name is None and key == "back":
            continue
        if name is None or not name.endswith(".svg") or ".." in name or name.startswith("/"):
            message = (
                "a sheet needs a template" if name is None else f"{name[:60]} is not an SVG file"
            )
            here = part.find(key) if name else part.find("name")
            desk.report(BAD_GAME, here, message, f"template: card.svg, in templates/{game}/")
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


def _start_sheet(spec: SheetSpec, whose: Whose, template: str, game: str) -> Sheet:
    """The sheet with everything but its contents."""
    is_page = spec.use in ("roster", "reference")
    close = spec.use == "counters" or bool(spec.deck)
    gap = 0.0 if spec.deck else 6.0
    role = spec.role or {"counters": "counter", "reference": "reference"}.get(spec.use, "")
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
        back_template=_name_template(game, spec.back) if spec.back else "",
        role=role,  # type: ignore[arg-type]
    )


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
