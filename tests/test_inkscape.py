"""Inkscape, run without a window: templates and samples that it opened and saved again."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sheetgen.ground import assets
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import Files
from sheetgen.printing.order import Order
from sheetgen.project.project import Project
from sheetgen.svg.drafter import Drafter
from sheetgen.systems.loading import Systems
from sheetgen.template.redraw.sample import adopt_sample, make_sample
from sheetgen.template.templates import Templates
from sheetgen.type.dress import UNDRESSED
from sheetgen.type.fonts import Fonts

pytestmark = pytest.mark.skipif(not shutil.which("inkscape"), reason="inkscape is not installed")

SHIPPED = assets.shipped("templates")
WAYS = {"plain": True, "inkscape": False}
"""The formats that Inkscape saves in, and whether each is plain."""
MOST_OPENED = 10
"""Drawings that one Inkscape opens, one after the other: it takes longer to start than for one."""
MOST = 5
"""Pieces that are drawn from each template."""
Save = Callable[..., None]
Known = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Opens drawings in Inkscape, does something in them, and saves them."""
    home = tmp_path_factory.mktemp("home")
    environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config")}

    def run(sources: dict[str, Path], folder: Path, actions: str = "") -> None:
        def open_and_save(names: Iterable[str]) -> None:
            steps = []
            for name, (way, is_plain) in product(names, WAYS.items()):
                target = folder / way / name
                target.parent.mkdir(parents=True, exist_ok=True)
                how = f"export-plain-svg:{str(is_plain).lower()}"
                steps += [f"file-open:{sources[name]}", *filter(None, [actions])]
                steps += [f"export-filename:{target}", how, "export-do", "file-close"]
            command = ["inkscape", f"--actions={';'.join(steps)}"]
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            for name, way in product(names, WAYS):
                assert (folder / way / name).exists(), done.stderr[-2000:]

        names = [*sources]
        some = [names[at : at + MOST_OPENED] for at in range(0, len(names), MOST_OPENED)]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(open_and_save, some))

    return run


