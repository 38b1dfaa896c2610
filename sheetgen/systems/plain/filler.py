"""The filling of a sheet of a plain game: what its template knows of each piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit import counters, deck
from sheetgen.systems.kit.fleet import LinkedFleet, find_colour, list_members, name_yard
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula, KnownNames
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS
from sheetgen.systems.plain.formula.value import (
    BLANK,
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    BlankError,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    Type,
    leave_blank,
    make_record,
    read_float,
)
from sheetgen.systems.plain.gamefile import SheetSpec
from sheetgen.systems.plain.icon import LineWriter
from sheetgen.systems.plain.part import Loop, Phrase, SheetPart, write_value
from sheetgen.systems.plain.subject import (
    Silhouette,
    Subject,
    Whose,
    empty_blanks,
    make_printable,
)

if TYPE_CHECKING:
    from sheetgen.systems.plain.blank import BlankPlan
    from sheetgen.systems.plain.counter import CounterLook

EXTRAS = (
    *("id", "colour", "art", "blank", "side", "label", "size", "light", "striped"),
    *("ensign", "sign", "design", "shape", "scale", "fleet", "width", "height", "parts"),
)
"""The names that templates know besides those of a kind, whose own come first."""
GROUND = "#fff"
"""The ground of a counter's sign: something pale, as far as the program knows."""
_COLOUR = r"#(?:[0-9a-fA-F]{3}){1,2}|[a-z]+"
FLEET = 0.88
"""The share of a counter's size that the name of its fleet may take on the back."""
FAR = 10_000
"""Millimetres of the room for a sheet where there is no limit."""
MOST_PIECES = 1000
"""Pieces of one sheet for a definition, and copies of one piece."""
ROOM = make_record("the room", {"short": NUMBER, "long": NUMBER, "least": NUMBER})
"""The sides of the paper inside its margins, and the scale that a sheet may be reduced to."""


class PlainPiece(NamedTuple):
    """A thing to be printed: what is known about it, and how it is called."""

    subject: Subject
    title: str
    id: str = ""
    written: Any = None
    design: str = ""
    blank: Mapping[str, int] | None = None
    """Of a blank sheet: the size that it is for, by its name."""


