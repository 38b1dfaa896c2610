"""show: the values derived from definitions, and the arithmetic behind them."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, print_table, say, say_json, stop_on_errors
from sheetgen.definitions.comparison import compare as compare_all
from sheetgen.definitions.comparison import is_table, join, make_table, narrate, show_values, spell
from sheetgen.definitions.linking import find_base
from sheetgen.definitions.piece import speak_for
from sheetgen.ground.textfile import MAX_BYTES, decode_text
from sheetgen.ground.words import ENGLISH, say_key, speak, tr
from sheetgen.ground.words import say as tell
from sheetgen.printing.options import choose_languages
from sheetgen.systems.column import (
    after_losses,
    explain_values,
    find_columns,
    pick_values,
    read_values,
)

if TYPE_CHECKING:
    from sheetgen.definitions.comparison import ComparisonLine
    from sheetgen.definitions.definition import Definition
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.project.project import Project
    from sheetgen.systems.contract import Kind, System
    from sheetgen.systems.loading import Systems


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
    format: Annotated[
        o.ShowFormat, typer.Option(help="Tables, text to be read out line by line, or json.")
    ] = o.ShowFormat.table,
    why: Annotated[
        bool, typer.Option("--why", help="The arithmetic of points, power and other costs.")
    ] = False,
    language: o.LanguageOption = "",
    system: o.Games = None,
) -> None:
    """Shows the derived values of definitions, your own or the shipped ones, named by their ids.

    \b
    sheetgen show warrior
    sheetgen show warrior --why
    sheetgen show ships --json
    sheetgen show warrior --format text     for a screen reader
    sheetgen show warrior --language de
    """
    from sheetgen.ground.assets import is_there

    paths = [Path(), *(Path(word) for word in what or () if is_there(Path(word)))]
    as_json = as_json or format is o.ShowFormat.json
    systems = o.load_systems(system, as_json, paths)
    project = o.open_project((), systems)
    collection = project.select(what or ())
    stop_on_errors(collection.diagnostics, project.files.texts)
    if as_json:
        say_json([_to_json(d, project.shelf, why) for d in collection.definitions])
        return
    found = _translate(project, collection.definitions, language)
    if not why and format is not o.ShowFormat.text and len(found) > 1:
        _show_roster(found)
        return
    for at, definition in enumerate(found):
        if at:
            say("")
        with speak_for(definition):
            if why:
                _show_why(definition)
            elif format is o.ShowFormat.text:
                for line in narrate(definition):
                    say(line)
            else:
                _show_one(definition, project.shelf)


def _translate(
    project: Project, found: Sequence[Definition], language: str
) -> Sequence[Definition]:
    """Definitions in a language, or in that of their fleet or project."""
    with o.refuse_choices():
        return project.translate(found, choose_languages(language))


def _to_json(definition: Definition, shelf: Shelf, why: bool) -> dict[str, Any]:
    from sheetgen.reading.model import write_data
    from sheetgen.systems.fault import catch_faults

    values = write_data(definition.written)
    derived = definition.derived
    with catch_faults(definition.system, f"the columns of the kind {definition.kind.name}"):
        json.dumps(derived)  # a value that can't be written is reported here
    told = {**_identify(definition), "definition": values, "derived": derived}
    present = definition.present
    if present is not None:
        told["present"] = present
    if base := find_base(definition, shelf):
        told["differs"] = [line.key for line in compare_all([definition, base]) if line.differs]
    return {**told, "why": _list_reasons(definition)} if why else told


def _identify(definition: Definition) -> dict[str, Any]:
    """Return what a definition is and where, for other programs."""
    return {
        "id": definition.id,
        "name": definition.name,
        "system": definition.system.id,
        "kind": definition.kind.name,
        "file": definition.document.file,
    }


def _list_reasons(definition: Definition) -> dict[str, Any]:
    """The arithmetic of a definition's values for other programs."""
    return {
        key: {"formula": reason.formula, "terms": [term._asdict() for term in reason.terms]}
        for key, reason in definition.apply(explain_values).items()
    }


