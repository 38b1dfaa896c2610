"""A stand-in for Pillow where there is none: whatever reads no picture works without it.

ReportLab, which lays out books, imports Pillow whether or not a book has pictures.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

NAME = "PIL"


class _Missing(ModuleType):
    """A module that has nothing, and says what it lacks."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError(f"there is no Pillow here, so no {name}", name=NAME)


def stand_in() -> None:
    """Puts a module in Pillow's place if that is missing."""
    if importlib.util.find_spec(NAME) is None:
        package, image = _Missing(NAME), _Missing(f"{NAME}.Image")
        package.__dict__.update(__path__=[], Image=image)
        sys.modules.update({NAME: package, f"{NAME}.Image": image})
