"""A project, opened once and used often: its definitions, problems, prints and books.

The command line, books and other programs all print through it. It never writes to a terminal,
never exits, and leaves the garbage collector alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from sheetgen.definitions.collection import NO_DEFINITIONS, Collection, find_closed
from sheetgen.definitions.definition import BAD_ART, list_all
from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.piece import list_sheets
from sheetgen.definitions.selection import Name, select
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.color import Ink
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.files import SHARED, Files
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.textfile import NO_FILE
from sheetgen.ground.words import ENGLISH, Words, speak
from sheetgen.printing.advice import check_art, judge_drawings
from sheetgen.printing.options import BookOptions, ChoiceError, Choices, PrintOptions, choose_names
from sheetgen.printing.press import Press
from sheetgen.printing.result import Result
from sheetgen.project.run import Pieces, Run, choose_wanted, lay_field, make_order
from sheetgen.systems.loading import Systems
from sheetgen.template.wardrobe import WrittenLook

if TYPE_CHECKING:
    from sheetgen.book.binding import Wrapping
    from sheetgen.book.definition import BookFile
    from sheetgen.book.publisher import Published
    from sheetgen.definitions.definition import Definition
    from sheetgen.definitions.mark import ProjectMark
    from sheetgen.exchange.sketch import Sketch
    from sheetgen.project.intake import Intake
    from sheetgen.shop.profile import Wanted
    from sheetgen.systems.contract import Print, Sheet, System

Track = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Passes on things, given their number, and shows progress under a label."""


_NAMES = {"icc": "profile"}
"""Options whose names on the command line are others."""


class Summary(NamedTuple):
    """One definition of a project."""

    id: str
    name: str
    system: str
    kind: str
    path: Path
    definition: Definition

    @property
    def derived(self) -> dict[str, Any]:
        """The values derived from it, as `show --json` writes them.

        Raises ProblemError if the game's own code fails.
        """
        return self.definition.derived

    @property
    def present(self) -> dict[str, Any] | None:
        """The same after the losses of a fleet's ships; None if nothing is said of any."""
        return self.definition.present


