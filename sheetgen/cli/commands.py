"""The commands: their names and what each does; only the one that is run is imported."""

# Annotations are not postponed here, as typer would compile each of them four times.

import os
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup

from sheetgen.ground.diagnostics import read_docstring
from sheetgen.ground.record import NamedTuple
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
    Command("compare", "Show values side by side, differences marked.", "show"),
    Command("duel", "Let two ships or fleets fight many times.", "duel"),
    Command("list", "List games, ships, sheets, fonts, papers.", "listing", "list_things"),
    Command("new", "Write a definition to start from.", "project"),
    Command("init", "Create a project folder to start from.", "project"),
    Command("import", "Make definitions of other files.", "exchange", "import_files"),
    Command("export", "Write definitions as one table.", "exchange"),
    Command("book", "Publish a book of ships and fleets.", "book"),
    Command("draw", "Draw one SVG file to PDF, PNG or SVG.", "book"),
    Command("preflight", "Check a PDF for a print shop.", "check"),
    Command("eject", "Copy a template here to change it.", "sample"),
    Command("adopt", "Make a redrawn sample the template.", "sample"),
    Command("pack", "Make one file of ships and fleets.", "packs"),
    Command("install", "Add a pack to a project.", "packs"),
    Command("remove", "Take a pack out of a project.", "packs"),
    Command("explain", "Explain what a rule means and why.", "check"),
    Command("studio", "Design, check and print in the browser.", "studio"),
    Command("schema", "Print the JSON Schema for editors.", "listing"),
)
"""All commands, in the order of `--help`."""


class _Plain:
    """A command that says in people's words what its options take, and what is wrong with it."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in found:
            if "process_value" not in vars(parameter):
                _convert_written(parameter)
                _describe_plainly(parameter)
        return found


class _Command(_Plain, TyperCommand):
    pass


class _Commands(_Plain, TyperGroup):
    """The group of all commands, which knows their names until one of them is run."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for command in COMMANDS:
            self.add_command(TyperCommand(command.name, short_help=command.about))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named, in place of what stands for it in the list of them."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            ctx.fail(_suggest_command(args[0]))
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and load_command(str(name)), rest


def load_command(name: str) -> Any:
    """The command `name` with all of its options."""
    command = next(command for command in COMMANDS if command.name == name)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    function = command.load()
    about = read_docstring(function)
    alone.command(name, cls=_Command, help=about, short_help=command.about)(function)
    return typer.main.get_command(alone)


def _convert_written(parameter: Any) -> None:
    """Has typer convert only what is not plain, as it imports pydantic for that.

    What is wrong with a value is said without the words of the library that found it.
    """
    convert = parameter.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        source = ctx.get_parameter_source(parameter.name)
        is_written = not (source and source.name == "DEFAULT") or parameter.required
        taken = parameter.type_descriptor
        try:
            if is_written:
                value = _read_plainly(taken.annotation, taken.parameter_info, value)
        except ValueError:  # typer has to say what is wrong
            return convert_others(ctx, value)
        return parameter.callback(ctx, parameter, value) if parameter.callback else value

    def convert_others(ctx: Any, value: Any) -> Any:
        try:
            return convert(ctx, value)
        except typer.BadParameter as error:
            error.message = _reword(error.message, value)
            raise

    parameter.process_value = process_value


def _read_plainly(annotation: Any, info: Any, value: Any) -> Any:
    """The value of an option as typer reads it. Raises ValueError for one that is not plain."""
    if not value:
        raise ValueError
    if get_origin(annotation) is list and not isinstance(value, str):
        return [_read_plainly(get_args(annotation)[0], info, one) for one in value]
    if type(value) is not str or "\0" in value:
        raise ValueError
    value.encode()  # which not every text can be
    if info.parser:
        return info.parser(value)
    if annotation is Path and (not os.path.exists(value) or os.access(value, os.R_OK)):  # noqa: PTH110
        return Path(value)
    if annotation in (int, float) and re.fullmatch(r"-?[0-9]{1,15}(?:\.[0-9]+)?", value):
        number = annotation(value)
        if (info.min is None or info.min <= number) and (info.max is None or number <= info.max):
            return number
    if annotation is not str:
        raise ValueError
    return value


_WORDS = (
    (r".*valid int.*", "'{}' is not a whole number"),
    (r".*valid (?:number|float).*", "'{}' is not a number"),
    (r"Input should be greater than or equal to (\S+)", "{} is less than \\1"),
    (r"Input should be less than or equal to (\S+)", "{} is more than \\1"),
    (r"(.*) is not in the range (\S+)<=x<=(\S+)\.", "\\1 is not from \\2 to \\3"),
    (r"Value error, (.*?)\.?", "\\1"),
)
_VALUES = (
    (r"<(?:list\[)?(?:int|float)(?: range)?\]?>", "NUMBER"),
    (r"<(?:list\[)?[Pp]ath\]?>", "FILE"),
    (r"<(?:list\[)?(?:str|text)\]?>", "TEXT"),
    (r"<([^<>]*\|[^<>]*)>", r"[\1]"),
)
_OTHER_NAMES = {
    "render": "print pdf make build generate export sheet sheets display displays",
    "validate": "check lint test verify",
    "show": "info view describe derive stats",
    "compare": "diff",
    "duel": "fight battle simulate sim",
    "list": "ls systems games ships fonts papers templates",
    "new": "create add ship",
    "init": "start project",
    "import": "load read ingest map battlescribe",
    "book": "publish",
    "draw": "convert svg",
    "eject": "template copy edit customize customise",
    "explain": "why rule rules",
    "studio": "gui ui web serve open design",
    "preflight": "proof",
    "pack": "zip bundle share export-pack",
    "install": "unpack get",
    "remove": "uninstall delete rm",
}
"""Words for commands that people try first."""


def _suggest_command(name: str) -> str:
    """Return the message for a command that does not exist, with the name probably meant."""
    from sheetgen.ground.diagnostics import Names

    word = name.lower()
    meant = next((known for known, words in _OTHER_NAMES.items() if word in words.split()), "")
    near = meant or Names([command.name for command in COMMANDS]).find(word)
    advice = f"did you mean {near}?" if near else "`sheetgen --help` lists those that there are"
    return f"there is no command {name}; {advice}"


def _reword(message: str, value: Any) -> str:
    """Return the fault of an option's value in plain words instead of those of the library."""
    shown = value if isinstance(value, str) else ", ".join(map(str, value or ()))
    for pattern, words in _WORDS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return found.expand(words).format(shown)
    return message


def _describe_plainly(parameter: Any) -> None:
    """Names what a parameter takes as people do, in place of its type: FILE, NUMBER, [a|b]."""
    write = parameter.get_help_record

    def get_help_record(ctx: Any) -> tuple[str, str] | None:
        record: tuple[str, str] | None = write(ctx)
        if record is None:
            return None
        name, about = record
        for pattern, word in _VALUES if parameter.param_type_name == "option" else ():
            name = re.sub(pattern, word, name)
        name = re.sub(r" <[^<>]*>", "", name)
        return name, re.sub(r"(\S+?)<=x<=([^\s\];]+)", r"\1 to \2", about)

    parameter.get_help_record = get_help_record


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
