"""Profiles: what a print shop or a table top asks for, in files that people can add to.

The project's own stand in its folder profiles/, the shipped ones come with sheetgen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import INCH, MM, format_size, parse_length
from sheetgen.reading import source
from sheetgen.reading.field import Before, Field, Text
from sheetgen.reading.model import Model, list_keys
from sheetgen.reading.refusal import drop_reported, validate
from sheetgen.shop.problem import BAD_PROFILE

FOLDER = assets.PROFILES
TOLERANCE = 0.6 * MM
"""By how much a piece may differ from the size that a shop cuts."""
_OWN = 0.9 * MM
"""How far the texts of counters stand from their edge, at least."""
Goods = Literal["cards", "counters", "sheets", "books"]
Made = Literal["pages", "pictures", "cards", "book", "tts", "vassal", "table"]
"""The product of a profile: pages as at home, a picture a component, a PDF of cards, the interior
and cover of a book, a saved object of Tabletop Simulator, a module of VASSAL, a folder for
any other table."""


def _read_length(value: object) -> object:
    return parse_length(value) / MM if isinstance(value, str) else value


def _read_pair(value: object) -> object:
    """Two numbers written as `825x1125`."""
    if isinstance(value, str):
        parts = value.lower().replace("×", "x").split("x")
        if len(parts) == 2 and all(part.strip().isdecimal() for part in parts):
            return [int(part) for part in parts]
    return value


def _read_size(value: object) -> object:
    """Two lengths written as `63.5x88.9mm` or `2.5x3.5in`."""
    if isinstance(value, str):
        unit = value.lstrip("0123456789.,x× ")
        parts = value[: len(value) - len(unit)].replace("×", "x").split("x")
        return [parse_length(f"{part.strip()}{unit}") / MM for part in parts]
    return value


Length = Annotated[float, Before(_read_length, takes=float | str), Field(ge=0, le=500)]
"""Millimetres, or a length with its unit, such as `1/8in`."""
Size = Annotated[
    list[Annotated[float, Field(ge=5, le=2000)]],
    Before(_read_size, takes=str),
    Field(min_length=2, max_length=2),
]
Pixels = Annotated[
    list[Annotated[int, Field(ge=20, le=10_000)]],
    Before(_read_pair, takes=str),
    Field(min_length=2, max_length=2),
]


class Profile(Model):
    """A profile as it is written."""

    profile: Text = Field(description="what it is for, such as Cards of our print shop")
    source: Text = Field(description="where its figures come from")
    checked: Text = Field(description="when they were looked up, in quotes")
    second_hand: bool | list[Text] = Field(
        False, description="whether they are quoted from somebody else: true, or which of the keys"
    )
    prints: Annotated[list[Goods], Field(min_length=1)] = Field(
        description="cards, counters, sheets or books: what it suits"
    )
    makes: Made = Field(description="pages, pictures, cards, book, tts, vassal, table")
    size: Size | None = Field(None, description="what a piece measures once it is cut, 63.5x88.9mm")
    pixels: Pixels | None = Field(None, description="the pixels of a picture with its bleed")
    format: Literal["png", "svg"] = Field("png", description="of the pictures of a table")
    dpi: int = Field(300, ge=72, le=1200, description="pixels to the inch")
    bleed: Length = Field(0.0, description="printed beyond the cut, such as 3mm or 1/8in")
    safe: Length = Field(0.0, description="kept free of text inside the cut, such as 1/8in")
    colour: Literal["rgb", "cmyk", "grey"] = Field("rgb", description="rgb, cmyk or grey")
    standard: Literal["", "x-1a:2001", "x-1a:2003"] = Field("", description="of the PDF")
    condition: Text | None = Field(None, description="the registered printing condition")
    icc: Text | None = Field(None, description="the ICC profile of its colours, see list icc")
    ink: int | None = Field(None, ge=100, le=400, description="percent of ink that paper takes")
    overprint: bool = Field(False, description="whether black text is printed over what is below")
    leaf: Length = Field(0.1, description="how thick a leaf of a book is, two pages, such as 0.1mm")
    board: Length = Field(0.0, description="how much its cover adds to the spine")
    multiple: int = Field(1, ge=1, le=64, description="the number of pages is a multiple of this")
    pages: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="the fewest and the most pages, such as [32, 800]"
    )
    trims: list[Size] = Field(default_factory=list, description="the sizes of books, [6x9in, …]")
    spine_text: Length = Field(6.35, description="the narrowest spine that bears a title")
    barcode: Size | None = Field(None, description="kept free on the back for it, 2x1.2in")
    barcode_box: bool = Field(False, description="whether what is kept free is white")
    template: Size | None = Field(
        None, description="the page in whose middle the shop wants a cover, such as 15x12in"
    )


class Wanted(NamedTuple):
    """A profile with the name that --for takes; `own` ones are the project's."""

    name: str
    asks: Profile
    own: bool = False

    @property
    def size(self) -> tuple[float, float] | None:
        """The width and height of a piece once it is cut, in points; None if any size will do."""
        given = self.asks.size
        return (given[0] * MM, given[1] * MM) if given else None

    @property
    def bleed(self) -> float:
        """The bleed: how far a piece is printed beyond the cut, in points."""
        return self.asks.bleed * MM

    @property
    def safe(self) -> float:
        """The distance of texts inside the cut, in points."""
        return self.asks.safe * MM

    @property
    def is_chit(self) -> bool:
        """Whether it takes counters of one square size."""
        return "counters" in self.asks.prints and len({*(self.size or (0.0, 1.0))}) == 1

    @property
    def inset(self) -> float:
        """How much smaller a counter is drawn on each side, in points, so that its texts are safe.

        The ground of a counter reaches as far beyond its edge.
        """
        return max(0.0, self.safe - _OWN) if self.is_chit else 0.0

    @property
    def chit(self) -> float:
        """How wide and high a counter is drawn, in millimetres; 0 if it takes no chits."""
        return (self.size[0] - 2 * self.inset) / MM if self.size and self.is_chit else 0.0

    @property
    def source(self) -> str:
        """The source of the profile's figures, with those that are second-hand."""
        if self.own:
            return "your own"
        quoted = self.asks.second_hand
        which = f": {', '.join(quoted)}" if isinstance(quoted, list) else ""
        return f"{self.asks.source} (second-hand{which})" if quoted else self.asks.source

    @property
    def is_folder(self) -> bool:
        """Whether its result is several files."""
        return self.asks.makes not in ("pages", "cards")

    @property
    def is_screen(self) -> bool:
        """Whether it is for play on screen, where nothing is cut."""
        return self.asks.makes in ("tts", "vassal", "table")


