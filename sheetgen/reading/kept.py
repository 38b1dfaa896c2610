"""Files that seldom change, as those of a game: what was read of them is kept for later runs."""

from __future__ import annotations

from marshal import dumps, loads

from sheetgen.ground.cache import Cache, find_folder, key_source
from sheetgen.ground.textfile import Lines
from sheetgen.reading import source
from sheetgen.reading.document import Document, Source


def parse_once(text: str, file: str) -> Source:
    """Parses a file's text, as `parse` of `source` does, unless an earlier run has. Never raises.

    Only what has no problems is kept.
    """
    cache, key = Cache(find_folder()), key_source(file, text)
    kept = cache.load(key)
    if kept is not None:
        lines = Lines(text, file)
        whole = [Document.restore(one, lines, source.parse) for one in loads(kept)]
        return Source(file, text, whole)
    read = source.parse(text, file)
    if not read.diagnostics:
        cache.keep(key, dumps([document.save() for document in read.documents]))
    return read
