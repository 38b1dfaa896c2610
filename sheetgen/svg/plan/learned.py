"""Meanings that a plan learned in earlier runs, kept as plain values and unpacked one by one.

Most of a print has been printed before: the boxes, headings and numbers of a template. What an
element of it draws depends on nothing but its text, its style, the definitions at the start of the
drawing, the fonts and the ink, so it is the same in the next run. Pictures may change: of these,
nothing is kept.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from typing import Any

from sheetgen.drawing.drawing import FormField, Matrix, Resources, SharedForm, TextResources
from sheetgen.svg.frame import Frame
from sheetgen.svg.plan.item import GroupOpening, Items
from sheetgen.svg.plan.maker import Maker
from sheetgen.svg.read.style import Style
from sheetgen.svg.stream import Fragment, StreamSetting
from sheetgen.type.face import Face
from sheetgen.type.fontfile import Traits
from sheetgen.type.fonts import Fonts

# Resources as plain values, which items of earlier runs name by number


Glyphs = dict[tuple[Face, str, bool], Resources]
"""The glyphs of texts in a face, joined or not."""


class Stock:
    """Packs resources and unpacks those that are used.

    Each is a list: of a text's glyphs, or of faces, glyphs, states and forms. A face is packed as
    its family, traits and resource name.
    """

    def __init__(self, fonts: Fonts, glyphs: Glyphs, faces: list[Any], packed: list[Any]) -> None:
        """`glyphs` are those of all drawings with these fonts; the lists are added to."""
        self.faces, self.packed = faces, packed
        self._fonts, self._glyphs = fonts, glyphs
        self._opened: dict[int, Face | None] = {}
        self._made: dict[int, Resources | None] = {}
        self._numbers: dict[Resources | Face, int | None] = {}
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
        self, at: int, text: str, joined: bool, ids: bytes | None, texts: Any
    ) -> Resources | None:
        face = self._find_face(at)
        if face is None:
            return None
        key = face, text, joined
        if key not in self._glyphs:
            self._glyphs[key] = TextResources.unpack(face, ids, texts)
        return self._glyphs[key]

    def _make_set(self, faces: Any, glyphs: Any, states: Any, forms: Any) -> Resources | None:
        found = [self._find_face(at) for at in faces]
        inner = [self.find(form[3]) for form in forms]
        made = Resources(glyphs=glyphs, states=states)
        for face in found:
            if face is None:
                return None
            made.faces[face.name] = face
        for (name, box, operators, _, *more), used in zip(forms, inner, strict=True):
            if used is None:
                return None
            made.forms[name] = SharedForm(name, box, operators, used, *more)
        return made

    def _find_face(self, at: int) -> Face | None:
        """The face with a number, if it has the name that operators know it by."""
        if at not in self._opened:
            family, traits, name = self.faces[at]
            known = self._fonts.families.get(family)
            member = known and known.members.get(Traits(*traits))
            face = self._fonts.open(member) if member else None
            self._opened[at] = face if face and face.name == name else None
        return self._opened[at]

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
            return [self._number_face(face), text, joined, *resources.pack()]
        forms = []
        for form in resources.forms.values():
            inner = self.number(form.resources)
            if inner is None:
                return None
            forms.append([form.name, form.box, form.operators, inner, form.group, form.is_mask])
        is_other = resources.images or resources.shadings
        if is_other or any("SMask" in state for state in resources.states.values()):
            return None
        faces = [self._number_face(face) for face in resources.faces.values()]
        return [faces, resources.glyphs, resources.states, forms]

    def _number_face(self, face: Face) -> int:
        known = self._numbers.get(face)
        if known is None:
            weight, slope, width = face.traits
            packed = [face.family.lower(), (weight, int(slope), width), face.name]
            known = self.faces.index(packed) if packed in self.faces else len(self.faces)
            self._numbers[face] = known
            if known == len(self.faces):
                self.faces.append(packed)
        return known


# The styles of a plan by number; a run knows those of earlier ones before they are made


Recipe = tuple[int, str]
"""How a style is made: the number of the one around it, and the start tag of its group."""
OUTERMOST: Recipe = (0, "")
"""The style of the drawing itself, which has the number 0."""


class Styles:
    """Styles and their numbers; new ones are added to `recipes`."""

    def __init__(self, recipes: list[Recipe], open_maker: Callable[[], Maker]) -> None:
        """The maker is only asked for if a style has to be made."""
        self._recipes, self._open_maker = recipes, open_maker
        self._made: dict[int, Style] = {}
        self._numbers: dict[Style | Recipe, int] = {r: at for at, r in enumerate(recipes)}

    def find(self, number: int) -> Style:
        """The style with a number, which is made if only its recipe is known."""
        style = self._made.get(number)
        if style is None:
            parent, tag = self._recipes[number]
            style = self._open_maker().style
            if number:
                opening = self._open_maker().make(tag, "", self.find(parent))
                assert isinstance(opening, GroupOpening), "a style was made by what is no group"
                style = opening.style
            self._made[number] = style
            self._numbers.setdefault(style, number)
        return style

    def number(self, style: Style, recipe: Recipe) -> int:
        """The number of a style that was made by a recipe."""
        known = self._numbers.get(style)
        if known is None:
            known = self._numbers.setdefault(recipe, len(self._recipes))
            if known == len(self._recipes):
                self._recipes.append(recipe)
            self._numbers[style], self._made[known] = known, style
        return known


Packed = list[Any] | tuple[Any, ...] | None
"""The meaning of a tag or element: a list of fragments; of a group that is entered, its matrix, its
clip and the number of the style in it; None of one that is drawn as a whole."""

PICTURE = "<image"
"""The tag of a text that shows a picture, and so depends on a file."""
_MOST = 400_000
"""Bytes that are kept of one plan."""
_NONE: Mapping[str, Packed] = {}


class Learned:
    """The meanings of one plan, by the number of the style around them and by their text.

    `recipes` say how the styles are made; number 0 is that of the drawing.
    """

    def __init__(self, fonts: Fonts, glyphs: Glyphs, data: bytes = b"") -> None:
        """`glyphs` are those of all drawings with these fonts, `data` what `pack` returned."""
        saved = marshal.loads(data) if data else (None, [OUTERMOST], [], [], {})
        self._frame, self.recipes, faces, resources, self._tables = saved
        self._stock = Stock(fonts, glyphs, faces, resources)
        self._settings: dict[Any, StreamSetting] = {}
        self.count = sum(map(len, self._tables.values()))

    @property
    def frame(self) -> Frame | None:
        """The frame of the drawings, None if nothing is known of them."""
        return self._frame and Frame(*self._frame)

    def find(self, number: int) -> Mapping[str, Packed]:
        """Return the packed meanings under the style with this number, by text."""
        found: Mapping[str, Packed] = self._tables.get(number, _NONE)
        return found

    def unpack(self, packed: list[Any]) -> list[Fragment] | None:
        """The fragments of an element; None if a face of them is not there any more."""
        made = []
        for operators, state, extents, used, fields, weight in packed:
            resources = []
            for number in used:
                found = self._stock.find(number)
                if found is None:
                    return None
                resources.append(found)
            setting = self._settings.setdefault(state, StreamSetting(*state))
            placed = tuple([(way, FormField(*values)) for way, values in fields])
            made.append(Fragment(operators, setting, extents, tuple(resources), placed, weight))
        return made

    def add(self, number: int, token: str, items: Items | None) -> None:
        """Keeps what is drawn, unless it has to do with a picture; None for a whole group."""
        table = self._tables.setdefault(number, {})
        if token in table or PICTURE in token:
            return
        packed: list[Any] = []
        for item in items or ():
            operators, state, extents, resources, fields, weight = item.fragment
            used = [self._stock.number(each) for each in resources]
            if None in used:
                return
            plain = [(way, tuple(field)) for way, field in fields]
            packed.append((operators, tuple(state), extents, used, plain, weight))
        table[token] = None if items is None else packed

    def add_group(self, number: int, token: str, way: tuple[Matrix, str, int]) -> None:
        """Keeps how a group is entered: its matrix, its clip and the number of its style."""
        self._tables.setdefault(number, {})[token] = way

    def pack(self, frame: Frame) -> bytes:
        """All of it as bytes; none if that is too much, or if something is no plain value."""
        size = frame.width, frame.height, frame.matrix, frame.view, frame.bleed, frame.cut
        stock = self._stock
        try:
            data = marshal.dumps((size, self.recipes, stock.faces, stock.packed, self._tables))
        except ValueError:
            return b""
        return data if len(data) <= _MOST else b""
