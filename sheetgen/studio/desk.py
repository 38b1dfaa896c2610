"""The desk: the open project, its files as the page names them, and the drafts that lie over it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sheetgen.definitions.collection import Collection, list_below
from sheetgen.definitions.linking import gather
from sheetgen.definitions.mark import write_mark
from sheetgen.ground import assets, textfile
from sheetgen.ground.delivery import create_files, write_files
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import is_plain, is_portable
from sheetgen.ground.textfile import FileError
from sheetgen.project.project import Project
from sheetgen.studio.draft import Draft, Keeper
from sheetgen.studio.request import AskError

if TYPE_CHECKING:
    from sheetgen.ground.files import Files
    from sheetgen.ground.words import Words
    from sheetgen.ground.worker import Wish, Worker


SHIPPED = "shipped:"
"""The prefix of names of files that come with sheetgen; they are never written."""
TEXTS = (".yaml", ".yml", ".csv", ".md", ".svg", ".css")
"""The endings of files that are opened and written as texts."""


class Folder:
    """A project's folder; `path` is absolute."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._shipped = assets.shipped("ships")

    def find(self, name: str) -> Path:
        """The file of that name, which need not exist yet. Raises AskError."""
        shipped = name.startswith(SHIPPED)
        parts = name.removeprefix(SHIPPED).split("/")
        if not is_portable("/".join(parts)):
            raise AskError(400, "no file of a project can have this name")
        if not parts[-1].lower().endswith(TEXTS):
            raise AskError(400, f"the studio opens files that end in {', '.join(TEXTS)}")
        top = self._shipped if shipped else self.path
        path = top.joinpath(*parts)
        if not _lies_below(path, top):
            raise AskError(403, "this file really lies outside the project")
        return path

    def find_own(self, name: str) -> Path:
        """The same for a file that may be written. Raises AskError."""
        if name.startswith(SHIPPED):
            raise AskError(403, "this came with sheetgen; copy it into the project to change it")
        path = self.find(name)
        if path.is_symlink():
            raise AskError(403, "this is a link; the studio doesn't write to links")
        return path

    def leads_out(self, path: Path) -> bool:
        """Whether a path is a link, or really leads out of the project."""
        return path.is_symlink() or not _lies_below(path, self.path)

    def name(self, path: Path) -> str | None:
        """Return the page's name of a file; None for one outside the project."""
        for prefix, top in (("", self.path), (SHIPPED, self._shipped)):
            try:
                return prefix + path.absolute().relative_to(top).as_posix()
            except ValueError:
                continue
        return None


def check_name(name: str) -> str:
    """The name of a new file or folder, if it can be one everywhere. Raises AskError."""
    if not is_plain(name):
        raise AskError(400, "no file can have this name")
    return name


def _lies_below(path: Path, top: Path) -> bool:
    """Whether a path lies in a folder wherever links lead."""
    real, above = os.path.realpath(path), os.path.realpath(top)
    return real.startswith(above.rstrip(os.sep) + os.sep)


T = TypeVar("T")

MOST_KEPT = 4
"""Prints and books that are kept as they were laid out or made; the oldest go first."""
MOST_OPEN = 200
"""Files that are open at once; those without unsaved work are closed first."""


DRAWN = ("templates/", "fonts/")
PICTURES = (".svg", ".png", ".jpg", ".jpeg")
"""Where files are, and what they end in, with which sheets look different."""
MOST_CHANGES = 300
"""Changes after which all drawings are forgotten."""
DISK = ""
"""The note for an easel that files have changed."""
DATA = (".yaml", ".yml", ".csv")
"""Suffixes of files that change all the time, and fill templates without being any."""
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


