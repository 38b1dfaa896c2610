"""Pages → PDF bytes, tagged as PDF/UA-1 asks. No decisions are made here.

All pages and forms share one resource dictionary, which is safe because resource names are
derived from what they name (see drawing/drawing.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import escape

from sheetgen.drawing.drawing import Resources, TagPath
from sheetgen.drawing.tag import WordReader
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
from sheetgen.export.pdf.structure import Structure, add_outline, make_link, number_pages
from sheetgen.ground.record import record
from sheetgen.ground.version import __version__
from sheetgen.pages.page import Composition, Link, Page

if TYPE_CHECKING:
    from sheetgen.export.pdf.field import AcroForm


_MAKER = f"sheetgen {__version__}"
UNTITLED = "sheetgen"
"""The title of a document that has none, as readers show one."""


@record
class Facts:
    """The facts that a PDF states about itself."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: str = ""
    language: str = "en"  # of the text, such as en-GB
    spreads: bool = False  # whether it is shown as an open book, with its first page on the right


def write_pdf(pages: Sequence[Page], facts: Facts, fillable: bool = False) -> bytes:
    """The PDF file of the pages; with `fillable`, drawings' fields become form fields.

    The same pages and facts always give the same bytes.
    """
    objects = Objects()
    composition = Composition(pages)
    structure = Structure(objects, len(pages))
    form = _begin_form(objects, structure) if fillable else None
    tree = objects.reserve()
    references = [objects.reserve() for _ in pages]
    for page, reference in zip(pages, references, strict=True):
        tags: list[TagPath] = []
        content = composition.compose(page, tags)
        number = structure.add_page(reference, tags)
        notes = form.add_page(page, reference) if form else []
        notes += [_add_link(objects, structure, link, reference, references) for link in page.links]
        _add_page(objects, reference, page, content, notes, Parent=tree, StructParents=number)
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
        "StructTreeRoot": structure.finish(WordReader(composition.resources)),
        "MarkInfo": dictionary(Marked="true"),
        "Metadata": _add_metadata(objects, facts),
    }
    catalog = dictionary(**list_catalog(tree, pages, facts, **own))
    return objects.finish(catalog, describe_facts(facts))


def _begin_form(objects: Objects, structure: Structure) -> AcroForm:
    from sheetgen.export.pdf.field import AcroForm

    return AcroForm(objects, structure)


def _add_link(
    objects: Objects, structure: Structure, link: Link, page: str, pages: Sequence[str]
) -> str:
    """Adds the annotation of a link under the tags of its text; returns its reference."""
    own = objects.reserve()
    return objects.add(make_link(link, pages, structure.own(link.tags, page, own)), own)


def _add_metadata(objects: Objects, facts: Facts) -> str:
    """Adds the XMP packet, which says that this is a PDF/UA-1."""
    lines = [
        ("dc:title", make_alternative(escape(facts.title or UNTITLED))),
        ("dc:description", make_alternative(escape(facts.subject)) if facts.subject else ""),
        ("dc:creator", make_sequence(escape(facts.author)) if facts.author else ""),
        ("xmp:CreatorTool", _MAKER),
        ("pdf:Producer", _MAKER),
        ("pdfuaid:part", "1"),
    ]
    content = write_xmp(lines, _NAMESPACES)
    return objects.add_packed(content, Type="/Metadata", Subtype="/XML")


DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
PDF_FACTS = "http://ns.adobe.com/pdf/1.3/"
BASIC_FACTS = "http://ns.adobe.com/xap/1.0/"
"""The namespaces of XMP for facts of any document, of a PDF, and of its making."""
_NAMESPACES = {"dc": DUBLIN_CORE, "pdf": PDF_FACTS, "xmp": BASIC_FACTS}
_NAMESPACES["pdfuaid"] = "http://www.aiim.org/pdfua/ns/id/"


def write_xmp(lines: Iterable[tuple[str, str]], namespaces: Mapping[str, str]) -> bytes:
    """An XMP packet of names with their values as XML, but for empty ones (ISO 16684-1)."""
    body = "\n".join(f"<{name}>{value}</{name}>" for name, value in lines if value)
    names = "".join(f' xmlns:{short}="{full}"' for short, full in namespaces.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'<rdf:Description rdf:about=""{names}>\n'
        f"{body}\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
        '<?xpacket end="w"?>'
    ).encode(errors="replace")  # a title may be a file's name that is no UTF-8


def make_alternative(text: str) -> str:
    """A value of XMP that may be in several languages, from a text as XML."""
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt>'


def make_sequence(text: str) -> str:
    """A value of XMP that is a list, of one text as XML."""
    return f"<rdf:Seq><rdf:li>{text}</rdf:li></rdf:Seq>"


def _add_page(
    objects: Objects, reference: str, page: Page, content: str, notes: Sequence[str], **own: object
) -> None:
    """Adds a page with its content, its annotations and entries of its own."""
    whole = (0, 0, page.width, page.height)
    entry = dictionary(
        Type="/Page",
        **own,
        MediaBox=array_of(*whole),
        Resources=objects.resources,
        Contents=objects.add_stream(content.encode("latin-1")),
        BleedBox=array_of(*(page.bleed or whole)) if page.trim else None,
        TrimBox=array_of(*page.trim) if page.trim else None,
        Tabs="/S" if notes else None,  # in the order of the structure
        Annots=list_of(notes) if notes else None,
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
        "Lang": text_of(facts.language),
        "PageLayout": "/TwoPageRight" if facts.spreads else None,
    }


def describe_facts(facts: Facts) -> str:
    """The Info dictionary of facts."""
    texts = {"Title": facts.title or UNTITLED, "Author": facts.author, "Subject": facts.subject}
    texts["Keywords"] = facts.keywords
    texts |= dict.fromkeys(("Creator", "Producer"), _MAKER)
    return dictionary(**{key: text_of(text) for key, text in texts.items() if text})
