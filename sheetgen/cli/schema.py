"""schema: the JSON Schemas of definitions, for editors."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, say_json

if TYPE_CHECKING:
    from sheetgen.reading.model import Model
    from sheetgen.systems.catalogue import Systems
    from sheetgen.systems.contract import System

_FILES = {
    "book": ("sheetgen.book.definition", "Book"),
    "theme": ("sheetgen.book.theme", "Theme"),
    "project": ("sheetgen.definitions.mark", "ProjectMark"),
}
"""The schemas of files that belong to no game, by their modules and names."""


def schema(
    game: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            autocompletion=o.complete("games"),
            help="The game, such as asfos; or book, for book files; theme; or project.",
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
    if game in _FILES and game not in systems.names:
        module, name = _FILES[game]
        say_json(_write_schema([getattr(import_module(module), name)]))
        return
    from sheetgen.systems.fault import catch_faults

    found = find_game(game, systems)
    with catch_faults(found, "the models of its kinds"):
        whole = _write_schema([kind.model for kind in found.kinds])
    say_json(whole)


def _write_schema(models: Sequence[type[Model]]) -> dict[str, Any]:
    """The JSON Schema of files that any of the models may describe."""
    from pydantic.json_schema import models_json_schema

    references, whole = models_json_schema([(model, "validation") for model in models])
    whole["anyOf"] = [references[model, "validation"] for model in models]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole}


def find_game(name: str, systems: Systems) -> System:
    """The game with that id, or a usage error."""
    [name] = o.check_names([name], systems.names, "SYSTEM")
    found = systems.get(name)
    if found is None:
        fail_usage(f"the game {name} can't be loaded")
    return found
