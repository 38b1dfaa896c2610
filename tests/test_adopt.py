"""eject --sample and adopt: a sheet is redrawn, and becomes the project's template."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from sheetgen.ground import assets
from sheetgen.template.redraw.sample import SAMPLE
from tests.conftest import Outcome

Run = Callable[..., Outcome]
Writer = Callable[..., Path]
NAME = "asfos/display.svg"


def redraw(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def sample(run_in: Run, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The sample of a ship, ejected once for those that change it."""
    folder = tmp_path_factory.mktemp("sample")
    assert run_in(folder, "eject", "display", "--sample", "warrior", "-o", "a.svg").status == 0
    return (folder / "a.svg").read_text("utf-8")


def test_a_sample_of_a_shipped_ship(run: Run, project: Path) -> None:
    outcome = run("eject", "display", "--sample", "warrior")
    assert outcome.status == 0
    assert re.sub(r"\d+ parts", "9 parts", outcome.stdout).splitlines() == [
        "display-warrior.svg is written: asfos/display.svg as it is printed for warrior",
        "9 parts not shown here, such as those of blank sheets, stay as they are",
        "draw in it, with Inkscape for example, then `sheetgen adopt display-warrior.svg`",
    ]
    text = (project / "display-warrior.svg").read_text("utf-8")
    assert ">Warrior</text>" in text
    assert "{{" not in text
    again = run("eject", "display", "--sample", "warrior")
    assert (again.status, "already exists" in again.stderr) == (1, True)
    assert not (project / "templates" / NAME).exists()


@pytest.mark.parametrize("sheet", ["display", "black-skies/card-back", "barsoom/ship-card"])
def test_a_sample_of_what_shows_most(run: Run, project: Path, sheet: str) -> None:
    assert run("eject", sheet, "--sample", "-o", "a.svg").status == 0
    assert run("draw", "a.svg", "-o", "a.pdf").status == 0
    outcome = run("adopt", "a.svg")
    assert (outcome.status, outcome.stdout) == (0, "a.svg is as it was made; nothing is written\n")


def test_a_sample_of_ones_own(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship(name="Iron Duke")
    outcome = run("eject", "display", "--sample", "ship")
    assert outcome.status == 0
    assert "Iron Duke" in (project / "display-ship.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["display", "warrior"], "ID goes with --sample"),
        (["display", "-o", "a.svg"], "--output goes with --sample"),
        (
            ["book/clean", "--sample"],
            "follows from the book, so there is no sample",
        ),
        (["book/clean/page", "--sample"], "follows from the book, so there is no sample"),
        (["airships/counters", "--sample", "warrior"], "warrior has no sheet that is drawn from"),
        (["common/margin.svg", "--sample"], "has no sheet that is drawn from common/margin.svg"),
    ],
)
def test_what_there_is_no_sample_of(run: Run, arguments: list[str], said: str) -> None:
    outcome = run("eject", *arguments)
    assert outcome.status == 2
    assert said.replace("nothing that is shipped has no", "no") in outcome.stderr


def test_a_sample_of_a_missing_ship(run: Run) -> None:
    outcome = run("eject", "display", "--sample", "warior")
    assert outcome.status == 1
    assert "warrior" in outcome.stderr


