"""Front and back matter of a book: cover, imprint, contents, index, credits and back cover."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from sheetgen.book.definition import Book
from sheetgen.book.flow.box import Columns, Opening, Space, draw, measure
from sheetgen.book.flow.canvas import Heading, Leaf, Recorder
from sheetgen.book.flow.flowable import NO_END, Flowable, TextStyle, make_span
from sheetgen.book.flow.paragraph import ContentsEntry, Paragraph, set_text, write_line, write_pages
from sheetgen.book.manuscript.picture import Pictures
from sheetgen.book.parts.furniture import Art, Furniture
from sheetgen.book.problem import NO_PLACE
from sheetgen.book.theme import Design, StyleName
from sheetgen.drawing.drawing import Drawing, Tag
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.number import fmt, join_words
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM
from sheetgen.ground.version import __version__
from sheetgen.ground.words import find_spoken, tr
from sheetgen.reading.document import Document
from sheetgen.reading.packfile import LockedPack

# Plain texts in the styles of the book, and the heads of its parts.


def write(
    text: str,
    name: StyleName,
    design: Design,
    anchor: str = "",
    level: int = -1,
    wide: bool = False,
    place: Place | None = None,
) -> Paragraph:
    """A paragraph of plain text; with a `level` (from 0) it is a heading."""
    return replace(
        set_text(text, design.style(name), design.setter, place),
        anchors=[anchor] if anchor else [],
        head=text if level >= 0 else "",
        level=level,
        wide=wide or level == 0,
    )


def open_chapter(
    title: str, design: Design, anchor: str, recto: bool = False, most: float = NO_END
) -> Iterator[Flowable]:
    """The head of a part of the book, on a new page, with at most `most` lines of space above."""
    yield Opening("opener", recto, title)
    yield Space(min(most, design.theme.sink) * design.line, opens=True)
    yield write(title, "h1", design, anchor, level=0)


def join_part(flow: Sequence[Flowable], design: Design) -> Iterator[Flowable]:
    """A part of the book on the page on which the one before it ends, under a smaller title."""
    for thing in flow:
        if isinstance(thing, Paragraph) and thing.level == 0:
            thing = replace(thing, style=design.style("h2"))
            yield Space(design.line, wide=True)
        if not (isinstance(thing, Opening) or thing.opens):
            yield thing


MOST_BACK = 0.6
"""The share of the back cover's height that a text may have; the title is above it."""


def fill_cover(book: Book, furniture: Furniture, art: str = "") -> Art:
    """The values that fill the drawings of the covers."""
    return replace(
        furniture.fill("right", "cover"),
        title=book.book,
        subtitle=book.subtitle or "",
        author=", ".join(book.author),
        version=book.version or "",
        publisher=book.publisher or "",
        art=art,
        words=book.cover_text,
    )


def draw_cover(
    book: Book, furniture: Furniture, pictures: Pictures, path: Path, source: Document
) -> Leaf:
    """The page of the cover. Raises ProblemError."""
    canvas = furniture.open_canvas(1)
    drawing = paint_cover(book, furniture, pictures, path, source)
    canvas.place(drawing, cut=False, alt=tr("cover"))
    canvas.leaf.headings.append(Heading(book.book, 0, furniture.design.geometry.height))
    canvas.showPage()
    return canvas.leaves[0]


def paint_cover(
    book: Book, furniture: Furniture, pictures: Pictures, path: Path, source: Document
) -> Drawing:
    """The cover. Raises ProblemError."""
    geometry = furniture.design.geometry
    art = ""
    if book.cover:
        place = source.place(("cover",))
        width = geometry.width + 2 * geometry.bleed
        found = pictures.locate(book.cover, path.parent, place)
        drawing, pixels = pictures.open(book.cover, path.parent, place, width)
        # The picture fills the cover, so what counts is the side that is shown whole.
        high = geometry.height + 2 * geometry.bleed
        shown = max(width, high * drawing.trim_width / drawing.trim_height)
        pictures.check(book.cover, pixels, shown, place)
        art = str(found)
    return furniture.draw("cover", fill_cover(book, furniture, art))


