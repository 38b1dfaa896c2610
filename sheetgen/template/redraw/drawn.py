"""Drawn: a sample as an editor saved it, its elements found again by their numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from urllib.parse import unquote
from xml.sax.saxutils import escape, quoteattr

from sheetgen.drawing.drawing import IDENTITY, Matrix, multiply
from sheetgen.ground.record import record
from sheetgen.svg.read.transform import parse_transform
from sheetgen.svg.read.tree import Element
from sheetgen.template.redraw.filled import FilledNode
from sheetgen.template.redraw.source import NUMBER

_WHOLE = ("data:", "http:", "https:")
"""How links begin that name no file of this machine."""
_FOREIGN = ("metadata", "title", "desc")
_SPACES = re.compile(r"[ \t\r\n]+")  # others, such as U+00A0, are letters
_SILENT = ("version", "xmlns", "inkscape:", "sodipodi:", "rdf:", "xml:space", NUMBER)
"""How attributes begin that say nothing about a drawing."""


@record(eq=False, frozen=False, slots=False)
class Drawn:
    """An element of a saved sample; `node` is the one of the sample that it was."""

    element: Element
    node: FilledNode | None
    parent: Drawn | None
    matrix: Matrix = IDENTITY  # of the groups around it that were not in the sample
    children: list[Drawn] = field(default_factory=list)

    def walk(self) -> Iterator[Drawn]:
        """Itself and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@record(frozen=False, slots=False)
class Saved:
    """A whole saved sample: its elements by their numbers, and new groups that can't be kept."""

    root: Drawn
    found: Mapping[int, Drawn]
    groups: Sequence[Element]


def read_saved(root: Element, nodes: Sequence[FilledNode]) -> Saved:
    """The elements of a saved sample. What has no number, or one that is taken, is new."""
    reader = _DrawnReader(nodes, _choose(root, nodes))
    return Saved(reader.read(root, None, IDENTITY), reader.found, reader.groups)


def read_number(element: Element) -> int | None:
    """The number that an element of a sample was given, or has as a copy."""
    number = element.attributes.get(NUMBER, "")
    return int(number) if number.isdecimal() and len(number) < 7 else None


def _choose(root: Element, nodes: Sequence[FilledNode]) -> dict[int, Element]:
    """The element that each number means where copies have it too: the one that lies at home."""
    known: dict[int, list[tuple[Element, Element | None]]] = {}
    stack: list[tuple[Element, Element | None]] = [(root, None)]
    while stack:
        element, above = stack.pop()
        number = read_number(element)
        if number is not None:
            known.setdefault(number, []).append((element, above))
            above = element
        stack += [(child, above) for child in reversed(list(element.elements))]
    chosen: dict[int, Element] = {}
    for node in nodes:
        if found := known.get(node.number):
            home = chosen.get(node.parent.number) if node.parent else None
            chosen[node.number] = next((e for e, above in found if above is home), found[0][0])
    return chosen


class _DrawnReader:
    def __init__(self, nodes: Sequence[FilledNode], chosen: Mapping[int, Element]) -> None:
        self.nodes, self.chosen = nodes, chosen
        self.found: dict[int, Drawn] = {}
        self.groups: list[Element] = []

    def find(self, element: Element) -> FilledNode | None:
        number = read_number(element)
        chosen = number is not None and self.chosen.get(number) is element
        return self.nodes[number] if chosen and number is not None else None

    def read(self, element: Element, parent: Drawn | None, matrix: Matrix) -> Drawn:
        drawn = Drawn(element, self.find(element), parent, matrix)
        if drawn.node is not None:
            self.found[drawn.node.number] = drawn
        for child in element.elements:
            self._add(child, drawn, IDENTITY)
        return drawn

    def _add(self, element: Element, parent: Drawn, matrix: Matrix) -> None:
        node = self.find(element)
        if ":" in element.tag or (node is None and element.tag in _FOREIGN):
            return
        if node is None and element.tag == "g" and self._holds_others(element):
            # A group that was made around parts of the sample: they are where it puts them.
            if _has_look(element):
                self.groups.append(element)
            inner = multiply(_read_matrix(element), matrix)
            for child in element.elements:
                self._add(child, parent, inner)
            return
        parent.children.append(self.read(element, parent, matrix))

    def _holds_others(self, element: Element) -> bool:
        """Whether a new group holds parts of the sample that are not there already."""
        return any(self.find(inner) is not None for inner in element.walk())


