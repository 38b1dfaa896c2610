"""The index: entries gathered while the pages were made, with their pages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.flow.columns import Columns
from sheetgen.book.flow.entry import write_pages
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import make_span
from sheetgen.book.parts.heading import open_chapter
from sheetgen.book.theme import Design
from sheetgen.ground.units import MM

Pages = list[tuple[int, bool]]
"""Numbers of pages, each with whether the entry has its main place there."""


def gather_terms(leaves: Sequence[Leaf]) -> dict[str, Pages]:
    """The pages of every entry, in order."""
    found: dict[str, Pages] = {}
    for leaf in leaves:
        for term, main in leaf.terms.items():
            found.setdefault(term, []).append((leaf.number, main))
    return {term: found[term] for term in sorted(found, key=sort_key)}


def sort_key(term: str) -> tuple[str, str]:
    """Sorts as dictionaries do: without accents, with articles last."""
    plain = unicodedata.normalize("NFKD", term.casefold())
    letters = "".join(c for c in plain if c.isalnum() or c == " ")
    return letters.strip(), term


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
    return [*open_chapter("Index", design, "index"), columns]


def list_entries(terms: dict[str, Pages], design: Design) -> Iterator[Paragraph]:
    """The paragraphs of the index, under their letters."""
    style, letter = design.style("index"), design.style("index-letter")
    accent = design.fill("accent")
    own = replace(style, indent=-style.left)
    for initial, group in groupby(terms.items(), key=lambda item: _initial(item[0])):
        yield Paragraph([make_span(initial, letter, letter.colour)], letter, design.setter)
        for term, pages in group:
            runs = [(text, f"#page-{first}", main) for text, first, main in join_runs(pages)]
            spans = [make_span(f"{term}\u2002", own, own.colour), *write_pages(runs, own, accent)]
            yield Paragraph(spans, own, design.setter)


def _initial(term: str) -> str:
    first = sort_key(term)[0][:1].upper()
    return first if first.isalpha() else "0–9"
