"""The shape of material: the types that its values have for formulas, and the values as these.

All values at one place of a structure have one type: what only some records have may be missing,
numbers beside texts are texts, and a single value beside lists is a list of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sheetgen.exchange.material import Material, Word
from sheetgen.ground.diagnostics import Diagnostic, declare
from sheetgen.reading.document import Marks, guess_value
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NONE,
    NUMBER,
    TEXT,
    WHOLE,
    ListOf,
    Maybe,
    RecordType,
    Type,
    read_float,
    unite,
)

ODD_VALUE = declare(
    "odd-value",
    "warning",
    """A value of a file to import is of another kind than the others at its place.

    Why: Formulas know whether a key has numbers or texts. One text among many numbers is a mistake
    in the file, and as good as missing.

    Example:
    # "mass": "eight"        where all other ships have "mass": 8
    """,
)


class SourceParts(dict[str, Type]):
    """The parts of the records of a source, by the names that formulas have for their keys.

    A part that no record has may be asked for: it is always missing. `used` are the names that
    formulas ask for; `keys_of` and `counts` tell the key of each name, and how many have it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()
        self.keys_of: dict[str, str] = {}
        self.counts: dict[str, int] = {}
        self.parents: Sequence[SourceParts] = ()

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Type:
        self.used.add(name)
        return Maybe.make(NONE)

    def __getitem__(self, name: str) -> Type:
        self.used.add(name)
        for parent in self.parents:
            parent.used.add(name)
        return super().__getitem__(name)

    def join(self, other: Mapping[str, Type]) -> SourceParts | None:
        """The parts of records of which some have these and some the others; None if they clash."""
        if not isinstance(other, SourceParts):
            return None
        made = SourceParts()
        made.parents = self, other
        for name in dict.fromkeys([*self, *other]):
            united = unite(*(dict.get(parts, name, Maybe.make(NONE)) for parts in made.parents))
            if united is None:
                return None
            made[name] = united
        return made


def peek(form: RecordType, name: str) -> Type:
    """The type of a part, without using it."""
    assert isinstance(form.parts, dict)
    part: Type = dict.__getitem__(form.parts, name)
    return part


def list_parts(form: RecordType) -> list[tuple[str, Type]]:
    """The names and types of all parts, without using them."""
    return [(name, peek(form, name)) for name in form.parts]


class SourceRecord:
    """A record of a source: what it has, and None for anything else."""

    __slots__ = ("__dict__",)

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


def infer_type(values: Sequence[Any]) -> Type:
    """The one type of values at the same place of a structure."""
    there = [value for value in values if not is_missing(value)]
    if not there:
        return Maybe.make(NONE)
    form = _infer(there)
    return form if len(there) == len(values) else Maybe.make(form)


def is_missing(value: Any) -> bool:
    """Whether a value is as if its key were not there: nothing, or an empty text."""
    return value is None or (isinstance(value, str) and not value.strip())


def _infer(values: list[Any]) -> Type:
    if any(isinstance(value, list) for value in values):
        items = [item for v in values for item in (v if isinstance(v, list) else [v])]
        return ListOf.make(infer_type(items) if items else NONE)
    records = [value for value in values if isinstance(value, dict)]
    if records:
        return _infer_record(records)
    read = [_read_word(value) for value in values]
    flags = [value for value in read if isinstance(value, bool)]
    texts = [value for value in read if isinstance(value, str)]
    if len(flags) == len(read):
        return FLAG
    odd = len(texts) <= len(read) // _ODD and not any(map(_DIGIT.search, texts))
    if flags or (texts and not odd):
        return TEXT
    numbers = [value for value in read if not isinstance(value, str)]
    return WHOLE if all(float(value).is_integer() for value in numbers) else NUMBER


_USUAL = str.maketrans(
    {
        "\u2011": "-",
        "\u201b": "\u2019",
        "\u201f": "\u2019",
        "\u00a0": " ",
        "\u00ad": "",
        "\u200b": "",
    }
)
"""Characters that few fonts have, or that nobody can see, and what is printed for them."""
_ODD = 10
"""One of so many values may be a text without digits among numbers: it is a mistake."""
_DIGIT = re.compile(r"\d")


def _read_word(value: Any) -> Any:
    return guess_value(value.strip()) if isinstance(value, Word) else value


def _infer_record(records: Sequence[Mapping[str, Any]]) -> RecordType:
    parts = SourceParts()
    for key in dict.fromkeys(key for record in records for key in record):
        name = _name_part(key, parts)
        values = [record.get(key) for record in records]
        parts[name], parts.keys_of[name] = infer_type(values), key
        parts.counts[name] = sum(not is_missing(value) for value in values)
    return RecordType("a record", parts=parts, make=SourceRecord)