def _show_why(definition: Definition) -> None:
    """Prints the arithmetic of a definition's values: each formula above its terms."""
    say(f"{definition.name} - {definition.system.name}")
    found = definition.apply(explain_values)
    if not found:
        say("")
        say(tr("there is no arithmetic to show for a {}", say_key(definition.kind.name)))
    for key, reason in found.items():
        say("")
        say(tr("{}: {}", spell(key), reason.formula))
        print_table(
            ("", "", "", ""), [[f"  {join(t.what)}", *map(tell, t[1:])] for t in reason.terms]
        )


def _show_one(definition: Definition, shelf: Shelf) -> None:
    values = definition.apply(read_values)
    base = find_base(definition, shelf)
    theirs = base.apply(read_values) if base else values
    marks = {key: "" if theirs.get(key) == value else "  ≠" for key, value in values.items()}
    left = definition.apply(after_losses(read_values))
    if left is not None:
        values = dict(_put_beside(values, left))
    say(f"{definition.name} - {definition.system.name}")
    say("")
    tables = {key: make_table(value) for key, value in values.items() if is_table(value)}
    plain = {key: say_key(key) for key in values if key not in tables}
    width = max(map(len, plain.values()), default=0)
    for key, name in plain.items():
        say(f"{name:{width}}  {join(values[key])}{marks[key]}")
    for key, table in tables.items():
        say("")
        _print_rows(table.headings, table.rows, say_key(key) + marks.get(key, ""))
    if base:
        _show_difference(definition, base)


def _print_rows(headings: Iterable[str], rows: Iterable[Sequence[object]], title: str) -> None:
    """Prints a table in the language that is spoken."""
    told = [[cell and join(cell) for cell in row] for row in rows]
    print_table([*map(say_key, headings)], told, title=title)


def _show_difference(definition: Definition, base: Definition) -> None:
    """Prints what is different in a definition that is like another one."""
    lines = [line for line in compare_all([base, definition]) if line.differs and _is_short(line)]
    rows = [[spell(line.key), *show_values(line)] for line in lines]
    say("")
    if rows:
        title = tr("like {}, but for", base.id)
        print_table(["", base.name, definition.name], rows, title=title)
    else:
        say(tr("like {} in all values", base.id))


