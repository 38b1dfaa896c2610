"""The Python interface: projects that are opened once and asked often."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.ground import assets
from sheetgen.ground.units import MM
from sheetgen.printing.options import ChoiceError, Choices
from sheetgen.project.project import Project
from sheetgen.systems.loading import Systems

Run = Callable[..., Any]
Writer = Callable[..., Path]
Race = Callable[[Callable[[int], None], int], list[BaseException]]
FLEET = "system: asfos\nfleet: Emerald\nships: [{ship: kestrel, count: 2}, {ship: warrior}]\n"
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"
 width="60mm" height="20mm">
<text x="2" y="10" font-size="5">{WORD} {{{{ sheet.name }}}}</text>
</svg>
"""


@pytest.fixture
def fleet(project: Path, write_ship: Writer) -> Path:
    """A project with a ship and a fleet."""
    write_ship("ships/kestrel.yaml", name="Kestrel")
    (project / "emerald.yaml").write_text(FLEET, "utf-8")
    return project


def read_text(pdf: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in PdfDocument(pdf))


# Prints


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("line", "names", "options"),
    [
        ("render", [], {}),
        ("render emerald", ["emerald"], {}),
        ("render emerald.yaml warrior", ["emerald.yaml", "warrior"], {}),
        ("render ships", [Path("ships")], {}),
        (
            "render --sheet display --sheet counters --paper letter --ink grey --copies 2",
            [],
            {"sheet": ["display", "counters"], "paper": "letter", "ink": "grey", "copies": 2},
        ),
        (
            "render --duplex short --back-offset 0.5,-1 --bleed 1.5 --no-marks --landscape",
            [],
            {
                "duplex": "short",
                "back_offset": (0.5, -1),
                "bleed": 1.5,
                "marks": False,
                "landscape": True,
            },
        ),
        (
            "render --fillable --title Tonight --author Me --colour darkred",
            [],
            {"fillable": True, "title": "Tonight", "author": "Me", "colour": "darkred"},
        ),
    ],
)
def test_bytes_are_those_of_the_command_line(
    fleet: Path,
    run: Run,
    line: str,
    names: list[Any],
    options: dict[str, Any],
    request: pytest.FixtureRequest,
) -> None:
    """A PDF of each, and all formats of one, or of each with `--all`."""
    result = sheetgen.open_project(fleet).render(*names, **options)
    makers: dict[str, Callable[[], list[bytes]]] = {
        "pdf": lambda: [result.pdf()],
        "svg": result.svg,
        "png": lambda: result.png(60),
    }
    every = "--fillable" in line or request.config.getoption("--all")
    for form in makers if every else ["pdf"]:
        if form != "pdf":
            line = line.replace("--fillable", "")
        assert run(*line.split(), "-o", f"out.{form}", "--dpi", 60).status == 0
        files = sorted(fleet.glob(f"out*.{form}"))
        assert [file.read_bytes() for file in files] == makers[form]()
    assert result.pages == len(result.svg())


def test_a_blank_and_a_book_are_those_of_the_command_line(fleet: Path, run: Run) -> None:
    (fleet / "book.yaml").write_text("book: B\nfleets: [emerald]\n", "utf-8")
    project = sheetgen.open_project(fleet)
    assert run("blank", "display", "--mass", 4, 6, "-o", "blank.pdf").status == 0
    assert project.blank("display", 4, 6).pdf() == (fleet / "blank.pdf").read_bytes()
    line = ("book", "book.yaml", "-o", "book.pdf", "--paper", "a5", "--theme", "low-ink")
    assert run(*line).status == 0
    book = project.publish("book.yaml", paper="a5", theme="low-ink")
    assert book.pdf() == (fleet / "book.pdf").read_bytes()
    assert (book.title, book.pieces, book.used) == ("B", 0, 1.0)
    assert len(PdfDocument(book.pdf())) == book.pages


def test_pieces_and_paper_are_counted(fleet: Path) -> None:
    project = sheetgen.open_project(fleet)
    one = project.render("kestrel", sheet=["display"])
    drawing = one.sides[0].placements[0].drawing
    share = drawing.trim_width * drawing.trim_height / (210 * 297 * MM * MM)
    assert (one.pages, one.pieces) == (1, 1)
    assert one.used == pytest.approx(share, rel=1e-6)
    four = project.render("kestrel", sheet="display", copies=4)
    assert (four.pages, four.pieces) == (1, 4)
    assert four.used == pytest.approx(4 * share, rel=1e-6)
    text = FLEET + "counters: {back: damaged}\n"
    project.overlay("emerald.yaml", text)
    backs = project.render("emerald", sheet=["counters"])
    single = project.render("emerald", sheet=["counters"], duplex="none")
    assert backs.pages == 2 * single.pages
    assert backs.used == pytest.approx(single.used)


