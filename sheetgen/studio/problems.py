"""Problems as the page shows them: at their field, and with what mends them at a click."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.diagnostics import BREAK, Diagnostic
from sheetgen.project.rules import list_rules
from sheetgen.reading.scribe import ValueSpan
from sheetgen.studio.desk import Desk
from sheetgen.studio.request import AskError, Request


def describe_problem(
    problem: Diagnostic,
    file: str,
    spans: Sequence[ValueSpan] = (),
    text: str = "",
    starts: Sequence[int] = (),
) -> dict[str, Any]:
    """A problem as the page shows it, with the key of the value that it is about."""
    at = _find_offset(text, problem.line, problem.column)
    found = _find_value(spans, at) if at is not None else None
    document = max(bisect_right(starts, at) - 1, 0) if at is not None else 0
    return {
        "rule": problem.rule,
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint,
        "file": file,
        "line": problem.line,
        "column": problem.column,
        "end_column": problem.column + max(found[1] - (at or 0), 1) if found else problem.column,
        "document": document,
        "key": show_key(found[0]) if found else None,
        "explain": f"api/explain/{problem.rule}",
        "fix": _describe_fix(problem, document) if file and spans else None,
    }


def _describe_fix(problem: Diagnostic, document: int) -> dict[str, Any] | None:
    """Return the fix that mends a problem at a click; None if that is not clear."""
    if not problem.mends:
        return None
    path, value, act = problem.mends[0]
    key = show_key(path)
    if act == "remove":
        label = f"Remove {key}"
    elif act == "rename":
        label = f"Call it {value}"
    else:
        label = f"Write {key}: {value}" if len(path) == 1 else f"Write {value}"
    changes = [
        {
            "document": document,
            "path": list(mend.path),
            **({"rename": mend.value} if mend.act == "rename" else {}),
            **({"value": mend.value} if mend.act == "set" else {}),
            **({"remove": True} if mend.act == "remove" else {}),
        }
        for mend in problem.mends
    ]
    return {"label": label, "changes": changes}


def show_key(path: Sequence[str | int]) -> str:
    """A path as fields are labelled: `weapons 1 name`, with items counted from 1."""
    return " ".join(str(step + 1) if isinstance(step, int) else step for step in path)


def _find_offset(text: str, line: int, column: int) -> int | None:
    """The offset of a place in a text."""
    if not line or not text:
        return None
    starts = [0, *(found.end() for found in BREAK.finditer(text))]
    return starts[line - 1] + max(column, 1) - 1 if line <= len(starts) else None


def _find_value(spans: Sequence[ValueSpan], at: int) -> tuple[tuple[str | int, ...], int] | None:
    """The path of the value or key at an offset, and where the word there ends."""
    best: tuple[tuple[str | int, ...], int] | None = None
    for path, key, span in _walk(spans):
        if path and key and key.start <= at <= key.end:
            return path, key.end
        if path and span.start <= at <= max(span.end, span.start):
            best = path, (span.end if span.kind == "scalar" and not _spreads(span) else at + 1)
    return best


def _spreads(span: ValueSpan) -> bool:
    return span.style in ("|", ">")


def _walk(
    spans: Sequence[ValueSpan],
) -> Iterator[tuple[tuple[str | int, ...], ValueSpan | None, ValueSpan]]:
    for root in spans:
        yield from root.walk()


def list_problems(desk: Desk, found: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Problems of files, each under the name that the page knows."""
    names = {p.file: desk.name_file(p.file) for p in found}
    return [describe_problem(p, names[p.file]) for p in found]


def explain(desk: Desk, asked: Request) -> dict[str, Any]:
    """GET api/explain/RULE, or GAME/RULE: the rules of that name; those of any game first."""
    game, _, name = asked.path.removeprefix("api/explain/").rpartition("/")
    rules = list_rules(desk.project.systems)
    found = [rule for rule in rules if rule.name == name and game in ("", rule.origin)]
    if not found:
        raise AskError(404, "there is no such rule")
    rule = found[0]
    told = {"rule": rule.name, "severity": rule.severity, "what": rule.what, "why": rule.why}
    return {**told, "example": rule.example}