class Project:
    """A folder with definitions, and perhaps templates and fonts of its own.

    Several threads may use one project; one of them works at a time. What was read and drawn is
    kept until `refresh` or `overlay` finds that it has changed.
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
        self._fonts, self._lent = fonts, dict[Path, Project]()
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
    def problems(self) -> list[Diagnostic]:
        """Everything that `sheetgen validate` reports about the project, including hints."""
        with self._work():
            if self._problems is None:
                self._problems = self.check(self._select_all())
            return list(self._problems)

    @property
    def definitions(self) -> list[Summary]:
        """Every definition of the project that can be used."""
        with self._work():
            found = self._select_all().definitions
            return [
                Summary(d.id, d.name, d.system.id, d.kind.name, d.path, d)
                for d in found
                if d.path is not None
            ]

    @property
    def inputs(self) -> list[Path]:
        """Every file that was read for it so far, so that a program need not write over one."""
        with self._lock:
            return sorted({file.path.absolute() for file in self.files.inputs.values()})

    def render(self, *names: Name, **options: Unpack[PrintOptions]) -> Result:
        """Prints the definitions named by ids or paths; without names, all of the project.

        Paths are relative to the project's folder. Raises ProblemError with everything that stops
        it, ChoiceError (a ValueError) for an option with a wrong value, and TypeError for an
        unknown option.
        """
        choices = Choices(options)
        with self._work():
            collection = self.select(names)
            self.stop(collection)
            return self.print(collection, choices)

    def blank(self, name: str, /, *sizes: int, **options: Unpack[PrintOptions]) -> Result:
        """Prints an empty sheet for sizes such as masses; without sizes, for the usual ones.

        `name` is the sheet's name, or `game/name`. Raises as `render` does.
        """
        choices = Choices(options)
        with self._work():
            return self._print_both(choices, lambda c: self._print_blank(name, sizes, c))

    def publish(self, book: Name, **options: Unpack[BookOptions]) -> Result:
        """Lays out the book in a book file, or a shipped one by its name. Raises as `render`."""
        from sheetgen.book.definition import find_book
        from sheetgen.book.publisher import publish

        with self._work():
            self.admit(book)
            path = find_book(self.base / book, self.files)
            name = options.get("profile", "")
            if name:
                return self._publish_for(path, name, options)
            for key in ("icc", "spine"):
                if options.get(key):
                    raise ChoiceError(
                        _NAMES.get(key, key), "it is for print shops; name one, --for"
                    )
            press = partial(self.press, look=options.get("look", ""))
            return publish(path, options, self.shelf, press, self._find_languages(path))

    def _find_languages(self, path: Path) -> Sequence[str]:
        """The languages of books that name none, in the project of a book. Raises ProblemError."""
        mark, found = self._read_mark(assets.find_project(path))
        if found:
            raise ProblemError(found)
        return (mark and mark.language) or ()

    def _read_mark(self, folder: Path) -> tuple[ProjectMark | None, list[Diagnostic]]:
        """Return the mark of a project, None if it has none, and the findings about it."""
        if not self.files.is_file(folder / assets.MARK):
            return None, []
        from sheetgen.definitions.mark import read_mark

        return read_mark(folder, self.files)

    def _publish_for(self, path: Path, name: str, options: BookOptions) -> Result:
        """A book as a profile wants it."""
        from sheetgen.book.order import publish_for
        from sheetgen.book.publisher import lay_out, publish
        from sheetgen.shop.shop import choose_profile, refuse_icc

        wanted = choose_profile(name, self.folder, self.files, ("books",))
        languages = self._find_languages(path)
        press = partial(self.press, look=options.get("look", ""))
        if wanted.asks.makes == "pages":
            refuse_icc(wanted, options.get("icc", ""))
            return publish(path, options, self.shelf, press, languages)

        def lay(chosen: BookOptions, wrapping: Wrapping) -> tuple[Press, Published]:
            return lay_out(path, chosen, self.shelf, press, languages, wrapping)

        return publish_for(wanted, options, self.folder, self.files, lay)

    def import_files(
        self, *files: Name, mapping: str = "", game: str = "", output: Name | None = None
    ) -> Intake:
        """What importing files of other programs would write; `output` is a folder or a YAML file.

        `mapping` is a file, or the name of one that a game has. Nothing is written: `files` of the
        result has the texts. Raises ProblemError and ChoiceError.
        """
        from sheetgen.project.intake import take_in

        with self._work():
            scratch = Project(self.folder, self.systems, base=self.base)
            out = Path(output) if output else None
            return take_in(self, scratch, [Path(file) for file in files], (mapping, game), out)

    def export(self, *names: Name, form: str = "csv") -> bytes:
        """Definitions as csv, xlsx or json, from which `import_files` makes the same again.

        Raises ProblemError.
        """
        from sheetgen.exchange.export import export

        with self._work():
            collection = self.select(names)
            self.stop(collection)
            if not collection.definitions:
                place = Place(assets.display_name(self.base))
                raise ProblemError([NO_DEFINITIONS.at(place, "there is nothing to export")])
            return export(collection.definitions, form)

    def sketch_game(self, *files: Name) -> Sketch:
        """A first game and mapping for files of other programs, as texts. Raises ProblemError."""
        from sheetgen.project.intake import sketch_game

        with self._work():
            return sketch_game(self, [Path(file) for file in files])

    @property
    def books(self) -> list[BookFile]:
        """The books of the project, and those that come with sheetgen."""
        from sheetgen.book.definition import list_books

        with self._work():
            return list_books(self._select_all().books, self.files)

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

    @contextmanager
    def _work(self) -> Iterator[None]:
        """The time while this thread works; the texts that were read go along with problems."""
        with self._lock:
            try:
                yield
            except ProblemError as error:
                error.texts = {**SHARED.texts, **self.files.texts}
                raise

    # For the command line and for books

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

    def keep(self) -> None:
        """Keeps what is drawn from one print to the next from now on."""
        self._keeps = True
        for press in self._presses.values():
            press.keeps = True

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
        collection.diagnostics += find_closed(self.folder / "templates")
        return collection

    def _find_missing(self) -> list[Diagnostic]:
        """Return what is wrong with packs whose folders are gone."""
        missing = [pack for pack in self.systems.packs if not assets.is_folder(pack.root)]
        if not missing:
            return []
        from sheetgen.packs.lock import report_missing

        return [report_missing(pack) for pack in missing]

    def _find_home(self, printed: Iterable[Definition]) -> Project:
        """The pack that everything to be printed lies in, as it looks there; or else this."""
        packs = {self.systems.find_pack(definition.path) for definition in printed}
        pack = packs.pop() if len(packs) == 1 else None
        if pack is None or pack.root == self.folder:
            return self
        if pack.root not in self._lent:
            home = Project(
                pack.root, self.systems, self._fonts, self.base, [self.folder], self.files
            )
            home.shelf, home._lock = self.shelf, self._lock
            if self._keeps:
                home.keep()
            self._lent[pack.root] = home
        return self._lent[pack.root]

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

    def stop(self, collection: Collection) -> None:
        """Raises ProblemError if there are errors in a collection or in the fonts."""
        found = [*collection.diagnostics, *self._press.fonts.diagnostics]
        if any(problem.is_error for problem in found):
            raise ProblemError(found)

    def check(self, collection: Collection) -> list[Diagnostic]:
        """Everything that `validate` reports about definitions, their sheets, and books."""
        found = [*collection.diagnostics, *self._press.fonts.diagnostics]
        faulty = {d.file for d in found if d.is_error}
        whole = [d for d in list_all(collection.printed) if d.document.file not in faulty]
        found += check_art(self._press.drafter, whole)
        # What is already known to be wrong would only be reported again while drawing.
        faulty = {d.file for d in found if d.is_error}
        sound = [
            d
            for d in collection.printed
            if faulty.isdisjoint(one.document.file for one in list_all([d]))
        ]
        found += self._try_games(collection.games)
        known = {(problem.rule, problem.file, problem.line) for problem in found}
        tried = self._find_home(sound)._press.try_sheets(sound)
        found += [p for p in tried if (p.rule, p.file, p.line) not in known or not p.line]
        found += self._check_profiles(collection.profiles)
        for book in collection.books:
            try:
                found += self.publish(book.absolute()).warnings
            except ProblemError as error:
                found += error.diagnostics
        return found

    def _check_profiles(self, paths: Sequence[Path]) -> Iterator[Diagnostic]:
        """Yield the findings about profiles, each read in the folder of its project."""
        for path in paths:
            from sheetgen.shop.profile import read_profile

            try:
                read_profile(path.stem, path.parent.parent, self.files)
            except ProblemError as error:
                yield from error.diagnostics

    def _try_games(self, folders: Sequence[Path]) -> list[Diagnostic]:
        """Return the findings about games in folders."""
        if not folders:
            return []
        from sheetgen.project.gamecheck import try_game

        return [
            found
            for folder in folders
            for found in try_game(folder, self._press, self.systems.is_named(folder))
        ]

    def print(
        self,
        collection: Collection,
        choices: Choices,
        track: Track | None = None,
        whole: bool = False,
    ) -> Result:
        """Prints the definitions of a collection. Raises ProblemError and ChoiceError.

        A result that is only needed `whole` can't be cut to pieces, and takes less memory.
        """
        with self._work():
            home = self._find_home(collection.printed)
            return home._print_both(choices, lambda c: home._print(collection, c, track, whole))

    def _print(
        self, collection: Collection, choices: Choices, track: Track | None, whole: bool = False
    ) -> Result:
        printed = self._translate(collection.printed, choices)
        with speak(self._find_words(printed, choices)):
            return self._print_all(collection, printed, choices, track, whole)

    def _translate(self, definitions: Sequence[Definition], choices: Choices) -> list[Definition]:
        """Definitions as the games in their languages have them. Raises ProblemError."""
        made: dict[Sequence[str], list[Definition]] = {}
        usual = self.languages or (ENGLISH,)
        for definition in definitions:
            own = getattr(definition.written, "language", None)
            languages = tuple(choices.languages or own or usual)
            made.setdefault(languages, []).append(definition)
        told: dict[Any, Definition] = {}
        for spoken, some in made.items():
            words, shelf = self.shelf.translate(spoken)
            if not words.is_foreign:
                continue
            paths = list(dict.fromkeys(one.path for one in some if one.path))
            whole = gather(paths, shelf)
            self.stop(whole)
            told |= {_name_place(one): one for one in whole.definitions}
        return [told.get(_name_place(one), one) for one in definitions]

    def _find_words(self, printed: Sequence[Definition], choices: Choices) -> Words:
        """The words of what belongs to no definition. Raises ProblemError."""
        own = getattr(printed[0].written, "language", None) if printed else None
        return self.shelf.translate(choices.languages or self.languages or own or [ENGLISH])[0]

    def _print_all(
        self,
        collection: Collection,
        printed: list[Definition],
        choices: Choices,
        track: Track | None,
        whole: bool,
    ) -> Result:
        games = list(dict.fromkeys(d.system for d in printed or collection.definitions))
        if not games:
            message = "there are no definitions to print"
            raise ProblemError([NO_DEFINITIONS.at(Place(assets.display_name(self.base)), message)])
        sheets = sorted({s.name for g in games for s in g.sheets})
        choices.sheets = choose_names(choices.sheets, sheets, "sheet")
        choices.skip = choose_names(choices.skip, [*sheets, "slip"], "skip")
        if choices.only:
            from sheetgen.definitions.selection import list_ids

            choices.only = choose_names(choices.only, list_ids(tell_apart(printed)), "only")
        title = printed[0].name if len(printed) == 1 else " and ".join(g.name for g in games)
        told = bool(choices.sheets)
        run = self._start(choices, printed, games, title, told)
        order, press = run.order, run.press
        if not self._keeps:  # this is the only print, and large collections take much memory
            collection.definitions.clear()
            collection.borrowed.clear()
            self.shelf.clear()
        spent = None if self._keeps else printed
        painted = [d for d in list_all(printed) if getattr(d.written, "art", None)]
        pieces: Iterable[Any] = press.draw_sheets(printed, order, spent)
        if track:
            total = sum(1 for _ in list_sheets(printed, order.sheets, order.skip))
            pieces = track(pieces, total, "Drawing")
        try:
            pieces = list(pieces)
        except ProblemError as error:
            raise ProblemError(self._judge_art(error.diagnostics, painted)) from None
        if not pieces:
            raise _explain_nothing(choices)
        found = [*collection.diagnostics, *press.fonts.diagnostics]
        found += press.find_poor_art(pieces, painted)
        found += judge_drawings(press.drafter.notes, painted)
        result = self._finish(run, pieces, found, whole)
        if not self._keeps:  # nothing more will be shown of them
            collection.texts.clear()
            self.files.texts.clear()
        return result

    def _finish(
        self, run: Run, pieces: Pieces, found: Sequence[Diagnostic], whole: bool = False
    ) -> Result:
        """The result of a run; what was learned in the only one is left to the next process."""
        drafter = run.press.drafter
        if self._keeps:
            return run.finish(pieces, found, whole)
        drafter.keep()
        drafter.forget()
        result = run.finish(pieces, found, whole)
        drafter.keep()  # the strips in the margins
        return result

    def _start(
        self,
        choices: Choices,
        printed: Sequence[Definition],
        games: Sequence[System],
        title: str,
        told: bool,
    ) -> Run:
        """A run of what the choices and their profile ask for."""
        wanted = choose_wanted(choices, games, self.folder, self.files)
        order = make_order(choices, title)
        press = self.press(choices.ink, choices.bleed, choices.fillable, choices.look)
        mark, _ = self._read_mark(self.folder)
        field = lay_field(wanted, press, printed, games, (mark and mark.version) or "")
        return Run(choices, order, press, self.folder, wanted, told, field)

    def list_suiting(self, collection: Collection) -> list[tuple[Wanted, str]]:
        """The profiles for some definitions, each with what it needs that these don't have.

        Raises ProblemError.
        """
        from sheetgen.shop.shop import list_suiting

        with self._work():
            games = dict.fromkeys(d.system for d in collection.definitions)
            sheets = [s for g in games for s in g.sheets if s.grid]

            def draw(chit: float) -> Iterable[Any]:
                names = [s.name for s in sheets if not chit or s.role == "counter"]
                choices = Choices({"sheet": names})
                choices.counter_size, choices.square = chit, bool(chit)
                press = self.press(choices.ink, choices.bleed, False)
                order = make_order(choices, "")
                return press.draw_sheets(collection.printed, order) if names else ()

            return list_suiting(draw, self.folder, self.files)

    def _judge_art(
        self, found: Sequence[Diagnostic], printed: Iterable[Definition]
    ) -> list[Diagnostic]:
        """Return the findings, with those about all bad art in a print if there is one such."""
        if not any(problem.rule == BAD_ART.name for problem in found):
            return list(found)
        art = check_art(self._press.drafter, list_all(printed))
        known = {problem.place for problem in art}
        return [*art, *(problem for problem in found if problem.place not in known)]

    def print_pieces(self, sheet: Sheet, pieces: Iterable[Print], choices: Choices) -> Result:
        """Prints pieces of a sheet that belong to no definition. Raises ProblemError."""
        with self._lock:
            self.stop(Collection())
            order = make_order(choices, sheet.title)
            press = self.press(choices.ink, choices.bleed, choices.fillable, choices.look)
            drawn = list(press.draw_pieces(sheet, pieces, order))
            return self._finish(Run(choices, order, press, self.folder), drawn, [])

    def _print_both(self, choices: Choices, work: Callable[[Choices], Result]) -> Result:
        """A print, and with `fillable` also the plain one, if somebody may ask for it later."""
        result = work(choices)
        if choices.fillable and self._keeps:
            plain = copy(choices)
            plain.fillable, plain.layout = False, replace(choices.layout, upright=False)
            result.plain = work(plain)
        return result

    def _print_blank(self, name: str, sizes: Sequence[int], choices: Choices) -> Result:
        words, shelf = self.shelf.translate(choices.languages or self.languages or (ENGLISH,))
        sheet, game = self._find_blank(name)
        if game and words.is_foreign:
            game = shelf.systems.get(game.id) or game
            sheet = next(one for one in game.sheets if one.name == sheet.name)
        with speak(game.words if game else words):
            return self._print_empty(sheet, game, sizes, choices)

    def _print_empty(
        self, sheet: Sheet, game: System | None, sizes: Sequence[int], choices: Choices
    ) -> Result:
        self.stop(Collection())
        title = f"{game.name}: {sheet.title}" if game else sheet.title
        run = self._start(choices, [], [game] if game else [], title, True)
        sizes = sizes or sheet.blank_sizes
        try:
            pieces = list(run.press.draw_blanks(sheet, sizes, run.order, game))
        except ValueError as error:
            raise ChoiceError("size", str(error)) from None
        return self._finish(run, pieces, run.press.fonts.diagnostics)

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

    def _find_blank(self, name: str) -> tuple[Sheet, System | None]:
        """The sheet called `name`, or `game/name`, if it can be printed empty.

        One page belongs to no game: the one from which printers are calibrated.
        """
        from sheetgen.systems.kit.ruler import CALIBRATION

        found: dict[str, tuple[Sheet, System | None]] = {CALIBRATION.name: (CALIBRATION, None)}
        found |= {
            label: (sheet, game)
            for game in reversed(self.order_games())
            for sheet in game.sheets
            if sheet.fill_blank
            for label in (f"{game.id}/{sheet.name}", sheet.name)
        }
        known = sorted(n for n in found if ("/" in n) == ("/" in name))
        return found[choose_names([name], known, "SHEET")[0]]

    def _select_all(self) -> Collection:
        if self._all is None:
            self._all = self.select()
        return self._all

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


def _name_place(definition: Definition) -> Any:
    """What stands for a definition in the files of a project, whatever its language."""
    return definition.path, definition.document.index, definition.id


def _explain_nothing(choices: Choices) -> ChoiceError:
    """Why there is nothing to print, which is the choice of sheets."""
    if choices.skip:
        asked = " ".join(choices.skip)
        return ChoiceError("skip", f"{asked}: nothing is left to print")
    asked = " ".join(choices.sheets)
    return ChoiceError("sheet", f"{asked}: none of these definitions has such a sheet")


def open_folder(
    folder: Path,
    systems: Sequence[Path],
    fonts: Sequence[Path],
    make: Callable[..., Project] = Project,
) -> Project:
    """Opens the project in a folder; it keeps what it draws. Raises ProblemError."""
    for path in (folder, *fonts):
        if not assets.is_folder(path):
            what = (
                "this is a file, not a folder"
                if assets.is_there(path)
                else "there is no such folder"
            )
            raise ProblemError([NO_FILE.at(Place(assets.display_name(path)), what)])
    # Absolute, as the program that asks may go to another folder.
    found = assets.find_project(folder)
    project = make(found, Systems(systems, [found]), fonts, folder.absolute())
    project.keep()
    return project
