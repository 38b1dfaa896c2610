"""Rules for faults of books."""

from __future__ import annotations

from sheetgen.ground.diagnostics import declare

BAD_CHAPTER = declare(
    "bad-chapter",
    "error",
    """A chapter's Jinja can't be filled.

    Why: It asks for a value that does not exist, or has a tag that can't be read. The book would
    have a hole where the value belongs.

    Example:
    # {{ ships.warrior.pionts }}    did you mean points?
    """,
)
UNKNOWN_BLOCK = declare(
    "unknown-block",
    "error",
    """A chapter asks for a sheet that a ship or fleet does not have.

    Why: `display`, `counter`, `card`, `reference` and `sheet` place what the game can print for
    the definition; `sheetgen list sheets` shows what that is.

    Example:
    # {{ sheet("dispaly", "warrior") }}    did you mean display?
    """,
)
BAD_PICTURE = declare(
    "bad-picture",
    "error",
    """A picture of a book can't be printed.

    Why: It is missing, lies outside the project folder, or is not a PNG, JPEG or SVG. It is looked
    up beside the chapter that shows it, or beside the book file.

    Example:
    # ![The wall](wall.jpg)    and there is no wall.jpg beside the chapter
    """,
)
BROKEN_LINK = declare(
    "broken-link",
    "error",
    """A link leads nowhere.

    Why: It names a heading, ship or fleet that the book does not have. Headings are named by
    their words in lower case with hyphens, ships and fleets by `ship-` or `fleet-` and their id.

    Example:
    # [the wall](#the-wal)    did you mean #the-wall?
    """,
)
BAD_THEME = declare(
    "bad-theme",
    "error",
    """A book names a theme that does not exist or is incomplete.

    Why: A theme is a folder in templates/book/ with a theme.yaml in it, either the project's own
    or a shipped one.

    Example:
    theme: claen     # did you mean clean?
    """,
)
NOT_DRAWN = declare(
    "not-drawn",
    "error",
    """A chapter contains something that books do not print.

    Why: Leaving it out silently would print less than was written. HTML has no meaning on paper;
    Markdown and blocks can say the same.

    Example:
    # <b>bold</b>    write **bold**
    """,
)
SMALL_PRINT = declare(
    "small-print",
    "warning",
    """A sheet in a book is printed at less than 85 % of its size, or a piece at less than 70 %.

    Why: The smallest letters of sheets are 7 pt; below 6 pt they are hard to read at a table.
    Pieces that are cut out elsewhere are only pictures here. Sheets with a form for small pages
    use it, and are turned on their side where that makes them larger.

    Example:
    # {{ sheet("roster", "my-fleet") }} in a book of 4 × 6 in
    """,
)
TOO_LARGE = declare(
    "too-large-for-page",
    "warning",
    """A cut-out is larger than the book's page, so the appendix leaves it out.

    Why: Cut-outs are printed at their true size. Print this one on larger paper with
    `sheetgen render`.

    Example:
    # the display of a titan of mass 32, 188 mm wide, in a book of 148 × 210 mm
    """,
)
PAGES_MISSED = declare(
    "pages-missed",
    "warning",
    """A book has more or fewer pages than it should have.

    Why: `pages` sets lines and paragraphs closer or wider, as far as a typesetter would, and takes
    the nearest number of pages. Beyond that, the text itself has to become shorter or longer.

    Example:
    # pages: 48    and at its closest the book has 52: 4 pages have to be cut
    """,
)
NO_PLACE = declare(
    "no-place",
    "error",
    """Something in a book has no room on its page.

    Why: It is taller than the page and can't be split, or the paper is too small for any text.

    Example:
    # a table with a cell of two thousand words
    """,
)
