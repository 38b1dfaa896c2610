"""The sandbox: what strangers' templates and chapters may say, and how much they may do."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import jinja2
import pytest
from jinja2.filters import FILTERS as ALL_FILTERS
from jinja2.nativetypes import NativeEnvironment
from jinja2.runtime import Undefined
from jinja2.sandbox import SandboxedEnvironment
from jinja2.tests import TESTS as ALL_TESTS

from sheetgen.book.manuscript.chapter import MOST_LETTERS as MOST_CHAPTER
from sheetgen.book.manuscript.chapter import read_chapter
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.template.sandbox.counting import COUNTERS
from sheetgen.template.sandbox.environment import Environment
from sheetgen.template.sandbox.syntax import MOST_TOKENS, TAGS
from sheetgen.template.sandbox.vocabulary import FILTERS, METHODS, TESTS
from sheetgen.template.sandbox.work import (
    MOST_ITEMS,
    MOST_LETTERS,
    MOST_LEVELS,
    MOST_OUTPUT,
    MOST_STEPS,
    TooMuchError,
    Work,
)
from sheetgen.template.templates import Templates
from tests import walk

ROOT = Path(__file__).resolve().parent.parent
OPEN = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">\n'
MOST_MEMORY = 1 << 30
"""Bytes that a hostile template may add to the memory of the tests."""


@dataclass
class Sheet:
    """Data that a stranger's game or definition could give."""

    name: str = "Warrior"
    art: str = "x&" * 500_000
    many: range = range(1_000_000)
    rest: frozenset[str] = frozenset("abc")


