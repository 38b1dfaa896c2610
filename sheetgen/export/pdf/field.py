"""Form fields of `--fillable`: boxes to tick, lines to write in, and values that follow from them.

Names are parts joined by dots: `DN1 Full Measure.hull.3` is the third hull box of that piece. They
form a tree, as ISO 32000-1 §12.7.3.2 has it; the pages show its leaves, the widgets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sheetgen.drawing.drawing import Field, map_box
from sheetgen.export.pdf.fieldlook import FieldLook
from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of, text_of
from sheetgen.export.pdf.sum import add_up, count_off, has_sum, total_up
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Page, Placement

ON = "on"
"""The value of a checkbox that is ticked from the start."""
_READ_ONLY, _MULTILINE, _FIXED = 1, 1 << 12, 1 << 23
_SIDES = {"center": 1, "end": 2}

Name = tuple[str, ...]
"""The parts of a field's name: the piece, what it is, and its number if there are several."""


class AcroForm:
    """The fields of a document, each with its own name."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
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
            reference = self.objects.add(
                dictionary(
                    Type="/Annot",
                    Subtype="/Widget",
                    Rect=array_of(*box),
                    Parent=self._find_parent(name),
                    T=text_of(name[-1]),
                    TU=text_of(field.tooltip or describe_name(name)),
                    F=4,  # printed with the page
                    P=page,
                    AA=_calculate(script) if script else None,
                    **self._describe(field, box, value, placement.turn % 4, bool(script)),
                )
            )
            self._nodes[name[:-1]][1].append(reference)
            references.append(reference)
            if script:
                self._order.append(reference)
        return references

    def _name_all(self, title: str, fields: Sequence[Field]) -> list[Name]:
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
        self, field: Field, fields: Sequence[Field], names: Sequence[Name]
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
        self, field: Field, box: tuple[float, ...], value: str, turn: int, follows: bool
    ) -> dict[str, str | None]:
        """What is special about a kind of field, at a box of its page.

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
            "DA": text_of(f"/Helv {fmt(size)} Tf 0 g"),
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
            DR=dictionary(Font=dictionary(Helv=self.look.font)),
            DA=text_of("/Helv 0 Tf 0 g"),
        )


def replace_covered(fields: Iterable[Field]) -> list[Field]:
    """The fields, where one that lies exactly on another of its name takes the place of that."""
    found: dict[tuple[object, ...], Field] = {}
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
