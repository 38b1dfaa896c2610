"""Files of other programs, each read in the format that its name, or a mapping, says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sheetgen.exchange.markup import read_markup
from sheetgen.exchange.material import (
    BAD_SOURCE,
    MOST_BYTES,
    Material,
    find_form,
    read_rows,
    read_text,
)
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.files import Files
from sheetgen.ground.textfile import FileError, Lines, TooLargeError
from sheetgen.ground.textfile import read_with as read_text_with
from sheetgen.reading import workbook

_WHAT = "a file to import"


def read_material(
    path: Path, name: str, form: str, files: Files, patterns: Mapping[str, str]
) -> Material:
    """Reads a file, called `name` in diagnostics. `patterns` split lines of text. Never raises."""
    form = form or find_form(path)
    if form in ("xml", "xlsx"):
        try:
            data = files.read_bytes(path, MOST_BYTES, _WHAT)
        except TooLargeError:
            hint = "split it into several files"
            problem = BAD_SOURCE.at(Place(name), "this file is larger than 32 MB", hint)
            return Material(name, Lines("", name), found=[problem])
        except (FileError, OSError, ValueError):
            pass  # which is said below
        else:
            return _read_binary(data, name, form)
    text, found = read_text_with(lambda: files.read_bytes(path, MOST_BYTES, _WHAT), path, name)
    files.texts[name] = text
    if found:
        return Material(name, Lines(text, name), found=found)
    return read_text(text, name, form, patterns)


def _read_binary(data: bytes, name: str, form: str) -> Material:
    """Reads the bytes of an XML file or a workbook. Never raises."""
    if form == "xml":
        return read_markup(data, name)
    rows, lines, found = workbook.read_rows(data, name)
    return read_rows(rows, Material(name, lines, found=found))
