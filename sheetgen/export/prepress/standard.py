"""What a PDF/X says about itself: its standard and printing condition, in Info and in XMP."""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import escape

from sheetgen.export.pdf import Facts
from sheetgen.export.pdf.objects import dictionary, text_of
from sheetgen.ground.version import __version__

DATE = "20260101000000Z"
"""When every PDF/X says that it was made, as the same input has to give the same bytes."""
_XMP_DATE = "2026-01-01T00:00:00Z"
_VERSIONS = {
    "x-1a:2001": ("PDF/X-1:2001", "PDF/X-1a:2001", "1.3"),
    "x-1a:2003": ("PDF/X-1a:2003", "", "1.4"),
}
"""The version and conformance that a standard has written, and the version of PDF it builds on."""
CONDITIONS = {
    "CGATS21_CRPC1": "CGATS 21-2, CRPC1 (universal cold-set news)",
    "FOGRA39": "Offset printing, ISO 12647-2, paper type 1 or 2",
}


class Standard(NamedTuple):
    """A standard of PDF/X, such as `x-1a:2003`, and the registered printing condition."""

    name: str
    condition: str

    @property
    def pdf_version(self) -> str:
        """The version of PDF that the file is."""
        return _VERSIONS[self.name][2]


def describe_intent(standard: Standard) -> str:
    """The output intent: a condition of the ICC's registry, whose profile is left out."""
    about = CONDITIONS.get(standard.condition, standard.condition)
    return dictionary(
        Type="/OutputIntent",
        S="/GTS_PDFX",
        OutputConditionIdentifier=text_of(standard.condition),
        OutputCondition=text_of(about),
        RegistryName=text_of("http://www.color.org"),
        Info=text_of(about),
    )


def write_information(facts: Facts, standard: Standard) -> str:
    """The Info dictionary."""
    version, conformance, _ = _VERSIONS[standard.name]
    texts = {
        "Title": facts.title or "sheetgen",
        "Author": facts.author,
        "Subject": facts.subject,
        "Keywords": facts.keywords,
        "Creator": f"sheetgen {__version__}",
        "Producer": f"sheetgen {__version__}",
        "CreationDate": f"D:{DATE}",
        "ModDate": f"D:{DATE}",
        "GTS_PDFXVersion": version,
        "GTS_PDFXConformance": conformance,
    }
    entries = {key: text_of(text) for key, text in texts.items() if text}
    return dictionary(**entries, Trapped="/False")


def write_xmp(facts: Facts, standard: Standard) -> bytes:
    """The XMP packet, which says the same as Info."""
    version, conformance, _ = _VERSIONS[standard.name]
    made = f"sheetgen {__version__}"
    lines = [
        ("dc:format", "application/pdf"),
        ("dc:title", _alternative(facts.title or "sheetgen")),
        ("dc:creator", f"<rdf:Seq><rdf:li>{escape(facts.author)}</rdf:li></rdf:Seq>"),
        ("dc:description", _alternative(facts.subject)),
        ("pdf:Keywords", escape(facts.keywords)),
        ("pdf:Producer", made),
        ("pdf:Trapped", "False"),
        ("xmp:CreatorTool", made),
        ("xmp:CreateDate", _XMP_DATE),
        ("xmp:ModifyDate", _XMP_DATE),
        ("xmp:MetadataDate", _XMP_DATE),
        ("pdfx:GTS_PDFXVersion", version),
        ("pdfx:GTS_PDFXConformance", conformance),
        ("pdfxid:GTS_PDFXVersion", version),
    ]
    given = {"dc:creator": facts.author, "dc:description": facts.subject}
    body = "\n".join(f"<{name}>{value}</{name}>" for name, value in lines if given.get(name, value))
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about=""'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/"'
        ' xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"'
        ' xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/">\n'
        f"{body}\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
        '<?xpacket end="w"?>'
    ).encode()


def _alternative(text: str) -> str:
    words = escape(text)
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{words}</rdf:li></rdf:Alt>' if text else ""
