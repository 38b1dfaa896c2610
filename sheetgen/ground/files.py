"""The files of a project: read within its folders only, with unsaved text laid over them.

Whatever a project reads goes through its `Files`. So there is one rule for what may be read, and
one record of what was read, which its own output must not replace.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from sheetgen.ground import assets, textfile
from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.textfile import LinkError, NotPlainError, OutsideError, read_plain

Stamp = object
"""The state of a file when it was read: two equal stamps mean the same text."""


class Input(NamedTuple):
    """A file that was read, and as what, such as `a template`."""

    path: Path
    what: str


def locate(path: Path) -> str:
    """The one name under which a file is known, whichever folder it was named from."""
    return os.path.abspath(path)  # noqa: PTH100 (links stay what they are called)


class Files:
    """Reads files; an overlay replaces a file's text, whether or not the file exists.

    Only what really lies in one of the folders `roots` is read, wherever links lead; without
    `roots`, anything. `inputs` is what was read, by device and number on it, so that other names of
    a file make no difference.
    """

    def __init__(self, roots: Iterable[Path] | None = None) -> None:
        self.inputs: dict[tuple[int, int], Input] = {}
        self._overlays: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        """Every text that was read, by its file's name in diagnostics; excerpts come from here."""
        self._roots: set[str] | None = None
        self._trusted = _list_shipped()
        self._named: set[str] = set()
        self._links: dict[str, bool | None] = {}
        if roots is not None:
            self.admit(roots)

    def admit(self, roots: Iterable[Path]) -> None:
        """Lets files be read that really lie in these folders; a folder may itself be a link."""
        self._roots = (self._roots or set()) | {os.path.realpath(root) for root in roots}
        self._links.clear()

    def confine(self, roots: Iterable[Path]) -> Files:
        """Files that are read from these folders only, and recorded here."""
        found = Files(roots)
        found.inputs, found.texts = self.inputs, self.texts
        return found

    def trust(self, folders: Iterable[Path]) -> None:
        """Lets everything in folders of the program itself be read, wherever links lead."""
        self._trusted += tuple(locate(folder) + os.sep for folder in folders)
        self._links.clear()

    def name(self, path: Path) -> None:
        """Lets a file be read that the user has named: it may be a link, or a pipe."""
        self._named.add(locate(path))

    def overlay(self, path: Path, text: str | None) -> None:
        """Lays unsaved text over a file; None removes it."""
        if text is None:
            self._overlays.pop(locate(path), None)
        else:
            self._overlays[locate(path)] = text

    def read_text(
        self, path: Path, file: str, what: str = "a definition"
    ) -> tuple[str, list[Diagnostic]]:
        """The text of a file, called `file` in diagnostics, and what is wrong. Never raises."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        if text is not None:
            self.note(path, what)
            read, found = textfile.decode_text(text, file)
        else:
            most = textfile.MAX_BYTES
            read, found = textfile.read_with(lambda: self.read_bytes(path, most, what), path, file)
        if file:
            self.texts[file] = read
        return read, found

    def peek(self, path: Path) -> bytes | str:
        """Return a file's content without recording it as read. Raises as `read_bytes` does."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        if text is not None:
            return text
        self.check_inside(path)
        return read_plain(path, textfile.MAX_BYTES)[0]

    def read_bytes(self, path: Path, most: int, what: str) -> bytes:
        """The contents of a file of at most `most` bytes.

        Raises FileError, OSError, and ValueError for a name that no file can have.
        """

        def is_named() -> bool:
            return locate(path) in self._named

        try:
            links = self._may_link(path)
            if links is None:
                raise LinkError
            data, state = read_plain(path, most, links, is_named)
        except (LinkError, NotPlainError):
            if not is_named():
                self.check_inside(path)
            data, state = read_plain(path, most, pipes=is_named)
        self.inputs.setdefault((state.st_dev, state.st_ino), Input(path, what))
        return data

    def lies_inside(self, path: Path) -> bool:
        """Whether a file or folder may be read, as far as the place where it really lies goes."""
        links = self._may_link(path)
        return links is True or (links is False and self._encloses(path))

    def check_inside(self, path: Path) -> None:
        """Raises OutsideError for what does not lie inside."""
        if not self.lies_inside(path):
            linked = os.path.islink(path)  # noqa: PTH114 (Path.is_link may raise)
            what = "is a link that leads out of" if linked else "lies outside"
            raise OutsideError(f"{what} the project folder")

    def _may_link(self, path: Path) -> bool | None:
        """Whether links in the folder of a file may lead anywhere; None if it lies outside."""
        folder = os.path.dirname(path)  # noqa: PTH120 (a third of the time)
        if not os.path.isabs(folder):  # noqa: PTH117
            folder = os.path.join(os.getcwd(), folder)  # noqa: PTH109, PTH118
        if folder not in self._links:
            named = os.path.abspath(folder) + os.sep  # noqa: PTH100
            free = self._roots is None or named.startswith(self._trusted)
            self._links[folder] = free or (False if self._encloses(folder) else None)
        return self._links[folder]

    def _encloses(self, path: str | Path) -> bool:
        real = os.path.realpath(path)
        return any(
            real == root or real.startswith(root.rstrip(os.sep) + os.sep)
            for root in self._roots or ()
        )

    def note(self, path: Path, what: str) -> None:
        """Records that a file belongs to what is read, if there is such a file."""
        try:
            state = path.stat()
        except (OSError, ValueError):
            return
        self.inputs.setdefault((state.st_dev, state.st_ino), Input(path, what))

    def find_input(self, state: os.stat_result) -> Input | None:
        """Return the input read from the file with this state, under whichever name."""
        known = self.inputs.get((state.st_dev, state.st_ino))
        return known or next((i for i in self.inputs.values() if _is_same(i.path, state)), None)

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file; also False for a name that no file can have."""
        if self._overlays and locate(path) in self._overlays:
            return True
        return os.path.isfile(path)  # noqa: PTH113 (Path.is_file raises for those)

    def is_taken(self, path: Path) -> bool:
        """Whether there is anything of that name, even if it is no file or leads nowhere."""
        return self.is_file(path) or os.path.lexists(path)

    def list_unsaved(self, folder: Path) -> Iterator[Path]:
        """The files below a folder that have an overlay, with paths that start with `folder`."""
        start = locate(folder)
        for name in self._overlays:
            if name.startswith(start + os.sep):
                yield folder / os.path.relpath(name, start)

    def refresh(self) -> None:
        """Looks again where folders really lie."""
        self._links.clear()

    def stamp(self, path: Path) -> Stamp:
        """A stamp that shows whether a file has changed; None for one that does not exist."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        if text is not None:
            return text
        return stamp_file(path)


