"""The ship display as a careful programmer would write it by hand with ReportLab.

This is what sheetgen is measured against. It prints what templates/asfos/display.svg had before
displays had looks, with plain canvas calls: fonts are registered once, a style is set once for
everything that is drawn in it, and a box's lines are drawn in one call. It leaves out work that
takes sheetgen time and this script none: the ship from above, telegraphs and frames, checking the
definition, crop marks, the ruler, bookmarks, kerning, and shrinking texts other than the name.

    python bench/handwritten.py ship.yaml out.pdf
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

Ship = dict[str, Any]
Box = tuple[int, int, int, int, int, int]

rl_config.useA85 = 0

MEDIUM, SEMIBOLD, BOLD = "Barlow-Medium", "Barlow-SemiBold", "Barlow-Bold"
INK, DARK, GREY = (HexColor(c) for c in ("#1a1a1a", "#333333", "#555555"))
MIDDLE, LINE = HexColor("#8a8a8a"), HexColor("#9a9a9a")
BLACK, WHITE = Color(0, 0, 0), Color(1, 1, 1)
TINT = HexColor("#e1e7ed")  # 13 % of #1f4e79 on white

CLASSES = (
    ("FF", "Frigate", 1),
    ("DD", "Destroyer", 2),
    ("CL", "Light Cruiser", 4),
    ("CA", "Heavy Cruiser", 6),
    ("BC", "Battle Cruiser", 9),
    ("BB", "Battleship", 12),
    ("DN", "Dreadnaught", 18),
    ("SDN", "Superdreadnaught", 24),
    ("T", "Titan", 100000),
)
SPECIALS = {"mass-driver": ("Mass driver", "MD"), "particle-cannon": ("Particle cannon", "PC")}
SPECIAL_POINTS = {"mass-driver": 3.6, "particle-cannon": 2.6}
CRITICALS = ("Br", "FC", "R", "E", "ED", "Mn")

ROW = 28.2  # height of a line of boxes, in mm
GAP, MARGIN = 6, 10  # between displays and around them, in mm


def register_fonts() -> None:
    """Makes the faces known to ReportLab."""
    spec = find_spec("fontpkg_barlow")
    assert spec is not None and spec.origin is not None
    for name in (MEDIUM, SEMIBOLD, BOLD):
        file = Path(spec.origin).parent / "files" / f"{name}.ttf"
        pdfmetrics.registerFont(TTFont(name, str(file)))


# What is printed


def weapons_boxes(ship: Ship) -> list[Box]:
    """The strengths in each weapons box, from left to right."""
    primaries, mass = ship.get("primaries", {}), ship["mass"]
    full = [primaries.get(arc, 0) for arc in ("forward", "left", "right", "rear")]
    full.append(ship.get("secondaries", 0))
    full.append(ship["special"]["count"] if "special" in ship else 0)
    boxes = []
    for at in range(mass):
        f, l, r, b, s, x = ((2 * v * (mass - at) + mass) // (2 * mass) for v in full)  # noqa: E741
        boxes.append((f, l, r, b, s, x))
    return boxes


def estimate_points(ship: Ship) -> int:
    """The points of a ship whose definition gives none."""
    p = ship.get("primaries", {})
    fire = 0.6 * p.get("forward", 0) + 0.15 * (p.get("left", 0) + p.get("right", 0))
    fire += 0.1 * p.get("rear", 0) + 0.25 * ship.get("secondaries", 0)
    if "special" in ship:
        fire += SPECIAL_POINTS[ship["special"]["weapon"]] * ship["special"]["count"]
    return int(sqrt(ship["mass"] * (ship["hull"] + ship.get("screens", 0)) * fire) + 0.5)


def count_columns(mass: int) -> int:
    """Boxes per line."""
    most = 7 if mass <= 7 else 12 if mass <= 60 else 17
    return -(-mass // -(-mass // most))


def measure_display(mass: int) -> tuple[int, float]:
    """Width and height of a display in mm."""
    columns = count_columns(mass)
    width = 125 if columns <= 7 else 188 if columns <= 12 else 252
    return width, 29.2 + -(-mass // columns) * ROW


# Drawing; lengths are mm, y upwards from a display's lower left corner


def draw_display(canvas: Canvas, ship: Ship, x: float, y: float) -> None:
    """Draws a ship's display with its lower left corner at (x, y), in points."""
    mass = ship["mass"]
    width, height = measure_display(mass)
    columns = count_columns(mass)
    boxes = weapons_boxes(ship)
    row = f"S {SPECIALS[ship['special']['weapon']][1]}" if "special" in ship else "S"
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(mm, mm)
    canvas.setFillColor(WHITE)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.35)
    canvas.roundRect(0.175, 0.175, width - 0.35, height - 0.35, 1.2, fill=1)
    draw_header(canvas, ship, width, height)
    for at in range(0, mass, columns):
        top = height - 16.2 - at // columns * ROW
        draw_boxes(canvas, boxes[at : at + columns], row, top)
        draw_crew(canvas, mass, at, min(columns, mass - at), top)
    panel = 11 + columns * 14
    if width - 4 - panel >= 18:
        draw_notes(canvas, panel, width - 4, height - 16.2, -(-mass // columns))
    draw_footer(canvas, ship, width)
    canvas.restoreState()


def draw_header(canvas: Canvas, ship: Ship, width: float, height: float) -> None:
    """ID box, name, class and defence factor."""
    canvas.setLineWidth(0.25)
    canvas.roundRect(4, height - 13.4, 21, 9.4, 0.6)
    canvas.setFillColor(GREY)
    canvas.setFont(SEMIBOLD, 2.2)
    canvas.drawString(5.2, height - 6.9, "ID", charSpace=0.12)
    canvas.setFillColor(BLACK)
    name, size = ship["name"], 5.6
    natural = pdfmetrics.stringWidth(name, BOLD, size)
    canvas.setFont(BOLD, min(size, size * (width - 62) / natural))
    canvas.drawString(28, height - 8.9, name)
    defence = f"{ship['hull'] + ship.get('screens', 0)}({ship['hull']})"
    canvas.setFont(BOLD, 7)
    canvas.drawRightString(width - 4, height - 10.6, defence)
    left = width - 4 - pdfmetrics.stringWidth(defence, BOLD, 7)
    canvas.setFillColor(GREY)
    canvas.setFont(SEMIBOLD, 4.2)
    canvas.drawRightString(left, height - 10.6, "DF ")
    canvas.setFillColor(DARK)
    canvas.setFont(MEDIUM, 3.1)
    code, long = next((c, n) for c, n, most in CLASSES if ship["mass"] <= most)
    canvas.drawString(28, height - 13.3, f"{long} ({code}) · mass {ship['mass']}")


def draw_boxes(canvas: Canvas, boxes: list[Box], row: str, top: float) -> None:
    """A line of weapons and hull boxes that hangs from `top`, with its numbers."""
    canvas.setFillColor(GREY)
    canvas.setFont(SEMIBOLD, 2.2)
    canvas.drawRightString(8.7, top - 16.3, row)
    for down, label in ((6.5, "PRIMARIES"), (22, "HULL")):
        canvas.saveState()
        canvas.translate(7.2, top - down)
        canvas.rotate(90)
        canvas.drawCentredString(0, 0, label, charSpace=0.12)
        canvas.restoreState()
    lefts = [9.5 + 14 * at for at in range(len(boxes))]
    canvas.setFillColor(WHITE)
    canvas.setLineWidth(0.25)
    for x in lefts:
        canvas.rect(x, top - 18, 13, 18, fill=1)
        canvas.rect(x, top - 25, 13, 6, fill=1)
    canvas.setFillColor(TINT)
    arcs = canvas.beginPath()
    for x in lefts:
        arcs.moveTo(x + 0.125, top - 0.125)
        arcs.lineTo(x + 12.875, top - 0.125)
        arcs.lineTo(x + 6.5, top - 6.5)
        arcs.close()
    canvas.drawPath(arcs, stroke=0, fill=1)
    canvas.setFillColor(MIDDLE)
    noses = canvas.beginPath()
    for x in lefts:
        noses.moveTo(x + 6.5, top - 5.5)
        noses.lineTo(x + 7.2, top - 7.5)
        noses.lineTo(x + 6.5, top - 7)
        noses.lineTo(x + 5.8, top - 7.5)
        noses.close()
    canvas.drawPath(noses, stroke=0, fill=1)
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.12)
    lines = []
    for x in lefts:
        lines += [
            (x, top, x + 2.2, top - 2.2),
            (x + 13, top, x + 10.8, top - 2.2),
            (x, top - 13, x + 2.2, top - 10.8),
            (x + 13, top - 13, x + 10.8, top - 10.8),
        ]
    canvas.lines(lines)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.15)
    lines = []
    for x in lefts:
        lines += [(x, top - 13, x + 13, top - 13), (x + 6.5, top - 13, x + 6.5, top - 18)]
    canvas.lines(lines)
    draw_numbers(canvas, boxes, lefts, top)


