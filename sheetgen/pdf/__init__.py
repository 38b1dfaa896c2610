"""Pages → PDF bytes. No decisions are taken here.

ReportLab's object layer writes the file. All pages and forms share one resource dictionary,
which is safe because resource names are derived from what they name (see drawing.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObjectReference, PDFString

from sheetgen import __version__
from sheetgen.drawing import Drawing, Form, Resources
from sheetgen.page import MARK_WIDTH, Page
from sheetgen.pdf import field
from sheetgen.pdf.font import add_font
from sheetgen.pdf.objects import SHARED, Objects, array_of, dictionary, stream_of
from sheetgen.pdf.outline import add_outline
from sheetgen.pdf.resource import add_form, add_image, make_shading
from sheetgen.svg.number import fmt
from sheetgen.svg.transform import matrix_operator


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
    resources = gather_resources(pages)
    form = field.Form(objects) if fillable else None
    uses = Counter(id(p.drawing) for page in pages for p in page.placements)
    repeated = {key for key, count in uses.items() if count > 1}
    references = [
        _add_page(objects, f"page{at}", page, repeated, resources, form)
        for at, page in enumerate(pages)
    ]
    tree = dictionary(Type="/Pages", Count=len(references), Kids=PDFArray(references))
    objects.register(tree, "pages")
    objects.register(_resource_dictionary(objects, resources), "resources")
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


def gather_resources(pages: Sequence[Page]) -> Resources:
    """The resources of all drawings and of the forms inside them, joined."""
    joined = Resources()
    seen: set[int] = set()
    pending = [p.drawing.resources for page in pages for p in page.placements]
    while pending:
        resources = pending.pop()
        if id(resources) not in seen:
            seen.add(id(resources))
            joined.add(resources)
            pending += [form.resources for form in resources.forms.values()]
    return joined


def _add_page(
    objects: Objects,
    name: str,
    page: Page,
    repeated: set[int],
    resources: Resources,
    form: field.Form | None,
) -> Any:
    parts = []
    for placement in page.placements:
        drawing = placement.drawing
        place = matrix_operator(placement.matrix)
        if id(drawing) in repeated:
            parts.append(f"q {place} /{_share(drawing, resources)} Do Q")
        else:
            parts.append(f"q {place}\n{drawing.operators}\nQ")
    if page.marks:
        lines = [f"{fmt(x0)} {fmt(y0)} m {fmt(x1)} {fmt(y1)} l" for x0, y0, x1, y1 in page.marks]
        parts.append(f"q 0 G {MARK_WIDTH} w {' '.join(lines)} S Q")
    content = stream_of("\n".join(parts).encode("latin-1"))
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


def _share(drawing: Drawing, resources: Resources) -> str:
    """Makes a form of a drawing that is printed more than once; its resource name."""
    name = "D" + blake2b(drawing.operators.encode("latin-1"), digest_size=6).hexdigest()
    if name not in resources.forms:
        box = (0.0, 0.0, drawing.width, drawing.height)
        resources.forms[name] = Form(name, box, drawing.operators, drawing.resources)
    return name


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
