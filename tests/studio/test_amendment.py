"""Amendments: one value is another one afterwards, and nothing else of the text has changed."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.scribe import read_spans, write_scalar
from sheetgen.reading.source import parse

SHIP = """\
# top
system: asfos   # the game
name: Kestrel
mass: 12        # boxes

primaries: {forward: 16, left: 8}   # arcs
special:
  weapon: mass-driver   # w
  # between
  count: 2
ships:
  # first
  - {ship: a, count: 2}   # A
  # second
  - ship: b  # B
    # note
    count: 3
tail: |
  text
  more

# end
"""
KEYS = ("system", "name", "mass", "hull", "engine", "primaries")


def change(*path: str | int, act: Any = "set", value: Any = None, text: str = SHIP) -> str:
    """The text with one change, with the keys of a ship in their usual order."""
    return amend(text, [Change(0, path, act, value)], lambda above: () if above else KEYS)


CASES = {
    "a number": (("mass",), "set", 13, "mass: 12  ", "mass: 13  "),
    "in braces": (("primaries", "left"), "set", 9, "left: 8}", "left: 9}"),
    "a new key where it belongs": (("hull",), "set", 3, "# boxes\n", "# boxes\nhull: 3\n"),
    "a new key in braces": (("primaries", "rear"), "set", 1, "left: 8}", "left: 8, rear: 1}"),
    "a new key in lines": (("special", "x"), "set", 1, "count: 2\n", "count: 2\n  x: 1\n"),
    "a record": (("new", "a"), "set", "no", "  more\n", '  more\nnew: {a: "no"}\n'),
    "a key away": (("mass",), "remove", None, "mass: 12        # boxes\n", ""),
    "a key out of braces": (("primaries", "forward"), "remove", None, "forward: 16, ", ""),
    "the last key of braces": (("primaries", "left"), "remove", None, ", left: 8", ""),
    "lines": (("tail",), "set", "x\n\ny", "tail: |\n  text\n  more", "tail: |-\n  x\n\n  y"),
    "lines for a word": (
        ("name",), "set", "x\ny\n", "name: Kestrel\n", "name: |\n  x\n  y\n",
    ),
    "lines before a comment": (
        ("mass",), "set", "x\ny\n", "mass: 12        # boxes", "mass: |        # boxes\n  x\n  y",
    ),
    "a line for lines": (("tail",), "set", "x: y", "|\n  text\n  more", '"x: y"'),
    "an item away": (("ships", 0), "remove", None, "  - {ship: a, count: 2}   # A\n", ""),
    "an item in between": (
        ("ships", 1), "insert", {"ship": "c"}, "# A\n", "# A\n  - ship: c\n",
    ),
    "an item at the end": (
        ("ships", 2), "insert", {"ship": "c"}, "count: 3\n", "count: 3\n  - ship: c\n",
    ),
    "an item in front": (
        ("ships", 0), "insert", "c", "  - {ship: a", "  - c\n  - {ship: a",
    ),
    "the first key of an item": (
        ("ships", 1, "ship"), "remove", None, "- ship: b  # B\n", "- \n",
    ),
    "another name": (("special", "weapon"), "rename", "gun", "  weapon:", "  gun:"),
    "a record emptied": (
        ("special",), "set", {},
        "special:\n  weapon: mass-driver   # w\n  # between\n  count: 2\n", "special: {}\n",
    ),
    "an item moved with its comment": (
        ("ships", 1), "move", 0,
        "  - {ship: a, count: 2}   # A\n  # second\n  - ship: b  # B\n    # note\n    count: 3\n",
        "  # second\n  - ship: b  # B\n    # note\n    count: 3\n  - {ship: a, count: 2}   # A\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_change_changes_one_place(case: tuple[Any, ...]) -> None:
    path, act, value, before, after = case
    assert SHIP.count(before) == 1
    assert change(*path, act=act, value=value) == SHIP.replace(before, after)


def test_a_whole_record_is_changed_by_its_parts() -> None:
    """So the comments between them stay."""
    after = change("special", value={"weapon": "particle-cannon", "count": 2, "x": 1})
    assert after == SHIP.replace("mass-driver ", "particle-cannon ").replace(
        "count: 2\n", "count: 2\n  x: 1\n"
    )


def test_a_whole_list_is_changed_by_its_items() -> None:
    after = change("ships", value=[{"ship": "a", "count": 4}])
    assert "- {ship: a, count: 4}   # A\n  # second\ntail" in after


def test_windows_ends_of_lines_stay() -> None:
    text = SHIP.replace("\n", "\r\n")
    after = change("hull", value=3, text=text)
    assert after == text.replace("# boxes\r\n", "# boxes\r\nhull: 3\r\n")
    lines = change("tail", value="x\ny\n", text=text)
    assert parse(lines, "").documents[0].data["tail"] == "x\ny\n"
    assert "\n" not in lines.replace("\r\n", "")


def test_quotes_stay_as_they_were() -> None:
    assert change("name", value="New", text="name: 'Old'  # n\n") == "name: 'New'  # n\n"
    assert change("name", value="It's", text="name: 'Old'\n") == "name: 'It''s'\n"
    assert change("name", value="New", text='name: "Old"\n') == 'name: "New"\n'
    assert change("name", value="12", text="name: Old\n") == 'name: "12"\n'


def test_a_value_that_is_missing_is_written_behind_its_colon() -> None:
    assert change("name", value="A", text="name:\nmass: 1\n") == "name: A\nmass: 1\n"
    assert change("name", "x", value=1, text="name:   # note\n") == "name: {x: 1}   # note\n"
    assert change("ships", 0, act="insert", value=1, text="ships:\n") == "ships: [1]\n"
    assert change("ships", 0, act="insert", value=1, text="ships: []\n") == "ships: [1]\n"


def test_only_the_document_that_is_meant_changes() -> None:
    text = "a: 1\n---\na: 1  # two\n---\n# three\na: 1\n"
    after = amend(text, [Change(1, ("a",), "set", 2)])
    assert after == "a: 1\n---\na: 2  # two\n---\n# three\na: 1\n"


def test_a_value_that_is_repeated_changes_where_it_is_repeated() -> None:
    text = "one: &x {a: 1}\ntwo: *x\n"
    assert amend(text, [Change(0, ("two", "a"), "set", 2)]) == "one: &x {a: 1}\ntwo: {a: 2}\n"
    with pytest.raises(AmendError, match="change it in the text"):
        amend(text, [Change(0, ("one", "a"), "set", 2)])  # `two` would change with it


@pytest.mark.parametrize(
    "bad",
    [
        Change(0, (), "set", {}),
        Change(1, ("mass",), "set", 1),
        Change(-1, ("mass",), "set", 1),
        Change(0, ("mass", "x"), "set", 1),
        Change(0, ("nothing",), "remove"),
        Change(0, ("ships", 9), "remove"),
        Change(0, ("ships", -1), "remove"),
        Change(0, ("ships", "x"), "set", 1),
        Change(0, ("ships", 0), "move", 9),
        Change(0, ("mass",), "insert", 1),
        Change(0, ("mass",), "rename", "name"),
        Change(0, ("mass",), "set", {"a": {1, 2}}),
        Change(0, ("name",), "set", "\ud800"),
    ],
    ids=lambda change: f"{change.act} {change.path}",
)
def test_what_makes_no_sense_is_refused(bad: Change) -> None:
    with pytest.raises(AmendError):
        amend(SHIP, [bad])


@pytest.mark.parametrize("text", ["a: [1\n", "a: 1\na: 2\n", "a: *x\n", "\ta: 1\n"])
def test_a_text_with_mistakes_is_not_changed(text: str) -> None:
    with pytest.raises(AmendError, match="fixed first"):
        amend(text, [Change(0, ("a",), "set", 1)])


# Any text, any change

words = st.from_regex(r"[a-z]{1,5}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="#"), max_size=8)
scalars = st.one_of(
    st.integers(-(10**6), 10**6),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    texts.filter(lambda text: "#" not in text),
    words.map(lambda word: f"{word}\n{word}\n"),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
datas = st.dictionaries(words, values, min_size=1, max_size=5)


@given(scalars)
def test_every_value_is_read_as_it_was_written(value: Any) -> None:
    read = parse(f"a: {write_scalar(value)}\n", "")
    assert read.documents[0].data == {"a": value}
    assert type(read.documents[0].data["a"]) is type(value)


class _Writer:
    """Writes data in styles drawn by hypothesis, with numbered comments in between."""

    def __init__(self, draw: Any) -> None:
        self.draw, self.count = draw, 0

    def comment(self) -> str:
        self.count += 1
        return f"# c{self.count}."

    def end(self) -> str:
        return f"   {self.comment()}\n" if self.draw(st.booleans()) else "\n"

    def above(self, indent: int) -> str:
        return f"{' ' * indent}{self.comment()}\n" if self.draw(st.booleans()) else ""

    def write(self, value: Any, indent: int) -> str:
        """What follows a colon or a dash."""
        if not isinstance(value, (dict, list)) or not value or self.draw(st.booleans()):
            return f" {self.flow(value)}{self.end()}"
        return self.end() + self.block(value, indent)

    def flow(self, value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{k}: {self.flow(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.flow, value)) + "]"
        return write_scalar(value)

    def block(self, value: Any, indent: int) -> str:
        gap = " " * indent
        parts = value.items() if isinstance(value, dict) else ((None, item) for item in value)
        return "".join(
            f"{self.above(indent)}{gap}{'-' if key is None else f'{key}:'}"
            f"{self.write(part, indent + 2)}"
            for key, part in parts
        )


def list_paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of everything inside a value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for step, part in steps:
        found.append((*path, step))
        if isinstance(part, (dict, list)):
            found += list_paths(part, (*path, step))
    return found


def find_comments(text: str, path: tuple[str | int, ...]) -> list[str]:
    """The comments in the lines of a value, which may go with it."""
    [root] = read_spans(text)
    for length in range(len(path), 0, -1):  # what is emptied is written as {} or []
        key, span = next((k, s) for p, k, s in root.walk() if p == path[:length])
        first = key.start if key else max(text.rfind("-", 0, span.start), 0)  # its dash
        start = text.rfind("\n", 0, first) + 1
        end = text.find("\n", span.end)
        above = next(s for p, _, s in root.walk() if p == path[: length - 1])
        if len(above.parts) > 1:
            break
    return re.findall(r"# c\d+\.", text[start:end])


@given(st.data())
def test_any_change_is_made_and_keeps_the_comments(data: st.DataObject) -> None:
    wanted = data.draw(datas)
    writer = _Writer(data.draw)
    text = writer.block(wanted, 0)
    assert parse(text, "").documents[0].data == wanted
    path = data.draw(st.sampled_from(list_paths(wanted)))
    act = data.draw(st.sampled_from(["set", "add", "remove", "insert"]))
    value = data.draw(values)
    wanted = deepcopy(wanted)
    box: Any = wanted
    for step in path[:-1]:
        box = box[step]
    last = path[-1]
    kept = True
    if act == "set":
        kept = not isinstance(box[last], (dict, list))  # comments inside go with it
        box[last] = value
    elif act == "add":
        if isinstance(box, list):
            act, last = "insert", len(box)
            box.append(value)
        else:
            last = "zz"
            box[last] = value
    elif act == "insert" and isinstance(box, list):
        box.insert(int(last), value)
    else:
        act, kept = "remove", False
        del box[last]
    kind: Any = "set" if act == "add" else act
    change = Change(0, (*path[:-1], last), kind, value)
    if not wanted:
        with pytest.raises(AmendError):
            amend(text, [change])
        return
    after = amend(text, [change])
    assert parse(after, "").documents[0].data == wanted
    before, now = (re.findall(r"# c\d+\.", whole) for whole in (text, after))
    mine = [] if kept else find_comments(text, path)
    assert [one for one in before if one not in mine] == [one for one in now if one not in mine]
    assert set(now) <= set(before)
