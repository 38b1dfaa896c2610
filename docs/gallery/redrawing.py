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
    # The frame is recoloured, and so are the lines in the first box; the others follow.
    ('class="frame"', 'style="fill:#f7efdc;stroke:#6b4a2b;stroke-width:0.7" class="frame"'),
    ('class="box" data-field="checkbox" data-name="weapons"',
     'style="fill:#fffdf6;stroke:#6b4a2b" rx="1" class="box"'
     ' data-field="checkbox" data-name="weapons"'),
    ('class="box" data-field="checkbox" data-name="hull"',
     'style="fill:#fffdf6;stroke:#6b4a2b" rx="1" class="box"'
     ' data-field="checkbox" data-name="hull"'),
    # The name is recoloured, the class moved, a word typed.
    ('x="28" y="8.9" font-size="5.6"', 'x="38" y="8.9" style="fill:#8a1c1c" font-size="5.6"'),
    ('x="28" y="13.3"', 'x="38" y="13.3"'),
    (">ENGINE<", ">DRIVE<"),
    # A crest is drawn beside the name.
    ('<g data-sheetgen="{boxes}" id="boxes"',
     '<path d="M31.5 4L36 5.4V9C36 11.6 34 13 31.5 13.9C29 13 27 11.6 27 9V5.4Z"'
     ' style="fill:#8a1c1c;stroke:#6b4a2b;stroke-width:0.4"/>'
     '<path d="M31.5 6.1L32.4 8.1 34.5 8.3 32.9 9.7 33.4 11.8 31.5 10.7 29.6 11.8 30.1 9.7'
     ' 28.5 8.3 30.6 8.1Z" style="fill:#f7efdc"/>'
     '<g data-sheetgen="{boxes}" id="boxes"'),
)  # fmt: skip
"""What is done to the sample, as an editor would write it."""


def draw_walk() -> Iterator[tuple[str, Image.Image]]:
    """The sample, what was made of it, and what another ship is printed as then."""
    project = Project(Path(__file__).parents[2], Systems())
    press = project.press()
    known = press.fill_template(project.select(["warrior"]).printed, _TEMPLATE, "display")
    sample = make_sample(press.templates, _TEMPLATE, [(d.id, data) for d, data in known])
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
            drawing = printing.draw(_TEMPLATE, data, definition.name)
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