@pytest.fixture(autouse=True)
def limit_memory() -> Iterator[None]:
    """Whatever would fill the memory fails instead."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def tag(*statements: str) -> str:
    return "".join("{% " + statement + " %}" for statement in statements)


def loop(count: int, *statements: str, levels: int = 1) -> str:
    head = tag(f"for i in range({count})") * levels
    return head + tag(*statements) + tag("endfor") * levels


def grow(start: str, *steps: str) -> str:
    """A loop that makes a value larger and larger."""
    return tag(f"set ns = namespace(a={start})") + loop(
        100_000, *(f"set ns.a = {s}" for s in steps)
    )


def double(start: str, step: str) -> str:
    """The same without a loop."""
    return tag(f"set a = {start}", *([f"set a = {step}"] * 200))


def fill_template(folder: Path, body: str) -> str:
    """A template, in which blocks stand in comments."""
    body = body.replace("{%", "<!--{%").replace("%}", "%}-->")
    path = folder / "own" / "game" / "sheet.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{OPEN}{body}\n</svg>\n", "utf-8")
    filled = Templates([folder / "own"], {}).fill("game/sheet.svg", sheet=Sheet())
    return filled.removeprefix(OPEN).removesuffix("</svg>").strip()


def fill_chapter(folder: Path, body: str) -> str:
    path = folder / "one.md"
    path.write_text(f"# One\n{body}\n", "utf-8")
    return read_chapter(path, {"sheet": Sheet()}, {}).text.removeprefix("# One\n").strip()


FILL = {"template": fill_template, "chapter": fill_chapter}


def refuse(folder: Path, kind: str, body: str) -> Diagnostic:
    with pytest.raises(ProblemError) as caught:
        FILL[kind](folder, body)
    (found,) = caught.value.diagnostics
    return found


TOO_MUCH = {
    "repeated text": "{{ 'x' * 10**9 }}",
    "repeated text, turned": "{{ 1000000000 * 'x' }}",
    "repeated list": "{{ ([1] * 1000000000)|length }}",
    "repeated tuple": "{{ ((1,) * 40000 * 40000)|length }}",
    "replace": "{{ ('x' * 100000)|replace('x', 'y' * 100000) }}",
    "replace nothing": "{{ ('x' * 100000)|replace('', 'y' * 100000) }}",
    "method replace": "{{ ('x' * 100000).replace('x', 'y' * 100000) }}",
    "join": "{{ range(9999)|join('y' * 100000) }}",
    "method join": "{{ ('y' * 100000).join('x' * 10000) }}",
    "list of a range": "{{ range(100000)|list|length }}",
    "range": "{{ range(1000000000)|length }}",
    "endless range": "{{ range(10 ** 15)|length }}",
    "doubled by ~": double("'xx'", "a ~ a"),
    "doubled by +": double("'xx'", "a + a"),
    "doubled list": double("[1]", "a + a"),
    "doubled tuple": double("(1,)", "a + a"),
    "nested list": double("[1]", "[a, a]"),
    "nested tuple": double("(1,)", "(a, a)"),
    "nested dict": double("{1: 2}", "{1: a, 2: a}"),
    "squares": double("9", "a * a"),
    "~ in a loop": grow("'x'", "ns.a ~ ns.a"),
    "+ in a loop": grow("'x'", "ns.a + ns.a"),
    "lists in a loop": grow("[1]", "ns.a + ns.a"),
    "longer list in a loop": grow("[1]", "ns.a + [1]"),
    "deeper list in a loop": grow("[1]", "[ns.a]"),
    "squares in a loop": grow("9", "ns.a * ns.a"),
    "sums in a loop": grow("9", "ns.a + ns.a"),
    "differences in a loop": grow("9", "ns.a - (0 - ns.a)"),
    "formats in a loop": grow("'x'", "'%s%s' % (ns.a, ns.a)"),
    "blocks in a loop": tag("set ns = namespace(a='x')", "for i in range(1000)", "set b")
    + "{{ ns.a }}{{ ns.a }}" + tag("endset", "set ns.a = b", "endfor"),
    "power": "{{ 9 ** 999999 }}",
    "power of powers": "{{ 9 ** 9 ** 9 ** 9 }}",
    "digits": "{{ " + "9" * 5000 + " }}",
    "large number": "{{ 9999999999999999 }}",
    "infinite number": "{{ 1e999 }}",
    "number of a text": "{{ ('9' * 4000)|int }}",
    "hexadecimal": "{{ 0x" + "f" * 100_000 + " }}",
    "ranges in ranges": loop(100_000, levels=5),
    "loop of nothing": loop(100_000, levels=2),
    "loop of a long text": tag("for i in range(100000)") + "y" * 1000 + tag("endfor"),
    "loop of a long value": tag("for i in range(100000)") + "{{ sheet.art }}" + tag("endfor"),
    "loop over much": tag("for i in sheet.many") + "{{ i }}" + tag("endfor"),
    "much to compare": tag("set a = [1] * 50000", "set b = [1] * 50000")
    + loop(9999, "if a == b", "endif"),
    "long texts to compare": tag("set a = 'x' * 200000", "set b = 'x' * 199999 ~ 'x'")
    + loop(9999, "if a == b", "endif"),
    "much to search": tag("set a = [1] * 50000") + loop(9999, "if 2 in a", "endif"),
    "a range to search": tag("set a = range(100000)") + loop(9999, "if 'x' in a", "endif"),
    "slices": tag("set a = [1] * 50000") + loop(9999, "set b = a[1:]"),
    "capitals": tag("set a = 'x' * 200000") + loop(9999, "set b = a.upper()"),
    "sorting": tag("set a = [2, 1] * 25000") + loop(9999, "set b = a|sort"),
    "a path of names": "{{ ([1] * 20000)|sum(attribute=('imag.' * 30000) ~ 'imag') }}",
    "a path to sort by": "{{ ([1] * 20000)|sort(attribute=('imag.' * 30000) ~ 'imag') }}",
    "a long strip": "{{ ('😀' * 199999).strip('😁' * 199998 ~ '😀') }}",
    "a long trim": "{{ ('😀' * 199999)|trim('😁' * 199998 ~ '😀') }}",
    "many places": tag("set a = '%%' * 99999") + loop(9999, "set b = a % ()"),
    "letters as values": tag("set a = 'x' * 199999") + loop(9999, "set b = a|max"),
    "rounded texts": tag("set a = '9' * 199999") + loop(9999, "set b = a|round"),
    "escaped texts": tag("set a") + "x" + tag("endset", "set b = '&' * 199999")
    + loop(99999, "set c = a|replace('y', b)"),
    "keys": tag("set a = (1,) * 50000", "set d = {1: 1}")
    + loop(9999, "if d[a] is defined", "endif"),
    "escaping": tag("set a = '&' * 200000", "for i in range(9999)") + "{{ a }}" + tag("endfor"),
    "macro of itself": tag("macro f()") + "{{ f() }}{{ f() }}" + tag("endmacro") + "{{ f() }}",
    "macro that doubles": tag("macro f(n)", "if n") + "{{ f(n - 1) }}{{ f(n - 1) }}"
    + tag("endif", "endmacro") + "{{ f(20) }}",
    "long macro": tag("macro f()", "for i in range(60000)") + "yyyy" + tag("endfor", "endmacro")
    + "{{ f() }}",
    "long block": tag("set a", "for i in range(60000)") + "yyyy" + tag("endfor", "endset"),
    "brackets": "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "lists in lists": "{{ " + "[" * 500 + "]" * 500 + " }}",
    "not not not": "{{ " + "not " * 5000 + "1 }}",
    "signs": "{{ " + "- " * 5000 + "1 }}",
    "a long sum": "{{ " + "1 + " * 5000 + "1 }}",
    "a long path": "{{ sheet" + ".a" * 5000 + " }}",
    "many filters": "{{ 1" + "|abs" * 5000 + " }}",
    "many choices": "{{ " + "1 if 0 else " * 3000 + "2 }}",
    "many elif": tag("if 0") + tag("elif 0") * 3000 + tag("endif"),
    "if in if": tag("if 1") * 300 + tag("endif") * 300,
    "loops in loops": loop(1, levels=30),
    "macros in macros": tag("macro f()") * 300 + tag("endmacro") * 300,
    "tags by the thousand": "{{ 1 }}" * MOST_TOKENS,
}  # fmt: skip


LONG = ["letters as values", "deeper list in a loop", "macro that doubles"]
"""Those that take a second; a chapter is filled by the same code as a template."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(n, k, marks=pytest.mark.whole if n in LONG and k == "chapter" else ())
        for n, k in product(TOO_MUCH, FILL)
    ],
)
def test_too_much_work_has_its_place(tmp_path: Path, kind: str, name: str) -> None:
    found = refuse(tmp_path, kind, TOO_MUCH[name])
    assert found.rule == "too-much-work"
    assert (found.line, found.file[-4:]) == (2, ".svg" if kind == "template" else "e.md")
    assert found.column >= 1
    assert len(found.message) < 100


