"""A run of a press: what was chosen for it, and the result that its pieces become."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.export.pdf import Facts
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import find_spoken
from sheetgen.printing.options import ChoiceError, Choices
from sheetgen.printing.order import Batch, Order
from sheetgen.printing.press import Press
from sheetgen.printing.result import Result

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.ground.files import Files
    from sheetgen.pages.cutting import CutPage
    from sheetgen.pages.page import Page
    from sheetgen.pages.presssheet import Item
    from sheetgen.shop.battlefield import Battlefield
    from sheetgen.shop.profile import Wanted
    from sheetgen.systems.contract import System

Pieces = Sequence[tuple[Batch, "Item"]]


class Run(NamedTuple):
    """A run of a press: what was chosen, and the profile that it is for, if there is one.

    `folder` is the project's; `told` says that the user named the sheets; `field` is the table
    to play on, for a profile that wants one.
    """

    choices: Choices
    order: Order
    press: Press
    folder: Path
    wanted: Wanted | None = None
    told: bool = True
    field: Battlefield | None = None

    def finish(self, pieces: Pieces, found: Sequence[Diagnostic], whole: bool = False) -> Result:
        """The result of pieces, with what was `found` while they were drawn.

        A result that is only needed `whole` can't be cut to pieces, and takes less memory. Raises
        ProblemError.
        """
        if self.wanted and self.field:
            return self._finish_screen(self.wanted, self.field, pieces, found)
        if self.wanted:
            return self._finish_for(self.wanted, pieces, found)
        choices = self.choices
        pieces, left = self.press.leave_out(pieces, self.order, self.told)
        sides: Sequence[Page] = self.press.lay_out(pieces, self.order)
        if choices.cutlines:
            from sheetgen.pages.cutting import list_cut, register

            sides = register(sides, list_cut(_list_loose(pieces), choices.layout.duplex))
        fronts = [page for page in sides if page.covered]
        paper = sum(page.width * page.height for page in fronts)
        return Result(
            sides,
            Facts(self.order.title, choices.author, language=find_spoken().language),
            self.press.lock,
            pieces=sum(item.copies for _, item in pieces),
            cut=partial(_cut, [] if whole else pieces, choices),
            cutlines=partial(_find_cuts, sides, pieces if choices.cutlines else [], choices),
            used=sum(page.covered for page in fronts) / paper if paper else 0.0,
            fillable=choices.fillable,
            warnings=[problem for problem in (*found, *left) if problem.is_raised],
        )

    def _finish_for(self, wanted: Wanted, pieces: Pieces, found: Sequence[Diagnostic]) -> Result:
        """Return the print of pieces for a print shop's profile."""
        from sheetgen.shop.shop import Finish, make_for

        choices, press = self.choices, self.press
        facts = Facts(self.order.title, choices.author)
        finish = Finish(facts, choices.icc, choices.ink is not Ink.COLOR)
        made = make_for(wanted, pieces, self.folder, press.files, finish, self.told)
        problems = [p for p in (*found, *made.problems) if p.is_raised]
        if any(problem.is_error for problem in made.problems):
            raise ProblemError(problems)
        return Result(
            made.pages,
            facts,
            press.lock,
            pieces=sum(component.count for component in made.components),
            warnings=problems,
            files=made.files,
            made=made.pdf,
        )

    def _finish_screen(
        self, wanted: Wanted, field: Battlefield, pieces: Pieces, found: Sequence[Diagnostic]
    ) -> Result:
        """Return the files of pieces for a profile for play on screen."""
        from sheetgen.shop.shop import make_screen
        from sheetgen.shop.tabletop import find_files
        from sheetgen.shop.vassal import follow_module

        grows = wanted.asks.makes == "vassal" and not field.version
        files = make_screen(wanted, pieces, self.order.title, field, self.choices.url)
        return Result(
            [],
            Facts(self.order.title),
            self.press.lock,
            pieces=sum(item.copies for _, item in pieces),
            warnings=[p for p in found if p.severity == "warning"],
            files=files,
            place=follow_module if grows else find_files,
        )


