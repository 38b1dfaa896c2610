"""Books for screens, whole: one HTML file that needs nothing else, or an EPUB 3.

Equal books give equal bytes: files of an EPUB bear one date, and its number follows from what the
book says about itself.
"""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from sheetgen.book.definition import Book
from sheetgen.book.ebook.stylesheet import embed_fonts, write_stylesheet
from sheetgen.book.ebook.writer import ContentsLine, FlowPart, Register, Writer
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.theme import Design
from sheetgen.drawing.drawing import Drawing
from sheetgen.export.vector import write_svg
from sheetgen.export.vector.defs import drop_unprintable
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.version import __version__
from sheetgen.ground.words import tr
from sheetgen.pages.cutting import crop

_ON_PAPER = "#contents", "#cut-outs"
"""Targets that only pages have; links to them are plain words."""
DEEPEST = 1
"""The lowest level of headings in the contents."""
_KINDS = {"svg": "image/svg+xml", "ttf": "font/ttf", "otf": "font/otf", "css": "text/css"}
_KINDS["xhtml"] = "application/xhtml+xml"
_BEGINNING = (1980, 1, 1, 0, 0, 0)


class Bound(NamedTuple):
    """The bytes of a book, and the targets that links may name."""

    data: bytes
    targets: Collection[str]


def write_book(
    form: str,
    book: Book,
    design: Design,
    parts: Sequence[tuple[str, str, Sequence[Flowable]]],
    cover: Drawing,
    numbers: Mapping[str, str],
) -> Bound:
    """A book as `html` or `epub`; `parts` are names, titles and flowables."""
    bundle = _Epub(book, design) if form == "epub" else _Page(book, design)
    known = Register(numbers)
    for _ in range(2):  # the second time, all places are known
        writer = Writer(design, known, bundle.show, bundle.top, form == "epub")
        written = [writer.write_part(*part) for part in parts]
        if book.index and (known.terms or writer.learned.terms):
            written.append(writer.write_index("part-index", tr("Index")))
        known = writer.learned
    contents = [one for one in known.headings if one.level <= DEEPEST] if book.contents else []
    rules = embed_fonts(design.setter.fonts, known.letters, bundle.keep)
    style = "\n".join([*rules, write_stylesheet(design)])
    data = bundle.write(written, contents, style, bundle.show(cover, _name(book)))
    return Bound(data, [*known.targets, *_ON_PAPER])


class _Bundle:
    """The files of a book for screens besides its text."""

    top = 1

    def __init__(self, book: Book, design: Design) -> None:
        self.book, self.design = book, design
        self.files: dict[str, bytes] = {}
        self._shown: dict[tuple[int, str], tuple[Drawing, str]] = {}  # by the ids of drawings

    def show(self, drawing: Drawing, alt: str) -> str:
        """The address of a drawing as SVG, which says what it shows."""
        key = id(drawing), alt
        if key not in self._shown:
            text = write_svg(crop(drawing, False), alt)
            address = self.keep(f"figure-{len(self._shown) + 1:03}.svg", text.encode())
            self._shown[key] = drawing, address
        return self._shown[key][1]

    def _picture(self, cover: str) -> str:
        """The cover, which says what stands on it."""
        return f'<img src="{cover}" alt={quoteattr(_plain(_name(self.book)))}/>'

    def keep(self, name: str, data: bytes) -> str:
        """Keeps a file; returns its address."""
        raise NotImplementedError

    def write(
        self, parts: Sequence[FlowPart], contents: Sequence[ContentsLine], style: str, cover: str
    ) -> bytes:
        """The bytes of the whole book."""
        raise NotImplementedError


