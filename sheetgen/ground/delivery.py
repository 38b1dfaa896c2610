"""Delivery: all files of a run come into place or none, even if it is interrupted.

Each file is written beside its target first, then all are moved, while signals wait. A run that is
killed leaves every file whole: old or new, and some of each if it was moving several. The next run
replaces them all, and removes what the killed one has left beside them.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from sheetgen.ground.assets import display_name, is_folder, list_names
from sheetgen.ground.diagnostics import Place, ProblemError, declare
from sheetgen.ground.files import SHARED, Files, Input
from sheetgen.ground.signals import hold_signals

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


_BESIDE = re.compile(r"\.sheetgen-[0-9a-f]{12}\.\d+\.(new|old)")
_ABANDONED = 3600.0
"""Seconds after which a file beside its target belongs to a run that was killed."""


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
    except BaseException as error:
        _give_up(error, made, files, target)


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
        _give_up(error, made, files, target)


def _give_up(
    error: BaseException, made: Sequence[Path], files: Iterable[Path], target: Path
) -> NoReturn:
    """Removes the folders that were made, and refuses the file that could not be written."""
    for folder in reversed(made):
        with suppress(OSError):
            folder.rmdir()
    if not isinstance(error, (OSError, ValueError)):
        raise error
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
        _write_all(handle, data)
    finally:
        os.close(handle)


def _write_all(handle: int, data: bytes) -> None:
    """Writes bytes to an open file or pipe. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


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
    for folder in dict.fromkeys(path.parent for path in files):
        tidy(folder)
    mark = os.urandom(6).hex()
    beside = {path: path.parent / f".sheetgen-{mark}.{at}" for at, path in enumerate(files)}
    try:
        for path, data in files.items():
            _write_beside(path, Path(f"{beside[path]}.new"), data)
        with hold_signals():
            _move(beside, create)
    finally:
        with hold_signals():
            for name in beside.values():
                _remove(Path(f"{name}.new"))
                _remove(Path(f"{name}.old"))


def _write_beside(path: Path, new: Path, data: bytes) -> None:
    """Writes the new contents of a file, with the rights of what it will replace."""
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            _write_all(handle, data)
        finally:
            os.close(handle)
        _copy_rights(path, new)
    except OSError as error:
        error.filename = str(path)
        raise


def _copy_rights(path: Path, new: Path) -> None:
    """Gives a new file the permissions of the one that it is going to replace, if there is one."""
    try:
        state = path.stat()
    except OSError:
        return
    import shutil

    with suppress(OSError, AttributeError):  # only root may give files away
        os.chown(new, state.st_uid, state.st_gid)
    shutil.copystat(path, new)
    os.utime(new)


def _move(beside: Mapping[Path, Path], create: bool) -> None:
    """Moves new files into place; if one can't be, those before it get their old contents back."""
    moved: list[Path] = []
    for path, name in beside.items():
        try:
            if create and os.path.lexists(path):
                raise FileExistsError
            if len(beside) > 1:  # a single file is moved in one step
                _keep_old(path, Path(f"{name}.old"))
            Path(f"{name}.new").replace(path)
        except BaseException as error:
            for done in reversed(moved):
                _put_back(done, Path(f"{beside[done]}.old"))
            if isinstance(error, OSError):
                error.filename = str(path)
            raise
        moved.append(path)


def _keep_old(path: Path, old: Path) -> None:
    if not path.is_file():
        return
    try:
        os.link(path, old)
    except OSError:  # not every file system has links
        import shutil

        shutil.copy2(path, old)


def _put_back(path: Path, old: Path) -> None:
    with suppress(OSError):
        if os.path.lexists(old):
            old.replace(path)
        else:
            path.unlink()


def tidy(folder: Path) -> None:
    """Removes what runs that were killed have left beside their targets in a folder."""
    for name in list_names(folder):
        if _BESIDE.fullmatch(name):
            with suppress(OSError):
                left = folder / name
                if time.time() - left.lstat().st_ctime > _ABANDONED:
                    left.unlink()


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
