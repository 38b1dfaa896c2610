"""Items of a text as they are drawn, and what plans learned of them, kept from run to run.

Most of a print has been printed before: the boxes, headings and numbers of a template. What an
element of it draws depends on nothing but its text, its style, the definitions at the start of the
drawing, the fonts and the ink, so it is the same in the next run: it lies in the user's cache as
plain values, which are unpacked one by one. Pictures may change: of these, nothing is kept.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sheetgen.drawing.drawing import (
    IDENTITY,
    Drawing,
    FormField,
    Joined,
    Matrix,
    Resources,
    SharedForm,
    TextResources,
)
from sheetgen.ground.cache import Cache, CacheKey, key_plan
from sheetgen.ground.colour import Ink
from sheetgen.svg.frame import Frame
from sheetgen.svg.stream import Fragment, Stream, StreamSetting, Way, map_field
from sheetgen.type.face import Face
from sheetgen.type.fontfile import Traits
from sheetgen.type.fonts import Fonts


class PlanEntry:
    """The start of a group that has coordinates of its own, or a clip."""

    __slots__ = ("clip", "matrix")
    resources: tuple[Resources, ...] = ()
    code = ""

    def __init__(self, matrix: Matrix, clip: str) -> None:
        self.matrix, self.clip = matrix, clip


class Exit:
    """The end of the group that was entered last."""

    __slots__ = ()
    resources: tuple[Resources, ...] = ()
    code = ""


EXIT = Exit()
Items = tuple[Fragment, ...]
"""The drawing of an element: the same element has the same fragments in every drawing."""
Parts = tuple[Fragment | PlanEntry | Exit, ...]
"""The parts of a drawing, one after the other."""


class PlannedDrawing(Drawing):
    """A drawing known by its parts, which are only joined when they are needed.

    Drawings filled from one template have most of their parts in common.
    """

    __slots__ = ("_frame", "parts")
    _frame: Frame
    parts: Parts

    def __new__(cls, *values: Any, **named: Any) -> Any:
        """A plain drawing, which is what `dataclasses.replace` makes of this one."""
        return Drawing(*values, **named)

    @classmethod
    def plan(cls, frame: Frame, title: str, parts: Parts) -> PlannedDrawing:
        """The drawing of these parts in a frame."""
        self: PlannedDrawing = object.__new__(cls)
        set_value = object.__setattr__  # drawings are frozen
        set_value(self, "width", frame.width)
        set_value(self, "height", frame.height)
        set_value(self, "title", title)
        set_value(self, "bleed", frame.bleed)
        set_value(self, "fold", 0.0)
        set_value(self, "cut", frame.cut)
        set_value(self, "tags", ())
        set_value(self, "made_of", ())
        set_value(self, "parts", parts)
        set_value(self, "_frame", frame)
        return self

    @property
    def operators(self) -> str:
        """The content stream."""
        stream = Stream()
        for part in self.parts:
            if isinstance(part, Fragment):
                stream.write(part)
            elif isinstance(part, PlanEntry):
                stream.save(part.matrix, part.clip)
            else:
                stream.restore()
        return "\n".join(filter(None, (self._frame.prelude, stream.finish())))

    @property
    def resources(self) -> Resources:
        """Everything that the operators name."""
        return Joined(self.parts)

    @property
    def fields(self) -> tuple[FormField, ...]:
        """Form fields in their places."""
        found: list[FormField] = []
        ways: list[Way] = [(self._frame.matrix,)]
        for part in self.parts:
            if isinstance(part, PlanEntry):
                ways.append((part.matrix, *ways[-1]) if part.matrix != IDENTITY else ways[-1])
            elif isinstance(part, Exit):
                ways.pop()
            else:
                found += [map_field(field, inner + ways[-1]) for inner, field in part.fields]
        return tuple(found)


# Resources as plain values, which items of earlier runs name by number


Glyphs = dict[tuple[Face, str, bool], Resources]
"""The glyphs of texts in a face, joined or not."""


class Stock:
    """Packs resources and unpacks those that are used.

    Each is a list: of a text's glyphs, or of faces, glyphs, states and forms. A face is packed as
    its family, traits and resource name.
    """

    def __init__(self, fonts: Fonts, glyphs: Glyphs, packed: list[Any]) -> None:
        """`glyphs` are those of all drawings with these fonts; the list is added to."""
        self.packed = packed
        self._fonts, self._glyphs = fonts, glyphs
        self._opened: dict[Any, Face | None] = {}
        self._faces: dict[Face, Any] = {}  # packed, the same object each time
        self._made: dict[int, Resources | None] = {}
        self._numbers: dict[Resources, int | None] = {}
        self._texts: dict[Resources, tuple[Face, str, bool]] = {}

    def find(self, number: int) -> Resources | None:
        """The resources with a number; None if they need a face that is not there any more."""
        if number not in self._made:
            values = self.packed[number]
            made = self._make_text(*values) if len(values) == 5 else self._make_set(*values)
            self._made[number] = made
            if made is not None:
                self._numbers[made] = number
        return self._made[number]

    def _make_text(
        self, packed: Any, text: str, joined: bool, ids: bytes | None, texts: Any
    ) -> Resources | None:
        face = self._find_face(packed)
        if face is None:
            return None
        key = face, text, joined
        if key not in self._glyphs:
            self._glyphs[key] = TextResources.unpack(face, ids, texts)
        return self._glyphs[key]

    def _make_set(self, faces: Any, glyphs: Any, states: Any, forms: Any) -> Resources | None:
        made = Resources(glyphs=glyphs, states=states)
        for face in map(self._find_face, faces):
            if face is None:
                return None
            made.faces[face.name] = face
        for name, box, operators, number, *more in forms:
            used = self.find(number)
            if used is None:
                return None
            made.forms[name] = SharedForm(name, box, operators, used, *more)
        return made

    def _find_face(self, packed: Any) -> Face | None:
        """The face that was packed, if it has the name that operators know it by."""
        if packed not in self._opened:
            family, traits, name = packed
            known = self._fonts.families.get(family)
            member = known and known.members.get(Traits(*traits))
            face = self._fonts.open(member) if member else None
            self._opened[packed] = face if face and face.name == name else None
        return self._opened[packed]

    def number(self, resources: Resources) -> int | None:
        """The number of resources, which are packed if they have none; None if they can't be."""
        if resources not in self._numbers:
            values = self._pack(resources)
            self._numbers[resources] = len(self.packed) if values else None
            self.packed += [values] if values else []
        return self._numbers[resources]

    def _pack(self, resources: Resources) -> list[Any] | None:
        if isinstance(resources, TextResources):
            if not self._texts:
                self._texts = {known: key for key, known in self._glyphs.items()}
            found = self._texts.get(resources)
            if found is None:  # forgotten, with all that very many drawings shared
                return None
            face, text, joined = found
            return [self._pack_face(face), text, joined, *resources.pack()]
        forms = []
        for form in resources.forms.values():
            inner = self.number(form.resources)
            if inner is None:
                return None
            forms.append([form.name, form.box, form.operators, inner, form.group, form.is_mask])
        is_other = resources.images or resources.shadings
        if is_other or any("SMask" in state for state in resources.states.values()):
            return None
        faces = [self._pack_face(face) for face in resources.faces.values()]
        return [faces, resources.glyphs, resources.states, forms]

    def _pack_face(self, face: Face) -> Any:
        weight, slope, width = face.traits
        packed = face.family.lower(), (weight, int(slope), width), face.name
        return self._faces.setdefault(face, packed)


