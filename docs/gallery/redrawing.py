"""The pictures of docs/svg.md: a display is redrawn with the mouse, and another ship printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from gallery.studio import frame, rasterize, thin
from sheetgen.printing.press import Press
from sheetgen.project.project import Project
from sheetgen.systems.loading import Systems
from sheetgen.template.redraw.sample import adopt_sample, make_sample

_TEMPLATE = "asfos/display.svg"
_DPI = 110
REDRAWN = (
    # The lines in the first box are recoloured; the others follow.
    ('class="box" data-field="checkbox" data-name="weapons"',
     'style="fill:#fffdf6;stroke:#6b4a2b" rx="1" class="box"'
     ' data-field="checkbox" data-name="weapons"'),
    ('class="strike" data-field="checkbox" data-name="hull"',
     'style="fill:#f7efdc;stroke:#6b4a2b" rx="1" class="strike"'
     ' data-field="checkbox" data-name="hull"'),
    # The name is recoloured, the class moved, a word typed.
    ('class="name" x="29.6" y="10"', 'class="name" x="39" y="10" style="fill:#8a1c1c"'),
    ('class="told" x="29.6" y="14.7"', 'class="told" x="39" y="14.7"'),
    (">ENGINE<", ">DRIVE<"),
    # A crest is drawn beside the name.
    ('<g data-sheetgen="{boxes}" id="boxes"',
     '<path d="M32.6 5L37.1 6.4V10C37.1 12.6 35.1 14 32.6 14.9C30.1 14 28.1 12.6 28.1 10V6.4Z"'
     ' style="fill:#8a1c1c;stroke:#6b4a2b;stroke-width:0.4"/>'
     '<path d="M32.6 7.1L33.5 9.1 35.6 9.3 34 10.7 34.5 12.8 32.6 11.7 30.7 12.8 31.2 10.7'
     ' 29.6 9.3 31.7 9.1Z" style="fill:#f7efdc"/>'
     '<g data-sheetgen="{boxes}" id="boxes"'),
)  # fmt: skip
"""What is done to the sample, as an editor would write it."""


def draw_walk() -> Iterator[tuple[str, Image.Image]]:
    """The sample, what was made of it, and what another ship is printed as then."""
    project = Project(Path(__file__).parents[2], Systems())
    press = project.press()
    known = press.fill_template(project.select(["warrior"]).printed, _TEMPLATE, "display")
    dress = press.find_dress(project.systems.get("asfos"))
    pieces = [(d.id, data) for d, data in known]
    sample = make_sample(press.templates, _TEMPLATE, pieces, dress=dress)
    assert sample is not None
    yield "sample", _draw(press, sample.drawing)
    redrawn = redraw(sample.drawing)
    yield "redrawn", _draw(press, redrawn)
    _, adopted = adopt_sample(redrawn, "display-warrior.svg")
    with TemporaryDirectory() as name:
        own = Path(name) / "templates" / _TEMPLATE
        own.parent.mkdir(parents=True)
        own.write_text(adopted.text, "utf-8")
        printing = Press(Path(name))
        for definition, data in press.fill_template(
            project.select(["swordfish"]).printed, _TEMPLATE
        ):
            drawing = printing.draw(_TEMPLATE, data, definition.name, definition)
            yield "printed", thin(rasterize([frame(drawing)], _DPI))
            return


def redraw(drawing: str) -> str:
    """A sample of the display, redrawn."""
    boxes = re.search(r'<g data-sheetgen="(\d+)" id="boxes"', drawing)
    assert boxes
    for old, new in REDRAWN:
        old, new = (text.replace("{boxes}", boxes[1]) for text in (old, new))
        assert old in drawing, old
        drawing = drawing.replace(old, new, 1)
    return drawing


def _draw(press: Press, text: str) -> Image.Image:
    drawing, problems = press.drafter.draw_tree(text)
    assert not problems, problems
    return thin(rasterize([frame(drawing)], _DPI))
