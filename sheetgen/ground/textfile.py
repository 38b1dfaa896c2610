"""Text files: reading them, and finding lines and columns in them."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from array import array
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

from sheetgen.ground.diagnostics import Diagnostic, Place, declare, find_neighbour
from sheetgen.ground.record import NamedTuple

# Plain files, opened without waiting and read within a bound: a pipe must not hang the program, nor
# /dev/zero fill its memory. The open file is asked for its kind, which can't change in between.


MOST_SECONDS = 60.0
"""How long to wait for everything that comes from a pipe."""
_CHUNK = 1 << 20
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


class FileError(Exception):
    """A file that must not be read; the text says why, and continues `it …` or `this …`."""


class NotPlainError(FileError):
    """A folder, pipe, device or socket in place of a file."""


class LinkError(FileError):
    """A link where none is wanted."""


class OutsideError(FileError):
    """A file outside the folders that a project may read."""


class TooLargeError(FileError):
    """A file that is larger than it may be."""


def read_plain(
    path: str | os.PathLike[str],
    most: int,
    links: bool = True,
    pipes: Callable[[], bool] = lambda: False,
) -> tuple[bytes, os.stat_result]:
    """The contents of a file, at most `most` bytes, and its state when it was read.

    Without `links`, the last part of the path must not be a link. `pipes` says whether it may be a
    pipe; it is opened once, as whoever writes into it does not wait for a second time. Raises
    FileError, OSError, and ValueError for a name that no file can have.
    """
    try:
        handle = os.open(path, _FLAGS | (0 if links else _NO_LINK))
    except OSError as error:
        if not links and os.path.islink(path):  # noqa: PTH114 (Path.is_link may raise)
            raise LinkError("is a link") from None
        if error.errno == errno.ENXIO:
            raise NotPlainError("is a socket, not a file") from None
        raise
    try:
        if not links and not _NO_LINK and os.path.islink(path):  # noqa: PTH114
            raise LinkError("is a link")
        state = os.fstat(handle)
        kind = describe_kind(state)
        if kind and not (kind == "a pipe" and pipes()):
            raise NotPlainError(f"is {kind}, not a file")
        if state.st_size > most:
            raise TooLargeError(f"is larger than {most // 1_000_000} MB")
        data = _read_pipe(handle, most) if kind else _read(handle, most, state.st_size)
    finally:
        os.close(handle)
    if len(data) > most:
        raise TooLargeError(f"is larger than {most // 1_000_000} MB")
    return data, state


def describe_kind(state: os.stat_result) -> str:
    """Return the kind of what is not a plain file, such as `a pipe`; empty for a plain file."""
    return _KINDS.get(stat.S_IFMT(state.st_mode), "")


def _read(handle: int, most: int, size: int) -> bytes:
    """Up to one byte more than `most`; the size is what the file says, which may be wrong."""
    data = os.read(handle, size + 1)
    if len(data) == size:
        return data
    parts, length = [data], len(data)
    while length <= most and (data := os.read(handle, min(_CHUNK, most + 1 - length))):
        parts.append(data)
        length += len(data)
    return b"".join(parts)


def _read_pipe(handle: int, most: int) -> bytes:
    """The same from a pipe; raises TimeoutError if its other end does not finish in time."""
    import select

    parts, length = [], 0
    end = time.monotonic() + MOST_SECONDS
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    while length <= most:
        if not waiting.poll(max(0.0, end - time.monotonic()) * 1000):
            seconds = f"{MOST_SECONDS:g} seconds"
            raise TimeoutError(errno.ETIMEDOUT, f"the pipe has not ended within {seconds}")
        try:
            data = os.read(handle, min(_CHUNK, most + 1 - length))
        except BlockingIOError:
            continue
        if not data:
            break
        parts.append(data)
        length += len(data)
    return b"".join(parts)


T = TypeVar("T")
MAX_BYTES = 8 * 1024 * 1024
_BLOCK = 4096  # characters of a text whose lines are counted once
_ALLOWED = bytes((*b"\t\n\r", *range(32, 127)))  # in plain English text

TOO_LARGE = declare(
    "too-large",
    "error",
    """The file is larger than 8 MB.

    Why: A file of thousands of ships stays below that; a larger one is probably something else.

    Example:
    # split it into several files, for example one for each fleet
    """,
)
NOT_TEXT = declare(
    "not-text",
    "error",
    """The file is not plain UTF-8 text.

    Why: In an older encoding, names such as Émeraude can't be read with certainty.

    Example:
    name: Émeraude     # choose UTF-8 as the encoding when you save the file
    """,
)
NO_FILE = declare(
    "no-file",
    "error",
    """The file is missing, is a folder, or can't be read.

    Why: Without its text there is nothing to print.

    Example:
    # sheetgen render ships/warior.yaml -o out.pdf      (the file is called warrior.yaml)
    """,
)

OUTSIDE_PROJECT = declare(
    "outside-project",
    "error",
    """A file lies outside the project folder, or a link leads out of it.

    Why: A project may come from a stranger, and must not pull your other files into a print. A
    file that you name yourself on the command line may be a link.

    Example:
    # ships/warrior.yaml is a link to ../../elsewhere/warrior.yaml   copy the file itself
    """,
)

# The characters that YAML refuses; a list of the allowed ones would compile ten times slower.
_NOT_TEXT = (
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ud800-\\udfff\\ufeff\\ufffe\\uffff]"
)


def find_odd(text: str) -> str:
    """The first character that does not belong in text; empty if there is none."""
    at = _find_odd(text)
    return "" if at is None else text[at]


def _find_odd(text: str) -> int | None:
    """Where the first such character is."""
    # The pattern need not be compiled for most texts.
    if _is_english(text) or text.replace("\n", "").isprintable():
        return None
    found = re.search(_NOT_TEXT, text)
    return found.start() if found else None


def _is_english(text: str) -> bool:
    """Whether there are only letters, digits and signs of ASCII, which is quickly found out."""
    return text.isascii() and not text.encode().translate(None, _ALLOWED)


class Lines:
    """Turns character offsets into places; finds the lines only when first needed."""

    __slots__ = ("_again", "_counts", "_even", "file", "text")

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self._even = ""  # the text, with one character for the end of each line
        self._counts = array("L")  # the lines that end before each block
        self._again: Any = None

    def read_again(self, read: Callable[[str, str], T]) -> T:
        """The result of reading the text a second time, kept from then on."""
        if self._again is None:
            self._again = read(self.text, self.file)
        again: T = self._again
        return again

    def place(self, at: int) -> Place:
        """The place of the character at offset `at`."""
        if not self._counts:
            self._even = even = self.text.replace("\r\n", " \n").replace("\r", "\n")
            counts = (even.count("\n", i, i + _BLOCK) for i in range(0, len(even), _BLOCK))
            self._counts = array("L", accumulate(counts, initial=0))
        block = min(at // _BLOCK, len(self._counts) - 1)
        line = self._counts[block] + self._even.count("\n", block * _BLOCK, at)
        return Place(self.file, line + 1, at - self._even.rfind("\n", 0, at))


class Offset(NamedTuple):
    """A place that is only looked up when something has to be reported there."""

    lines: Lines
    at: int

    @property
    def place(self) -> Place:
        """The place."""
        return self.lines.place(self.at)


def read_text(path: Path, file: str) -> tuple[str, list[Diagnostic]]:
    """The text of a file, called `file` in diagnostics, and what is wrong with it. Never raises."""
    return read_with(lambda: read_plain(path, MAX_BYTES)[0], path, file)


def read_with(read: Callable[[], bytes], path: Path, file: str) -> tuple[str, list[Diagnostic]]:
    """The same with the bytes that `read` returns; it may raise FileError, OSError, ValueError."""
    try:
        return decode_text(read(), file)
    except TooLargeError:
        return "", [_too_large(file)]
    except OutsideError as error:
        hint = "copy it into the project"
        return "", [OUTSIDE_PROJECT.at(Place(file), f"this {error}", hint)]
    except FileError as error:
        return "", [NO_FILE.at(Place(file), f"this {error}")]
    except FileNotFoundError:
        if os.path.islink(path):  # noqa: PTH114 (Path.is_link may raise)
            return "", [NO_FILE.at(Place(file), "this is a link to a file that does not exist")]
        return "", [NO_FILE.at(Place(file), "there is no such file", _suggest(path))]
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        reason = getattr(error, "strerror", None) or str(error)
        return "", [NO_FILE.at(Place(file), f"this file can't be read: {reason}")]


def _too_large(file: str) -> Diagnostic:
    hint = "split it into several files"
    return TOO_LARGE.at(Place(file), "this file is larger than 8 MB", hint)


def _suggest(path: Path) -> str:
    try:
        near = find_neighbour(path)
    except OSError:
        return f"there is no folder {path.parent} either"
    return f"did you mean {near}?" if near else "check the spelling of its name"


def decode_text(text: str | bytes, file: str) -> tuple[str, list[Diagnostic]]:
    """Text, or bytes in UTF-8 (or UTF-16 with its mark), as text without byte order mark.

    Anything that is not text is a diagnostic; undecodable bytes are replaced, so that excerpts
    can still be shown.
    """
    if len(text) > MAX_BYTES:
        return "", [_too_large(file)]
    bad = None
    hint = "save the file as UTF-8 text in your editor"
    if isinstance(text, bytes):
        raw, utf16 = text, text.startswith((b"\xff\xfe", b"\xfe\xff"))
        encoding = "utf-16" if utf16 else "utf-8"
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError as error:
            bad = len(raw[: error.start].decode(encoding, "ignore").removeprefix("\ufeff"))
            message = f"the byte 0x{raw[error.start]:02X} here is not {encoding.upper()} text"
            text = raw.decode(encoding, "replace")
    text = text.removeprefix("\ufeff")
    if bad is None and (bad := _find_odd(text)) is not None:
        message, hint = _explain_character(text[bad])
    if bad is not None:
        return text, [NOT_TEXT.at(Lines(text, file).place(bad), message, hint)]
    return text, []


def _explain_character(found: str) -> tuple[str, str]:
    """Return why a character has no place in a text, and a hint."""
    code = f"U+{ord(found):04X}"
    if found == "\0":
        message = f"there is a NUL ({code}) here, which does not belong in text"
        return message, "this may be another kind of file, or a damaged one: write it again as text"
    if found <= "\x9f":
        return f"there is an invisible control character ({code}) here", "delete it"
    if found == "\ufeff":
        return f"there is a byte order mark ({code}) in the middle of the text", "delete it"
    return f"the character {code} here does not belong in text", "delete it"