class _Page(_Bundle):
    """One HTML file, with pictures and fonts in it."""

    top = 2

    def keep(self, name: str, data: bytes) -> str:
        """The file itself as an address."""
        kind = _KINDS[name.rpartition(".")[2]]
        return f"data:{kind};base64,{base64.b64encode(data).decode()}"

    def write(
        self, parts: Sequence[FlowPart], contents: Sequence[ContentsLine], style: str, cover: str
    ) -> bytes:
        """The bytes of the file."""
        book = self.book
        title = _text(book.book)
        about = {"author": ", ".join(book.author), "description": book.about or book.subtitle or ""}
        about |= {"keywords": ", ".join(book.keywords), "generator": f"sheetgen {__version__}"}
        lines = [
            "<!DOCTYPE html>",
            f"<html lang={quoteattr(book.language[0])}>",
            '<head><meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<title>{title}</title>",
            *(f'<meta name="{k}" content={quoteattr(_plain(v))}/>' for k, v in about.items() if v),
            f"<style>\n{style}</style></head>",
            "<body>",
            f'<header class="cover"><h1>{self._picture(cover)}</h1></header>',
        ]
        if contents:
            lines += ['<nav role="doc-toc"><h2 class="h1">{}</h2>'.format(tr("Contents"))]
            lines += [*_list(contents), "</nav>"]
        lines.append("<main>")
        for part in parts:
            lines += [f'<section id="{part.name}">', part.body, "</section>"]
        lines += ["</main>", "</body>", "</html>"]
        return ("\n".join(lines) + "\n").encode()


class _Epub(_Bundle):
    """A zip with a file for each part."""

    def keep(self, name: str, data: bytes) -> str:
        """The address of the file beside those of the text."""
        self.files[name] = data
        return name

    def write(
        self, parts: Sequence[FlowPart], contents: Sequence[ContentsLine], style: str, cover: str
    ) -> bytes:
        """The bytes of the zip: first what it is, not packed."""
        self.files["style.css"] = style.encode()
        picture = f'<figure class="cover">{self._picture(cover)}</figure>'
        whole = [FlowPart("cover", self.book.book, picture), *parts]
        for part in whole:
            kind = "cover" if part.name == "cover" else "chapter"
            body = f'<section id="{part.name}" epub:type="{kind}">\n{part.body}\n</section>'
            self.files[f"{part.name}.xhtml"] = self._wrap(part.title, body)
        self.files["nav.xhtml"] = self._write_nav(contents or _list_parts(whole), parts)
        package = self._write_package(whole, cover)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            container = (
                '<?xml version="1.0" encoding="UTF-8"?>\n'
                '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
                '<rootfiles><rootfile full-path="OEBPS/package.opf" '
                'media-type="application/oebps-package+xml"/></rootfiles></container>\n'
            )
            _add(archive, "mimetype", b"application/epub+zip", zipfile.ZIP_STORED)
            _add(archive, "META-INF/container.xml", container.encode())
            _add(archive, "OEBPS/package.opf", package.encode())
            for name, data in sorted(self.files.items()):
                _add(archive, f"OEBPS/{name}", data)
        return out.getvalue()

    def _wrap(self, title: str, body: str) -> bytes:
        lang = quoteattr(self.book.language[0])
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
            '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
            f'lang={lang} xml:lang={lang}>\n<head><meta charset="utf-8"/>'
            f"<title>{_text(title)}</title>"
            '<link rel="stylesheet" type="text/css" href="style.css"/></head>\n'
            f"<body>\n{body}\n</body>\n</html>\n"
        ).encode()

    def _write_nav(self, contents: Sequence[ContentsLine], parts: Sequence[FlowPart]) -> bytes:
        title = tr("Contents")
        landmarks = {"cover": ("cover.xhtml", self.book.book), "toc": ("nav.xhtml", title)}
        if parts:
            landmarks["bodymatter"] = f"{parts[0].name}.xhtml", parts[0].title
        lines = [
            f'<nav epub:type="toc" role="doc-toc" id="toc"><h1 class="h1">{title}</h1>',
            *_list(contents),
            '</nav>\n<nav epub:type="landmarks" hidden="hidden"><ol>',
            *(
                f'<li><a epub:type="{kind}" href="{href}">{_text(words)}</a></li>'
                for kind, (href, words) in landmarks.items()
            ),
            "</ol></nav>",
        ]
        return self._wrap(title, "\n".join(lines))

    def _write_package(self, parts: Sequence[FlowPart], cover: str) -> str:
        book = self.book
        own = f"urn:isbn:{re.sub(r'[^0-9]', '', book.isbn)}" if book.isbn else ""
        named = (book.book, book.subtitle, *book.author, book.version, book.language[0])
        own = own or f"urn:uuid:{uuid5(NAMESPACE_URL, repr(named))}"
        date = book.date if book.date and _DATE.fullmatch(book.date) else ""
        facts: list[tuple[str, str | None]] = [
            ('dc:identifier id="id"', own),
            ("dc:title", book.book),
            ("dc:language", book.language[0]),
            *(("dc:creator", name) for name in book.author),
            ("dc:publisher", book.publisher),
            ("dc:description", book.about or book.subtitle),
            ("dc:date", date),
            *(("dc:subject", word) for word in book.keywords),
            ('meta property="dcterms:modified"', f"{date or '1980-01-01'}T00:00:00Z"),
            *((f'meta property="schema:{name}"', value) for name, value in _ACCESS),
        ]
        ids = {name: f"f{at}" for at, name in enumerate(sorted(self.files), 1)}
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
            f"xml:lang={quoteattr(book.language[0])}>",
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
            *(f"<{tag}>{_text(text)}</{tag.split()[0]}>" for tag, text in facts if text),
            "</metadata>",
            "<manifest>",
            *(
                f'<item id="{id}" href="{name}" media-type="{_KINDS[name.rpartition(".")[2]]}"'
                f"{_PROPERTIES.get(name, '')}{_COVER * (name == cover)}/>"
                for name, id in ids.items()
            ),
            "</manifest>",
        ]
        spine = [f"{parts[0].name}.xhtml", "nav.xhtml", *(f"{p.name}.xhtml" for p in parts[1:])]
        lines += ["<spine>", *(f'<itemref idref="{ids[name]}"/>' for name in spine), "</spine>"]
        return "\n".join([*lines, "</package>"]) + "\n"


