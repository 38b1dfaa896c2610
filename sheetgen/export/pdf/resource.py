"""Forms, images and shadings as PDF objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from sheetgen.drawing.drawing import Form, Image, Shading
from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of
from sheetgen.ground.number import fmt


def add_form(objects: Objects, form: Form) -> str:
    """Adds a form XObject; returns its reference."""
    return objects.add_stream(
        form.operators.encode("latin-1"),
        Type="/XObject",
        Subtype="/Form",
        BBox=array_of(*form.box),
        Resources=objects.resources,
        Group=_describe_group(form),
    )


def _describe_group(form: Form) -> str | None:
    if form.is_mask:
        return dictionary(S="/Transparency", CS="/DeviceGray", I="true")
    return dictionary(S="/Transparency") if form.group else None


def make_state(state: Mapping[str, Any], forms: Mapping[str, str]) -> str:
    """A graphics state dictionary; `forms` are the references to the forms of soft masks."""
    mask: Form | None = state.get("SMask")
    soft = dictionary(Type="/Mask", S="/Luminosity", G=forms[mask.name]) if mask else None
    numbers = {key: fmt(value) for key, value in state.items() if key != "SMask"}
    return dictionary(**numbers, SMask=soft)


def add_image(objects: Objects, image: Image, known: dict[str, str]) -> str:
    """Adds an image with its mask; returns its reference, also kept in `known` by its name."""
    if image.name in known:
        return known[image.name]
    mask = add_image(objects, image.mask, known) if image.mask else None
    known[image.name] = objects.add_packed(
        image.pixels,
        Type="/XObject",
        Subtype="/Image",
        Width=image.width,
        Height=image.height,
        ColorSpace=f"/{image.space}",
        BitsPerComponent=8,
        Interpolate="true" if image.smooth else None,
        Filter=f"/{image.codec}",
        SMask=mask,
    )
    return known[image.name]


def make_shading(shading: Shading) -> str:
    """A shading dictionary."""
    space = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}[len(shading.stops[0][1])]
    return dictionary(
        ShadingType=shading.kind,
        ColorSpace=space,
        Coords=array_of(*shading.coords),
        Extend="[true true]",
        Function=_stitch(shading.stops),
    )


def _stitch(stops: Sequence[tuple[float, tuple[float, ...]]]) -> str:
    """The function from offset to colour, linear between neighbouring stops."""
    if len(stops) == 1:
        stops = [(0.0, stops[0][1]), (1.0, stops[0][1])]
    stops = list(stops)
    if stops[0][0] > 0:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    # Between two stops at one place there is nothing.
    pairs = [(a, b) for a, b in pairwise(stops) if a[0] < b[0]]
    parts = [
        dictionary(FunctionType=2, Domain="[0 1]", C0=array_of(*a), C1=array_of(*b), N=1)
        for (_, a), (_, b) in pairs
    ]
    if len(parts) == 1:
        return parts[0]
    return dictionary(
        FunctionType=3,
        Domain="[0 1]",
        Functions=list_of(parts),
        Bounds=array_of(*(offset for (offset, _), _ in pairs[1:])),
        Encode=array_of(*([0, 1] * len(parts))),
    )