def test_a_redrawn_sample_is_the_template(run: Run, write_ship: Writer, project: Path) -> None:
    write_ship()
    run("eject", "display", "--sample", "warrior", "-o", "a.svg")
    sample = project / "a.svg"
    redraw(sample, (">ENGINE<", ">DRIVE<"), ('x="29.6" y="10"', 'x="31.6" y="10"'))
    outcome = run("adopt", "a.svg")
    assert outcome.status == 0
    lines = sample.read_text("utf-8").split("\n")
    places = [at for at, line in enumerate(lines, 1) if ">Warrior<" in line or ">DRIVE<" in line]
    assert outcome.stdout.splitlines() == [
        f"a.svg:{places[0]}: the text 'Warrior': x moved by 2",
        f"a.svg:{places[1]}: the text 'ENGINE': now reads 'DRIVE'",
        "templates/asfos/display.svg is written, and used from now on in this project",
    ]
    shipped = (assets.shipped("templates") / NAME).read_text("utf-8")
    expected = shipped.replace(">ENGINE<", ">DRIVE<").replace('x="29.6" y="10"', 'x="31.6" y="10"')
    assert (project / "templates" / NAME).read_text("utf-8") == expected
    assert run("render", "ship.yaml", "--sheet", "display", "-o", "b.svg").status == 0
    assert 'aria-label="DRIVE"' in (project / "b.svg").read_text("utf-8")
    listed = run("list", "templates").stdout
    assert re.search(r"asfos/display\.svg +your own +templates/asfos/display\.svg", listed)
    assert re.search(r"asfos/compact\.svg +shipped +templates/asfos/compact\.svg", listed)


def test_what_was_not_redrawn_still_asks_for_the_look(run: Run, project: Path) -> None:
    run("eject", "range-ruler", "--sample", "-o", "ruler.svg")
    redraw(
        project / "ruler.svg",
        ("stroke-width: 0.25; stroke-dasharray", "stroke-width: 0.5; stroke-dasharray"),
        ('height="23" fill="#ffffff"', 'height="23" fill="#ffeeaa"'),
    )
    assert run("adopt", "ruler.svg").status == 0
    shipped = (assets.shipped("templates") / "asfos/range-ruler.svg").read_text("utf-8")
    expected = shipped.replace(
        "stroke-width: 0.25; stroke-dasharray", "stroke-width: 0.5; stroke-dasharray"
    ).replace('{{ high - 3 }}" fill="var(--paper, #fff)"', '{{ high - 3 }}" fill="#ffeeaa"')
    assert expected.count("#ffeeaa") == 1
    assert (project / "templates/asfos/range-ruler.svg").read_text("utf-8") == expected


def test_a_template_is_replaced_only_when_asked(run: Run, project: Path) -> None:
    run("eject", "display", "--sample", "warrior", "-o", "a.svg")
    redraw(project / "a.svg", (">ENGINE<", ">DRIVE<"))
    assert run("adopt", "a.svg").status == 0
    redraw(project / "a.svg", (">DRIVE<", ">MOTOR<"))
    refused = run("adopt", "a.svg")
    assert refused.status == 1
    assert "templates/asfos/display.svg already exists" in refused.stderr
    assert "hint: `--force` replaces it by this one" in refused.stderr
    own = project / "templates" / NAME
    assert ">DRIVE<" in own.read_text("utf-8")
    assert run("adopt", "a.svg", "--force").status == 0
    assert ">MOTOR<" in own.read_text("utf-8")


def test_a_sample_of_an_adopted_template(run: Run, project: Path) -> None:
    run("eject", "display", "--sample", "warrior", "-o", "a.svg")
    redraw(project / "a.svg", (">ENGINE<", ">DRIVE<"))
    run("adopt", "a.svg")
    run("eject", "display", "--sample", "warrior", "-o", "b.svg")
    assert ">DRIVE<" in (project / "b.svg").read_text("utf-8")
    redraw(project / "b.svg", (">PRIMARIES<", ">GUNS<"))
    outcome = run("adopt", "b.svg", "--force")
    assert outcome.status == 0
    assert "note:" not in outcome.stdout
    text = (project / "templates" / NAME).read_text("utf-8")
    assert ">DRIVE<" in text
    assert ">GUNS<" in text


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('class="cap"', 'filter="url(#x)"', "unsupported-property"),
        (">Warrior<", ">Worrier<", "cant-adopt"),
        (">ENGINE<", ">{{ sheet.__class__ }}<", "template-unsafe"),
        (">ENGINE<", ">{{ sheet.nmae }}<", "template-error"),
        (">ENGINE<", ">{% raw %}{{ 1 <", "template-error"),
        ("</svg>", '<image href="../secret.png" width="9" height="9"/></svg>', "bad-image"),
        ("</svg>", '<image href="https://a.b/c.png" width="9" height="9"/></svg>', "bad-image"),
        ("</svg>", "<script>x</script></svg>", "unsupported-element"),
        ("</svg>", "", "xml-syntax"),
    ],
)
def test_nothing_is_written_if_anything_is_wrong(
    run: Run, project: Path, sample: str, old: str, new: str, rule: str
) -> None:
    (project / "a.svg").write_text(sample, "utf-8")
    redraw(project / "a.svg", (old, new))
    outcome = run("adopt", "a.svg")
    assert outcome.status == 1
    assert f"error[{rule}]" in outcome.stderr
    assert not (project / "templates" / NAME).exists()