def list_profiles(
    project: Path, files: Files, tell: Callable[[ProblemError], None] = lambda error: None
) -> list[Wanted]:
    """The profiles of a project, then the shipped ones, but for those that can't be read.

    `tell` gets what is wrong with these.
    """
    found = []
    for name in list_names(project):
        try:
            found.append(read_profile(name, project, files))
        except ProblemError as error:
            tell(error)
    return found


def list_names(project: Path) -> list[str]:
    """The names of all profiles: the project's own first."""
    folders = (project / FOLDER, assets.shipped(FOLDER))
    names = [
        [name.removesuffix(".yaml") for name in assets.list_names(folder) if name.endswith(".yaml")]
        for folder in folders
    ]
    return list(dict.fromkeys(name for some in names for name in some))


def read_profile(name: str, project: Path, files: Files) -> Wanted:
    """The profile of that name. Raises ProblemError with everything that is wrong in it."""
    own = project / FOLDER / f"{name}.yaml"
    is_own = files.is_taken(own)
    path = own if is_own else assets.shipped(FOLDER) / f"{name}.yaml"
    read = source.read(path, assets.display_name(path), partial(files.read_text, what="a profile"))
    if not read.documents:
        message = "this file holds no profile"
        raise ProblemError(read.diagnostics or [BAD_PROFILE.at(read.start, message)])
    document = read.documents[0]
    written, found = validate(Profile, document)
    told = read.diagnostics
    found = [*told, *source.refuse_more(read), *drop_reported(found, told)]
    if written is None or found:
        raise ProblemError(found)
    problem = _check(written)
    if problem:
        raise ProblemError([BAD_PROFILE.at(document.place((problem[0],)), *problem[1:])])
    return Wanted(name, written, is_own)


def _check(written: Profile) -> tuple[str, str, str] | None:
    """The key that does not agree with the others, what is wrong with it, and what would do."""
    if written.makes == "pictures" and not (written.size and written.pixels):
        return "makes", "pictures need size and pixels", "such as pixels: 825x1125"
    if written.size and written.pixels:
        wanted = [(side + 2 * written.bleed) / 25.4 * written.dpi for side in written.size]
        if any(abs(a - b) > 1 for a, b in zip(wanted, written.pixels, strict=True)):
            whole = format_size(*(p / written.dpi * INCH for p in written.pixels))
            hint = f"size and bleed make {wanted[0]:.0f}x{wanted[1]:.0f} pixels"
            return "pixels", f"at {written.dpi} dpi these are {whole}", hint
    if isinstance(written.second_hand, list):
        for name in written.second_hand:
            if name not in list_keys(Profile):
                near = find_nearest(name, list_keys(Profile))
                hint = f"did you mean {near}?" if near else "name a key of the profile"
                return "second_hand", f"there is no key {name}", hint
    if written.size and 2 * written.safe >= min(written.size):
        return "safe", "nothing of a piece would be safe", "it is measured from the cut inwards"
    if written.standard and written.colour == "rgb":
        hint = "colour: cmyk, or grey"
        return "standard", f"a PDF/{written.standard.upper()} can't have RGB colours", hint
    return None