def _name_part(key: str, taken: Mapping[str, Any]) -> str:
    """The name of a key in formulas: no part may be called as what Python has in every value."""
    name = key.lstrip("_") or "_"
    while name in taken.keys():  # noqa: SIM118 (which says that it has everything)
        name += "_"
    return name


class SourceValues:
    """The values of materials as formulas work on them, and where each record and list stands."""

    def __init__(self, materials: Sequence[Material]) -> None:
        self.type = infer_type([material.value for material in materials])
        self.found: list[Diagnostic] = []
        self._places: dict[int, tuple[Material, int, Marks, Any]] = {}
        self.files = [self.make(m, m.value, self.type, 0, m.marks) for m in materials]

    def make(self, material: Material, value: Any, form: Type, at: int, marks: Marks | None) -> Any:
        """A value of a type that fits all values at its place."""
        if is_missing(value):
            return None
        form = form.of if isinstance(form, Maybe) else form
        made: Any
        if isinstance(form, ListOf):
            values = value if isinstance(value, list) else [value]
            places: Marks = {0: (at, at, marks)}
            if isinstance(value, list):
                places = marks or {}
            made = [
                self.make(material, item, form.item, *_find_mark(places, number, at))
                for number, item in enumerate(values)
            ]
            marks = places
        elif isinstance(form, RecordType):
            if not isinstance(value, dict):
                message = f"{_show(value)} stands where others have keys, and is left out"
                self.found.append(ODD_VALUE.at(material.lines.place(at), message))
                return None
            made = SourceRecord()
            assert isinstance(form.parts, SourceParts)
            for name, key in form.parts.keys_of.items():
                if not is_missing(value.get(key)):
                    mark = _find_mark(marks or {}, key, at)
                    part = peek(form, name)
                    setattr(made, name, self.make(material, value[key], part, *mark))
            pairs = form.parts.keys_of.items()
            marks = {name: marks[key] for name, key in pairs if key in marks} if marks else {}
        else:
            return self.convert(material, value, form, at)
        self._places[id(made)] = material, at, marks or {}, made
        return made

    def convert(self, material: Material, value: Any, form: Type, at: int) -> Any:
        """A number, a text, or true or false, of the type that all at its place have."""
        read = _read_word(value)
        if form == TEXT:
            if isinstance(value, bool):
                return "true" if value else "false"
            return value.strip().translate(_USUAL) if isinstance(value, str) else repr(value)
        if (form != FLAG and isinstance(read, str)) or isinstance(value, (list, dict)):
            message = f"{_show(value)} stands where others have {form.many}, and is left out"
            self.found.append(ODD_VALUE.at(material.lines.place(at), message))
            return None
        return read_float(read) if isinstance(read, float) else read

    def find(self, value: Any) -> tuple[Material, int, Marks] | None:
        """Where a record or list of a source stands, with the marks of what is in it."""
        found = self._places.get(id(value))
        return found[:3] if found else None


def _find_mark(marks: Marks, step: str | int, at: int) -> tuple[int, Marks | None]:
    _, start, inner = marks.get(step, (at, at, None))
    return start, inner


def _show(value: Any) -> str:
    text = "a list" if isinstance(value, list) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def use_all(form: Type) -> None:
    """Notes that everything in values of a type is used, as they are written out whole."""
    if isinstance(form, (ListOf, Maybe)):
        use_all(form.item if isinstance(form, ListOf) else form.of)
    elif isinstance(form, RecordType):
        for name in form.parts:
            use_all(form.parts[name])


def list_unused(form: Type, path: str, seen: set[int]) -> Iterator[tuple[str, int]]:
    """The keys that no formula asks for, each with the number of records that have it."""
    while isinstance(form, (ListOf, Maybe)):
        form = form.item if isinstance(form, ListOf) else form.of
    parts = form.parts if isinstance(form, RecordType) else None
    if not isinstance(parts, SourceParts) or id(parts) in seen:
        return
    seen.add(id(parts))
    for name, key in parts.keys_of.items():
        part = dict.__getitem__(parts, name)
        if name in parts.used:
            yield from list_unused(part, f"{path}{key}.", seen)
        else:
            yield f"{path}{key}", parts.counts[name]


def write_plain(value: Any) -> Any:
    """A value of a formula as it is written in a definition; what is missing is left out."""
    if isinstance(value, Fraction):
        return float(value) if value.denominator != 1 else value.numerator
    if isinstance(value, (list, tuple, range)):
        return [write_plain(one) for one in value if one is not None]
    if isinstance(value, SourceRecord):
        pairs: Any = vars(value).items()
    elif hasattr(value, "__match_args__"):
        pairs = [(name, getattr(value, name)) for name in type(value).__match_args__]
    else:
        return value.strip() if isinstance(value, str) else value
    return {name: write_plain(one) for name, one in pairs if not is_missing(one)}