class Filler:
    """Fills the data of one sheet."""

    def __init__(self, part: SheetPart, whose: Whose, fleet: RecordType | None) -> None:
        """`fleet` is the record of what formulas know of the fleet of a ship."""
        spec, desk = part.spec, part.desk
        self.spec, game = spec, desk.written
        self.whose, self.colour, self.game, self.icons = whose, game.colour, game.name, desk.icons
        choice = game.fleet.counters if game.fleet else None
        self.shape = choice.shapes[0] if choice and choice.shapes else "square"
        names = part.names = whose.plan.names
        own, broken = dict(names.known), set(names.broken)
        self.inputs = self._add_inputs(names, fleet)
        # A value may have the name of something that its ship has: its own formula knows both.
        early = _find_early(spec, names.known)
        find = partial(part.find, "values")
        first = {name: spec.values[name] for name in early}
        self.values = desk.read_values(find, first, names, names.tables)
        self.early = len(self.values)
        self.loops = list(part.read_loops())
        self.faulty = len(self.loops) < len(spec.each)
        if self.faulty:
            names.known = own
            return
        self.sizes = choice.sizes if choice else {}
        self.size = part.read("size", NUMBER, TEXT)
        late = {name: text for name, text in spec.values.items() if name not in early}
        taken = {*names.tables, *(loop.name for loop in self.loops)}
        self.values += desk.read_values(find, late, names, taken)
        self.copies = part.read("copies", WHOLE)
        self.edge = part.read("edge", NUMBER)
        self.ground = part.read("ground", TEXT)
        self.art = part.read("art", FLAG)
        self.piece = part.read_phrase("piece")
        self.bookmark = part.read_phrase("bookmark")
        self.blank: BlankPlan | None = None
        if spec.blank:
            from sheetgen.systems.plain.blank import read_blank

            self.blank = read_blank(part, whose.plan)
            self.faulty = self.blank is None
        self.row: tuple[int, Formula] | None = None
        ships = whose.plan.parts.get("ships")
        if spec.measures.high is not None and isinstance(ships, ListOf):
            slot = names.add("ship", ships.item)
            formula = part.enter("measures").read("high", NUMBER)
            self.row = (slot, formula) if formula else None
        self.inputs = {name: slot for name, slot in self.inputs.items() if name in names.used}
        names.known, names.broken = own, broken
        self.parts: dict[str, Type] = {
            **whose.plan.parts,
            **{loop.name: loop.item for loop in self.loops},
            **{name: formula.type for name, _, formula in self.values},
        }
        self.names = [*self.parts, *(name for name in EXTRAS if name not in self.parts)]
        self.extras = [name for name in EXTRAS if name not in self.parts]
        known = {
            **{name: names.known[name] for name in whose.plan.parts},
            **{loop.name: KnownNames(loop.item, loop.slot) for loop in self.loops},
            **{name: KnownNames(formula.type, slot) for name, slot, formula in self.values},
        }
        self.make = make_sheet_class(known, self.extras)

    @staticmethod
    def _add_inputs(names: FormulaNames, fleet: RecordType | None) -> dict[str, int]:
        """The slots of what formulas of a sheet know besides what its subject has."""
        forms: dict[str, Type] = {"id": TEXT, "colour": TEXT, "room": ROOM, "uniform": FLAG}
        forms |= {"yard": TEXT, "square": FLAG}
        forms |= {"size": NUMBER, "blank": FLAG, "design": TEXT}
        if fleet:
            forms["fleet"] = Maybe.make(fleet)
        return {
            name: names.add(name, form) for name, form in forms.items() if name not in names.known
        }

    def fill(self, values: Any, look: Look) -> Iterator[Print]:
        """The pieces of a definition, or of each ship of a fleet."""
        job = self._start(values, look)
        for piece in self._list_pieces(values):
            yield from self._fill_pieces(piece, job)

    def fill_blank(self, size: int, look: Look) -> Iterator[Print]:
        """Empty sheets for a size. Raises ValueError for one that makes no sense."""
        blank, plan = self.blank, self.whose.plan
        assert blank is not None
        blank.check(size)
        own = {blank.name: size}
        subject = blank.read(size, plan)
        title = f"{plan.kind.capitalize()} of {size} {blank.name.replace('_', ' ')}"
        yield from self._fill_pieces(PlainPiece(subject, title, blank=own), self._start(None, look))

    def work_out(self, values: Any, look: Look) -> tuple[dict[str, Any], list[float]]:
        """Work out the values of a roster, as its template gets them, and the heights of its rows.

        There are no heights where these follow from the names alone.
        """
        (piece,) = self._list_pieces(values)
        frame = self._open(piece, self._start(values, look))
        self._set_values(frame, piece, self.values)
        heights = []
        if self.row:
            slot, formula = self.row
            for frame[slot] in piece.subject.record.ships:
                heights.append(float(formula.work_out(frame, piece.subject.name)))
        converts = [(slot, name, make_printable(form.type)) for name, slot, form in self.values]
        return {
            name: convert(frame[slot]) if convert else frame[slot]
            for slot, name, convert in converts
        }, heights

    def _start(self, values: Any, look: Look) -> _Job:
        """Begin a job: all that the pieces of a definition have in common."""
        fleet = getattr(values, "fleet", None)
        own = find_colour(values, look, self.colour)
        # White letters have to be legible on it.
        colour = deepen(own) if self.spec.shade else own
        livery, ensign, chosen = counters.LIVERIES["dark"], None, None
        if fleet is not None and self.whose.of != "game":  # what is the same for everybody has none
            livery = counters.choose_livery(values)
            ensign = counters.make_ensign(values, look, colour)
        if self.spec.use == "counters":
            from sheetgen.systems.plain.counter import choose_look

            chosen = choose_look(values, self.shape)
        whose = dict.fromkeys(EXTRAS, "") | {
            "colour": colour,
            "light": livery.light,
            "striped": livery.striped,
            "ensign": ensign,
            "scale": 1.0,
            "side": "front",
            "shape": chosen.shape if chosen and not look.square else "square",
        }
        if self.spec.deck:
            whose |= {"width": _WIDTHS[self.spec.deck], "height": deck.HEIGHT}
        given = {"colour": colour, "uniform": bool(chosen and (look.counter_size or chosen.size))}
        given |= {"yard": name_yard(values), "square": look.square}
        if "room" in self.inputs:
            given["room"] = _measure_room(look)
        if "fleet" in self.inputs and isinstance(values, LinkedFleet):
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
        elif isinstance(values, LinkedFleet):
            for member in values.members:
                yield PlainPiece(
                    member.subject, member.title, _mark(member), member.ship, member.design
                )
        else:
            (member,) = list_members(values)
            if self.whose.plan.units:
                member = self.whose.plan.units.kind.stand_alone(values)
            yield PlainPiece(member.subject, member.title, "", values)

    def _open(self, piece: PlainPiece, job: _Job) -> Frame:
        """The frame of a piece, with what formulas of a sheet know besides."""
        frame = piece.subject.open()
        frame[0].writer = job.writer
        for name, slot in self.inputs.items():
            frame[slot] = job.given.get(name)
        own = {"id": piece.id, "blank": bool(piece.blank), "design": piece.design}
        for name in own.keys() & self.inputs.keys():
            frame[self.inputs[name]] = own[name]
        return frame

    def _fill_pieces(self, piece: PlainPiece, job: _Job) -> Iterator[Print]:
        """The pieces of a subject: one, or one for each item."""
        frame, count = self._open(piece, job), 0
        self._set_values(frame, piece, self.values[: self.early])
        for _ in self._step(frame, piece, self.loops):
            made = self._fill_piece(frame, piece, job, count)
            if made:
                yield made
                count += 1

    def _step(self, frame: Frame, piece: PlainPiece, loops: Sequence[Loop]) -> Iterator[None]:
        """Step through the items of all loops, each in its slot."""
        if not loops:
            yield
            return
        loop, *inner = loops
        items = _work_out(loop.source, frame, piece.subject.name)
        if len(items) > MOST_PIECES:
            message = f"there are {len(items)} of these for {piece.title}, which is too many"
            hint = f"at most {MOST_PIECES} pieces are printed"
            raise ProblemError([FORMULA_FAILS.at(loop.source.place(0), message, hint)])
        if piece.blank and not items:  # they are not known
            items = [leave_blank(loop.item)]
        for item in items:
            frame[loop.slot] = item
            yield from self._step(frame, piece, inner)

    @staticmethod
    def _set_values(
        frame: Frame, piece: PlainPiece, values: Sequence[tuple[str, int, Formula]]
    ) -> None:
        """Works out values of the sheet itself."""
        known, whose = piece.blank or {}, piece.subject.name
        for name, slot, formula in values:
            frame[slot] = known[name] if name in known else _work_out(formula, frame, whose)

    def _fill_piece(self, frame: Frame, piece: PlainPiece, job: _Job, count: int) -> Print | None:
        """The piece for the items in the frame; `count` were printed before it."""
        whose, spec, chosen = piece.subject.name, self.spec, job.chosen
        usual = self._measure(frame, whose, job)
        size = (job.look.counter_size if chosen else 0.0) or usual
        if "size" in self.inputs:
            frame[self.inputs["size"]] = read_float(size)
        self._set_values(frame, piece, self.values[self.early :])
        copies = _work_out(self.copies, frame, whose) if self.copies else 1
        copies = 1 if copies is BLANK else copies
        if copies < 1:
            return None
        shown = piece.written is not None and (
            self.art is None or _work_out(self.art, frame, whose) is True
        )
        frame = [*frame]  # which the piece keeps, for what its template asks for
        extras = {
            **job.whose,
            **self._sign(frame, whose, job, usual),
            "size": size,
            "id": piece.id,
            "label": piece.id,
            "design": piece.design,
            "art": job.look.art(piece.written) if shown else "",
            "blank": bool(piece.blank),
        }
        draw = (
            Silhouette
            if piece.blank
            else partial(self.whose.plan.draw, piece.subject, name_yard(job.values))
        )
        front = self.make(frame, extras, draw)
        side = spec.side or ("back" if spec.back else "")
        if chosen and chosen.back != "none":
            side = chosen.back
        back = None
        if side:
            extras["side"] = side
            back = self.make(frame, extras, draw)
        phrase = self.piece
        if piece.blank and self.blank:
            phrase, copies = self.blank.piece, copies * self.blank.spec.copies
        title = f"{piece.title}, {count + 1}" if count else piece.title
        if phrase:
            title = _write(phrase, frame, whose)
        bookmark = piece.title if spec.deck else None
        if self.bookmark:
            bookmark = _write(self.bookmark, frame, whose)
        return Print(
            front,
            title,
            min(copies, MOST_PIECES),
            back,
            fold=spec.fold or bool(chosen and chosen.fold),
            bookmark="" if spec.deck and count else bookmark,
            ship=piece.id,
        )

    def _measure(self, frame: Frame, whose: str, job: _Job) -> float:
        """The size of a counter without regard to what the run says, in millimetres."""
        size: Any = BLANK
        if self.size and not (job.chosen and job.chosen.size):
            size = _work_out(self.size, frame, whose)
            if isinstance(size, str):  # one of those that fleets may choose
                size = self.sizes.get(size, 0.0) * counters.INCH
            if size is not BLANK and not 5 < size <= 100:
                message = f"a counter of {float(size):g} millimetres can't be used"
                raise ProblemError([FORMULA_FAILS.at(self.size.place(0), message, "5 to 100")])
        usual = (job.chosen.size if job.chosen else 0.0) or counters.INCH
        return usual if size is BLANK else float(size)

    def _sign(self, frame: Frame, whose: str, job: _Job, usual: float) -> Mapping[str, Any]:
        """The sign of the side on a counter, and the name of the fleet for its back."""
        chosen, values, look = job.chosen, job.values, job.look
        if values is None or self.whose.of == "game" or "sign" not in self.extras:
            return {}
        ground = _work_out(self.ground, frame, whose) if self.ground else GROUND
        if self.ground and not re.fullmatch(_COLOUR, ground):
            place, message = self.ground.place(0), f"{ground[:60] or 'nothing'} is not a colour"
            raise ProblemError([FORMULA_FAILS.at(place, message, "such as #cfe0ea, or navy")])
        edge = look.counter_size or usual
        if self.edge:
            edge = float(_work_out(self.edge, frame, whose))
        known = job.signs.get((usual, edge, ground))
        if known is None:
            shape = chosen.shape if chosen else "square"
            sign = counters.sign_counter(values, look, ground, edge, shape)
            name = counters.fit_name(values, look, usual * FLEET) if chosen else ""
            known = job.signs[usual, edge, ground] = {"sign": sign, "fleet": name}
        return known