@pytest.mark.parametrize(
    ("body", "line", "column"),
    [
        ("a\n  {{ 1 }}{{ 'x' * 10**9 }}", 3, 10),
        ("{% if true %}\n\n{% set a = 'x' * 10**9 %}\n{% endif %}", 4, 1),
        ("{% for i in range(9) %}\n{% for j in range(99999) %}{{ j * 1.5 + 2 * 1.5 }}"
         "{% endfor %}{% endfor %}", 3, 1),
        ("{% macro f() %}\n{{ f() }}{% endmacro %}\n{{ 1 }} {{ f() }}", 3, 1),
        ("{# a\nnote #}{{ 1 }}{{ 9 ** 99 }}", 3, 15),
    ],
)  # fmt: skip
def test_the_place_is_that_of_the_tag(tmp_path: Path, body: str, line: int, column: int) -> None:
    found = refuse(tmp_path, "chapter", body)
    assert (found.line, found.column) == (line, column)
    before = body.split("\n")[line - 2][:column]
    found = refuse(tmp_path, "template", body)
    comments = 4 * before.count("{%")
    ends = 3 * before.count("%}")
    assert (found.line, found.column) == (line, column + comments + ends)


def test_included_templates_share_their_work(tmp_path: Path) -> None:
    found = refuse(tmp_path, "template", tag('include "game/sheet.svg"') * 2)
    assert (found.rule, found.line, found.column) == ("too-much-work", 2, 1)
    assert found.message == f"templates or macros are nested more than {MOST_LEVELS} deep"
    part = tmp_path / "own" / "game" / "part.svg"
    part.write_text(f"<g>{loop(9999)}</g>".replace("{%", "<!--{%").replace("%}", "%}-->"))
    body = tag("for i in range(9999)", 'include "game/part.svg"', "endfor")
    found = refuse(tmp_path, "template", body)
    assert (found.rule, Path(found.file).name) == ("too-much-work", "part.svg")


def test_what_is_filled_has_an_end(tmp_path: Path) -> None:
    body = tag(f"for i in range({MOST_OUTPUT // 1000})") + "x" * 1000 + tag("endfor")
    for kind in FILL:
        found = refuse(tmp_path, kind, body)
        assert (found.rule, found.line, found.column) == ("too-much-work", 1, 1)


