"""eject: a template of one's own, to change it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, say

if TYPE_CHECKING:
    from sheetgen.project import Project


def eject(
    sheet: Annotated[
        str,
        typer.Argument(
            metavar="SHEET",
            autocompletion=o.complete("sheets"),
            help="A sheet, a template such as common/margin.svg, or a theme.",
        ),
    ],
    ship: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            autocompletion=o.complete("ids"),
            help="With --sample: what the sheet is filled with; by default, something shipped.",
            show_default=False,
        ),
    ] = "",
    sample: Annotated[
        bool,
        typer.Option("--sample", help="Write the sheet filled with values, to redraw it by mouse."),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="With --sample: the file; by default, from the names."),
    ] = None,
    system: o.Games = None,
) -> None:
    """Copies a template into this project's templates/, where it wins over the shipped one.

    \b
    sheetgen eject display
    sheetgen eject book/clean                 a theme of books, all of it
    sheetgen eject display --sample           a filled sheet, to redraw and then `adopt`
    sheetgen eject display --sample warrior
    """
    from sheetgen.delivery.delivery import create_files
    from sheetgen.ground.assets import display_name, find_project

    if (ship or output) and not sample:
        fail_usage(f"{'ID' if ship else '--output'} goes with --sample")
    project = o.open_project((), o.load_systems(system))
    templates = project.press().templates
    names = _find_templates(sheet, project)
    if sample:
        from sheetgen.cli.sample import eject_sample

        if len(names) > 1 or names[0].startswith("book/"):
            fail_usage("--sample: what a theme draws follows from the book, so there is no sample")
        eject_sample(project, names[0], sheet, ship, output)
        return
    files: dict[Path, bytes] = {}
    for name in names:
        path = templates.find(name)
        assert path is not None
        target = find_project(Path()) / "templates" / name
        if target.resolve() == path.resolve():
            fail_usage(f"{name} is already a template of this project: {display_name(target)}")
        files[target] = templates.read(path).encode()
    create_files(files)
    for target in files:
        shown = display_name(target)
        say(f"{shown} is written, and used from now on in this project")


def _find_templates(sheet: str, project: Project) -> list[str]:
    """The template with that name, or all files of a book theme."""
    from sheetgen.choices import list_some
    from sheetgen.ground.diagnostics import find_nearest

    templates = project.press().templates.list_names()
    theme = sheet if sheet.startswith("book/") else f"book/{sheet}"
    files = [name for name in templates if name.startswith(f"{theme}/")]
    if files:
        return [f"{theme}/theme.yaml", *sorted(files)]
    names = {f"{name.removesuffix('.svg')}": name for name in templates}
    names |= {name: name for name in templates}
    for game in reversed(project.order_games()):
        for known in game.sheets:
            names[f"{game.id}/{known.name}"] = known.template
            names[known.name] = known.template
    if sheet not in names and find_nearest(sheet, names) == "":
        plain = sorted(name for name in names if "/" not in name)
        message = f"there is no sheet or template {sheet}; there are {list_some(plain)}"
        fail_usage(f"{message}; `sheetgen list templates` shows all")
    return [names[o.check_names([sheet], sorted(names), "SHEET")[0]]]
