"""Text files: reading them, and finding lines and columns in them."""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.nearest import find_neighbour
from sheetgen.ground.plainfile import FileError, OutsideError, TooLargeError, read_plain
from sheetgen.ground.row import NamedTuple

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
        message, hint = _tell_character(text[bad])
    if bad is not None:
        return text, [NOT_TEXT.at(Lines(text, file).place(bad), message, hint)]
    return text, []


def _tell_character(found: str) -> tuple[str, str]:
    """Why a character has no place in a text, and what to do about it."""
    code = f"U+{ord(found):04X}"
    if found == "\0":
        message = f"there is a NUL ({code}) here, which does not belong in text"
        return message, "this may be another kind of file, or a damaged one: write it again as text"
    if found <= "\x9f":
        return f"there is an invisible control character ({code}) here", "delete it"
    if found == "\ufeff":
        return f"there is a byte order mark ({code}) in the middle of the text", "delete it"
    return f"the character {code} here does not belong in text", "delete it"