def list_imprint(
    book: Book, design: Design, convert: Callable[[str, str, StyleName], list[Flowable]]
) -> list[Flowable]:
    """The imprint, at the foot of its page."""
    geometry = design.geometry
    style = design.style("imprint")

    def line(text: str, own: TextStyle = style) -> Paragraph:
        return set_text(text, own, design.setter)

    flow: list[Flowable] = [line(book.book, replace(style, weight=700, after=0.0))]
    made = [", ".join(book.author), book.publisher or ""]
    edition = [book.version or "", book.date or ""]
    for words in ([book.subtitle or ""], made, edition):
        text = " · ".join(word for word in words if word)
        if text:
            flow.append(line(text))
    if book.licence:
        flow += convert(book.licence, "licence", "imprint")
    if book.imprint:
        flow += convert(book.imprint, "imprint", "imprint")
    fonts = sorted({design.family(font) for font in ("body", "head", "title", "narrow")})
    flow.append(
        line(tr("Set in {}. Made with sheetgen {}.", join_words(fonts, tr("and")), __version__))
    )
    right = geometry.measure - min(geometry.measure, 36 * style.size)
    flow = [
        replace(thing, style=replace(thing.style, right=right))
        if isinstance(thing, Paragraph)
        else thing
        for thing in flow
    ]
    room = Space(max(0.0, geometry.depth - measure(flow, geometry.measure) - 1))
    return [thing.widen() for thing in (room, *flow)]


def write_contents(
    body: Sequence[Leaf], back: Sequence[Leaf], design: Design
) -> Iterator[Flowable]:
    """The table of contents: headings of two levels in the body, and of one level after it."""
    # It begins higher up than a chapter, so that most books need only one page for it.
    yield from open_chapter(tr("Contents"), design, "contents", recto=True, most=1.0)
    g = design.geometry
    toc = Tag("TOC")
    entries = [*_list_entries(body, design, 1, toc), *_list_entries(back, design, 0, toc)]
    long = len(entries) >= 30
    if long and g.columns == 2:
        yield Columns(entries, 2, g.gutter, g.leading)
    elif long:
        yield from entries
    else:
        yield from (entry.widen() for entry in entries)


def _list_entries(
    leaves: Sequence[Leaf], design: Design, deepest: int, toc: Tag
) -> Iterator[ContentsEntry]:
    for leaf in leaves:
        for at, heading in enumerate(leaf.headings):
            if heading.level <= deepest:
                name: StyleName = "contents-entry" if heading.level else "contents"
                style = design.style(name)
                style = replace(style, left=style.left * max(1, heading.level))
                target = f"#page-{leaf.number}-{at}"
                page = str(leaf.number)
                looks = (style, design.setter)
                tags, place = (toc, Tag("TOCI")), heading.place
                yield ContentsEntry(heading.title, page, target, *looks, place=place, tags=tags)


def open_cutouts(design: Design) -> Iterator[Flowable]:
    """The head of the appendix, with directions for its use."""
    yield from open_chapter(tr("Cut-outs"), design, "cut-outs")
    yield write(tr(_CUTTING), "lead", design, wide=True)


def write_credits(book: Book, design: Design, packs: Iterable[LockedPack]) -> Iterator[Flowable]:
    """Write the credits, the author first and the packs last; nothing if nobody is named."""
    lines = [(tr("Written by"), book.author)] if book.author else []
    lines += [(credit.role, credit.names) for credit in book.credits]
    for pack in packs:
        called = f"{pack.title or pack.pack} {pack.version}"
        lines.append((called, [*pack.authors, pack.licence]))
    if lines:
        yield from open_chapter(tr("Credits"), design, "credits")
    for role, names in lines:
        yield write(role, "term", design, wide=True)
        line = write(", ".join(names), "body", design, wide=True)
        yield replace(line, style=replace(line.style, align="left", indent=0.0))


def write_half_title(book: Book, design: Design) -> Iterator[Flowable]:
    """The first page of an interior without a cover: the title, and who wrote it."""
    align = design.style("h1").align
    names: list[tuple[str, StyleName]] = [(book.book, "h1"), (book.subtitle or "", "lead")]
    names.append((", ".join(book.author), "body"))
    yield Space(design.geometry.depth * 0.28)
    for text, name in names:
        if text:
            line = write(text, name, design, wide=True)
            yield replace(line, style=replace(line.style, align=align, indent=0.0))


