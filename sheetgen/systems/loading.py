"""Finds games and reads them: the shipped ones, those of folders, those of packages."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from sheetgen.ground import assets
from sheetgen.ground.assets import name_page
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare, lower_severity
from sheetgen.ground.files import SHARED, Stamp, stamp_file
from sheetgen.ground.words import PLAIN, Words, load_words
from sheetgen.reading import source
from sheetgen.systems.contract import ID, System
from sheetgen.systems.fault import place_code

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from sheetgen.reading.packfile import InstalledPack

BAD_SYSTEM = declare(
    "bad-system",
    "error",
    """A game can't be used.

    Why: The folder given with --system, or the package that announces a game, has no game.yaml,
    or its game has a name that is taken. docs/games.md builds a small one. A game that is nothing
    but Python was written for an earlier sheetgen: its keys, checks and sheets belong in a
    game.yaml, and only what formulas can't say stays Python, in the file that `python:` names.

    Example:
    # sheetgen list systems --system my-game/      and my-game/ has no game.yaml
    """,
)

_FOLDER = Path(__file__).parent
_GROUP = "sheetgen.systems"
_CODE = "__init__.py"
CATALOGUES = "languages"
"""The folder of catalogues of words, in a project, beside a game.yaml, and in the package."""
_numbers = count(1)


def _advise() -> str:
    return f"{name_page('games.md')} shows how a game is made"


def list_shipped() -> list[str]:
    """The ids of the shipped games."""
    return [
        path.name.replace("_", "-") for path in _FOLDER.iterdir() if (path / assets.GAME).is_file()
    ]


@cache
def load_shipped(name: str) -> System:
    """A shipped game."""
    return open_shipped(name, PLAIN)


def open_shipped(name: str, words: Words) -> System:
    """A shipped game in some words."""
    module = name.replace("-", "_")
    # Its tests have made sure that it is right.
    game: System = _forms().open_game(_FOLDER / module, f"sheetgen.systems.{module}", words).system
    return game


def find_shipped(name: str) -> str:
    """The package of a shipped game with that id; empty if there is none."""
    return f"sheetgen.systems.{name.replace('-', '_')}" if name in list_shipped() else ""


def _forms() -> Any:
    """The room that makes games of their game.yaml; by its name, as it stands above this file."""
    return importlib.import_module("sheetgen.systems.plain.game")


def load_folders(folders: Sequence[Path]) -> dict[str, System]:
    """The games in folders, by id, by running their code if they have any. Raises ProblemError."""
    found: dict[str, System] = {}
    for folder in folders:
        system = load_folder(folder)
        refuse_clash(folder, system.id, found[system.id].folder if system.id in found else None)
        found[system.id] = system
    return found


def load_folder(folder: Path, words: Words = PLAIN) -> System:
    """The game in a folder that the user names, whose code may be run. Raises ProblemError."""
    if not (folder / assets.GAME).is_file():
        _refuse_old(folder)
        _refuse(*_explain_absence(folder))
    return load_plain(folder, package=open_package(folder), words=words)


def open_package(folder: Path) -> str:
    """Makes a folder a package, whose files can import each other, and returns its name.

    Nothing is run yet.
    """
    path = folder.resolve()
    # The number distinguishes two folders of one name, and a folder that is loaded again.
    name = f"sheetgen_game_{next(_numbers)}_" + re.sub(r"\W", "_", path.name)
    module = ModuleType(name)
    module.__path__ = [str(path)]
    sys.modules[name] = module
    return name


def has_code(folder: Path) -> bool:
    """Whether the game in a folder has code beside its game.yaml, which may be run."""
    return (folder / assets.GAME).is_file() and any(folder.glob("*.py"))


def load_plain(folder: Path, name: str = "", package: str = "", words: Words = PLAIN) -> System:
    """The game in a folder that has a game.yaml, under that name if one is given.

    Its code is run if the folder is imported as a `package`. Raises ProblemError.
    """
    if not (folder / assets.GAME).is_file():
        _refuse_old(folder)
    system: System = _forms().load(folder, package, words)
    if name and system.id != name:
        place = _place_id(folder)
        message = f"this game is called {system.id}, but its folder {name}"
        hint = "in games/, a folder has the name of its game"
        raise ProblemError([BAD_SYSTEM.at(place, message, hint)])
    return system


def list_examples() -> list[System]:
    """The games without code that come with sheetgen: projects have copies of them."""
    return [load_plain(folder) for folder in assets.list_games(assets.shipped("games").parent)]


def find_example(name: str) -> Path | None:
    """The folder of a game without code: one that comes with sheetgen, or by its path."""
    for folder in (assets.shipped("games") / name, Path(name)):
        if (folder / assets.GAME).is_file():
            return folder
    return None


def refuse_clash(folder: Path, name: str, other: Path | None) -> None:
    """Refuses a game with the id of a shipped one, or of one in another folder.

    Raises ProblemError.
    """
    shown = assets.display_name(folder)
    message = f"the game in {shown} has the id {name} of a shipped one"
    if other is not None:
        message = f"the games in {assets.display_name(other)} and {shown} both have the id {name}"
    elif name not in list_shipped():
        return
    raise ProblemError([BAD_SYSTEM.at(_place_id(folder), message, "give it an id that is free")])


def _place_id(folder: Path) -> Place:
    """Find the place of a game's name in its game.yaml, or else the beginning of that file."""
    read = source.read(folder / assets.GAME, assets.display_name(folder / assets.GAME))
    return read.documents[0].place(("game",)) if read.documents else read.start


