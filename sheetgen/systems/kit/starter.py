"""The beginnings of a game: its kinds of fleets and scenarios, its sheets, starters and project."""

from __future__ import annotations

from pathlib import Path

from sheetgen.systems import Kind, Sheet, later, sheet_later

Names = tuple[str, ...]


def read_starter(file: str, kind: str = "") -> str:
    """The text of `starter.yaml`, or `starter-KIND.yaml`, beside the file of a game's code."""
    name = f"starter-{kind}.yaml" if kind else "starter.yaml"
    return Path(file).with_name(name).read_text("utf-8")


def make_project(
    ship: Kind, fleet: Kind, example: str, name: str = "First Fleet"
) -> dict[str, str]:
    """The files of a project to start from: a first ship, and a fleet that has it.

    The ship replaces the `example` that the fleet's starter names.
    """
    first = f"first-{ship.name}"
    title = f"First {ship.name.capitalize()}"
    return {
        f"ships/{first}.yaml": ship.starter.replace("@NAME@", title),
        "fleet.yaml": fleet.starter.replace("@NAME@", name).replace(example, first),
    }


def make_kinds(package: str, file: str) -> tuple[Kind, Kind]:
    """The kinds of a game's fleets and scenarios, whose parts are imported when they are used.

    All games name these alike: the module `fleet` has `Fleet`, `FLEET_CHECKS` and `link_fleet`, the
    modules `columns` and `form` have `FLEET`; those of scenarios likewise.
    """
    fleet, scenario = (
        Kind(
            name=name,
            model=later(f"{package}.{name}:{name.capitalize()}"),
            columns=later(f"{package}.columns:{name.upper()}"),
            checks=later(f"{package}.{name}:{name.upper()}_CHECKS"),
            marker=name,
            link=later(f"{package}.{name}:link_{name}"),
            starter=read_starter(file, name),
            parts=later(parts) if parts else None,
            form=later(f"{package}.form:{name.upper()}"),
        )
        for name, parts in (
            ("fleet", ""),
            ("scenario", "sheetgen.systems.kit.scenario.scenario:list_parts"),
        )
    )
    return fleet, scenario


def name_sheets(package: str, *sheets: tuple[str, str, Names, Names]) -> tuple[Sheet, ...]:
    """The sheets of a game, each imported when it is printed.

    Of each it is said where in the package it is, such as `sheets.aids:RULER`, and what decides
    whether it is printed: its name, its kinds, and those for which it is a default.
    """
    return tuple(
        sheet_later(f"{package}.{home}", name, kinds, default)
        for home, name, kinds, default in sheets
    )
