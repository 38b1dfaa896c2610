"""Forms, images and shadings as PDF objects."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFObjectReference, PDFStream

from sheetgen.drawing import Form, Image, Shading
from sheetgen.pdf.objects import SHARED, Objects, array_of, dictionary, stream_of


def add_form(objects: Objects, form: Form) -> Any:
    """A form XObject; its reference."""
    stream = stream_of(form.operators.encode("latin-1"))
    stream.dictionary["Type"] = "/XObject"
    stream.dictionary["Subtype"] = "/Form"
    stream.dictionary["BBox"] = array_of(*form.box)
    stream.dictionary["Resources"] = SHARED
    if form.group:
        stream.dictionary["Group"] = dictionary(S="/Transparency")
    return objects.register(stream, form.name)


def add_image(objects: Objects, image: Image) -> Any:
    """An image with its mask; its reference."""
    if objects.find(image.name):
        return PDFObjectReference(image.name)
    # The pixels come compressed already.
    stream = PDFStream(content=image.pixels, filters=[])
    values = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": image.width,
        "Height": image.height,
        "ColorSpace": f"/{image.space}",
        "BitsPerComponent": 8,
        "Filter": f"/{image.codec}",
    }
    for key, value in values.items():
        stream.dictionary[key] = value
    if image.mask:
        stream.dictionary["SMask"] = add_image(objects, image.mask)
    return objects.register(stream, image.name)


def make_shading(shading: Shading) -> Any:
    """A shading dictionary."""
    space = "/DeviceGray" if len(shading.stops[0][1]) == 1 else "/DeviceRGB"
    return dictionary(
        ShadingType=shading.kind,
        ColorSpace=space,
        Coords=array_of(*shading.coords),
        Extend=PDFArray(["true", "true"]),
        Function=_stitch(shading.stops),
    )


def _stitch(stops: Sequence[tuple[float, tuple[float, ...]]]) -> Any:
    """The function from offset to colour: straight between each two stops."""
    if len(stops) == 1:
        stops = [(0.0, stops[0][1]), (1.0, stops[0][1])]
    stops = list(stops)
    if stops[0][0] > 0:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    parts = [
        dictionary(FunctionType=2, Domain=array_of(0, 1), C0=array_of(*a), C1=array_of(*b), N=1)
        for (_, a), (_, b) in pairwise(stops)
    ]
    if len(parts) == 1:
        return parts[0]
    return dictionary(
        FunctionType=3,
        Domain=array_of(0, 1),
        Functions=PDFArray(parts),
        Bounds=array_of(*(offset for offset, _ in stops[1:-1])),
        Encode=array_of(*([0, 1] * len(parts))),
    )
