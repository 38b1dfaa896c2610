"""Flowables → XHTML: headings, text, lists, tables, figures and notes in the order of the book.

What only pages have is left out: their breaks, space at their heads, numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from sheetgen.book.flow.box import Columns, FullPage, Hidden, Note, Opening, Ornament, Panel
from sheetgen.book.flow.figure import Figure, FigureRow
from sheetgen.book.flow.flowable import Flowable, Span
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.table import Row, TableBlock
from sheetgen.book.parts.matter import find_initial, sort_terms
from sheetgen.book.parts.shippage import (
    Parade,
    ShipProfile,
    name_display,
    name_portrait,
    tabulate_facts,
)
from sheetgen.book.theme import Design, StyleName
from sheetgen.drawing.drawing import Drawing
from sheetgen.drawing.tag import WordReader
from sheetgen.export.vector.defs import drop_unprintable
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.units import MM
from sheetgen.pages.cutting import crop
from sheetgen.pages.page import Composition


class FlowPart(NamedTuple):
    """A part of a book: its name among the others, its title, and its text as XHTML."""

    name: str
    title: str
    body: str


class ContentsLine(NamedTuple):
    """A heading of the contents: its level from 0, its words, and where links to it lead."""

    level: int
    title: str
    target: str


class Mention(NamedTuple):
    """Where a term of the index is: under which heading, and whether that is its main place."""

    title: str
    target: str
    main: bool


@record(frozen=False)
class Register:
    """The places of everything in a book, known once it was written through.

    `targets` are where links lead, with the title of what is there, by the anchors that the text
    names; `numbers` those of figures and tables.
    """

    numbers: Mapping[str, str]
    targets: dict[str, tuple[str, str]] = field(default_factory=dict)
    headings: list[ContentsLine] = field(default_factory=list)
    terms: dict[str, list[Mention]] = field(default_factory=dict)
    letters: dict[tuple[str, int, bool], set[str]] = field(default_factory=dict)
    """The letters in each family, weight and slope."""


_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_ALIGNS = {"centre": ' class="centre"', "right": ' class="right"'}


def make_id(name: str) -> str:
    """An anchor as an id of XML, which begins with a letter and has no colons."""
    return name if _NAME.fullmatch(name) else "n-" + re.sub(r"[^\w.-]", "-", name, flags=re.ASCII)


class Writer:
    """Writes the parts of a book, with links that lead to what `known` has learned before.

    `show` gives the address of a drawing that is read out as a text. `top` is the level of a
    part's title, from 1. In an EPUB (`is_split`) each part is a file.
    """

    def __init__(
        self,
        design: Design,
        known: Register,
        show: Callable[[Drawing, str], str],
        top: int,
        is_split: bool,
    ) -> None:
        self.design, self.known, self.show = design, known, show
        self.top, self.is_split = top, is_split
        self.learned = Register(known.numbers)
        self._part, self._under = "", ContentsLine(0, "", "")
        self._notes: list[Flowable] = []
        self._taken: set[str] = set()
        self._marks = 0

    def write_part(self, name: str, title: str, flow: Sequence[Flowable]) -> FlowPart:
        """A part of the book, with its notes at the end."""
        self._part, self._under = name, ContentsLine(0, title, self._address(name))
        self._notes = []
        body = list(self._write(flow))
        if self._notes:
            body.append(f"<section {self.kind('footnotes', 'endnotes')}>")
            while self._notes:
                notes, self._notes = self._notes, []
                body += self._write(notes)
            body.append("</section>")
        return FlowPart(name, title, "\n".join(body))

    def write_index(self, name: str, title: str) -> FlowPart:
        """The index: each term with the headings that it is mentioned under."""
        self._part = name
        terms = sort_terms(self.known.terms)
        tag, id = f"h{self.top}", self._take("index", title)
        body = [f'<{tag}{id} class="h1">{escape(title)}</{tag}>']
        for initial, some in groupby(terms, key=find_initial):
            body.append(f'<p class="index-letter">{self._note(initial, "index-letter")}</p>')
            body.append('<ul class="index">')
            for term in some:
                links = []
                for one in self.known.terms[term]:
                    words = self._note(one.title, "index")
                    words = f"<strong>{words}</strong>" if one.main else words
                    links.append(f'<a href="{one.target}">{words}</a>')
                body.append(f"<li>{self._note(term, 'index')}: {'; '.join(links)}</li>")
            body.append("</ul>")
        self.learned.headings.append(ContentsLine(0, title, self._address("index")))
        return FlowPart(name, title, "\n".join(body))

    def _note(self, text: str, style: StyleName) -> str:
        """A plain text in one of the theme's styles, whose letters are noted."""
        look = self.design.style(style)
        self._use(look.family, look.weight, look.italic, text)
        return escape(drop_unprintable(text))

    def _use(self, family: str, weight: int, italic: bool, text: str) -> None:
        self.learned.letters.setdefault((family, weight, italic), set()).update(text)

    def kind(self, sort: str, role: str) -> str:
        """The attributes that say what something is to a reader: for EPUB, and for all others."""
        return (f'epub:type="{sort}" ' if self.is_split else "") + f'role="doc-{role}"'

    # Where things are

    def _address(self, id: str) -> str:
        """A link to an id of the part that is being written."""
        return f"{self._part}.xhtml#{id}" if self.is_split else f"#{id}"

    def _take(self, name: str, title: str = "") -> str:
        """The attribute that gives an anchor to an element; empty if something else has it."""
        id = make_id(name)
        if not name or id in self._taken:
            return ""
        self._taken.add(id)
        self.learned.targets[f"#{name}"] = self._address(id), title or self._under.title
        return f' id="{id}"'

    def _enter(self, terms: Iterable[str], main: bool = False) -> None:
        """Notes terms of the index under the heading that the text has come to."""
        for term in terms:
            found = self.learned.terms.setdefault(term, [])
            mention = Mention(self._under.title, self._under.target, main)
            if mention._replace(main=True) not in found and mention not in found:
                found.append(mention)

    def _anchors(self, names: Sequence[str]) -> str:
        """Empty elements for anchors that no element of their own has."""
        return "".join(f"<span{id}></span>" for id in map(self._take, names) if id)

    # Flowables

    def _write(self, flow: Iterable[Flowable]) -> Iterator[str]:
        rest = list(flow)
        while rest:
            if len(rest) > 1 and isinstance(rest[0], Note) and _heads(rest[1]):
                rest[:2] = rest[1], rest[0]  # what it notes is under that heading
            run = _count_run(rest)
            some = [thing for thing in rest[:run] if isinstance(thing, Paragraph)]
            thing = rest[0]
            del rest[:run]
            if some and _is_item(some[0]):
                yield from self._list(some)
            elif some and some[0].style.name == "term":
                yield from self._definitions(some)
            elif some and some[0].style.name == "quote":
                yield "<blockquote>"
                for one in some:
                    yield from self._paragraph(one)
                yield "</blockquote>"
            else:
                write = next((w for kind, w in _WRITERS.items() if isinstance(thing, kind)), None)
                yield from write(self, thing) if write else ()

    def _wrap(self, tag: str, attributes: str, flow: Iterable[Flowable]) -> Iterator[str]:
        yield f"<{tag}{attributes}>"
        yield from self._write(flow)
        yield f"</{tag}>"

    def _paragraph(self, thing: Paragraph) -> Iterator[str]:
        style = thing.style
        if thing.head and thing.level >= 0:
            yield self._heading(thing)
            return
        id = self._take(thing.anchors[0]) if thing.anchors else ""
        anchors = self._anchors(thing.anchors[1:])
        if style.name == "code":
            text = "".join(span.text.replace("\u00a0", " ") for span in thing.spans)
            self._use(style.family, style.weight, style.italic, text)
            yield f"<pre{id}><code>{escape(drop_unprintable(text))}</code></pre>"
            return
        looks = [style.name] if style.name not in ("", "body") else []
        if style.name == "body" and not style.indent:
            looks.append("flush")
        usual = self.design.theme.styles.get(style.name)  # type: ignore[call-overload]
        if usual and style.align != usual.align:
            looks.append(style.align)
        if thing.initial:
            looks.append("initial")
            self._use(*_look(thing.initial.span), thing.initial.span.text)
        look = f' class="{" ".join(looks)}"' if looks else ""
        lead = f"{self._spans(thing.lead, thing)} " if thing.lead else ""
        first = escape(thing.initial.span.text) if thing.initial else ""
        words = f"{anchors}{lead}{first}{self._spans(thing.spans, thing)}"
        if thing.lead and thing.lead[0].link:  # a note, whose number leads back
            role = self.kind("footnote", "footnote")
            yield f"<aside{id} {role}><p{look}>{words}</p></aside>"
        else:
            yield f"<p{id}{look}>{words}</p>"
        self._enter(thing.terms)

    def _heading(self, thing: Paragraph) -> str:
        """A heading, under which everything is that follows."""
        level = min(6, thing.level + self.top)
        own = thing.anchors[0] if thing.anchors else f"h-{len(self.learned.headings)}"
        id = make_id(own)
        title = drop_unprintable(thing.head)
        self._under = ContentsLine(thing.level, title, self._address(id))
        given = self._take(own, title)
        self.learned.headings.append(self._under)
        self._enter(thing.terms)
        words = self._spans(thing.spans, thing)
        more = self._anchors(thing.anchors[1:])
        return f'<h{level}{given} class="{thing.style.name}">{more}{words}</h{level}>'

    def _list(self, items: Sequence[Paragraph]) -> Iterator[str]:
        """A list, with those inside of its items; an item may have several paragraphs."""
        mark = items[0].lead[0].text
        tag, base = "ol" if mark[:1].isdigit() else "ul", items[0].style.left
        start = mark.rstrip(".")
        yield f'<{tag} start="{start}">' if tag == "ol" and start != "1" else f"<{tag}>"
        at = 0
        while at < len(items):
            end = at + 1
            while end < len(items) and not (items[end].lead and items[end].style.left <= base):
                end += 1
            first, mark = items[at], items[at].lead[0].text
            task = f"{escape(mark)} " if mark in "☐☑" else ""
            id = self._take(first.anchors[0]) if first.anchors else ""
            look = ' class="task"' if task else ""
            yield f"<li{id}{look}>{task}{self._spans(first.spans, first)}"
            yield from self._write(items[at + 1 : end])
            yield "</li>"
            at = end
        yield f"</{tag}>"

    def _definitions(self, items: Sequence[Paragraph]) -> Iterator[str]:
        yield "<dl>"
        for thing in items:
            tag = "dt" if thing.style.name == "term" else "dd"
            look = ' class="term"' if tag == "dt" else ""
            yield f"<{tag}{look}>{self._anchors(thing.anchors)}"
            yield f"{self._spans(thing.spans, thing)}</{tag}>"
        yield "</dl>"

    def _table(self, thing: TableBlock) -> Iterator[str]:
        rows = thing.rows
        yield f'<div class="table"><table{self._take(thing.anchored)}>'
        if thing.caption:
            yield f"<caption>{self._caption(thing.caption)}</caption>"
        if rows.heading:
            cells = "".join(self._cells(rows.heading, 'th scope="col"'))
            yield f"<thead><tr>{cells}</tr></thead>"
        yield "<tbody>"
        for row in rows.body:
            tags = ("td",) if rows.heading else ('th scope="row"', "td")
            yield f"<tr>{''.join(self._cells(row, *tags))}</tr>"
        yield "</tbody>"
        if rows.totals:
            yield f"<tfoot><tr>{''.join(self._cells(rows.totals, 'td'))}</tr></tfoot>"
        yield "</table></div>"

    def _cells(self, row: Row, *tags: str) -> Iterator[str]:
        """The cells of a row, the last of the tags for all that have none of their own."""
        for at, cell in enumerate(row):
            tag = tags[min(at, len(tags) - 1)]
            words = self._caption(cell)
            yield f"<{tag}{_ALIGNS.get(cell.style.align, '')}>{words}</{tag.split()[0]}>"

    def _caption(self, thing: Paragraph) -> str:
        return f"{self._anchors(thing.anchors)}{self._spans(thing.spans, thing)}"

    def _figure(self, thing: Figure | FigureRow, look: str = "") -> Iterator[str]:
        drawings = thing.drawings if isinstance(thing, FigureRow) else [thing.drawing]
        align = f" {thing.align}" if isinstance(thing, Figure) and thing.align != "centre" else ""
        look = look or ("row" if isinstance(thing, FigureRow) else f"one{align}")
        yield f'<figure class="{look}"{self._take(thing.anchored)}>'
        measure = self.design.geometry.measure
        scale = thing.scale if isinstance(thing, FigureRow) else thing.fit(measure)
        for drawing in drawings:
            alt = thing.alt or drawing.title
            if isinstance(thing, FigureRow):
                alt = ": ".join(filter(None, (thing.alt, drawing.title)))
            yield self._image(drawing, alt, scale)
        if thing.caption:
            yield f"<figcaption>{self._caption(thing.caption)}</figcaption>"
        yield "</figure>"

    def _image(self, drawing: Drawing, alt: str, scale: float) -> str:
        shown = WordReader(Composition([crop(drawing, False)]).resources).read(drawing)
        alt = " ".join(drop_unprintable(": ".join(filter(None, (alt, shown)))).split())
        source = self.show(drawing, alt)
        size = f"width:{fmt(drawing.trim_width * scale / MM)}mm"
        return f'<img src="{source}" alt={quoteattr(alt)} style="{size}"/>'

    def _page(self, thing: FullPage) -> Iterator[str]:
        yield f'<figure class="page">{self._image(thing.drawing, thing.alt, thing.scale)}</figure>'

    def _opening(self, thing: Opening) -> Iterator[str]:
        if thing.art:
            yield from self._page(thing.art)

    def _panel(self, thing: Panel) -> Iterator[str]:
        return self._wrap("div", ' class="panel"' if thing.look.bar else "", thing.flowables)

    def _columns(self, thing: Columns) -> Iterator[str]:
        look = f' class="columns" style="columns:{thing.count} 14em"'
        return self._wrap("div", look, thing.flowables)

    def _ornament(self, thing: Ornament) -> Iterator[str]:
        yield "<hr/>"

    def _hidden(self, thing: Hidden) -> Iterator[str]:
        yield self._heading(thing.heading)

    def _mark(self, thing: Note) -> Iterator[str]:
        yield self._anchors([thing.anchor] if thing.anchor else [])
        self._enter(thing.terms, thing.main)

    def _parade(self, thing: Parade) -> Iterator[str]:
        for entrant in thing.entrants:
            yield from self._write([entrant.profile])
            yield from self._mark(entrant.note)
            yield from self._write(entrant.apart)

    def _ship(self, thing: ShipProfile) -> Iterator[str]:
        subject, design = thing.subject, self.design
        yield from self._write(thing.write_head())
        if subject.portrait:
            alt = name_portrait(subject.name)
            yield from self._figure(Figure(subject.portrait, 1.0, alt=alt), "portrait")
        yield from self._write(thing.text)
        if subject.facts:
            yield from self._table(tabulate_facts(subject.facts, design))
        for drawing in subject.displays:
            yield from self._figure(Figure(drawing, 1.0, alt=name_display(subject.name)))

    # Text inside of paragraphs

    def _spans(self, spans: Sequence[Span], inside: Paragraph) -> str:
        """The text of a paragraph; what leads to the same target is one link."""
        made = []
        for link, some in groupby(spans, key=lambda span: span.link):
            words = "".join(self._span(span, inside) for span in some)
            made.append(self._link(link, words) if link and words else words)
        return "".join(made).strip()

    def _link(self, link: str, words: str) -> str:
        """A link; one that leads to what pages alone have is no link."""
        address = self.known.targets.get(link, ("", ""))[0] if link[:1] == "#" else link
        if not address:
            return words
        role = ""
        if re.fullmatch(r"<sup>\d+</sup>", words):
            role = f" {self.kind('noteref', 'noteref')}"
        return f"<a href={quoteattr(address)}{role}>{words}</a>"

    def _span(self, span: Span, inside: Paragraph) -> str:
        style, code = inside.style, self.design.family("code")
        text = drop_unprintable(self._name(span))
        if not text:
            return ""
        self._use(*_look(span), text)
        self._enter(span.terms)
        self._notes += span.notes
        words = escape(text).replace("\n", "<br/>")
        is_small = span.capitals and not style.capitals
        marks = {
            "code": span.family == code != style.family,
            "sup": span.rise > 0,
            "sub": span.rise < 0,
            "s": span.struck,
            "strong": span.weight > style.weight,
            "em": span.italic != style.italic,
            'span class="small-caps"': is_small,
        }
        for tag, is_so in marks.items():
            words = f"<{tag}>{words}</{tag.split()[0]}>" if is_so else words
        return words

    def _name(self, span: Span) -> str:
        """The text of a span; a reference names what it leads to, as there are no pages."""
        if not span.refers:
            return span.text
        number = self.known.numbers.get(span.link)
        if number:
            return "" if span.refers == "rest" else number
        title = self.known.targets.get(span.link, ("", ""))[1]
        return title or span.text if span.refers == "page" else span.text


