"""The state of a file: its text, its documents, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather
from sheetgen.ground.diagnostics import Diagnostic, ProblemError, sort_diagnostics
from sheetgen.reading.source import parse
from sheetgen.reading.span import Span, read_spans
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.draft import Draft
from sheetgen.studio.preview import list_sheets
from sheetgen.studio.shelf import list_documents
from sheetgen.systems.column import pick_values
from sheetgen.systems.fault import catch_faults

DEFINITIONS = (".yaml", ".yml", ".csv")


def describe_state(desk: Desk, draft: Draft) -> dict[str, Any]:
    """All that the page knows of a file that is open."""
    state: dict[str, Any] = {
        "file": draft.file,
        "text": draft.text,
        "version": draft.version,
        "saved_version": draft.saved_version,
        "unsaved": draft.unsaved,
        "own": is_own(draft.file),
        "can_undo": draft.can_undo,
        "can_redo": draft.can_redo,
        "conflict": draft.conflict,
        "documents": [],
        "problems": [],
    }
    if draft.path.suffix.lower() in DEFINITIONS:
        state |= _describe_definitions(desk, draft)
    return state


def _describe_definitions(desk: Desk, draft: Draft) -> dict[str, Any]:
    project = desk.project
    collection = gather([draft.path], project.shelf)
    reading = project.shelf.read(draft.path)
    mine = [p for p in collection.diagnostics if p.file == reading.file]
    others = [p for p in collection.diagnostics if p.file != reading.file]
    source = parse(draft.text, reading.file) if draft.path.suffix != ".csv" else None
    spans = _try_spans(draft.text) if source else []
    if source and spans:
        draft.good = [document.data for document in source.documents]
    linked = {d.document.index: d for d in collection.definitions}
    entries = list(list_documents(draft.file, reading, list(linked.values()), mine))
    documents = [
        describe_document(entry, linked.get(entry["document"]), draft.good) for entry in entries
    ]
    problems = [
        describe_problem(problem, draft.file, spans, draft.text)
        for problem in sort_diagnostics(dict.fromkeys(mine))
    ]
    problems += [
        describe_problem(problem, problem.file, [], "")
        for problem in sort_diagnostics(dict.fromkeys(others))
    ]
    return {"documents": documents, "problems": problems}


def describe_document(
    entry: Mapping[str, Any], definition: Definition | None, good: Sequence[Any]
) -> dict[str, Any]:
    """A document of a file: its values, and what follows from them."""
    index = entry["document"]
    values = good[index] if index < len(good) and isinstance(good[index], dict) else {}
    described: dict[str, Any] = {
        "entry": entry,
        "values": values,
        "form": None,
        "budgets": [],
        "facts": [],
        "sheets": [],
    }
    if definition:
        described |= {
            "form": f"{definition.system.id}/{definition.kind.name}",
            "facts": list_facts(definition),
            "budgets": list_budgets(definition),
            "sheets": list_sheets(definition),
        }
    return described


def list_facts(definition: Definition) -> list[str]:
    """What is worth knowing of a definition, in a few words each."""
    form = definition.kind.form
    try:
        if form and form.facts:
            with catch_faults(definition.system, "the facts of a form"):
                return list(form.facts(definition.values))
        found = definition.apply(pick_values, "table")
    except ProblemError:
        return []
    return [f"{name} {value}" for name, value in found.items() if value not in (None, "")]


def list_budgets(definition: Definition) -> list[dict[str, Any]]:
    """What a definition may use of something, and uses."""
    form = definition.kind.form
    if form is None or form.budgets is None:
        return []
    try:
        with catch_faults(definition.system, "the budgets of a form"):
            found = list(form.budgets(definition.values))
    except ProblemError:
        return []
    return [
        {
            "title": title,
            "used": used,
            "total": total,
            "parts": [{"label": label, "value": value} for label, value in parts],
            "over": total is not None and used > total,
        }
        for title, used, total, parts in found
    ]


def describe_problem(
    problem: Diagnostic, file: str, spans: Sequence[Span], text: str
) -> dict[str, Any]:
    """A problem as the page shows it, with the key of the value that it is about."""
    at = _find_offset(text, problem.line, problem.column)
    found = _find_value(spans, at) if at is not None else None
    end = problem.column
    if found:
        length = found[1] - (at or 0)
        end = problem.column + max(length, 1)
    return {
        "rule": problem.rule,
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint,
        "file": file,
        "line": problem.line,
        "column": problem.column,
        "end_column": end,
        "key": show_key(found[0]) if found else None,
        "explain": f"api/explain/{problem.rule}",
        "fix": None,
    }


def show_key(path: Sequence[str | int]) -> str:
    """A path as fields are labelled: `weapons 1 name`, with items counted from 1."""
    return " ".join(str(step + 1) if isinstance(step, int) else step for step in path)


def _find_offset(text: str, line: int, column: int) -> int | None:
    """The offset of a place in a text."""
    if not line or not text:
        return None
    from sheetgen.ground.excerpt import BREAK

    starts = [0, *(found.end() for found in BREAK.finditer(text))]
    return starts[line - 1] + max(column, 1) - 1 if line <= len(starts) else None


def _find_value(spans: Sequence[Span], at: int) -> tuple[tuple[str | int, ...], int] | None:
    """The path of the value or key at an offset, and where the word there ends."""
    best: tuple[tuple[str | int, ...], int] | None = None
    for path, key, span in _walk(spans):
        if path and key and key.start <= at <= key.end:
            return path, key.end
        if path and span.start <= at <= max(span.end, span.start):
            best = path, (span.end if span.kind == "scalar" and not _spreads(span) else at + 1)
    return best


def _spreads(span: Span) -> bool:
    return span.style in ("|", ">")


def _walk(spans: Sequence[Span]) -> Iterator[tuple[tuple[str | int, ...], Span | None, Span]]:
    for root in spans:
        yield from root.walk()


def _try_spans(text: str) -> list[Span]:
    try:
        return read_spans(text)
    except (yaml.YAMLError, ValueError, IndexError):
        return []
