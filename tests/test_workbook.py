"""Excel's own files: read as tables, at rows and columns, and never a danger."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from openpyxl import Workbook

from sheetgen.reading.workbook import parse

Run = Callable[..., Any]
HEAD = ["system", "name", "mass", "hull", "engine", "primaries.forward"]


def make(*rows: list[Any]) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def change(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(file, "w", 8) as after:
        for entry in before.infolist():
            content = before.read(entry)
            after.writestr(
                entry.filename, content.replace(old, new, 1) if entry.filename == name else content
            )
    return file.getvalue()


def test_rows_are_definitions(project: Path, run: Run) -> None:
    rows = [["asfos", "Kite", 6, 3, 2.0, 5], [], ["asfos", 1701, 6, 3, 2, None]]
    (project / "ships.xlsx").write_bytes(make(HEAD, *rows))
    shown = json.loads(run("show", "ships.xlsx", "--json").stdout)
    assert [(one["id"], one["definition"]["name"]) for one in shown] == [
        ("kite", "Kite"),
        ("1701", "1701"),
    ]
    assert run("render", "ships.xlsx", "-o", "out.pdf").status == 0


def test_problems_are_at_their_cells(project: Path, run: Run) -> None:
    rows: list[list[Any]] = [
        ["asfos", "Kite", "six", 99, 2],
        ["asfos", None, 6, 3, 2],
        ["asfos", "a", 6, 3, 2, 1, 7],
    ]
    (project / "ships.xlsx").write_bytes(make(HEAD, *rows))
    found = run("validate", "ships.xlsx", "--format", "short").stderr.splitlines()
    assert [line.partition(" (")[0] for line in found if ": error[" in line] == [
        "ships.xlsx:2:3: error[wrong-type]: mass: expected a whole number, got 'six'",
        "ships.xlsx:2:4: error[out-of-range]: hull: 99 is more than 20",
        "ships.xlsx:3:1: error[missing-key]: the key name is missing",
        "ships.xlsx:4:7: error[table-cell]: this cell has no heading above it",
    ]


def test_places_that_are_needed_later(project: Path, run: Run) -> None:
    (project / "ships.xlsx").write_bytes(make(HEAD, ["asfos", "Kite", 6, 9, 2, 5]))
    assert "ships.xlsx:2:4: hint[unusual-hull]" in run("validate", "ships.xlsx").stderr


BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "this is not a workbook that can be read"),
        (b"PK\3\4 and no more", "this is not a workbook that can be read"),
        (make(HEAD)[:-40], "this is not a workbook that can be read"),
        (
            change(make(HEAD), "xl/worksheets/sheet1.xml", b"<worksheet", BOMB),
            "this workbook declares XML entities",
        ),
        (
            change(make(HEAD), "xl/worksheets/sheet1.xml", b"<sheetData>", b"<sheetData"),
            "this workbook can't be read",
        ),
        (
            change(make(HEAD), "docProps/app.xml", b"<", b" " * 70_000_000),
            "this workbook unpacks to more than 64 MB",
        ),
    ],
    ids=["empty", "cut", "torn", "entities", "damaged", "bomb"],
)
def test_hostile_workbooks(data: bytes, message: str) -> None:
    [problem] = parse(data, "f.xlsx").diagnostics
    assert (problem.rule, problem.message) == ("workbook", message)


def test_without_openpyxl() -> None:
    with patch.dict(sys.modules, {"openpyxl": None}):
        [problem] = parse(make(HEAD), "f.xlsx").diagnostics
    assert problem.message == "openpyxl, which reads workbooks, is not installed"
    assert problem.hint == "pip install openpyxl, or save the table as CSV UTF-8"


def test_too_many_columns_and_rows() -> None:
    wide = parse(make(["a"] + [None] * 500 + ["b"]), "f").diagnostics
    assert [(d.rule, d.line, d.column) for d in wide] == [("too-long", 1, 502)]
    blank: list[Any] = []
    long = parse(make(["a"], *[blank] * 5, *[[1]] * 10_001), "f").diagnostics
    assert [(d.rule, d.line) for d in long] == [("too-long", 10_007)]
