"""Reading YAML: what it takes, what it refuses, and where it says things stand."""

from __future__ import annotations

import codecs
import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.ground import textfile
from sheetgen.ground import visible as hidden
from sheetgen.ground.diagnostics import BREAK, RULES, Diagnostic, Place
from sheetgen.ground.textfile import Lines
from sheetgen.reading import source
from sheetgen.reading.document import Document
from sheetgen.reading.problem import MAX_PROBLEMS
from sheetgen.reading.source import MAX_ENTRIES, parse, read


@pytest.fixture(params=["libyaml", "python"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test with libyaml, and again as where PyYAML was built without it."""
    if request.param == "python":
        monkeypatch.setattr(source, "_EVENTS", yaml.SafeLoader)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML has no libyaml here")
    return str(request.param)


def only(text: str | bytes) -> Any:
    """The data of the one document of a text without problems."""
    found = parse(text, "f.yaml")
    assert found.diagnostics == []
    (document,) = found.documents
    return document.data


def problem(text: str | bytes) -> Diagnostic:
    (diagnostic,) = parse(text, "f.yaml").diagnostics
    assert diagnostic.severity == "error" and diagnostic.file == "f.yaml"
    return diagnostic


def places(text: str | bytes) -> list[str]:
    return [f"{d.line}:{d.column} {d.rule}" for d in parse(text, "f.yaml").diagnostics]


# What plain words mean


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *[("null", None), ("~", None), ("", None), ("true", True), ("false", False)],
        *[("0", 0), ("-0", 0), ("12", 12), ("-7", -7), ("9" * 18, int("9" * 18))],
        *[("0.5", 0.5), ("-12.25", -12.25), ("1.5e3", 1500.0), ("2.0E-2", 0.02)],
    ],
)
def test_plain_values(engine: str, written: str, value: object) -> None:
    read_as = only(f"a: {written}\n")["a"]
    assert read_as == value
    assert type(read_as) is type(value)


KEPT = """
on no Yes off y N True TRUE False Null NULL 12:30 010 -01 1_000 0x1F 0o7 0b1 +3 .5 1. -.5 --
2026-11-21 2026-11-21T10:00:00Z .inf -.inf .nan 1e5 1.0e999 1.2.3 ١٢ 3d6 = d6 4-
1234567890123456789 -9999999999999999999
"""


@pytest.mark.parametrize("written", KEPT.split())
def test_kept_as_written(engine: str, written: str) -> None:
    assert only(f"a: {written}\nb: [{written}]\n") == {"a": written, "b": [written]}


@pytest.mark.parametrize("written", ["12", "true", "null", "~", "", "0.5", "<<"])
def test_quoted_and_block_scalars_are_text(engine: str, written: str) -> None:
    data = only(f"a: '{written}'\nb: \"{written}\"\nc: |-\n  {written}\nd: >-\n  {written}\n")
    assert data == dict.fromkeys("abcd", written)


def test_keys_become_text(engine: str) -> None:
    data = only("4: a\n1.5: b\ntrue: c\n010: d\n'null': e\n\"<<\": f\n'': g\non: h\n? i\n: j\n")
    assert list(data) == ["4", "1.5", "true", "010", "null", "<<", "", "on", "i"]


def test_nesting(engine: str) -> None:
    text = "a: {b: [1, {c: }], d: []}\ne:\n- - x\n  - {}\n- f: 1\n  g: |\n    two\n    lines\n"
    assert only(text) == {
        "a": {"b": [1, {"c": None}], "d": []},
        "e": [["x", {}], {"f": 1, "g": "two\nlines\n"}],
    }


def test_aliases(engine: str) -> None:
    text = "a: &x [1, &y {b: 2}]\nc: *x\nd: [*y, &z 5, *z]\n"
    assert only(text) == {"a": [1, {"b": 2}], "c": [1, {"b": 2}], "d": [{"b": 2}, 5, 5]}
    document = parse(text, "f").documents[0]
    assert document.place(["c"]) == ("f", 2, 4)
    assert document.place(["c", 1, "b"]) == ("f", 1, 18)  # where it is written


# Documents


def test_documents_of_a_file(engine: str) -> None:
    found = parse("# first\nname: A\n---\n\n  name: B\n---\n# nothing\n---\nname: C\n...\n", "f")
    assert found.diagnostics == []
    assert [(d.data["name"], d.index, *d.place(())) for d in found.documents] == [
        ("A", 0, "f", 2, 1),
        ("B", 1, "f", 5, 3),
        ("C", 2, "f", 9, 1),
    ]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment\n", "---\n", "---\n# a\n---\n...\n"]
)
def test_nothing_in_it(engine: str, text: str) -> None:
    found = parse(text, "f")
    assert (found.documents, found.diagnostics) == ([], [])


def test_places(engine: str) -> None:
    text = "name: Émeraude\n😀é: {x: 😀, ü: [1, Ö]}\nlist:\n  - a\n  - b: |\n      text\nnone:\n"
    (document,) = parse(text, "f").documents
    expected = {
        (): (1, 1, 1, 1),
        ("name",): (1, 1, 1, 7),
        ("😀é", "x"): (2, 6, 2, 9),
        ("😀é", "ü"): (2, 12, 2, 15),
        ("😀é", "ü", 1): (2, 19, 2, 19),
        ("list",): (3, 1, 4, 3),
        ("list", 0): (4, 5, 4, 5),
        ("list", 1, "b"): (5, 5, 5, 8),
        ("none",): (7, 1, 7, 6),
        # what is not there is where its deepest parent is
        ("name", "x", 3): (1, 1, 1, 7),
        ("list", 7): (3, 1, 4, 3),
        ("list", -1): (3, 1, 4, 3),
        ("list", "a"): (3, 1, 4, 3),
        ("nowhere", 0): (1, 1, 1, 1),
    }
    for path, (key_line, key_column, line, column) in expected.items():
        assert document.key_place(path) == Place("f", key_line, key_column)
        assert document.place(path) == Place("f", line, column)


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_line_ends(engine: str, end: str) -> None:
    text = "a: 1\n\nb: [x,\n  y]\nc: |\n  p\n  q\nd: 1\nd: 2\n".replace("\n", end)
    found = parse(text, "f")
    (document,) = found.documents
    assert document.data == {"a": 1, "b": ["x", "y"], "c": "p\nq\n", "d": 1}
    assert document.place(["b", 1]) == ("f", 4, 3)
    assert places(text) == ["9:1 duplicate-key"]
    assert found.text == text


@pytest.mark.parametrize("mark", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_byte_order_marks(engine: str, mark: bytes) -> None:
    encodings = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le"}
    found = parse(mark + "é: 😀\né: 1\n".encode(encodings.get(mark, "utf-16-be")), "f")
    assert found.text == "é: 😀\né: 1\n"
    assert found.documents[0].data == {"é": "😀"}
    assert found.documents[0].place(["é"]) == ("f", 1, 4)
    assert [d.column for d in found.diagnostics] == [1]


def test_byte_order_mark_in_text() -> None:
    assert only("\ufeffa: 1\n") == {"a": 1}


# Problems


def test_all_rules_are_documented() -> None:
    syntax = ["yaml-syntax", "yaml-tag", "yaml-key", "yaml-alias", "duplicate-key"]
    for name in [
        *syntax,
        "too-deep",
        "too-long",
        "too-large",
        "not-text",
        "no-file",
        "not-a-mapping",
    ]:
        rule = RULES[name]
        assert rule.severity == "error" and rule.what and rule.why and rule.example


SYNTAX = [
    ("a:\n\tb: 1\n", "2:1", "a tab is used for indentation", "spaces"),
    ("a: 1\n\tb: 2\n", "2:1", "a tab", "spaces"),
    ("a: |\n  x\n\ty\n", "3:1", "a tab", "spaces"),
    ("name: Terror: the Return\n", "1:13", "a colon with a space", "in quotes"),
    ("--- a: 1\n", "1:6", "a colon with a space", "a new line"),
    ("a: 1\n  b: 2\n", "2:3", "continues the value before it", "indent"),
    ("\r\na\r\nb: 1\n", "3:1", "a colon is missing in the line before", "key: value"),
    ("a: 1\nb:2\nc: 3\n", "2:1", "a colon is missing in this line", "a space after the colon"),
    ("a: 'x\nb: 1\n", "1:4", "the quote ' opened here is never closed", "apostrophe"),
    ('a: "x\n---\nb: 1\n', "1:4", 'the quote " opened here is never closed', 'put " at its end'),
    ('a: "\\q"\n', "1:", "a backslash in double quotes", r"\\"),
    ("a: [1, 2\nb: 3\n", "1:4", "the bracket [ opened here is not closed", "]"),
    ("a: {b: 1\n", "1:4", "the bracket { opened here is not closed", "}"),
    ("a: ['x' 1]\n", "1:9", "a comma or ] is missing before this", "quotes"),
    ("a: [1]]\n", "1:7", "this ] does not belong here", "quotes"),
    ("a: [1, , 2]\n", "1:8", "this , does not belong here", "quotes"),
    ("a: %5\n", "1:4", "a value can't start with %", '"%5"'),
    ("a: @b\n", "1:4", "a value can't start with @", "quotes"),
    ("a: `b`\n", "1:4", "a value can't start with `", "quotes"),
    ("%\na: 1\n", "1:1", "a line can't start with %", "quotes"),
    ("%YAML 3.0\n---\na: 1\n", "1:1", "a line can't start with %", "quotes"),
    ("a:\n    b: 1\n  c: 2\n", "3:3", "check its indentation", "same column"),
    ("  a: 1\nb: 2\n", "2:1", "check its indentation", "same column"),
    ("a: 1\n- b\n", "2:1", "check its indentation", "same column"),
    ("a: - b\n", "1:4", "a list can't start here", "new line"),
    ("a: ? b  # c\n", "1:4", "a value can't start with ?", 'put it in quotes: "? b"'),
    (
        "a: 1\nb:\xa02\nc: 3\n",
        "2:3",
        "this is not a plain space, but a no-break space",
        "space bar",
    ),
    ("a: 1\nb：2\nc: 3\n", "2:2", "but a fullwidth colon (U+FF1A)", "the colon key"),
    ("a: [DD #1, DD #2]\n", "1:4", "the bracket [ opened here", "# after a space begins a comment"),
    ("a: 'x' y\n", "1:8", "this can't follow what is before it", "whole value in quotes"),
    ("a: > x\n", "1:6", "this can't follow the > on the same line", "in quotes"),
    ("a: & b\n", "1:4", "& has no name after it", "in quotes"),
    ("a: *\n", "1:4", "* has no name after it", "in quotes"),
]


@pytest.mark.parametrize(("text", "place", "words", "hint"), SYNTAX)
def test_syntax(engine: str, text: str, place: str, words: str, hint: str) -> None:
    found = problem(text)
    assert found.rule == "yaml-syntax"
    assert f"{found.line}:{found.column}".startswith(place)
    assert words in found.message
    assert hint in found.hint
    assert parse(text, "f").documents == []


def test_a_line_that_only_looks_right(engine: str) -> None:
    found = problem("a:\xa01\n")
    assert (found.rule, found.line, found.column) == ("yaml-syntax", 1, 3)
    assert found.message == "this is not a plain space, but a no-break space (U+00A0)"


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ("a: Unit #5", 9, 'only "Unit" is read here', 'write "Unit #5"'),
        (
            "a: Unit #5 Squadron  # no",
            9,
            'only "Unit"',
            'if #5 Squadron belongs to it, write "Unit #5',
        ),
        ("- Unit  #12b", 9, 'only "Unit"', 'write "Unit #12b"'),
        ('a: The "Unit" #5', 15, "only", "write 'The \"Unit\" #5'"),
        ("a: #1f4e79", 4, "nothing is read here", 'write "#1f4e79"'),
        ("a: &Sons Company", 4, "&Sons is not read as text", 'write "&Sons Company"'),
    ],
)
def test_text_that_is_lost_is_reported(
    engine: str, line: str, column: int, message: str, hint: str
) -> None:
    found = parse(f"x: [1]\n{line}\n" if line[0] != "-" else f"x:\n{line}\n", "f").diagnostics
    [one] = found
    assert (one.rule, one.severity, one.line, one.column) == ("lost-text", "warning", 2, column)
    assert message in one.message
    assert hint in one.hint
    mended = one.hint.partition("write ")[2]
    again = parse(f"{line.partition(': ')[0] if line[0] != '-' else 'a'}: {mended}\n", "f")
    assert not again.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "mass: 12  # heavy",
        "mass: 12 #heavy",
        "mass: 12 #3 of them",
        "class: CA # 3 of them",
        "class: CA #heavy",
        "a: # 3 of them\n  b: 1",
        "a: #all of them\n  b: 1",
        "#a: 1\nb: 2",
        'a: "Unit #5"',
        "a: |\n  Unit #5\n  &c.",
        "a: Unit#5 & more",
        "a: [&x Foo, *x]",
        "a: Smith &Sons",
    ],
)
def test_comments_and_marks_of_yaml_are_not_lost_text(engine: str, text: str) -> None:
    assert parse(f"{text}\n", "f").diagnostics == []


def test_documents_before_a_syntax_error_stay(engine: str) -> None:
    found = parse("a: 1\na: 2\n---\nb: 1\n---\nc: [\n---\nd: 1\n", "f")
    assert [d.data for d in found.documents] == [{"a": 1}, {"b": 1}]
    assert [d.rule for d in found.diagnostics] == ["duplicate-key", "yaml-syntax"]
    found = parse("a: 1\n...\nb\n--- x\n", "f")  # a document with an end mark is whole
    assert [d.data for d in found.documents] == [{"a": 1}]
    found = parse("a: 1\n---\n%YAML 1.1\nb: 1\n", "f")
    assert [d.data for d in found.documents] == [{"a": 1}]


def test_duplicate_keys(engine: str) -> None:
    text = "hull: 3\nname: x\nhull: {a: 1, a: 2}\n4: a\n'4': b\n"
    found = parse(text, "f")
    assert found.documents[0].data == {"hull": 3, "name": "x", "4": "a"}
    assert places(text) == ["3:1 duplicate-key", "3:14 duplicate-key", "5:1 duplicate-key"]
    assert found.diagnostics[0].message == 'the key "hull" appears twice, first in line 1'
    assert found.documents[0].place(["hull"]) == ("f", 1, 7)
    long = problem(f"{'k' * 90}: 1\n{'k' * 90}: 2\n")
    assert len(long.message) < 100


@pytest.mark.parametrize(
    ("text", "place", "shown"),
    [
        ("a: !!python/object:os.system {}\n", "1:4", "!!python/object:os.system"),
        ("a: !foo 1\n", "1:4", "!foo"),
        ("a: ! 1\n", "1:4", '"!"'),
        ("a: [1, !!str 2]\n", "1:8", "!!str"),
        ("!ship\na: 1\n", "1:1", "!ship"),
        ("!k a: 1\n", "1:1", "!k"),
        ("a: &x !foo 1\n", "1:4", "!foo"),
        ("a: !<tag:x> 1\n", "1:4", "!<tag:x>"),
    ],
)
def test_tags(engine: str, text: str, place: str, shown: str) -> None:
    found = problem(text)
    assert found.rule == "yaml-tag" and f"{found.line}:{found.column}" == place
    assert shown in found.message and "not used here" in found.message
    assert list(parse(text, "f").documents[0].data) == ["a"]


def test_unknown_tag_handle(engine: str) -> None:
    assert places("a: !e!x 1\n") == ["1:4 yaml-tag"]


@pytest.mark.parametrize(
    ("text", "place", "words", "data"),
    [
        ("a: 1\n? [x, y]\n: {b: 1}\nc: 2\n", "2:3", "list or mapping", {"a": 1, "c": 2}),
        ("a: {{ x }}\nc: 2\n", "1:5", "list or mapping", {"a": {}, "c": 2}),
        ("a: {{b: 1}: [2], c: 3}\n", "1:5", "list or mapping", {"a": {"c": 3}}),
        ("null: 1\nc: 2\n", "1:1", "null can't be a key", {"c": 2}),
        ("~: [1]\nc: 2\n", "1:1", "~ can't be a key", {"c": 2}),
        ("? \n: 1\nc: 2\n", "1:2", "no key before this colon", {"c": 2}),
        ("a: &x {b: 1}\nc:\n  <<: *x\n  d: 1\n", "3:3", "<<", {"a": {"b": 1}, "c": {"d": 1}}),
        ("a: &x b\n*x : 1\nc: 2\n", "2:1", "an alias can't be a key", {"a": "b", "c": 2}),
    ],
)
def test_keys_refused(engine: str, text: str, place: str, words: str, data: object) -> None:
    found = problem(text)
    assert found.rule == "yaml-key" and f"{found.line}:{found.column}" == place
    assert words in found.message
    assert parse(text, "f").documents[0].data == data


@pytest.mark.parametrize("text", [": 1\nb: 2\n", "b: 2\n: 1\n", "b:\n  - : 1\n"])
def test_colon_without_a_key(engine: str, text: str) -> None:
    found = problem(text)
    line, column = text[: text.index(": 1")].count("\n") + 1, 5 if "-" in text else 1
    assert (found.rule, found.line, found.column) == ("yaml-key", line, column)
    assert "no key before this colon" in found.message


def test_aliases_refused(engine: str) -> None:
    missing = problem("a: *guns\nb: 1\n")
    assert missing.rule == "yaml-alias" and (missing.line, missing.column) == (1, 4)
    assert "*guns repeats nothing" in missing.message and "&guns" in missing.hint
    inside = problem("a: &x\n  b: [1, *x]\n")
    assert inside.rule == "yaml-alias" and (inside.line, inside.column) == (2, 10)
    assert "inside the very value" in inside.message
    assert parse("a: &x\n  b: [1, *x]\n", "f").documents[0].data == {"a": {"b": [1, None]}}
    assert places("a: &x 1\n---\na: *x\n") == ["3:4 yaml-alias"]


def test_alias_bomb_is_refused(engine: str) -> None:
    rows = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30)]
    found = problem("\n".join(rows))  # written out it would fill any memory
    assert found.rule == "yaml-alias" and "100,000" in found.message
    assert "expansion bomb" in found.hint


def test_many_aliases_of_little_are_fine(engine: str) -> None:
    data = only("a: &x {b: 1}\nc: [" + "*x, " * 500 + "]\n")
    assert data["c"] == [{"b": 1}] * 500


def test_nesting_limit(engine: str) -> None:
    assert places("a: " + "[" * 39 + "]" * 39) == []
    text = "a: " + "[" * 40 + "{b: [1]}" + "]" * 40 + "\nb: 1\nb: 2\n"
    found = parse(text, "f")
    assert places(text) == ["1:43 too-deep", "3:1 duplicate-key"]
    assert "40 levels" in found.diagnostics[0].message
    assert found.documents[0].data["b"] == 1


def test_lists_and_mappings_have_an_end(engine: str) -> None:
    entries = "\n".join(f"  k{number}: 1" for number in range(MAX_ENTRIES))
    assert places(f"a: [{'1,' * MAX_ENTRIES}]\nb:\n{entries}\n") == []
    text = f"a: [{'1,' * MAX_ENTRIES}\n 1, 1]\nb:\n{entries}\n  last: 1\nc: 1\nc: 2\n"
    found = parse(text, "f")
    lines = (MAX_ENTRIES + 4, MAX_ENTRIES + 6)
    expected = ["2:2 too-long", f"{lines[0]}:3 too-long", f"{lines[1]}:1 duplicate-key"]
    assert places(text) == expected
    assert found.diagnostics[0].message == "this list has more than 2,000 entries"
    data = found.documents[0].data
    assert (len(data["a"]), len(data["b"]), data["c"]) == (MAX_ENTRIES, MAX_ENTRIES, 1)


def test_aliases_do_not_nest_deeper_either(engine: str) -> None:
    text = "a: &a " + "[" * 30 + "]" * 30 + "\nb: " + "[" * 9 + "*a" + "]" * 9 + "\n"
    assert places(text) == []
    assert places(text.replace("*a", "[*a]")) == ["2:14 too-deep"]


@pytest.mark.parametrize("opener", ["[", "{", "- ", "? ", "{a: ", "[{"])
def test_bottomless_nesting_is_refused(engine: str, opener: str) -> None:
    found = parse("a: 1\n---\n" + opener * 10_000, "f")
    assert "too-deep" in {d.rule for d in found.diagnostics}
    assert [d.data for d in found.documents] == [{"a": 1}]


@pytest.mark.parametrize(
    ("raw", "place", "words"),
    [
        (b"a: 1\nname: \xc3\x89l\xe9an\n", "2:9", "0xE9"),
        (b"\xef\xbb\xbf\xff", "1:1", "0xFF"),
        (b"a: 1\r\nb: \x00\n", "2:4", "U+0000"),
        (b"a: \x1b[0m\n", "1:4", "U+001B"),
        (b"\x89PNG\r\n", "1:1", "0x89"),
        (b"a: 1\n\xef\xbb\xbfb: 2\n", "2:1", "U+FEFF"),
        (b"\xff\xfea\x00:\x00\n\x00x\x00\x00\xd8", "2:2", "UTF-16"),
        (b"\xff\xfea", "1:1", "UTF-16"),
    ],
)
def test_not_text(raw: bytes, place: str, words: str) -> None:
    found = problem(raw)
    assert found.rule == "not-text" and f"{found.line}:{found.column}" == place
    assert words in found.message and ("UTF-8" if "0x" in words else "") in found.hint
    assert found.hint
    assert parse(raw, "f").documents == []


def test_lone_surrogates_are_not_text() -> None:
    assert places("a: \ud800\n") == ["1:4 not-text"]


def test_too_large() -> None:
    assert places(b"#" * (textfile.MAX_BYTES + 1)) == ["0:0 too-large"]
    assert places("#" * textfile.MAX_BYTES) == []


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("- a: 1\n- b: 2\n", "1:1", "a list"),
        ("\n  hello\n", "2:3", "a single value"),
        ("''\n", "1:1", "a single value"),
        ("~\n", "1:1", "a single value"),
        ("a: 1\n---\n5\n", "3:1", "a single value"),
    ],
)
def test_not_a_mapping(engine: str, text: str, place: str, words: str) -> None:
    found = problem(text)
    assert found.rule == "not-a-mapping" and f"{found.line}:{found.column}" == place
    assert words in found.message


def test_forgotten_space_is_hinted_at() -> None:
    assert "space" in problem("name:Warrior\n").hint
    assert len(parse("name:Warrior\n", "f").documents) == 1


def test_all_problems_in_one_run(engine: str) -> None:
    text = """\
name: !x A
name: B
<<: *nothing
list: [1, {? [k] : v}, *gone]
---
- not a mapping
---
ok: 1
---
bad: 'open
"""
    assert places(text) == [
        "1:7 yaml-tag",
        "2:1 duplicate-key",
        "3:1 yaml-key",
        "3:5 yaml-alias",
        "4:14 yaml-key",
        "4:24 yaml-alias",
        "6:1 not-a-mapping",
        "10:6 yaml-syntax",
    ]
    first, second, third = parse(text, "f").documents
    assert first.data == {"name": "A", "list": [1, {}, None]}
    assert (second.data, third.data) == (["not a mapping"], {"ok": 1})


def test_endless_problems_are_cut_off() -> None:
    assert len(parse("a: 1\n" * 5000, "f").diagnostics) == MAX_PROBLEMS
    assert len(parse("- a\n---\n" * 5000, "f").diagnostics) == MAX_PROBLEMS


# Files


def test_read(tmp_path: Path) -> None:
    path = tmp_path / "warrior.yaml"
    path.write_bytes(b"name: Warrior\r\n")
    found = read(path)
    assert found.file == found.documents[0].file == str(path)
    assert found.documents[0].data == {"name": "Warrior"}
    assert found.text == "name: Warrior\r\n"
    assert read(path, "ships/w.yaml").documents[0].place(["name"]) == ("ships/w.yaml", 1, 7)


def test_unreadable_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def only_problem(path: Path) -> Diagnostic:
        found = read(path, "x.yaml")
        assert (found.text, found.documents) == ("", [])
        (diagnostic,) = found.diagnostics
        assert diagnostic.place == "x.yaml"
        return diagnostic

    assert only_problem(tmp_path / "missing.yaml").message == "there is no such file"
    assert only_problem(tmp_path).message == "this is a folder, not a file"
    assert only_problem(tmp_path / "a\0b").rule == "no-file"
    assert only_problem(tmp_path / ("a" * 5000)).rule == "no-file"
    path = tmp_path / "x.yaml"
    with path.open("wb") as stream:
        stream.truncate(textfile.MAX_BYTES + 1)
    assert only_problem(path).rule == "too-large"

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    refused = only_problem(path)
    assert refused.rule == "no-file" and "Permission denied" in refused.message


# Whatever comes

YAMLISH = st.lists(
    st.sampled_from(
        [
            *"abn01 :-[]{},'\"#&*!|>%@`~?=<.\\\n\t\ré😀\x85\u2028\x00\ufeff",
            *(": ", "\n- ", "\n  ", "\r\n", "&a ", "*a", "---\n", "...\n", "|\n  ", "!!x ", "<<: "),
            *("null", '"\\U00110000"'),
        ]
    ),
    max_size=40,
).map("".join)


def check_anything(text: str | bytes) -> None:
    found = parse(text, "f.yaml")
    lines = re.split("\r\n|[\r\n]", found.text)
    for diagnostic in found.diagnostics:
        assert diagnostic.rule in RULES and diagnostic.message.isprintable()
        assert diagnostic.line <= len(lines)
        assert not diagnostic.line or diagnostic.column <= len(lines[diagnostic.line - 1]) + 1
    for index, document in enumerate(found.documents):
        assert document.index == index
        assert document.place([]).file == "f.yaml"
        document.key_place(["a", 0, "a"])


@given(st.one_of(st.text(st.characters()), YAMLISH, YAMLISH.map("a: ".__add__)))
@settings(max_examples=400)
def test_no_text_raises(text: str) -> None:
    check_anything(text)


@given(st.one_of(st.binary(), YAMLISH.map(str.encode), st.binary().map(b"\xff\xfe".__add__)))
@settings(max_examples=200)
def test_no_bytes_raise(raw: bytes) -> None:
    check_anything(raw)


@given(YAMLISH)
@settings(max_examples=200)
def test_no_text_raises_without_libyaml(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "_EVENTS", yaml.SafeLoader)
        check_anything(text)


class QuotingDumper(yaml.SafeDumper):
    """Writes all text in double quotes, and no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')


QuotingDumper.add_representer(str, represent_text)


def structures(text: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    scalars = st.one_of(
        text,
        st.none(),
        st.booleans(),
        st.integers(1 - 10**18, 10**18 - 1),
        st.floats(allow_nan=False, allow_infinity=False),
    )
    trees = st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
        max_leaves=12,
    )
    return st.dictionaries(text, trees, max_size=5)


@given(structures(st.text(max_size=30)), st.sampled_from([True, False, None]), st.booleans())
@settings(max_examples=200)
def test_reads_back_what_was_dumped(data: dict[str, Any], flow: bool | None, as_is: bool) -> None:
    text = yaml.dump(
        data, Dumper=QuotingDumper, default_flow_style=flow, allow_unicode=as_is, sort_keys=False
    )
    read_back = only(text)
    assert repr(read_back) == repr(data)  # 1, 1.0 and True are equal, but not the same


@given(st.dictionaries(st.text(max_size=9), st.lists(st.text()), max_size=5))
@settings(max_examples=100)
def test_reads_back_quoted_text(data: dict[str, list[str]]) -> None:
    assert only(yaml.safe_dump(data, default_style='"')) == data


def walk(document: Document) -> Iterator[tuple[list[str | int], Any]]:
    """Every path in a document with its value."""
    rest: list[tuple[list[str | int], Any]] = [([], document.data)]
    while rest:
        path, value = rest.pop()
        yield path, value
        if isinstance(value, dict):
            rest += [([*path, key], inner) for key, inner in value.items()]
        elif isinstance(value, list):
            rest += [([*path, at], inner) for at, inner in enumerate(value)]


@given(structures(st.text("aé😀ß 1:", max_size=9)), st.booleans(), st.booleans())
@settings(max_examples=200)
def test_marks_point_at_the_text(data: dict[str, Any], flow: bool, windows: bool) -> None:
    text = yaml.dump(
        data, Dumper=QuotingDumper, default_flow_style=flow, allow_unicode=True, width=10**6
    )
    text = "# é😀\n---\n" + text.replace(r"\U0001F600", "😀")  # as it writes it all the same
    if windows:
        text = text.replace("\n", "\r\n")
    (document,) = parse(text, "f").documents
    lines = text.splitlines()

    def text_at(place: Place) -> str:
        return lines[place.line - 1][place.column - 1 :]

    for path, value in walk(document):
        here = text_at(document.place(path))
        if isinstance(value, str):
            assert here.startswith(f'"{value}"')
        elif isinstance(value, (bool, int, float)) or value is None:
            word = re.split(r"[,\]}]", here)[0].rstrip()
            assert yaml.safe_load(word) == value
        elif flow or not value:
            assert here[0] == ("{" if isinstance(value, dict) else "[")
        elif isinstance(value, list):
            assert here.startswith("- ")
        if path and isinstance(path[-1], str):
            assert text_at(document.key_place(path)).startswith(f'"{path[-1]}"')
        else:
            assert document.key_place(path) == document.place(path)


@given(st.text("ab\r\n", max_size=60), st.integers(1, 7))
@settings(max_examples=300)
def test_places_count_the_lines_of_editors(text: str, block: int) -> None:
    starts = [0, *(end.end() for end in BREAK.finditer(text))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textfile, "_BLOCK", block)
        lines = Lines(text, "f")
        for at in range(len(text) + 1):
            line = bisect_right(starts, at)
            assert lines.place(at) == ("f", line, at - starts[line - 1] + 1)


def test_what_was_forgotten_is_read_again() -> None:
    text = "name: A\nhull: {left: 1, right: [2, 3]}\n---\nname: B\nhull: x\n"
    first, second = parse(text, "f").documents
    for document in (first, second):
        document.forget_data()
        document.settle("name")
        document.settle("name")
    assert second.place(["name"]) == ("f", 4, 7)
    assert second.key_place(["name"]) == ("f", 4, 1)
    assert second._data != {"name": "B", "hull": "x"}  # nothing else was needed so far
    assert second.data == {"name": "B", "hull": "x"}
    assert first.place(["hull", "right", 1]) == ("f", 2, 28)
    assert first.data["hull"] == {"left": 1, "right": [2, 3]}


def test_a_document_that_is_nothing_is_not_forgotten() -> None:
    (document,) = parse("~\n", "f").documents
    assert document.data is None
    document.forget_data()
    assert document.data is None


def test_printable_text_needs_no_search_for_what_must_not_be_in_it() -> None:
    printable = "".join(c for c in map(chr, range(0x110000)) if c.isprintable() or c == "\n")
    for pattern in (hidden._HIDDEN, textfile._NOT_TEXT):
        assert re.search(pattern, printable) is None
    assert hidden.find_hidden("a\u202eb") == "\u202e"
    assert textfile.find_odd("a\n\ufeffb") == "\ufeff"