def test_values_of_definitions(fleet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(fleet.parent)
    project = sheetgen.open_project(fleet.name)
    monkeypatch.chdir("/")
    found = {d.id: d for d in project.definitions}
    assert project.render("emerald").pages
    assert found.keys() == {"kestrel", "emerald"}
    kestrel = found["kestrel"]
    assert (kestrel.name, kestrel.system, kestrel.kind) == ("Kestrel", "asfos", "ship")
    assert kestrel.path == fleet / "ships" / "kestrel.yaml"
    assert kestrel.derived["class_code"]
    assert [ship["name"] for ship in found["emerald"].derived["ships"]] == [
        "Kestrel",
        "Kestrel",
        "Warrior",
    ]


def test_a_folder_within_a_project_has_its_templates(fleet: Path) -> None:
    (fleet / "templates" / "asfos").mkdir()
    (fleet / "templates" / "asfos" / "display.svg").write_text(TEMPLATE.format(WORD="Our"))
    result = sheetgen.open_project(fleet / "ships").render("kestrel")
    assert "Our Kestrel" in read_text(result.pdf())


# Problems


def test_all_problems_are_those_of_validate(fleet: Path, run: Run, write_ship: Writer) -> None:
    write_ship("ships/bad.yaml", mass="heavy")
    write_ship("ships/long.yaml", name="Щ" * 120)
    (fleet / "book.yaml").write_text("book: B\nships: [nobody]\n", "utf-8")
    import json

    found = sheetgen.open_project(fleet).problems
    told = json.loads(run("validate", "--format", "json").stdout)
    assert sorted((d.rule, d.line, d.column) for d in found) == sorted(
        (d["rule"], d["line"], d["column"]) for d in told
    )
    assert {"wrong-type", "overflow", "unknown-definition"} <= {d.rule for d in found}
    assert all(isinstance(d, sheetgen.Diagnostic) for d in found)


def test_a_problem_stops_what_it_concerns_and_nothing_else(fleet: Path, write_ship: Writer) -> None:
    write_ship("ships/bad.yaml", mass="heavy")
    project = sheetgen.open_project(fleet)
    assert project.render("emerald").pages
    with pytest.raises(sheetgen.ProblemError) as caught:
        project.render()
    assert [d.rule for d in caught.value.diagnostics if d.is_error] == ["wrong-type"]
    with pytest.raises(sheetgen.ProblemError) as caught:
        project.render("kestrl")
    assert caught.value.diagnostics[0].hint == "did you mean kestrel?"


@pytest.mark.parametrize("name", ["nothing", "ship.yaml"])
def test_a_folder_that_is_none(project: Path, write_ship: Writer, name: str) -> None:
    write_ship()
    with pytest.raises(sheetgen.ProblemError) as caught:
        sheetgen.open_project(project / name)
    assert [d.rule for d in caught.value.diagnostics] == ["no-file"]


def test_nothing_to_print(project: Path) -> None:
    with pytest.raises(sheetgen.ProblemError) as caught:
        sheetgen.open_project(project).render()
    assert [d.rule for d in caught.value.diagnostics] == ["no-definitions"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"paper": "a99"}, "paper: "),
        ({"ink": "pink"}, "ink: 'pink' is not one of color, grey, low"),
        ({"duplex": "both"}, "duplex: "),
        ({"copies": 0}, "copies: 0 is not from 1 to 1000"),
        ({"bleed": 11}, "bleed: 11 is not from 0 to 10"),
        ({"back_offset": "1"}, "back_offset: 1 is not two numbers"),
        ({"back_offset": (float("nan"), 0)}, "is not two numbers"),
        ({"colour": "blurple"}, "colour: "),
        ({"sheet": ["displays"]}, "sheet: there is no displays; did you mean display?"),
    ],
)
def test_wrong_options(fleet: Path, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ChoiceError) as caught:
        sheetgen.open_project(fleet).render(**options)
    assert words in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_options_that_are_not_there(fleet: Path) -> None:
    project: Any = sheetgen.open_project(fleet)
    with pytest.raises(TypeError, match=r"there is no option papr; did you mean paper\?"):
        project.render(papr="a4")
    with pytest.raises(TypeError, match="there is no option duplex"):
        project.publish("book.yaml", duplex="long")


# What changes


