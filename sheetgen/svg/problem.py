"""Problems of drawings, and the rules that name them."""

from __future__ import annotations

from sheetgen.ground.diagnostics import Diagnostic, Place, Rule, Severity, declare
from sheetgen.ground.record import NamedTuple, replace


class Problem(NamedTuple):
    """Something that can't be drawn as asked; line and column are those of its element.

    `picture` is the reference of a picture that can't be printed, `words` are the whole text that
    it is about. `severity` is given where it is not that of the rule.
    """

    rule: Rule
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    picture: str = ""
    words: str = ""
    severity: Severity | None = None

    @property
    def is_error(self) -> bool:
        """Whether nothing may be printed because of it."""
        return (self.severity or self.rule.severity) == "error"

    def diagnose(self, file: str) -> Diagnostic:
        """The diagnostic for it, in `file` unless it names another file."""
        place = Place(self.file or file, self.line, self.column)
        found = self.rule.at(place, self.message, self.hint)
        return replace(found, severity=self.severity) if self.severity else found


DRAWN_AS_PICTURE = declare(
    "drawn-as-picture",
    "hint",
    """Parts of a drawing are printed as pixels, because they can't be drawn as vectors.

    Why: Blurs, blends and the like exist only as pixels on paper. They are drawn by resvg at 600 to
    the inch, in their places, with the fonts of the project; that is sharp, but the file is larger,
    and a text in them can't be searched. docs/svg.md lists what is drawn as vectors. Templates are
    read strictly: there it is an error. With `--strict` it is one in all drawings.

    Example:
    # art: crest.svg   with <filter> in it
    """,
    is_strict=True,
)
XML_SYNTAX = declare(
    "xml-syntax",
    "error",
    """A drawing or template is not well-formed XML.

    Why: A browser or Inkscape would refuse such a file too. The usual causes are a tag that is not
    closed, a bare `&` or `<` in a text, or an attribute without quotes.

    Example:
    # <text>Fish & Chips</text>   write &amp;
    """,
)
XML_ENTITY = declare(
    "xml-entity",
    "error",
    """A template declares entities, or a drawing declares some that could do harm.

    Why: Entities can make a small file grow without limit, or read other files. Templates don't
    need any. A drawing from elsewhere, such as one by Illustrator, may have up to 100 that are
    plain texts and become at most a million letters; none of them may contain another or be in
    another file.

    Example:
    # <!DOCTYPE svg [<!ENTITY a "&b;&b;">]>   write the text itself
    """,
)
UNSUPPORTED_ELEMENT = declare(
    "unsupported-element",
    "error",
    """A drawing uses an element that is not drawn.

    Why: If it were silently left out, the print would differ from what the drawing program shows.
    docs/svg.md lists what is drawn.

    Example:
    # <filter>, <mask>, <marker>, <foreignObject>   convert the object to paths
    """,
)
UNSUPPORTED_PROPERTY = declare(
    "unsupported-property",
    "error",
    """A drawing uses an attribute or style property that has no effect here.

    Why: Anything that would be ignored is reported, so that the print never silently differs from
    the screen. Misspelt names are found in the same way.

    Example:
    # <rect fil="red"/>   did you mean fill?
    """,
)
BAD_VALUE = declare(
    "bad-value",
    "error",
    """An attribute or property of a drawing has a value that can't be read.

    Why: With a number, colour, path or transform that can't be understood, the shape would be in
    the wrong place or missing.

    Example:
    # <circle r="3 m"/>   write r="3"
    """,
)
MISSING_REFERENCE = declare(
    "missing-reference",
    "error",
    """A drawing refers to something that it does not contain.

    Why: A symbol, gradient, clip path or picture that does not exist would leave a hole.

    Example:
    # <use href="#anchor"/>   without <symbol id="anchor">
    """,
)
TOO_COMPLEX = declare(
    "too-complex",
    "error",
    """A drawing repeats or nests itself too often.

    Why: Symbols that use symbols can multiply into millions of shapes; a printer would choke.

    Example:
    # a <symbol> that uses itself
    """,
)
MISSING_GLYPH = declare(
    "missing-glyph",
    "error",
    """No available font has a character of a text.

    Why: It would print as an empty box. The shipped fonts cover Latin, Greek and Cyrillic; for
    other scripts, put a font of your own into the project's fonts/ folder.

    Example:
    name: 戦艦        # needs a Japanese font in fonts/
    """,
)
UNKNOWN_FONT = declare(
    "unknown-font",
    "error",
    """A drawing names a font family that is not available.

    Why: Another font would have different widths, and texts would no longer fit.

    Example:
    # font-family="Futura"   put Futura's TTF or OTF files into fonts/
    """,
)
OVERFLOW = declare(
    "overflow",
    "error",
    """A text does not fit the space that its template gives it.

    Why: It was made smaller, down to 6 pt, the smallest size that can be read at a table, and
    still does not fit. Text is never cut off or printed over its neighbours.

    Example:
    name: A name of a hundred characters and more   # shorten it
    """,
)
BAD_IMAGE = declare(
    "bad-image",
    "error",
    """A picture can't be printed.

    Why: It is missing, damaged, not a PNG, JPEG or SVG file, far too large, or lies outside the
    project folder (a shared definition must not pull in your other files).

    Example:
    art: ../../elsewhere/ship.png   # copy it beside the definition
    """,
)
