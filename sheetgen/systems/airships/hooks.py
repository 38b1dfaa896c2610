"""The code of Airships."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Any


def name_wings(id: str, count: int) -> list[str]:
    """The IDs of the wings aboard a ship: its own with a letter."""
    return [f"{id}{letter}" if id else "" for letter in ascii_lowercase[:count]]


def list_forces(*them: Any) -> Any: ...
def make_combat() -> Any: ...
