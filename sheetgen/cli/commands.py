"""The commands: their names and what each does; only the one that is run is imported."""

# Annotations are not postponed here, as typer would compile each of them four times.

from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from sheetgen.ground.docstring import read_docstring
from sheetgen.ground.row import NamedTuple
from sheetgen.ground.version import __version__

_EPILOG = (
    "A first print: `sheetgen init my-fleet`, then `sheetgen render my-fleet -o fleet.pdf`. "
    "`sheetgen COMMAND --help` shows examples."
)


class Command(NamedTuple):
    """A command, with the module and the name of its function."""

    name: str
    about: str
    module: str
    function: str = ""

    def load(self) -> Callable[..., Any]:
        """The function that runs it, imported with everything that its options need."""
        function: Callable[..., Any] = getattr(
            import_module(f"sheetgen.cli.{self.module}"), self.function or self.name
        )
        return function


COMMANDS = (
    Command("render", "Print the sheets of ships and fleets.", "render"),
    Command("blank", "Print empty sheets to fill in by hand.", "render"),
    Command("validate", "Report every problem, write nothing.", "check"),
    Command("show", "Show derived values: points, power, boxes.", "show"),
    Command("compare", "Show values side by side, differences marked.", "compare"),
    Command("duel", "Let two ships or fleets fight many times.", "duel"),
    Command("list", "List games, ships, sheets, fonts, papers.", "listing", "list_things"),
    Command("new", "Write a definition to start from.", "project"),
    Command("init", "Create a project folder to start from.", "project"),
    Command("book", "Publish a book of ships and fleets.", "book"),
    Command("draw", "Draw one SVG file to PDF, PNG or SVG.", "draw"),
    Command("preflight", "Check a PDF for a print shop.", "preflight"),
    Command("eject", "Copy a template here to change it.", "eject"),
    Command("adopt", "Make a redrawn sample the template.", "sample"),
    Command("explain", "Explain what a rule means and why.", "check"),
    Command("studio", "Design, check and print in the browser.", "studio"),
    Command("schema", "Print the JSON Schema for editors.", "schema"),
)
"""All commands, in the order of `--help`."""


class _Commands(TyperGroup):
    """The group of all commands, which knows their names until one of them is run."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for command in COMMANDS:
            self.add_command(TyperCommand(command.name, short_help=command.about))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named, in place of what stands for it in the list of them."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and load_command(str(name)), rest


def load_command(name: str) -> Any:
    """The command `name` with all of its options."""
    command = next(command for command in COMMANDS if command.name == name)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    function = command.load()
    about = read_docstring(function)
    alone.command(name, help=about, short_help=command.about)(function)
    return typer.main.get_command(alone)


app = typer.Typer(
    name="sheetgen",
    cls=_Commands,
    help="Prints ship displays and other sheets for tabletop games from YAML definitions.",
    epilog=_EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from sheetgen.cli.output import say

        say(f"sheetgen {__version__}")
        raise typer.Exit


@app.callback()
def _start(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass
