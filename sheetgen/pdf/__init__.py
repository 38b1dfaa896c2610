"""Pages → PDF bytes. No decisions are taken here.

All pages and forms share one resource dictionary, which is safe because resource names are
derived from what they name (see drawing.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen import __version__
from sheetgen.composition import Composition
from sheetgen.drawing import Resources
from sheetgen.page import Page
from sheetgen.pdf.field import Form
from sheetgen.pdf.font import add_font
from sheetgen.pdf.objects import Objects, array_of, dictionary, list_of, text_of
from sheetgen.pdf.outline import add_outline
from sheetgen.pdf.resource import add_form, add_image, make_shading
from sheetgen.svg.number import fmt


@dataclass(frozen=True, slots=True)
class Facts:
    """What a PDF says about itself."""

    title: str = ""
    author: str = ""
    subject: str = ""


def write_pdf(pages: Sequence[Page], facts: Facts, fillable: bool = False) -> bytes:
    """The PDF file of the pages; with `fillable`, drawings' fields become form fields.

    The same pages and facts always give the same bytes.
    """
    objects = Objects()
    composition = Composition(pages)
    form = Form(objects) if fillable else None
    tree = objects.reserve()
    references = [_add_page(objects, tree, page, composition, form) for page in pages]
    objects.add(dictionary(Type="/Pages", Count=len(pages), Kids=list_of(references)), tree)
    objects.add(_list_resources(objects, composition.resources), objects.resources)
    marks = [(m, ref) for page, ref in zip(pages, references, strict=True) for m in page.bookmarks]
    catalog = dictionary(
        Type="/Catalog",
        Pages=tree,
        ViewerPreferences="<</PrintScaling/None/DisplayDocTitle true>>",
        Outlines=add_outline(objects, marks) if marks else None,
        PageMode="/UseOutlines" if marks else None,
        AcroForm=form.describe() if form and form.widgets else None,
    )
    return objects.finish(catalog, _information(facts))


def _add_page(
    objects: Objects, tree: str, page: Page, composition: Composition, form: Form | None
) -> str:
    reference = objects.reserve()
    content = objects.add_stream(composition.compose(page).encode("latin-1"))
    widgets = form.add_page(page, reference) if form else []
    entry = dictionary(
        Type="/Page",
        Parent=tree,
        MediaBox=array_of(0, 0, page.width, page.height),
        Resources=objects.resources,
        Contents=content,
        Annots=list_of(widgets) if widgets else None,
    )
    return objects.add(entry, reference)


def _list_resources(objects: Objects, found: Resources) -> str:
    fonts = {n: add_font(objects, f, found.glyphs[n]) for n, f in sorted(found.faces.items())}
    forms = {n: add_form(objects, f) for n, f in sorted(found.forms.items())}
    known: dict[str, str] = {}
    images = {n: add_image(objects, i, known) for n, i in sorted(found.images.items())}
    states = {
        n: dictionary(**{key: fmt(value) for key, value in state.items()})
        for n, state in sorted(found.states.items())
    }
    sections = {
        "Font": fonts,
        "XObject": forms | images,
        "ExtGState": states,
        "Shading": {n: make_shading(s) for n, s in sorted(found.shadings.items())},
    }
    return dictionary(**{key: dictionary(**found) for key, found in sections.items() if found})


def _information(facts: Facts) -> str:
    texts = {"Title": facts.title, "Author": facts.author, "Subject": facts.subject}
    texts |= dict.fromkeys(("Creator", "Producer"), f"sheetgen {__version__}")
    return dictionary(**{key: text_of(text) for key, text in texts.items() if text})