@pytest.fixture(scope="module")
def known() -> Known:
    """What shipped definitions fill the shipped templates with."""
    found: Known = {}
    fill = Templates.fill_pieces

    def note(self: Templates, name: str, marked: bool = False, **values: Any) -> list[str]:
        found.setdefault(name, []).append(values)
        return fill(self, name, marked, **values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Templates, "fill_pieces", note)
        project = Project(SHIPPED.parent, Systems())
        press = project.press()
        for game in project.systems.all():
            names = [sheet.name for sheet in game.sheets]
            printed = project.select([assets.shipped("ships") / game.id]).printed
            list(press.draw_sheets(printed, Order(sheets=names)))
            for sheet in game.sheets:
                if sheet.fill_blank:
                    list(press.draw_blanks(sheet, sheet.blank_sizes, Order(), game))
        for book in sorted((assets.shipped("ships") / "books").glob("*.yaml")):
            project.publish(book)
    return {name: pieces[:: max(1, len(pieces) // MOST)] for name, pieces in found.items()}


@pytest.mark.whole
def test_every_shipped_template_prints_the_same_when_it_was_saved(
    save: Save, known: Known, tmp_path: Path
) -> None:
    files = sorted(SHIPPED.rglob("*.svg"))
    save({file.relative_to(SHIPPED).as_posix(): file for file in files}, tmp_path)
    drafter = Drafter(Fonts(), Ink.COLOR, Files([SHIPPED.parent, tmp_path]))
    shipped = Templates([], {})
    assert len(known) > 45
    for way, (name, pieces) in product(WAYS, known.items()):
        own = Templates([tmp_path / way], {})
        for values in pieces:
            folder = (SHIPPED / name).parent
            before, after = (
                drafter.draw(templates.fill_pieces(name, **values), folder)
                for templates in (shipped, own)
            )
            assert not after[1], (way, name, after[1])
            assert before[0].operators == after[0].operators, (way, name)


def _list_samples(known: Known) -> Iterator[tuple[str, str]]:
    templates = Templates([], {})
    for name, pieces in known.items():
        data = [("x", values["sheet"]) for values in pieces if "sheet" in values]
        dress = next((values["dress"] for values in pieces if "dress" in values), UNDRESSED)
        sample = make_sample(templates, name, data, dress=dress)
        if sample:
            yield name, sample.drawing


@pytest.mark.whole
def test_every_sample_that_was_only_saved_is_its_template(
    save: Save, known: Known, tmp_path: Path
) -> None:
    sources = {}
    for name, drawing in _list_samples(known):
        path = sources[name] = tmp_path / "before" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawing, "utf-8")
    save(sources, tmp_path)
    assert len(sources) > 40
    for way, name in product(WAYS, sources):
        text = (tmp_path / way / name).read_text("utf-8")
        sample, adopted = adopt_sample(text, name, tmp_path / "before" / name)
        assert adopted.changes == [], (way, name)
        assert adopted.text == sample.text, (way, name)


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The display of the Warrior as a sample."""
    project = Project(SHIPPED.parent, Systems())
    press, name = project.press(), "asfos/display.svg"
    data = press.fill_template(project.select(["warrior"]).printed, name)
    pieces = [(d.id, values) for d, values in data]
    dress = press.find_dress(project.systems.get("asfos"))
    sample = make_sample(press.templates, name, pieces, dress=dress)
    assert sample is not None
    path = tmp_path_factory.mktemp("display") / "warrior.svg"
    path.write_text(sample.drawing, "utf-8")
    return path


NAME = 'select-by-selector:text[data-sheetgen-value="sheet.name"]'


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("actions", "line", "written"),
    [
        (
            "select-by-id:header;transform-translate:20,0",
            "the group header: moved by 5.29, 0",
            'id="header"',
        ),
        (
            f"{NAME};object-set-property:fill,#aa0000",
            "the text 'Warrior': fill set to #aa0000",
            "fill:#aa0000",
        ),
        (
            "select-by-selector:#boxes > g:nth-child(2);transform-translate:0,20",
            "a group in boxes: moved by 0, 5.29; this is the first of 12, and the others follow",
            "translate(0 5.2917) translate({{ 18.6 + loop.index0 * pitch }} {{ y }})",
        ),
        (
            "select-by-selector:#boxes > g;transform-translate:0,20",
            "a group in boxes: moved by 0, 5.29, all 12 of them",
            "translate(0 5.2917) translate({{ 18.6 + loop.index0 * pitch }} {{ y }})",
        ),
        (
            'select-by-selector:text[data-sheetgen-value="sheet.engine"];duplicate;'
            "transform-translate:-20,0",
            "the group footer: a copy of the text '1' in it",
            'x="{{ dx - 5.292 }}"',
        ),
        ("select-by-id:panel;delete", "the group panel: removed", None),
        (
            "select-by-id:header;selection-top",
            "the sheet: put above or below other parts",
            "",
        ),
    ],
)
def test_what_was_redrawn_comes_back(
    save: Save,
    display: Path,
    tmp_path: Path,
    actions: str,
    line: str,
    written: str | None,
) -> None:
    save({"saved.svg": display}, tmp_path, actions)
    for way in WAYS:
        text = (tmp_path / way / "saved.svg").read_text("utf-8")
        sample, adopted = adopt_sample(text, "saved.svg")
        assert line in [change.split(": ", 1)[1] for change in adopted.changes]
        if written is None:
            assert 'id="panel"' not in adopted.text
            assert "{{ sheet.art }}" in sample.text
            assert "{{ sheet.art }}" not in adopted.text
        elif written:
            assert written in adopted.text
        else:
            assert adopted.text.index('id="header"') > adopted.text.index('id="footer"')


def test_what_cannot_come_back_is_said_with_its_place(
    save: Save, display: Path, tmp_path: Path
) -> None:
    actions = "select-by-selector:#boxes > g:nth-child(5);transform-translate:0,20"
    save({"saved.svg": display}, tmp_path, actions)
    text = (tmp_path / "inkscape" / "saved.svg").read_text("utf-8")
    with pytest.raises(ProblemError) as caught:
        adopt_sample(text, "saved.svg")
    [found] = caught.value.diagnostics
    assert found.message == (
        "a group in boxes is drawn 12 times, and number 2 was changed in its own way"
    )
    assert text.split("\n")[found.line - 1][found.column - 1 :] == "<g"
