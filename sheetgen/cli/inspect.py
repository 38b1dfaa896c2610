"""show, list and schema: what exists, and the values derived from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, print_table, say, say_json, stop_on_errors

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition
    from sheetgen.project import Project
    from sheetgen.reading.model import Model
    from sheetgen.systems.catalogue import Systems
    from sheetgen.systems.column import Table
    from sheetgen.systems.contract import System
    from sheetgen.type.fontfile import Member
    from sheetgen.type.fonts import Fonts
    from sheetgen.type.traits import Traits


class Thing(StrEnum):
    """The things that `list` lists."""

    systems = "systems"
    ships = "ships"
    sheets = "sheets"
    templates = "templates"
    fonts = "fonts"
    papers = "papers"
    books = "books"
    profiles = "profiles"


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
        say(f"nothing about a {definition.kind.name} is worked out from terms")
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


def list_things(
    thing: Annotated[
        Thing,
        typer.Argument(
            **o.name_choices(Thing, "THING"),
            help="What to list; systems are the games.",
        ),
    ] = Thing.systems,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Lists the available games, ships, sheets, templates, fonts, papers, books or profiles.

    \b
    sheetgen list sheets
    """
    systems = o.load_systems(system)
    if thing is Thing.systems:
        print_table(["system", "game", "about"], [[s.id, s.name, s.about] for s in systems.all()])
        _list_examples()
    elif thing is Thing.ships:
        _list_ships(systems)
    elif thing is Thing.sheets:
        rows = [
            [
                s.id,
                sheet.name,
                " ".join(sheet.default),
                "yes" if sheet.fill_blank else "",
                sheet.about,
            ]
            for s in systems.all()
            for sheet in s.sheets
        ]
        from sheetgen.systems.kit.calibration import CALIBRATION

        rows.append(["", CALIBRATION.name, "", "yes", CALIBRATION.about])
        print_table(["system", "sheet", "default", "blank", "about"], rows)
    elif thing is Thing.papers:
        from sheetgen.ground.units import PAPERS

        print_table(["paper", "size"], [[p.name, p.size_text] for p in PAPERS.values()])
    elif thing is Thing.profiles:
        _list_profiles(o.open_project((), systems))
    elif thing is Thing.books:
        from sheetgen.ground.assets import display_name

        project = o.open_project((), systems)
        rows = [
            [b.name, b.title, b.author, "shipped" if b.shipped else display_name(b.path)]
            for b in project.books
        ]
        print_table(["book", "title", "author", "from"], rows)
    else:
        _list_assets(thing, fonts, systems)


def _list_profiles(project: Project) -> None:
    from sheetgen.ground.units import MM, format_size
    from sheetgen.shop.profile import list_profiles

    rows = [
        [
            one.name,
            one.asks.profile,
            format_size(*(side * MM for side in one.asks.size)) if one.asks.size else "",
            f"{one.asks.bleed:g} mm" if one.asks.bleed else "",
            one.asks.colour,
            ", ".join(one.asks.prints),
            one.source,
            one.asks.checked,
        ]
        for one in list_profiles(project.folder, project.files)
    ]
    headings = ["profile", "for", "size", "bleed", "colour", "prints", "source", "checked"]
    print_table(headings, rows)


def _list_examples() -> None:
    """The games without code that come with sheetgen, for projects to copy."""
    from sheetgen.systems.loading import list_examples

    rows = [[s.id, s.name, s.about] for s in list_examples()]
    if rows:
        title = "To copy and change, with `sheetgen init FOLDER --game GAME`:"
        say("")
        print_table(["game", "", ""], rows, title=title)


def _list_ships(systems: Systems) -> None:
    from sheetgen.definitions.shelf import Shelf

    rows = [[d.system.id, d.id, d.name, d.kind.name] for d in Shelf(systems).list_all(None)]
    print_table(["system", "id", "name", "kind"], rows)


def _list_assets(thing: Thing, fonts: Sequence[Path] | None, systems: Systems) -> None:
    from sheetgen.ground.assets import display_name

    press = o.open_project((), systems, fonts).press()
    if thing is Thing.templates:
        names = press.templates.list_names()
        rows = [[n, _name_origin(p, systems), display_name(p)] for n, p in sorted(names.items())]
        print_table(["template", "from", "file"], rows)
        return
    stop_on_errors(press.fonts.diagnostics, {})
    print_table(["family", "weight", "style", "width", "scripts", "file"], _list_fonts(press.fonts))


def _name_origin(template: Path, systems: Systems) -> str:
    """Whose template a file is: the project's, which wins, a game's own, or a shipped one."""
    from sheetgen.ground.assets import shipped

    if template.is_relative_to(shipped("templates")):
        return "shipped"
    own = any(template.is_relative_to(home) for home in systems.homes)
    return "the game" if own else "your own"


def _list_fonts(fonts: Fonts) -> list[list[str]]:
    """A row for the faces of a family that lean alike and are of one file, or shipped."""
    from sheetgen.ground.assets import display_name

    rows: dict[tuple[str, str, str], list[Member]] = {}
    for family in sorted(fonts.families.values(), key=lambda f: f.name.lower()):
        members = family.members.values() if not family.other else ()
        # The usual width comes first, and upright letters come before others.
        for member in sorted(members, key=lambda m: (_rank(m.traits), m.path)):
            file = display_name(member.path) if family.own else "shipped"
            rows.setdefault((family.name, member.traits.style, file), []).append(member)
    return [
        [
            name,
            " ".join(dict.fromkeys(str(member.traits.weight) for member in members)),
            style,
            " ".join(dict.fromkeys(f"{member.traits.width:g}" for member in members)) + " %",
            ", ".join(fonts.open(members[0]).scripts) or "symbols",
            file,
        ]
        for (name, style, file), members in rows.items()
    ]


def _rank(traits: Traits) -> tuple[float, ...]:
    return abs(traits.width - 100), traits.width, traits.slope, traits.weight


def schema(
    game: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            autocompletion=o.complete("games"),
            help="The game, such as asfos; or book, for book files, or theme.",
        ),
    ],
    system: o.Games = None,
) -> None:
    """Prints the JSON Schema of a game's definitions, which editors use to check and complete.

    \b
    sheetgen schema asfos > asfos.schema.json
    sheetgen schema book > book.schema.json
    """
    systems = o.load_systems(system)
    if game in ("book", "theme") and game not in systems.names:
        from sheetgen.book.definition import Book
        from sheetgen.book.theme import Theme

        say_json(_write_schema([Book if game == "book" else Theme]))
        return
    from sheetgen.systems.fault import catch_faults

    found = find_game(game, systems)
    with catch_faults(found, "the models of its kinds"):
        whole = _write_schema([kind.model for kind in found.kinds])
    say_json(whole)


def _write_schema(models: Sequence[type[Model]]) -> dict[str, Any]:
    """The JSON Schema of files that any of the models may describe."""
    from pydantic.json_schema import models_json_schema

    from sheetgen.reading.light import make_twin

    twins = [(make_twin(model), "validation") for model in models]
    references, whole = models_json_schema(twins, by_alias=True)  # type: ignore[arg-type]
    whole["anyOf"] = [references[twin] for twin in twins]  # type: ignore[index]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole}


def find_game(name: str, systems: Systems) -> System:
    """The game with that id, or a usage error."""
    [name] = o.check_names([name], systems.names, "SYSTEM")
    found = systems.get(name)
    if found is None:
        fail_usage(f"the game {name} can't be loaded")
    return found
