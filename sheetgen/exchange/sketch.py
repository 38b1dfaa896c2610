"""Sketches: a first game and a first mapping for files that nobody has described yet.

What has most keys and a name is taken for a ship, its keys become fields with the types and ranges
that are seen, and these a card and a table. For BattleScribe the type of profile that most units
have is the ship, its characteristics are its fields, and the other types are lists below.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from sheetgen.exchange.material import BAD_SOURCE, Material
from sheetgen.exchange.shape import (
    SourceParts,
    SourceRecord,
    SourceValues,
    list_parts,
    peek,
    write_plain,
)
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.visible import make_id
from sheetgen.reading import scribe
from sheetgen.systems.plain.formula.parser import UNSAFE, WORDS
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    ListOf,
    Maybe,
    RecordType,
    Type,
)

_TAKEN = frozenset(
    ("name", "id", "system", "art", "description", "like", "state", "fleet", "ship", "sheet")
)
"""Keys that mean something in every definition, or in every template."""
_UNSEEN = ("id", "uuid", "guid", "image", "icon", "artwork", "url", "hidden")
"""Keys that say nothing on a card."""
_NAMES = ("name", "title", "model", "unit", "ship")
_MOST_FIELDS, _MOST_PARTS, _LONG_TEXT, _FEW, _USUAL_LIST = 40, 8, 40, 12, 100
_NEXT = re.compile(r"[^\W\d_]\w*")


class Sketch(NamedTuple):
    """A first game: its id, the texts of its files, and what of the source it leaves aside."""

    id: str
    files: dict[str, str]


class _Found(NamedTuple):
    """The items of files: the formula that lists them, their type, and the items themselves."""

    formula: str
    type: RecordType
    items: Sequence[Any]
    values: Mapping[str, str]
    depth: int = 0


def sketch(materials: Sequence[Material], title: str, form: str) -> Sketch:
    """A first game for files, called after them. Raises ProblemError where there is no ship."""
    values = SourceValues(materials)
    found = _find_profiles(values) or _find_items(values)
    if found is None:
        at = materials[0].lines.place(0)
        hint = "a file has ships where several records have a name and other keys"
        raise ProblemError([BAD_SOURCE.at(at, "there are no ships to be seen in this file", hint)])
    identity = make_id(title)[:40].strip("-") or "sketch"
    identity = identity if identity[0].isalpha() else f"game-{identity}"
    name, fields = _list_fields(found)
    game: dict[str, Any] = {
        "game": identity,
        "name": title[:60],
        "about": f"a first sketch, from {materials[0].name.rpartition('/')[2]}"[:100],
        "kinds": {"ship": _make_kind(fields)},
        "fleet": {"code": "S"},
        "sheets": [
            {"name": "card", "title": "Card", "about": "a card for each", "template": "card.svg",
             "role": "card", **_list_lines(fields)},
            {"name": "roster", "title": "Table", "about": "a fleet in a table", "use": "roster"},
        ],
        "imports": {identity: _make_mapping(found, name, fields, form)},
    }  # fmt: skip
    note = (
        "# A first sketch: change names, limits and texts as the game has them, take out what is"
        " not\n# needed, and import again. docs/games.md and docs/import.md explain every key.\n"
    )
    card = draw_card(fields)
    return Sketch(
        identity,
        {
            f"games/{identity}/game.yaml": f"{note}{scribe.write_block(game, 0)}\n",
            f"games/{identity}/templates/{identity}/card.svg": card,
        },
    )


# The items: which of the lists of a file has the ships


def _find_items(values: SourceValues) -> _Found | None:
    """The records that look most like ships: with a name, many keys, and not deep inside."""
    best: tuple[float, _Found] | None = None
    for found in _list_candidates("file", values.type, values.files, 0):
        named = _find_name(found.type) is not None
        score = (1 + 3 * named) * min(len(found.type.parts), 20) / (1 + found.depth)
        if found.formula == "file" and len(found.items) < 2:
            score /= 4
        if best is None or score > best[0]:
            best = score, found
    return best[1] if best else None


def _list_candidates(path: str, form: Type, values: Sequence[Any], depth: int) -> Iterator[_Found]:
    """The lists of records in values of a type, with the formulas that list them."""
    if depth > 3:
        return
    form = form.of if isinstance(form, Maybe) else form
    values = [value for value in values if value is not None]
    if isinstance(form, ListOf):
        inner = [item for value in values for item in value if item is not None]
        item = form.item.of if isinstance(form.item, Maybe) else form.item
        if not isinstance(item, RecordType):
            return
        name = _singular(path)
        yield _Found(path, item, inner, {}, depth)
        for found in _list_parts_of(name, item, inner, depth + 1):
            formula = found.formula
            if not formula.startswith("["):
                formula = f"[one for one in {formula}]"
            middle = formula[1:-1].partition(" for ")
            listed = f"[{middle[0]} for {name} in {path} for {middle[2]}]"
            yield found._replace(formula=listed)
    elif isinstance(form, RecordType):
        if path == "file":
            yield _Found("file", form, values, {}, depth)
        yield from _list_parts_of(path, form, values, depth + (path != "file"))


def _list_parts_of(
    path: str, form: RecordType, values: Sequence[Any], depth: int
) -> Iterator[_Found]:
    for name in form.parts:
        part = peek(form, name)
        if _strip(part).__class__ in (ListOf, RecordType):
            inner = [getattr(value, name) for value in values]
            listed = _ask(path, name)
            if isinstance(part, Maybe):
                listed = f"either({listed}, [])"
                if not isinstance(part.of, ListOf):
                    continue
            yield from _list_candidates(listed, part, inner, depth)


def _find_profiles(values: SourceValues) -> _Found | None:  # noqa: C901
    """The units of BattleScribe that have the most frequent type of profile."""
    units = [unit for file in values.files for unit in (getattr(file, "units", None) or ())]
    if not units:
        return None
    counts = Counter(n for u in units for n, own in vars(u.profiles).items() if len(own) == 1)
    main = counts.most_common(1)[0][0]
    files = _strip(values.type)
    item = _strip(files.parts["units"])
    unit = _strip(item.item)
    profiles = _strip(unit.parts["profiles"])
    parts = SourceParts()
    kept = [one for one in units if getattr(one.profiles, main)]
    first = _strip(profiles.parts[main]).item
    listed = f"either({_ask('item.profiles', main)}, [])"
    access = {"main": f"first({listed})"}
    items = []
    for one in kept:
        profile = getattr(one.profiles, main)[0]
        whole = {**vars(profile), "name": one.name}
        for key in ("category", "costs"):
            if getattr(one, key) is not None:
                whole[key] = getattr(one, key)
        whole |= {k: v for k, v in vars(one.profiles).items() if k != main}
        items.append(SourceRecord())
        vars(items[-1]).update(whole)
    for key in ("name", "category", "costs"):
        parts[key], parts.keys_of[key] = peek(unit, key), f"item.{key}"
    for key, part in list_parts(_strip(first)):
        if key not in ("name", "category", "costs"):
            parts[key], parts.keys_of[key] = part, _ask("main", key)
    for key, part in list_parts(profiles):
        if key != main:
            parts[key], parts.keys_of[key] = part, _ask("item.profiles", key)
    asked = _ask("one.profiles", main)
    units_of = "either(file.units, [])" if isinstance(files.parts["units"], Maybe) else "file.units"
    formula = f"[one for one in {units_of} if given({asked})]"
    if not isinstance(profiles.parts[main], Maybe):
        formula, access = units_of, {"main": f"first({_ask('item.profiles', main)})"}
    return _Found(formula, RecordType("a unit", parts=parts), items, access, 1)


def _strip(form: Type) -> Any:
    """The type of a value that is there."""
    return form.of if isinstance(form, Maybe) else form


def _ask(of: str, name: str) -> str:
    """The formula for a part of a record."""
    plain = _NEXT.fullmatch(name) and name not in WORDS
    return f"{of}.{name}" if plain else f"{of}[{json.dumps(name, ensure_ascii=False)}]"


def _singular(path: str) -> str:
    word = re.findall(r"\w+", path.removesuffix(", [])"))[-1]
    short = word.removesuffix("s") if len(word) > 3 else word
    fits = _NEXT.fullmatch(short) and short not in (*WORDS, *UNSAFE, "item", "one")
    return short if fits and word != "file" else "group"


def _find_name(form: RecordType) -> str | None:
    """The key that has the name of a ship."""
    texts = [k for k, part in list_parts(form) if _strip(part) == TEXT]
    for name in _NAMES:
        for key in texts:
            if key.lower().replace("_", " ") in (name, f"{name} name", f"ship {name}"):
                return key
    return next((key for key in texts if "name" in key.lower()), None)


def _guess_name(found: _Found) -> str:
    """The key whose texts, or lists of them, differ most, where nothing is called a name."""
    texts = (TEXT, ListOf.make(TEXT))
    keys = [k for k, part in list_parts(found.type) if part in texts]
    keys = keys or list(found.type.parts)
    return max(keys, key=lambda key: len({str(getattr(one, key)) for one in found.items}))


# The fields


def _list_fields(found: _Found) -> tuple[str, list[SketchedField]]:
    """The formula of the name, and the fields."""
    name = _find_name(found.type) or _guess_name(found)
    fields: list[SketchedField] = []
    taken, known = set(_TAKEN), found.type.parts
    assert isinstance(known, SourceParts)
    for key in list(known):
        if key == name or len(fields) == _MOST_FIELDS:
            continue
        form = peek(found.type, key)
        access = known.keys_of[key] if found.values else _ask("item", key)
        values = [getattr(item, key, None) for item in found.items]
        for made in _make_fields(key, form, access, values, taken):
            taken.add(made.key)
            fields.append(made)
    access = "item.name" if found.values else _ask("item", name)
    if isinstance(_strip(peek(found.type, name)), ListOf):
        access = f"join({access}[2..], ' ')"
    elif peek(found.type, name) in (WHOLE, NUMBER, FLAG):
        access = f"text({access})"
    if isinstance(peek(found.type, name), Maybe):
        access = f"either({access}, 'Nameless')"
    return access, fields


def _make_fields(  # noqa: C901
    key: str, form: Type, access: str, values: Sequence[Any], taken: set[str]
) -> Iterator[SketchedField]:
    """The fields for a key of the source: those of a record are fields of their own."""
    inner = _strip(form)
    there = [value for value in values if value is not None]
    if not there:
        return
    if key.lower() in _UNSEEN or all(str(value).startswith("http") for value in there):
        return
    maybe = isinstance(form, Maybe)
    title = key.replace("_", " ").strip()
    if isinstance(inner, RecordType):
        for name in list(inner.parts):
            part = peek(inner, name)
            if not isinstance(_strip(part), RecordType):
                below = [getattr(value, name) for value in there]
                at = iter(below)
                below = [None if value is None else next(at) for value in values]
                part = Maybe.make(_strip(part)) if maybe else part
                whole = key if name == "value" else f"{key} {name}"
                whole = name if key == "costs" else whole
                for made in _make_fields(whole, part, _ask(access, name), below, taken):
                    taken.add(made.key)
                    yield made
        return
    own = _free_key(key, taken)
    if isinstance(inner, ListOf):
        yield from _make_list(own, title, inner, access, there, maybe)
        return
    spec = _describe(inner, there)
    shape = spec["type"]
    sample = write_plain(values[0])
    if maybe:
        spec["optional"] = True
        if inner == FLAG:
            del spec["optional"]
            spec["default"] = False
    if sample is not None and spec["type"] != "prose":
        spec["sample"] = sample
    elif not maybe:
        spec["sample"] = write_plain(there[0])
    names = {"int": "number", "choice": "text"}
    yield SketchedField(own, title, spec, access, names.get(shape, shape))


def _make_list(
    key: str, title: str, form: ListOf, access: str, values: Sequence[Any], maybe: bool
) -> Iterator[SketchedField]:
    """A field for a list: of texts or numbers, or of records with texts and numbers."""
    item = _strip(form.item)
    items = [one for value in values for one in value if one is not None]
    if not items:
        return
    whole = f"either({access}, [])" if maybe else access
    most: dict[str, Any] = {"default": []}
    if (longest := max(map(len, values))) > _USUAL_LIST:
        most["max"] = longest
    if item in (TEXT, WHOLE, NUMBER):
        kind = {WHOLE: "int", NUMBER: "number"}.get(item, "text")
        spec = {"type": "list", "of": kind, **most}
        yield SketchedField(key, title, spec, access, "texts")
    elif isinstance(item, RecordType):
        inner: dict[str, Any] = {}
        asked: list[str] = []
        parts: list[tuple[str, str, int]] = []
        for name in list(item.parts):
            part = peek(item, name)
            below = [getattr(one, name) for one in items]
            seen = [value for value in below if value is not None]
            if _strip(part) not in (TEXT, WHOLE, NUMBER) or not seen or len(parts) == _MOST_PARTS:
                continue
            if name.lower() in _UNSEEN:
                continue
            own = _free_key(name, set(inner) | {"id", "like", "key"})
            inner[own] = _describe(_strip(part), seen, short=True)
            if isinstance(part, Maybe) or isinstance(form.item, Maybe):
                inner[own]["optional"] = True
            asked.append(f"{own}: {_ask('one', name)}")
            longest = max(len(str(write_plain(value))) for value in seen)
            parts.append((own, inner[own]["type"], max(longest, len(own))))
        if parts:
            spec = {"type": "list", "of": {"type": "record", "fields": inner}, **most}
            formula = f"[{{{', '.join(asked)}}} for one in {whole}]"
            yield SketchedField(key, title, spec, formula, "table", parts)


def _describe(form: Type, values: Sequence[Any], short: bool = False) -> dict[str, Any]:
    """The entry of a game.yaml for a field with such values: its type, and the range seen."""
    if form == FLAG:
        return {"type": "flag"}
    if form in (WHOLE, NUMBER):
        least, most = min(values), max(values)
        spec: dict[str, Any] = {"type": "int" if form == WHOLE else "number"}
        if least >= 0 and form == WHOLE:
            spec["min"] = 0
        if not short:
            seen = f"{_spell(least)} to {_spell(most)}" if least < most else _spell(least)
            spec["about"] = f"{seen} in the file"
        return spec
    longest = max(len(value) for value in values)
    if longest > _LONG_TEXT or any("\n" in value for value in values):
        return {"type": "prose"}
    few = list(dict.fromkeys(values))
    if not short and len(few) <= _FEW and len(values) >= 3 * len(few):
        return {"type": "choice", "of": few}
    return {"type": "text"}


def _spell(value: int | Fraction) -> str:
    return f"{float(value):g}"


def _free_key(name: str, taken: set[str]) -> str:
    """The key of a field, that formulas and templates can use."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    made = make_id(words).replace("-", "_")[:36].strip("_") or "value"
    made = made if made[0].isalpha() else f"n{made}"
    if made in WORDS or made in UNSAFE or made in ("class", "none"):
        made = f"{made}_"
    start, number = made, 2
    while made in taken:
        made, number = f"{start}_{number}", number + 1
    return made