def _look(span: Span) -> tuple[str, int, bool]:
    return span.family, span.weight, span.italic


def _heads(thing: Flowable) -> bool:
    """Whether a heading begins with it."""
    return isinstance(thing, ShipProfile) or (isinstance(thing, Paragraph) and thing.level >= 0)


def _is_item(thing: Flowable) -> bool:
    """Whether a paragraph begins an item of a list; the number of a note leads back to its mark."""
    return isinstance(thing, Paragraph) and bool(thing.lead) and not thing.lead[0].link


def _count_run(flow: Sequence[Flowable]) -> int:
    """How many paragraphs from the first one make a list, a quotation or definitions."""
    first = flow[0]
    if not isinstance(first, Paragraph):
        return 1
    name, count = first.style.name, 1
    for thing in flow[1:]:
        if not isinstance(thing, Paragraph) or thing.level >= 0:
            break
        left = thing.style.left
        if _is_item(first):
            own, mark = thing.lead, first.lead[0].text
            if left < first.style.left or thing.style.name != name or (own and own[0].link):
                break
            sort = own and left == first.style.left and own[0].text[:1].isdigit()
            if own and left == first.style.left and sort != mark[:1].isdigit():
                break
        elif name == "term":
            above = flow[count - 1]
            begun = isinstance(above, Paragraph) and above.style.name == "term"
            if thing.style.name != "term" and not (begun or (left and not thing.lead)):
                break
        elif name != "quote" or thing.style.name != name:
            break
        count += 1
    return count


_WRITERS: Mapping[type, Callable[[Writer, Any], Iterator[str]]] = {
    Paragraph: Writer._paragraph,
    TableBlock: Writer._table,
    Figure: Writer._figure,
    FigureRow: Writer._figure,
    FullPage: Writer._page,
    Opening: Writer._opening,
    Panel: Writer._panel,
    Columns: Writer._columns,
    Ornament: Writer._ornament,
    Hidden: Writer._hidden,
    Note: Writer._mark,
    Parade: Writer._parade,
    ShipProfile: Writer._ship,
}
"""How each kind of flowable is written; all others are left out."""
