"""Form fields of `--fillable`: boxes to tick, lines to write in, and values that follow from them.

Names are parts joined by dots: `DN1 Full Measure.hull.3` is the third hull box of that piece. They
form a tree, as ISO 32000-1 §12.7.3.2 has it; the pages show its leaves, the widgets.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from sheetgen.drawing.drawing import FormField, Tag, map_box
from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of, text_of
from sheetgen.export.pdf.structure import Structure
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Page, Placement
from sheetgen.type.face import Face
from sheetgen.type.fonts import Fonts

# Looks of form fields: their strikes, their first texts, their font


_PAD = 2.0
"""The space that readers leave on each side of a text, in points."""
_FIRST = 32
_LETTERS = bytes(range(_FIRST, 256)).decode("cp1252", "replace")
"""The letters that can be typed: those of Western Europe by their codes, from the first."""
_FEW = 20
"""How many font sizes wide a line is on which few words fit."""
_SMALL, _LARGE = 6.0, 14.0
"""The least and the largest size of what is typed on several lines, in points."""
_LEAST, _MOST = 4.0, 20.0
"""The sizes, in points, between which a text is fitted into its field."""
_TURNS = {1: "[0 1 -1 0 0 0]", 2: "[-1 0 0 -1 0 0]", 3: "[0 -1 1 0 0 0]"}


class FieldLook:
    """The looks of a document's fields, each in the file once."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.is_left_to_reader = False
        """Whether a text is left to the reader to draw, as the font has not all its letters."""
        self._known: dict[tuple[object, ...], str] = {}

    @cached_property
    def face(self) -> Face:
        """The face of what is typed."""
        face = Fonts().find("Barlow", 400)
        assert face is not None, "it comes along"
        return face

    @cached_property
    def font(self) -> str:
        """The face, embedded with all letters that may be typed."""
        face = self.face
        data = face.subset_letters(_LETTERS)
        high = face.descent, face.ascent  # of a line, in all readers
        descriptor = dictionary(
            Type="/FontDescriptor",
            FontName=f"/{face.name}",
            Flags=32,
            FontBBox=array_of(0, high[0], 1000, high[1]),
            ItalicAngle=0,
            Ascent=fmt(high[1]),
            Descent=fmt(high[0]),
            CapHeight=fmt(face.cap_height),
            StemV=fmt(50 + face.weight / 8),
            FontFile2=self.objects.add_stream(data, Length1=len(data)),
        )
        font = dictionary(
            Type="/Font",
            Subtype="/TrueType",
            BaseFont=f"/{face.name}",
            Encoding="/WinAnsiEncoding",
            FirstChar=_FIRST,
            LastChar=_FIRST + len(_LETTERS) - 1,
            Widths=array_of(*map(self._measure, _LETTERS)),
            FontDescriptor=self.objects.add(descriptor),
        )
        return self.objects.add(font)

    def _measure(self, text: str) -> float:
        """The width of a text as readers set it, without kerning, in thousandths of its size."""
        return sum(self.face.advance(self.face.find_glyph(ord(letter))) for letter in text)

    def draw_cross(self, width: float, height: float) -> str:
        """A ticked box: a pencil cross over the whole box."""
        least = min(width, height)
        inset, weight = 0.15 * least, max(0.9, min(1.7, 0.1 * least))
        x, y, i = fmt(width - inset), fmt(height - inset), fmt(inset)
        cross = f"q 1 J {fmt(weight)} w {i} {i} m {x} {y} l {i} {y} m {x} {i} l S Q"
        return self._add(cross, width, height)

    def leave_free(self, width: float, height: float, turn: int = 0) -> str:
        """Nothing, so that what is printed shows."""
        return self._add("", width, height, turn)

    def choose_size(self, width: float, height: float, lines: int) -> float:
        """The size of what is typed, or 0 for a single line, which readers fit to its field.

        Several lines are as far apart as they are ruled, or half as far where few words fit
        or letters would be large.
        """
        if lines == 1:
            return 0.0
        size = height / lines / (self.face.ascent - self.face.descent) * 1000
        half = (width < _FEW * size or size > _LARGE) and size >= 2 * _SMALL
        return round(size / 2 if half else size, 2)

    def draw_text(
        self, field: FormField, value: str, width: float, height: float, turn: int
    ) -> str | None:
        """A text in its field; None where that is left to the reader."""
        if not value:
            return self.leave_free(width, height, turn)
        try:
            letters = value.encode("cp1252")
        except UnicodeEncodeError:
            letters = b""
        if not letters or field.lines > 1:
            self.is_left_to_reader = True
            return None
        wide = max(self._measure(value) / 1000, 0.1)
        size = max(_LEAST, min(_MOST, 0.72 * height, (width - 2 * _PAD) / wide))
        room = width - wide * size
        x = {"center": room / 2, "end": room - _PAD}.get(field.align, _PAD)
        y = (height - self.face.cap_height / 1000 * size) / 2
        text = f"BT /Text {fmt(size)} Tf 0 g {fmt(x)} {fmt(y)} Td <{letters.hex()}> Tj ET"
        return self._add(f"/Tx BMC q {text} Q EMC", width, height, turn, self.font)

    def _add(self, content: str, width: float, height: float, turn: int = 0, font: str = "") -> str:
        key = (content, fmt(width), fmt(height), turn)
        if key not in self._known:
            self._known[key] = self.objects.add_stream(
                content.encode(),
                Type="/XObject",
                Subtype="/Form",
                BBox=array_of(0, 0, width, height),
                Matrix=_TURNS.get(turn),
                Resources=dictionary(Font=dictionary(Text=font)) if font else None,
            )
        return self._known[key]