def _list_old(project: Path) -> list[Path]:
    """The folders in a project's games/ that have code and no game.yaml."""
    games = project / assets.GAMES
    files = sorted(games.glob(f"*/{_CODE}")) if assets.is_folder(games) else []
    return [file.parent for file in files if not (file.parent / assets.GAME).is_file()]


def _explain_absence(folder: Path) -> tuple[str, str]:
    if str(folder) in list_shipped():
        return f"{folder} is a shipped game and needs no --system", "--system takes a folder"
    if folder.is_file():
        return f"{folder} is a file", f"name its folder: --system {folder.parent}"
    if not folder.is_dir():
        return f"there is no folder {folder}", _advise()
    return f"{folder} holds no game: it has no {assets.GAME}", _advise()


def _refuse_old(folder: Path, file: str = _CODE) -> None:
    """Refuses a folder whose code is a whole game, as in an earlier sheetgen. It is not run.

    Raises ProblemError.
    """
    if not (folder / file).is_file():
        return
    text, _ = SHARED.read_text(folder / file, "", "the code of a game")
    if found := re.search(r"^SYSTEM\b", text, re.MULTILINE):
        place = place_code(folder / file, text.count("\n", 0, found.start()) + 1, 1)
        message = f"this game is all Python, which is no longer read: it has no {assets.GAME}"
        hint = f"write a {assets.GAME}, with python: rules.py for what formulas can't say"
        raise ProblemError([BAD_SYSTEM.at(place, message, f"{hint}; {_advise()}")])


def list_entries() -> Mapping[str, EntryPoint]:
    """The games that installed packages announce, by id."""
    if not any(map(_may_announce, sys.path)):
        return {}
    from importlib import metadata

    return {point.name: point for point in metadata.entry_points(group=_GROUP)}


def _may_announce(place: str) -> bool:
    """Whether a package in a place of Python's path may announce a game.

    Python's own search would make much of every package that is installed.
    """
    try:
        names = os.listdir(place or ".")  # noqa: PTH208
    except NotADirectoryError:  # an archive
        return True
    except OSError:
        return False
    facts = [name for name in names if name.lower().endswith((".dist-info", "egg-info"))]
    return any(_names_group(os.path.join(place, name, "entry_points.txt")) for name in facts)  # noqa: PTH118


def _names_group(file: str) -> bool:
    try:
        with open(file, "rb") as entries:  # noqa: PTH123 (in every start, for every package)
            return _GROUP.encode() in entries.read()
    except OSError:
        return False


def locate_entry(entry: EntryPoint) -> Path | None:
    """The folder of an announced game; None if there is none, which loading then reports.

    No code is run to find it.
    """
    first, *inner = entry.module.split(".")
    try:
        spec = importlib.util.find_spec(first)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    homes = spec.submodule_search_locations or [str(Path(spec.origin or ".").parent)]
    folders = [Path(home).resolve().joinpath(*inner) for home in homes]
    return next((one for one in folders if (one / assets.GAME).is_file()), folders[0])