@cache
def _list_shipped() -> tuple[str, ...]:
    names = ("templates", "ships", "fonts", "profiles")
    return tuple(locate(assets.shipped(name)) + os.sep for name in names)


SHARED = Files()
"""Files of no single project: the data that games read when they are imported."""


def stamp_file(path: Path) -> Stamp:
    """The same for a file as it is on the disk."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _is_same(path: Path, state: os.stat_result) -> bool:
    try:
        return os.path.samestat(path.stat(), state)
    except (OSError, ValueError):
        return False


# Names that files can have on every system.


MOST_LETTERS, MOST_PARTS = 240, 12
_NAME = r"[^\x00-\x1f\x7f<>:\"|?*\\/]{1,120}"
_RESERVED = r"(?i)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?"


def is_plain(part: str) -> bool:
    """Whether a part of a path is a plain name on every system, and not hidden."""
    odd = part[:1] in (".", " ") or part[-1:] in (".", " ")
    printable = all(char.isprintable() for char in part)
    return bool(
        printable and not odd and re.fullmatch(_NAME, part) and not re.fullmatch(_RESERVED, part)
    )


def is_portable(name: str) -> bool:
    """Whether a name with slashes leads downward to a file that can exist on every system."""
    parts = name.split("/")
    short = len(name) <= MOST_LETTERS and len(parts) <= MOST_PARTS
    return short and all(map(is_plain, parts))
