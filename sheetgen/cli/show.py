"""show: the values derived from definitions, and the arithmetic behind them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import print_table, say, say_json, stop_on_errors

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition
    from sheetgen.systems.column import Table


def show(
    what: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(
            metavar="IDS",
            autocompletion=o.complete("ids"),
            help="Ids, files or folders; without any, the current folder.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Everything, for other programs.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="The arithmetic of points, power and other costs.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Shows the derived values of definitions, your own or the shipped ones, named by their ids.

    \b
    sheetgen show warrior
    sheetgen show warrior --why
    sheetgen show ships --json
    """
    from sheetgen.ground.assets import is_there

    paths = [Path(), *(Path(word) for word in what or () if is_there(Path(word)))]
    systems = o.load_systems(system, as_json, paths)
    project = o.open_project((), systems)
    collection = project.select(what or ())
    stop_on_errors(collection.diagnostics, project.files.texts)
    found = collection.definitions
    if as_json:
        say_json([_to_json(d, why) for d in found])
    elif why:
        for at, definition in enumerate(found):
            _show_why(definition, first=not at)
    elif len(found) == 1:
        _show_one(found[0])
    else:
        _show_roster(found)


def _to_json(definition: Definition, why: bool) -> dict[str, Any]:
    from sheetgen.systems.fault import catch_faults

    values = definition.written.model_dump(by_alias=True, exclude_none=True, mode="json")
    derived = definition.derived
    with catch_faults(definition.system, f"the columns of the kind {definition.kind.name}"):
        json.dumps(derived)  # a value that can't be written is reported here
    return {
        "id": definition.id,
        "name": definition.name,
        "system": definition.system.id,
        "kind": definition.kind.name,
        "file": definition.document.file,
        "definition": values,
        "derived": derived,
        **({"why": _list_reasons(definition)} if why else {}),
    }


def _list_reasons(definition: Definition) -> dict[str, Any]:
    """The arithmetic of a definition's values for other programs."""
    from sheetgen.systems.column import explain_values

    return {
        key: {"formula": reason.formula, "terms": [term._asdict() for term in reason.terms]}
        for key, reason in definition.apply(explain_values).items()
    }


def _show_why(definition: Definition, first: bool) -> None:
    """Prints the arithmetic of a definition's values: each formula above its terms."""
    from sheetgen.systems.column import explain_values

    if not first:
        say("")
    say(f"{definition.name} - {definition.system.name}")
    found = definition.apply(explain_values)
    if not found:
        say("")
        say(f"there is no arithmetic to show for a {definition.kind.name}")
    for key, reason in found.items():
        say("")
        say(f"{key.replace('_', ' ')}: {reason.formula}")
        print_table(("", "", "", ""), [["  " + t.what, *t[1:]] for t in reason.terms])


def _show_one(definition: Definition) -> None:
    from sheetgen.systems.column import read_values

    values = definition.apply(read_values)
    say(f"{definition.name} - {definition.system.name}")
    say("")
    tables = {key: _make_table(value) for key, value in values.items() if _is_table(value)}
    plain = {key: value for key, value in values.items() if key not in tables}
    width = max(map(len, plain), default=0)
    for key, value in plain.items():
        say(f"{key:{width}}  {_join(value)}")
    for key, table in tables.items():
        say("")
        print_table(table.headings, table.rows, title=key)


def _join(value: object) -> object:
    """The text after a heading: lists, and keys with their values, on one line."""
    if isinstance(value, dict):
        value = [f"{key} {number}" for key, number in value.items()]
    if isinstance(value, (list, tuple)):
        value = ", ".join(map(str, value))
    # A missing value, such as a limit, is shown as a dash.
    return "—" if value in (None, "") else value


def _is_table(value: object) -> bool:
    from sheetgen.systems.column import Table

    if isinstance(value, Table):
        return True
    rows = value if isinstance(value, (list, tuple)) else ()
    return bool(rows) and all(isinstance(row, dict) for row in rows)


def _make_table(value: Any) -> Table:
    """A table as it is, or made from rows with keys, which become headings; rows are numbered."""
    from sheetgen.systems.column import Table

    if isinstance(value, Table):
        return value
    keys = list(dict.fromkeys(key for row in value for key in row))
    rows = [[at, *(row.get(key) for key in keys)] for at, row in enumerate(value, start=1)]
    return Table(["", *(key.replace("_", " ") for key in keys)], rows)


def _show_roster(found: Iterable[Definition]) -> None:
    """A table for each kind, with one row per definition."""
    from sheetgen.systems.column import find_columns, pick_values

    groups: dict[tuple[str, str], list[Definition]] = {}
    for definition in found:
        groups.setdefault((definition.system.id, definition.kind.name), []).append(definition)
    tables = [
        [[d.id, d.name, *d.apply(pick_values, "table").values()] for d in group]
        for group in groups.values()
    ]
    for at, (group, rows) in enumerate(zip(groups.values(), tables, strict=True)):
        kind = group[0].kind
        headings = ["id", "name", *find_columns(kind.columns, "table")]
        if at:
            say("")
        print_table(headings, rows, title=f"{group[0].system.name}: {kind.name}s")
