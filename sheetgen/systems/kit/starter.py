"""Starters: commented definitions to start from, beside a game's code, and projects of them."""

from __future__ import annotations

from pathlib import Path

from sheetgen.systems import Kind


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