def draw_numbers(canvas: Canvas, boxes: list[Box], lefts: list[float], top: float) -> None:
    """The six numbers of each weapons box, font by font."""
    canvas.setFillColor(BLACK)
    canvas.setFont(BOLD, 4.4)
    for x, box in zip(lefts, boxes, strict=True):
        canvas.drawCentredString(x + 6.5, top - 4.2, str(box[0]))
    canvas.setFont(SEMIBOLD, 4)
    for x, (_, left, right, rear, _, _) in zip(lefts, boxes, strict=True):
        canvas.drawCentredString(x + 3, top - 7.9, str(left))
        canvas.drawCentredString(x + 10, top - 7.9, str(right))
        canvas.drawCentredString(x + 6.5, top - 12.1, str(rear))
    canvas.setFont(MEDIUM, 3.5)
    for x, box in zip(lefts, boxes, strict=True):
        canvas.drawCentredString(x + 3.25, top - 16.75, str(box[4]))
        canvas.drawCentredString(x + 9.75, top - 16.75, str(box[5]))


def draw_crew(canvas: Canvas, mass: int, first: int, count: int, top: float) -> None:
    """A crew unit in every fourth hull box of the ship from the right, for boxes of one line."""
    units = max(1, (mass + 2) // 4)
    canvas.setFillColor(INK)
    for at in range(first, first + count):
        back = mass - 1 - at
        if back % 4 == 0 and back // 4 < units:
            x, y = 9.5 + 14 * (at - first), top - 19
            canvas.circle(x + 6.5, y - 1.9, 1.05, stroke=0, fill=1)
            body = canvas.beginPath()
            body.moveTo(x + 4.5, y - 5.2)
            body.arcTo(x + 4.5, y - 6.65, x + 8.5, y - 3.15, 180, -180)
            body.lineTo(x + 8.5, y - 5.2)
            body.close()
            canvas.drawPath(body, stroke=0, fill=1)


def draw_notes(canvas: Canvas, left: float, right: float, top: float, rows: int) -> None:
    """Lines to write on where the boxes leave room."""
    canvas.setFillColor(GREY)
    canvas.setFont(SEMIBOLD, 2.2)
    canvas.drawString(left, top - 2.2, "NOTES", charSpace=0.12)
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.12)
    heights = [top - 3 - at * 5.5 for at in range(1, rows * 4 + 1)]
    canvas.lines([(left, y, right, y) for y in heights])


