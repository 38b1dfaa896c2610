"""Resources as plain values, by number: what the items of earlier runs name."""

from __future__ import annotations

from typing import Any

from sheetgen.drawing.drawing import Form, Resources, TextResources
from sheetgen.type.face import Face
from sheetgen.type.fonts import Fonts
from sheetgen.type.traits import Traits

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
            made.forms[name] = Form(name, box, operators, used, *more)
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
