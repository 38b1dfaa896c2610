"""Delivery: all files of a run come into place or none, even if it is interrupted or killed.

Each file is written beside its target first, then all are moved. What a killed run leaves behind
is put in order by the next one that writes into the folder (journal.py).
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from sheetgen.delivery.journal import Journal, tidy, write_all
from sheetgen.delivery.signals import hold_signals
from sheetgen.ground.assets import display_name, is_folder
from sheetgen.ground.diagnostics import Place, ProblemError, declare
from sheetgen.ground.files import SHARED, Files, Input

CANT_WRITE = declare(
    "cant-write",
    "error",
    """A result can't be written.

    Why: The folder does not exist or can't be written to, the disk is full, or the file is
    read-only or open in another program. Nothing that was there before is touched.

    Example:
    # sheetgen render -o missing-folder/fleet.pdf
    """,
)
FILE_EXISTS = declare(
    "file-exists",
    "error",
    """A file that would be created already exists.

    Why: `new`, `init` and `eject` never overwrite your work.

    Example:
    # sheetgen new asfos Warrior     while there is a warrior.yaml in the folder
    """,
)
OVER_AN_INPUT = declare(
    "over-an-input",
    "error",
    """The output would replace a file that it is made from.

    Why: Definitions, pictures, templates, chapters and fonts are your work; a print can be made
    again. Links and other names of the same file count as well. Nothing is written.

    Example:
    # sheetgen render warrior.yaml -o warrior.svg     and warrior.svg is the ship's art
    """,
)


class ReadOnlyError(OSError):
    """A file that its owner does not want to be changed."""


def write_files(files: Mapping[Path, bytes], inputs: Files | None, folders: bool = False) -> None:
    """Writes all files or none, but nothing over what was read from the `inputs`.

    Without `inputs`, the files are what was read, and were changed. With `folders`, those that are
    missing are made.

    Anything that is not a file, such as a pipe or /dev/null, is written to and never replaced. A
    link stays a link: the file that it leads to is replaced. Raises ProblemError.
    """
    if inputs is not None:
        for path in files:
            protect(path, inputs)
    target = Path()
    made: list[Path] = []
    try:
        for folder in dict.fromkeys(path.parent for path in files) if folders else ():
            target = folder
            _make_folder(folder, made)
        plain = {}
        for target, data in files.items():
            if _is_stream(target):
                _write_stream(target, data)
            else:
                _check_rights(target)
                plain[_find_real(target)] = data
        target = next(iter(files))
        _deliver(plain)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        _refuse(_name(error, files, target), error)


def create_files(files: Mapping[Path, bytes], folders: Sequence[Path] = ()) -> None:
    """Writes new files, all or none, and makes `folders`. Raises ProblemError."""
    made: list[Path] = []
    target = Path()
    try:
        for target in files:
            if os.path.lexists(target):
                raise FileExistsError(0, "", str(target))
        for target in (*folders, *(path.parent for path in files)):
            _make_folder(target, made)
        _deliver({_find_real(path): data for path, data in files.items()}, create=True)
    except BaseException as error:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        if not isinstance(error, (OSError, ValueError)):
            raise
        _refuse(_name(error, files, target), error)


def protect(path: Path, inputs: Files) -> None:
    """Makes sure that an output is not one of the files that were read. Raises ProblemError."""
    try:
        state = _look_up(path)
    except (OSError, ValueError):
        return
    if stat.S_ISREG(state.st_mode) and (found := _find_input(state, inputs)):
        same = os.path.abspath(found.path) == os.path.abspath(path)  # noqa: PTH100
        which = "" if same else f" is the same file as {display_name(found.path)}, which"
        message = f"{path}{which} is read here as {found.what}, and can't be replaced by the output"
        raise ProblemError([OVER_AN_INPUT.at(Place(str(path)), message, "choose another name")])


def protect_stdout(inputs: Files) -> None:
    """The same for standard output, to which a shell may append. Raises ProblemError."""
    try:
        state = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):  # it is closed, or no file of the system
        return
    found = _find_input(state, inputs) if stat.S_ISREG(state.st_mode) else None
    if found:
        name = display_name(found.path)
        message = f"standard output goes to {name}, which is read here as {found.what}"
        raise ProblemError([OVER_AN_INPUT.at(Place(name), message, "use -o")])


def _find_input(state: os.stat_result, inputs: Files) -> Input | None:
    found = inputs.find_input(state) or SHARED.find_input(state)
    if found:
        return found
    code = Files()
    for name, module in list(sys.modules.items()):
        if name.startswith("sheetgen_game_") and getattr(module, "__file__", None):
            code.note(Path(str(module.__file__)), "the code of a game")
    return code.find_input(state)


def _look_up(path: Path) -> os.stat_result:
    """The state of what would be replaced: `no-folder/../file` is the file. Raises OSError."""
    try:
        return path.stat()
    except OSError:
        return _find_real(path).stat()


def _find_real(path: Path) -> Path:
    """Where the file lies that a path leads to, even if it does not exist yet."""
    return Path(os.path.realpath(path))


def _name(error: Exception, files: Iterable[Path], otherwise: Path) -> Path:
    """The one of the files that an error is about, as the user named it."""
    at = getattr(error, "filename", None)
    return next((path for path in files if str(_find_real(path)) == at), otherwise)


def _refuse(path: Path, error: Exception) -> NoReturn:
    if isinstance(error, FileExistsError):
        found = FILE_EXISTS.at(Place(str(path)), f"{path} already exists", "choose another name")
    else:
        message = f"{path} can't be written: {getattr(error, 'strerror', None) or error}"
        hint = "does the folder exist, and is the file open elsewhere?"
        if isinstance(error, ReadOnlyError):
            hint = "choose another name, or allow writing to the file"
        found = CANT_WRITE.at(Place(str(path)), message, hint)
    raise ProblemError([found]) from None


def _is_stream(path: Path) -> bool:
    """Whether there is something at a path that is neither a file nor a folder."""
    try:
        mode = _look_up(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _write_stream(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY)
    try:
        write_all(handle, data)
    finally:
        os.close(handle)


def _check_rights(path: Path) -> None:
    """Raises ReadOnlyError for a file that can't be written, though it could be replaced."""
    with suppress(FileNotFoundError, NotADirectoryError):
        mode = _look_up(path).st_mode
        if not mode & 0o222 or not os.access(path, os.W_OK):
            raise ReadOnlyError(0, "it is read-only", os.path.realpath(path))


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Makes a folder and those above it, and lists the new ones in `made`."""
    if not is_folder(folder):
        _make_folder(folder.parent, made)
        folder.mkdir()
        made.append(folder)


def _deliver(files: Mapping[Path, bytes], create: bool = False) -> None:
    """Writes files beside their targets and moves them into place. Raises OSError."""
    journals = [Journal(folder, list(group)) for folder, group in _group(files).items()]
    for journal in journals:
        tidy(journal.folder)
    try:
        for journal in journals:
            journal.begin()
        for journal in journals:
            for number, name in enumerate(journal.names):
                journal.write(number, files[journal.folder / name])
        with hold_signals():
            _move(journals, create, several=len(files) > 1)
    finally:
        with hold_signals():
            for journal in journals:
                journal.end()


def _move(journals: Sequence[Journal], create: bool, several: bool) -> None:
    """Moves all files into place; if one can't be, those before it get their old contents back."""
    try:
        if several:  # a single file is moved in one step
            for journal in journals:
                journal.keep_old()
        for journal in journals:
            journal.move(create)
        for journal in journals:
            journal.commit()
    except BaseException:
        for journal in journals:
            journal.undo()
        raise


def _group(files: Iterable[Path]) -> dict[Path, list[str]]:
    """The names of files by the topmost folders that hold them, on one file system each."""
    groups: dict[Path, list[str]] = {}
    for path in sorted(files, key=lambda path: len(path.parts)):
        tops = (top for top in groups if _is_below(path.parent, top))
        top = next(tops, path.parent)
        groups.setdefault(top, []).append(str(path.relative_to(top)))
    return groups


def _is_below(folder: Path, top: Path) -> bool:
    inside = folder.is_relative_to(top)
    return folder == top or (inside and folder.stat().st_dev == top.stat().st_dev)