class Desk:
    """A project with its drafts. All who `listen` hear what changes, as plain data.

    `home` is the user's folder where unsaved work is kept for the next start, if there is one.
    What is drawn is drawn by the `easel`, if there is one, so that nobody waits for it here.
    """

    def __init__(
        self, project: Project, home: Path | None = None, easel: Worker | None = None
    ) -> None:
        """Without an `easel`, whatever is asked for is drawn in this process."""
        self.project, self.easel = project, easel
        self.folder = Folder(project.folder)
        self._keeper = Keeper(project.folder, home)
        self.lock = RLock()
        self.drafts: dict[str, Draft] = {}
        self.places: dict[Any, Any] = {}
        """Where fields are shown on sheets, as far as it was found out."""
        self.drawings: dict[str, Wish] = {}
        """The drawings at the easel for the latest edit of each file."""
        self.words: dict[str, Words] = {}
        """The words of the page in the languages that were asked for."""
        self.stamp = 0
        """Another number after each change of a draft or on the disk."""
        self._kept: dict[Any, Any] = {}
        self._changes = 0
        self._encodings: dict[Path, str] = {}
        self._listeners: list[Callable[[dict[str, Any]], None]] = []
        self._recover()

    def _recover(self) -> None:
        """Lays out what was not saved when the studio ended, as far as it differs from the disk."""
        for name, (text, saved) in self._keeper.load().items():
            with suppress(AskError):
                path = self.folder.find_own(name)
                disk = self.read_disk(path)
                draft = Draft(name, path, disk, disk or "")
                draft.change(text)
                draft.conflict = draft.unsaved and disk != saved
                if draft.unsaved:
                    self.drafts[name] = draft
                    self.lay(draft)

    def open(self, name: str) -> Draft:
        """The draft of a file, read when it is first asked for. Raises AskError."""
        path = self.folder.find(name)
        draft = self.drafts.get(name)
        if draft is None:
            text = self.read_disk(path)
            if text is None:
                raise AskError(404, f"there is no file {name}")
            draft = self.drafts[name] = Draft(name, path, text, text)
            self._close_some()
        return draft

    def open_own(self, name: str) -> Draft:
        """The draft of a file that may be changed. Raises AskError."""
        self.folder.find_own(name)
        return self.open(name)

    def start(self, name: str, text: str) -> Draft:
        """A draft of a file that does not exist yet. Raises AskError."""
        path = self.folder.find_own(name)
        draft = self.drafts[name] = Draft(name, path, None, text)
        self.lay(draft)
        return draft

    def forget(self, name: str) -> None:
        """Closes a file without saving it."""
        draft = self.drafts.pop(name, None)
        if draft:
            self._overlay(draft, None)
            self._keeper.keep(self.list_unsaved())

    def lay(self, draft: Draft) -> None:
        """Lays a draft over its file, or takes it away where both are the same."""
        self._overlay(draft, draft.text if draft.unsaved else None)
        self._keeper.keep(self.list_unsaved())
        self._changes += 1
        if not self._changes % MOST_CHANGES:  # what was drawn of drafts is never needed again
            self.project.forget()
        self.tell("file", **describe(draft))

    def take(self, name: str, text: str | None) -> None:
        """Lays the text of another desk over a file; None takes it away. Raises AskError."""
        with self.lock:
            if text is None:
                self.forget(name)
            else:
                self.start(name, text)

    def find(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing made of the project for a key, made again if something has changed since."""
        kept = self._kept.pop((self.stamp, key), None)
        if kept is None:
            kept = make()
            self._kept = {one: it for one, it in self._kept.items() if one[0] == self.stamp}
            while len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        self._kept[self.stamp, key] = kept
        return cast("T", kept)

    def drop(self, key: Hashable) -> None:
        """Forgets what was made for a key."""
        self._kept.pop((self.stamp, key), None)

    def _overlay(self, draft: Draft, text: str | None) -> None:
        self.stamp += 1
        self.project.overlay(draft.path, text)
        if self.easel:
            self.easel.note(draft.file, text)
            is_data = draft.path.suffix.lower() in DATA
            self.easel.forgive(assets.display_name(draft.path) if is_data else "")

    def look(self) -> None:
        """Looks at the disk, here and at the easel."""
        self.stamp += 1
        self.project.refresh()
        self.words.clear()
        if self.easel:
            self.easel.note(DISK, True)
            self.easel.forgive()

    def read_disk(self, path: Path) -> str | None:
        """The text of a file as it is on the disk; None without one. Raises AskError."""
        try:
            data = self.project.files.read_bytes(path, textfile.MAX_BYTES, "a text")
        except FileNotFoundError:
            return None
        except (FileError, OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise AskError(403, f"this file can't be read: {reason}") from None
        self._encodings[path] = next((name for m, name in _MARKS if data.startswith(m)), "utf-8")
        text, found = textfile.decode_text(data, path.name)
        if found:
            raise AskError(400, found[0].message)
        return text

    def gather_games(self) -> Collection:
        """The ships of packs and games in the project, which fleets name but it does not list."""
        stock = [folder for folder in self.project.systems.stock if self.folder.name(folder)]
        packs = [pack.root for pack in self.project.systems.packs if assets.is_folder(pack.root)]
        return gather([*stock, *packs], self.project.shelf)

    def name_file(self, shown: str) -> str:
        """Return the page's name of a file, from the one that it has in diagnostics."""
        for base in (Path.cwd(), assets.shipped("ships").parent):
            name = self.folder.name(base / shown) if shown else None
            if name:
                return name
        return shown

    def create(self, files: Mapping[Path, bytes]) -> None:
        """Writes new files, all or none; the first ones start a project. Raises AskError."""
        self._deliver(partial(create_files, {**self._start_project(), **files}))

    def replace(self, files: Mapping[Path, bytes], inputs: Files | None) -> None:
        """Writes files, new ones or over others, but nothing over `inputs`. Raises AskError."""
        self._deliver(partial(write_files, {**self._start_project(), **files}, inputs, True))

    def _start_project(self) -> dict[Path, bytes]:
        """The mark of the folder, if nothing in it says yet that it is a project."""
        folder = self.folder.path
        if assets.locate_project(folder).signs or list_below(folder, self.project.files, []):
            return {}
        return {folder / assets.MARK: write_mark(folder.name).encode()}

    def save(self, draft: Draft) -> None:
        """Writes a draft over its file, whole or not at all, encoded as before. Raises AskError."""
        data = draft.text.encode(self._encodings.get(draft.path, "utf-8"))
        self._deliver(partial(write_files, {draft.path: data}, None, folders=True))
        draft.mark_saved()
        self.lay(draft)

    def _deliver(self, write: Callable[[], None]) -> None:
        try:
            write()
        except ProblemError as error:
            raise AskError(403, error.diagnostics[0].message) from None
        finally:
            self.look()
            self.tell("shelf")

    def refresh(self, changed: Iterable[str] = ()) -> None:
        """Looks at the disk: what changed is read again, drafts are kept.

        `changed` are files, by their paths in the project, that others have written.
        """
        with self.lock:
            self.look()
            for draft in list(self.drafts.values()):
                try:
                    disk = self.read_disk(draft.path)
                except AskError:
                    continue
                if disk is None and not draft.unsaved:
                    self.forget(draft.file)
                    self.tell("file", **describe(draft), gone=True)
                elif draft.reload(disk):
                    self.lay(draft)
            for name in changed:
                if name.startswith(DRAWN) or name.lower().endswith(PICTURES):
                    self.tell("template", file=name)
            self.tell("shelf")

    def listen(self, listener: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        """Tells a function of every change from now on; returns how to end that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: str, **more: Any) -> None:
        """Tells all who listen of a change."""
        for listener in list(self._listeners):
            listener({"event": event, **more})

    def list_unsaved(self) -> Iterator[Draft]:
        """The drafts that are not saved."""
        return (draft for draft in self.drafts.values() if draft.unsaved)

    def _close_some(self) -> None:
        idle = deque(name for name, draft in self.drafts.items() if not draft.unsaved)
        while len(self.drafts) > MOST_OPEN and len(idle) > 1:
            del self.drafts[idle.popleft()]


def describe(draft: Draft) -> dict[str, Any]:
    """Return the facts of a draft that the page is sent when it changes."""
    return {
        "file": draft.file,
        "version": draft.version,
        "unsaved": draft.unsaved,
        "conflict": draft.conflict,
    }


def is_own(name: str) -> bool:
    """Whether a file belongs to the project, and did not come with sheetgen."""
    return not name.startswith(SHIPPED)
