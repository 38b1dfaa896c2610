"""sheetgen.svg.read.css: style attributes and style sheets."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.svg.read.css import (
    Compound,
    Selector,
    SelectorFamily,
    Stylesheet,
    add_inline,
    parse_declarations,
    parse_stylesheet,
)
from sheetgen.svg.read.tree import parse_tree


def match(css, tag="rect", name="", classes=(), style=""):
    return add_inline(Stylesheet(parse_stylesheet(css)).match(tag, name, classes), style)


def select(tag="", ids=(), classes=()):
    return Selector((("", Compound(tag, ids, classes)),))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        (" ; ;", {}),
        ("fill:red", {"fill": "red"}),
        (
            "fill:red; stroke-width : 2px !important",
            {"fill": "red", "stroke-width": "2px"},
        ),
        ("FILL: Red", {"fill": "Red"}),
        ("fill:red;fill:blue", {"fill": "blue"}),
        ("fill:red !important;fill:blue", {"fill": "red"}),
        ("fill:red ! IMPORTANT;fill:blue!important", {"fill": "blue"}),
        ("/* a; b */fill/**/:/* : */red", {"fill": "red"}),
        ("font-family: 'a;b', \"c:d\"; x: y", {"font-family": "'a;b', \"c:d\"", "x": "y"}),
        ("fill: url(data:a;b)", {"fill": "url(data:a;b)"}),
        ("--my-own: 1", {"--my-own": "1"}),
    ],
)
def test_declarations(text, found):
    assert parse_declarations(text) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fill red", "'fill red' is not a declaration; write name: value"),
        ("fill:red; stroke", "'stroke' is not a declaration"),
        (":red", "':red' is not a declaration"),
        ("fill:", "'fill:' is not a declaration"),
        ("fill:!important", "is not a declaration"),
        ("a b: c", "'a b: c' is not a declaration"),
        ("fill:red /* oops", "'/* oops' is not closed with */"),
    ],
)
def test_declaration_errors(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_declarations(text)


def test_rules_have_selectors_declarations_and_offsets():
    text = (
        "<![CDATA[ <!-- /* first */\n* { fill: red }\n rect.a.b#c , g{stroke:blue!important}--> ]]>"
    )
    first, second = parse_stylesheet(text)
    assert first.selectors == (select(),)
    assert first.declarations == {"fill": "red"}
    assert text[first.offset :].startswith("* { fill")
    assert second.selectors == (select("rect", ("c",), ("a", "b")), select("g"))
    assert second.declarations == {"stroke": "blue"}
    assert second.important == {"stroke"}
    assert text[second.offset :].startswith("rect.a.b#c")


def test_an_empty_sheet():
    assert parse_stylesheet("") == []
    assert parse_stylesheet(" /* nothing */ ") == []
    assert parse_stylesheet("a{}")[0].declarations == {}
    assert Stylesheet([]).match("rect", "", ()) == ({}, {})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("g $ rect {}", "selector 'g $ rect' is not supported; supported are tags, .class, #id"),
        ("g > {}", "selector 'g >' has nothing after >"),
        ("a:before {}", "':before' in selector 'a:before' is not supported"),
        ("a:first-child(2) {}", "':first-child' in selector"),
        ("a[href {}", "selector 'a[href' is not supported"),
        ("a:not() {}", "':not' in 'a:not()' names nothing"),
        ("rect, {}", "selector ''"),
        ("{fill:red}", "selector ''"),
        ("@media print { a {fill:red} }", "'@media print' is not supported; only plain rules"),
        ("@import 'x';", "'@import 'x';' is not supported"),
        ("a {fill:red", "'a' has no declarations; write them between { and }"),
        ("a", "'a' has no declarations"),
        ("a {fill:red} }", "'}' has no declarations"),
        ("a { fill:red; b { x:y }", "'b { x:y' is not a declaration"),
        ("a { fill }", "'fill' is not a declaration"),
        ("/* a", "is not closed"),
    ],
)
def test_stylesheet_errors(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_stylesheet(text)


@pytest.mark.parametrize(
    ("css", "fill"),
    [
        ("*{fill:a}", "a"),
        ("rect{fill:a}", "a"),
        (".k{fill:a}", "a"),
        ("#i{fill:a}", "a"),
        ("rect.k.l#i{fill:a}", "a"),
        ("*.k{fill:a}", "a"),
        ("circle, .k{fill:a}", "a"),
        ("circle{fill:a}", None),
        ("rect.m{fill:a}", None),
        ("rect.k#j{fill:a}", None),
        ("Rect{fill:a}", None),
        ("rect{fill:a} rect{fill:b}", "b"),
        ("rect{fill:a} *{fill:b}", "a"),
        (".k{fill:a} rect{fill:b}", "a"),
        ("#i{fill:a} rect.k.l{fill:b}", "a"),
        (".k.l{fill:a} .k{fill:b}", "a"),
        ("*, #i{fill:a} .k{fill:b}", "a"),
        ("*{fill:a!important} #i{fill:b}", "a"),
        ("*{fill:a!important} #i{fill:b!important}", "b"),
        ("#i{fill:a!important} *{fill:b!important}", "a"),
    ],
)
def test_match_order(css, fill):
    assert match(css, "rect", "i", ["k", "l"]).get("fill") == fill


def test_match_joins_the_properties_of_all_rules():
    assert match("*{a:1;b:1} rect{b:2;c:2}") == {"a": "1", "b": "2", "c": "2"}


def test_a_style_attribute_wins_except_over_important_rules():
    css = "#i{fill:a; stroke:a!important; x:a!important}"
    found = match(css, name="i", style="fill:b; stroke:b; x:b!important")
    assert found == {"fill": "b", "stroke": "a", "x": "b"}


def test_match_is_remembered_but_not_shared():
    sheet = Stylesheet(parse_stylesheet("rect{fill:a}"))
    add_inline(sheet.match("rect", "", ["k"]), "")["fill"] = "changed"
    assert sheet.match("rect", "", ("k",)) == ({"fill": "a"}, {})
    assert sheet.match("rect", "", ("l",)) == ({"fill": "a"}, {})


FAMILY = parse_tree(
    """<svg xmlns="http://www.w3.org/2000/svg">
    <g id="o" class="w"><rect id="a" class="x y"/><rect id="b" lang="en-GB" class="y"/>
    <g id="i"><rect id="c"/><circle id="d"/></g><circle id="e"/></g></svg>"""
)


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ("g rect", "abc"),
        ("g > rect", "abc"),
        ("#o > rect", "ab"),
        ("svg > g", "o"),
        ("svg > rect", ""),
        ("#a + rect", "b"),
        ("rect + rect", "b"),
        ("#a ~ *", "bie"),
        ("g g circle", "d"),
        ("#o > rect.x + rect.y", "b"),
        ("rect:first-child", "ac"),
        ("circle:last-child", "de"),
        ("svg > :only-child", "o"),
        ("circle:first-of-type", "de"),
        ("rect:nth-child(2)", "b"),
        ("#o > :nth-child(odd)", "ai"),
        ("#o > :nth-child(2n)", "be"),
        ("#o > :nth-child(-n+2)", "ab"),
        ("rect:not(.x)", "bc"),
        ("rect:not(:first-child)", "b"),
        (":root > g", "o"),
        ("rect:hover", ""),
        ("[class]", "oab"),
        ("[class=y]", "b"),
        ('[class~="y"]', "ab"),
        ("[lang|='en']", "b"),
        ("[class^=x]", "a"),
        ("[class$=y]", "ab"),
        ("[class*=' ']", "a"),
        ("circle, #c", "cde"),
    ],
)
def test_elements_are_selected_by_those_around_them(selector, ids):
    sheet, family = Stylesheet(parse_stylesheet(f"{selector}{{x:1}}")), SelectorFamily(FAMILY)
    found = [e for e in FAMILY.walk() if sheet.match_inside(e, family)[0]]
    assert "".join(e.attributes["id"] for e in found) == "".join(
        sorted(ids, key=[e.attributes.get("id", "") for e in FAMILY.walk()].index)
    )


def test_what_a_browser_skips_is_skipped_where_somebody_hears_of_it():
    told = []
    text = (
        '@import "x.css"; @charset "y"; @font-face{a:b} a[{x:1} b{y:2; qwe; z:3}'
        "@media print{c{x:4}} @media screen{d{x:5}} @foo{e{x:6}} f{x:7"
    )
    rules = parse_stylesheet(text, complain=lambda at, message: told.append((at, message)))
    assert [rule.declarations for rule in rules] == [{"y": "2", "z": "3"}, {"x": "4"}, {"x": "7"}]
    assert [text[at:][:5] for at, _ in told[:4]] == ["@impo", "@char", "@font", "a[{x:"]
    assert "'qwe' is not a declaration" in told[4][1]
    assert "'@foo' is not read" in told[5][1]
    assert "'f' has no declarations" in told[6][1]


PARTS = st.sampled_from(["", "rect", "circle", "*"])
SUFFIXES = st.lists(st.sampled_from([".k", ".l", "#i", "#j"]), max_size=3, unique=True)


@given(st.lists(st.tuples(PARTS, SUFFIXES, st.booleans()), max_size=8))
def test_the_strongest_matching_rule_wins(rules):
    rules = [(tag or "*", suffixes, important) for tag, suffixes, important in rules]
    css = "".join(
        f"{tag}{''.join(suffixes)}{{fill:{i}{'!important' if important else ''}}}"
        for i, (tag, suffixes, important) in enumerate(rules)
    )
    ranked = [
        (important, sum(s[0] == "#" for s in suffixes), len(suffixes), tag == "rect", i)
        for i, (tag, suffixes, important) in enumerate(rules)
        if tag in ("*", "rect") and set(suffixes) <= {".k", ".l", "#i"}
    ]
    found = match(css, "rect", "i", ["k", "l"])
    assert found == ({"fill": str(max(ranked)[-1])} if ranked else {})


@given(st.text() | st.text("ab.#*,:;{}!/ @'\"(", max_size=40))
def test_nothing_but_value_error(text):
    for parse in (parse_declarations, parse_stylesheet):
        try:
            parse(text)
        except ValueError as error:
            assert str(error)
    parse_stylesheet(text, complain=lambda at, message: None)
