"""A project, opened once and used often: its definitions, problems, prints and books.

The command line, books and other programs all print through it. It never writes to a terminal,
never exits, and leaves the garbage collector alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from sheetgen.definitions.collection import NO_DEFINITIONS, Collection
from sheetgen.definitions.definition import BAD_ART, list_all
from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.piece import list_sheets
from sheetgen.definitions.selection import Name
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.textfile import NO_FILE
from sheetgen.ground.words import ENGLISH, Words, speak
from sheetgen.printing.advice import check_art, judge_drawings
from sheetgen.printing.options import BookOptions, ChoiceError, Choices, PrintOptions, choose_names
from sheetgen.printing.press import Press
from sheetgen.printing.result import Result
from sheetgen.project.folder import OpenFolder
from sheetgen.project.run import Pieces, Run, choose_wanted, draw_label, lay_field, make_order
from sheetgen.systems.loading import Systems

if TYPE_CHECKING:
    from sheetgen.book.binding import Wrapping
    from sheetgen.book.definition import BookFile
    from sheetgen.book.publisher import Published
    from sheetgen.definitions.definition import Definition
    from sheetgen.exchange.sketch import Sketch
    from sheetgen.printing.order import Order
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


class Project(OpenFolder):
    """An open folder with what is made of it: problems, prints, books, imports and exports."""

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
        from sheetgen.book.edition import publish

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
            return publish(path, options, self.shelf, self.press, self._find_languages(path))

    def lay_chapter(self, book: Path, chapter: str, **options: Unpack[BookOptions]) -> Published:
        """Lays out one chapter of a book file, or its cover without one. Raises as `publish`."""
        from sheetgen.book.edition import lay_chapter

        with self._work():
            languages = self._find_languages(book)
            return lay_chapter(book, chapter, options, self.shelf, self.press, languages)

    def _find_languages(self, path: Path) -> Sequence[str]:
        """The languages of books that name none, in the project of a book. Raises ProblemError."""
        mark, found = self._read_mark(assets.find_project(path))
        if found:
            raise ProblemError(found)
        return (mark and mark.language) or ()

    def _publish_for(self, path: Path, name: str, options: BookOptions) -> Result:
        """A book as a profile wants it."""
        from sheetgen.book.edition import lay_out, publish
        from sheetgen.book.order import publish_for
        from sheetgen.shop.shop import choose_profile, refuse_icc

        wanted = choose_profile(name, self.folder, self.files, ("books",))
        languages = self._find_languages(path)
        if wanted.asks.makes == "pages":
            refuse_icc(wanted, options.get("icc", ""))
            return publish(path, options, self.shelf, self.press, languages)

        def lay(chosen: BookOptions, wrapping: Wrapping) -> tuple[Press, Published]:
            return lay_out(path, chosen, self.shelf, self.press, languages, wrapping)

        return publish_for(wanted, options, self.folder, self.files, lay)

    def import_files(
        self, *files: Name, mapping: str = "", game: str = "", output: Name | None = None
    ) -> Intake:
        """The result of importing files of other programs; `output` is a folder or a YAML file.

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
        from sheetgen.definitions.export import export

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
        later: bool = False,
    ) -> Result:
        """Prints the definitions of a collection. Raises ProblemError and ChoiceError.

        A result that is only needed `whole` can't be cut to pieces, and takes less memory. With
        `later`, a kept project lays out pages by the sizes of what is on them; each is drawn when
        it is finished, and its problems come then.
        """
        with self._work():
            home = self._find_home(collection.printed)

            def work(choices: Choices) -> Result:
                return home._print(collection, choices, track, whole, later)

            return home._print_both(choices, work)

    def _print(
        self,
        collection: Collection,
        choices: Choices,
        track: Track | None,
        whole: bool,
        later: bool,
    ) -> Result:
        printed = self.translate(collection.printed, choices.languages)
        with speak(self._find_words(printed, choices)):
            return self._print_all(collection, printed, choices, track, whole, later)

    def translate(
        self, definitions: Sequence[Definition], languages: Sequence[str] = ()
    ) -> list[Definition]:
        """Definitions as the games in their languages, or in those given, have them.

        Raises ProblemError.
        """
        with self._work():
            made: dict[Sequence[str], list[Definition]] = {}
            usual = self.languages or (ENGLISH,)
            for definition in definitions:
                own = getattr(definition.written, "language", None)
                made.setdefault(tuple(languages or own or usual), []).append(definition)
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
        later: bool,
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
        later = later and self._keeps and not run.wanted
        order, press = replace(run.order, later=later), run.press
        if not self._keeps:  # this is the only print, and large collections take much memory
            collection.definitions.clear()
            collection.borrowed.clear()
            self.shelf.clear()
        spent = None if self._keeps else printed
        painted = [d for d in list_all(printed) if getattr(d.written, "art", None)]
        labels, unlinked = self._draw_labels(run, order, printed)
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
        pieces += labels
        found = [*collection.diagnostics, *press.fonts.diagnostics, *unlinked]

        def judge() -> list[Diagnostic]:
            poor = press.find_poor_art(pieces, painted)
            return [*poor, *judge_drawings(press.drafter.notes, painted)]

        found += [] if later else judge()
        result = self._finish(run, pieces, found, whole)
        result.judge = judge if later else list
        if not self._keeps:  # nothing more will be shown of them
            collection.texts.clear()
            self.files.texts.clear()
        return result

    def _draw_labels(
        self, run: Run, order: Order, printed: Sequence[Definition]
    ) -> tuple[Pieces, list[Diagnostic]]:
        """The labels with links, if they are asked for, and warnings of those left out."""
        if not run.choices.link:
            return [], []
        if run.wanted:
            raise ChoiceError("link", "no profile has labels; print them without --for")
        from sheetgen.printing.weblink import LONG_LINK, WeblinkError

        drawn: list[Any] = []
        found = []
        for definition, own in zip(printed, tell_apart(printed), strict=True):
            if order.only and own.id not in order.only:
                continue
            try:
                drawn.append(draw_label(run, order, definition, self.shelf))
            except WeblinkError as error:
                found.append(LONG_LINK.at(definition.place, f"{definition.name}: {error}"))
        return drawn, found

    def print_label(self, definition: Definition, site: str) -> Result:
        """The label of a definition: a QR code of its link. Raises WeblinkError, ProblemError."""
        with self._work():
            choices = Choices({"link": site})
            run = self._start(choices, [definition], [definition.system], definition.name, True)
            drawn = draw_label(run, run.order, definition, self.shelf)
            return self._finish(run, [drawn], [])

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
                order = replace(make_order(choices, ""), later=True)  # their sizes are enough
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


def _name_place(definition: Definition) -> Any:
    """The place of a definition in the files of a project, whatever its language."""
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