def _has_look(element: Element) -> bool:
    return any(
        name not in ("id", "transform") and not is_silent(name) and value.strip()
        for name, value in element.attributes.items()
    )


def _read_matrix(element: Element) -> Matrix:
    try:
        return parse_transform(element.attributes.get("transform", ""))
    except ValueError:
        return IDENTITY


def is_silent(name: str) -> bool:
    """Whether an attribute says nothing about a drawing."""
    return name.startswith(_SILENT)


def write_element(element: Element, inside: str | None = None) -> str:
    """An element that was drawn, as text for a template, without what editors keep for themselves.

    What is `inside` may be written already. Links are written with `href`, and no namespaces are
    needed.
    """
    pieces = []
    for name, value in element.attributes.items():
        if not is_silent(name):
            plain = "href" if name == "xlink:href" else name
            pieces.append(f" {plain}={quoteattr(_clean(name, value))}")
    if inside is None:
        inside = "".join(
            escape(child) if isinstance(child, str) else write_element(child)
            for child in element.children
            if isinstance(child, str) or ":" not in child.tag
        )
    if element.tag not in ("text", "tspan", "a", "style"):
        inside = inside if inside.strip() else ""
    head = f"<{element.tag}{''.join(pieces)}"
    return f"{head}>{inside}</{element.tag}>" if inside else f"{head}/>"


def _clean(name: str, value: str) -> str:
    if name != "style":
        return value
    return ";".join(part.strip() for part in value.split(";") if not part.strip().startswith("-"))


def relink(root: Element, nodes: Sequence[FilledNode], here: Path, there: Path) -> None:
    """Names pictures as a template in the folder `there` does, in place of a drawing in `here`.

    No file is looked at. Editors may name a picture in another way than the sample did.
    """
    for element in root.walk():
        if element.tag != "image":
            continue
        number = read_number(element)
        known = number is not None and number < len(nodes)
        old = nodes[number].attributes.get("href", "") if known and number is not None else ""
        for name in ("href", "xlink:href"):
            link = element.attributes.get(name, "")
            if not link or link == old or link.startswith(_WHOLE):
                continue
            same = old and _locate(link, here) == _locate(old, there)
            element.attributes[name] = old if same else link_picture(link, here, there)


def link_picture(link: str, there: Path, here: Path) -> str:
    """A picture named in the folder `there` as it is named in another, `here`."""
    if not link or link.startswith(_WHOLE):
        return link
    path = _locate(link, there)
    try:
        return os.path.relpath(path, os.path.abspath(here)).replace(os.sep, "/")  # noqa: PTH100
    except ValueError:  # it is on another drive
        return path


def _locate(link: str, folder: Path) -> str:
    plain = unquote(link.removeprefix("file://")) if link.startswith("file:") else link
    return os.path.normpath(os.path.join(os.path.abspath(folder), plain))  # noqa: PTH100, PTH118


def read_letters(element: Element) -> str:
    """The text of an element with its white space folded; lines of an editor are words apart."""
    words: list[str] = []

    def walk(inner: Element) -> None:
        for child in inner.children:
            if isinstance(child, str):
                words.append(child)
            elif child.tag in ("tspan", "a"):
                starts = {"x", "y"} & child.attributes.keys() and NUMBER not in child.attributes
                if starts and words:
                    words.append(" ")
                walk(child)

    walk(element)
    return " ".join(_SPACES.split("".join(words))).strip(" ")
