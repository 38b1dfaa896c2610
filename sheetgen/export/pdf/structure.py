"""The structure of a PDF: its tags, by which it is read aloud, its outline, links and page numbers.

ISO 32000-1 §14.7 (the tree), §14.8 (tagged PDF) and §12; ISO 14289-1 (PDF/UA-1).
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.drawing.drawing import Tag, TagPath
from sheetgen.drawing.tag import WordReader
from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of, text_of
from sheetgen.ground.number import fmt
from sheetgen.pages.page import Bookmark, Link

HEADING = "H"
"""The role of headings, followed by their level from 1."""


class StructureElement:
    """An element of the tree: content of pages and other elements, in order."""

    __slots__ = ("kids", "name", "page", "parent", "reference", "tag")

    def __init__(self, tag: Tag, reference: str, parent: str, page: str, name: str) -> None:
        self.tag, self.reference, self.parent, self.page = tag, reference, parent, page
        self.name = name  # the structure type
        self.kids: list[str] = []


class Structure:
    """The tree of a document, in the order in which its pages are added."""

    def __init__(self, objects: Objects, pages: int) -> None:
        self.objects = objects
        self._root = objects.reserve()
        document = Tag("Document")
        self._document = StructureElement(document, objects.reserve(), self._root, "", "Document")
        self._elements: dict[Tag, StructureElement] = {}
        self._owners: list[str] = []  # of each page's content, by its number, then of annotations
        self._annotations: list[str] = []
        self._pages = pages
        self._level = 0

    def add_page(self, page: str, tags: Sequence[TagPath]) -> int:
        """Adds the marked content of the next page, by its reference; `tags` are in order.

        Returns its number in the parent tree.
        """
        owners = []
        for number, path in enumerate(tags):
            element = self._find(path, page)
            own = str(number) if element.page == page else None
            element.kids.append(own or dictionary(Type="/MCR", Pg=page, MCID=number))
            owners.append(element.reference)
        self._owners.append(self.objects.add(list_of(owners)))
        return len(self._owners) - 1

    def own(self, path: TagPath, page: str, annotation: str) -> int:
        """Puts an annotation of a page under tags; returns its number in the parent tree."""
        element = self._find(path, page)
        element.kids.append(dictionary(Type="/OBJR", Pg=page, Obj=annotation))
        self._annotations.append(element.reference)
        return self._pages + len(self._annotations) - 1

    def _find(self, path: TagPath, page: str) -> StructureElement:
        """The element of tags, which begins on a page if it is new."""
        element = self._document
        for tag in path:
            known = self._elements.get(tag)
            if known is None:
                reference, name = self.objects.reserve(), self._name(tag.role)
                known = StructureElement(tag, reference, element.reference, page, name)
                self._elements[tag] = known
                element.kids.append(reference)
            element = known
        return element

    def _name(self, role: str) -> str:
        """The structure type of a role: no level of headings is left out on the way down."""
        if role[:1] != HEADING or not role[1:].isdecimal():
            return role
        self._level = min(int(role[1:]), self._level + 1, 6)
        return f"{HEADING}{self._level}"

    def finish(self, reader: WordReader) -> str:
        """Adds the tree; returns the reference to its root."""
        named: list[str] = []
        for element in [self._document, *self._elements.values()]:
            name = None
            if element.name == "Note":  # ISO 14289-1, 7.9
                name = text_of(f"note-{len(named) // 2 + 1:05}")
                named += [name, element.reference]
            entry = dictionary(
                Type="/StructElem",
                S=f"/{element.name}",
                P=element.parent,
                Pg=element.page or None,
                ID=name,
                A=_describe(element.tag),
                Alt=_write_alt(element.tag, reader),
                K=element.kids[0] if len(element.kids) == 1 else list_of(element.kids),
            )
            self.objects.add(entry, element.reference)
        owners = [*self._owners, *self._annotations]
        numbers = list_of(f"{at} {owner}" for at, owner in enumerate(owners))
        root = dictionary(
            Type="/StructTreeRoot",
            K=self._document.reference,
            ParentTree=self.objects.add(dictionary(Nums=numbers)),
            ParentTreeNextKey=len(owners),
            IDTree=dictionary(Names=list_of(named)) if named else None,
        )
        return self.objects.add(root, self._root)


def _describe(tag: Tag) -> str | None:
    """Return the attributes of an element, if it has any."""
    if tag.box:
        return dictionary(O="/Layout", BBox=array_of(*tag.box))
    if not tag.kind:
        return None
    if tag.role == "L":
        return dictionary(O="/List", ListNumbering=f"/{tag.kind}")
    return dictionary(O="/Table", Scope=f"/{tag.kind}")


def _write_alt(tag: Tag, reader: WordReader) -> str | None:
    """Write what is read out in place of a figure."""
    words = reader.read(tag.drawing) if tag.drawing else ""
    text = ": ".join(filter(None, (tag.alt, words)))
    return text_of(text) if text else None


# The outline: bookmarks that lead to places on pages


Mark = tuple[Bookmark, str]
"""A bookmark with the reference to its page."""


def add_outline(objects: Objects, marks: Sequence[Mark]) -> str:
    """The outline tree: each entry is under the last one before it that has a lower level."""
    own = objects.reserve()
    heads = _add_row(objects, marks, own)
    outline = dictionary(Type="/Outlines", First=heads[0], Last=heads[-1], Count=len(heads))
    return objects.add(outline, own)


def _add_row(objects: Objects, marks: Sequence[Mark], parent: str) -> list[str]:
    """Makes the entries of a level, each with those after it that have a higher level."""
    if not marks:
        return []
    groups: list[list[Mark]] = []
    for entry in marks:
        if not groups or entry[0].level <= groups[-1][0][0].level:
            groups.append([entry])
        else:
            groups[-1].append(entry)
    row = [objects.reserve() for _ in groups]
    for at, (head, *below) in enumerate(groups):
        _add_entry(objects, head, parent, row, at, _add_row(objects, below, row[at]))
    return row


def _add_entry(
    objects: Objects, entry: Mark, parent: str, row: Sequence[str], at: int, below: Sequence[str]
) -> None:
    """Makes the `at`-th entry of a row under `parent`, with those `below` it."""
    mark, page = entry
    value = dictionary(
        Title=text_of(mark.title),
        Parent=parent,
        Dest=f"[{page} /XYZ {fmt(mark.x)} {fmt(mark.y)} null]",
        Prev=row[at - 1] if at else None,
        Next=row[at + 1] if at + 1 < len(row) else None,
        First=below[0] if below else None,
        Last=below[-1] if below else None,
        Count=-len(below) if below else None,  # closed at first: the headings alone fit
    )
    objects.add(value, row[at])


# Page labels, which PDF readers show as the numbers of pages


_NUMERALS = {
    "c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10, "ix": 9, "v": 5, "iv": 4, "i": 1,
}  # fmt: skip


def write_roman(number: int) -> str:
    """A number in lower-case Roman numerals: 4 is iv."""
    text = ""
    for letters, value in _NUMERALS.items():
        text += letters * (number // value)
        number %= value
    return text


def number_pages(labels: Sequence[str]) -> str:
    """The number tree of labels (ISO 32000-1 §12.4.2): runs of numbers, or single texts."""
    numbers: list[str] = []
    style, number = "", 0
    for at, label in enumerate(labels):
        kind, value = _read(label)
        if at and kind == style and kind and value == number + 1:
            number = value
            continue
        style, number = kind, value
        entry = dictionary(S=f"/{kind}", St=value) if kind else dictionary(P=text_of(label))
        numbers += [str(at), entry]
    return dictionary(Nums=list_of(numbers))


def _read(label: str) -> tuple[str, int]:
    """The style of a label and its number; no style for a label that is not counted."""
    if label.isdecimal():
        return "D", int(label)
    value = next((n for n in range(1, 400) if write_roman(n) == label), 0) if label else 0
    return ("r", value) if value else ("", 0)


# Links, to a place in the document or to the web


def make_link(link: Link, pages: Sequence[str], number: int) -> str:
    """The annotation of a link, without a frame; `pages` are references to pages.

    `number` is its place in the parent tree.
    """
    action = target = None
    if link.url:
        action = dictionary(Type="/Action", S="/URI", URI=text_of(link.url))
    else:
        target = f"[{pages[link.page]} /XYZ null {fmt(link.top)} null]"
    return dictionary(
        Type="/Annot",
        Subtype="/Link",
        Rect=array_of(*link.box),
        Border=array_of(0, 0, 0),
        F=4,  # PDF/A and PDF/X want every annotation to print
        Contents=text_of(link.words or link.url) or None,
        StructParent=number,
        A=action,
        Dest=target,
    )
