"""Mending: templates that an editor saved mean what they meant before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sheetgen.ground.diagnostics import ProblemError
from sheetgen.template.inkscape import mend, open_part
from sheetgen.template.templates import Templates

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'


@pytest.fixture
def fill(tmp_path: Path) -> Callable[..., str]:
    def make(body: str, **parts: str) -> str:
        (tmp_path / "sheet.svg").write_text(f"{OPEN}{body}</svg>")
        for name, text in parts.items():
            (tmp_path / f"{name}.svg").write_text(text)
        filled = Templates([tmp_path], {}).fill("sheet.svg", sheet=4)
        return filled.removeprefix(OPEN).removesuffix("</svg>")

    return make


@pytest.mark.parametrize(
    ("written", "filled"),
    [
        ('<g x="{{ 1 if 4 &gt; 3 else 2 }}"/>', '<g x="1"/>'),
        ('<g x="{{ 1 if 4 &lt; 3 else 2 }}"/>', '<g x="2"/>'),
        ('<g x="{{ &quot;a&quot; ~ &apos;b&apos; }}"/>', '<g x="ab"/>'),
        ('<g x="{{ &#34;a&#x22; }}"/>', '<g x="a"/>'),
        ("<g x=\"{{ 'a &amp; b' }}\"/>", '<g x="a &amp; b"/>'),
        ("<g x=\"{{ '&amp;gt;' }}\"/>", '<g x="&amp;gt;"/>'),
        ("<!--{% if 4 &gt; 3 and 2 &lt; 3 %}-->a<!--{% endif %}-->", "a"),
        ("<!--{% set x = &quot;a&quot; %}-->{{ x }}", "a"),
        ("<t>a &gt; b &amp; c</t>", "<t>a &gt; b &amp; c</t>"),
        ("<!--{% raw %}-->{{ &lt;b&gt; }}<!--{% endraw %}-->", "{{ &lt;b&gt; }}"),
        ("<style><![CDATA[ a{{ '&gt;' }} ]]></style>", "<style><![CDATA[ a&amp;gt; ]]></style>"),
    ],
)
def test_entities_mean_what_they_say(fill: Callable[..., str], written: str, filled: str) -> None:
    assert fill(written) == filled


@pytest.mark.parametrize(
    ("written", "filled"),
    [
        (
            "<tspan>{{ 'a' ~</tspan><tspan x='1'> 'b' }}</tspan>",
            "<tspan>ab</tspan><tspan x='1'></tspan>",
        ),
        ("<tspan>{</tspan><tspan>{ 'a' }}</tspan>", "<tspan>a</tspan><tspan></tspan>"),
        ("<tspan>{{ 'a' }</tspan><tspan>}</tspan>", "<tspan>a</tspan><tspan></tspan>"),
        ("<tspan>{{ 4 &gt;</tspan>\n<tspan>3 }}</tspan>", "<tspan>True</tspan><tspan></tspan>"),
    ],
)
def test_a_split_placeholder_is_whole(fill: Callable[..., str], written: str, filled: str) -> None:
    assert fill(f"<text>{written}</text>") == f"<text>{filled}</text>"


@pytest.mark.parametrize(
    "written",
    [
        '<g x="{{ 1 if 4 &gt; 3 else 2 }}" y="{{ sheet.zzz }}"/>',
        "<text><tspan>{{ 1 +\n</tspan><tspan> 2 }}</tspan>\n<tspan>{{ sheet.zzz }}</tspan></text>",
    ],
)
def test_places_remain_those_of_the_file(tmp_path: Path, written: str) -> None:
    path = tmp_path / "sheet.svg"
    path.write_text(f"{OPEN}\n{written}</svg>")
    with pytest.raises(ProblemError) as caught:
        Templates([tmp_path], {}).fill("sheet.svg", sheet={})
    [found] = caught.value.diagnostics
    lines = path.read_text().split("\n")
    assert lines[found.line - 1][found.column - 1 :].startswith("{{ sheet.zzz")
    assert len(mend(path.read_text())) == len(path.read_text())


def test_a_part_that_an_editor_saved_is_included(fill: Callable[..., str]) -> None:
    part = (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- a note -->\n'
        '<svg version="1.1" id="svg1" overflow="visible"\n   xmlns="http://www.w3.org/2000/svg">'
        "<g>{{ sheet }}</g></svg>\n"
    )
    filled = fill('<!--{% include "part.svg" %}-->', part=part)
    assert "<?xml" not in filled
    assert "version" not in filled
    assert "<g   " in filled
    assert "<g>4</g></g>" in filled
    assert len(open_part(part)) == len(part)


@pytest.mark.parametrize("root", ['width="3" overflow="visible"', "", 'overflow="hidden"'])
def test_a_drawing_that_is_included_stays_one(fill: Callable[..., str], root: str) -> None:
    part = f'<svg xmlns="http://www.w3.org/2000/svg" {root}><g/></svg>'
    assert fill('<!--{% include "part.svg" %}-->', part=part) == part


def test_a_missing_part_is_named_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "sheet.svg").write_text(f'{OPEN}<!--{{% include "no.svg" %}}--></svg>')
    with pytest.raises(ProblemError) as caught:
        Templates([tmp_path], {}).fill("sheet.svg", sheet={})
    assert caught.value.diagnostics[0].message == "there is no template no.svg"
