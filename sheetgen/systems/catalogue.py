"""The games of a run: the shipped ones, the user's own folders, and installed packages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.systems.contract import ID, System

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Systems:
    """The games of a run, each imported when first asked for."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """`folders` hold the user's own games, whose code this runs. Raises ProblemError."""
        from sheetgen.systems.loading import load_folders

        self._loaded = load_folders(folders)
        self.own = list(self._loaded)

    @cached_property
    def _entries(self) -> Mapping[str, EntryPoint]:
        # Looking through all installed packages takes a while, so it is done once per run.
        from sheetgen.systems.loading import list_entries

        return list_entries()

    @property
    def homes(self) -> list[Path]:
        """Folders of games from outside; their `templates` and `ships` are used."""
        from sheetgen.systems.loading import locate_entry

        own = [self._loaded[name].folder for name in self.own]
        others = [locate_entry(entry) for entry in self._entries.values()]
        return [folder for folder in dict.fromkeys([*own, *others]) if folder]

    @property
    def stock(self) -> list[Path]:
        """The folders of ships that come with games from outside."""
        return [home / "ships" for home in self.homes if (home / "ships").is_dir()]

    @property
    def names(self) -> list[str]:
        """The ids of all games, sorted."""
        from sheetgen.systems.loading import list_shipped

        return sorted({*list_shipped(), *self._loaded, *self._entries})

    def get(self, name: str) -> System | None:
        """The game with that id; None if there is none. Raises ProblemError."""
        if name not in self._loaded and ID.fullmatch(name):
            from sheetgen.systems import loading

            if name in loading.list_shipped():
                self._loaded[name] = loading.load_shipped(name)
            elif entry := self._entries.get(name):
                self._loaded[name] = loading.load_entry(entry)
        return self._loaded.get(name)

    def all(self) -> list[System]:
        """Every game, in order of rank, then of id."""
        found = [system for name in self.names if (system := self.get(name))]
        return sorted(found, key=lambda system: system.rank)
