"""list: what there is, the user's own and what comes along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, print_table, say, say_json, stop_on_errors
from sheetgen.ground.diagnostics import ProblemError, lower_severity
from sheetgen.ground.number import count, join_words

if TYPE_CHECKING:
    from sheetgen.definitions.collection import Collection
    from sheetgen.project.project import Project
    from sheetgen.systems.contract import System
    from sheetgen.systems.loading import Systems
    from sheetgen.type.fontfile import FontMember, Traits
    from sheetgen.type.fonts import Fonts


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
    looks = "looks"
    icc = "icc"
    packs = "packs"
    project = "project"


def list_things(
    thing: Annotated[
        Thing,
        typer.Argument(
            **o.name_choices(Thing, "THING"),
            help="What to list; systems are the games.",
        ),
    ] = Thing.systems,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The project; by default, this folder.")
    ] = Path(),
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Lists games, ships, sheets, templates, fonts, papers, books, packs …, or a project.

    \b
    sheetgen list sheets
    sheetgen list icc                 what converts colours to CMYK
    sheetgen list project             which folder it is, why, and what it holds
    sheetgen list books ../my-fleet
    """
    if not folder.is_dir():
        fail_usage(f"FOLDER: there is no folder {folder}")
    systems = o.load_systems(system, paths=[folder])
    if thing is Thing.systems:
        print_table(["system", "game", "about"], [[s.id, s.name, s.about] for s in systems.all()])
        _list_examples()
    elif thing is Thing.ships:
        _list_ships(systems, folder)
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
        from sheetgen.systems.kit.ruler import CALIBRATION

        rows.append(["", CALIBRATION.name, "", "yes", CALIBRATION.about])
        print_table(["system", "sheet", "default", "blank", "about"], rows)
    elif thing is Thing.papers:
        from sheetgen.ground.units import PAPERS

        print_table(["paper", "size"], [[p.name, p.size_text] for p in PAPERS.values()])
    elif thing in (Thing.profiles, Thing.icc, Thing.looks):
        listing = {Thing.profiles: _list_profiles, Thing.icc: _list_icc}.get(thing, _list_looks)
        listing(o.open_project([folder], systems))
    elif thing is Thing.packs:
        _list_packs(systems)
    elif thing is Thing.project:
        _list_project(folder, o.open_project([folder], systems, fonts))
    elif thing is Thing.books:
        from sheetgen.ground.assets import display_name

        project = o.open_project([folder], systems)
        rows = [
            [b.name, b.title, b.author, "shipped" if b.shipped else display_name(b.path)]
            for b in project.books
        ]
        print_table(["book", "title", "author", "from"], rows)
    else:
        _list_assets(thing, o.open_project([folder], systems, fonts))


def _list_profiles(project: Project) -> None:
    from sheetgen.ground.units import MM, format_size
    from sheetgen.shop.profile import list_profiles

    def leave_out(error: ProblemError) -> None:
        o.leave_out(lower_severity(error.diagnostics), "profile", project.files.texts)

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
        for one in list_profiles(project.folder, project.files, leave_out)
    ]
    headings = ["profile", "for", "size", "bleed", "colour", "prints", "source", "checked"]
    print_table(headings, rows)


def _list_project(folder: Path, project: Project) -> None:
    """Lists the folder of the project, why it is that one, and its contents."""
    from sheetgen.definitions.collection import NO_DEFINITIONS

    collection = project.select([project.folder])
    rows = [["name", project.name], ["folder", str(project.folder)]]
    rows.append(["because", _tell_why(folder)])
    rows += [["language", ", ".join(project.languages)]] if project.languages else []
    if packs := project.systems.packs:
        rows.append(["packs", ", ".join(pack.label for pack in packs)])
    rows.append(["holds", ", ".join(_count_holdings(project, collection)) or "nothing yet"])
    errors = {d for d in collection.diagnostics if d.is_error and d.rule != NO_DEFINITIONS.name}
    if errors:
        rows.append(["errors", f"{len(errors)}; `sheetgen validate` shows all"])
    print_table(["", ""], rows)


def _tell_why(folder: Path) -> str:
    """Why a folder, or one above it, is taken for the project."""
    from sheetgen.ground.assets import MARK, locate_project

    found = locate_project(folder)
    if not found.signs:
        return "you are in it" if folder == Path() else "you named it"
    signs = [sign if "." in sign else f"{sign}/" for sign in found.signs]
    said = f"it is marked by {MARK}" if MARK in found.signs else f"it holds {join_words(signs)}"
    return said if found.folder.samefile(folder) else f"{said}, and is the nearest above"


def _count_holdings(project: Project, collection: Collection) -> Iterator[str]:
    """The things in a project, each with their number."""
    from sheetgen.ground.assets import list_games
    from sheetgen.shop.profile import list_profiles

    press = project.press()
    own = project.folder / "templates"
    templates = [path for path in press.templates.list_names().values() if own in path.parents]
    families = press.fonts.families.values()
    things = {
        **Counter(definition.kind.name for definition in collection.definitions),
        "book": len(collection.books),
        "game": len({*collection.games, *list_games(project.folder)}),
        "template": len(templates),
        "font": sum(family.own and not family.other for family in families),
        "profile": sum(one.own for one in list_profiles(project.folder, project.files)),
    }
    return (count(n, name) for name, n in things.items() if n)