def draw_back(
    flow: Sequence[Flowable],
    book: Book,
    furniture: Furniture,
    place: Place,
    free: float = 0.0,
    inset: float = 8 * MM,
) -> Leaf:
    """The back cover, with a text on it that stands at a place, above a height kept `free`.

    The barcode of its ISBN is `inset` from the edges.

    Raises ProblemError.
    """
    geometry, design = furniture.design.geometry, furniture.design
    canvas = furniture.open_canvas(0)
    back = furniture.draw("back", fill_cover(book, furniture))
    canvas.place(back, cut=False, alt=tr("back cover"))
    if book.isbn:
        free = max(free, BARCODE[1] + 2 * inset)
    light = design.fill("light")
    shown = [
        replace(thing, spans=[replace(span, colour=light) for span in thing.spans])
        if isinstance(thing, Paragraph)
        else thing
        for thing in flow
    ]
    width = geometry.measure * 0.8
    high = measure(shown, width)
    top = max(geometry.height * 0.5 + high / 2, free + high)
    if high > MOST_BACK * geometry.height or top > (1 + MOST_BACK) / 2 * geometry.height:
        message = "this text is too long for the back cover"
        hint = f"it would be {high / geometry.height:.0%} as high as the page: shorten it"
        raise ProblemError([NO_PLACE.at(place, message, hint)])
    draw(shown, canvas, (geometry.width - width) / 2, top, width)
    if book.isbn:
        x = geometry.width - inset - BARCODE[0]
        canvas.put(f"q 1 0 0 1 {fmt(x)} {fmt(inset)} cm")
        words = f"{tr('barcode')}: {book.isbn}"
        with canvas.within(Tag("Figure", words), closed=True):
            draw_barcode(canvas, book.isbn, design)
        canvas.put("Q")
    canvas.showPage()
    return canvas.leaves[0]


BARCODE = (42 * MM, 34 * MM)
"""The white box of an ISBN's barcode at its nominal size (GS1 General Specifications, 5.2)."""


def draw_barcode(canvas: Recorder, isbn: str, design: Design) -> None:
    """Draws an ISBN as EAN-13 on a white box, whose lower left corner is the origin."""
    from reportlab.graphics.barcode.eanbc import Ean13BarcodeWidget

    wide, high = BARCODE
    digits = re.sub(r"\D", "", isbn)
    canvas.put("q")
    canvas.express(f"1 g 0 0 {fmt(wide)} {fmt(high)} re f 0 g")
    style = replace(design.style("small"), colour="0 g", align="left", left=0.0)
    widget = Ean13BarcodeWidget(value=digits[:12])
    left, low = (wide - widget.getBounds()[2]) / 2, 1.5 * MM
    for shape in widget.draw().contents[1:]:  # the first is their ground
        x, y = left + shape.x, low + shape.y
        if hasattr(shape, "text"):
            span = replace(make_span(shape.text, style), size=9.0)
            text = design.setter.width(span, shape.text)
            # Each group of digits is centred below its bars.
            x += {"start": 0.0, "middle": -text / 2, "end": -text}[shape.textAnchor]
            write_line(canvas, design.setter, x, y, [(span, shape.text)])
        else:
            size = f"{fmt(shape.width)} {fmt(shape.height)}"
            canvas.express(f"{fmt(x)} {fmt(y)} {size} re f")
    name = replace(make_span(f"ISBN {isbn.removeprefix('ISBN').strip()}", style), size=8.0)
    x = (wide - design.setter.width(name, name.text)) / 2
    write_line(canvas, design.setter, x, high - 4.2 * MM, [(name, name.text)])
    canvas.put("Q")


_CUTTING = (
    "Copy these pages, or print them from the PDF at actual size, and cut along the marks. "
    "Everything on them has the size that it is played with."
)


# The index: entries gathered while the pages were made, with their pages.


Pages = list[tuple[int, bool]]
"""Numbers of pages, each with whether the entry has its main place there."""


