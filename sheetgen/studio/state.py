"""The state of a file: its text, its documents, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from sheetgen.definitions.collection import TABLE, Collection
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, ProblemError, sort_diagnostics
from sheetgen.ground.textfile import NOT_TEXT
from sheetgen.reading.model import Model, list_keys, write_data
from sheetgen.reading.problem import YAML_SYNTAX
from sheetgen.reading.scribe import ValueSpan, read_spans
from sheetgen.reading.source import parse
from sheetgen.studio.creation import describe_base
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.draft import Draft
from sheetgen.studio.language import translate, translate_fact
from sheetgen.studio.looks import describe_look, find_look
from sheetgen.studio.preview import list_sheets
from sheetgen.studio.problems import describe_problem
from sheetgen.studio.shelf import find_game, list_documents
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
        "readable": True,
        "documents": [],
        "problems": [],
    }
    if find_look(draft.file):
        state |= _describe_look(desk, draft)
    elif draft.path.suffix.lower() in DEFINITIONS:
        state |= _describe_definitions(desk, draft)
    return state


def _describe_definitions(desk: Desk, draft: Draft) -> dict[str, Any]:
    project = desk.project
    collection = gather([draft.path], project.shelf)
    reading = project.shelf.read(draft.path)
    spans = note_good(draft)
    book, found = _describe_book(desk, draft)
    linked = {d.document.index: d for d in collection.definitions}
    found = sort_diagnostics([*collection.diagnostics, *_compare(desk, collection), *found])
    mine = [p for p in found if p.file == reading.file]
    entries = list_documents(desk, draft.file, reading, list(linked.values()), mine, draft.good)
    starts = [root.start for root in spans]
    return {
        "readable": bool(spans) or draft.path.suffix.lower() == TABLE,
        "documents": [book]
        if book
        else [
            describe_document(desk, entry, linked.get(entry["document"]), draft.good)
            for entry in entries
        ],
        "problems": [
            *(describe_problem(p, draft.file, spans, draft.text, starts) for p in mine),
            *(describe_problem(p, desk.name_file(p.file)) for p in found if p.file != reading.file),
        ],
    }


def _describe_look(desk: Desk, draft: Draft) -> dict[str, Any]:
    spans = note_good(draft)
    document, found = describe_look(desk, draft)
    starts = [root.start for root in spans]
    here = assets.display_name(draft.path)
    return {
        "readable": bool(spans),
        "documents": [document],
        "problems": [
            describe_problem(p, draft.file, spans, draft.text, starts)
            if p.file == here
            else describe_problem(p, desk.name_file(p.file))
            for p in sort_diagnostics(found)
        ],
    }


def is_book(draft: Draft) -> bool:
    """Whether a file, as it could be read last, is that of a book."""
    return any(isinstance(data, dict) and "book" in data for data in draft.good[:1])


def _describe_book(desk: Desk, draft: Draft) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """The document of a book file, None for another file; and the findings in it."""
    if not is_book(draft):
        return None, []
    from sheetgen.studio.chapters import describe_book

    return describe_book(desk, draft)


def _compare(desk: Desk, collection: Collection) -> Iterator[Diagnostic]:
    """Yield the findings about definitions beside others of the project, such as a shared ID."""
    if not any(check.beside for d in collection.definitions for check in d.kind.checks):
        return
    known = set(collection.diagnostics)
    files = {d.document.file for d in collection.definitions}
    for problem in desk.project.select().diagnostics:
        if problem.file in files and problem not in known:
            yield problem


def note_good(draft: Draft) -> Sequence[ValueSpan]:
    """Notes the data of a text that can be read; returns its spans, none if it can't be."""
    if not draft.is_yaml:
        return ()
    source = parse(draft.text, draft.file)
    if any(p.rule in (YAML_SYNTAX.name, NOT_TEXT.name) for p in source.diagnostics):
        return ()
    try:
        spans = read_spans(draft.text)
    except (yaml.YAMLError, ValueError, IndexError):
        return ()
    draft.good = [document.data for document in source.documents]
    return spans


def describe_document(
    desk: Desk, entry: Mapping[str, Any], definition: Definition | None, good: Sequence[Any]
) -> dict[str, Any]:
    """A document of a file: its values, and what follows from them."""
    index = entry["document"]
    values = good[index] if index < len(good) and isinstance(good[index], dict) else {}
    own, base = values, None
    system, kind = find_game(desk, values)
    if definition:
        base = describe_base(desk, definition, own)
        if "like" in values:
            values = definition.document.data
        values = expand_values(values, definition.written)
        system, kind = definition.system, definition.kind
    return {
        "entry": entry,
        "values": values,
        "base": base,
        "form": f"{system.id}/{kind.name}" if system and kind else None,
        "budgets": list_budgets(definition) if definition else [],
        "facts": [*map(translate_fact, list_facts(definition))] if definition else [],
        "sheets": list_sheets(system, kind) if system and kind else [],
    }


def expand_values(values: Mapping[str, Any], written: Model) -> dict[str, Any]:
    """Values with those written in short, such as one number for a record, written out."""
    found = dict(values)
    for key in list_keys(type(written)).values():
        part = getattr(written, key.name)
        if isinstance(part, Model) and not isinstance(found.get(key.title, {}), dict):
            found[key.title] = write_data(part)
    return found


def list_facts(definition: Definition) -> list[str]:
    """Return the facts worth knowing of a definition, in a few words each."""
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
    """Return the budgets of a definition: how much of each it uses, and may use."""
    form = definition.kind.form
    if form is None or form.budgets is None:
        return []
    try:
        with catch_faults(definition.system, "the budgets of a form"):
            found = list(form.budgets(definition.values))
    except ProblemError:
        return []
    name = str if hasattr(definition.values, "members") else translate  # those are ships' names
    return [
        {
            "title": translate(title),
            "used": used,
            "total": total,
            "parts": [{"label": name(label), "value": value} for label, value in parts],
            "over": total is not None and used > total,
        }
        for title, used, total, parts in found
    ]
