"""Runs a case and says what came of it: printed, reported, or one of the failures."""

from __future__ import annotations

import gc
import io
import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import chdir, closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch
from xml.etree import ElementTree

from sheetgen import cli
from tests.fuzz.case import Case, write_case


class Verdict(NamedTuple):
    """What came of a case. `outcome` is `printed`, `reported`, `refused`, or a failure.

    `cause` is what the same fault in other cases would also say; `text` is for people.
    """

    outcome: str
    cause: str = ""
    text: str = ""
    seconds: float = 0.0
    memory: int = 0  # in MB, at most, of the process


FINE = ("printed", "reported", "refused")
_HEAD = re.compile(
    r"^(?P<file>[^\n]*?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?:"
    r" (?P<severity>error|warning|hint)\[(?P<rule>[\w-]+)\]: (?P<message>.*)$",
    re.MULTILINE,
)
_WHOLE = ("too-large", "no-file", "unused-font")
"""Rules about files as a whole."""
_LINED = (".yaml", ".md", ".svg")


class Overtime(BaseException):
    """A case has used up its time."""


class Ended(NamedTuple):
    """How a command ended."""

    command: list[str]
    status: int
    errors: str


def judge(case: Case, folder: Path) -> Verdict:
    """What comes of a case whose files are written into an empty folder."""
    write_case(case, folder)
    ended: list[Ended] = []
    for command in case.commands:
        before = _list_files(folder)
        try:
            done = run(folder, command)
        except (KeyboardInterrupt, MemoryError, Overtime):
            raise
        except BaseException as error:
            return Verdict("traceback", _name_cause(error), _write_traceback(error))
        failure = _check(folder, case, done, before)
        if failure:
            return failure
        ended.append(done)
    statuses = [done.status for done in ended]
    if case.agree and len(set(statuses)) > 1:
        said = " / ".join(f"{done.command[0]}: {done.status}" for done in ended)
        rules = ",".join(sorted({rule for done in ended for rule in _name_errors(done.errors)}))
        return Verdict("disagreement", f"{said} {rules}", "\n".join(d.errors for d in ended))
    outcome = FINE[statuses[-1]]
    return Verdict(outcome, ",".join(_name_errors(ended[-1].errors)), ended[-1].errors)


def run(folder: Path, command: list[str]) -> Ended:
    """Runs a command line in this process. Raises what it raises, apart from SystemExit."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    status: object = 0
    with (
        chdir(folder),
        patch.object(sys, "argv", ["sheetgen", *command]),
        patch.dict(os.environ, {"COLUMNS": "100", "TERM": "dumb", "SHEETGEN_TRACEBACK": "1"}),
        patch.object(gc, "freeze"),  # which a run does at its end, as its process ends
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            cli.main()
        except SystemExit as end:
            status = end.code or 0
        finally:
            gc.enable()
    err.flush()
    assert isinstance(err.buffer, io.BytesIO)
    return Ended(command, int(str(status)), err.buffer.getvalue().decode("utf-8", "replace"))


def _list_files(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _check(folder: Path, case: Case, done: Ended, before: dict[str, bytes]) -> Verdict | None:
    """The first failure of one command, if it has one."""
    text = f"{' '.join(done.command)} → {done.status}\n{done.errors}"
    written = {n: data for n, data in _list_files(folder).items() if before.get(n) != data}
    if done.status not in (0, 1, 2) or "Traceback" in done.errors:
        return Verdict("traceback", done.errors.splitlines()[-1], text)
    if done.status == 2:
        return Verdict("usage", _shorten(done.errors), text)
    if any(rule == "out-of-memory" for rule in _name_errors(done.errors)):
        return Verdict("memory", "out-of-memory", text)
    if bool(_name_errors(done.errors)) != (done.status == 1):
        return Verdict("silence", f"status {done.status}", text)
    if done.status and written:
        return Verdict("torn", f"{sorted(written)} with errors", text)
    for name, data in written.items():
        fault = _find_tear(name, data)
        if fault:
            return Verdict("torn", fault, text)
    for placeless in _find_placeless(case, done.errors):
        return Verdict("placeless", placeless, text)
    return None


def _find_tear(name: str, data: bytes) -> str:
    """What is wrong with a file that was written; empty if it is whole."""
    if not re.fullmatch(r"out(-\d+)?\.(pdf|svg|png)", name):
        return f"{name} is left over"
    if name.endswith(".svg"):
        try:
            ElementTree.fromstring(data)
        except ElementTree.ParseError as error:
            return f"the SVG file is not well-formed: {error.msg.partition(':')[0]}"
        return ""
    if name.endswith(".png"):
        return "" if data[-8:-4] == b"IEND" else "the PNG file has no end"
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        with closing(PdfDocument(data)) as document:
            return "" if len(document) and data.rstrip().endswith(b"%%EOF") else "no pages"
    except PdfiumError as error:
        return f"the PDF can't be opened: {error}"


def _find_placeless(case: Case, errors: str) -> Iterator[str]:
    """The rules whose diagnostics lack a line and column that their file has."""
    for found in _HEAD.finditer(errors):
        file, rule = found["file"], found["rule"]
        data = case.files.get(file, b"")
        has_lines = file.endswith(_LINED) and data.strip() and rule not in _WHOLE
        if has_lines and not found["column"]:
            kind = file.rpartition(".")[2]
            yield f"{rule} in .{kind}: {_shorten(found['message'])}"


def _name_errors(errors: str) -> list[str]:
    found = _HEAD.finditer(errors)
    return sorted({match["rule"] for match in found if match["severity"] == "error"})


def _shorten(message: str) -> str:
    """A message without what differs between cases of one cause."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"|\d+|(?<=there is no )\S+", "…", message)
    return " ".join(plain.split())[:100]


def _name_cause(error: BaseException) -> str:
    """The type of an exception, and where in the program it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "sheetgen" in Path(frame.filename).parts]
    where = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "?"
    return f"{type(error).__name__} in {where}: {_shorten(str(error))}"


def _write_traceback(error: BaseException) -> str:
    lines = traceback.format_exception(error, limit=-12)
    return "".join(lines)[-6000:]
