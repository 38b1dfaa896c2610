"""Colour spaces of a PDF: which of them a press has inks for."""

from __future__ import annotations

from typing import Any

_SPOT = ("/Separation", "/DeviceN")
_DEEPEST = 8
PRESS = ("/DeviceCMYK", "/DeviceGray", "/G", "/CMYK", "/Pattern")


def name_space(space: Any, known: Any, depth: int = 0) -> tuple[str, str]:
    """The kind of a colour space, and why it is no ink of a press, or nothing if it is one.

    `known` are the named spaces of the resources.
    """
    from pikepdf import Array, Name

    if depth > _DEEPEST or space is None:
        return "", ""
    if isinstance(space, Name):
        text = str(space)
        if known is not None and space in known and text not in PRESS:
            return name_space(known[space], None, depth + 1)
        return text, "" if text in PRESS else f"{text.lstrip('/')} is not an ink"
    if not isinstance(space, Array) or not len(space):
        return "", "its colour space can't be read"
    kind = str(space[0])
    if kind in ("/Indexed", "/I"):
        return kind, name_space(space[1], known, depth + 1)[1]
    if kind == "/Pattern":
        return kind, name_space(space[1], known, depth + 1)[1] if len(space) > 1 else ""
    fault = "" if kind in PRESS else f"{kind.lstrip('/')} is not an ink"
    if kind in _SPOT:
        fault = name_space(space[2], known, depth + 1)[1]
        fault = fault and f"the spot colour {str(space[1])[:40]} is mixed of others: {fault}"
    elif kind == "/ICCBased":
        names = {1: "grey", 3: "RGB", 4: "CMYK"}
        parts = names.get(int(space[1].get("/N", 0)), "unknown")
        fault = f"an ICC profile of {parts} colours is not an ink"
    return kind, fault
