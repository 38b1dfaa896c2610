"""Where the parts of a text stand in the file that it comes from: their lines and columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheetgen.ground.diagnostics import Place
from sheetgen.reading.document import Document

_FAR = 200  # lines that are searched for a word of a paragraph


class Origin:
    """Finds the parts of a text in its file, which may have been filled in, or be YAML."""

    def __init__(self, file: str, source: str, lines: Sequence[int] = ()) -> None:
        """`source` is the text of the file, `lines` the number in it of each line of the text."""
        self.file, self.source, self.lines = file, source, lines

    def find(self, line: int, *words: str, end: int = 0) -> Place:
        """Where one of some `words` stands in the text's lines from `line` (from 0) up to `end`.

        Where none of them is there as it is written, this is where the first line begins.
        """
        rows = _split(self.source)
        first = self._number(line)
        last = min(self._number(end - 1), first + _FAR) if end else first
        for wanted in filter(None, words):
            for number in range(first, last + 1):
                at = rows[number - 1].find(wanted) if number <= len(rows) else -1
                if at >= 0:
                    return Place(self.file, number, at + 1)
        row = rows[first - 1] if first <= len(rows) else ""
        return Place(self.file, first, len(row) - len(row.lstrip()) + 1)

    def _number(self, line: int) -> int:
        lines = self.lines
        return lines[min(line, len(lines) - 1)] if lines else line + 1


def find_value(document: Document, key: str, text: str) -> Origin:
    """The origin of a text that is the value of a key in a YAML document."""
    place = document.place((key,))
    row = _split(document.text)[place.line - 1]
    block = row[place.column - 1 : place.column] in ("|", ">")  # its text begins one line below
    first = place.line + block
    return Origin(document.file, document.text, range(first, first + text.count("\n") + 1))


@lru_cache(maxsize=4)
def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