# Values that follow from other fields, by scripts that Acrobat, Firefox and Chrome understand:
# only sums and counts. A reader without scripts keeps the values as they are.


ESTIMATE = "~"
"""The mark before a value that is an estimate; so is a sum with one in it."""
_NUMBER = re.compile(r"~?-?[0-9]+([.,][0-9]+)?")


def add_up(names: Sequence[str]) -> str:
    """The script for the sum of text fields; what is no number counts nothing."""
    return (
        f'var s=0,m="",n={_list(names)};for(var i=0;i<n.length;i++)'
        '{var v=String(this.getField(n[i]).value);if(v.charAt(0)=="~")m="~";'
        's+=Number(v.replace("~","").replace(",","."))||0}'
        "event.value=m+Math.round(s*1000)/1000;"
    )


def count_off(names: Sequence[str]) -> str:
    """The script for the number of checkboxes that are not ticked."""
    return (
        f"var c=0,n={_list(names)};for(var i=0;i<n.length;i++)"
        '{if(this.getField(n[i]).value=="Off")c++}event.value=c;'
    )


def total_up(values: Iterable[str]) -> str:
    """The sum of values as the script writes it."""
    found = list(values)
    mark = ESTIMATE if any(value.startswith(ESTIMATE) for value in found) else ""
    return mark + fmt(sum(map(_read, found)), 3)


def has_sum(total: str, values: Iterable[str]) -> bool:
    """Whether a printed total is the sum of what it is worked out from."""
    return bool(_NUMBER.fullmatch(total)) and abs(_read(total) - sum(map(_read, values))) < 0.001


def _read(value: str) -> float:
    if not _NUMBER.fullmatch(value):
        return 0.0
    return float(value.removeprefix(ESTIMATE).replace(",", "."))


def _list(names: Sequence[str]) -> str:
    return json.dumps(names, separators=(",", ":"))


ON = "on"
"""The value of a checkbox that is ticked from the start."""
_READ_ONLY, _MULTILINE, _FIXED = 1, 1 << 12, 1 << 23
_SIDES = {"center": 1, "end": 2}

Name = tuple[str, ...]
"""The parts of a field's name: the piece, what it is, and its number if there are several."""


