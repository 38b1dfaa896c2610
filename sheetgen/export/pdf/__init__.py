"""Pages → PDF bytes. No decisions are made here.

All pages and forms share one resource dictionary, which is safe because resource names are
derived from what they name (see drawing/drawing.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sheetgen.drawing.drawing import Resources
from sheetgen.export.pdf.navigation import add_outline, make_link, number_pages
from sheetgen.export.pdf.objects import (
    Objects,
    add_font,
    add_form,
    add_image,
    array_of,
    dictionary,
    list_of,
    make_shading,
    make_state,
    text_of,
)
from sheetgen.ground.record import record
from sheetgen.ground.version import __version__
from sheetgen.pages.page import Composition, Page

if TYPE_CHECKING:
    from sheetgen.export.pdf.field import AcroForm


@record
class Facts:
    """The facts that a PDF states about itself."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: str = ""
    language: str = ""  # of the text, such as en-GB
    spreads: bool = False  # whether it is shown as an open book, with its first page on the right


def write_pdf(pages: Sequence[Page], facts: Facts, fillable: bool = False) -> bytes:
    """The PDF file of the pages; with `fillable`, drawings' fields become form fields.

    The same pages and facts always give the same bytes.
    """
    objects = Objects()
    composition = Composition(pages)
    form = _begin_form(objects) if fillable else None
    tree = objects.reserve()
    references = [objects.reserve() for _ in pages]
    for page, reference in zip(pages, references, strict=True):
        links = [make_link(link, references) for link in page.links]
        _add_page(objects, reference, tree, page, composition, form, links)
    objects.add(dictionary(Type="/Pages", Count=len(pages), Kids=list_of(references)), tree)
    objects.add(_list_resources(objects, composition.resources), objects.resources)
    marks = [
        (mark, reference if mark.page is None else references[mark.page])
        for page, reference in zip(pages, references, strict=True)
        for mark in page.bookmarks
    ]
    own = {
        "Outlines": add_outline(objects, marks) if marks else None,
        "PageMode": "/UseOutlines" if marks else None,
        "AcroForm": form.describe() if form and form.widgets else None,
    }
    catalog = dictionary(**list_catalog(tree, pages, facts, **own))
    return objects.finish(catalog, describe_facts(facts))


def _begin_form(objects: Objects) -> AcroForm:
    from sheetgen.export.pdf.field import AcroForm

    return AcroForm(objects)


def _add_page(
    objects: Objects,
    reference: str,
    tree: str,
    page: Page,
    composition: Composition,
    form: AcroForm | None,
    links: Sequence[str],
) -> None:
    content = objects.add_stream(composition.compose(page).encode("latin-1"))
    widgets = form.add_page(page, reference) if form else []
    whole = (0, 0, page.width, page.height)
    entry = dictionary(
        Type="/Page",
        Parent=tree,
        MediaBox=array_of(*whole),
        Resources=objects.resources,
        Contents=content,
        BleedBox=array_of(*(page.bleed or whole)) if page.trim else None,
        TrimBox=array_of(*page.trim) if page.trim else None,
        Annots=list_of([*widgets, *links]) if widgets or links else None,
    )
    objects.add(entry, reference)


def _list_resources(objects: Objects, found: Resources) -> str:
    fonts = {n: add_font(objects, f, found.glyphs[n]) for n, f in sorted(found.faces.items())}
    forms = {n: add_form(objects, f) for n, f in sorted(found.forms.items())}
    known: dict[str, str] = {}
    images = {n: add_image(objects, i, known) for n, i in sorted(found.images.items())}
    states = {n: make_state(state, forms) for n, state in sorted(found.states.items())}
    sections = {
        "Font": fonts,
        "XObject": forms | images,
        "ExtGState": states,
        "Shading": {n: make_shading(s) for n, s in sorted(found.shadings.items())},
    }
    return dictionary(**{key: dictionary(**found) for key, found in sections.items() if found})


def list_catalog(
    tree: str, pages: Sequence[Page], facts: Facts, **own: str | None
) -> dict[str, str | None]:
    """The entries of the catalog that every PDF has, with some of its own among them."""
    labels = [page.label for page in pages]
    return {
        "Type": "/Catalog",
        "Pages": tree,
        "ViewerPreferences": "<</PrintScaling/None/DisplayDocTitle true>>",
        **own,
        "PageLabels": number_pages(labels) if any(labels) else None,
        "Lang": text_of(facts.language) if facts.language else None,
        "PageLayout": "/TwoPageRight" if facts.spreads else None,
    }


def describe_facts(facts: Facts) -> str:
    """The Info dictionary of facts."""
    texts = {"Title": facts.title, "Author": facts.author, "Subject": facts.subject}
    texts["Keywords"] = facts.keywords
    texts |= dict.fromkeys(("Creator", "Producer"), f"sheetgen {__version__}")
    return dictionary(**{key: text_of(text) for key, text in texts.items() if text})
