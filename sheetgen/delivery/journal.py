"""The journal of files on their way into a folder, by which a killed run can be put in order.

It is locked as long as its run lives. When it is found unlocked, its run was killed: what it moved
is moved back, and its files are removed. It names only files below its own folder, so a journal
that comes with a stranger's folder reaches nothing else.

    .sheetgen-TOKEN.journal     the names of the files; then, before the first move, their stamps
    .sheetgen-TOKEN.N.new       the new contents of the file with that number
    .sheetgen-TOKEN.N.old       the old ones, until all files are in place

A run that ends in any other way cleans up itself. Power cuts are not provided for.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sheetgen.ground.assets import list_names

_BEGINNING = ".sheetgen-"
_NAME = r"\.sheetgen-([0-9a-f]{12})\.(journal|\d+\.(new|old))"
_MOST_BYTES = 8_000_000
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

Mark = tuple[int, int]
"""Size and time of a file, by which the contents that were moved are known again."""


class Journal:
    """Files on their way into a folder; `names` are relative to it. All methods raise OSError."""

    def __init__(self, folder: Path, names: Sequence[str], token: str = "") -> None:
        self.folder, self.names, self.token = folder, names, token or os.urandom(6).hex()
        self.marks: list[Mark] = []
        self.path = folder / f"{_BEGINNING}{self.token}.journal"
        self._handle = -1

    def begin(self) -> None:
        """Makes the journal file, locked, before anything else is made."""
        while True:
            self._handle = os.open(self.path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
            lock(self._handle, wait=True)
            if _leads_to(self.path, self._handle):
                break
            os.close(self._handle)  # another run took it for abandoned before it was locked
        self._note(self.names)

    def write(self, number: int, data: bytes) -> None:
        """Writes the new contents of a file, with the rights of what it replaces."""
        target, new = self._target(number), self._beside(number, "new")
        try:
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            try:
                write_all(handle, data)
            finally:
                os.close(handle)
            copy_rights(target, new)
        except OSError as error:
            error.filename = str(target)
            raise

    def keep_old(self) -> None:
        """Keeps the old contents of all files, and notes what will be moved."""
        marks = [_mark(self._beside(number, "new")) for number in range(len(self.names))]
        self._note(marks)
        self.marks = [mark for mark in marks if mark]
        for number in range(len(self.names)):
            target, old = self._target(number), self._beside(number, "old")
            if target.is_file():
                try:
                    os.link(target, old)
                except OSError:  # not every file system has links
                    import shutil

                    shutil.copy2(target, old)

    def move(self, create: bool) -> None:
        """Moves the new files into place; with `create`, over nothing."""
        for number in range(len(self.names)):
            target, new = self._target(number), self._beside(number, "new")
            try:
                if create and os.path.lexists(target):
                    raise FileExistsError
                new.replace(target)
            except OSError as error:
                error.filename = str(target)
                raise

    def undo(self) -> None:
        """Moves back what was moved, unless somebody has changed it since."""
        for number, mark in enumerate(self.marks):
            target, old = self._target(number), self._beside(number, "old")
            moved = not os.path.lexists(self._beside(number, "new"))
            if moved and _mark(target) == mark:
                if _mark(old):
                    old.replace(target)
                elif not os.path.lexists(old):
                    target.unlink()
        self.marks = []

    def commit(self) -> None:
        """Everything is in place: from now on nothing will be moved back."""
        self.path.unlink()
        self.marks = []

    def end(self) -> None:
        """Removes whatever is left; if moving back has failed, the next run tries it again."""
        if not self.marks:
            for number in range(len(self.names)):
                _remove(self._beside(number, "new"))
                _remove(self._beside(number, "old"))
            _remove(self.path)
        self.close()

    def close(self) -> None:
        """Unlocks the journal."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def take_over(self) -> bool:
        """Locks the journal of a run that was killed and reads it; False if that run lives."""
        try:
            self._handle = os.open(self.path, _FLAGS)
        except FileNotFoundError:
            return True  # that run has done its work, and was removing its files
        state = os.fstat(self._handle)
        mine = not hasattr(os, "geteuid") or state.st_uid == os.geteuid()
        plain = stat.S_ISREG(state.st_mode) and state.st_size <= _MOST_BYTES
        if not (mine and plain and lock(self._handle, wait=False)):
            return False
        if _leads_to(self.path, self._handle):
            self._read()
        return True

    def _read(self) -> None:
        """Reads the journal as far as it was written; marks are complete before the first move."""
        lines = os.read(self._handle, _MOST_BYTES).split(b"\n")
        with suppress(ValueError, TypeError):
            names = [str(name) for name in json.loads(lines[0])]
            marks = [(int(size), int(time)) for size, time in json.loads(lines[1])]
            sound = len(lines) == 3 and len(names) == len(marks)
            if sound and all(_lies_below(name, self.folder) for name in names):
                self.names, self.marks = names, marks

    def _note(self, things: Sequence[Any]) -> None:
        write_all(self._handle, json.dumps(things).encode() + b"\n")

    def _target(self, number: int) -> Path:
        return self.folder / self.names[number]

    def _beside(self, number: int, kind: str) -> Path:
        return self.folder / f"{_BEGINNING}{self.token}.{number}.{kind}"


def tidy(folder: Path) -> None:
    """Puts in order what killed runs have left in a folder."""
    names = [name for name in list_names(folder) if name.startswith(_BEGINNING)]
    found = [match for name in names if (match := re.fullmatch(_NAME, name))]
    for token in dict.fromkeys(match[1] for match in found):
        journal = Journal(folder, (), token)
        with suppress(OSError):  # then a later run may be able to
            if journal.take_over():
                journal.undo()
                left = sorted(match[0] for match in found if match[1] == token)
                for name in left:  # the journal goes last
                    _remove(folder / name)
        journal.close()


def lock(handle: int, wait: bool) -> bool:
    """Locks an open file until it is closed; False if another process has it, or can't be asked."""
    try:
        import fcntl
    except ImportError:  # on Windows, where leftovers stay
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def write_all(handle: int, data: bytes) -> None:
    """Writes bytes to an open file or pipe. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def copy_rights(target: Path, new: Path) -> None:
    """Gives a new file the permissions of the one that it is going to replace, if there is one."""
    try:
        state = target.stat()
    except OSError:
        return
    import shutil

    with suppress(OSError, AttributeError):  # only root may give files away
        os.chown(new, state.st_uid, state.st_gid)
    shutil.copystat(target, new)
    os.utime(new)


def _mark(path: Path) -> Mark | None:
    """The mark of a plain file; None for anything else."""
    try:
        state = path.lstat()
    except OSError:
        return None
    return (state.st_size, state.st_mtime_ns) if stat.S_ISREG(state.st_mode) else None


def _lies_below(name: str, folder: Path) -> bool:
    """Whether a name means a file below a folder, by way of no link."""
    path = folder / name
    return path.name not in ("", "..") and path.parent.resolve().is_relative_to(folder.resolve())


def _leads_to(path: Path, handle: int) -> bool:
    """Whether a path still leads to an open file."""
    try:
        return os.path.samestat(path.lstat(), os.fstat(handle))
    except OSError:
        return False


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
