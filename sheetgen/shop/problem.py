"""The rules about what print shops and table tops take."""

from __future__ import annotations

from sheetgen.ground.diagnostics import declare

BAD_PROFILE = declare(
    "bad-profile",
    "error",
    """A profile says something impossible.

    Why: A profile gives the size of a piece, its bleed and the part that is safe from the knife.
    These have to agree with each other, or the shop would refuse the files.

    Example:
    # pixels: 825x1125 at dpi: 300 are 69.9 × 95.3 mm, but size and bleed make 70 × 100 mm
    """,
)
SHORT_OF_BLEED = declare(
    "short-of-bleed",
    "warning",
    """Colour reaches the cut of a piece, but not the edge of its bleed.

    Why: Knives stray by a millimetre. Where colour ends at the cut, a cut that strays leaves a
    white edge; shops ask for colour beyond it, or for a white margin inside.

    Example:
    # a card whose ground ends at its cut: give its template a data-bleed, and draw beyond the edge
    """,
)
UNSAFE_TEXT = declare(
    "unsafe-text",
    "warning",
    """A text is so near the cut that part of it may be lost.

    Why: Every shop names a zone at the edge where a knife that strays may cut. Keep everything that
    has to be read inside.

    Example:
    # "14" stands 1.2 mm from the cut, but the shop asks for 3.2 mm
    """,
)
LEFT_OUT = declare(
    "left-out",
    "warning",
    """A piece is not among the files for a print shop, because it has another size.

    Why: A shop cuts all pieces of an order to one size. Order pieces of another size separately, or
    print them at home.

    Example:
    # --for tgc-poker takes cards of 63.5 × 88.9 mm, and not the roster
    """,
)
TOO_MUCH_INK = declare(
    "too-much-ink",
    "warning",
    """A colour needs more ink than the paper of a print shop takes.

    Why: Cyan, magenta, yellow and black are printed over each other, and too much of them does not
    dry: it smears, and shows on the back of the next sheet. Shops refuse files with more than their
    limit, so the coloured inks are reduced, which can change a dark colour a little.

    Example:
    # #190000 is 90 % black with 100 % magenta and yellow: 290 %, where the shop takes 240 %
    """,
)
FLATTENED = declare(
    "flattened",
    "warning",
    """A part of a page became a picture, because something transparent could not be mixed exactly.

    Why: PDF/X-1a has no transparency. Colours are mixed instead, and everything stays sharp. A
    picture with soft edges that lies on others, or letters of several colours that are transparent,
    can't be mixed; what lies below becomes a part of the picture, including texts.

    Example:
    # a picture with a soft shadow that lies over text
    """,
)