def test_a_template_that_does_not_fit_ones_ships_is_not_written(
    run: Run, write_ship: Writer, project: Path
) -> None:
    write_ship(name="MAMMOTH WARSHIP")
    run("eject", "display", "--sample", "warrior", "-o", "a.svg")
    text = (project / "a.svg").read_text("utf-8")
    (project / "a.svg").write_text(re.sub(r'"[\d.]+">Warrior', '"60">Warrior', text), "utf-8")
    outcome = run("adopt", "a.svg")
    assert outcome.status == 1
    assert "error[overflow]" in outcome.stderr
    assert not (project / "templates" / NAME).exists()


def forge(path: Path, **changes: object) -> None:
    """Changes what a sample carries, as a stranger might."""
    text = path.read_text("utf-8")
    [packed] = re.findall(f'{SAMPLE}="([^"]*)"', text)
    content = {**json.loads(zlib.decompress(b64decode(packed))), **changes}
    packed = b64encode(zlib.compress(json.dumps(content).encode())).decode()
    path.write_text(re.sub(f'{SAMPLE}="[^"]*"', f'{SAMPLE}="{packed}"', text), "utf-8")


@pytest.mark.parametrize(
    "name",
    ["../../evil.svg", "/etc/passwd", "asfos/evil.svg", "", "book/clean/theme.yaml", "a\0b"],
)
def test_a_forged_name_leads_nowhere(run: Run, project: Path, sample: str, name: str) -> None:
    (project / "a.svg").write_text(sample, "utf-8")
    redraw(project / "a.svg", (">ENGINE<", ">DRIVE<"))
    forge(project / "a.svg", template=name)
    before = sorted(project.parent.rglob("*"))
    outcome = run("adopt", "a.svg", "--force")
    assert outcome.status in (1, 2)
    assert sorted(project.parent.rglob("*")) == before


def test_a_template_of_a_stranger_is_named_and_stays_in_the_sandbox(
    run: Run, project: Path
) -> None:
    run("eject", "display", "--sample", "warrior", "-o", "a.svg")
    path = project / "a.svg"
    redraw(path, (">ENGINE<", ">DRIVE<"))
    shipped = (assets.shipped("templates") / NAME).read_text("utf-8")
    forge(path, text=shipped.replace(">HULL<", ">HALL<"))
    assert (
        "note: the sample was made from a different asfos/display.svg"
        in run("adopt", "a.svg").stdout
    )
    forge(path, text=shipped.replace(">HULL<", ">{{ sheet.__class__ }}<"))
    outcome = run("adopt", "a.svg", "--force")
    assert outcome.status == 1
    assert "__class__" not in (project / "templates" / NAME).read_text("utf-8")


def test_what_is_no_sample(run: Run, project: Path) -> None:
    (project / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"/>'
    )
    outcome = run("adopt", "a.svg")
    assert outcome.status == 1
    assert "a.svg:1:1: error[no-sample]: this drawing is not a sample" in outcome.stderr
    assert run("adopt", "missing.svg").status == 1