def draw_label(run: Run, order: Order, definition: Definition, shelf: Shelf) -> tuple[Batch, Item]:
    """The label with the link of a definition. Raises WeblinkError and ProblemError."""
    from sheetgen.printing.weblink import LABEL, make_label, pack_letters

    letters = pack_letters(definition, shelf, run.press.files, run.folder)
    label = make_label(definition, run.choices.link, letters)
    [drawn] = run.press.draw_pieces(LABEL, [label], order, whose=definition)
    return drawn


def make_order(choices: Choices, title: str) -> Order:
    """The choices as the press takes them; `title` is used where the user gave none."""
    c = choices
    title = c.title or title
    return Order(
        c.layout, c.copies, c.sheets, c.colour, title, c.only, c.skip, c.counter_size, c.square
    )


def choose_wanted(
    choices: Choices, games: Sequence[System], folder: Path, files: Files
) -> Wanted | None:
    """The profile that is chosen, if it makes more than pages; sets what it asks for.

    Raises ProblemError and ChoiceError.
    """
    if choices.url and choices.profile != "tts":
        raise ChoiceError("url", "it is for the pictures of Tabletop Simulator: --for tts")
    if not choices.profile:
        if choices.icc:
            raise ChoiceError("profile", "it is for print shops that take CMYK; name one, --for")
        return None
    from sheetgen.shop.shop import PIECES, choose_profile, refuse_icc

    wanted = choose_profile(choices.profile, folder, files, PIECES)
    if wanted.asks.makes == "pages":
        refuse_icc(wanted, choices.icc)
        return None
    choices.bleed = wanted.bleed + wanted.inset or choices.bleed
    if wanted.chit:
        choices.counter_size, choices.square = wanted.chit, True
    if wanted.size and not choices.sheets:  # cards and counters, which come in sizes
        fits = [s for g in games for s in g.sheets if s.grid]
        choices.sheets = [s.name for s in fits if not wanted.inset or s.role == "counter"]
    if wanted.asks.colour == "grey":
        choices.ink = Ink.GREY
    return wanted


def lay_field(
    wanted: Wanted | None,
    press: Press,
    printed: Sequence[Definition],
    games: Sequence[System],
    version: str = "",
) -> Battlefield | None:
    """The table to play on, that of the first definition that has one; None if it is not wanted.

    Raises ProblemError.
    """
    if not (wanted and wanted.is_screen):
        return None
    from sheetgen.pages.cutting import crop
    from sheetgen.shop.battlefield import Battlefield

    about = " and ".join(game.name for game in games)
    for definition in printed:
        table = definition.lay_table()
        if table:
            drawing = press.draw(
                table.template, table.data, f"{definition.name}, table", definition
            )
            page = crop(drawing, False)
            size = table.width, table.height
            return Battlefield(about, *size, table.unit, page, table.zones, table.places, version)
    return Battlefield(about, version=version)


def _cut(pieces: Sequence[tuple[Batch, Item]], choices: Choices) -> dict[str, Page]:
    """The page of each piece, by its name."""
    from sheetgen.pages.cutting import cut_pieces

    named = [(batch.sheet, item) for batch, item in pieces]
    return cut_pieces(named, choices.layout.duplex, bool(choices.bleed), choices.corner)


def _find_cuts(
    sides: Sequence[Page], pieces: Iterable[tuple[Batch, Item]], choices: Choices
) -> list[CutPage]:
    """The lines along which the pieces on pages are cut, if they are asked for."""
    if not choices.cutlines:
        return []
    from sheetgen.pages.cutting import find_cuts, list_cut

    return find_cuts(sides, list_cut(_list_loose(pieces), choices.layout.duplex), choices.corner)


def _list_loose(pieces: Iterable[tuple[Batch, Item]]) -> list[Item]:
    return [item for batch, item in pieces if batch.cut]