def count_work(project: sheetgen.Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that are filled from now on."""
    filled: list[str] = []
    templates = project.press().templates
    fill = templates.fill_pieces

    def note(name: str, *arguments: Any, **values: Any) -> list[str]:
        filled.append(name)
        return fill(name, *arguments, **values)

    monkeypatch.setattr(templates, "fill_pieces", note)
    return filled


def test_unsaved_text_takes_the_place_of_a_file(fleet: Path) -> None:
    project = sheetgen.open_project(fleet)
    file = fleet / "ships" / "kestrel.yaml"
    saved = project.render("ships/kestrel.yaml").pdf()
    project.overlay("ships/kestrel.yaml", file.read_text("utf-8").replace("Kestrel", "Merlin"))
    assert "Merlin" in read_text(project.render("kestrel").pdf())
    assert "Merlin" in read_text(project.render("emerald").pdf())
    assert "Kestrel" in file.read_text("utf-8")
    project.overlay("ships/kestrel.yaml", "system: asfos\nname: [\n")
    with pytest.raises(sheetgen.ProblemError) as caught:
        project.render("kestrel")
    assert caught.value.diagnostics[0].file.endswith("ships/kestrel.yaml")
    project.overlay("ships/kestrel.yaml", None)
    assert project.render("ships/kestrel.yaml").pdf() == saved


def test_unsaved_text_of_a_file_that_is_not_there_yet(fleet: Path) -> None:
    project = sheetgen.open_project(fleet)
    assert project.render("kestrel").pieces == 1  # now the folder has been looked through
    text = (fleet / "ships" / "kestrel.yaml").read_text("utf-8").replace("Kestrel", "Hobby")
    project.overlay("ships/hobby-two.yaml", text)
    assert "Hobby" in [d.name for d in project.definitions]
    assert project.render("hobby-two").pieces == 1
    project.overlay("ships/hobby-two.yaml", None)
    assert "Hobby" not in [d.name for d in project.definitions]
    with pytest.raises(sheetgen.ProblemError):
        project.render("hobby-two")


def test_unsaved_text_of_a_chapter_and_a_template(fleet: Path) -> None:
    (fleet / "book.yaml").write_text("book: B\nchapters: [one.md]\n", "utf-8")
    (fleet / "one.md").write_text("# One\n\nSaved words.\n", "utf-8")
    project = sheetgen.open_project(fleet)
    assert "Saved words" in read_text(project.publish("book.yaml").pdf())
    project.overlay("one.md", "# One\n\nOther words.\n")
    assert "Other words" in read_text(project.publish("book.yaml").pdf())
    project.overlay("templates/asfos/display.svg", TEMPLATE.format(WORD="Drawn"))
    assert "Drawn Kestrel" in read_text(project.render("kestrel").pdf())
    project.overlay("templates/asfos/display.svg", None)
    assert "Drawn" not in read_text(project.render("kestrel").pdf())


def test_the_disk_is_looked_at_when_asked(fleet: Path, write_ship: Writer) -> None:
    project = sheetgen.open_project(fleet)
    assert "Kestrel" in read_text(project.render("kestrel").pdf())
    write_ship("ships/kestrel.yaml", name="Goshawk")
    write_ship("ships/saker-two.yaml", name="Saker")
    assert "Kestrel" in read_text(project.render("kestrel").pdf())
    project.refresh()
    assert "Goshawk" in read_text(project.render("kestrel").pdf())
    assert "saker-two" in [d.id for d in project.definitions]
    (fleet / "ships" / "kestrel.yaml").unlink()
    project.refresh()
    with pytest.raises(sheetgen.ProblemError):
        project.render("emerald")


def test_an_edited_template_is_seen(fleet: Path) -> None:
    """One that was not there before, too, and after it is gone the shipped one again."""
    project = sheetgen.open_project(fleet)
    shipped = project.render("kestrel").pdf()
    file = fleet / "templates" / "asfos" / "display.svg"
    file.parent.mkdir()
    for word in ("First", "Second"):
        file.write_text(TEMPLATE.format(WORD=word), "utf-8")
        project.refresh()
        assert f"{word} Kestrel" in read_text(project.render("kestrel").pdf())
    file.unlink()
    project.refresh()
    assert project.render("kestrel").pdf() == shipped


def test_an_edited_picture_is_seen(fleet: Path, write_ship: Writer) -> None:
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="{}"/></svg>'
    (fleet / "ships" / "art.svg").write_text(art.format(3), "utf-8")
    write_ship("ships/kestrel.yaml", name="Kestrel", art="art.svg")
    project = sheetgen.open_project(fleet)
    before = project.render("kestrel", sheet="counters").pdf()
    (fleet / "ships" / "art.svg").write_text(art.format(4.5), "utf-8")
    project.refresh()
    after = project.render("kestrel", sheet="counters").pdf()
    assert before != after
    assert after == sheetgen.open_project(fleet).render("kestrel", sheet="counters").pdf()


def test_fonts_are_looked_at_again(fleet: Path) -> None:
    """A family of one's own wins over the shipped one of its name, as long as it is there."""
    from sheetgen.type.fontfile import Traits
    from sheetgen.type.fonts import Fonts

    bold = Fonts().families["barlow"].members[Traits(700)].path
    project = sheetgen.open_project(fleet)
    before = project.render("kestrel").pdf()
    (fleet / "fonts").mkdir()
    (fleet / "fonts" / "only-bold.ttf").write_bytes(bold.read_bytes())
    assert project.render("kestrel").pdf() == before
    project.refresh()
    assert project.render("kestrel").pdf() != before
    (fleet / "fonts" / "only-bold.ttf").write_bytes(b"none")
    project.refresh()
    assert "bad-font" in [d.rule for d in project.problems]
    (fleet / "fonts" / "only-bold.ttf").unlink()
    project.refresh()
    assert project.problems == []
    assert project.render("kestrel").pdf() == before


def test_only_what_changed_is_done_again(
    fleet: Path, write_ship: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_ship("ships/merlin-two.yaml", name="Merlin")
    project = sheetgen.open_project(fleet)
    first = project.render(sheet=["display"]).pdf()
    filled = count_work(project, monkeypatch)
    assert project.render(sheet=["display"]).pdf() == first
    assert set(filled) == {"common/margin.svg"}
    filled.clear()
    write_ship("ships/merlin-two.yaml", name="Peregrine")
    project.refresh()
    assert project.render(sheet=["display"]).pdf() != first
    assert filled.count("asfos/display.svg") == 1
    fresh = sheetgen.open_project(fleet).render(sheet=["display"]).pdf()
    assert project.render(sheet=["display"]).pdf() == fresh


def test_sides_that_are_printed_together_are_told_apart_again(
    fleet: Path, write_ship: Writer
) -> None:
    """What is kept of a fleet alone does not hold beside another."""
    (fleet / "ruby.yaml").write_text(FLEET.replace("Emerald", "Ruby"), "utf-8")
    project = sheetgen.open_project(fleet)
    for names in (["emerald"], ["emerald", "ruby"], ["ruby"], ["ruby", "emerald"]):
        warm = project.render(*names, sheet="counters").pdf()
        assert warm == sheetgen.open_project(fleet).render(*names, sheet="counters").pdf()


# Threads, and the program around


def test_several_threads_may_use_one_project(fleet: Path, write_ship: Writer, race: Race) -> None:
    names = [f"ship-{at}" for at in range(8)]
    for at, name in enumerate(names):
        write_ship(f"ships/{name}.yaml", name=f"Number {at} of {'them' * (at % 3)}", mass=4 + at)
    expected = {name: sheetgen.open_project(fleet).render(name).pdf() for name in names}
    project = sheetgen.open_project(fleet)

    def work(turn: int) -> None:
        for name in names[turn:] + names[:turn]:
            result = project.render(name)
            assert result.pdf() == expected[name]
            assert len(result.svg()) == result.pages

    assert race(work, 6) == []


def test_the_garbage_collector_is_left_alone(fleet: Path, capfd: Any) -> None:
    gc.unfreeze()  # what the tests have set aside themselves (conftest.py)
    assert gc.isenabled()
    sheetgen.open_project(fleet).render().pdf()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    assert capfd.readouterr() == ("", "")


def test_a_game_of_ones_own(fleet: Path) -> None:
    home = Path(__file__).parent / "homebrew"
    project = sheetgen.open_project(fleet, systems=[home])
    assert project.render("dabchick").pieces == 1
    with pytest.raises(sheetgen.ProblemError):
        sheetgen.open_project(fleet).render("dabchick")


def test_the_shipped_ships_are_found_from_any_folder(project: Path) -> None:
    result = sheetgen.open_project(project).render("ondaro-cast")
    assert result.pages > 3
    assert assets.shipped("ships").is_dir()


def test_a_print_that_is_the_only_one_lets_go_of_definitions(fleet: Path) -> None:
    for keeps in (False, True):
        project = Project(fleet, Systems())
        if keeps:
            project.keep()
        collection = project.select()
        kept = [weakref.ref(d) for d in collection.definitions]
        result = project.print(collection, Choices({}))
        gc.collect()
        assert any(known() for known in kept) is keeps
        assert result.pdf() == project.print(project.select(), Choices({})).pdf()