UNKNOWN = {
    "{{ 'x'|centre(9) }}": "there is no filter centre",
    "{{ 'x'|center(1000000000) }}": "there is no filter center",
    "{{ 'x'|indent(1000000000) }}": "there is no filter indent",
    "{{ [1]|slice(1000000000) }}": "there is no filter slice",
    "{{ [1, 2]|random }}": "there is no filter random",
    "{{ [1]|map('upper') }}": "there is no filter map",
    "{{ sheet|pprint }}": "there is no filter pprint",
    "{% if 0 %}{{ 1|tojson }}{% endif %}": "there is no filter tojson",
    "{{ sheet is sameas(1) }}": "there is no test sameas",
    "{{ 'x'.ljust(10**9) }}": "a text has no ljust() here",
    "{{ 'x'.center(10**9) }}": "a text has no center() here",
    "{{ 'x'.zfill(10**9) }}": "a text has no zfill() here",
    "{{ 'x'.expandtabs(10**9) }}": "a text has no expandtabs() here",
    "{{ 'x'.translate({}) }}": "a text has no translate() here",
    "{{ lipsum(n=100000) }}": "'lipsum' is undefined",
    "{{ cycler(1) }}": "'cycler' is undefined",
    "{{ joiner() }}": "'joiner' is undefined",
    "{{ dict(a=1) }}": "'dict' is undefined",
    "{% extends 'a' %}": "there is no tag extends",
    "{% block a %}{% endblock %}": "there is no tag block",
    "{% import 'a' as a %}": "there is no tag import",
    "{% from 'a' import a %}": "there is no tag from",
    "{% filter upper %}{% endfilter %}": "there is no tag filter",
    "{% autoescape false %}{% endautoescape %}": "there is no tag autoescape",
    "{% debug %}": "debug",
    "{% for i in [1] recursive %}{% endfor %}": "loops can't be recursive",
    "{% set loop = 1 %}": "the name loop belongs to loops",
    "{% macro loop() %}{% endmacro %}": "the name loop belongs to loops",
    "{% include 'a' without context %}": "an included template always sees the sheet",
    "{{ range(*[1]) }}": "* and ** can't be used in calls",
    "{{ range(**{}) }}": "* and ** can't be used in calls",
    "{{ '%999999999d' % 5 }}": "%999999999 can't be read",
    "{{ '%.999999999f'|format(5) }}": "%.99999999 can't be read",
    "{{ '%*d' % (999999999, 5) }}": "%*d can't be read",
    "{{ '%s' % () }}": "fewer values than places",
    "{{ '%s' % (1, 2) }}": "more values than places",
    "{{ [1]|batch(1000000000, 0) }}": "a row has 1 to 1000 values",
    "{{ 5|round(-1000000000) }}": "rounded to at most 15 digits",
    "{{ ([[1]] * 9)|sum }}": "only numbers have a sum",
    "{{ 'x'|int('y') }}": "the default of a number must be a number",
    "{{ 'a' ** 2 }}": "powers are of numbers only",
    "{{ '%1900000000s' is even }}": "only numbers are even, odd or divisible",
    "{{ '%1900000000s' is odd }}": "only numbers are even, odd or divisible",
    "{{ '%1900000000s' is divisibleby(2) }}": "only numbers are even, odd or divisible",
    "{{ 2 is divisibleby('%1900000000s') }}": "only numbers are even, odd or divisible",
}


@pytest.mark.parametrize("kind", FILL)
@pytest.mark.parametrize("body", UNKNOWN)
def test_what_does_not_exist_is_named(tmp_path: Path, kind: str, body: str) -> None:
    found = refuse(tmp_path, kind, body)
    assert UNKNOWN[body] in found.message
    assert found.rule in ("template-error", "bad-chapter")
    assert found.line == 2
    assert found.column >= 1


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("{{ 'x'|uper }}", "did you mean upper?"),
        ("{{ 'x'.uper() }}", "did you mean upper?"),
        ("{{ 1 is od }}", "did you mean odd?"),
        ("{{ rnge(3) }}", "did you mean range?"),
        ("{{ zzz(3) }}", "there are sheet, fillable, look, range, namespace, tr, tr_many"),
    ],
)
def test_the_nearest_name_is_the_hint(tmp_path: Path, body: str, hint: str) -> None:
    assert refuse(tmp_path, "template", body).hint == hint


