"""The structure of a PDF, by which it is read aloud: a tree of tags, made as PDF/UA-1 asks.

ISO 32000-1 §14.7 (the tree) and §14.8 (tagged PDF); ISO 14289-1 (PDF/UA-1).
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.drawing.drawing import Tag, TagPath
from sheetgen.drawing.tag import WordReader
from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of, text_of

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
