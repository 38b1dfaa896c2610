"""Pages → PDF bytes. No decisions are taken here.

ReportLab's object layer writes the file. All pages and forms share one resource dictionary,
which is safe because resource names are derived from what they name (see drawing.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObjectReference, PDFString

from sheetgen import __version__
from sheetgen.composition import Composition
from sheetgen.drawing import Resources
from sheetgen.page import Page
from sheetgen.pdf import field
from sheetgen.pdf.font import add_font
from sheetgen.pdf.objects import SHARED, Objects, array_of, dictionary, stream_of
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
    form = field.Form(objects) if fillable else None
    references = [
        _add_page(objects, f"page{at}", page, composition.compose(page), form)
        for at, page in enumerate(pages)
    ]
    tree = dictionary(Type="/Pages", Count=len(references), Kids=PDFArray(references))
    objects.register(tree, "pages")
    objects.register(_resource_dictionary(objects, composition.resources), "resources")
    catalog = dictionary(
        Type="/Catalog",
        Pages=PDFObjectReference("pages"),
        ViewerPreferences="<< /PrintScaling /None /DisplayDocTitle true >>",
    )
    marks = [(m, ref) for page, ref in zip(pages, references, strict=True) for m in page.bookmarks]
    if marks:
        catalog["Outlines"] = add_outline(objects, marks)
        catalog["PageMode"] = "/UseOutlines"
    if form and form.widgets:
        catalog["AcroForm"] = form.describe()
    return objects.write(catalog, _information(facts))


def _add_page(
    objects: Objects, name: str, page: Page, operators: str, form: field.Form | None
) -> Any:
    content = stream_of(operators.encode("latin-1"))
    entry = dictionary(
        Type="/Page",
        Parent=PDFObjectReference("pages"),
        MediaBox=array_of(0, 0, page.width, page.height),
        Resources=SHARED,
        Contents=objects.register(content, f"{name}.content"),
    )
    widgets = form.add_page(page, name) if form else []
    if widgets:
        entry["Annots"] = PDFArray(widgets)
    return objects.register(entry, name)


def _resource_dictionary(objects: Objects, found: Resources) -> Any:
    sections: dict[str, dict[str, Any]] = {
        "Font": {n: add_font(objects, f, found.glyphs[n]) for n, f in sorted(found.faces.items())},
        "XObject": {n: add_form(objects, f) for n, f in sorted(found.forms.items())}
        | {n: add_image(objects, i) for n, i in sorted(found.images.items())},
        "ExtGState": {
            n: dictionary(**{key: fmt(value) for key, value in state.items()})
            for n, state in sorted(found.states.items())
        },
        "Shading": {n: make_shading(s) for n, s in sorted(found.shadings.items())},
    }
    return dictionary(**{key: PDFDictionary(value) for key, value in sections.items() if value})


def _information(facts: Facts) -> Any:
    values = {"Title": facts.title, "Author": facts.author, "Subject": facts.subject}
    entries = {key: PDFString(text) for key, text in values.items() if text}
    entries["Creator"] = PDFString(f"sheetgen {__version__}")
    entries["Producer"] = PDFString("ReportLab")
    return PDFDictionary(entries)