StylePath = tuple[str, ...]
"""The start tags of the groups that lead to a style, the outermost first."""
Packed = list[Any] | tuple[Any, ...] | None
"""The meaning of a tag or element: a list of fragments; of a group that is entered, its matrix, its
clip and the path of the style in it; None of one that is drawn as a whole."""

_PICTURE = "<image"
"""The tag of a text that shows a picture, and so depends on a file."""
_MOST = 400_000
"""Bytes that are kept of one plan."""
_NONE: Mapping[str, Packed] = {}


class Learned:
    """The meanings of one plan, by the path of the style around them and by their text."""

    def __init__(self, fonts: Fonts, glyphs: Glyphs, data: bytes = b"") -> None:
        """`glyphs` are those of all drawings with these fonts, `data` what `pack` returned."""
        self._frame, resources, self._tables = marshal.loads(data) if data else (None, [], {})
        self._stock = Stock(fonts, glyphs, resources)
        self._settings: dict[Any, StreamSetting] = {}
        self.count = sum(map(len, self._tables.values()))

    @property
    def frame(self) -> Frame | None:
        """The frame of the drawings, None if nothing is known of them."""
        return self._frame and Frame(*self._frame)

    def find(self, path: StylePath) -> Mapping[str, Packed]:
        """Return the packed meanings under the style with this path, by text."""
        found: Mapping[str, Packed] = self._tables.get(path, _NONE)
        return found

    def unpack(self, packed: list[Any]) -> list[Fragment] | None:
        """The fragments of an element; None if a face of them is not there any more."""
        made = []
        for operators, state, extents, used, fields, weight in packed:
            resources = [found for number in used if (found := self._stock.find(number))]
            if len(resources) < len(used):
                return None
            setting = self._settings.setdefault(state, StreamSetting(*state))
            placed = tuple([(way, FormField(*values)) for way, values in fields])
            made.append(Fragment(operators, setting, extents, tuple(resources), placed, weight))
        return made

    def add(self, path: StylePath, token: str, items: Items | None) -> None:
        """Keeps what is drawn, unless it has to do with a picture; None for a whole group."""
        table = self._tables.setdefault(path, {})
        if token in table or _PICTURE in token:
            return
        packed: list[Any] = []
        for item in items or ():
            used = [self._stock.number(each) for each in item.resources]
            if None in used:
                return
            fields = [(way, tuple(field)) for way, field in item.fields]
            more = item.extents, used, fields, item.weight
            packed.append((item.operators, tuple(item.state), *more))
        table[token] = None if items is None else packed

    def add_group(self, path: StylePath, token: str, way: tuple[Matrix, str, StylePath]) -> None:
        """Keeps how a group is entered: its matrix, its clip and the path of its style."""
        self._tables.setdefault(path, {})[token] = way

    def pack(self, frame: Frame) -> bytes:
        """All of it as bytes; none if that is too much, or if something is no plain value."""
        size = frame.width, frame.height, frame.matrix, frame.view, frame.bleed, frame.cut
        try:
            data = marshal.dumps((size, self._stock.packed, self._tables))
        except ValueError:
            return b""
        return data if len(data) <= _MOST else b""


# Their files in the cache


class Kept:
    """The plans of earlier runs, by the definitions and all else that they depend on."""

    def __init__(self, cache: Cache, fonts: Fonts, ink: Ink, bleed: float, glyphs: Glyphs) -> None:
        """`bleed` is in points; `glyphs` are those of all drawings with these fonts."""
        self._cache = cache
        self._fonts, self._glyphs = fonts, glyphs
        self._look = f"{ink.value}\n{bleed!r}"

    def recall(self, prefix: str, base: Path | None) -> Learned:
        """Return the meanings learned with these definitions and this folder, which may be none."""
        data = self._cache.load(self._make_key(prefix, base))
        return Learned(self._fonts, self._glyphs, data or b"")

    def keep(self, prefix: str, base: Path | None, pack: Callable[[], bytes]) -> None:
        """Keeps what a plan packs, if it packs anything."""
        if self._cache.folder and _PICTURE not in prefix and (data := pack()):
            self._cache.keep(self._make_key(prefix, base), data)

    def _make_key(self, prefix: str, base: Path | None) -> CacheKey:
        return key_plan(self._fonts.digest, self._look, f"{base}\n{prefix}")
