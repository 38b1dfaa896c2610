"""Tags: what parts of a page are to somebody who hears it, tables too, and its words in order.

ISO 32000-1 §14.6 (marked content) and §14.8 (roles such as `P`, `Figure` and `TH`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from sheetgen.drawing.drawing import Drawing, Joined, Resources, Tag, TagPath


def begin_mark(path: TagPath, number: int) -> str:
    """The operator that begins content under tags, the `number`-th of its page from 0."""
    return f"/{path[-1].role} <</MCID {number}>> BDC" if path else "/Artifact BMC"


END_MARK = "EMC"
SOFT_HYPHEN = r"/Span <</ActualText (\376\377\000\255)>> BDC"
"""Begins a hyphen that only divides a word at the end of a line."""
_NUMBERED = re.compile(r"(?<=<</MCID )\d+")


def renumber(operators: str, first: int) -> str:
    """The operators of marked content, numbered from `first` in place of 0."""
    if not first:
        return operators
    return _NUMBERED.sub(lambda found: str(int(found[0]) + first), operators)


# Words of a drawing, in the order in which they are drawn.


# All begin with plain letters, so that Python looks for these alone.
_SHOWN = re.compile(
    r"/(\S+) (?:[\d.]+ Tf|(Do))|\[[^\]]*\] TJ|<[0-9A-F]*> Tj|Tm(?<= Tm)"
    r"|q(?<!\Sq)(?!\S)|Q(?<!\SQ)(?!\S)"
)
_PLACE = 40
"""More letters than two numbers have."""
_STRING = re.compile(r"<([0-9A-F]*)>")

_EDGES = " \u00a0·"
"""Signs that are left off both ends of a text."""
_ENDS = re.compile(r"(?<![.,;:!?])\n(?![a-zß-öø-ÿ])")
"""Where a comma is set: a line that begins with a small letter goes on with the one before."""


class ReadWords:
    """The words of a part of drawings, on lines; equal ones in one place are the same object."""

    __slots__ = ("lines",)

    def __init__(self, lines: str) -> None:
        self.lines = lines


_NONE = ReadWords("")


class WordReader:
    """Reads the words of drawings whose resources are joined in `resources`.

    What drawings have in common is read once.
    """

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._read: dict[object, ReadWords] = {}
        self._known: dict[tuple[str, ...], ReadWords] = {}

    def read(self, drawing: Drawing) -> str:
        """The words of a drawing, element by element, with commas between them."""
        words = _ENDS.sub(", ", "\n".join(self._list(drawing)))
        return words.replace("\n", " ").replace("\u00a0", " ")

    def _list(self, drawing: Drawing) -> list[str]:
        """The lines of a drawing, but for what is drawn twice over itself."""
        if drawing.made_of:
            return [line for part in drawing.made_of for line in self._list(part)]
        resources, read = drawing.resources, self._read
        if not isinstance(resources, Joined):
            return [self._read_code(drawing.operators).lines]
        lines: list[str] = []
        last: ReadWords | None = None
        for part in resources.parts:
            words = read.get(part)
            if words is None:
                words = read[part] = self._read_code(part.code)
            if words.lines and words is not last:
                lines.append(words.lines)
            last = words
        return lines

    def _read_code(self, operators: str) -> ReadWords:
        """The words of a content stream."""
        if " Tm" not in operators and " Do" not in operators:
            return _NONE
        font, place = "", ""
        outer: list[str] = []
        lines: list[str] = []
        places: list[str] = []
        for found in _SHOWN.finditer(operators):
            shown, name, form = found[0], found[1], found[2] and found[1]
            sign = shown[0]
            if sign == "T":
                at = found.start()
                place = " ".join(operators[max(at - _PLACE, 0) : at].split()[-2:])
            elif sign in "[<" and lines and not place:
                lines[-1] += self._spell(font, shown)
            elif sign in "[<" or form:
                lines.append(self._read_form(form) if form else self._spell(font, shown))
                places.append(place or form or "")
                place = ""
            elif name:
                font = name
            else:  # of a group, after which coordinates are others
                lines.append("")
                places.append("")
                if sign == "q":
                    outer.append(font)
                elif outer:
                    font = outer.pop()
        spots = [(where, text.strip(_EDGES)) for where, text in zip(places, lines, strict=True)]
        kept = [one[1] for before, one in pairwise([("", ""), *spots]) if one[1] and one != before]
        key = *places, *kept
        return self._known.setdefault(key, ReadWords("\n".join(kept)))

    def _spell(self, font: str, shown: str) -> str:
        """The text of shown glyphs."""
        used, codes = self._resources.glyphs.get(font, {}), "".join(_STRING.findall(shown))
        return "".join(
            [used.get(int(codes[at : at + 4], 16), "") for at in range(0, len(codes), 4)]
        )

    def _read_form(self, name: str) -> str:
        """The words of a form; one that contains itself has no more to say."""
        form = self._resources.forms.get(name)
        if name not in self._read and form:
            self._read[name] = ReadWords("")
            self._read[name] = self._read_code(form.operators)
        return self._read[name].lines if form else ""


# Tables. A mark is left around a cell as it is drawn, `/Celldata BMC … EMC`, which readers of PDF
# that know nothing of it pass over. Only where a page is tagged, it becomes one of the page's own.

CELLS = ("head", "row", "data", "more")
"""Kinds of cells: above a column, the first of its row, any other, or more of the one before."""
_MARK = re.compile(r"/Cell(head|row|data|more) BMC(.*?)\bEMC\b", re.DOTALL)
_WORDS = re.compile(r"\bT[jJ]\b")
_SCOPES = {"head": "Column", "row": "Row"}


def begin_cell(kind: str) -> str:
    """The operator that begins a cell."""
    return f"/Cell{kind} BMC"


def has_cells(operators: str) -> bool:
    """Whether a drawing has a table."""
    return "/Cell" in operators


def strip_cells(operators: str) -> str:
    """The operators without marks of cells."""
    return _MARK.sub(r"\2", operators) if has_cells(operators) else operators


def mark_cells(
    operators: str, first: int, describe: Callable[[str, bool], Tag]
) -> tuple[str, list[TagPath]]:
    """A drawing's operators as marked content, numbered from `first`, and the tags of each.

    Words outside of cells end a table, and the next cell begins another one. They have the tag that
    `describe` makes of their operators, and of whether these are the first words of the drawing.
    """
    marked: list[str] = []
    paths: list[TagPath] = []
    section, table, row, cell = Tag("Sect"), Tag("Table"), Tag("TR"), Tag("TD")
    before = ""  # the kind of the last cell in this table

    def mark(text: str, path: TagPath) -> None:
        marked.append(f"{begin_mark(path, first + len(paths))}\n{text}\n{END_MARK}")
        if path:
            paths.append(path)

    for at, text in enumerate(parts := _MARK.split(operators)):
        kind = parts[at - 1]
        if at % 3 == 1:
            continue
        if at % 3 == 2:
            if kind == "row" or (kind == "head" != before):
                row = Tag("TR")
            if kind != "more":
                before, scope = kind, _SCOPES.get(kind, "")
                cell = Tag("TH" if scope else "TD", kind=scope)
            mark(text, (section, table, row, cell))
        elif _WORDS.search(text):
            table, before = Tag("Table"), ""
            mark(text, (section, describe(text, not paths)))
        else:
            mark(text, ())
    return "\n".join(marked), paths
