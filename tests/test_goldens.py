"""Drawings of whole sheets against their references: cases/<system>/NAME.yaml and NAME.txt.

A reference tells, for every sheet of the case, each text with its place, font and size, each
shape with its paint and box, each shared form with its places, and the form fields. Lengths are
millimetres from the upper left; font sizes are points. `pytest --golden` writes them anew.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather
from sheetgen.definitions.piece import list_parts
from sheetgen.definitions.shelf import Shelf
from sheetgen.drawing.drawing import IDENTITY, Drawing, Matrix, Resources, map_box, multiply
from sheetgen.ground import assets
from sheetgen.ground.units import MM
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.contract import Look, Sheet
from sheetgen.systems.loading import Systems

CASES = sorted((Path(__file__).parent / "cases").glob("*/*.yaml"))
_TOKEN = re.compile(r"\[[^\]]*\]|<[^>]*>|[^\s\[<]+")
_PAINTS = {"f": "fill", "f*": "fill", "S": "stroke", "B": "both", "B*": "both", "n": ""}
Box = tuple[float, float, float, float]


@pytest.mark.parametrize("case", CASES, ids=[f"{c.parent.name}/{c.stem}" for c in CASES])
def test_case(case: Path, golden: Callable[[Path, str], None]) -> None:
    golden(case.with_suffix(".txt"), "\n".join(describe_case(case)))


def test_no_reference_is_orphaned() -> None:
    references = {path for case in CASES for path in case.parent.glob("*.txt")}
    assert references == {case.with_suffix(".txt") for case in CASES}


def test_there_are_cases_for_every_system_with_ships() -> None:
    games = {path.name for path in assets.shipped("ships").iterdir() if path.is_dir()}
    games.remove("books")
    assert {case.parent.name for case in CASES} >= games


def describe_case(case: Path) -> Iterator[str]:
    """The reference of a case: all sheets of its kind, or those that it names.

    Lines `# sheets: NAME NAME` and `# colour: NAME` of a case stand for those options.
    """
    options = dict(re.findall(r"^# (sheets|colour): (.+)$", case.read_text("utf-8"), re.MULTILINE))
    named = options.get("sheets", "").split()
    collection = gather([case], Shelf(Systems()))
    assert not [d for d in collection.diagnostics if d.is_error]
    press = Press(case.parent)
    for definition in collection.printed:
        for sheet in definition.system.sheets:
            if definition.kind.name in sheet.kinds and (not named or sheet.name in named):
                order = Order(sheets=[sheet.name], colour=options.get("colour", ""))
                for batch, item in press.draw_sheets([definition], order):
                    yield f"# {batch.sheet}: {item.name}"
                    yield from describe(item.drawing)
                    yield ""


# What is in a drawing


class Text(NamedTuple):
    """A run of text."""

    y: float
    font: str
    size: float
    x: float
    text: str


class Shape(NamedTuple):
    """A painted path, or a picture."""

    paint: str
    box: Box


@dataclass
class Contents:
    """Everything that a content stream draws, in its own coordinates."""

    texts: list[Text] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    forms: list[tuple[Contents, Matrix]] = field(default_factory=list)

    @property
    def weight(self) -> int:
        """How many shapes and texts there are, with those in forms."""
        return len(self.shapes) + len(self.texts) + sum(c.weight for c, _ in self.forms)

    @property
    def box(self) -> Box:
        """The box around all shapes."""
        boxes = [s.box for s in self.shapes] + [map_box(m, c.box) for c, m in self.forms]
        return _surround([b for b in boxes if b != (0, 0, 0, 0)])


def describe(drawing: Drawing) -> Iterator[str]:
    """A drawing as lines of text."""
    contents = read_operators(drawing.operators, drawing.resources, _flip(drawing.height))
    yield f"{_length(drawing.width)} × {_length(drawing.height)} mm"
    yield from _group(
        (f"{_length(t.y)} {t.font} {t.size:.1f}", t.y, t.x, f"{_length(t.x)}={t.text}")
        for t in _all_texts(contents)
    )
    yield from _group(
        (f"{_length(s.box[1])} {s.paint}", s.box[1], s.box[0], _show_box(s.box))
        for s in contents.shapes
    )
    forms = [(c, map_box(m, c.box)) for c, m in contents.forms]
    yield from _group(
        (f"{_length(b[1])} form of {c.weight} {_size(b)}", b[1], b[0], _length(b[0]))
        for c, b in forms
    )
    paints = {
        f"form of {c.weight} {_size(b)}: {', '.join(sorted(set(_all_paints(c))))}" for c, b in forms
    }
    yield from sorted(paints)
    fields = [(f, map_box(_flip(drawing.height), f.box)) for f in drawing.fields]
    yield from _group(
        (f"{_length(b[1])} {f.kind} {f.name} {_size(b)}", b[1], b[0], f"{_length(b[0])}={f.value}")
        for f, b in fields
    )


def _group(
    rows: Iterator[tuple[str, float, float, str]] | list[tuple[str, float, float, str]],
) -> Iterator[str]:
    """One line for what has the same head, from top to bottom and left to right."""
    heads: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    for head, y, x, entry in rows:
        heads[head].append((round(y, 2), round(x, 2), entry.rstrip("=")))
    for head, entries in sorted(heads.items(), key=lambda pair: (min(pair[1])[:2], pair[0])):
        yield f"{head}: {' | '.join(entry for _, _, entry in sorted(entries))}"


def _all_texts(contents: Contents, matrix: Matrix = IDENTITY) -> Iterator[Text]:
    for text in contents.texts:
        x, y, _, _ = map_box(matrix, (text.x, text.y, text.x, text.y))
        scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
        yield text._replace(x=x, y=y, size=text.size * scale)
    for inner, place in contents.forms:
        yield from _all_texts(inner, multiply(place, matrix))


def _all_paints(contents: Contents) -> Iterator[str]:
    yield from (shape.paint for shape in contents.shapes)
    for inner, _ in contents.forms:
        yield from _all_paints(inner)


def read_operators(  # noqa: C901, PLR0912, PLR0915 (one operator after the other)
    operators: str, resources: Resources, matrix: Matrix
) -> Contents:
    """What a content stream draws, with `matrix` in force at its start."""
    found, saved, operands = Contents(), [], []
    points: list[float] = []
    state: dict[str, Any] = {
        "fill": "#0",
        "stroke": "#0",
        "font": "",
        "size": 1.0,
        "width": "1",
        "alpha": "",
    }
    place = matrix
    for token in _TOKEN.findall(operators):
        if token[0] in "/<[+-.0123456789":
            operands.append(token)
            continue
        if token == "q":
            saved.append((matrix, dict(state)))
        elif token == "Q":
            matrix, state = saved.pop()
        elif token == "cm":
            matrix = multiply(_matrix(operands), matrix)
        elif token in ("g", "rg", "G", "RG"):
            state["stroke" if token.isupper() else "fill"] = _color(operands)
        elif token == "w":
            state["width"] = operands[0]
        elif token == "gs":
            values = resources.states[operands[0][1:]]
            state["alpha"] = "".join(f" {k}{v:g}" for k, v in sorted(values.items()) if v != 1)
        elif token in ("m", "l", "c"):
            points += map(float, operands)
        elif token == "re":
            x, y, width, height = map(float, operands)
            points += (x, y, x + width, y + height)
        elif token in _PAINTS:
            if _PAINTS[token]:
                box = map_box(matrix, _surround([(x, y, x, y) for x, y in _pairs(points)]))
                found.shapes.append(Shape(_describe_paint(_PAINTS[token], state), box))
            points = []
        elif token == "Do":
            name = operands[0][1:]
            if name in resources.forms:
                form = resources.forms[name]
                inner = read_operators(form.operators, form.resources, IDENTITY)
                found.forms.append((inner, matrix))
            else:
                image = resources.images[name]
                kind = f"picture {image.width}×{image.height} {image.space}"
                found.shapes.append(Shape(kind, map_box(matrix, (0, 0, 1, 1))))
        elif token == "Tf":
            state["font"], state["size"] = operands[0][1:], float(operands[1])
        elif token == "Tm":
            place = multiply(_matrix(operands), matrix)
        elif token in ("Tj", "TJ"):
            a, b, _, _, e, f = place
            turned = "" if abs(b) < 1e-6 else " turned"
            size = float(state["size"]) * (a * a + b * b) ** 0.5
            text = "".join(
                resources.glyphs[state["font"]][int(code, 16)]
                for run in re.findall("<(.*?)>", operands[0])
                for code in re.findall("....", run)
            )
            found.texts.append(Text(f, f"{state['font']}{turned}", size, e, text))
        operands = []
    return found


def _describe_paint(kind: str, state: dict[str, object]) -> str:
    fill = f"fill {state['fill']}" if kind != "stroke" else ""
    stroke = f"stroke {state['stroke']} {float(str(state['width'])):g}" if kind != "fill" else ""
    return " ".join(part for part in (fill, stroke) if part) + str(state["alpha"])


def _color(components: list[str]) -> str:
    return "#" + "/".join(f"{round(255 * float(c)):x}" for c in components)


def _matrix(operands: list[str]) -> Matrix:
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f


def _flip(height: float) -> Matrix:
    """From points upwards to points downwards."""
    return 1, 0, 0, -1, 0, height


def _pairs(values: list[float]) -> Iterator[tuple[float, float]]:
    return zip(values[::2], values[1::2], strict=True)


def _surround(boxes: list[Box]) -> Box:
    if not boxes:
        return 0, 0, 0, 0
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _length(points: float) -> str:
    return f"{points / MM + 1e-3:.1f}".replace("-0.0", "0.0")  # lest 0.25 falls either way


def _size(box: Box) -> str:
    return f"{_length(box[2] - box[0])}×{_length(box[3] - box[1])}"


def _show_box(box: Box) -> str:
    return f"{_length(box[0])} {_size(box)}"


# Shipped definitions


SHIPPED = gather([assets.shipped("ships")], Shelf(Systems()))


def test_shipped_definitions_are_without_fault() -> None:
    assert {d.rule for d in SHIPPED.diagnostics} <= {"advanced-rules"}
    assert len(SHIPPED.definitions) >= 4


@pytest.fixture(scope="module")
def press() -> Press:
    """A press of the shipped templates."""
    return Press(None)


def sample_shipped() -> Iterator[Any]:
    """All of them; what is neither the first of its kind nor one of three is for `--all`."""
    seen = set()
    for at, one in enumerate(SHIPPED.definitions):
        kind = one.system.id, one.kind.name
        marks = () if at % 3 == 0 or kind not in seen else pytest.mark.whole
        seen.add(kind)
        yield pytest.param(one, marks=marks, id=f"{one.system.id}/{one.id}")


@pytest.mark.parametrize("definition", [*sample_shipped()])
def test_shipped_definition_prints_on_every_sheet(definition: Definition, press: Press) -> None:
    names = [s.name for s in definition.system.sheets if definition.kind.name in s.kinds]
    pieces = list(press.draw_sheets([definition], Order(sheets=names)))
    printed = {batch.sheet for batch, _ in pieces}
    filled = [
        s.name for s in definition.system.sheets if s.name in names and _has_pieces(s, definition)
    ]
    assert printed == set(filled) != set()
    assert press.fonts.diagnostics == []


def _has_pieces(sheet: Sheet, definition: Definition) -> bool:
    """Whether there is anything to print: a ship without wings has no cards of them.

    A scenario's sheet is also one of its fleets', such as tokens.
    """
    parts = [part.values for part in list_parts(definition) if part.kind in sheet.kinds]
    return any(any(True for _ in sheet.fill(own, Look())) for own in (definition.values, *parts))


BLANKS = [(s, size) for g in Systems().all() for s in g.sheets for size in s.blank_sizes]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("sheet", "size"), BLANKS, ids=[f"{s.name}-{size}" for s, size in BLANKS])
def test_blank_sheets_print(sheet: Sheet, size: int, press: Press) -> None:
    pieces = list(press.draw_blanks(sheet, [size], Order()))
    assert pieces
    # One piece is an empty sheet to write on; a deck of cards has none, nor has an aid to cut out.
    assert sheet.once or len(pieces) > 1 or pieces[0][1].drawing.fields