def load_entry(entry: EntryPoint, words: Words = PLAIN) -> System:
    """The game that an installed package announces. Raises ProblemError."""
    named = f"the entry point {entry.name} = {entry.value}"
    folder = locate_entry(entry)
    if folder is None:
        _refuse(f"{named} names a package that is not there", "install its package again")
    if not (folder / assets.GAME).is_file():
        for file in (_CODE, f"{entry.module}.py"):
            _refuse_old(folder, file)
        _refuse(f"{named} names a package without a {assets.GAME}", _advise())
    system = load_plain(folder, package=entry.module, words=words)
    if system.id != entry.name:
        _refuse(f"{named} names a game with the id {system.id}", f"call it {system.id}")
    return system


def _refuse(message: str, hint: str) -> NoReturn:
    raise ProblemError([BAD_SYSTEM.at(None, message, hint)])


# The games of a run: the shipped ones, the user's own folders, and installed packages.


class Systems:
    """The games of a run, each imported or read when first asked for."""

    def __init__(
        self,
        folders: Sequence[Path] = (),
        projects: Sequence[Path] = (),
        tell: Callable[[Sequence[Diagnostic]], None] = lambda found: None,
        packs: Sequence[InstalledPack] | None = None,
    ) -> None:
        """`folders` hold the user's own games, whose code this runs if they have any.

        The games in `projects`, which consist of data alone, are found without being named. One
        that can't be used is left out where all are asked for: `tell` gets what is wrong with it,
        once. The `packs` are those that are installed in the projects, unless others are given.
        Raises ProblemError.
        """
        self._loaded = load_folders(folders)
        self.named = list(self._loaded)
        self._homes = {name: system.folder for name, system in self._loaded.items()}
        self._tell, self._told = tell, set[Diagnostic]()
        self._failed: dict[str, ProblemError] = {}
        self._nameless: list[ProblemError] = []
        """The problems of games that stand alone, whose ids could not be read."""
        self._stamps: dict[Path, Stamp] = {}
        self._projects = list(dict.fromkeys(projects))
        self._languages: Sequence[str] = ()
        self._given = packs
        self.packs: Sequence[InstalledPack] = ()
        """The packs whose ships and games can be named, the newest first."""
        self._look_around()

    def translate(self, languages: Sequence[str]) -> Systems:
        """The same games in one language, or in two."""
        other = copy(self)
        other._languages, other._loaded, other._failed = languages, {}, {}
        return other

    def find_words(self, folder: Path | None = None) -> Words:
        """The words of the games' language, with those of a game in a folder.

        Raises ProblemError for a catalogue that can't be read.
        """
        homes = [*self._projects, *([folder] if folder else [])]
        places = [*(home / CATALOGUES for home in homes), assets.shipped(CATALOGUES)]
        return load_words(self._languages, places, SHARED)

    def _look_around(self) -> None:
        """Finds the packs and games of the projects. Raises ProblemError."""
        locks = {assets.find_outer(project) / assets.LOCK: project for project in self._projects}
        self._stamps |= {path: stamp_file(path) for path in locks}
        self.packs = self._given or ()
        if self._given is None and any(map(assets.is_there, locks)):
            from sheetgen.reading.packfile import list_packs  # which most projects do without

            self.packs = [pack for project in locks.values() for pack in list_packs(project)]
        for project in self._projects:
            self._find_plain(project)
        for pack in self.packs:
            self._find_plain(pack.root, is_pack=True)

    def find_pack(self, path: Path | None) -> InstalledPack | None:
        """The pack that a file lies in; None for any other."""
        where = path.absolute() if path and self.packs else None
        fitting = (pack for pack in self.packs if where and where.is_relative_to(pack.root))
        return next(fitting, None)

    def list_packs(self, start: Path | None, version: str = "") -> Iterator[InstalledPack]:
        """The packs that can be named from a folder: the newest of each, or those of a version.

        In a pack, these are the ones that it needs.
        """
        if not self.packs:
            return
        from sheetgen.reading.packfile import lies_in

        home = self.find_pack(start)
        project = assets.find_outer(assets.find_project(start)) if start else None
        seen = set()
        for pack in self.packs:
            if home:
                wanted = "" if pack is home else home.needs.get(pack.name)
                near = pack is home or pack.project == home.project
                fits = near and wanted is not None and lies_in(pack.version, wanted)
            else:
                fits = project is None or pack.project == project
            if fits and (pack.version == version or not (version or pack.name in seen)):
                seen.add(pack.name)
                yield pack

    def refresh(self) -> bool:
        """Forgets the games without code if one has changed or is new; returns whether one has.

        Raises ProblemError where two have one name.
        """
        folders = {folder for project in self._projects for folder in assets.list_games(project)}
        if folders <= {*self._homes.values()} and all(
            stamp_file(path) == stamp for path, stamp in self._stamps.items()
        ):
            return False
        for name in [name for name in self._homes if name not in self.named]:
            del self._homes[name]
            self._loaded.pop(name, None)
        self._failed.clear()
        self._nameless.clear()
        self._stamps.clear()
        self._look_around()
        return True

    def _find_plain(self, project: Path, is_pack: bool = False) -> None:
        """Notes the games of a project, or those of a pack that are not there yet.

        Raises ProblemError where two have one name.
        """
        games = [*assets.list_games(project), *_list_old(project)]
        found = [(folder.name, folder) for folder in games]
        if (project / assets.GAME).is_file():  # a game that stands alone, in a folder of any name
            try:
                found.append((load_plain(project).id, project))
            except ProblemError as error:
                self._stamp(project)
                self._nameless.append(error)
        for name, folder in found:
            other = self._homes.get(name)
            if is_pack and (other or name in list_shipped()):
                continue  # installing it has made sure that both are the same, or one is newer
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

        return list_entries()

    @property
    def homes(self) -> list[Path]:
        """Folders of games from outside; their `templates` and `ships` are used."""
        others = [locate_entry(entry) for entry in self._entries.values()]
        return [folder for folder in dict.fromkeys([*self._homes.values(), *others]) if folder]

    def find_home(self, name: str) -> Path | None:
        """The folder of a game that lies in a project or a pack."""
        return self._homes.get(name)

    @property
    def stock(self) -> list[Path]:
        """The folders of ships that come with games from outside."""
        return [home / "ships" for home in self.homes if (home / "ships").is_dir()]

    @property
    def names(self) -> list[str]:
        """The ids of all games, sorted."""
        return sorted({*list_shipped(), *self._loaded, *self._homes, *self._entries})

    def is_named(self, folder: Path) -> bool:
        """Whether the user named the game in a folder, whose code may then be run."""
        homes = (self._homes[name] for name in self.named)
        return any(home and home.resolve() == folder.resolve() for home in homes)

    def get(self, name: str) -> System | None:
        """The game with that id; None if there is none. Raises ProblemError."""
        if name not in self._loaded and ID.fullmatch(name):
            if home := self._homes.get(name):
                self._loaded[name] = self._load_plain(name, home)
            elif name in list_shipped():
                self._loaded[name] = self._load_shipped(name)
            elif entry := self._entries.get(name):
                self._loaded[name] = load_entry(entry, self.find_words(locate_entry(entry)))
            elif self._nameless:  # one of these may be meant
                raise self._nameless[0]
        return self._loaded.get(name)

    def _load_shipped(self, name: str) -> System:
        if not self._languages:
            return load_shipped(name)
        return open_shipped(name, self.find_words(_FOLDER / name.replace("-", "_")))

    def _load_plain(self, name: str, folder: Path) -> System:
        """The game in a folder of a project, read only once even if it is wrong."""
        if name in self._failed:
            raise self._failed[name]
        self._stamp(folder)
        try:
            if name in self.named:
                return load_folder(folder, self.find_words(folder))
            named = name if folder.parent.name == assets.GAMES else ""
            return load_plain(folder, named, words=self.find_words(folder))
        except ProblemError as error:
            self._failed[name] = error
            raise

    def _stamp(self, folder: Path) -> None:
        """Notes the state of a game's own files."""
        there = folder.is_dir()
        for path in (
            (*folder.iterdir(), *folder.glob("*/*.svg"), *folder.glob("*/*.po")) if there else ()
        ):
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
