"""Files of many documents, read line by line: a line like one before is looked up, not parsed.

This is for documents that have nothing but lines such as `mass: 12` and `special: {count: 1}`. Each
of these means the same wherever it stands, so the parser, or a pattern, reads it once. Every other
document goes through the parser by itself; if anything is wrong in one, the whole file does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from sys import intern
from typing import Any

from sheetgen.ground.textfile import Lines
from sheetgen.reading.document import Document, Source
from sheetgen.reading.word import read_word

_Read = Callable[[str, str], Source]

_FEW = 20  # documents that may go through the parser one by one, if there are not more others
_MOST_KEYS = 100
_MOST_KNOWN = 20_000  # after so many lines all are forgotten: names and ids are new each time
_KEY = "([a-z][a-z0-9_-]{0,40}): "
_WORD = re.compile(_KEY + r"(-?[^\W_](?:[\w ,.'()/-]*[\w,.'()/-])?)")
_CLOSED = re.compile(_KEY + r"""(?:\{.*\}|\[.*\]|".*"|'.*')""")


def read_documents(text: str, file: str, walk: _Read, parse: _Read) -> list[Document] | None:
    """The documents of a text without anchors and tags.

    None if anything is wrong in one, or if most are not for this: then one parser is quicker.
    `walk` reads a part of the text by the parser, `parse` the whole as `read_documents` may.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    separator = f"{end}---{end}"
    lines, known = Lines(text, file), _Known(walk)
    find = known.__getitem__
    documents: list[Document] = []
    start, stop, odd = 0, 0, 0
    while stop >= 0:
        stop = text.find(separator, start)
        part = text[start : stop + len(end) if stop >= 0 else len(text)]
        written = part.rstrip("\r\n").split(end)
        try:
            data = dict(map(find, written))
        except _DoubtError:
            data = {}
        if len(data) == len(written) <= _MOST_KEYS:
            documents.append(_Lined(data, len(documents), start, None, lines, parse))
        else:
            odd += 1
            if odd > _FEW and odd * 2 > len(documents):
                return None
            source = walk(part, file)
            if source.diagnostics:
                return None
            for document in source.documents:
                documents.append(document.move(start, len(documents), lines))
        start = stop + len(separator)
    return documents


class _DoubtError(ValueError):
    """A line that may mean something else beside others."""


class _Known(dict[str, tuple[str, Any]]):
    """The keys and values of lines."""

    def __init__(self, walk: _Read) -> None:
        self.walk = walk

    def __missing__(self, line: str) -> tuple[str, Any]:
        if found := _WORD.fullmatch(line):
            entry = found[1], read_word(found[2])
        elif found := _CLOSED.fullmatch(line):
            source = self.walk(line, "")
            if source.diagnostics:
                raise _DoubtError
            entry = found[1], source.documents[0].data[found[1]]
        else:
            raise _DoubtError
        if entry[0] == "null":
            raise _DoubtError
        if len(self) >= _MOST_KNOWN:
            self.clear()
        self[line] = entry = intern(entry[0]), entry[1]
        return entry


class _Lined(Document):
    """A document of lines with a key each: where they are is found when it is needed."""

    __slots__ = ()

    def settle(self, key: str) -> None:
        """Forgets the data; places are not kept."""
        self.forget_data()

    def _find(self, path: Any) -> tuple[int, int]:
        text, start = self._lines.text, self._at
        stop = text.find("\n---", start)
        stop = stop if stop >= 0 else len(text)
        if not path:
            return start, start
        if len(path) > 1:
            alone = self._parse(text[start:stop], self.file).documents[0]
            key_at, at = alone._find(path)
            return start + key_at, start + at
        line = f"\n{path[0]}: "
        if text.startswith(line[1:], start):
            return start, start + len(line) - 1
        before = text.find(line, start, stop)
        return (before + 1, before + len(line)) if before >= 0 else (start, start)
