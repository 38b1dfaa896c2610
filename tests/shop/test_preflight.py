"""Breaches planted in a PDF are found, each with its page and object; our own PDFs have none."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.export.pdf import Facts
from sheetgen.export.prepress.writer import InkPress, Standard, write_press_pdf
from sheetgen.pages.page import Page, Placement
from sheetgen.shop.preflight.document import preflight, read_xmp
from sheetgen.shop.preflight.problem import Demand

Run = Callable[..., Any]
CARD = Demand(condition="CGATS21_CRPC1", bleed=9.0, size=(102.0, 102.0))


def make_pdf(pages: int = 2) -> bytes:
    drawing = Drawing(120, 120, "1 0 0 rg 20 20 40 40 re f", Resources())
    page = Page(120, 120, (Placement(drawing, 0, 0),), trim=(9, 9, 111, 111))
    other = Page(120, 120, (), trim=(9, 9, 111, 111))
    press = InkPress("cmyk", 240, Standard("x-1a:2003", "CGATS21_CRPC1"))
    return write_press_pdf([page, other, *[page] * (pages - 2)], Facts("T", "Ada"), press).pdf


GOOD = make_pdf()


def plant(change: Callable[[Pdf], None], **options: Any) -> bytes:
    with Pdf.open(io.BytesIO(GOOD)) as pdf:
        change(pdf)
        made = io.BytesIO()
        how = {"object_stream_mode": pikepdf.ObjectStreamMode.disable, **options}
        pdf.save(made, fix_metadata_version=False, **how)
    return made.getvalue()


def check(data: bytes, demand: Demand = CARD) -> list[str]:
    return [f"{d.rule}: {d.message}" for d in preflight(data, "f.pdf", demand)]


def paint(operators: bytes, **resources: Any) -> Callable[[Pdf], None]:
    """Adds operators to the second page."""

    def change(pdf: Pdf) -> None:
        page = pdf.pages[1]
        page.obj.Contents = Stream(pdf, operators)
        page.obj.Resources = Dictionary(
            {f"/{key}": Dictionary(
                {f"/{n}": value(pdf) if callable(value) else value for n, value in group.items()}
            ) for key, group in resources.items()}
        )  # fmt: skip

    return change


def make_image(pixel: bytes = b"", **entries: Any) -> Callable[[Pdf], Any]:
    def make(pdf: Pdf) -> Any:
        parts = 4 if entries.get("ColorSpace") == Name.DeviceCMYK else 3
        stream = Stream(pdf, (pixel or bytes([255]) * parts) * (40 * 40))
        known = {"Type": Name.XObject, "Subtype": Name.Image, "Width": 40, "Height": 40}
        for key, value in {**known, "BitsPerComponent": 8, **entries}.items():
            stream[f"/{key}"] = value(pdf) if callable(value) else value
        return pdf.make_indirect(stream)

    return make


def make_form(operators: bytes, **entries: Any) -> Callable[[Pdf], Any]:
    def make(pdf: Pdf) -> Any:
        stream = Stream(pdf, operators)
        stream.Subtype, stream.BBox = Name.Form, Array([0, 0, 9, 9])
        for key, value in entries.items():
            stream[f"/{key}"] = value
        return pdf.make_indirect(stream)

    return make


def set_root(**values: Any) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        for key, value in values.items():
            pdf.Root[f"/{key}"] = value

    return change


def set_page(**values: Any) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        for key, value in values.items():
            if value is None:
                del pdf.pages[1].obj[f"/{key}"]
            else:
                pdf.pages[1].obj[f"/{key}"] = value

    return change


def set_info(**values: Any) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        for key, value in values.items():
            if value is None:
                del pdf.docinfo[f"/{key}"]
            else:
                pdf.docinfo[f"/{key}"] = value

    return change


def set_intent(**values: Any) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        for key, value in values.items():
            pdf.Root.OutputIntents[0][f"/{key}"] = value

    return change


GREY = Name.DeviceGray
ICC = Array([Name.ICCBased, Dictionary(N=3)])
SPOT = Array([Name.Separation, Name("/Red"), Name.DeviceRGB, Dictionary()])
LINK = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[20, 20, 40, 40])
BREACHES: dict[str, tuple[Callable[[Pdf], None], str]] = {
    "fill alpha": (
        paint(b"/G gs", ExtGState={"G": Dictionary(ca=0.5)}),
        "pdf-transparency: page 2, state G: /ca 0.5",
    ),
    "stroke alpha": (
        paint(b"/G gs", ExtGState={"G": Dictionary(CA=0.25)}),
        "pdf-transparency: page 2, state G: /CA 0.25",
    ),
    "soft mask of a state": (
        paint(b"/G gs", ExtGState={"G": Dictionary(SMask=Dictionary(S=Name.Alpha))}),
        "pdf-transparency: page 2, state G: a soft mask (/SMask)",
    ),
    "blend mode": (
        paint(b"/G gs", ExtGState={"G": Dictionary(BM=Name.Multiply)}),
        "pdf-transparency: page 2, state G: the blend mode Multiply",
    ),
    "transfer function": (
        paint(b"/G gs", ExtGState={"G": Dictionary(TR=Name.Identity)}),
        "pdf-colour: page 2, state G: a transfer function (/TR)",
    ),
    "page group": (
        set_page(Group=Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)),
        "pdf-transparency: page 2: a transparency group",
    ),
    "form group": (
        paint(b"/F Do", XObject={"F": make_form(b"", Group=Dictionary(S=Name.Transparency))}),
        "pdf-transparency: page 2, form F (object N): a transparency group",
    ),
    "soft mask of an image": (
        paint(b"9 0 0 9 0 0 cm /I Do", XObject={
            "I": make_image(ColorSpace=GREY, SMask=make_image(ColorSpace=GREY))
        }),
        "pdf-transparency: page 2, image I (object N): a soft mask (/SMask)",
    ),
    "rgb operator": (
        paint(b"1 0 0 rg 0 0 9 9 re f"),
        "pdf-colour: page 2: 'rg' sets colours in RGB",
    ),
    "rgb in a form": (
        paint(b"/F Do", XObject={"F": make_form(b"1 0 0 RG")}),
        "pdf-colour: page 2: 'RG' sets colours in RGB",
    ),
    "rgb colour space": (
        paint(b"/DeviceRGB cs 1 0 0 sc"),
        "pdf-colour: page 2, colour space DeviceRGB: DeviceRGB is not an ink",
    ),
    "rgb image": (
        paint(b"9 0 0 9 0 0 cm /I Do", XObject={"I": make_image(ColorSpace=Name.DeviceRGB)}),
        "pdf-colour: page 2, image I (object N): DeviceRGB is not an ink",
    ),
    "indexed rgb image": (
        paint(b"9 0 0 9 0 0 cm /I Do", XObject={
            "I": make_image(ColorSpace=Array([Name.Indexed, Name.DeviceRGB, 1, b"abcdef"]))
        }),
        "pdf-colour: page 2, image I (object N): DeviceRGB is not an ink",
    ),
    "icc image": (
        paint(b"9 0 0 9 0 0 cm /I Do", XObject={"I": make_image(ColorSpace=ICC)}),
        "pdf-colour: page 2, image I (object N): an ICC profile of RGB colours is not an ink",
    ),
    "inline image": (
        paint(b"9 0 0 9 0 0 cm BI /W 40 /H 1 /CS /RGB /BPC 8 ID " + b"a" * 120 + b" EI"),
        "pdf-colour: page 2, an image within the page: DeviceRGB is not an ink",
    ),
    "lab colour space": (
        paint(b"/L cs", ColorSpace={"L": Array([Name.Lab, Dictionary()])}),
        "pdf-colour: page 2, colour space L: Lab is not an ink",
    ),
    "spot colour": (
        paint(b"/L cs", ColorSpace={"L": SPOT}),
        "pdf-colour: page 2, colour space L: the spot colour /Red is mixed of others: "
        "DeviceRGB is not an ink",
    ),
    "rgb shading": (
        paint(b"/S sh", Shading={"S": Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB)}),
        "pdf-colour: page 2, shading S: DeviceRGB is not an ink",
    ),
    "shading pattern": (
        paint(b"/Pattern cs /P scn", Pattern={"P": Dictionary(
            PatternType=2, Shading=Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB)
        )}),
        "pdf-colour: page 2, pattern P: DeviceRGB is not an ink",
    ),
    "font": (
        paint(b"", Font={"F1": Dictionary(Subtype=Name.Type1, BaseFont=Name.Helvetica)}),
        "pdf-font: page 2, font F1: Helvetica is not embedded",
    ),
    "no trim": (set_page(TrimBox=None), "pdf-box: page 2: no TrimBox"),
    "art and trim": (
        set_page(ArtBox=Array([9, 9, 111, 111])), "pdf-box: page 2: both a TrimBox and an ArtBox",
    ),
    "trim outside": (
        set_page(TrimBox=Array([-9, 9, 93, 111])),
        "pdf-box: page 2: the TrimBox reaches out of the box around it",
    ),
    "short bleed": (
        set_page(BleedBox=Array([6, 6, 114, 114])),
        "pdf-box: page 2: a bleed of 1.1 mm, and 3.2 mm are asked for",
    ),
    "other size": (
        set_page(TrimBox=Array([9, 9, 111, 91])),
        "pdf-pages: page 2: cut to 36 × 28.9 mm, and 36 × 36 mm is asked for",
    ),
    "no intent": (
        lambda pdf: pdf.Root.__delitem__("/OutputIntents"),
        "pdf-intent: no OutputIntent of PDF/X, where there must be one",
    ),
    "other condition": (
        set_intent(OutputConditionIdentifier="FOGRA39"),
        "pdf-intent: the condition is FOGRA39, and CGATS21_CRPC1 is asked for",
    ),
    "rgb intent": (
        set_intent(DestOutputProfile=Dictionary(N=3)),
        "pdf-intent: the profile of the OutputIntent is one for RGB",
    ),
    "no title": (set_info(Title=None), "pdf-metadata: Info has no Title"),
    "other title": (
        set_info(Title="U"), "pdf-metadata: Title is 'U' in Info, and 'T' in XMP",
    ),
    "other date": (
        set_info(ModDate="D:20250101000000Z"),
        "pdf-metadata: ModDate is '20250101000000' in Info, and '20260101000000' in XMP",
    ),
    "not trapped": (
        set_info(Trapped=None),
        "pdf-metadata: Info does not say whether it is Trapped, /True or /False",
    ),
    "other standard": (
        set_info(GTS_PDFXVersion="PDF/X-4"),
        "pdf-version: it says that it is PDF/X-4, and not PDF/X-1a:2003",
    ),
    "link": (
        set_page(Annots=Array([LINK])), "pdf-annotation: page 2: an annotation of the kind Link",
    ),
    "layers": (set_root(OCProperties=Dictionary()), "pdf-annotation: it has layers"),
    "script": (
        set_root(Names=Dictionary(JavaScript=Dictionary())), "pdf-annotation: it has scripts",
    ),
    "form": (
        set_root(AcroForm=Dictionary(Fields=Array([Dictionary()]))),
        "pdf-annotation: it has form fields",
    ),
    "action": (
        set_root(OpenAction=Dictionary(S=Name.JavaScript)),
        "pdf-annotation: it does something when it is opened (/OpenAction)",
    ),
    "flat ink": (
        paint(b"0.8 0.7 0.7 0.21 k"),
        "pdf-ink: page 2: 0.8 0.7 0.7 0.21 k is 241 % of ink, and the limit is 240 %",
    ),
    "ink of a picture": (
        paint(b"9 0 0 9 0 0 cm /I Do", XObject={"I": make_image(ColorSpace=Name.DeviceCMYK)}),
        "pdf-ink: page 2, image I (object N): up to 400 % of ink, and the limit is 240 %",
    ),
    "postscript": (
        paint(b"/F Do", XObject={"F": make_form(b"", Subtype=Name.PS)}),
        "pdf-annotation: page 2, F (object N): PostScript inside a PDF",
    ),
    "painted pattern": (
        paint(b"/Pattern cs /P scn", Pattern={"P": make_form(b"1 0 0 rg", PatternType=1)}),
        "pdf-colour: page 2: 'rg' sets colours in RGB",
    ),
    "ink in a colour space": (
        paint(b"/DeviceCMYK cs 1 1 1 0 sc"),
        "pdf-ink: page 2: 1 1 1 0 sc is 300 % of ink, and the limit is 240 %",
    ),
    "odd colour space": (
        paint(b"/L cs", ColorSpace={"L": Array([])}),
        "pdf-colour: page 2, colour space L: its colour space can't be read",
    ),
    "nameless condition": (
        set_intent(OutputConditionIdentifier=""),
        "pdf-intent: the OutputIntent names no condition",
    ),
    "no registry": (
        set_intent(RegistryName=""),
        "pdf-intent: the OutputIntent has neither a registry nor a profile",
    ),
    "odd xmp": (
        lambda pdf: pdf.Root.Metadata.write(b"<a"), "pdf-metadata: its XMP can't be read",
    ),
    "files inside": (
        set_root(Names=Dictionary(EmbeddedFiles=Dictionary())),
        "pdf-annotation: it has other files inside",
    ),
    "resolution": (
        paint(b"36 0 0 36 0 0 cm /I Do", XObject={"I": make_image(ColorSpace=Name.DeviceGray)}),
        "low-resolution: page 2, image I (object N): 80 pixels to the inch as printed, where "
        "200 are the minimum",
    ),
}  # fmt: skip

FOLLOWED = ("inline image", "no trim", "trim outside", "no title", "not trapped", "other standard")
"""Breaches that bring another one with them."""


@pytest.mark.parametrize(("last", "told"), [(153, 0), (154, 1)])
def test_a_picture_has_too_much_ink_from_one_percent_beyond_the_limit(last: int, told: int) -> None:
    """Of 240 %, a limit of 612 in all, 615 are not told, as rounding makes that much."""
    image = make_image(bytes([154, 154, 154, last]), ColorSpace=Name.DeviceCMYK)
    found = check(plant(paint(b"9 0 0 9 0 0 cm /I Do", XObject={"I": image})))
    assert [line.partition(":")[0] for line in found if "ink" in line] == ["pdf-ink"] * told


def test_a_file_as_it_should_be_has_no_breaches() -> None:
    assert check(GOOD) == []


@pytest.mark.parametrize("name", BREACHES)
def test_a_planted_breach_is_found_and_nothing_else(name: str) -> None:
    change, wanted = BREACHES[name]
    found = [re.sub(r"object \d+", "object N", text) for text in check(plant(change))]
    assert wanted in found
    assert [text for text in found if text != wanted and "pdf-damaged" in text] == []
    assert len(found) == (2 if name in FOLLOWED else 1), found


def test_a_newer_pdf_is_found() -> None:
    packed = plant(lambda _: None, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    rules = {text.split(":")[0] for text in check(packed)}
    assert rules == {"pdf-version"}


def test_an_encrypted_pdf_is_found() -> None:
    locked = plant(lambda _: None, encryption=pikepdf.Encryption(owner="a", user=""))
    assert "pdf-encrypted: it is encrypted" in check(locked)
    shut = plant(lambda _: None, encryption=pikepdf.Encryption(owner="a", user="b"))
    assert check(shut) == ["pdf-encrypted: it is encrypted, and opens with a password only"]


def test_the_same_breach_on_several_pages_is_told_once() -> None:
    def change(pdf: Pdf) -> None:
        for at in (0, 1, 3):
            pdf.pages[at].obj.Annots = Array([LINK])

    global GOOD
    good, GOOD = GOOD, make_pdf(5)
    try:
        found = check(plant(change))
    finally:
        GOOD = good
    assert found == ["pdf-annotation: pages 1–2, 4: an annotation of the kind Link"]


def test_page_counts_of_a_book() -> None:
    book = Demand(pages=(32, 800), multiple=4)
    found = check(make_pdf(5), book)
    assert "pdf-pages: 5 pages, and from 32 to 800 can be bound" in found
    assert "pdf-pages: 5 pages, which is not a multiple of 4" in found


def test_only_pages_of_a_book_are_all_cut_to_one_size() -> None:
    odd = plant(set_page(TrimBox=Array([9, 9, 111, 91])))
    assert check(odd, Demand()) == [
        "mixed-sizes: the pages are cut to 2 sizes: 36 × 36 mm and 36 × 28.9 mm"
    ]
    message = "pdf-pages: page 2: cut to 36 × 28.9 mm, and page 1 to 36 × 36 mm"
    assert check(odd, Demand(is_book=True)) == [message]


def test_rgb_is_fine_where_a_shop_takes_it_but_transparency_is_not() -> None:
    rgb = Demand("", "rgb")
    assert check(plant(BREACHES["rgb image"][0]), Demand("", "rgb")) == []
    assert check(plant(BREACHES["rgb operator"][0]), rgb) == []
    assert len(check(plant(BREACHES["fill alpha"][0]), rgb)) == 1


def test_hostile_files_end_in_a_line() -> None:
    def loop(pdf: Pdf) -> None:
        form = make_form(b"/F Do")(pdf)
        form.Resources = Dictionary(XObject=Dictionary(F=form))
        pdf.pages[1].obj.Resources = form.Resources
        pdf.pages[1].obj.Contents = Stream(pdf, b"/F Do")

    def bomb(pdf: Pdf) -> None:
        packer = zlib.compressobj(9)
        data = b"".join(packer.compress(bytes(1_000_000)) for _ in range(250)) + packer.flush()
        stream = Stream(pdf, b"")
        stream.write(data, filter=Name.FlateDecode)
        pdf.pages[1].obj.Contents = stream

    def nest(pdf: Pdf) -> None:
        inner = make_form(b"")(pdf)
        for at in range(40):
            resources = Dictionary(XObject=Dictionary(F=inner))
            inner = make_form(b"/F Do", Resources=resources, Matrix=Array([1, 0, 0, 1, at, 0]))(pdf)
        pdf.pages[1].obj.Resources = Dictionary(XObject=Dictionary(F=inner))
        pdf.pages[1].obj.Contents = Stream(pdf, b"/F Do")

    assert check(plant(loop)) == []
    [line] = check(plant(nest))
    assert line == "pdf-damaged: it is not meant to be printed: its forms are nested too deeply"
    [line] = check(plant(bomb, compress_streams=False, recompress_flate=False))
    assert line.startswith("pdf-damaged: it is not meant to be printed: a stream is too large")
    for data in (b"", b"%PDF-1.4", GOOD[:900], GOOD[: len(GOOD) // 2], b"\0" * 5000):
        assert "pdf-damaged" in check(data)[0]


@given(st.integers(0, len(GOOD) - 1), st.binary(min_size=1, max_size=12))
def test_a_damaged_file_never_ends_in_a_traceback(at: int, junk: bytes) -> None:
    check(GOOD[:at] + junk + GOOD[at + len(junk) :])


def test_xmp_with_entities_is_not_read() -> None:
    assert read_xmp(b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') is None
    assert read_xmp(b"<a") is None


def test_the_command_reports_and_exits(project: Path, run: Run) -> None:
    (project / "good.pdf").write_bytes(GOOD)
    (project / "bad.pdf").write_bytes(plant(BREACHES["rgb operator"][0]))
    outcome = run("preflight", "good.pdf")
    assert (outcome.status, outcome.stderr) == (0, "good.pdf, as PDF/X-1a:2003: all is well\n")
    outcome = run("preflight", "bad.pdf")
    assert outcome.status == 1
    assert "bad.pdf: error[pdf-colour]: page 2: 'rg' sets colours in RGB" in outcome.stderr
    assert "1 breach" in outcome.stderr
    outcome = run("preflight", "good.pdf", "--for", "drivethru-cards")
    assert outcome.status == 1
    assert "63.5 × 88.9 mm is asked for" in outcome.stderr
    assert run("preflight", "none.pdf").status == 2
    assert run("preflight", "good.pdf", "--for", "tgc-poker").status == 1
