"""A folder that is open: its files, games, definitions and presses, kept until they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sheetgen.definitions.collection import Collection, find_closed
from sheetgen.definitions.selection import Name, select
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import assets
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.files import SHARED, Files
from sheetgen.printing.options import ChoiceError
from sheetgen.printing.press import Press
from sheetgen.systems.loading import Systems
from sheetgen.template.wardrobe import FILE as LOOK_FILE
from sheetgen.template.wardrobe import FOLDER as LOOKS
from sheetgen.template.wardrobe import WrittenLook

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition
    from sheetgen.definitions.mark import ProjectMark
    from sheetgen.systems.contract import System


class OpenFolder:
    """A folder with definitions, and perhaps templates and fonts of its own.

    Several threads may use one; one of them works at a time. What was read and drawn is kept until
    `refresh` or `overlay` finds that it has changed.
    """

    def __init__(
        self,
        folder: Path,
        systems: Systems,
        fonts: Sequence[Path] = (),
        base: Path | None = None,
        others: Sequence[Path] = (),
        files: Files | None = None,
    ) -> None:
        """`folder` holds templates/ and fonts/; names are looked up as seen from `base`.

        Pictures may also lie in `others`, the projects from which definitions are taken.
        """
        self.folder, self.base, self.systems = folder, base or folder, systems
        self._fonts = fonts
        self._lent: dict[Path, Self] = {}
        self.files = files or Files()
        self.shelf = Shelf(systems, self.files)
        self._press = Press(folder, Ink.COLOR, fonts, systems, None, others, self.files)
        self._presses: dict[tuple[Ink, float | None, bool, str], Press] = {
            (Ink.COLOR, None, False, ""): self._press
        }
        self._press.wardrobe.wish = self._find_wish()
        self._lock = self._press.lock
        self._keeps = False
        self._all: Collection | None = None
        self._problems: list[Diagnostic] | None = None

    @property
    def name(self) -> str:
        """The name of the project: that in its mark, or else its folder's."""
        with self._lock:
            mark, _ = self._read_mark(self.folder)
            return (mark.name if mark else "") or self.folder.name or "sheetgen"

    @property
    def languages(self) -> Sequence[str]:
        """The languages of what names none, by the project's mark; none if that has none."""
        with self._lock:
            mark, _ = self._read_mark(self.folder)
            return (mark and mark.language) or ()

    @property
    def inputs(self) -> list[Path]:
        """Every file that was read for it so far, so that a program need not write over one."""
        with self._lock:
            return sorted({file.path.absolute() for file in self.files.inputs.values()})

    def overlay(self, path: Name, text: str | None) -> None:
        """Uses unsaved text in place of a file's contents; None goes back to the file."""
        with self._lock:
            file = self.base / path
            self.files.overlay(file, text)
            self.shelf.forget(file)
            if any(file.is_relative_to(folder) for folder in self._press.templates.folders):
                self._refresh_drawings()
            self._all = self._problems = None

    def refresh(self) -> None:
        """Looks at the disk again: what has changed is read and redrawn, the rest is kept."""
        with self._lock:
            self.files.refresh()
            self._lent.clear()
            if self.systems.refresh():  # every definition of such a game is another one now
                self.shelf = Shelf(self.systems, self.files)
            self.shelf.refresh()
            self._refresh_drawings()
            self._all = self._problems = None

    def _refresh_drawings(self) -> None:
        """Forgets what was drawn if templates, fonts or pictures have changed."""
        stale = self._press.templates.refresh()
        fonts = self._press.fonts.refresh()
        wish, known = self._find_wish(), self._press.wardrobe.wish
        stale |= (wish and wish.spec) != (known and known.spec)
        for press in self._presses.values():
            if stale or fonts:
                press.wardrobe.forget(wish)
            if fonts:
                press.drafter.forget()
            if press.drafter.refresh() or stale or fonts:
                press.forget()

    @contextmanager
    def _work(self) -> Iterator[None]:
        """The time while this thread works; the texts that were read go along with problems."""
        with self._lock:
            try:
                yield
            except ProblemError as error:
                error.texts = {**SHARED.texts, **self.files.texts}
                raise

    def press(
        self,
        ink: Ink = Ink.COLOR,
        bleed: float | None = None,
        fillable: bool = False,
        look: str = "",
    ) -> Press:
        """The press for an ink, a bleed in points, and PDFs that are to be filled in or not.

        `look` is the name of one that all games wear. Raises ChoiceError if there is none such.
        """
        key = (ink, bleed, fillable, look)
        press = self._presses.get(key)
        if press is None:
            wardrobe = self._press.wardrobe
            if look and not wardrobe.has(look):
                raise ChoiceError("look", f"there is no {look}; {wardrobe.suggest(look)}")
            chosen = wardrobe.change(look) if look else wardrobe
            press = self._presses[key] = self._press.change_look(ink, bleed, fillable, chosen)
            press.keeps = self._keeps
        return press

    def _find_wish(self) -> WrittenLook | None:
        """Return what the project's mark says about its look, if that can be read."""
        if not self.files.is_file(self.folder / assets.MARK):
            return None
        from sheetgen.definitions.mark import read_document

        mark, _, document = read_document(self.folder, self.files)
        if not mark.look or not document:
            return None
        return WrittenLook(mark.look, document, "", self.folder / assets.MARK, ("look",))

    def _read_mark(self, folder: Path) -> tuple[ProjectMark | None, list[Diagnostic]]:
        """Return the mark of a project, None if it has none, and the findings about it."""
        if not self.files.is_file(folder / assets.MARK):
            return None, []
        from sheetgen.definitions.mark import read_mark

        return read_mark(folder, self.files)

    def keep(self) -> None:
        """Keeps what is drawn from one print to the next from now on."""
        self._keeps = True
        for press in self._presses.values():
            press.keeps = True

    def forget(self) -> None:
        """Forgets what was drawn of definitions, which is then drawn again when it is asked for."""
        with self._lock:
            for press in self._presses.values():
                press.forget()

    def admit(self, name: Name) -> None:
        """Lets a file or folder be read that the user names, with the project it belongs to."""
        path = self.base / name
        self.files.name(path)
        self.files.admit([assets.find_project(path)])

    def select(self, names: Sequence[Name] = ()) -> Collection:
        """The definitions named by ids, files and folders, or all of them; linked and checked.

        Whatever is wrong is in the collection's diagnostics.
        """
        names = names or (Path(),)
        for name in names:
            self.admit(name)
        collection = select(names, self.base, self.shelf)
        collection.diagnostics += self._read_mark(self.folder)[1]
        collection.diagnostics += self._find_missing()
        if Path() in names:
            collection.diagnostics += self._judge_looks()
        collection.diagnostics += find_closed(self.folder / "templates")
        return collection

    def _select_all(self) -> Collection:
        if self._all is None:
            self._all = self.select()
        return self._all

    def _judge_looks(self) -> list[Diagnostic]:
        """Return what is wrong with the project's own looks."""
        own = sorted((self.folder / "templates").glob(f"{LOOKS}/*/{LOOK_FILE}"))
        return [found for path in own for found in self._press.wardrobe.judge(path.parent.name)]

    def _find_missing(self) -> list[Diagnostic]:
        """Return what is wrong with packs whose folders are gone."""
        missing = [pack for pack in self.systems.packs if not assets.is_folder(pack.root)]
        if not missing:
            return []
        from sheetgen.reading.packfile import report_missing

        return [report_missing(pack) for pack in missing]

    def stop(self, collection: Collection) -> None:
        """Raises ProblemError if there are errors in a collection or in the fonts."""
        found = [*collection.diagnostics, *self._press.fonts.diagnostics]
        if any(problem.is_error for problem in found):
            raise ProblemError(found)

    def order_games(self) -> list[System]:
        """All games, in the order in which the bare name of a sheet is looked up.

        The user's own games come first, then those of the project's definitions, then the others.
        """
        near = [self.folder, self.folder / "ships"]
        files = [file for folder in near for file in sorted(folder.glob("*.y*ml"))]
        here = {game for file in files for game in self.shelf.read(file).games}
        own = self.systems.own
        return sorted(
            self.systems.all(), key=lambda game: (game.id not in own, game.id not in here)
        )

    def _find_home(self, printed: Iterable[Definition]) -> Self:
        """The pack that everything to be printed lies in, as it looks there; or else this."""
        packs = {self.systems.find_pack(definition.path) for definition in printed}
        pack = packs.pop() if len(packs) == 1 else None
        if pack is None or pack.root == self.folder:
            return self
        if pack.root not in self._lent:
            home = type(self)(
                pack.root, self.systems, self._fonts, self.base, [self.folder], self.files
            )
            home.shelf, home._lock = self.shelf, self._lock
            if self._keeps:
                home.keep()
            self._lent[pack.root] = home
        return self._lent[pack.root]
