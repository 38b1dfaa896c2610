"""The games of a run: the shipped ones, the user's own folders, and installed packages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, ProblemError, lower_severity
from sheetgen.ground.files import Stamp, stamp_file
from sheetgen.systems.contract import ID, System

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Systems:
    """The games of a run, each imported or read when first asked for."""

    def __init__(
        self,
        folders: Sequence[Path] = (),
        projects: Sequence[Path] = (),
        tell: Callable[[Sequence[Diagnostic]], None] = lambda found: None,
    ) -> None:
        """`folders` hold the user's own games, whose code this runs if they have any.

        The games in `projects`, which consist of data alone, are found without being named. One
        that can't be used is left out where all are asked for: `tell` gets what is wrong with it,
        once. Raises ProblemError.
        """
        from sheetgen.systems.loading import load_folders

        self._loaded = load_folders(folders)
        self.named = list(self._loaded)
        self._homes = {name: system.folder for name, system in self._loaded.items()}
        self._tell, self._told = tell, set[Diagnostic]()
        self._failed: dict[str, ProblemError] = {}
        self._nameless: list[ProblemError] = []
        """What is wrong with games that stand alone, whose ids could not be read."""
        self._stamps: dict[Path, Stamp] = {}
        self._projects = list(dict.fromkeys(projects))
        for project in self._projects:
            self._find_plain(project)

    def refresh(self) -> bool:
        """Forgets the games without code if one has changed or is new; returns whether one has.

        Raises ProblemError where two have one name.
        """
        folders = {folder for project in self._projects for folder in assets.list_games(project)}
        if folders <= set(self._homes.values()) and all(
            stamp_file(path) == stamp for path, stamp in self._stamps.items()
        ):
            return False
        for name in [name for name in self._homes if name not in self.named]:
            del self._homes[name]
            self._loaded.pop(name, None)
        self._failed.clear()
        self._nameless.clear()
        self._stamps.clear()
        for project in self._projects:
            self._find_plain(project)
        return True

    def _find_plain(self, project: Path) -> None:
        """Notes the games of a project. Raises ProblemError where two have one name."""
        from sheetgen.systems.loading import load_plain, refuse_clash

        found = [(folder.name, folder) for folder in assets.list_games(project)]
        if (project / assets.GAME).is_file():  # a game that stands alone, in a folder of any name
            try:
                found.append((load_plain(project).id, project))
            except ProblemError as error:
                self._stamp(project)
                self._nameless.append(error)
        for name, folder in found:
            other = self._homes.get(name)
            if other is None or other.resolve() != folder.resolve():
                refuse_clash(folder, name, other)
                self._homes[name] = folder

    @property
    def own(self) -> list[str]:
        """The ids of the user's own games."""
        return list(self._homes)

    def add(self, system: System) -> None:
        """Adds a game that was found in another way."""
        self._loaded[system.id] = system

    @cached_property
    def _entries(self) -> Mapping[str, EntryPoint]:
        # Looking through all installed packages takes a while, so it is done once per run.
        from sheetgen.systems.loading import list_entries

        return list_entries()

    @property
    def homes(self) -> list[Path]:
        """Folders of games from outside; their `templates` and `ships` are used."""
        from sheetgen.systems.loading import locate_entry

        others = [locate_entry(entry) for entry in self._entries.values()]
        return [folder for folder in dict.fromkeys([*self._homes.values(), *others]) if folder]

    @property
    def stock(self) -> list[Path]:
        """The folders of ships that come with games from outside."""
        return [home / "ships" for home in self.homes if (home / "ships").is_dir()]

    @property
    def names(self) -> list[str]:
        """The ids of all games, sorted."""
        from sheetgen.systems.loading import list_shipped

        return sorted({*list_shipped(), *self._loaded, *self._homes, *self._entries})

    def get(self, name: str) -> System | None:
        """The game with that id; None if there is none. Raises ProblemError."""
        if name not in self._loaded and ID.fullmatch(name):
            from sheetgen.systems import loading

            if home := self._homes.get(name):
                self._loaded[name] = self._load_plain(name, home)
            elif name in loading.list_shipped():
                self._loaded[name] = loading.load_shipped(name)
            elif entry := self._entries.get(name):
                self._loaded[name] = loading.load_entry(entry)
            elif self._nameless:  # one of these may be meant
                raise self._nameless[0]
        return self._loaded.get(name)

    def _load_plain(self, name: str, folder: Path) -> System:
        """The game in a folder of a project, read only once even if it is wrong."""
        from sheetgen.systems.loading import load_plain

        if name in self._failed:
            raise self._failed[name]
        self._stamp(folder)
        try:
            return load_plain(folder, name if folder.parent.name == assets.GAMES else "")
        except ProblemError as error:
            self._failed[name] = error
            raise

    def _stamp(self, folder: Path) -> None:
        """Notes the state of a game's own files."""
        for path in folder.iterdir() if folder.is_dir() else ():
            if path.is_file():
                self._stamps[path] = stamp_file(path)

    def all(self) -> list[System]:
        """Every game that can be used, in order of rank, then of id."""
        found = []
        for error in self._nameless:
            self._leave_out(error)
        for name in self.names:
            try:
                system = self.get(name)
            except ProblemError as error:
                if name not in self._failed:  # a package was installed to be used
                    raise
                self._leave_out(error)
                continue
            found += [system] if system else []
        return sorted(found, key=lambda system: system.rank)

    def _leave_out(self, error: ProblemError) -> None:
        """Tells why a game is left out, which stops nobody who does not need it."""
        found = lower_severity(error.diagnostics)
        fresh = [problem for problem in found if problem not in self._told]
        self._told.update(fresh)
        if fresh:
            self._tell(fresh)
