"""The base of definitions: strict types, and diagnostics of all that is wrong."""

from __future__ import annotations

import copy
import pickle
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.record import replace
from sheetgen.reading.field import Field, Text
from sheetgen.reading.model import MismatchError, Model, list_keys, make_reader, write_data
from sheetgen.reading.refusal import validate
from sheetgen.reading.source import parse


class Gun(Model):
    """A nested model."""

    type: Literal["light", "heavy"] = Field(description="light or heavy")
    count: int = Field(1, ge=1, le=9, description="how many")


class Thing(Model):
    """A definition with a bit of everything."""

    name: Text = Field(description="what it is called")
    size: int = Field(0, ge=0, le=10, description="from 0 to 10")
    weight: float = Field(1.0, gt=0, lt=5)
    ready: bool = False
    motto: str = Field("", max_length=5)
    colour: str = Field("#fff", pattern="#[0-9a-f]{3}", description="such as #1af")
    guns: list[Gun] = Field(default_factory=list, max_length=2, description="[{type: light}]")
    by_arc: dict[str, Gun] = Field(default_factory=dict)
    best: Gun | None = None
    speed: Annotated[int, Field(ge=0)] | None = Field(None, alias="top-speed")
    span: int | list[int] = Field(0, description="4, or [2, 5]")
    notes: list[str] = []  # noqa: RUF012


KEYS = [key.title for key in list_keys(Thing).values()]


def read(text: str) -> tuple[Any, list[Diagnostic]]:
    found = parse(text, "f.yaml")
    assert found.diagnostics == []
    return validate(Thing, found.documents[0])


def accept(text: str) -> Any:
    thing, found = read(text)
    assert found == []
    assert thing is not None
    return thing


def refuse(text: str) -> Diagnostic:
    thing, found = read(text)
    assert thing is None
    (diagnostic,) = found
    return diagnostic


def test_what_is_right_is_kept() -> None:
    thing = accept("name: A\nguns: [{type: light, count: 3}]\ntop-speed: 4\n")
    assert thing.guns == [Gun(type="light", count=3)]
    assert thing.speed == 4


def test_a_definition_is_frozen() -> None:
    with pytest.raises(AttributeError, match="the value 'size' of a Thing can't be changed"):
        accept("name: A\n").size = 3
    with pytest.raises(AttributeError):
        del accept("name: A\n").size


def test_a_definition_is_a_value() -> None:
    thing = accept("name: A\nguns: [{type: light}]\ntop-speed: 4\n")
    assert thing == Thing(**{"name": "A", "guns": [{"type": "light"}], "top-speed": 4})
    assert thing == copy.deepcopy(thing) == pickle.loads(pickle.dumps(thing))
    assert hash(thing.guns[0]) == hash(Gun(type="light"))
    assert repr(thing.guns[0]) == "Gun(type='light', count=1)"
    other = replace(thing, size=3)
    assert (other.size, other.guns, thing.size) == (3, thing.guns, 0)
    assert other != thing
    with pytest.raises(TypeError, match="a Thing has no sise"):
        replace(thing, sise=3)


def test_a_definition_is_written_as_it_may_be_read() -> None:
    thing = accept("name: A\nguns: [{type: light}]\ntop-speed: 4\n")
    data = write_data(thing)
    assert (data["top-speed"], data["guns"]) == (4, [{"type": "light", "count": 1}])
    assert "best" not in data
    assert Thing(**data) == thing


def test_a_default_is_shared_by_nobody() -> None:
    one, two = Thing(name="A"), Thing(name="B")
    one.notes.append("x")
    assert (two.notes, Thing(name="C").notes) == ([], [])


def test_a_program_is_told_what_it_may_not_make() -> None:
    with pytest.raises(MismatchError) as found:
        Thing(name="A", guns=[{"type": "light", "count": 0}])
    assert [(one.rule, one.path) for one in found.value.mismatches] == [
        ("out-of-range", ("guns", 0, "count"))
    ]
    with pytest.raises(TypeError, match=r"can't take tuple\[int, ...\]"):
        make_reader(tuple[int, ...])


@pytest.mark.parametrize(
    ("written", "name"), [("1701", "1701"), ("-3", "-3"), ("010", "010"), ("on", "on")]
)
def test_a_text_may_be_a_whole_number(written: str, name: str) -> None:
    assert accept(f"name: {written}\n").name == name


@pytest.mark.parametrize("written", ["1.50", "true", "null", "[a]", "{a: b}"])
def test_a_text_may_be_nothing_else(written: str) -> None:
    assert refuse(f"name: {written}\n").rule == "wrong-type"