# The parts of the game


def _make_kind(fields: Sequence[SketchedField]) -> dict[str, Any]:
    columns: dict[str, str] = {}
    for field in fields:
        if field.form in ("number", "text") and len(columns) < 8:
            columns[field.key.replace("_", " ").strip().capitalize()] = field.key
    kind: dict[str, Any] = {"fields": {field.key: field.spec for field in fields}}
    return kind | ({"columns": columns} if columns else {})


def _list_lines(fields: Sequence[SketchedField]) -> dict[str, Any]:
    """The values of the card: long texts broken into lines."""
    made = {}
    for field in fields:
        if field.form == "prose":
            text = f"either({field.key}, '')" if field.spec.get("optional") else field.key
            made[f"{field.key}_lines"] = f"lines({text}, 80, 2.7)"
        elif field.form == "texts":
            made[f"{field.key}_lines"] = f"lines(join({field.key}), 80, 2.7)"
        for name in split_parts(field)[1]:
            if field.parts:
                inner = field.spec["of"]["fields"][name]
                one = f"either(one.{name}, '')" if inner.get("optional") else f"one.{name}"
                if inner["type"] in ("int", "number"):
                    one = f"text({one})"
                own = f"{field.key}_{name}"
                made[own] = f"[lines({one}, 80, 2.7) for one in {field.key}]"
                made[f"{own}_rows"] = f"sum([len(one) for one in {own}])"
    return {"values": made} if made else {}