def draw_footer(canvas: Canvas, ship: Ship, width: float) -> None:
    """Critical hits, special weapon, points and engine."""
    top = 11
    canvas.setFillColor(WHITE)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.25)
    for at in range(len(CRITICALS)):
        canvas.roundRect(9.5 + 11.4 * at, top - 6.4, 4.8, 4.8, 0.5, fill=1)
    canvas.setFillColor(BLACK)
    canvas.setFont(SEMIBOLD, 3)
    for at, code in enumerate(CRITICALS):
        canvas.drawRightString(8.6 + 11.4 * at, top - 5.1, code)
    if "special" in ship:
        canvas.setFont(SEMIBOLD, 3.1)
        special = ship["special"]
        canvas.drawString(76, top - 3.2, f"{SPECIALS[special['weapon']][0]} × {special['count']}")
    canvas.setFillColor(DARK)
    canvas.setFont(MEDIUM, 3.1)
    if "points" in ship:
        points = f"{ship['points']} points"
    else:
        points = f"{estimate_points(ship)} points (estimate)"
    canvas.drawString(76, top - (7.2 if "special" in ship else 5.1), points)
    canvas.setFillColor(TINT)
    canvas.setLineWidth(0.35)
    canvas.setLineJoin(1)
    arrow = canvas.beginPath()
    x, y = width - 22, top + 1
    arrow.moveTo(x, y - 4.5)
    for dx, dy in ((5, 0), (18, 0), (18, 9), (5, 9)):
        arrow.lineTo(x + dx, y - dy)
    arrow.close()
    canvas.drawPath(arrow, fill=1)
    canvas.setFillColor(GREY)
    canvas.setFont(SEMIBOLD, 2.2)
    canvas.drawRightString(width - 5, top - 5, "ENGINE", charSpace=0.12)
    canvas.setFillColor(BLACK)
    canvas.setFont(BOLD, 6)
    canvas.drawCentredString(width - 16, top - 5.6, str(ship["engine"]))


def write_displays(ships: Iterable[Ship], path: Path) -> None:
    """Prints displays one under the other on A4, four battleships per page, as sheetgen does."""
    canvas = Canvas(str(path), pagesize=A4, pageCompression=1, invariant=1)
    top = A4[1] - MARGIN * mm
    y = top
    for ship in ships:
        height = measure_display(ship["mass"])[1] * mm
        if y < top and y - height < MARGIN * mm:
            canvas.showPage()
            y = top
        draw_display(canvas, ship, MARGIN * mm, y - height)
        y -= height + GAP * mm
    canvas.showPage()
    canvas.save()


def load_ships(path: Path) -> list[Ship]:
    """The ships of a file, unchecked."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return list(yaml.load_all(path.read_text("utf-8"), loader))


def main() -> None:
    """Prints a file of ships, as a script."""
    gc.disable()  # as sheetgen does
    register_fonts()
    write_displays(load_ships(Path(sys.argv[1])), Path(sys.argv[2]))


if __name__ == "__main__":
    main()