@pytest.mark.parametrize(
    ("line", "rule", "column", "words"),
    [
        ("size: 4.0", "wrong-type", 7, "size: expected a whole number, got 4.0"),
        ("size: '4'", "wrong-type", 7, "got '4'"),
        ("size: true", "wrong-type", 7, "got true"),
        ("size:", "wrong-type", 6, "got nothing"),
        ("weight: heavy", "wrong-type", 9, "weight: expected a number, got 'heavy'"),
        ("ready: yes", "wrong-type", 8, "ready: expected true or false, got 'yes'"),
        ("ready: 1", "wrong-type", 8, "got 1"),
        ("motto: 5", "wrong-type", 8, "motto: expected a text, got 5"),
        ("guns: heavy", "wrong-type", 7, "guns: expected a list, got 'heavy'"),
        ("guns: {type: light}", "wrong-type", 7, "expected a list, got keys with values"),
        ("guns: [light]", "wrong-type", 8, "guns[1]: expected keys with values, got 'light'"),
        ("best: [light]", "wrong-type", 7, "best: expected keys with values, got a list"),
        ("size: 11", "out-of-range", 7, "size: 11 is more than 10"),
        ("size: -1", "out-of-range", 7, "size: -1 is less than 0"),
        ("weight: 0.0", "out-of-range", 9, "weight: 0.0 is not more than 0"),
        ("weight: 5.0", "out-of-range", 9, "weight: 5.0 is not less than 5"),
        ("motto: abcdef", "out-of-range", 8, "motto: 'abcdef' is longer than 5 characters"),
        ("top-speed: -1", "out-of-range", 12, "top-speed: -1 is less than 0"),
        ("best: {type: havy}", "wrong-value", 14, "best.type: 'havy' is not one of light, heavy"),
        ("colour: red", "wrong-value", 9, "colour: 'red'"),
        ("guns: [{type: light}, {count: 2}]", "missing-key", 23, "guns[2].type is missing"),
        ("guns: [{type: light, cuont: 2}]", "unknown-key", 22, "guns[1].cuont"),
        ("best: {type: light, x: 2}", "unknown-key", 21, "best.x"),
        ("by_arc: {bow: {type: 3}}", "wrong-value", 22, "by_arc.bow.type: 3 is not one of light"),
        ("speed: 4", "unknown-key", 1, "there is no key speed here"),
        ("span: x", "wrong-type", 7, "span: expected a whole number, got 'x'"),
        ("span: [1, x]", "wrong-type", 11, "span[2]: expected a whole number, got 'x'"),
        ("guns: [1, 2, 3]", "out-of-range", 7, "guns: a list has more than 2 entries"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    line: str, rule: str, column: int, words: str
) -> None:
    diagnostic = refuse(f"name: A\n{line}\n")
    assert (diagnostic.rule, diagnostic.line, diagnostic.column) == (rule, 2, column)
    assert words in diagnostic.message


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("sise: 4", "did you mean size?"),
        ("speed: 4", "did you mean top-speed?"),
        ("xyzzy: 4", "the keys here are name, size, weight"),
        ("best: {typ: light, type: heavy}", "did you mean type?"),
        ("best: {type: heavi}", "did you mean heavy?"),
        ("size: 010", "write 10"),
        ("size: '1_000'", "write 1000"),
        ("size: 12:30", "from 0 to 10"),
        ("guns: {type: light}", "list"),
        ("name: 1.5", "quotes"),
        ("size: 99", "size: from 0 to 10"),
    ],
)
def test_hints_tell_what_would_be_right(line: str, hint: str) -> None:
    text = f"{line}\n" if line.startswith("name") else f"name: A\n{line}\n"
    assert hint in refuse(text).hint


def test_a_long_value_is_shortened() -> None:
    message = refuse(f"name: A\nsize: {'x' * 500}\n").message
    assert "x…'" in message
    assert len(message) < 120


def test_everything_is_told_at_once() -> None:
    _, found = read("size: x\nweight: y\nxyz: 1\nbest: {count: 0}\n")
    assert [d.rule for d in found] == [
        "missing-key",
        "wrong-type",
        "wrong-type",
        "missing-key",
        "out-of-range",
        "unknown-key",
    ]


def test_unknown_keys_are_counted_after_the_first_twenty() -> None:
    """However many there are, no more are looked at closely; other mistakes are reported too."""
    _, found = read("size: x\n" + "".join(f"key{i}: 1\n" for i in range(1900)))
    unknown = [d for d in found if d.rule == "unknown-key"]
    assert [d.line for d in unknown] == list(range(2, 23))
    assert unknown[19].message == "there is no key key19 here"
    assert unknown[20].message == "and 1,880 more keys that nothing reads"
    assert {d.rule for d in found} == {"unknown-key", "missing-key", "wrong-type"}
    _, found = read("".join(f"key{i}: 1\n" for i in range(21)))
    assert found[-1].message == "and 1 more key that nothing reads"


def test_the_keys_of_a_place_are_listed_once() -> None:
    """Also where the lower of two keys is found first; other lists are reported as well."""
    _, found = read("zzz: 1\nname: A\nguns: [{xxx: 1}, {type: light, yyy: 2}]\nqqq: 1\n")
    hints = {d.line * 100 + d.column: d.hint for d in found if d.rule == "unknown-key"}
    above = "the keys that belong here are listed above"
    assert hints[101].startswith("the keys here are name, size, weight")
    assert hints[401] == above
    assert hints[309] == "the keys here are type, count"
    assert hints[332] == above


def test_an_empty_text_is_no_list() -> None:
    assert "character" in refuse('name: ""\n').message


plain = st.one_of(
    st.none(), st.booleans(), st.integers(-20, 20), st.floats(-9, 9), st.text(max_size=8)
)
values: st.SearchStrategy[Any] = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "type", "count", "guns", "size", "", "zz"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@settings(max_examples=80)
@given(st.dictionaries(st.sampled_from([*KEYS, "zz"]), values))
def test_any_data_is_accepted_or_refused(data: dict[str, Any]) -> None:
    """Data that no text gives marks for, so that places fall back on parents."""
    (document,) = parse("a: b\n", "f.yaml").documents
    document._data = data
    thing, found = validate(Thing, document)
    assert (thing is None) is bool(found)
    assert all(d.is_error and d.message and d.file == "f.yaml" for d in found)