def _put_beside(whole: Mapping[str, Any], left: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield values with what losses leave of them: `6 → 4`, or a second table of other rows."""
    for key, value in whole.items():
        now = left[key]
        if value == now or not is_table(value) or not is_table(now):
            yield key, _point(value, now)
        elif len((table := make_table(value)).rows) == len((other := make_table(now)).rows):
            pairs = zip(table.rows, other.rows, strict=True)
            yield key, table._replace(rows=[list(map(_point, *pair)) for pair in pairs])
        else:
            yield from ((key, table), (tr("{} now", say_key(key)), other))


def _point(whole: object, left: object) -> object:
    return whole if whole == left else f"{join(whole)} → {join(left)}"


def _show_roster(found: Iterable[Definition]) -> None:
    """A table for each kind, with one row per definition."""
    tables: dict[tuple[System, Kind], list[list[Any]]] = {}
    for d in found:
        whole = d.apply(pick_values, "table")
        left = d.apply(after_losses(pick_values), "table") or whole
        with speak_for(d):
            row = [d.id, d.name, *map(join, map(_point, whole.values(), left.values()))]
        tables.setdefault((d.system, d.kind), []).append(row)
    for at, ((system, kind), rows) in enumerate(tables.items()):
        headings = ["id", "name", *find_columns(kind.columns, "table")]
        if at:
            say("")
        with speak(system.words):
            print_table(
                [*map(say_key, headings)], rows, f"{system.name}: {say_key(f'{kind.name}s')}"
            )


def compare(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="A B …",
            autocompletion=o.complete("ids"),
            help="Ids or files; FILE@REVISION is a file as git has it.",
        ),
    ],
    everything: Annotated[
        bool, typer.Option("--all", help="Show what is equal in all of them too.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Everything, for other programs.")
    ] = False,
    language: o.LanguageOption = "",
    system: o.Games = None,
) -> None:
    """Shows the values of several definitions side by side, with the differences marked.

    \b
    sheetgen compare warrior new-mars
    sheetgen compare fleet.yaml@HEAD~1 fleet.yaml     since the last commit but one
    sheetgen compare warrior new-mars --language de
    """
    systems = o.load_systems(system, quiet=as_json)
    spoken = language if not as_json else ENGLISH  # programs read English
    found = [(name, d) for name in what for d in _find(name, systems, spoken)]
    if len(found) < 2:
        fail_usage("there is only one definition to compare; name two or more")
    kinds = {(d.system.id, d.kind.name) for _, d in found}
    if len(kinds) > 1:
        named = " and ".join(sorted(f"{game} {kind}s" for game, kind in kinds))
        fail_usage(f"only definitions of one kind can be compared, not {named}")
    lines = compare_all([d for _, d in found])
    if as_json:
        say_json(_write_json(found, lines))
        return
    shown = [line for line in lines if line.differs or (everything and _is_short(line))]
    with speak(found[0][1].system.words):
        if not shown:
            say(tr("all values are equal"))
            return
        rows = [
            ["≠" if line.differs else "", spell(line.key), *show_values(line)] for line in shown
        ]
        print_table(["", "", *_name_all(found)], rows)


def _is_short(line: ComparisonLine) -> bool:
    """Whether it is worth a line although all are equal; the rows of tables are not."""
    return not any(isinstance(value, dict) for value in line.values)


def _name_all(found: Sequence[tuple[str, Definition]]) -> list[str]:
    """Return the heading of each column: the name, or what was typed where names are equal."""
    names = [d.name for _, d in found]
    return [
        name if names.count(name) == 1 else given
        for name, (given, _) in zip(names, found, strict=True)
    ]


def _write_json(
    found: Sequence[tuple[str, Definition]], lines: Sequence[ComparisonLine]
) -> dict[str, Any]:
    values = [
        {"key": line.key, "values": list(line.values), "differs": line.differs} for line in lines
    ]
    return {
        "definitions": [{"given": given, **_identify(d)} for given, d in found],
        "values": values,
    }


def _find(name: str, systems: Systems, language: str) -> Sequence[Definition]:
    """The definitions that an id or path means, as they are or as they were, in a language."""
    project = o.open_project((), systems)
    path, _, revision = name.rpartition("@")
    if path and not Path(name).exists():
        text, found = decode_text(_read_revision(Path(path), revision), name)
        stop_on_errors(found, {name: text})
        project.overlay(Path(path).absolute(), text)
        name = path
    collection = project.select([name])
    stop_on_errors(collection.diagnostics, project.files.texts)
    return _translate(project, collection.definitions, language)


def _read_revision(path: Path, revision: str) -> bytes:
    """The bytes of a file in a revision of the git repository that it is in, or a usage error."""
    name = f"{path}@{revision}"
    if not revision or revision.startswith("-"):
        fail_usage(f"{name}: name a revision, such as {path}@HEAD~1")
    blob = f"{revision}:./{path.name}"
    size = _ask_git(name, path.parent, "-s", blob)
    if size.strip().isdigit() and int(size) > MAX_BYTES:
        fail_usage(f"{name}: this is larger than 8 MB")
    # cat-file shows the blob as it is: no pager, no filters, nothing that a repository may set.
    return _ask_git(name, path.parent, "blob", blob)


_NOTHING_RUNS = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=")
_NOTHING_IS_FETCHED = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
"""A repository may come from a stranger, and names programs that git runs to ask for files that
changed, or for objects that are missing."""


def _ask_git(name: str, folder: Path, how: str, blob: str) -> bytes:
    """Return the output of git's cat-file for a blob, called `name` in a usage error."""
    command = ["git", *_NOTHING_RUNS, "-C", str(folder), "cat-file", how, blob]
    environment = {**os.environ, **_NOTHING_IS_FETCHED}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            check=False,
            timeout=60,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except FileNotFoundError:
        fail_usage(f"{name}: git is not installed")
    except subprocess.TimeoutExpired:
        fail_usage(f"{name}: git does not answer")
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        fail_usage(f"{name}: {lines[-1] if lines else 'git fails'}")
    return done.stdout
