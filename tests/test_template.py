"""Templates: filling them, what they may not do, and what is said when they can't be filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.svg.drafter import Drafter
from sheetgen.systems.kit.reference import Reference
from sheetgen.template.templates import Templates, escape_value, mark_places
from sheetgen.type.fonts import Fonts
from tests.each import check_each

SHIPPED = sorted(assets.shipped("templates").rglob("*.svg"))
OPEN = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">\n'


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet's data to play with."""

    name: str = "Warrior"
    length: float = 1.5
    lines: Sequence[int] = (1, 2, 3)
    nothing: None = None


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a template below the first folder."""

    def make(body: str, name: str = "game/sheet.svg", folder: str = "own") -> Path:
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{OPEN}{body}\n</svg>\n", "utf-8")
        return path

    return make


@pytest.fixture
def templates(tmp_path: Path) -> Templates:
    return Templates([tmp_path / "own", tmp_path / "other"], {"double": lambda value: 2 * value})


def fill(templates: Templates, sheet: object = Sheet(), name: str = "game/sheet.svg") -> str:
    text = templates.fill(name, sheet=sheet)
    return text.removeprefix(OPEN).removesuffix("</svg>").strip()


def refuse(templates: Templates, name: str = "game/sheet.svg") -> Diagnostic:
    with pytest.raises(ProblemError) as caught:
        templates.fill(name, sheet=Sheet())
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


# Filling


@pytest.mark.parametrize(
    ("body", "filled"),
    [
        ("<text>{{ sheet.name }}</text>", "<text>Warrior</text>"),
        ('<rect x="{{ sheet.length }}"/>', '<rect x="1.5"/>'),
        ('<rect x="{{ sheet.length * 2 }}"/>', '<rect x="3"/>'),
        ("<text>{{ sheet.nothing }}</text>", "<text></text>"),
        ("<text>{{ double(4) }}</text>", "<text>8</text>"),
        ("<text>{{ sheet.name.upper() }}</text>", "<text>WARRIOR</text>"),
        ("<!--{% if sheet.nothing %}--><g/><!--{% endif %}-->", ""),
        ("<!--{# a note #}--><g/>", "<g/>"),
    ],
)
def test_filling(write: Any, templates: Templates, body: str, filled: str) -> None:
    write(body)
    assert fill(templates) == filled


def test_blocks_stand_in_comments(write: Any, templates: Templates) -> None:
    write("<!--{% for line in sheet.lines %}-->\n<g>{{ line }}</g>\n<!--{% endfor %}-->")
    assert fill(templates) == "<g>1</g>\n<g>2</g>\n<g>3</g>"


def test_an_element_is_one_piece_with_its_values(write: Any, templates: Templates) -> None:
    write('<rect x="{{ sheet.length }}" y="{{ sheet.length }}"/><text>{{ sheet.name }}</text>')
    pieces = templates.fill_pieces("game/sheet.svg", sheet=Sheet())
    assert "".join(pieces) == templates.fill("game/sheet.svg", sheet=Sheet())
    assert pieces[-3:] == ['\n<rect x="1.5" y="1.5"/>', "<text>Warrior</text>", "\n</svg>"]


def test_values_of_different_elements_are_different_pieces(
    write: Any, templates: Templates
) -> None:
    """Otherwise each combination of them would be learned."""
    macro = "<!--{% macro dot(x) %}--><circle r='1' cx='{{ x }}'/><!--{% endmacro %}-->"
    write(f"{macro}<g>{{{{ dot(1) }}}} {{{{ dot(2) }}}}</g>")
    pieces = templates.fill_pieces("game/sheet.svg", sheet=Sheet())
    circles = [piece for piece in pieces if "circle" in piece]
    assert circles == ["<circle r='1' cx='1'/> ", "<circle r='1' cx='2'/>"]


def test_whole_elements_are_one_piece_and_each_tag_of_a_group_another(
    write: Any, templates: Templates
) -> None:
    """What never changes is drawn once, under the style of the group around it."""
    write(f'<rect x="{{{{ sheet.length }}}}"/>{"<path/>" * 20}<g><path/>\n<!-- > --></g>')
    pieces = templates.fill_pieces("game/sheet.svg", sheet=Sheet())
    assert pieces[-7:] == [
        '\n<rect x="1.5"/>', "<path/>" * 20, "<g>", "<path/>", "\n<!-- > -->", "</g>", "\n</svg>",
    ]  # fmt: skip


@pytest.mark.parametrize("start", ["<g id='{{ 1 }}'>", "<g><rect x='{{ 1 }}'/>"])
def test_what_follows_a_tag_is_another_piece(write: Any, templates: Templates, start: str) -> None:
    write(f"{start}{{{{ sheet.nothing }}}}</g>")
    pieces = templates.fill_pieces("game/sheet.svg", sheet=Sheet())
    assert [piece.strip() for piece in pieces[-4:-2]] == [
        "<g id='1'>" if "id" in start else "<rect x='1'/>",
        "",
    ]


def test_a_long_text_is_not_copied_with_a_value(write: Any, templates: Templates) -> None:
    write(f'<path d="{{{{ sheet.name }}}}{"M0 0H9" * 100}"/>')
    pieces = templates.fill_pieces("game/sheet.svg", sheet=Sheet())
    assert '\n<path d="Warrior' in pieces


def test_markup_does_not_escape_the_text_after_it(write: Any, templates: Templates) -> None:
    write("<g>{{ sheet.name }}</g><text>{{ sheet.name }}</text>")
    filled = fill(templates, Sheet(name=Markup("<b/>")))
    assert filled == "<g><b/></g><text><b/></text>"


def test_an_error_is_told_with_the_line_of_its_value(write: Any, templates: Templates) -> None:
    path = write('<rect x="{{ sheet.length }}"\n  y="{{ sheet.length }}"\n  z="{{ sheet.nmae }}"/>')
    found = refuse(templates)
    assert (found.file, found.line) == (assets.display_name(path), 4)


def test_texts_are_escaped(write: Any, templates: Templates) -> None:
    write('<text id="{{ sheet.name }}">{{ sheet.name }}</text>')
    filled = fill(templates, Sheet(name="<&\"'>{{ 1 }}"))
    element = ElementTree.fromstring(filled)
    assert (element.text, element.get("id")) == ("<&\"'>{{ 1 }}",) * 2


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("a<b", "a&lt;b"),
        (3, "3"),
        (2.50, "2.5"),
        (1e-7, "0"),
        (None, ""),
        (True, "True"),
        (Markup("<b/>"), "<b/>"),
    ],
)
def test_values_are_written_short(value: object, written: str) -> None:
    assert escape_value(value) == written
    # Anything else would escape the text before it, when the two are joined.
    assert type(escape_value(value)) is str


def test_a_projects_template_wins(write: Any, templates: Templates) -> None:
    write("<g id='other'/>", folder="other")
    assert "other" in fill(templates)
    write("<g id='own'/>", folder="own")
    fresh = Templates(templates.folders[:2], {})
    assert "own" in fill(fresh)


def test_a_projects_template_wins_over_a_shipped_one(write: Any, templates: Templates) -> None:
    write("<g id='own'/>", name="common/margin.svg")
    assert "own" in fill(templates, name="common/margin.svg")
    assert templates.list_names()["common/margin.svg"].is_relative_to(templates.folders[0])


def test_an_included_template_is_looked_up_in_the_same_way(
    write: Any, templates: Templates
) -> None:
    write('<!--{% include "game/part.svg" %}-->')
    write("<g id='part'/>", name="game/part.svg", folder="other")
    assert "part" in fill(templates)


# What is said


PART = '<svg xmlns="http://www.w3.org/2000/svg" overflow="visible">{}</svg>'


def test_parts_in_parts_see_the_values(write: Any, templates: Templates) -> None:
    folder = write('<!--{% include "game/outer.svg" %}-->').parent
    (folder / "outer.svg").write_text(PART.format('<!--{% include "game/" ~ "inner.svg" %}-->'))
    (folder / "inner.svg").write_text(PART.format("<text>{{ sheet.name }}</text>"))
    for name in ("Ann", "Ann", "Bea", "Ann"):
        assert f"<text>{name}</text>" in fill(templates, Sheet(name=name))


def test_a_part_is_filled_each_time(write: Any, templates: Templates) -> None:
    part = "<!--{% set count.x = count.x + 1 %}-->"
    body = "<!--{% set count = namespace(x=0) %}-->" + '<!--{% include "game/part.svg" %}-->' * 3
    write(f"{body}<text>{{{{ count.x }}}}</text>").with_name("part.svg").write_text(
        PART.format(part)
    )
    assert "<text>3</text>" in fill(templates)


def test_what_a_reference_holds_is_named(write: Any, templates: Templates) -> None:
    """Its names are those that it was made with, in no class."""
    write("<g/>{{ sheet.rangse }}")
    with pytest.raises(ProblemError) as caught:
        templates.fill("game/sheet.svg", sheet=Reference(ranges=[], colour="red"))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "there is no rangse in Reference"
    assert diagnostic.hint == "did you mean ranges?"


@pytest.mark.parametrize(
    ("body", "words", "hint"),
    [
        ("<g/>\n{{ sheet.nmae }}", "there is no nmae in Sheet", "did you mean name?"),
        ("<g/>\n{{ sheet.xyz }}", "there is no xyz in Sheet", "name, length, lines"),
        ("<g/>\n{{ nope }}", "nope", ""),
        ("<g/>\n{{ sheet.lines[7] }}", "7", ""),
        ("<g/>\n{{ 1 / 0 }}", "zero", ""),
        ("<g/>\n{{ sheet.name + 1 }}", "", ""),
        ("<g/>\n{{ sheet.name|nofilter }}", "nofilter", ""),
        ("<g/>\n<!--{% if %}-->", "can't be read", ""),
        ("<g/>\n<!--{% nosuchtag %}-->", "nosuchtag", ""),
    ],
)
def test_what_can_not_be_filled_is_told_with_its_line(
    write: Any, templates: Templates, body: str, words: str, hint: str
) -> None:
    path = write(body)
    diagnostic = refuse(templates)
    assert (diagnostic.rule, diagnostic.line) == ("template-error", 3)
    assert diagnostic.file.endswith(path.name)
    assert words in diagnostic.message
    assert hint in diagnostic.hint


def test_a_missing_value_of_an_included_template_is_told_there(
    write: Any, templates: Templates
) -> None:
    write('<g/>\n<!--{% include "game/part.svg" %}-->')
    write("\n\n{{ sheet.nmae }}", name="game/part.svg")
    diagnostic = refuse(templates)
    assert (Path(diagnostic.file).name, diagnostic.line) == ("part.svg", 4)


def test_a_template_that_is_not_there(templates: Templates) -> None:
    diagnostic = refuse(templates, "common/margn.svg")
    assert diagnostic.rule == "template-missing"
    assert diagnostic.hint == "did you mean common/margin.svg?"


def test_a_template_that_is_no_xml(write: Any, templates: Templates) -> None:
    write("<g>")
    diagnostic = refuse(templates)
    assert (diagnostic.rule, diagnostic.line) == ("xml-syntax", 3)


def test_a_template_that_is_no_text(write: Any, templates: Templates) -> None:
    write("").write_bytes(b"<svg>\n\xff</svg>")
    found = refuse(templates)
    assert (found.rule, found.line, found.column) == ("not-text", 2, 1)


# The sandbox


@pytest.mark.parametrize(
    "expression",
    [
        "sheet.__class__",
        "sheet.name.__class__.__mro__",
        "sheet._private",
        'sheet["__class__"]',
        "range.__globals__",
        "double.__globals__",
        "double.func_globals",
        "namespace.__init__.__globals__",
        "namespace.mro",
        "sheet.lines.__getitem__",
        '"{0.__class__}".format(sheet)',
        '"{0.__class__}".format_map({"x": sheet})',
        "self.__class__",
        "self._TemplateReference__context",
        "sheet.name()",
        "sheet.lines.count(1)",
        "double.__call__(1)",
    ],
)
def test_escapes_are_refused(write: Any, templates: Templates, expression: str) -> None:
    write(f"{{{{ {expression} }}}}")
    assert refuse(templates).rule == "template-unsafe"


@pytest.mark.parametrize(
    "expression",
    [
        'sheet|attr("__class__")',
        '("__cla" ~ "ss__")|list and (sheet|attr("__cla" ~ "ss__"))',
        '("{0.__class__}"|attr("format"))(sheet)',
        '("{0.__class__}"|attr("for" ~ "mat"))(sheet)',
        "(double|attr('__call__'))(1)",
        "[sheet]|map(attribute='__class__')|list",
        "[sheet]|sort(attribute='__class__')|list",
        "[sheet]|join(attribute='__class__')",
        "[sheet]|groupby('__class__')|list",
        "[sheet]|map('attr', '__class__')|list",
        "[sheet]|selectattr('__class__')|list",
        "[sheet]|sum(attribute='__class__')",
        "sheet|xmlattr",
        "open('/etc/passwd')",
        "cycler.__init__",
        "lipsum",
        "config",
        "self._body_stack",
    ],
)
def test_no_way_leads_to_python(write: Any, templates: Templates, expression: str) -> None:
    """Refused, or filled with nothing that tells of Python."""
    write(f"{{{{ {expression} }}}}")
    try:
        filled = fill(templates)
    except ProblemError:
        return
    assert "class" not in filled
    assert "object" not in filled


def test_an_unsafe_name_is_told_with_its_line(write: Any, templates: Templates) -> None:
    write("<g/>\n{{ sheet.__class__ }}")
    assert refuse(templates).line == 3


@pytest.mark.parametrize(
    "name", ["../secret.svg", "/etc/hostname", "game/../../secret.svg", r"..\\secret.svg", "os"]
)
def test_includes_stay_inside_the_template_folders(
    write: Any, templates: Templates, tmp_path: Path, name: str
) -> None:
    (tmp_path / "secret.svg").write_text("secret")
    write(f'<!--{{% include "{name}" %}}-->')
    assert refuse(templates).rule == "template-missing"


def test_what_was_given_can_not_be_changed(write: Any, templates: Templates) -> None:
    numbers = [1, 2]
    write("{{ sheet.lines.append(3) }}")
    with pytest.raises(ProblemError):
        fill(templates, Sheet(lines=numbers))
    assert numbers == [1, 2]


# Places


def test_places_are_marked_at_every_element() -> None:
    places: list[Place] = []
    text = "<svg>\n <!-- <a> --><g\n/>{{ x }}<![CDATA[<b>]]></svg>"
    marked = mark_places(text, "a&b.svg", places)
    assert places == [("a&b.svg", 1, 1), ("a&b.svg", 2, 14)]
    assert re.sub(r"<\?sheetgen-place \d+\?>", "", marked) == text
    assert marked.count("<?sheetgen-place 1?><g\n/>") == 1


# The shipped templates

TEMPLATES = assets.shipped("templates")
PARTS = (
    {
        name
        for path in SHIPPED
        for name in re.findall(r'{% include "([^"]+)" %}', path.read_text("utf-8"))
        if not name.startswith("look/")
    }
    | {"common/line.svg"}  # which games of users include, see docs/games.md
    | {"common/ensign.svg"}  # which templates ejected earlier include
    | {"common/nothing.svg"}
    | {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.glob("looks/**/*.svg")}
    | {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.glob("*/icons/*.svg")}
)
"""What others include: no drawings by themselves."""
WHOLE = [path for path in SHIPPED if not any(path.match(name) for name in PARTS)]


def test_an_unfilled_template_is_svg_with_a_size() -> None:
    def check(path: Path) -> None:
        root = ElementTree.fromstring(path.read_bytes())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        assert root.attrib["width"] == f"{width:g}mm"
        assert root.attrib["height"] == f"{height:g}mm"

    check_each(WHOLE, check)


@pytest.mark.parametrize("name", sorted(PARTS))
def test_an_unfilled_part_is_a_drawing_without_a_size(name: str) -> None:
    (path,) = [path for path in SHIPPED if path.match(name)]
    root = ElementTree.fromstring(path.read_bytes())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"  # which editors open
    assert root.attrib["overflow"] == "visible"
    assert not root.attrib.keys() & {"width", "height", "viewBox"}


def test_an_unfilled_template_can_be_parsed_as_a_drawing() -> None:
    def check(path: Path) -> None:
        text = path.read_text("utf-8")
        if path not in WHOLE:
            text = f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'
        _, problems = Drafter(Fonts()).draw_tree(text, path.parent)
        assert not {p.rule.name for p in problems} & {"xml-syntax", "xml-entity"}

    check_each(SHIPPED, check)


def test_a_shipped_template_says_what_it_is() -> None:
    """Its first comment is for those who open the file."""

    def check(path: Path) -> None:
        text = path.read_text("utf-8")
        element = re.search(r"<(?=\w)", text)
        assert element and text.index("<!--") < element.start()
        assert "{" not in text[text.index("<!--") : text.index("-->")]

    check_each(SHIPPED, check)