@pytest.mark.parametrize("kind", FILL)
@pytest.mark.parametrize(
    "body",
    [
        "{{ range }}",
        "{{ namespace() }}",
        "{{ [1] }}",
        "{{ (1, 2) }}",
        "{{ {1: 2} }}",
        "{{ 'x'.upper }}",
        "{{ self }}",
        "{{ [range] ~ 'x' }}",
        "{{ [range]|string }}",
        "{{ [[range]]|join }}",
        "{{ '%s' % ([range],) }}",
        "{{ range(3) }}",
        "{{ (0 - 8) ** 0.5 }}",
        "{% macro f() %}{% endmacro %}{{ f }}",
        "{% for i in [1] %}{{ loop }}{% endfor %}",
        "{% for i in sheet.rest %}{{ i }}{% endfor %}",
        "{{ sheet.rest|list|join }}",
        "{{ sheet.rest|sort|join }}",
        "{{ sheet.rest|join }}",
        "{{ sheet.rest|first }}",
    ],
)
def test_nothing_depends_on_chance(tmp_path: Path, kind: str, body: str) -> None:
    """How Python shows a function, and the order of a set, differ from run to run."""
    found = refuse(tmp_path, kind, body)
    assert "can't be printed" in found.message or "has no order" in found.message


FILLED = {
    "{{ 'a b'|upper }}, {{ 'A'|lower }}, {{ 'a b'|title }}, {{ 'a b'|capitalize }}":
    "A B, a, A B, A b",
    "{{ ' x '|trim }}{{ 'xyx'|trim('x') }}":
    "xy",
    "{{ (0-3)|abs }} {{ 3.7|int }} {{ 'x'|int(4) }} {{ '2.5'|float }} {{ 'x'|float }}":
    "3 3 4 2.5 0",
    "{{ 2.346|round(2) }} {{ 2.1|round(0, 'ceil') }} {{ 2.9|round(0, 'floor') }}":
    "2.35 3 2",
    "{{ [3, 1, 2]|sort|join(', ') }}; {{ ['b', 'C', 'a']|sort|join }}":
    "1, 2, 3; abC",
    "{{ [3, 1, 2]|sort(reverse=true)|join }}{{ [1, 2]|reverse|join }}{{ 'ab'|reverse }}":
    "32121ba",
    "{{ [{'n': 2}, {'n': 1}]|sort(attribute='n')|join(',', attribute='n') }}":
    "1,2",
    "{{ [1, 2.5]|sum }} {{ [{'n': 2}, {'n': 1}]|sum(attribute='n') }}":
    "3.5 3",
    "{{ [3, 1]|max }}{{ [3, 1]|min }}{{ ['a', 'B']|max }}"
    "{{ [{'n': 2}]|max(attribute='n') is mapping }}":
    "31BTrue",
    "{{ [1, 2]|first }}{{ [1, 2]|last }}{{ [1, 2]|length }}"
    "{{ 'ab'|count }}{{ 'ab'|list|join('-') }}":
    "1222a-b",
    "{% for row in [1, 2, 3]|batch(2, 0) %}{{ row|join }} {% endfor %}":
    "12 30",
    "{{ 'a-b'|replace('-', '+') }}{{ 'aaa'.replace('a', 'b', 2) }}":
    "a+bbba",
    "{{ '%s has %d, %.1f%%'|format('A', 3, 2.25) }} {{ '%5.1f|%-3s|' % (2.25, 'x') }}":
    "A has 3, 2.2%   2.2|x  |",
    "{{ nope|default('x') }}{{ ''|d('y', true) }}":
    "xy",
    "{{ 3|string ~ 4 }} {{ 'a' + 'b' }} {{ [1] + [2] == [1, 2] }} {{ 'ab' * 2 }}":
    "34 ab True abab",
    "{{ 7 % 4 }} {{ 2 ** 10 }} {{ 7 // 2 }} {{ 3 > 2 > 1 }} {{ 2 in (1, 2) }}":
    "3 1024 3 True True",
    "{{ 'abc'[1:] }}{{ [1, 2, 3][0] }}{{ {'a': 5}['a'] }}{{ {(1, 2): 6}[(1, 2)] }}":
    "bc156",
    "{{ 'a b'.split()|join('+') }}{{ '-'.join(['x', 'y']) }}{{ 'abc'.startswith('a') }}":
    "a+bx-yTrue",
    "{% for i in range(4) if i is odd %}{{ loop.index }}"
    "{{ loop.cycle('a', 'b') }}{{ i }} {% endfor %}":
    "1a1 2b3",
    "{% macro box(n, c='x') %}{{ n }}{{ c }}{% endmacro %}{{ box(1) }}{{ box(2, 'y') }}":
    "1x2y",
    "{% macro box(n) %}{{ n }}{{ caller() }}{% endmacro %}{% call box(1) %}in{% endcall %}":
    "1in",
    "{% set a %}b{{ 1 }}{% endset %}{{ a }}{% with c = 2 %}{{ c }}"
    "{% endwith %}{% raw %}{{{% endraw %}":
    "b12{{",
    "{% set ns = namespace(n=0) %}{% for i in [1, 2] %}{% set ns.n = ns.n + i %}"
    "{% endfor %}{{ ns.n }}":
    "3",
}  # fmt: skip