def _list_examples() -> None:
    """The games without code that come with sheetgen, for projects to copy."""
    from sheetgen.systems.loading import list_examples

    rows = [[s.id, s.name, s.about] for s in list_examples()]
    if rows:
        title = "To copy and change, with `sheetgen init FOLDER --game GAME`:"
        say("")
        print_table(["game", "", ""], rows, title=title)


def _list_ships(systems: Systems, folder: Path) -> None:
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.ground.assets import find_project, shipped

    def tell_origin(path: Path | None) -> str:
        """Where a definition comes from."""
        if path is None or path.is_relative_to(shipped("ships")):
            return "shipped"
        pack = systems.find_pack(path)
        inside = path.is_relative_to(find_project(folder))
        game = any(path.is_relative_to(home) for home in systems.homes)
        return pack.label if pack else "the game" if game or not inside else "your own"

    seen = Shelf(systems).list_all(None)
    rows = [[d.system.id, d.id, d.name, d.kind.name, tell_origin(d.path)] for d in seen]
    print_table(["system", "id", "name", "kind", "from"], rows)


def _list_packs(systems: Systems) -> None:
    from sheetgen.packs.installation import find_changes

    rows = []
    seen: set[str] = set()
    for pack in sorted(systems.packs, key=lambda one: one.name):
        changed = find_changes(pack)
        state = f"changed: {', '.join(changed)}" if changed else ""
        newest = "beside a newer one" if pack.name in seen else "in use"
        seen.add(pack.name)
        by = ", ".join(pack.noted.authors)
        rows.append([pack.name, pack.version, by, pack.noted.licence, state or newest])
    print_table(["pack", "version", "by", "licence", "state"], rows)


def _list_assets(thing: Thing, project: Project) -> None:
    from sheetgen.ground.assets import display_name

    press, systems = project.press(), project.systems
    if thing is Thing.templates:
        names = press.templates.list_names()
        rows = [[n, _name_origin(p, systems), display_name(p)] for n, p in sorted(names.items())]
        print_table(["template", "from", "file"], rows)
        return
    stop_on_errors(press.fonts.diagnostics, {})
    print_table(["family", "weight", "style", "width", "scripts", "file"], _list_fonts(press.fonts))


def _list_icc(project: Project) -> None:
    """The ICC profiles that --profile takes by name."""
    from sheetgen.shop.icc import list_icc

    print_table(["icc", "about", "from"], list(map(list, list_icc(project.folder))))


def _list_looks(project: Project) -> None:
    from sheetgen.ground.assets import display_name

    wardrobe = project.press().wardrobe
    rows = [
        [name, wardrobe.describe(name), _name_origin(path, project.systems), display_name(path)]
        for name, path in sorted(wardrobe.list_names().items())
    ]
    print_table(["look", "about", "from", "file"], rows)


def _name_origin(template: Path, systems: Systems) -> str:
    """Return where a template comes from: `shipped`, `the game`, or `your own` in the project."""
    from sheetgen.ground.assets import shipped

    if template.is_relative_to(shipped("templates")):
        return "shipped"
    own = any(template.is_relative_to(home) for home in systems.homes)
    return "the game" if own else "your own"


def _list_fonts(fonts: Fonts) -> list[list[str]]:
    """A row for the faces of a family that lean alike and are of one file, or shipped."""
    from sheetgen.ground.assets import display_name

    rows: dict[tuple[str, str, str], list[FontMember]] = {}
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


_FILES = {
    "book": ("sheetgen.book.definition", "Book"),
    "theme": ("sheetgen.book.theme", "Theme"),
    "project": ("sheetgen.definitions.mark", "ProjectMark"),
    "mapping": ("sheetgen.systems.plain.gamefile", "MappingFile"),
    "pack": ("sheetgen.reading.packfile", "PackFile"),
    "show": ("sheetgen.definitions.export", "ShownDefinition"),
}
"""The schemas of files that belong to no game, by their modules and names."""


def schema(
    game: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            autocompletion=o.complete("games"),
            help="The game, such as asfos; or book, theme, project, mapping, pack, show (--json).",
        ),
    ],
    system: o.Games = None,
) -> None:
    """Prints the JSON Schema of a game's definitions, which editors use to check and complete.

    \b
    sheetgen schema asfos > asfos.schema.json
    sheetgen schema book > book.schema.json
    """
    from sheetgen.reading.schema import write_schemas

    systems = o.load_systems(system)
    if game in _FILES and game not in systems.names:
        module, name = _FILES[game]
        made = write_schemas([getattr(import_module(module), name)])
        if game == "show":  # which is a list
            made = {"$schema": made.pop("$schema"), "type": "array", "items": made}
            made["$defs"] = made["items"].pop("$defs")
        say_json(made)
        return
    say_json(write_schemas([kind.model for kind in find_game(game, systems).kinds]))


def find_game(name: str, systems: Systems) -> System:
    """The game with that id, or a usage error."""
    [name] = o.check_names([name], systems.names, "SYSTEM")
    found = systems.get(name)
    if found is None:
        fail_usage(f"the game {name} can't be loaded")
    return found