class AcroForm:
    """The fields of a document, each with its own name."""

    def __init__(self, objects: Objects, structure: Structure) -> None:
        self.objects, self.structure = objects, structure
        self.look = FieldLook(objects)
        self.widgets: list[str] = []
        self._taken: set[Name] = set()
        self._nodes: dict[Name, tuple[str, list[str]]] = {}
        self._order: list[str] = []  # those that follow from others, as they are worked out

    def add_page(self, page: Page, page_reference: str) -> list[str]:
        """Adds the fields of a page's drawings; returns references to their widgets."""
        references = []
        for placement in page.placements:
            if placement.drawing.fields:
                references += self._add_piece(placement, page_reference)
        self.widgets += references
        return references

    def _add_piece(self, placement: Placement, page: str) -> list[str]:
        fields = replace_covered(placement.drawing.fields)
        names = self._name_all(placement.drawing.title or "sheet", fields)
        references = []
        for field, name in zip(fields, names, strict=True):
            value, script = self._follow(field, fields, names)
            box = map_box(placement.matrix, field.box)
            own = self.objects.reserve()
            reference = self.objects.add(
                dictionary(
                    Type="/Annot",
                    Subtype="/Widget",
                    StructParent=self.structure.own((Tag("Form"),), page, own),
                    Rect=array_of(*box),
                    Parent=self._find_parent(name),
                    T=text_of(name[-1]),
                    TU=text_of(field.tooltip or describe_name(name)),
                    F=4,  # printed with the page
                    P=page,
                    AA=_calculate(script) if script else None,
                    **self._describe(field, box, value, placement.turn % 4, bool(script)),
                ),
                own,
            )
            self._nodes[name[:-1]][1].append(reference)
            references.append(reference)
            if script:
                self._order.append(reference)
        return references

    def _name_all(self, title: str, fields: Sequence[FormField]) -> list[Name]:
        """A name for each field of a piece, unlike all others in the document."""
        piece = _part(title)
        counts, seen, inner = Counter(_part(field.name) for field in fields), Counter[str](), []
        for field in fields:
            part = _part(field.name)
            seen[part] += 1
            inner.append((part, str(seen[part])) if counts[part] > 1 else (part,))
        # A number alone tells copies apart, so that all the fields of a piece stay together.
        copy, root = 1, piece
        heads = {name[0] for name in inner}
        while any((root, head) in self._taken for head in heads):
            copy += 1
            root = f"{piece} ({copy})"
        self._taken.update((root, head) for head in heads)
        return [(root, *name) for name in inner]

    def _find_parent(self, name: Name) -> str:
        """The reference of the part of the tree that a name is under."""
        parent = name[:-1]
        if parent not in self._nodes:
            self._nodes[parent] = (self.objects.reserve(), [])
            if len(parent) > 1:
                self._find_parent(parent)
                self._nodes[parent[:-1]][1].append(self._nodes[parent][0])
        return self._nodes[parent][0]

    def _follow(
        self, field: FormField, fields: Sequence[FormField], names: Sequence[Name]
    ) -> tuple[str, str]:
        """The value that a field has, and the script that works it out if it follows from others.

        A sum that is not what was printed counts something else too, and remains as printed.
        """
        if field.kind == "checkbox" or not (field.left or field.sum):
            return field.value, ""
        source = _part(field.left or field.sum)
        kind = "checkbox" if field.left else "text"
        pairs = [
            (other, ".".join(name))
            for other, name in zip(fields, names, strict=True)
            if other is not field and other.kind == kind and name[1] == source
        ]
        if not pairs:
            return field.value, ""
        full = [name for _, name in pairs]
        if field.left:
            count = sum(other.value != ON for other, _ in pairs)
            return str(count), count_off(full)
        values = [other.value for other, _ in pairs]
        if field.value and not has_sum(field.value, values):
            return field.value, ""
        return field.value or total_up(values), add_up(full)

    def _describe(
        self, field: FormField, box: tuple[float, ...], value: str, turn: int, follows: bool
    ) -> dict[str, str | None]:
        """Return the PDF entries that a kind of field needs, at a box of its page.

        What is written in it is turned as its piece is.
        """
        width, height = box[2] - box[0], box[3] - box[1]
        if field.kind == "checkbox":
            state = "/On" if value == ON else "/Off"
            normal = dictionary(
                On=self.look.draw_cross(width, height), Off=self.look.leave_free(width, height)
            )
            kept = state if value == ON else None
            return {"FT": "/Btn", "V": state, "DV": kept, "AS": state, "AP": _normal(normal)}
        if turn % 2:
            width, height = height, width
        size = self.look.choose_size(width, height, field.lines)
        flags = _READ_ONLY * follows | (_MULTILINE | _FIXED) * (field.lines > 1)
        shown = self.look.draw_text(field, value, width, height, turn)
        written = text_of(value) if value else None
        return {
            "FT": "/Tx",
            "V": written,
            "DV": written,
            "Ff": str(flags) if flags else None,
            "Q": str(_SIDES[field.align]) if field.align in _SIDES else None,
            "DA": text_of(f"/Text {fmt(size)} Tf 0 g"),
            "MK": dictionary(R=turn * 90) if turn else None,
            "AP": _normal(shown) if shown else None,
        }

    def describe(self) -> str:
        """The document's form dictionary, once all pages are added."""
        roots = []
        for name, (reference, kids) in self._nodes.items():
            above = self._nodes[name[:-1]][0] if len(name) > 1 else None
            node = dictionary(T=text_of(name[-1]), Parent=above, Kids=list_of(kids))
            self.objects.add(node, reference)
            if not above:
                roots.append(reference)
        return dictionary(
            Fields=list_of(roots),
            NeedAppearances="true" if self.look.is_left_to_reader else None,
            CO=list_of(self._order) if self._order else None,
            DR=dictionary(Font=dictionary(Text=self.look.font)),
            DA=text_of("/Text 0 Tf 0 g"),
        )


def replace_covered(fields: Iterable[FormField]) -> list[FormField]:
    """The fields, where one that lies exactly on another of its name takes the place of that."""
    found: dict[tuple[object, ...], FormField] = {}
    for field in fields:
        found[field.name, *(round(side, 1) for side in field.box)] = field
    return list(found.values())


def describe_name(name: Name) -> str:
    """A name as it is read aloud."""
    return f"{name[0]}, {' '.join(name[1:])}"


def _part(text: str) -> str:
    """A part of a name, which has no dots, as these are between parts."""
    return text.replace(".", " ")


def _normal(look: str) -> str:
    return dictionary(N=look)


def _calculate(script: str) -> str:
    return dictionary(C=dictionary(S="/JavaScript", JS=text_of(script)))
