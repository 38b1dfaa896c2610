"""Samples: filled sheets that are redrawn by hand here, and what becomes of their templates."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.template.redraw.sample import SAMPLE, adopt_sample, make_sample
from sheetgen.template.templates import Templates

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">\n'


@dataclass
class Box:
    at: float
    label: str


@dataclass
class Sheet:
    name: str = "Warrior"
    points: int = 36
    colour: str = "#1f4e79"
    boxes: tuple[Box, ...] = (Box(1, "a"), Box(4, "b"), Box(7, "c"))
    flag: bool = True
    width: float = 5


class Try:
    """A template, its sample, and what is done to that."""

    def __init__(self, folder: Path, body: str) -> None:
        self.folder, self.body = folder, body
        (folder / "game").mkdir(exist_ok=True)
        (folder / "game" / "sheet.svg").write_text(f"{OPEN}{body}\n</svg>\n", "utf-8")
        sample = make_sample(Templates([folder], {}), "game/sheet.svg", [("x", Sheet())])
        assert sample is not None
        self.drawing = sample.drawing

    def redraw(self, *changes: tuple[str, str]) -> None:
        for old, new in changes:
            assert old in self.drawing, old
            self.drawing = self.drawing.replace(old, new, 1)

    def adopt(self) -> tuple[str, list[str]]:
        """The body of the template, and what was changed, without places."""
        _, adopted = adopt_sample(self.drawing, "drawn.svg")
        body = adopted.text.removeprefix(OPEN).removesuffix("\n</svg>\n")
        return body, [line.split(": ", 1)[1] for line in adopted.changes]

    def refuse(self) -> list[Diagnostic]:
        with pytest.raises(ProblemError) as caught:
            adopt_sample(self.drawing, "drawn.svg")
        return caught.value.diagnostics


@pytest.fixture
def draw(tmp_path: Path) -> Callable[[str], Try]:
    return lambda body: Try(tmp_path, body)


Draw = Callable[[str], Try]
LOOP = (
    "<!--{% for box in sheet.boxes %}-->\n"
    '<rect x="{{ box.at }}" y="1" width="2"/><text x="{{ box.at }}">{{ box.label }}</text>\n'
    "<!--{% endfor %}-->"
)


def test_a_sample_shows_values_and_is_as_large_as_it_prints(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "sheet.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="5mm" viewBox="0 0 10 5"'
        ' data-size="20 {{ sheet.width }}" data-scale="2"><text>{{ sheet.name }}</text></svg>'
    )
    sample = make_sample(Templates([tmp_path], {}), "game/sheet.svg", [("x", Sheet(name="A & B"))])
    assert sample is not None
    assert 'width="20mm" height="5mm" viewBox="0 0 20 5">' in sample.drawing
    assert '<text data-sheetgen="1" data-sheetgen-value="sheet.name">A &amp; B</text>' in (
        sample.drawing
    )
    assert "data-size" not in sample.drawing


def test_the_piece_that_shows_most_is_taken(tmp_path: Path) -> None:
    attempt = Try(tmp_path, "<!--{% if sheet.flag %}--><g/><!--{% endif %}--><g/>")
    assert attempt.drawing.count("<g ") == 2
    known = [("a", Sheet(flag=False)), ("b", Sheet()), ("c", Sheet())]
    sample = make_sample(Templates([tmp_path], {}), "game/sheet.svg", known)
    assert sample is not None
    assert (sample.ship, sample.hidden) == ("b", 0)
    less = make_sample(Templates([tmp_path], {}), "game/sheet.svg", known[:1])
    assert less is not None
    assert less.hidden == 1
    assert make_sample(Templates([tmp_path], {}), "game/sheet.svg", []) is None


@pytest.mark.parametrize(
    ("body", "old", "new", "adopted", "said"),
    [
        # moved
        ('<rect x="1" y="2"/>', 'x="1"', 'x="1.5"', '<rect x="1.5" y="2"/>', "x moved by 0.5"),
        (
            '<rect x="{{ sheet.width }}"/>',
            'x="5"',
            'x="6.25"',
            '<rect x="{{ sheet.width + 1.25 }}"/>',
            "x moved by 1.25",
        ),
        (
            '<rect x="{{ sheet.width * 2 + 1.5 }}"/>',
            'x="11.5"',
            'x="10"',
            '<rect x="{{ sheet.width * 2 }}"/>',
            "x moved by -1.5",
        ),
        (
            '<rect x="{{ 2 if sheet.flag else 3 }}"/>',
            'x="2"',
            'x="1"',
            '<rect x="{{ (2 if sheet.flag else 3) - 1 }}"/>',
            "x moved by -1",
        ),
        (
            '<path d="M0 0H{{ sheet.width }}V3"/>',
            'd="M0 0H5V3"',
            'd="m 1,2 h 5 v 3"',
            '<path transform="translate(1 2)" d="M0 0H{{ sheet.width }}V3"/>',
            "moved by 1, 2",
        ),
        (
            '<path d="M0 0H{{ sheet.width }}V3"/>',
            'd="M0 0H5V3"',
            'd="M0 0H10V3"',
            '<path transform="matrix(2 0 0 1 0 0)" d="M0 0H{{ sheet.width }}V3"/>',
            "redrawn",
        ),
        (
            '<g transform="translate({{ sheet.width }} 1)"/>',
            "translate(5 1)",
            "translate(6,1)",
            '<g transform="translate(1 0) translate({{ sheet.width }} 1)"/>',
            "moved by 1, 0",
        ),
        (
            '<g transform="translate({{ sheet.width }} 1)"/>',
            "translate(5 1)",
            "translate(5 1) rotate(90)",
            '<g transform="translate({{ sheet.width }} 1) matrix(0 1 -1 0 0 0)"/>',
            "turned or stretched",
        ),
        ("<g/>", "/>", ' transform="scale(2)"/>', '<g transform="scale(2)"/>', "turned"),
        # recoloured
        (
            '<g fill="#555"/>',
            'fill="#555"',
            'fill="#555" style="fill:#f00"',
            '<g style="fill:#f00"/>',
            "fill #555 → #f00",
        ),
        (
            '<g fill="{{ sheet.colour }}"/>',
            "#1f4e79",
            "#ff0000",
            '<g fill="#ff0000"/>',
            "fill #1f4e79 → #ff0000, no longer {{ sheet.colour }}",
        ),
        (
            '<g style="stroke:{{ sheet.colour }};opacity:0.5"/>',
            "opacity:0.5",
            "opacity:0.7",
            '<g style="stroke:{{ sheet.colour }};opacity:0.7"/>',
            "opacity 0.5 → 0.7",
        ),
        (
            "<style>.a { fill: red }</style>",
            "red",
            "blue",
            "<style>.a { fill: blue }</style>",
            "a style sheet: changed",
        ),
        # typed
        ("<text>HULL</text>", "HULL", "RUMPF", "<text>RUMPF</text>", "now reads 'RUMPF'"),
        (
            "<text>{{ sheet.points }} points</text>",
            "36 points",
            "36 Punkte",
            "<text>{{ sheet.points }} Punkte</text>",
            "now reads '36 Punkte'",
        ),
        (
            "<text>{{ sheet.name }}</text>",
            "Warrior",
            "HMS Warrior!",
            "<text>HMS {{ sheet.name }}!</text>",
            "now reads 'HMS Warrior!'",
        ),
        (
            "<text><!--{% if sheet.flag %}-->a &amp; b<!--{% endif %}--></text>",
            "a &amp; b",
            "a &lt; b",
            "<text><!--{% if sheet.flag %}-->a &lt; b<!--{% endif %}--></text>",
            "now reads 'a < b'",
        ),
        # taken away, new
        ("<g/><!--{% if sheet.flag %}--><rect/><!--{% endif %}-->", '<rect data-sheetgen="2"/>', "",
         "<g/><!--{% if sheet.flag %}--><!--{% endif %}-->", "removed"),
        (
            '<g id="a"/>',
            "\n</svg>",
            '<rect width="2" id="r1" inkscape:label="x" xmlns:inkscape="i"/>\n</svg>',
            '<g id="a"/>\n<rect width="2" id="r1"/>',
            "a new rectangle",
        ),
    ],
)  # fmt: skip
def test_one_change(draw: Draw, body: str, old: str, new: str, adopted: str, said: str) -> None:
    attempt = draw(body)
    head, root, rest = attempt.drawing.partition(OPEN.rpartition(" ")[2])
    assert old in rest, rest
    attempt.drawing = head + root + rest.replace(old, new, 1)
    text, changes = attempt.adopt()
    assert text == adopted
    assert len(changes) == 1
    assert said in changes[0]


def test_what_an_editor_writes_in_another_way_is_no_change(draw: Draw) -> None:
    body = (
        '<g transform="translate(1 2)" fill="#fff"><path d="M0 0H5V3Z"/>'
        '<text font-family="Barlow Condensed" font-size="4">a <tspan>b</tspan> c</text></g>'
    )
    attempt = draw(body)
    attempt.redraw(
        ("translate(1 2)", "matrix(1,0,0,1,1.0000001,2)"),
        ('fill="#fff"', 'style="fill:#ffffff;-inkscape-stroke:none"'),
        ("M0 0H5V3Z", "m 0,0 h 5 v 3.0000001 z"),
        ('"Barlow Condensed" font-size="4"', '"\'Barlow Condensed\'" font-size="4px" id="t1"'),
        ("a <tspan", '<tspan x="0" y="0">a </tspan><tspan'),
    )
    assert attempt.adopt() == (body, [])


@pytest.mark.parametrize("moved", [(0,), (0, 1, 2)])
def test_repetitions_follow_the_first_or_change_together(
    draw: Draw, moved: tuple[int, ...]
) -> None:
    attempt = draw(LOOP)
    for at in moved:
        x = (1, 4, 7)[at]
        attempt.redraw((f'x="{x}" y="1"', f'x="{x}.5" y="1"'))
    text, [change] = attempt.adopt()
    assert text == LOOP.replace('x="{{ box.at }}" y', 'x="{{ box.at + 0.5 }}" y')
    follow = "; this is the first of 3, and the others follow"
    assert change == f"a rectangle: x moved by 0.5{', all 3 of them' if moved[1:] else follow}"


@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ([('x="4" y="1"', 'x="5" y="1"')], 2),
        ([('x="1" y="1"', 'x="2" y="1"'), ('x="4" y="1"', 'x="9" y="1"')], 2),
        ([('x="1" y="1"', 'x="2" y="1"'), ('x="7" y="1"', 'x="8" y="1"')], 2),
    ],
)
def test_a_repetition_that_changes_in_its_own_way_is_refused(
    draw: Draw, changes: list[tuple[str, str]], number: int
) -> None:
    attempt = draw(LOOP)
    attempt.redraw(*changes)
    [found] = attempt.refuse()
    assert found.message == (
        f"a rectangle is drawn 3 times, and number {number} was changed in its own way"
    )
    assert (found.rule, found.file, found.line) == ("cant-adopt", "drawn.svg", 1 + number)


@pytest.mark.parametrize(
    ("body", "old", "new", "message", "line"),
    [
        (
            "<g/>\n<text>{{ sheet.name }} x</text>",
            "Warrior",
            "Warr",
            "in the text 'Warrior x', what comes from sheet.name was changed",
            3,
        ),
        (
            LOOP,
            '<rect data-sheetgen="3" x="4" y="1" width="2"/>',
            "",
            "1 of 3 repetitions of a rectangle were removed",
            1,
        ),
        (
            '<path d="M0 0H{{ sheet.width }}V3"/>',
            "H5V3",
            "L3 4",
            "an outline: d was changed, but follows from M0 0H{{ sheet.width }}V3",
            2,
        ),
        (
            '<rect width="{{ sheet.width }}"/>',
            '<rect data-sheetgen="1" width="5"',
            '<path data-sheetgen="1" d="M0 0"',
            "a rectangle became an outline, but depends on values",
            2,
        ),
        (
            "<text>HULL</text>",
            "HULL",
            'HU<tspan style="fill:#f00">LL</tspan>',
            "the text 'HULL': words in it have a look of their own now",
            2,
        ),
        (
            "<text>HULL</text>",
            "HULL",
            '<tspan sodipodi:role="line" xmlns:sodipodi="s">HULL</tspan>'
            '<tspan sodipodi:role="line" xmlns:sodipodi="s">x</tspan>',
            "the text 'HULL': it has new lines now",
            2,
        ),
        (
            '<g id="a"><rect/></g>',
            '<g data-sheetgen="1" id="a"><rect data-sheetgen="2"/></g>',
            '<rect data-sheetgen="2"/>',
            "the group a was taken apart, so that it is no longer a group",
            2,
        ),
        (
            '<g id="a"/><g id="b"><rect/></g>',
            ' id="a"/><g data-sheetgen="2" id="b"><rect data-sheetgen="3"/></g>',
            ' id="a"><rect data-sheetgen="3"/></g><g data-sheetgen="2" id="b"/>',
            "a rectangle in b lies in another group than before",
            2,
        ),
        (
            '<g id="a"/>',
            '<g data-sheetgen="1" id="a"/>',
            '<g opacity="0.5"><g data-sheetgen="1" id="a"/></g>',
            "a group was made here that has a look of its own",
            2,
        ),
    ],
)
def test_what_cannot_be_taken_back_is_refused(
    draw: Draw, body: str, old: str, new: str, message: str, line: int
) -> None:
    attempt = draw(body)
    attempt.redraw((old, new))
    found = attempt.refuse()
    assert message in found[0].message
    assert line in (0, found[0].line)
    assert {problem.rule for problem in found} == {"cant-adopt"}


def test_everything_that_is_wrong_is_said_at_once(draw: Draw) -> None:
    attempt = draw(f"{LOOP}<text>{{{{ sheet.name }}}}</text>")
    attempt.redraw(('x="4" y="1"', 'x="5" y="1"'), ("Warrior", "x"))
    assert len(attempt.refuse()) == 2


def test_parts_change_places_with_their_blocks(draw: Draw) -> None:
    body = f'<g id="a"/>\n{LOOP}\n<!--{{% set n = 1 %}}-->\n<g id="{{{{ n }}}}"/>'
    attempt = draw(body)
    first = '<g data-sheetgen="1" id="a"/>'
    attempt.redraw((first, ""), ("</svg>", f"{first}</svg>"))
    text, [change] = attempt.adopt()
    assert change == "the sheet: put above or below other parts"
    assert text == f'\n{LOOP}\n<!--{{% set n = 1 %}}-->\n<g id="{{{{ n }}}}"/>\n<g id="a"/>'


def test_a_group_that_was_only_made_to_move_things_is_no_group(draw: Draw) -> None:
    attempt = draw('<g id="a"/><rect/>')
    attempt.redraw(
        (
            '<g data-sheetgen="1" id="a"/>',
            '<g id="g9" transform="translate(1 2)"><g data-sheetgen="1" id="a"/>',
        ),
        ('<rect data-sheetgen="2"/>', '<rect data-sheetgen="2"/></g>'),
    )
    text, changes = attempt.adopt()
    assert text == '<g transform="translate(1 2)" id="a"/><rect transform="translate(1 2)"/>'
    assert changes == ["the group a: moved by 1, 2", "a rectangle: moved by 1, 2"]


def test_a_copy_of_a_value_shows_the_value(draw: Draw) -> None:
    attempt = draw('<text x="{{ sheet.width }}">{{ sheet.points }} points</text>')
    [text] = re.findall("<text.*</text>", attempt.drawing)
    copy = text.replace('x="5"', 'x="8"').replace("points<", "Punkte<")
    attempt.redraw((text, text + copy))
    body, [change] = attempt.adopt()
    assert body.endswith('\n<text x="{{ sheet.width + 3 }}">{{ sheet.points }} Punkte</text>')
    assert change == "the sheet: a copy of the text '36 points' in it"


@pytest.mark.parametrize(
    ("body", "copied", "written"),
    [
        (
            "<!--{% if sheet.flag %}--><text>{{ sheet.name }}</text><!--{% else %}--><text/>"
            "<!--{% endif %}-->",
            "<text.*?</text>",
            "<!--{% if sheet.flag %}--><text>{{ sheet.name }}</text><!--{% else %}-->"
            "<!--{% endif %}-->",
        ),
        (
            "<!--{% if sheet.flag %}--><!--{% set n = sheet.name %}--><rect/>"
            "<!--{% if n %}--><g/><!--{% endif %}--><text>{{ n }}</text><!--{% endif %}-->",
            "<text.*?</text>",
            "<!--{% if sheet.flag %}--><!--{% set n = sheet.name %}--><text>{{ n }}</text>"
            "<!--{% endif %}-->",
        ),
        (
            '<text x="1"><tspan dy="1">No. </tspan>{{ sheet.points }}</text>',
            "<text.*?</text>",
            '<text x="1"><tspan dy="1">No. </tspan>{{ sheet.points }}</text>',
        ),
        (
            '<g id="a"><text id="b">{{ sheet.name }}</text><!--{% for x in sheet.boxes %}-->'
            '<rect x="{{ x.at }}"/><!--{% endfor %}--></g>',
            "<g .*</g>",
            "<g><text>{{ sheet.name }}</text><!--{% for x in sheet.boxes %}-->"
            '<rect x="{{ x.at }}"/><!--{% endfor %}--></g>',
        ),
    ],
    ids=["branch", "name", "tspan", "group"],
)
def test_a_copy_shows_the_value_whatever_it_stands_in(
    draw: Draw, body: str, copied: str, written: str
) -> None:
    attempt = draw(body)
    [copy] = re.findall(copied, attempt.drawing, re.DOTALL)
    attempt.redraw(("</svg>", f"{copy}</svg>"))
    text, [change] = attempt.adopt()
    assert text == f"{body}\n{written}"
    assert change.startswith("the sheet: a copy of the ")


def test_a_group_of_copies_shows_their_values(draw: Draw) -> None:
    attempt = draw('<g id="a"><text>{{ sheet.name }}</text></g>')
    [text] = re.findall("<text.*?</text>", attempt.drawing)
    attempt.redraw(("</svg>", f'<g transform="scale(2)"><rect width="1"/>{text}</g></svg>'))
    body, [change] = attempt.adopt()
    assert body.endswith(
        '\n<g transform="scale(2)"><rect width="1"/><text>{{ sheet.name }}</text></g>'
    )
    assert change == "the sheet: a new group in it"


def test_a_copy_below_its_original_is_the_copy(draw: Draw) -> None:
    attempt = draw('<g id="a"></g><g id="b"><text x="1">{{ sheet.name }}</text></g>')
    [text] = re.findall("<text.*?</text>", attempt.drawing)
    attempt.redraw(('id="a">', f'id="a">{text}'), ('x="1"', 'x="2"'))
    body, [change] = attempt.adopt()
    assert body == (
        '<g id="a">\n<text x="2">{{ sheet.name }}</text></g>'
        '<g id="b"><text x="1">{{ sheet.name }}</text></g>'
    )
    assert change == "the group a: a copy of the text 'Warrior' in it"


@pytest.mark.parametrize("count", [1, 3])
def test_a_copy_in_a_loop_is_beside_each_repetition(draw: Draw, count: int) -> None:
    attempt = draw(LOOP)
    texts = re.findall("<text.*?</text>", attempt.drawing)[:count]
    moved = [re.sub(r' x="(\d)"', lambda x: f' x="{int(x[1]) + 1}"', text) for text in texts]
    attempt.redraw(("</svg>", f"{''.join(moved)}</svg>"))
    body, [change] = attempt.adopt()
    assert body == (
        f"{LOOP}\n<!--{{% for box in sheet.boxes %}}-->"
        '<text x="{{ box.at + 1 }}">{{ box.label }}</text><!--{% endfor %}-->'
    )
    assert change == "the sheet: a copy of the text 'a' and of its repetitions in it"


@pytest.mark.parametrize(
    ("body", "place", "reason"),
    [
        (LOOP, ("</svg>", "{}</svg>"), "is one of 3 repetitions, and was copied alone"),
        (
            f'<g id="h"></g>{LOOP}',
            ('id="h"></g>', 'id="h">{}</g>'),
            "its value belongs to one of several repetitions",
        ),
        (
            "<!--{% set n = namespace(y=0) %}--><!--{% if sheet.flag %}-->"
            "<!--{% set n.y = n.y + 1 %}-->"
            '<g><text y="{{ n.y }}">{{ sheet.name }}</text></g><!--{% endif %}-->',
            ("</svg>", "{}</svg>"),
            "its place follows from all that is above it",
        ),
    ],
    ids=["alone", "elsewhere", "counted"],
)
def test_a_copy_that_can_not_show_its_value_is_refused(
    draw: Draw, body: str, place: tuple[str, str], reason: str
) -> None:
    attempt = draw(body)
    copy = re.findall("<text.*?</text>", attempt.drawing)[-1]
    attempt.redraw((place[0], place[1].format(copy)))
    [problem] = attempt.refuse()
    assert reason in problem.message
    assert problem.hint


def test_a_copy_with_other_words_is_the_same_on_every_sheet(draw: Draw) -> None:
    attempt = draw(LOOP)
    text = re.findall("<text.*?</text>", attempt.drawing)[1]
    attempt.redraw(("</svg>", f"{text.replace('>b<', '>Guns<')}</svg>"))
    body, [change] = attempt.adopt()
    assert body == f'{LOOP}\n<text x="4">Guns</text>'
    assert change == "the sheet: a new text 'Guns' in it, the same on every sheet"


SIZE = 'width="9mm" height="9mm" viewBox="0 0 9 9"'


@pytest.mark.parametrize(
    ("root", "saved", "adopted"),
    [
        (SIZE, 'width="12mm" height="9mm" viewBox="0 0 12 9"', None),
        (SIZE, 'width="1in" height="9mm" viewBox="-2 0 25.4 9"', "25.4mm 9mm -2 0 25.4 9"),
        (SIZE, 'width="18mm" height="18mm" viewBox="0 0 9 9"', None),
        (
            f'{SIZE} data-size="8 {{{{ sheet.width }}}}"',
            'width="12mm" height="5mm" viewBox="0 0 12 5"',
            "12mm 9mm 0 0 12 9 12 {{ sheet.width }}",
        ),
    ],
    ids=["wider", "inches", "scaled", "one side"],
)
def test_another_size_of_the_page_is_that_of_the_template(
    tmp_path: Path, root: str, saved: str, adopted: str | None
) -> None:
    drawing = make_with_root(tmp_path, root)
    drawn = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', saved, drawing, count=1)
    _, found = adopt_sample(drawn, "drawn.svg")
    values = dict(re.findall(r'(width|height|viewBox|data-size)="([^"]*)"', found.text))
    known = dict(re.findall(r'(width|height|viewBox|data-size)="([^"]*)"', saved))
    assert " ".join(values.values()) == (adopted or " ".join(known.values()))
    [change] = found.changes
    assert "the sheet: now " in change
    assert " mm, was " in change


@pytest.mark.parametrize(
    ("saved", "reason"),
    [
        (
            'width="8mm" height="9mm" viewBox="0 0 8 9"',
            "the height of this page was changed, but follows from {{ sheet.width }}",
        ),
        ("", "the size of this page can't be read"),
    ],
)
def test_a_size_that_follows_from_values_is_refused(
    tmp_path: Path, saved: str, reason: str
) -> None:
    drawing = make_with_root(tmp_path, f'{SIZE} data-size="8 {{{{ sheet.width }}}}"')
    drawn = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', saved, drawing, count=1)
    with pytest.raises(ProblemError) as caught:
        adopt_sample(drawn, "drawn.svg")
    assert [problem.message for problem in caught.value.diagnostics] == [reason]
    assert caught.value.diagnostics[0].hint


def make_with_root(folder: Path, root: str) -> str:
    (folder / "game").mkdir()
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {root}>\n<text>{{{{ sheet.name }}}}</text></svg>'
    )
    (folder / "game" / "sheet.svg").write_text(svg, "utf-8")
    sample = make_sample(Templates([folder], {}), "game/sheet.svg", [("x", Sheet())])
    assert sample is not None
    return sample.drawing


def test_a_new_part_in_a_repetition_is_in_all_of_them(draw: Draw) -> None:
    attempt = draw("<!--{% for b in sheet.boxes %}--><g><rect/></g><!--{% endfor %}-->")
    attempt.redraw(('<rect data-sheetgen="2"/>', '<rect data-sheetgen="2"/><circle r="1"/>'))
    body, [change] = attempt.adopt()
    assert body == (
        '<!--{% for b in sheet.boxes %}--><g><rect/>\n<circle r="1"/></g><!--{% endfor %}-->'
    )
    assert change.endswith("a new circle in it; this is the first of 3, and the others follow")


@pytest.mark.parametrize("count", [1, 3])
def test_repetitions_are_taken_away_with_the_first(draw: Draw, count: int) -> None:
    attempt = draw(LOOP)
    for rect in re.findall("<rect.*?/>", attempt.drawing)[:count]:
        attempt.redraw((rect, ""))
    text, [change] = attempt.adopt()
    assert text == LOOP.replace('<rect x="{{ box.at }}" y="1" width="2"/>', "")
    follow = "; this is the first of 3, and the others follow"
    assert change == f"a rectangle: removed{', all 3 of them' if count > 1 else follow}"


SYMBOL = (
    '<defs><symbol id="s" fill="red"><rect width="2"/></symbol></defs>\n'
    "<!--{% for box in sheet.boxes %}-->"
    '<use href="#s" x="{{ box.at }}" class="c"/><!--{% endfor %}-->'
)


def test_a_symbol_is_drawn_where_it_is_used(draw: Draw) -> None:
    attempt = draw(SYMBOL)
    assert "<use" not in attempt.drawing
    assert "<symbol" not in attempt.drawing
    group = (
        '<g data-sheetgen="2" class="c" transform="translate(1 0)">'
        '<g data-sheetgen="3" fill="red"><rect data-sheetgen="4" width="2"/></g></g>'
    )
    assert group in attempt.drawing
    assert attempt.adopt() == (SYMBOL, [])


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ('width="2"', 'width="3"', '<rect width="2"/>', '<rect width="3"/>'),
        ("(1 0)", "(1 2)", "<use", '<use transform="translate(0 2)"'),
        ('width="2"/>', 'width="2"/><circle/>', 'h="2"/>', 'h="2"/>\n<circle/>'),
        ('class="c"', 'class="d"', 'class="c"', 'class="d"'),
        ('fill="red"', 'fill="blue"', 'fill="red"', 'fill="blue"'),
    ],
)
def test_what_is_done_to_a_symbol_is_done_to_all_its_uses(
    draw: Draw, old: str, new: str, before: str, after: str
) -> None:
    attempt = draw(SYMBOL)
    attempt.redraw((old, new))
    text, [change] = attempt.adopt()
    assert text == SYMBOL.replace(before, after)
    assert change.endswith("; this is the first of 3, and the others follow")


def test_a_symbol_that_is_a_form_field(draw: Draw) -> None:
    body = '<symbol id="s"><rect/></symbol><use href="#s" data-name="n" data-field="checkbox"/>'
    attempt = draw(body)
    assert ' data-name="n"' not in attempt.drawing
    assert attempt.adopt() == (body, [])


def test_what_a_symbol_holds_is_moved_not_the_symbol(draw: Draw) -> None:
    attempt = draw(SYMBOL)
    attempt.redraw(('fill="red"', 'fill="red" transform="translate(1 0)"'))
    assert "transform was changed" in attempt.refuse()[0].message


@pytest.mark.parametrize(
    "body",
    [
        '<symbol id="s" viewBox="0 0 1 1"><rect/></symbol><use href="#s"/>',
        '<symbol id="s"><use href="#s"/></symbol><use href="#s"/>',
        '<symbol id="s"><rect/></symbol><use href="#s" x="1mm"/>',
        '<g id="s"/><use href="#s"/>',
        '<symbol id="s"/><use/>',
    ],
)
def test_symbols_that_cannot_be_opened_stay_symbols(draw: Draw, body: str) -> None:
    attempt = draw(body)
    assert attempt.drawing.count("<use") == body.count("<use")
    assert attempt.adopt() == (body, [])


def test_too_many_uses_stay_uses(draw: Draw) -> None:
    symbols = "".join(
        f'<symbol id="s{n}">{f"""<use href="#s{n - 1}"/>""" * 30 if n else "<rect/>"}</symbol>'
        for n in range(6)
    )
    assert "<symbol" in draw(f'{symbols}<use href="#s5"/>').drawing


LINES = (
    '<tspan x="0" y="0"><tspan style="font-weight:700;fill:#555555">a</tspan></tspan>'
    '<tspan x="0" y="3"><tspan style="font-weight:700;fill:#555555">b</tspan>c d</tspan>'
)


@pytest.mark.parametrize(
    "body",
    [
        '<text inline-size="9"><tspan font-weight="700" fill="#555">a b</tspan> c d</text>',
        "<style>.b { font-weight: 700; fill: #555 }</style>"
        '<text style="inline-size:9px"><tspan class="b">a b</tspan> c d</text>',
        "<style><![CDATA[.b { font-weight: 700; fill: #555 }]]></style>"
        '<text inline-size="9"><tspan><tspan class="b">a b</tspan></tspan> c d</text>',
    ],
)
def test_lines_that_an_editor_broke_are_no_change(draw: Draw, body: str) -> None:
    attempt = draw(body)
    attempt.drawing = re.sub("(<text[^>]*>).*(</text>)", rf"\1{LINES}\2", attempt.drawing)
    assert attempt.adopt() == (body, [])
    attempt.drawing = attempt.drawing.replace("weight:700", "weight:900")
    assert "look of their own" in attempt.refuse()[0].message


@pytest.mark.parametrize(
    ("body", "old", "new", "message"),
    [
        (
            "<style>.a { fill: {{ sheet.colour }} }</style>",
            "fill",
            "stroke",
            "the style sheet was changed, but depends on values",
        ),
        (
            "<text>ab<!--{% if sheet.flag %}-->cd<!--{% endif %}--></text>",
            "abcd",
            "aXd",
            "the text 'abcd' was changed where parts of it come and go",
        ),
        (
            LOOP,
            'data-sheetgen="1" x="1" y="1" width="2"/>',
            'data-sheetgen="3" x="4" y="1" width="2"/>'
            '<rect data-sheetgen="1" x="1" y="1" width="2"/>',
            "repetitions of one part were put in another order",
        ),
        (
            f'<g id="a"/>{LOOP}',
            '<g data-sheetgen="1" id="a"/>',
            '<rect data-sheetgen="2" x="1" y="1" width="2"/><g data-sheetgen="1" id="a"/>',
            "repetitions of one part were put above and below other parts",
        ),
        ("<g/>", 'data-sheetgen="0"', "", "this drawing is no longer the sample that was made"),
        ("<g/>", "/>\n</svg>", "/><defs/></svg>", ""),
    ],
)
def test_more_that_cannot_be_taken_back(
    draw: Draw, body: str, old: str, new: str, message: str
) -> None:
    attempt = draw(body)
    attempt.redraw((old, new))
    if message:
        assert message in [found.message for found in attempt.refuse()]
    else:
        assert attempt.adopt() == (body, [])


def test_points_that_follow_from_values_can_be_moved(draw: Draw) -> None:
    attempt = draw('<polygon points="0,0 {{ sheet.width }},0 3,3"/>')
    attempt.redraw(("0,0 5,0 3,3", "1,2 6,2 4,5"))
    text, [change] = attempt.adopt()
    assert text == '<polygon transform="translate(1 2)" points="0,0 {{ sheet.width }},0 3,3"/>'
    assert change == "an outline: moved by 1, 2"


def test_lines_broken_in_what_another_template_draws(tmp_path: Path) -> None:
    (tmp_path / "part.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" overflow="visible">'
        '<text inline-size="9">a b</text></svg>'
    )
    attempt = Try(tmp_path, '<!--{% include "part.svg" %}-->')
    attempt.redraw(("a b<", '<tspan x="0" y="0">a </tspan><tspan x="0" y="3">b</tspan><'))
    assert attempt.adopt()[1] == []
    attempt.redraw(("a </tspan>", "A </tspan>"))
    assert "is part of part.svg" in attempt.refuse()[0].message


def test_what_another_template_draws_is_not_taken_away(tmp_path: Path) -> None:
    (tmp_path / "part.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" overflow="visible"><rect x="1"/></svg>'
    )
    attempt = Try(tmp_path, '<g id="a"/><!--{% include "part.svg" %}-->')
    [rect] = re.findall("<rect[^>]*/>", attempt.drawing)
    attempt.redraw((rect, ""))
    [found] = attempt.refuse()
    assert found.message == "a rectangle was removed; it is part of part.svg"


def test_a_clone_names_what_it_shows(draw: Draw) -> None:
    attempt = draw('<g><rect width="1"/></g>')
    attempt.redraw(
        ('<rect data-sheetgen="2"', '<rect id="rect5" data-sheetgen="2"'),
        ("</svg>", '<use xlink:href="#rect5" xmlns:xlink="http://www.w3.org/1999/xlink"/></svg>'),
    )
    body, _ = attempt.adopt()
    assert body == '<g><rect id="rect5" width="1"/></g>\n<use href="#rect5"/>'


def test_what_another_template_draws_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "part.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" overflow="visible"><rect x="1"/></svg>'
    )
    attempt = Try(tmp_path, '<g id="a"/><!--{% include "part.svg" %}--><g id="b"/>')
    assert attempt.adopt()[1] == []
    attempt.redraw(("</svg>", "<circle/></svg>"))
    assert attempt.adopt()[0].endswith('<!--{% include "part.svg" %}--><g id="b"/>\n<circle/>')
    attempt.redraw(('x="1"', 'x="2"'))
    [found] = attempt.refuse()
    assert found.message == "a rectangle is part of part.svg, which other sheets show too"
    assert found.hint == "change templates/part.svg itself: eject it"


def _unpack(drawing: str) -> dict[str, object]:
    [packed] = re.findall(f'{SAMPLE}="([^"]*)"', drawing)
    content: dict[str, object] = json.loads(zlib.decompress(b64decode(packed)))
    return content


def _pack(drawing: str, content: object) -> str:
    packed = b64encode(zlib.compress(json.dumps(content).encode())).decode()
    return re.sub(f'{SAMPLE}="[^"]*"', f'{SAMPLE}="{packed}"', drawing)


@pytest.mark.parametrize(
    "harm",
    [
        lambda c: {**c, "marks": []},
        lambda c: {**c, "marks": 5},
        lambda c: {**c, "marks": [["element", "game/sheet.svg", 10**9, 10**9, ""]] * 9},
        lambda c: {**c, "marks": [["element", "game/sheet.svg", 1, 3, ""]] * 9},
        lambda c: {**c, "marks": [["element", "game/sheet.svg", -5, 3, ""]] * 9},
        lambda c: {**c, "marks": [["other", "game/sheet.svg", 1, 3, ""]] * 9},
        lambda c: {**c, "marks": [[1, 2, 3]]},
        lambda c: {**c, "text": 5},
        lambda c: {**c, "text": "<svg"},
        lambda c: {**c, "text": "<svg/>"},
        lambda c: {**c, "text": '<!DOCTYPE a [<!ENTITY b "c">]><svg>&b;</svg>'},
        lambda c: {**c, "filled": ""},
        lambda c: {**c, "filled": "</svg>"},
        lambda c: {**c, "filled": "<svg>"},
        lambda c: {"template": "game/sheet.svg"},
        lambda c: [c],
        lambda c: "[" * 100_000,
        lambda c: {**c, "filled": "<?sheetgen-place 0?><g>" * 99_999 + "</g>" * 99_999},
    ],
)
def test_what_leads_back_may_be_anything(
    draw: Draw, harm: Callable[[dict[str, object]], object]
) -> None:
    attempt = draw('<g id="a"><rect/></g>')
    attempt.redraw(('id="a"', 'id="a" fill="#f00"'))
    attempt.drawing = _pack(attempt.drawing, harm(_unpack(attempt.drawing)))
    [found] = attempt.refuse()
    assert found.rule in ("no-sample", "cant-adopt")
    assert (found.file, found.line) == ("drawn.svg", 1)


DEEP = b64encode(zlib.compress(b"[" * 100_000)).decode()


@pytest.mark.parametrize("packed", ["", "x", "äöü", "QQ==", "A" * 99, DEEP])
def test_what_leads_back_may_be_damaged(draw: Draw, packed: str) -> None:
    attempt = draw("<g/>")
    attempt.drawing = re.sub(f'{SAMPLE}="[^"]*"', f'{SAMPLE}="{packed}"', attempt.drawing)
    [found] = attempt.refuse()
    assert found.message.startswith("what leads back to the template is damaged")
    assert found.hint == "make a new sample with `sheetgen eject SHEET --sample`"


def test_what_leads_back_is_read_up_to_a_limit(draw: Draw) -> None:
    attempt = draw("<g/>")
    content = _unpack(attempt.drawing)
    attempt.drawing = _pack(attempt.drawing, {**content, "ship": " " * 50_000_000})
    assert attempt.refuse()[0].rule == "no-sample"


@pytest.mark.parametrize("number", ["", "-1", "99", "1e3", "²", "1" * 5000, "x"])
def test_numbers_that_are_none_are_no_numbers(draw: Draw, number: str) -> None:
    attempt = draw('<g id="a"/>')
    attempt.redraw(("</svg>", f'<circle data-sheetgen="{number}" r="1"/></svg>'))
    assert attempt.adopt()[0] == '<g id="a"/>\n<circle r="1"/>'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a" * 9_000, "b" * 9_000),
        ("<text", '<text x="1"><tspan x="1">' + "<tspan>a</tspan>" * 500 + "</tspan></text><text"),
    ],
)
def test_what_is_compared_has_bounds(draw: Draw, old: str, new: str) -> None:
    attempt = draw(f"<text>{'a' * 9_000}</text>")
    if old == "<text":
        attempt.redraw(("</text>", "<tspan>b</tspan>" * 500 + "</text>"))
    else:
        attempt.redraw((old, new))
    [found] = attempt.refuse()
    assert "too much text" in found.message or "more than 400 new tspans" in found.message


def test_a_drawing_of_ones_own_is_no_sample() -> None:
    with pytest.raises(ProblemError) as caught:
        adopt_sample(f"{OPEN}<g/></svg>", "my.svg")
    [found] = caught.value.diagnostics
    assert (found.rule, found.message) == ("no-sample", "this drawing is not a sample")
    with pytest.raises(ProblemError) as caught:
        adopt_sample("<svg", "my.svg")
    assert caught.value.diagnostics[0].rule == "xml-syntax"


def test_pictures_are_named_as_the_template_sees_them(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    attempt = Try(tmp_path / "templates", '<image href="{{ sheet.name }}"/>')
    [shown] = re.findall('href="[^"]*templates/game/Warrior"', attempt.drawing)
    attempt.redraw(
        (shown, f'href="file://{tmp_path}/templates/game/Warrior"'),
        ("</svg>", '<image href="art/a%20b.png"/><image href="data:image/png;base64,AA"/></svg>'),
    )
    folder = tmp_path / "templates"
    _, adopted = adopt_sample(attempt.drawing, "drawn.svg", tmp_path, folder)
    assert '<image href="{{ sheet.name }}"/>' in adopted.text
    assert '<image href="../../art/a%20b.png"/>' in adopted.text
    assert '<image href="data:image/png;base64,AA"/>' in adopted.text
    assert len(adopted.changes) == 2
