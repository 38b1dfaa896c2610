"""Looks: what templates ask for by role, who says it, and what happens when nobody does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.printing.press import Press
from sheetgen.systems.contract import System
from sheetgen.systems.loading import Systems
from sheetgen.template.templates import Templates
from sheetgen.template.wardrobe import Wardrobe
from sheetgen.type.dress import fill_variables
from sheetgen.type.fonts import Fonts

LOOKS = ("bridge", "deco", "enamel", "harbour", "kneeboard", "plain")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" viewBox="0 0 60 60"'


def include(name: str, values: str) -> str:
    """A part of a look with its values, as templates include it."""
    part = f'<!--{{% include "look/{name}.svg" %}}-->'
    return f"<!--{{% with {values} %}}-->{part}<!--{{% endwith %}}-->"


PARTS = {
    "frame": "w = 60, h = 40",
    "ground": "w = 60, h = 40",
    "heading": "w = 50, text = 'Weapons', note = 'dice'",
    "plate": "w = 18, h = 10, text = 'BB2', colour = '#1f4e79'",
    "name": "w = 50, text = 'Longbough'",
    "value": "w = 12, caption = 'move', text = '7″', rating = true",
    "strike": "w = 12, h = 10",
    "struck": "w = 12, h = 10",
    "icon": "icon = 'fire', e = 6",
    "band": "w = 5, h = 30, side = 2, colour = '#1f4e79'",
    "edge": "w = 25, h = 25, side = 2, colour = '#1f4e79'",
}


def find_game(name: str = "asfos") -> System:
    return next(game for game in Systems().all() if game.id == name)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def fill(folder: Path, body: str, look: str = "", ink: str = "color", game: str = "asfos") -> str:
    """What a template of a project makes of `body` in the dress of a game."""
    write(folder, "templates/asfos/x.svg", f"{HEAD}>\n{body}</svg>")
    templates = Templates([folder / "templates"], {})
    wardrobe = Wardrobe(templates, Fonts(), name=look)
    dress = wardrobe.find(find_game(game) if game else None, ink)
    return templates.fill("asfos/x.svg", dress=dress, sheet=None).split(">\n", 1)[1][:-6]


def refuse(work: Callable[[], Any]) -> tuple[tuple[str, int, int], str, str, str]:
    """The place, rule, message and hint of the only problem of some work."""
    with pytest.raises(ProblemError) as caught:
        work()
    (problem,) = caught.value.diagnostics
    place = Path(problem.file).name, problem.line, problem.column
    return place, problem.rule, problem.message, problem.hint


# What templates ask for


@pytest.mark.parametrize(
    ("written", "filled"),
    [
        ('fill="var(--ink)"', 'fill="#15222d"'),
        ('fill="var( --ink , #333 )"', 'fill="#15222d"'),
        ('font-family="var(--display)"', 'font-family="Saira Condensed"'),
        # 19 points are 19 × 25.4 / 72 = 6.7028 mm, and so many units of the drawing.
        ('style="font-size: var(--name, 5px)"', 'style="font-size: 6.7028px"'),
        ('stroke-width="var(--box)"', 'stroke-width="0.4"'),
        ("fill=\"{{ 'var(--side1)' if true else 'x' }}\"", 'fill="#1f4e79"'),
        ('fill="{{ look.palette.ink }}"', 'fill="#15222d"'),
        ('x="{{ look.sizes.name }}"', 'x="6.7028"'),
        ("x=\"{{ 'fire' in look.icons }}\"", 'x="True"'),
        ('x="{{ look.ink }}"', 'x="low"'),
    ],
)
def test_a_template_asks_for_roles(tmp_path: Path, written: str, filled: str) -> None:
    assert fill(tmp_path, f"<g {written}/>", ink="low") == f"<g {filled}/>"


def test_without_a_dress_variables_leave_what_stands_in_for_them(tmp_path: Path) -> None:
    write(tmp_path, "x.svg", f'{HEAD} fill="var(--ink, rgb(1, 2, 3))" stroke="var(--inkk)"/>')
    filled = Templates([tmp_path], {}).fill("x.svg", sheet=None)
    assert 'fill="rgb(1, 2, 3)" stroke="var(--inkk)"' in filled
    assert fill_variables("var(--a) var(--b, c)", {"a": "x"}) == "x c"


def test_an_unknown_variable_is_reported_at_its_place(tmp_path: Path) -> None:
    body = '<g fill="var(--ink)"/>{{ 1 }}\n <g fill="var(--inkk, red)"/>'
    place, rule, message, hint = refuse(lambda: fill(tmp_path, body))
    assert place == ("x.svg", 3, 11)
    assert (rule, message) == ("template-error", "the look has no variable --inkk")
    assert hint == "did you mean --ink?"


def test_an_unknown_role_is_reported(tmp_path: Path) -> None:
    place, _, message, hint = refuse(lambda: fill(tmp_path, "{{ look.palette.inkk }}"))
    assert (place[1], message, hint) == (2, "there is no inkk in the look", "did you mean ink?")


# Who says it


def test_a_project_changes_some_roles_of_a_game(tmp_path: Path) -> None:
    write(tmp_path, "templates/asfos/look.yaml", "look: bridge\npalette: {ink: darkred}\n")
    body = "<g a='var(--ink)' b='var(--grey)'/>"
    assert fill(tmp_path, body) == "<g a='#8b0000' b='#566673'/>"


def test_a_look_for_one_run_keeps_the_roles_that_only_the_game_has(tmp_path: Path) -> None:
    text = "look: bridge\npalette: {ink: darkred}\nlines: {telegraph: 0.7}\n"
    write(tmp_path, "templates/asfos/look.yaml", text)
    body = "<g a='var(--ink)' b='var(--telegraph)'/>"
    assert fill(tmp_path, body, look="enamel") == "<g a='#1c2730' b='0.7'/>"
    assert fill(tmp_path, "<g a='var(--ink)'/>", game="") == "<g a='#1a1a1a'/>"  # no game's: plain


def test_a_part_comes_from_the_look_or_from_the_one_below(tmp_path: Path) -> None:
    write(tmp_path, "templates/looks/mine/look.yaml", "look: deco\nground: none\nframe: enamel\n")
    write(tmp_path, "templates/looks/mine/struck.svg", "<g id='mine'/>")
    write(tmp_path, "templates/looks/mine/icons/star.svg", "<g id='star'/>")

    def show(name: str) -> str:
        return fill(tmp_path, include(name, "w = 9, h = 9"), look="mine").strip()

    assert show("struck") == "<g id='mine'/>"
    assert show("icons/star") == "<g id='star'/>"
    assert "stroke-linecap" in show("frame")  # rivets
    assert "path" not in show("ground")
    assert "M0.6 8.4L" in show("strike")  # that of plain
    place, rule, message, _ = refuse(lambda: show("frmae"))
    assert (rule, message) == ("template-missing", "there is no template look/frmae.svg")
    assert place[0] == "x.svg"


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("look: brige", (1, 7), "there is no look brige", "did you mean bridge?"),
        ("look: mine", (1, 7), "the look mine starts from itself, or from too many others", ""),
        ("lok: bridge", (1, 1), "there is no key lok here", "did you mean look?"),
        (
            "palette: {acent: red}",
            (1, 11),
            "there is no role acent in palette",
            "did you mean accent?",
        ),
        ("lines: {hair: 0.2}", (1, 9), "hair is a role in palette already", "give it another name"),
        (
            "faces: {text: Barlo}",
            (1, 15),
            "there is no font family Barlo",
            "did you mean Barlow?",
        ),
        ("logo: no.png", (1, 7), "there is no picture", ""),
        (
            "frame: nix",
            (1, 8),
            "there is no frame nix",
            "name a look, a template such as frame.svg, or none",
        ),
        ("sizes: {name: 300}", (1, 15), "sizes.name: 300 is more than 96", ""),
        ("palette: {ink: reddish}", (1, 16), "", ""),
    ],
)
def test_a_look_is_read_strictly(
    tmp_path: Path, text: str, place: tuple[int, int], message: str, hint: str
) -> None:
    write(tmp_path, "templates/looks/mine/look.yaml", text)
    found = refuse(lambda: fill(tmp_path, "", look="mine"))
    assert found[0] == ("look.yaml", *place)
    assert found[2].startswith(message)
    assert found[3] == hint or not hint


# In a project


SHIP = "system: asfos\nname: Warrior\nmass: 4\nhull: 3\nengine: 1\nprimaries: {forward: 4}\n"


def draw(folder: Path, **options: Any) -> str:
    write(folder, "ship.yaml", SHIP)
    write(
        folder,
        "templates/asfos/display.svg",
        f'{HEAD}><rect width="9" height="9" fill="var(--ink)"/></svg>',
    )
    project = sheetgen.open_project(folder)
    return project.render("ship.yaml", sheet=["display"], marks=False, **options).svg()[0].decode()


def test_a_project_names_a_look_or_says_some_keys(tmp_path: Path) -> None:
    assert "#15222d" in draw(tmp_path).lower()  # that of the game
    write(tmp_path, "sheetgen.yaml", "look: deco\n")
    assert "#33231a" in draw(tmp_path).lower()
    write(tmp_path, "sheetgen.yaml", "look: {palette: {ink: '#010203'}}\n")
    assert "#010203" in draw(tmp_path).lower()
    assert "#1c2730" in draw(tmp_path, look="enamel").lower()


def test_a_change_of_the_look_is_seen(tmp_path: Path) -> None:
    mark = write(tmp_path, "sheetgen.yaml", "look: deco\n")
    draw(tmp_path)
    project = sheetgen.open_project(tmp_path)

    def look() -> str:
        return project.render("ship.yaml", sheet=["display"]).svg()[0].decode().lower()

    assert "#33231a" in look()
    mark.write_text("look: harbour\n# longer\n", "utf-8")
    project.refresh()
    assert "#1c2a30" in look()
    write(tmp_path, "templates/looks/harbour/look.yaml", "palette: {ink: '#0a0b0c'}\n")
    project.refresh()
    project.overlay("templates/looks/harbour/look.yaml", "palette: {ink: '#0a0b0d'}\n")
    assert "#0a0b0d" in look()


def test_an_unknown_look_is_a_wrong_option(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="did you mean bridge"):
        draw(tmp_path, look="brige")
    write(tmp_path, "sheetgen.yaml", "name: x\nlook: {palette: {inkk: red}}\n")
    place, rule, _, hint = refuse(lambda: draw(tmp_path))
    assert (place, rule, hint) == (("sheetgen.yaml", 2, 18), "bad-look", "did you mean ink?")


def test_a_game_without_a_look_file_names_one() -> None:
    wardrobe = Wardrobe(Templates([], {}), Fonts())
    kinds = find_game().kinds
    named = System("other", "", "", kinds, (), look="harbour")
    assert wardrobe.find(named).palette.ink == "#1c2a30"
    folder = Path("games/other")
    wrong = System("other", "", "", kinds, (), folder=folder, look="habour")
    place, _, message, hint = refuse(lambda: wardrobe.find(wrong))
    assert place[0] == "game.yaml"
    assert (message, hint) == ("there is no look habour", "did you mean harbour?")


OLD = {
    # what it drew with, in a drawing of its own: it prints
    "asfos/display.svg": (
        '<text y="9" font-size="5" font-family="Barlow">{{ sheet.name }}</text>',
        "",
    ),
    # values that are gone, or that its own parts want
    "asfos/compact.svg": ("<text>{{ sheet.crew_boxes }}</text>", "asfos/compact.svg"),
    "asfos/strip.svg": ("<g>{{ glow }}</g>", "asfos/strip.svg"),
    "asfos/plotting.svg": ('<!--{% include "asfos/console-chart.svg" %}-->', "asfos/plotting.svg"),
}
"""Templates of before there were looks, and which of them hides a shipped one that has changed."""


@pytest.mark.parametrize("name", OLD)
def test_an_old_template_prints_or_is_said_to_be_old(tmp_path: Path, name: str) -> None:
    body, hides = OLD[name]
    write(tmp_path, "ship.yaml", SHIP)
    write(tmp_path, "fleet.yaml", "system: asfos\nfleet: The Watch\nships: [{ship: ship}]\n")
    write(tmp_path, f"templates/{name}", f"{HEAD}>{body}</svg>")
    sheet = {"asfos/compact.svg": "compact", "asfos/plotting.svg": "plotting-chart"}
    project = sheetgen.open_project(tmp_path)

    def render() -> Any:
        return project.render("fleet.yaml", sheet=[sheet.get(name, "display")])

    if not hides:
        assert render().pages == 1
        return
    _, rule, _, hint = refuse(render)
    assert rule == "template-error"
    assert hint.endswith(
        f"the shipped {hides} may have changed since yours was ejected; compare the two"
    )


# The shipped looks


@pytest.mark.parametrize("look", LOOKS)
def test_each_look_says_something_about_every_role(look: str) -> None:
    dress = Wardrobe(Templates([], {}), Fonts(), name=look).find(None)
    plain = Wardrobe(Templates([], {}), Fonts()).find(None)
    for group in ("faces", "sizes", "palette", "lines"):
        assert getattr(dress, group).keys() == getattr(plain, group).keys()
    point = 25.4 / 72
    assert min(dress.sizes.values()) >= 6.5 * point - 1e-3
    assert min(dress.sizes[role] for role in ("value", "rating", "label")) >= 8 * point - 1e-3
    assert dress.sizes.rating == max(
        size for role, size in dress.sizes.items() if role in ("rating", "value", "label")
    )


@pytest.mark.parametrize("ink", ["color", "grey", "low"])
@pytest.mark.parametrize("look", LOOKS)
def test_every_part_of_each_look_is_drawn(tmp_path: Path, look: str, ink: str) -> None:
    drawn = "".join(
        f'<g transform="translate(5 10)">{include(name, values)}</g>\n'
        for name, values in PARTS.items()
    )
    body = f'<defs><!--{{% include "look/sides.svg" %}}--></defs>\n{drawn}'
    text = fill(tmp_path, body, look, ink)
    drawing, problems = Press(None).drafter.draw_tree(f"{HEAD}>\n{text}</svg>")
    assert not problems
    assert drawing.operators


def test_low_ink_fills_no_plate(tmp_path: Path) -> None:
    body = include("plate", PARTS["plate"])
    assert 'fill="#1f4e79"' in fill(tmp_path, body)
    assert 'fill="#1f4e79"' not in fill(tmp_path, body, ink="low")


def test_colours_that_can_hardly_be_read_are_reported(tmp_path: Path, run_in: Any) -> None:
    folder = tmp_path / "templates/looks/pale"
    folder.mkdir(parents=True)
    (folder / "look.yaml").write_text('palette: {grey: "#9a9a9a", side1: "#0000ff"}\n')
    (tmp_path / "fleet.yaml").write_text("system: asfos\nfleet: One\nships: [{ship: warrior}]\n")
    outcome = run_in(tmp_path, "validate")
    assert outcome.status == 0
    place = "templates/looks/pale/look.yaml:1:17: warning[low-contrast]: "
    assert place + "grey on paper has a contrast of 2.8" in outcome.stderr
    assert "side1 on" not in outcome.stderr

    # Two hues that differ in colour may be the same grey.
    (folder / "look.yaml").write_text('palette: {ink: "#ff0000", ground: "#003355"}\n')
    assert "ink on ground has a contrast of" in run_in(tmp_path, "validate").stderr


@pytest.mark.parametrize("look", LOOKS)
def test_shipped_looks_can_be_read(look: str) -> None:
    assert Wardrobe(Templates([], {}), Fonts()).judge(look) == []


LOGO = """<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">
<rect width="9" height="9" fill="#12fe34" fancy="for a template, a mistake"/></svg>"""


@pytest.mark.parametrize("name", ["badge.svg", "logo.svg"])
def test_a_logo_stands_beside_names(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "templates/looks/mine"
    folder.mkdir(parents=True)
    (folder / name).write_text(LOGO)
    (folder / "look.yaml").write_text(f"look: bridge\nlogo: {name}\n")
    project = sheetgen.open_project(tmp_path)
    for sheet, fleet in SHOWN.items():
        made = project.render(fleet, sheet=[sheet], look="mine").svg()
        assert any(b"#12fe34" in page for page in made), sheet
    plain = project.render("warrior", sheet=["display"], look="bridge").svg()
    assert not any(b"#12fe34" in page for page in plain)


def test_a_logo_has_no_name_of_a_part(tmp_path: Path) -> None:
    write(tmp_path, "templates/looks/mine/frame.svg", LOGO)
    write(tmp_path, "templates/looks/mine/look.yaml", "logo: frame.svg")
    found = refuse(lambda: fill(tmp_path, "", look="mine"))
    assert found[0] == ("look.yaml", 1, 7)
    assert found[2].startswith("frame.svg is the name of a part of looks")


SHOWN = {
    "display": "warrior",
    "tactical-display": "windward-squadron",
    "ship-sheet": "tidemark-watch",
    "ship-card": "canal-wardens",
    "roster": "ondaro-cast",
}
"""Sheets that have a place for a logo, and what they are printed for."""
