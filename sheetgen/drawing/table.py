"""Tables in drawings: cells that a template marks, as rows and header cells of a PDF's structure.

A mark is left around a cell as it is drawn, `/Celldata BMC … EMC`, which readers of PDF that know
nothing of it pass over. Only where a page is tagged, it becomes one of the page's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sheetgen.drawing.drawing import Tag, TagPath
from sheetgen.drawing.tag import END_MARK, begin_mark

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
