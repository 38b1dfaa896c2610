"""Cut lines as files: SVG, and DXF in the release of AutoCAD R12, which every machine reads.

DXF: group codes of the entities POLYLINE, VERTEX and SEQEND; millimetres, y upwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot

from sheetgen.drawing.outline import transform_operators
from sheetgen.ground.number import fmt
from sheetgen.ground.units import MM
from sheetgen.pages.cutting import CutPage

_FLAT = 0.02
"""Millimetres by which a straight piece may leave a curve."""
Points = list[tuple[float, float]]


def write_cut_svg(page: CutPage) -> bytes:
    """The lines of a page in layers: cut in red, fold in blue, registration in black."""
    to_mm = (1 / MM, 0.0, 0.0, -1 / MM, 0.0, page.height / MM)
    width, height = fmt(page.width / MM), fmt(page.height / MM)
    layers = [
        ("registration", 'fill="#000000"', [_draw_box(box, page) for box in page.marks]),
        ("fold", 'fill="none" stroke="#0000ff" stroke-width="0.1"', page.folds),
        ("cut", 'fill="none" stroke="#ff0000" stroke-width="0.1"', page.cuts),
    ]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">',
    ]
    for name, look, paths in layers:
        if paths:
            lines.append(f'<g id="{name}" {look}>')
            lines += [f'<path d="{_write_path(transform_operators(p, to_mm))}"/>' for p in paths]
            lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def _draw_box(box: tuple[float, float, float, float], page: CutPage) -> str:
    x0, y0, x1, y1 = map(fmt, box)
    return f"{x0} {y0} m {x1} {y0} l {x1} {y1} l {x0} {y1} l h"


def _write_path(operators: str) -> str:
    """Path operators as SVG writes them."""
    parts: list[str] = []
    values: list[str] = []
    for token in operators.split():
        if token in "mlch":
            parts.append({"h": "Z"}.get(token, token.upper()) + " ".join(values))
            values = []
        else:
            values.append(token)
    return "".join(parts)


def write_cut_dxf(page: CutPage) -> bytes:
    """The lines of a page on the layers CUT, FOLD and REGISTRATION; curves in short straights."""
    to_mm = (1 / MM, 0.0, 0.0, 1 / MM, 0.0, 0.0)
    layers = {
        "REGISTRATION": (7, [_draw_box(box, page) for box in page.marks]),
        "FOLD": (5, page.folds),
        "CUT": (1, page.cuts),
    }
    codes: list[object] = [0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1009"]
    # Inkscape asks $MEASUREMENT for the unit, others ask $INSUNITS.
    codes += [9, "$INSUNITS", 70, 4, 9, "$MEASUREMENT", 70, 1, 0, "ENDSEC"]
    codes += [0, "SECTION", 2, "TABLES"]
    codes += [0, "TABLE", 2, "LAYER", 70, len(layers)]
    for name, (color, _) in layers.items():
        codes += [0, "LAYER", 2, name, 70, 0, 62, color, 6, "CONTINUOUS"]
    codes += [0, "ENDTAB", 0, "ENDSEC", 0, "SECTION", 2, "ENTITIES"]
    for name, (_, paths) in layers.items():
        for path in paths:
            for points, closed in _flatten(transform_operators(path, to_mm)):
                codes += [0, "POLYLINE", 8, name, 66, 1, 10, 0.0, 20, 0.0, 30, 0.0]
                codes += [70, int(closed)]
                for x, y in points:
                    codes += [0, "VERTEX", 8, name, 10, f"{x:.4f}", 20, f"{y:.4f}", 30, 0.0]
                codes += [0, "SEQEND", 8, name]
    codes += [0, "ENDSEC", 0, "EOF"]
    return "".join(f"{code}\r\n" for code in codes).encode("ascii")


def _flatten(operators: str) -> Iterator[tuple[Points, bool]]:
    """The straight lines of a path, each with whether it is closed."""
    points: Points = []
    values: list[float] = []
    for token in operators.split():
        if token not in "mlch":
            values.append(float(token))
            continue
        pairs = list(zip(values[::2], values[1::2], strict=True))
        values = []
        if token == "m":
            if len(points) > 1:
                yield points, False
            points = pairs
        elif token == "l":
            points.append(pairs[0])
        elif token == "c":
            points += _divide(points[-1], *pairs)
        else:
            if hypot(points[-1][0] - points[0][0], points[-1][1] - points[0][1]) < _FLAT:
                points = points[:-1]
            yield points, True
            points = points[:1]
    if len(points) > 1:
        yield points, False


def _divide(
    p0: tuple[float, float],
    p1: tuple[float, float],
    p2: tuple[float, float],
    p3: tuple[float, float],
) -> Points:
    """Points along a cubic after its first; its second derivative says how many are enough."""
    bend = max(
        hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in ((p0, p1, p2), (p1, p2, p3))
    )
    count = max(1, ceil((0.75 * bend / _FLAT) ** 0.5))
    found = []
    for step in range(1, count + 1):
        t = step / count
        s = 1 - t
        x, y = (
            s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d
            for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
        )
        found.append((x, y))
    return found