def _make_mapping(
    found: _Found, name: str, fields: Sequence[SketchedField], form: str
) -> dict[str, Any]:
    made: dict[str, Any] = {"from": form, "each": found.formula}
    if found.values:
        made["values"] = dict(found.values)
    made["set"] = {"name": name, **{field.key: field.formula for field in fields}}
    return made


# The card: a template with its fields by name, to go on from in any editor


_WIDE, _INNER, _BOXES = 88, 80, 5
_SMALL = ("class", "type", "category", "faction", "role", "caption", "kind")
"""Keys that stand below the name."""


class SketchedField(NamedTuple):
    """A field of a sketched kind: its key, what it is in a game.yaml, and its formula.

    `form` is number, flag, text, prose, texts or table; a table has `parts`, each with its form and
    the letters of its longest value.
    """

    key: str
    title: str
    spec: dict[str, Any]
    formula: str
    form: str
    parts: Sequence[tuple[str, str, int]] = ()


def draw_card(fields: Sequence[SketchedField]) -> str:
    """The text of a card for fields: numbers in boxes, lists as tables, long texts in lines."""
    from jinja2 import Environment

    brackets = ("[%", "%]", "[[", "]]", "[#", "#]")  # as braces are those of the card itself
    environment = Environment(*brackets, keep_trailing_newline=True)
    environment.filters["number"] = "{:g}".format
    numbers = [one for one in fields if one.form == "number"][:20]
    texts = [one for one in fields if one.form == "text"]
    small = [one for word in _SMALL for one in texts if one.key.startswith(word)][:1]
    template = Path(__file__).with_name("card.jinja").read_text("utf-8")
    return environment.from_string(template).render(
        wide=_WIDE,
        boxes=_BOXES,
        box=_INNER / _BOXES,
        ground=16 + (-(-len(numbers) // _BOXES) * 11 + 1 if numbers else 0),
        small=small,
        numbers=numbers,
        facts=[one for one in texts if one not in small][:14],
        flags=[one for one in fields if one.form == "flag"],
        lists=[one for one in fields if one.form in ("table", "prose", "texts")],
        split=split_parts,
    )


def split_parts(field: SketchedField) -> tuple[dict[str, tuple[float, float]], list[str]]:
    """The parts of a table in columns, with their places and widths, and those in lines.

    Columns are as wide as what was seen needs, in mm; what has no room goes into lines.
    """
    wide = {name: max(9.0, 1.25 * most + 2) for name, form, most in field.parts if form != "prose"}
    if wide:
        first = next(iter(wide))
        wide[first] = max(wide[first], 1.5 * len(field.title) + 2)
    while len(wide) > 6 or sum(wide.values()) > _INNER:
        del wide[max(wide, key=lambda name: wide[name])]
    room, x, columns = (_INNER - sum(wide.values())) / max(len(wide), 1), 4.0, {}
    for name, width in wide.items():
        columns[name] = x, width + room - 1.5
        x += width + room
    return columns, [name for name, _, _ in field.parts if name not in columns]
