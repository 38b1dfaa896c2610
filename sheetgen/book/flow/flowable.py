"""The base of everything that is poured into pages and columns; lengths in points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal, Self

from reportlab.platypus.doctemplate import ActionFlowable
from reportlab.platypus.flowables import Flowable as PlatypusFlowable

from sheetgen.book.flow.canvas import Leaf
from sheetgen.drawing.drawing import TagPath
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.record import read_values, record, replace
from sheetgen.ground.words import tr

if TYPE_CHECKING:
    from sheetgen.book.flow.canvas import Recorder

NO_END = 1e6
"""A height that is never reached, for measuring the natural height of something."""


class Referring:
    """A value in which there may be references, itself or in what it is made of."""

    def resolve(self, references: References) -> Self:
        """The same one with the page numbers in its references; itself if it has none."""
        values = read_values(self)
        made = {name: resolve(value, references) for name, value in values.items()}
        same = all(made[name] is value for name, value in values.items())
        return self if same else replace(self, **made)


@record(frozen=False, slots=False, eq=False, kw_only=True)
class Flowable(Referring, PlatypusFlowable):  # type: ignore[misc]
    """A piece of a book that is poured into columns and pages. Once made, it does not change.

    What it shows is given to it when it is made; the same flowable may be measured and drawn each
    time the book is laid out. Only what Platypus notes on it (`canv`, `width`, `height`) and what
    it remembers from its own measuring comes later.

    `tags` are around what it shows, such as those of a list and its item, which others may share.

    `wide` ones take the whole measure, others a column of it. One that `floats` may stand at the
    head of the next page, while the text flows on. Links lead to it by its `anchored` name. `place`
    is where it is asked for.
    """

    wide: bool = False
    floats: bool = False
    anchored: str = ""
    place: Place | None = None
    tags: TagPath = ()
    canv: Recorder = field(init=False, repr=False)
    width: float = field(init=False, repr=False)
    height: float = field(init=False, repr=False)

    keep = False
    """Whether it is held on one page with the beginning of what follows."""
    opens = False
    """Whether a part of the book begins with it, so that it stays where that begins."""
    _ZEROSIZE = False
    """Whether nothing of it is seen, so that Platypus places it even on a full page."""
    before = after = 0.0
    """The space around it; between two neighbours the larger of the two counts."""

    def __post_init__(self) -> None:
        super().__init__()

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of it is seen."""
        return self._ZEROSIZE

    def widen(self) -> Self:
        """The same one over the whole measure."""
        return self if self.wide else replace(self, wide=True)

    def drawOn(self, canvas: Recorder, x: float, y: float, _sW: float = 0.0) -> None:  # noqa: N802, N803
        """Draws it with its lower left corner at a point, and notes where it comes from."""
        place = self.locate()
        if place:
            canvas.trace((x, y, x + self.width, y + self.height), place)
        if self.anchored:
            canvas.anchor(self.anchored, y + self.height)
        if not self.tags:
            super().drawOn(canvas, x, y, _sW)
            return
        with canvas.within(*self.tags):
            super().drawOn(canvas, x, y, _sW)

    def getSpaceBefore(self) -> float:  # noqa: N802
        """The room above it, as Platypus asks for it."""
        return self.before

    def getSpaceAfter(self) -> float:  # noqa: N802
        """The room below it, as Platypus asks for it."""
        return self.after

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Measure the width and height in a space of that size, and note both: none, if unsaid."""
        self.width = self.height = 0.0
        return 0.0, 0.0

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """The part of it that fits into that height, and the rest; nothing if it can't be split."""
        return ()

    def draw(self) -> None:
        """Draws it on `canv` from its lower left corner; unless overridden, it is invisible."""

    def locate(self) -> Place | None:
        """Return its place in the source, or that of the first thing inside; None if unknown."""
        return self.place

    def least_height(self, width: float) -> float:
        """The least height of its beginning that may stand at the foot of a page."""
        return self.wrap(width, NO_END)[1]

    def list_notes(self) -> Sequence[Flowable]:
        """The notes for the foot of its page; their marks are in it."""
        return ()

    def lower(self, excess: float) -> Flowable:
        """The same one, lower by that much where that is possible."""
        return self


@record(frozen=False, slots=False, eq=False)
class Action(Flowable, ActionFlowable):  # type: ignore[misc]
    """An action on the pages where it occurs, such as beginning a new one."""

    wide: bool = field(default=True, kw_only=True)


def locate(flowables: Iterable[Flowable]) -> Place | None:
    """Return the place of the first of the flowables that has one."""
    return next((place for flowable in flowables if (place := flowable.locate())), None)