_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_PROPERTIES = {"nav.xhtml": ' properties="nav"'}
_COVER = ' properties="cover-image"'
_ACCESS = [
    ("accessMode", "textual"),
    ("accessMode", "visual"),
    ("accessModeSufficient", "textual"),
    ("accessibilityFeature", "alternativeText"),
    ("accessibilityFeature", "structuralNavigation"),
    ("accessibilityFeature", "tableOfContents"),
    ("accessibilityHazard", "none"),
]


def _add(archive: zipfile.ZipFile, name: str, data: bytes, how: int = zipfile.ZIP_DEFLATED) -> None:
    info = zipfile.ZipInfo(name, _BEGINNING)
    info.create_system = 3  # on every machine the same
    archive.writestr(info, data, how)


def _name(book: Book) -> str:
    """The words on the cover."""
    words = [book.book, book.subtitle or "", ", ".join(book.author)]
    return ". ".join(word for word in words if word)


def _plain(text: str) -> str:
    return drop_unprintable(" ".join(text.split()))


def _text(text: str | None) -> str:
    return escape(_plain(text or ""))


def _list_parts(parts: Sequence[FlowPart]) -> list[ContentsLine]:
    return [ContentsLine(0, part.title, f"{part.name}.xhtml") for part in parts]


def _list(contents: Sequence[ContentsLine]) -> Iterator[str]:
    """Headings as lists, in which those of the second level are inside those of the first."""
    yield "<ol>"
    inside = False
    for at, one in enumerate(contents):
        after = contents[at + 1].level if at + 1 < len(contents) else 0
        link = f'<li><a href="{one.target}">{escape(one.title)}</a>'
        if not inside and after > 0:
            inside = True
            yield f"{link}<ol>"
        else:
            yield f"{link}</li>"
            if inside and not after:
                inside = False
                yield "</ol></li>"
    yield "</ol>"