def gather_terms(leaves: Sequence[Leaf]) -> dict[str, Pages]:
    """The pages of every entry, in order."""
    found: dict[str, Pages] = {}
    for leaf in leaves:
        for term, main in leaf.terms.items():
            found.setdefault(term, []).append((leaf.number, main))
    return {term: found[term] for term in sort_terms(found)}


_ALPHABETS = {"es": "ñ", "pl": "ąćęłńóśźż", "sv": "åäö", "fi": "åäö", "da": "æøå", "nb": "æøå"}
"""Letters that have places of their own, behind those that they are made of or at the end."""
_LAST = ("sv", "fi", "da", "nb")
_PLAIN = str.maketrans("æœøłđß", "aoolds")


def sort_terms(terms: Iterable[str]) -> list[str]:
    """Terms as the dictionaries of the language have them: Ø, Ł and Œ where they belong."""
    own = _ALPHABETS.get(find_spoken().language.split("-")[0], "")
    spelt = {term: _spell(term, own) for term in terms}
    if all(map(str.isascii, spelt.values())):
        return sorted(spelt, key=lambda term: (spelt[term], term))
    from pyuca import Collator

    find_key = Collator().sort_key
    return sorted(spelt, key=lambda term: (find_key(spelt[term]), term))


def _spell(term: str, own: str) -> str:
    """The letters of a term; those of a language's `own` come behind all that begin alike."""
    letters = unicodedata.normalize("NFC", term.casefold())
    letters = "".join(c for c in letters if c.isalnum() or c == " ").strip()
    is_last = find_spoken().language.split("-")[0] in _LAST
    for at, letter in enumerate(own, 1):
        base = "z" if is_last else _strip(letter)
        letters = letters.replace(letter, f"{base}\uffff{chr(0x60 + at)}")
    return letters


def _strip(letter: str) -> str:
    """The letter of the Latin alphabet that one is made of."""
    return unicodedata.normalize("NFKD", letter.translate(_PLAIN))[:1]


def invert(term: str) -> str:
    """A name as an index lists it: `The Ice Toll` is `Ice Toll, The`."""
    first, _, rest = term.partition(" ")
    return f"{rest}, {first}" if rest and first in ("The", "A", "An") else term


def join_runs(pages: Pages) -> Iterator[tuple[str, int, bool]]:
    """Pages, with runs of three or more joined: (text, first page, main)."""
    run: Pages = []
    for number, main in [*pages, (-9, False)]:
        if run and (number != run[-1][0] + 1 or main != run[-1][1]):
            if len(run) >= 3:
                yield f"{run[0][0]}–{run[-1][0]}", run[0][0], run[0][1]
            else:
                yield from ((str(n), n, m) for n, m in run)
            run = []
        run.append((number, main))


def write_index(leaves: Sequence[Leaf], design: Design) -> list[Flowable]:
    """The index of leaves on a new page; nothing if they have no terms."""
    terms = gather_terms(leaves)
    if not terms:
        return []
    g = design.geometry
    entries = list(list_entries(terms, design))
    columns = Columns(entries, 3 if g.measure > 140 * MM else 2, g.gutter, g.leading)
    return [*open_chapter(tr("Index"), design, "index"), columns]


def list_entries(terms: dict[str, Pages], design: Design) -> Iterator[Paragraph]:
    """The paragraphs of the index, under their letters."""
    style, letter = design.style("index"), design.style("index-letter")
    accent = design.fill("accent")
    own = replace(style, indent=-style.left)
    for initial, group in groupby(terms.items(), key=lambda item: find_initial(item[0])):
        yield set_text(initial, letter, design.setter)
        for term, pages in group:
            runs = [(text, f"#page-{first}", main) for text, first, main in join_runs(pages)]
            spans = [make_span(f"{term}\u2002", own), *write_pages(runs, own, accent)]
            yield Paragraph(spans, own, design.setter)


def find_initial(term: str) -> str:
    """The letter of the index that a term is under."""
    own = _ALPHABETS.get(find_spoken().language.split("-")[0], "")
    letter = _spell(term, "")[:1]
    first = (letter if letter in own else _strip(letter)).upper()
    return first if first.isalpha() else "0–9"