def resolve(part: Any, references: References) -> Any:
    """A part of a book, or some, with the page numbers in all references; itself without any."""
    if isinstance(part, Referring):
        return part.resolve(references)
    if isinstance(part, (list, tuple)):
        made = [resolve(inner, references) for inner in part]
        if any(new is not old for new, old in zip(made, part, strict=True)):
            return part._make(made) if hasattr(part, "_make") else made
    return part


# Looks of paragraphs; lengths in points.


Align = Literal["justify", "left", "centre", "right"]


@record
class TextStyle:
    """The look of a paragraph and of the letters in it.

    `before` and `after` are the space around it; between two neighbours the larger counts.
    `indent` is that of its first line. `tracking` is added between letters, in thousandths of
    the size. With `keep` it stays on one page with what follows. `name` is that of the theme's
    style.
    """

    family: str
    size: float
    leading: float
    colour: str
    weight: int = 400
    italic: bool = False
    align: Align = "justify"
    before: float = 0.0
    after: float = 0.0
    indent: float = 0.0
    left: float = 0.0
    right: float = 0.0
    tracking: float = 0.0
    capitals: bool = False
    hyphenate: bool = True
    keep: bool = False
    name: str = ""

    def ease(self, share: float) -> TextStyle:
        """The style with that share of the space around it; itself for all of it, or without."""
        if share == 1 or not (self.before or self.after):
            return self
        return replace(self, before=self.before * share, after=self.after * share)


# References: texts that name the page on which something is, such as `page 12`.


UNKNOWN = "00"
"""The page of a reference until the book is laid out; most are as wide as this."""


class References:
    """The pages that references name, learned while the book is laid out."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._asked: set[str] = set()
        self.numbers: Mapping[str, str] = {}
        """The numbers of figures and tables, by their targets: `figure 3`."""
        self.looser, self.space = 0, 1.0

    def ease(self, looser: int, space: float) -> References:
        """The same ones for a part that is set again.

        It has `looser` lines more in a paragraph that takes them well, and that share of space.
        """
        eased = References()
        eased._known, eased._asked = self._known, self._asked
        eased.looser, eased.space, eased.numbers = looser, space, self.numbers
        return eased

    def name_page(self, target: str) -> str:
        """The text of a reference to a target: `#` and the name of an anchor."""
        self._asked.add(target)
        page = self._known.get(target)
        return tr("page {}", page or UNKNOWN)

    def name(self, span: Span) -> str:
        """The text of a reference, `figure 3 on page 12` where its target has a number."""
        number = self.numbers.get(span.link)
        if number:
            return (
                "" if span.refers == "rest" else tr("{} on {}", number, self.name_page(span.link))
            )
        return self.name_page(span.link) if span.refers == "page" else span.text

    def learn(self, leaves: Sequence[Leaf]) -> bool:
        """Notes where all anchors are now; returns whether any reference names a different page."""
        found: dict[str, int] = {}
        for leaf in leaves:
            for name in leaf.anchors:
                found.setdefault(f"#{name}", leaf.number)
        before, self._known = self._known, found
        return any(before.get(target) != found.get(target) for target in self._asked)


# Spans: stretches of text of one look, of which paragraphs are made.


@record
class Span(Referring):
    """A stretch of text of one look.

    `colour` is the PDF operator of its fill. `rise` lifts it, in points. `link` is its target: a
    URL, or `#` and the name of an anchor. `terms` are the entries of the index that it stands
    for. A `\\n` ends the line.
    """

    text: str
    family: str
    size: float
    colour: str
    weight: int = 400
    italic: bool = False
    rise: float = 0.0
    tracking: float = 0.0
    capitals: bool = False  # whether what is added to it is set in capitals
    link: str = ""
    struck: bool = False
    terms: tuple[str, ...] = ()
    place: Place | None = None
    language: bool = True  # whether it is text in the book's language, to be hyphenated
    tongue: str = ""  # a language of its own
    # What a reference names of where its link leads: the page, or else the number if it has one,
    # in place of its words; they are the rest of those.
    refers: Literal["", "page", "number", "rest"] = ""
    notes: tuple[Flowable, ...] = ()  # what stands at the foot of its page

    def resolve(self, references: References) -> Span:
        """A reference with the page of its target; any other span unchanged."""
        text = references.name(self) if self.refers else self.text
        made = self if text == self.text else replace(self, text=text)
        notes = resolve(self.notes, references)
        return made if notes is self.notes else replace(made, notes=tuple(notes))


def make_span(text: str, style: TextStyle, colour: str = "", place: Place | None = None) -> Span:
    """A text in the look of its paragraph, or in a colour of its own."""
    return Span(
        text.upper() if style.capitals else text,
        style.family,
        style.size,
        colour or style.colour,
        style.weight,
        style.italic,
        tracking=style.tracking,
        capitals=style.capitals,
        place=place,
        language=style.hyphenate,
    )
