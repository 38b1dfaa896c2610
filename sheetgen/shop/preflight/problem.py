"""The rules that a PDF for a print shop has to keep."""

from __future__ import annotations

from sheetgen.ground.diagnostics import declare

DAMAGED = declare(
    "pdf-damaged",
    "error",
    """A PDF can't be read, or a part of it can't.

    Why: What can't be read can't be printed. The file may have been cut short on its way, or made
    to break programs, so nothing else in it is reported.

    Example:
    # a file that ends in the middle
    """,
)
VERSION = declare(
    "pdf-version",
    "error",
    """A PDF is of a newer version than its standard, or does not name its standard.

    Why: PDF/X-1a is built on PDF 1.3 (2001) and 1.4 (2003). Shops sort files by what they say about
    themselves, before anybody looks at a page.

    Example:
    # PDF 1.7 with compressed objects, where PDF/X-1a:2003 is 1.4
    """,
)
TRANSPARENT = declare(
    "pdf-transparency",
    "error",
    """Something in a PDF is transparent.

    Why: Presses have no transparency. Each program mixes the colours in its own way, so PDF/X-1a
    wants it done beforehand.

    Example:
    # page 3, state GS1: /ca 0.5
    """,
)
COLOUR = declare(
    "pdf-colour",
    "error",
    """A colour in a PDF is not one of the inks of the press.

    Why: RGB describes light, but a press has inks. The conversion decides how it looks; shops
    refuse such a file, or convert it without asking.

    Example:
    # page 1, image Im0: DeviceRGB
    """,
)
FONT = declare(
    "pdf-font",
    "error",
    """A font is not embedded in the PDF.

    Why: The shop does not have it, and would print another one.

    Example:
    # page 1, font F1: Helvetica is not embedded
    """,
)
BOX = declare(
    "pdf-box",
    "error",
    """The boxes of a page do not say where it is cut, or not as the shop wants it.

    Why: The TrimBox is where the knife goes, the BleedBox how far colour goes beyond. Without them
    a page is cut wherever its paper ends.

    Example:
    # page 1: no TrimBox
    """,
)
INTENT = declare(
    "pdf-intent",
    "error",
    """A PDF does not say for which printing condition its inks are mixed, or names the wrong one.

    Why: The same four numbers look different on newsprint and on coated paper. PDF/X names one
    condition from a public registry.

    Example:
    # no OutputIntent of PDF/X
    """,
)
METADATA = declare(
    "pdf-metadata",
    "error",
    """What a PDF says about itself is missing or contradictory.

    Why: PDF/X wants a title, dates, and whether colours are trapped, in the Info dictionary; XMP
    may say it again, and must then agree.

    Example:
    # Title is 'Fleet' in Info, and 'Fleets' in XMP
    """,
)
LOCKED = declare(
    "pdf-encrypted",
    "error",
    """A PDF is encrypted.

    Why: The shop's programs can't open it, even if it has no password.

    Example:
    # a PDF that was saved so that it can't be copied from
    """,
)
LIVELY = declare(
    "pdf-annotation",
    "error",
    """A PDF has form fields, links, notes, layers or scripts.

    Why: Paper has none. They may be printed or not, as each program likes, and PDF/X-1a forbids
    them within the page.

    Example:
    # page 2: an annotation of the kind Link
    """,
)
INK = declare(
    "pdf-ink",
    "error",
    """A colour or picture in a PDF has more ink than the paper takes.

    Why: Too much ink does not dry: it smears, and marks the next sheet.

    Example:
    # page 4: 0.8 0.7 0.7 1 k is 320 %, and the limit is 240 %
    """,
)
COARSE = declare(
    "pdf-resolution",
    "warning",
    """A picture has fewer pixels to the inch than the shop asks for, at the size it is printed.

    Why: Below about 200 pixels to the inch they can be seen; shops ask for 300.

    Example:
    # page 4, image Im2: 96 dpi
    """,
)
PAGES = declare(
    "pdf-pages",
    "error",
    """The number or the sizes of a PDF's pages are not those that a shop takes.

    Why: All pieces of an order are cut to one size, and books are bound from a certain number of
    pages on.

    Example:
    # page 7 is cut to 63 × 88 mm, and page 1 to 63.5 × 88.9 mm
    """,
)