def _find_early(spec: SheetSpec, known: Container[str]) -> list[str]:
    """The values of a sheet that its loops need, which are known before them.

    In loops and in these, a name that is `known` already means that.
    """
    words = set(_WORD.findall(" ".join(spec.each)))
    for name in reversed(spec.values):
        if name in words and name not in known:
            words |= set(_WORD.findall(spec.values[name]))
    return [name for name in spec.values if name in words and name not in known]


_WORD = re.compile(r"\w+")


def _mark(member: Any) -> str:
    """The mark of a member of a fleet on sheets: its ID, or that of a unit."""
    mark: str = member.mark if hasattr(member, "mark") else member.id
    return mark


def make_sheet_class(known: Mapping[str, KnownNames], extras: Sequence[str]) -> type[Any]:
    """A class of what templates know of a piece: each value is worked out when it is asked for.

    Pieces with equal values are equal.
    """
    converts = {name: make_printable(one.type) for name, one in known.items()}
    slots = (*known, *extras)
    given = [name for name in extras if name not in Silhouette._fields]

    def fill(
        self: Any, frame: Frame, more: Mapping[str, Any], draw: Callable[[], Silhouette]
    ) -> None:
        self.lazy_frame, self.lazy_blank, self.lazy_draw = frame, more["blank"], draw
        for name in given:
            setattr(self, name, more[name])

    def read(self: Any, name: str) -> Any:
        if name in Silhouette._fields and name not in known:
            value = getattr(self.lazy_draw(), name)
            setattr(self, name, value)
            return value
        if name not in known:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        value = known[name].read(self.lazy_frame)
        if self.lazy_blank:
            value = empty_blanks(value)
        elif convert := converts[name]:
            value = convert(value)
        setattr(self, name, value)
        return value

    def equal(self: Any, other: object) -> bool:
        return type(other) is type(self) and all(
            getattr(self, name) == getattr(other, name) for name in slots
        )

    body = {"__init__": fill, "__getattr__": read, "__eq__": equal, "__hash__": None}
    return type(
        "Sheet", (), {**body, "__slots__": (*slots, "lazy_frame", "lazy_blank", "lazy_draw")}
    )


def _work_out(formula: Formula, frame: Frame, whose: str) -> Any:
    """The value of a formula, blank where it needs what a blank sheet leaves open."""
    try:
        return formula.work_out(frame, whose)
    except BlankError:
        return leave_blank(formula.type)


def _write(phrase: Phrase, frame: Frame, whose: str) -> str:
    """The text of a phrase, without what is left open."""
    return "".join(
        part if isinstance(part, str) else write_value(_work_out(part, frame, whose))
        for part in phrase
    )


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


def list_parts(filler: Filler) -> dict[str, Type | None]:
    """List the names that a template may ask for, with the types of those that have parts."""
    known: dict[str, Type | None] = dict.fromkeys(filler.names)
    return {**known, **filler.parts}