@pytest.mark.parametrize("kind", FILL)
@pytest.mark.parametrize("body", FILLED)
def test_what_exists_works(tmp_path: Path, kind: str, body: str) -> None:
    assert FILL[kind](tmp_path, body) == FILLED[body]


def test_escaped_texts_stay_escaped(tmp_path: Path) -> None:
    start = tag("set a") + "<b/>" + tag("endset")
    bodies = {
        "{{ a ~ '>' }}": "<b/>&gt;",
        "{{ [a, '>']|join(\"'\") }}": "<b/>&#39;&gt;",
        "{{ a|replace('b', '>') }}": "<&gt;/>",
        "{{ '>' + '>' }}": "&gt;&gt;",
        "{{ '>%s' % a }}": "&gt;&lt;b/&gt;",
        "{{ (a ~ '%s') % '>' }}": "<b/>&gt;",
        "{{ (a ~ '>')|upper }}": "<B/>&GT;",
    }
    for body, filled in bodies.items():
        assert fill_template(tmp_path, start + body) == filled, body


@dataclass
class Full:
    """Data that takes all of the memory."""

    @property
    def name(self) -> str:
        raise MemoryError


def test_no_memory_is_not_called_anything_else(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "sheet.svg").write_text(f"{OPEN}{{{{ sheet.name }}}}</svg>")
    with pytest.raises(MemoryError):
        Templates([tmp_path], {}).fill("game/sheet.svg", sheet=Full())
    (tmp_path / "one.md").write_text("{{ sheet.name }}")
    with pytest.raises(MemoryError):
        read_chapter(tmp_path / "one.md", {"sheet": Full()}, {})


def test_a_chapter_has_an_end(tmp_path: Path) -> None:
    """Its own letters count as well, and each block that it places."""
    found = refuse(tmp_path, "chapter", "x" * MOST_CHAPTER)
    assert (found.rule, found.line, found.column) == ("too-much-work", 1, 1)
    path = tmp_path / "one.md"
    path.write_text("{% for i in range(9999) %}{{ page() }}{% endfor %}", "utf-8")
    placed = []
    with pytest.raises(ProblemError) as caught:
        read_chapter(path, {}, {"page": lambda: placed.append(1)})
    (found,) = caught.value.diagnostics
    assert (found.rule, found.line, found.column) == ("too-much-work", 1, 27)
    assert 900 < len(placed) <= 1000


# What is counted


def test_nothing_private_of_jinja_is_overridden() -> None:
    """Such names change without notice, and so does what the code generator is made of."""
    theirs = {*dir(NativeEnvironment), *dir(SandboxedEnvironment)}
    for kind in (Environment, type(Templates([], {})._plain)):
        made = [each for each in kind.__mro__ if each.__module__.startswith("sheetgen")]
        ours = {name for each in made for name in vars(each)}
        assert not {n for n in ours & theirs if n.startswith("_") and not n.endswith("__")}
        assert "code_generator_class" not in ours


def test_no_template_can_name_what_counts() -> None:
    for name in COUNTERS:
        with pytest.raises(jinja2.TemplateSyntaxError):
            Environment().from_string("{{ 1|" + name + " }}")


def test_steps_are_counted_alike(tmp_path: Path) -> None:
    """The steps of a template are its own, whatever else was filled before."""
    environment = Environment()
    template = environment.from_string("{% for i in range(10) %}{{ i }}{% endfor %}")
    spent = []
    for _ in range(2):
        work = Work()
        list(template.root_render_func(template.new_context({"the work": (work, 0)})))
        spent.append(work.steps)
    assert spent[0] == spent[1] > 10


