"""XML as plain data, and the catalogues of BattleScribe with the units that are in them.

A record has the attributes of an element, its children as lists under their tag, and its `text`.
Entities are refused, as a few of them expand to anything.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.parsers import expat

from sheetgen.exchange.material import MOST_BYTES, Material, UnreadableError, Word
from sheetgen.ground.textfile import Lines
from sheetgen.reading.document import Marks

_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.-]{1,40})[\"']")
_ENCODINGS = ("utf-8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "windows-1252")
_TAG = 4096
"""Characters of a tag in which its attributes are looked for."""


def read_markup(data: bytes, name: str) -> Material:
    """Reads an XML file, or a zip archive of one. Never raises."""
    made = Material(name, Lines("", name))
    try:
        made.lines = Lines(_decode(_unpack(data, made), made), name)
        _MarkupReader(made).run()
    except UnreadableError:
        made.value = None
    return made


def add_units(materials: Sequence[Material]) -> None:
    """Adds `units` to each catalogue of BattleScribe among files that are imported together."""
    known: dict[str, Element] = {}
    found = [
        _Catalogue(made, known)
        for made in materials
        if isinstance(made.value, dict) and made.value.get("battleScribeVersion")
    ]
    for catalogue in found:
        catalogue.add_units()


def _refuse(made: Material, message: str, hint: str = "") -> UnreadableError:
    made.report(0, message, hint)
    return UnreadableError()


def _unpack(data: bytes, made: Material) -> bytes:
    """The file in an archive, such as a .catz, if it is one."""
    if not data.startswith(b"PK"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            first = archive.infolist()[0]
            with archive.open(first) as stream:  # the size that it claims may be wrong
                text = stream.read(MOST_BYTES + 1)
    except Exception:  # a damaged archive fails in many ways
        raise _refuse(made, "this is not an archive that can be read") from None
    if len(text) > MOST_BYTES:
        raise _refuse(made, "this archive unpacks to more than 32 MB")
    return text


def _decode(data: bytes, made: Material) -> str:
    """The text of a file, by its byte order mark, or the encoding that it declares."""
    declared = _DECLARED.match(data[:400].lstrip(b"\xef\xbb\xbf"))
    name = declared[1].decode().lower() if declared else "utf-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        name = "utf-16"
    if name not in _ENCODINGS:
        raise _refuse(made, f"the encoding {name} is not known", "save the file as UTF-8")
    try:
        return data.decode(name).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        byte = f"the byte 0x{data[error.start]:02X} in position {error.start}"
        raise _refuse(made, f"{byte} is not {name.upper()} text", "save it as UTF-8") from None


class _MarkupReader:
    """Makes records of the elements, on a stack of its own."""

    def __init__(self, made: Material) -> None:
        self.made, self.text = made, made.lines.text
        self.data = self.text.encode("utf-8", "replace")
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.add_text
        self.parser.EntityDeclHandler = self.refuse_entity
        self.stack: list[tuple[dict[str, Any], Marks, list[str]]] = []
        self.values = 0
        self.known = 0, 0  # a byte, and the character that begins there

    def run(self) -> None:
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            at = self.find(self.parser.ErrorByteIndex)
            self.made.report(at, f"this can't be read as XML: {expat.ErrorString(error.code)}")
            raise UnreadableError from None

    def find(self, byte: int) -> int:
        """The character that begins at a byte; bytes are asked for from the first to the last."""
        start, at = self.known
        if byte >= start:
            at += len(self.data[start:byte].decode("utf-8", "replace"))
            self.known = byte, at
        return at

    def refuse_entity(self, *_: Any) -> None:
        self.made.report(
            self.find(self.parser.CurrentByteIndex),
            "this file declares an XML entity",
            "entities can stand for anything; write out what it stands for",
        )
        raise UnreadableError

    def start(self, tag: str, given: Sequence[str]) -> None:
        at = self.find(self.parser.CurrentByteIndex)
        self.values += 1 + len(given) // 2
        self.made.limit(at, self.values, len(self.stack))
        data: dict[str, Any] = {}
        marks: Marks = {}
        for name, value in zip(given[::2], given[1::2], strict=True):
            if name.partition(":")[0] != "xmlns" and value:
                found = self.text.find(f' {name}="', at, at + _TAG)
                inside = found + len(name) + 3 if found >= 0 else at
                data[name], marks[name] = Word(value), (inside, inside, None)
        if self.stack:
            box, inner, _ = self.stack[-1]
            name = tag if isinstance(box.get(tag, []), list) else f"{tag}s"
            values = box.setdefault(name, [])
            _, _, places = inner.setdefault(name, (at, at, {}))
            if isinstance(values, list) and places is not None:
                places[len(values)] = at, at, marks
                values.append(data)
        else:
            self.made.value, self.made.marks = data, marks
        self.stack.append((data, marks, []))

    def add_text(self, text: str) -> None:
        if self.stack:
            self.stack[-1][2].append(text)

    def end(self, _: str) -> None:
        data, marks, texts = self.stack.pop()
        if text := "".join(texts).strip():
            at = self.find(self.parser.CurrentByteIndex)
            data["text"], marks["text"] = Word(text), (at, at, None)


# The units of a catalogue of BattleScribe: its entries with the profiles that they have or link to


_MOST_UNITS, _MOST_PROFILES = 5000, 50
_NESTED = (
    ("selectionEntries", "selectionEntry"),
    ("selectionEntryGroups", "selectionEntryGroup"),
    ("entryLinks", "entryLink"),
)
_UNITS = ("unit", "model")
Element = tuple[Mapping[str, Any], Marks, int]
"""An element: its record, the marks in it, and where it begins."""


class _Catalogue:
    """A catalogue or game system, whose links are followed, to others of the same import too."""

    def __init__(self, made: Material, known: dict[str, Element]) -> None:
        """`known` are the elements of all files by their ids, to which those of this are added."""
        self.made, self.known = made, known
        self.root: Element = made.value, made.marks or {}, 0
        self.own: set[str] = set()
        self.entries: list[Element] = []
        waiting = [self.root]
        while waiting:
            element = waiting.pop(0)
            data, marks, _ = element
            if (identity := data.get("id")) and identity not in known:
                known[identity] = element
                self.own.add(identity)
            for key, value in data.items():
                below = list(_list_parts(value, _get(marks, key)))
                waiting += below
                if key == "selectionEntry":
                    self.entries += [one for one in below if one[0].get("type") in _UNITS]
        listed = list(self.list_below(self.root, "selectionEntries", "selectionEntry"))
        self.entries += [one for one in listed if one[0].get("type") not in _UNITS]

    def list_below(self, element: Element, outer: str, inner: str) -> Iterator[Element]:
        """The elements in a container of an element."""
        data, marks, _ = element
        for box, places, _ in _list_parts(data.get(outer), _get(marks, outer)):
            yield from _list_parts(box.get(inner), _get(places, inner))

    def follow(self, element: Element) -> Element:
        """The element that a link leads to; one that is no link stays.

        In another file it is as if it stood at the link.
        """
        target = element[0].get("targetId", "")
        found = self.known.get(target, element)
        return found if target in self.own else (found[0], {}, element[2])

    def add_units(self) -> None:
        """Adds `units` to the file: what may be taken that has profiles of its own."""
        made = [self.make_unit(entry) for entry in self.entries[:_MOST_UNITS]]
        units = [unit for unit in made if unit[0]["profiles"]]
        if units:
            self.made.value["units"] = [data for data, _ in units]
            assert self.made.marks is not None
            self.made.marks["units"] = 0, 0, dict(enumerate(mark for _, mark in units))

    def make_unit(self, entry: Element) -> tuple[dict[str, Any], tuple[int, int, Marks]]:
        """A unit: its name, its category, its costs by name, and its profiles by type."""
        data, marks, at = entry
        unit: dict[str, Any] = {key: data[key] for key in ("id", "name", "type") if key in data}
        places: Marks = {key: marks[key] for key in unit}
        for link, inner, start in self.list_below(entry, "categoryLinks", "categoryLink"):
            if "name" in link and ("category" not in unit or link.get("primary") == "true"):
                unit["category"] = link["name"]
                places["category"] = inner.get("name", (start, start, None))
        costs: dict[str, Any] = {}
        paid: Marks = {}
        for cost, inner, start in self.list_below(entry, "costs", "cost"):
            name = str(cost.get("name", "")).strip()
            if name and "value" in cost:
                costs[name], paid[name] = cost["value"], inner.get("value", (start, start, None))
        profiles: dict[str, list[Any]] = {}
        found: Marks = {}
        for element in self.list_profiles(entry):
            kind, profile, inner = self.make_profile(element)
            listed = profiles.setdefault(kind, [])
            _, _, numbers = found.setdefault(kind, (element[2], element[2], {}))
            if numbers is not None:
                numbers[len(listed)] = element[2], element[2], inner
            listed.append(profile)
        unit |= {"costs": costs, "profiles": profiles}
        places |= {"costs": (at, at, paid), "profiles": (at, at, found)}
        return unit, (at, at, places)

    def list_profiles(self, entry: Element) -> Iterator[Element]:
        """The profiles of an entry and of what is below it, each once."""
        seen: set[int] = set()
        waiting, left = [entry], _MOST_PROFILES
        while waiting and left and len(seen) < 2000:
            element = waiting.pop(0)
            if id(element[0]) in seen:
                continue
            seen.add(id(element[0]))
            own = list(self.list_below(element, "profiles", "profile"))
            links = list(self.list_below(element, "infoLinks", "infoLink"))
            for box in self.list_below(element, "infoGroups", "infoGroup"):
                own += self.list_below(box, "profiles", "profile")
            own += [self.follow(link) for link in links if link[0].get("type") == "profile"]
            for profile in own:
                if id(profile[0]) not in seen and "typeName" in profile[0] and left:
                    seen.add(id(profile[0]))
                    left -= 1
                    yield profile
            for outer, inner in _NESTED:
                below = map(self.follow, self.list_below(element, outer, inner))
                waiting += [one for one in below if one[0].get("type") not in _UNITS]

    def make_profile(self, element: Element) -> tuple[str, dict[str, Any], Marks]:
        """The type of a profile, and its name with its characteristics."""
        data, marks, at = element
        profile: dict[str, Any] = {"name": data.get("name", Word(""))}
        inner: Marks = {"name": marks.get("name", (at, at, None))}
        for one, _, start in self.list_below(element, "characteristics", "characteristic"):
            if "name" in one and "text" in one:
                name = str(one["name"]).strip()
                profile[name] = one["text"]
                inner[name] = start, start, None
        return str(data["typeName"]).strip(), profile, inner


def _get(marks: Marks, key: str) -> Marks:
    return (marks[key][2] or {}) if key in marks else {}


def _list_parts(values: Any, marks: Marks) -> Iterator[Element]:
    """The records of a list with their marks."""
    for at, value in enumerate(values if isinstance(values, list) else ()):
        if isinstance(value, dict):
            _, start, inner = marks.get(at, (0, 0, None))
            yield value, inner or {}, start
