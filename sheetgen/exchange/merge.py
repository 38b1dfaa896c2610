"""Merging: files of an earlier import, changed in what has changed in the source since.

What the last import wrote is kept in `import.lock` beside the files. A value that only the source
changed is replaced in place; one that only a person changed stays, and so do comments and keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sheetgen.ground.diagnostics import Diagnostic, declare
from sheetgen.ground.record import NamedTuple
from sheetgen.reading import scribe
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.document import Document

Path_ = tuple["str | int", ...]
LOCK = "import.lock"
_GONE = object()

KEPT_YOURS = declare(
    "kept-yours",
    "warning",
    """A value has changed both in the file it came from and in your definition.

    Why: Importing again takes over what has changed in the source, but never what you wrote: yours
    stays, and the next import is silent about it. Change it by hand if the source is right.

    Example:
    mass: 14       # it was 12 in both; now the source says 13
    """,
)
NO_LONGER_THERE = declare(
    "no-longer-there",
    "warning",
    """A definition was imported from a file that does not have it any more.

    Why: It may have another name in the source now, or was taken out. It stays until you delete it.

    Example:
    # kestrel.yaml was imported from fleet.json, and fleet.json has no Kestrel any more
    """,
)


class Merged(NamedTuple):
    """A text with what has changed, and the values of which a person's version was kept."""

    text: str
    kept: Sequence[tuple[Path_, str, str]]


def write_definition(data: Mapping[str, Any], origin: str) -> str:
    """The text of a definition, with a comment that names where it comes from."""
    return f"# Imported from {origin}\n{scribe.write_block(data, 0)}\n"


def merge_definition(
    text: str, document: Document, base: Mapping[str, Any] | None, new: Mapping[str, Any]
) -> Merged:
    """The text with a document changed as its source was since it said `base`."""
    kept: list[tuple[Path_, str, str]] = []
    changes: list[Change] = []
    for path, mine, now in _compare((), base, document.data, new):
        if mine is not _GONE and now is _GONE:
            act: Any = "remove"
        else:
            act = "set"
        change = Change(document.index, path, act, None if now is _GONE else now)
        if (_find(base, path) is _GONE and mine is not _GONE) or not _is_same(
            _find(base, path), mine
        ):
            kept.append((path, _spell(mine), _spell(now)))
        else:
            changes.append(change)
    for change in reversed(changes) if _shrinks(changes) else changes:
        try:
            text = amend(text, [change], lambda path: list(_find(new, path) or ()))
        except AmendError:
            now = change.value if change.act == "set" else _GONE
            kept.append((change.path, _spell(_find(document.data, change.path)), _spell(now)))
    return Merged(text, kept)


def _shrinks(changes: Sequence[Change]) -> bool:
    """Whether items are taken out of lists, which is done from the last one on."""
    return any(change.act == "remove" for change in changes)


def _compare(path: Path_, base: Any, mine: Any, new: Any) -> Iterator[tuple[Path_, Any, Any]]:
    """The values that differ from what the source says, where that has changed."""
    if _is_same(mine, new) or _is_same(base, new):
        return
    if isinstance(mine, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*new, *(base if isinstance(base, dict) else ())]):
            was = base.get(key, _GONE) if isinstance(base, dict) else _GONE
            yield from _compare((*path, key), was, mine.get(key, _GONE), new.get(key, _GONE))
    elif isinstance(mine, list) and isinstance(new, list) and len(mine) == len(new):
        old = base if isinstance(base, list) and len(base) == len(new) else [_GONE] * len(new)
        for at, values in enumerate(zip(old, mine, new, strict=True)):
            yield from _compare((*path, at), *values)
    else:
        yield path, mine, new


def _find(data: Any, path: Path_) -> Any:
    for step in path:
        try:
            data = data[step]
        except (LookupError, TypeError):
            return _GONE
    return data


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal as YAML: 1 and true are not."""
    with suppress(TypeError, ValueError):
        return one is other or json.dumps(one) == json.dumps(other)
    return False


def _spell(value: Any) -> str:
    text = "nothing" if value is _GONE else scribe.write_value(value)
    return text if len(text) <= 60 else text[:59] + "…"


class ImportLock:
    """The definitions that earlier imports wrote into a folder, by file and id."""

    def __init__(self, text: str) -> None:
        self.known: dict[str, dict[str, Any]] = {}
        with suppress(ValueError, RecursionError):  # damaged, it knows nothing
            read = json.loads(text)
            entries = read.get("imported") if isinstance(read, dict) else None
            for key, entry in (entries if isinstance(entries, dict) else {}).items():
                if isinstance(entry, dict) and isinstance(entry.get("data"), dict):
                    self.known[key] = entry

    def find(self, key: str) -> dict[str, Any] | None:
        """The keys that were imported as a definition before."""
        entry = self.known.get(key)
        return entry["data"] if entry else None

    def list_gone(self, sources: Sequence[str], mapping: str, made: Sequence[str]) -> list[str]:
        """The definitions that came from one of the sources, and are not there any more."""
        return [
            key
            for key, entry in self.known.items()
            if entry.get("from") in sources and entry.get("mapping") == mapping and key not in made
        ]

    def keep(self, key: str, source: str, mapping: str, data: Mapping[str, Any]) -> None:
        """Notes a definition as it is imported now."""
        self.known[key] = {"from": source, "mapping": mapping, "data": dict(data)}

    def write(self) -> str:
        """The text of the file."""
        note = "written by sheetgen import, to know what you changed since; keep it with the files"
        whole = {"note": note, "imported": dict(sorted(self.known.items()))}
        return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def report_kept(document: Document, kept: Sequence[tuple[Path_, str, str]]) -> list[Diagnostic]:
    """Warns of the values of which a person's version was kept."""
    return [
        KEPT_YOURS.at(
            document.place(path),
            f"{'.'.join(map(str, path))} is {mine} here, and {now} in the source now",
            "yours is kept",
        )
        for path, mine, now in kept
    ]