def test_work_has_an_end() -> None:
    work = Work()
    work.spend(MOST_STEPS - 1)
    assert work.steps == MOST_STEPS - 1
    with pytest.raises(TooMuchError, match="5,000,000 steps"):
        work.spend(2)


def test_time_is_the_last_resort(monkeypatch: Any) -> None:
    work = Work()
    times = iter([1.0, 29.0, 40.0])
    monkeypatch.setattr("sheetgen.template.sandbox.work.monotonic", lambda: next(times))
    work.spend(500_001)
    work.spend(500_001)
    with pytest.raises(TooMuchError, match="30 seconds"):
        work.spend(500_001)


def test_values_of_the_largest_size_are_allowed() -> None:
    work = Work()
    assert len(work.multiply("x", MOST_LETTERS)) == MOST_LETTERS
    assert len(work.multiply([1], MOST_ITEMS)) == MOST_ITEMS
    assert work.multiply(-1, "x") == ""
    with pytest.raises(TooMuchError):
        work.multiply("x", MOST_LETTERS + 1)
    with pytest.raises(TooMuchError):
        work.multiply([1], MOST_ITEMS + 1)


# The vocabulary


def test_the_vocabulary_is_in_the_docs() -> None:
    text = (ROOT / "docs" / "svg.md").read_text("utf-8")
    rows = dict(
        re.findall(r"^\| (tags|filters|tests|functions|of a text) \| (.*?) \|$", text, re.M)
    )
    named = {name: set(re.findall(r"`([a-z]+)`", row)) for name, row in rows.items()}
    assert named["tags"] == set(TAGS)
    assert named["filters"] == set(FILTERS)
    assert named["tests"] == set(TESTS)
    assert named["of a text"] == set(METHODS)
    assert named["functions"] == set(Environment().globals)


@pytest.mark.whole
@pytest.mark.parametrize("kind", walk.KINDS)
def test_no_word_costs_more_than_its_steps(kind: str) -> None:
    """Each filter, test and method is called with everything large, in bounds of the system's."""
    command = [sys.executable, "-m", "tests.walk", kind]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    calls = done.stdout.splitlines()
    assert done.returncode == 0, f"{calls[-1]}: {done.stderr}"
    words = {call.partition(": ")[0] for call in calls}
    assert words == set(walk.KINDS[kind])


def test_the_vocabulary_is_that_of_jinja() -> None:
    """No name means something else than it does there."""
    assert set(FILTERS) <= set(ALL_FILTERS)
    assert set(TESTS) <= set(ALL_TESTS)
    assert all(callable(getattr("", name)) for name in METHODS)
    assert issubclass(Environment().undefined, Undefined)


# Whole processes


@pytest.mark.whole
@pytest.mark.parametrize(
    "body",
    [
        "{{ 'x' * 10**9 }}",
        "{% set a = 'x' * 200000 %}" + "{% set b = a ~ '' %}" * 20,
        "{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}",
        "{% for i in range(100000) %}{{ sheet.name * 1000 }}{% endfor %}",
    ],
)
def test_little_memory_is_enough(tmp_path: Path, body: str) -> None:
    """A run whose template is hostile ends in a report, or prints, in half a gigabyte."""
    body = body.replace("{%", "<!--{%").replace("%}", "%}-->")
    own = tmp_path / "templates" / "asfos" / "display.svg"
    own.parent.mkdir(parents=True)
    own.write_text(f"{OPEN}{body}\n</svg>\n", "utf-8")
    ship = "system: asfos\nname: A\nmass: 6\nhull: 3\nengine: 1\nprimaries: {forward: 4}\n"
    (tmp_path / "ship.yaml").write_text(ship, "utf-8")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))

    command = [sys.executable, "-m", "sheetgen", "render", "ship.yaml", "-o", "o.pdf"]
    done = subprocess.run(
        command, cwd=tmp_path, preexec_fn=limit, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    if "set b" in body:
        assert done.returncode == 0, done.stderr
    else:
        assert done.returncode == 1
        assert "display.svg:2:" in done.stderr
        assert "error[too-much-work]" in done.stderr
    assert (tmp_path / "o.pdf").exists() == (done.returncode == 0)
