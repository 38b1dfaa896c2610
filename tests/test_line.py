"""Files of many documents: read line by line, they are what the parser makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.ground import assets
from sheetgen.reading import line, source
from sheetgen.reading.document import Document, Source
from sheetgen.reading.line import read_documents
from sheetgen.reading.source import _walk, parse

PLAIN = """
system: asfos
mass: 12
speed: 4.5
points: -0
code: 010
name: Émeraude, 3 - the (old) one's
name: Tern
art: null
is: true
primaries: {forward: 8, left: 1, "right": 1, rear: 0}
thrusters: [rear, 'left side']
weapons: [{weapon: laser-cannon, count: 2}, {}]
title: "Tern: the 2nd"
""".strip().splitlines()
ODD = [
    *("", " ", "# a comment", "name:  Tern", "name: Tern ", "name: Tern # once", "name:", "? a"),
    *("- a", "hull:\n  left: 1\n  right: [1]", "weapons:\n- a\n- b: 1", "name: a\n  b"),
    *("text: |\n  two\n  lines", "text: |+\n  two\n\n", "text: >-\n  two\n  lines", "name: 'a"),
    *("a: {", "null: 3", "a: {null: 3}", "a: {b: 1, b: 2}", "a: [1] 2", 'a: "b" c', "a: '“b”'"),
    *("a: “b”", "a: *x", "a: &x 1", "a: !t 1", "Name: Tern", "a: \tb", "a: }", "a: {b: 1}}"),
    *("%YAML 1.1", "...", "--- # next", "---", "--- ", "a: b\u2028c: d", "a: 'b\u2028c'"),
    *("a: {b: '\u0085'}", "a: '1' # '", "name: a: b"),
]
LINES = st.one_of(st.sampled_from(PLAIN), st.sampled_from(PLAIN), st.sampled_from(PLAIN + ODD))
TEXTS = st.lists(st.lists(LINES, max_size=5).map("\n".join), min_size=2, max_size=4)
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])


def walk_values(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values, and some that do not exist."""
    yield path
    yield (*path, "nowhere")
    yield (*path, 7, "nowhere")
    inner: Any = ()
    if isinstance(value, (dict, list)):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield from walk_values(one, (*path, key))


def describe(documents: list[Document]) -> list[Any]:
    """Everything that is known of documents."""
    return [
        (
            document.index,
            document.file,
            repr(document.data),  # 1, 1.0 and True are equal, but not the same
            [
                (path, document.place(path), document.key_place(path))
                for path in walk_values(document.data)
            ],
        )
        for document in documents
    ]


def check(text: str) -> None:
    """Compares what is read line by line with what the parser makes of the whole."""
    known, quick = _walk(text, "f.yaml"), parse(text, "f.yaml")
    assert quick.diagnostics == known.diagnostics
    everything = describe(known.documents)
    assert describe(quick.documents) == everything
    for one, other in zip(quick.documents, known.documents, strict=True):
        one.settle("name")
        assert one.place(("name",)) == other.place(("name",))
        assert one.key_place(("name",)) == other.key_place(("name",))
    assert describe(quick.documents) == everything


@pytest.mark.parametrize("one", [*PLAIN, *ODD])
def test_each_line_means_what_it_means_to_the_parser(one: str) -> None:
    for part in (one, f"{one}\nlast: 1", f"first: 1\n{one}", f"first: 1\n{one}\nlast: 1\n"):
        for text in (f"{part}\n---\nnext: 1", f"before: 1\n---\n{part}\n---\nnext: 1\n"):
            check(text)
            check(text.replace("\n", "\r\n"))
            check(f"before: 1\n---\n{part}")


@given(TEXTS, ENDS, st.booleans())
@settings(max_examples=300)
def test_it_reads_what_the_parser_reads(parts: list[str], end: str, is_ended: bool) -> None:
    check(("\n---\n".join(parts) + "\n" * is_ended).replace("\n", end))


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects the texts that go through the parser."""
    texts: list[str] = []

    def walk(text: str, file: str) -> Source:
        texts.append(text)
        return _walk(text, file)

    monkeypatch.setattr(source, "_walk", walk)
    return texts


def test_a_line_is_parsed_once(parsed: list[str]) -> None:
    text = "\n---\n".join(f"name: Tern {n}\nmass: 3\nguns: {{left: 1}}" for n in range(50))
    for ending in ("", "\n"):
        parsed.clear()
        documents = parse(text + ending, "f").documents
        assert parsed == ["guns: {left: 1}"]
        assert [d.data["name"] for d in documents] == [f"Tern {n}" for n in range(50)]
        assert documents[3].place(("guns", "left")) == ("f", 15, 14)
    parsed.clear()
    assert len(parse(text.replace("\n", "\r\n"), "f").documents) == 50
    assert parsed == ["guns: {left: 1}"]


def test_a_document_that_is_not_plain_is_parsed_alone(parsed: list[str]) -> None:
    found = parse("name: A\n---\nname: B\ntext: |\n  two\n\n---\nname: C\n", "f")
    assert parsed == ["name: B\ntext: |\n  two\n\n"]
    assert [document.data["name"] for document in found.documents] == ["A", "B", "C"]
    assert found.documents[1].data["text"] == "two\n"
    assert found.documents[1].place(("text",)) == ("f", 4, 7)
    assert found.documents[2].place(("name",)) == ("f", 8, 7)


def test_documents_that_are_mostly_not_plain_share_a_parser(parsed: list[str]) -> None:
    odd = "name: B\nguns:\n  left: 1"
    parse("\n---\n".join(["name: A", "name: C", odd] * 100), "f")
    assert len(parsed) == 100
    parsed.clear()
    text = "\n---\n".join(["name: A", odd, odd] * 100)
    assert len(parse(text, "f").documents) == 300
    assert len(parsed) < 50
    assert parsed[-1] == text


def test_a_problem_is_found_in_the_whole_file(parsed: list[str]) -> None:
    found = parse("name: A\n---\nname: B\nname: C\n---\nname: D\n", "f")
    assert parsed[-1] == found.text
    assert [(d.line, d.rule) for d in found.diagnostics] == [(4, "duplicate-key")]
    assert [document.data["name"] for document in found.documents] == ["A", "B", "D"]


def test_what_was_forgotten_is_read_again() -> None:
    document = parse("name: A\n---\nname: B\nguns: {left: 1}\n", "f").documents[1]
    document.forget_data()
    assert document.data == {"name": "B", "guns": {"left": 1}}
    assert document.place(("guns", "left")) == ("f", 4, 14)


def test_only_so_many_lines_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "_MOST_KNOWN", 3)
    most = 0
    remember = line._Known.__setitem__

    def count(known: Any, key: str, value: Any) -> None:
        nonlocal most
        remember(known, key, value)
        most = max(most, len(known))

    monkeypatch.setattr(line._Known, "__setitem__", count, raising=False)
    text = "\n---\n".join(f"name: {n}\nmass: 3\nhull: {n % 4}" for n in range(20))
    assert [d.data["name"] for d in parse(text, "f").documents] == [*range(20)]
    assert most == 3


def test_all_that_comes_along_is_read_alike() -> None:
    for path in sorted(assets.shipped("ships").rglob("*.yaml")):
        check(f"{path.read_text(encoding='utf-8')}\n---\nname: A\n")


def test_lists_and_mappings_have_an_end_here_too() -> None:
    text = "name: A\n---\n" + "".join(f"k{n}: 1\n" for n in range(source.MAX_ENTRIES + 1))
    (problem,) = parse(text, "f").diagnostics
    assert problem.rule == "too-long"
    assert read_documents(text, "f", _walk, parse) is None
