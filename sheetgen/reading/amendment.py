"""Amendments: single values of a YAML text changed, and every other character left as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import yaml

from sheetgen.ground.record import record
from sheetgen.reading import scribe
from sheetgen.reading.scribe import Path_, ValueSpan, read_spans
from sheetgen.reading.source import parse

Order = Callable[[Path_], Sequence[str]]
"""The usual order of the keys of the mapping at a path."""


class AmendError(ValueError):
    """A change that can't be made in a text; it has to be made by hand."""


@record
class Change:
    """A change at a path of a document.

    `set` puts `value` there, whether or not there is one; `remove` takes away a key or an item;
    `insert` puts `value` before the item at the path, `move` the item itself to the index `value`,
    `rename` gives the key at the path another name.
    """

    document: int
    path: Path_
    act: Literal["set", "remove", "insert", "move", "rename"]
    value: Any = None


def amend(text: str, changes: Sequence[Change], order: Order = lambda path: ()) -> str:
    """The text with changes made one after the other.

    What comes out is read again: unless it says exactly what was wanted, AmendError is raised.
    """
    for change in changes:
        for part in _split(change, _read(text, change.document)):
            text = _amend(text, part, order)
    return text


def _read(text: str, document: int) -> Any:
    """The data of a document; None if there is none."""
    documents = parse(text, "").documents
    return documents[document].data if 0 <= document < len(documents) else None


def _split(change: Change, data: Any) -> Iterator[Change]:
    """A change of a whole list or mapping as changes of what is different in it."""
    old, new = data, change.value
    for step in change.path:
        try:
            old = old[step]
        except (LookupError, TypeError):
            old = None
    same = type(old) is type(new) and isinstance(new, (dict, list)) and bool(old) and bool(new)
    if change.act != "set" or not same:
        yield change
        return
    keys = list(new) if isinstance(new, dict) else list(range(len(new)))
    there = list(old) if isinstance(old, dict) else list(range(len(old)))
    for key in reversed([key for key in there if key not in keys]):
        yield Change(change.document, (*change.path, key), "remove")
    for key in keys:
        if key not in there or not _is_same(old[key], new[key]):
            yield from _split(Change(change.document, (*change.path, key), "set", new[key]), data)


def _amend(text: str, change: Change, order: Order) -> str:
    read = parse(text, "")
    if any(problem.is_error for problem in read.diagnostics):
        raise AmendError("the text has a mistake that must be fixed first")
    data = [_copy(document.data) for document in read.documents]
    if not 0 <= change.document < len(data):
        raise AmendError("there is no such document in the file")
    try:
        root = read_spans(text)[change.document]
        data[change.document] = _apply(data[change.document], change)
        made = _Desk(text, root, order).make(change, data[change.document])
    except (yaml.YAMLError, IndexError, KeyError, TypeError) as error:
        raise AmendError(f"this can't be changed here: {error}") from None
    again = parse(made, "")
    if again.diagnostics or not _is_same([d.data for d in again.documents], data):
        raise AmendError("this can't be changed here; change it in the text")
    return made


def _copy(value: Any) -> Any:
    """A copy in which nothing is shared, although aliases share what they repeat."""
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    return [_copy(part) for part in value] if isinstance(value, list) else value


def _apply(data: Any, change: Change) -> Any:
    """The data with a change. Raises LookupError and TypeError for what is not there."""
    if not change.path:
        raise TypeError("a document is changed by its keys")
    if any(isinstance(step, int) and step < 0 for step in change.path):
        raise TypeError("items are counted from the first one")
    *above, last = change.path
    box = data
    for at, step in enumerate(above):
        if isinstance(box, dict) and change.act in ("set", "insert") and box.get(str(step)) is None:
            box[str(step)] = [] if isinstance(change.path[at + 1], int) else {}
        box = box[step]
    if isinstance(box, list) and not isinstance(last, int):
        raise TypeError(f"{last} is not a position in a list")
    if change.act == "set" and isinstance(box, list) and last == len(box):
        box.append(change.value)
    elif change.act == "set":
        box[last] = change.value
    elif change.act == "remove":
        del box[last]
    elif change.act == "rename":
        _rename(box, last, change.value)
    else:
        _apply_list(box, last, change)
    return data


def _rename(box: Any, key: Any, name: Any) -> None:
    """Gives a key another name, in the same place."""
    if not isinstance(box, dict) or not isinstance(name, str) or name in box:
        raise TypeError(f"the key {key} can't be called {name}")
    entries = list(box.items())
    box.clear()
    box.update((name if one == key else one, value) for one, value in entries)


def _apply_list(box: Any, last: Any, change: Change) -> None:
    if not isinstance(box, list) or not 0 <= last <= len(box):
        raise TypeError(f"{last} is not a position in a list")
    if change.act == "insert":
        box.insert(last, change.value)
    else:
        if not isinstance(change.value, int) or not 0 <= change.value < len(box):
            raise TypeError(f"{change.value} is not a position in a list")
        box.insert(change.value, box.pop(last))


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and of the same types all through."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_is_same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return bool(one == other)


class _Desk:
    """A text while one change is made in it."""

    def __init__(self, text: str, root: ValueSpan, order: Order) -> None:
        self.text, self.root, self.order = text, root, order
        self.line = "\r\n" if "\r\n" in text else "\n"

    def make(self, change: Change, data: Any) -> str:
        """The text with the change; `data` is what the document says afterwards."""
        above: list[ValueSpan] = []
        span = self.root
        for at, step in enumerate(change.path):
            found = None if span.kind == "alias" else span.find(step)
            if found is None:
                return self._make_missing(change, above, span, at, data)
            above.append(span)
            span = span.parts[found]
        number = above[-1].find(change.path[-1])
        assert number is not None
        if change.act == "set":
            return self.replace(above, number, change.value)
        if change.act == "remove":
            return self.remove(above, number)
        if change.act == "insert":
            return self.insert_item(above, number, change.value)
        if change.act == "rename":
            key = above[-1].keys[number]
            return self._splice(key.start, key.end, scribe.write_key(change.value))
        return self.move(above[-1], number, change.value)

    def _make_missing(
        self, change: Change, above: list[ValueSpan], span: ValueSpan, at: int, data: Any
    ) -> str:
        """The text with a change at a path that leads nowhere from its step `at` on."""
        path = change.path
        value = data
        for step in path[: at + 1]:
            value = value[step]
        if span.kind == "map":
            return self.insert_key([*above, span], path[:at], str(path[at]), value)
        if span.kind == "list" and path[at] == len(span.parts):
            return self.insert_item([*above, span], len(span.parts), value)
        whole = data
        for step in path[:at]:
            whole = whole[step]
        parent = above[-1]  # what is here is nothing, or repeats another value
        return self.replace(above, next(n for n, p in enumerate(parent.parts) if p is span), whole)

    def replace(self, above: Sequence[ValueSpan], at: int, value: Any) -> str:
        """The text with another value for a part of a list or mapping."""
        box = above[-1]
        span = box.parts[at]
        flow = any(one.flow for one in above)
        column = self._column(box)
        old = self.text[span.start : span.end]
        if span.kind in ("map", "list") and not span.flow:
            return self._replace_block(box, at, value)
        if flow or span.flow:
            new = scribe.write_value(value)
        elif isinstance(value, str) and "\n" not in value:
            new = scribe.write_like(value, span.style)
        elif box.kind == "list":
            new = scribe.write_item(value, column, self.line)
        else:
            new = scribe.write_part(value, column, self.line)
            new = new if new.startswith(self.line) else new[1:]
        before = self.text[span.start - 1 : span.start]
        if not old and before in (":", "-", ",", "}") and not new.startswith(self.line):
            new = f" {new}"
        # What takes several lines begins them behind the comment of the first.
        head, line, rest = new.partition(self.line)
        end = self._end_of_line(span.end) if line else span.end
        return self._splice(span.start, end, head + self.text[span.end : end] + line + rest)

    def _replace_block(self, box: ValueSpan, at: int, value: Any) -> str:
        """The text with another value for what stands in lines of its own."""
        span, column = box.parts[at], self._column(box)
        if box.kind == "list":
            return self._splice(span.start, span.end, scribe.write_item(value, column, self.line))
        key = box.keys[at]
        colon = self.text.index(":", key.end) + 1
        same = isinstance(value, list if span.kind == "list" else dict) and value
        if same:
            inner = self._column(span)
            return self._splice(span.start, span.end, scribe.write_block(value, inner, self.line))
        start = self._start_of_line(span.start)
        comments = self.text[colon:start].rstrip()
        end = self._end_of_line(span.end)
        new = scribe.write_part(value, column, self.line)
        if isinstance(value, str) and "\n" in comments:  # they would be taken for the text
            new = f" {scribe.write_value(value)}"
        head, line, rest = new.partition(self.line)
        return self.text[:colon] + head + comments + line + rest + self.text[end:]

    def insert_key(self, above: Sequence[ValueSpan], path: Path_, key: str, value: Any) -> str:
        """The text with another key in a mapping, in its usual place."""
        box = above[-1]
        at = _find_place(key, [one.text for one in box.keys], self.order(path))
        if any(one.flow for one in above):
            new = f"{scribe.write_key(key)}: {scribe.write_value(value)}"
            return self._insert_flow(box, at, new)
        column = self._column(box)
        new = f"{scribe.write_key(key)}:{scribe.write_part(value, column, self.line)}"
        return self._insert_line(box, at, new, box.keys[0].start, column)

    def insert_item(self, above: Sequence[ValueSpan], at: int, value: Any) -> str:
        """The text with another item before the one at an index of a list."""
        box = above[-1]
        if any(one.flow for one in above):
            return self._insert_flow(box, at, scribe.write_value(value))
        column = self._column(box)
        blocks = any(part.kind == "map" and not part.flow for part in box.parts)
        if blocks and isinstance(value, Mapping) and value:
            text = scribe.write_block(value, column + 2, self.line)
        else:
            text = scribe.write_item(value, column, self.line)
        return self._insert_line(box, at, f"- {text}", box.start, column)

    def remove(self, above: Sequence[ValueSpan], at: int) -> str:
        """The text without a part of a list or mapping, and without its line's comment."""
        box = above[-1]
        if len(box.parts) == 1:
            if len(above) == 1:
                raise TypeError("the last key of a definition can't be removed")
            outer = above[-2]
            number = next(n for n, part in enumerate(outer.parts) if part is box)
            return self.replace(above[:-1], number, {} if box.kind == "map" else [])
        span = box.parts[at]
        start = box.keys[at].start if box.keys else span.start
        if any(one.flow for one in above):
            return self._remove_flow(start, span.end, last=at == len(box.parts) - 1)
        if box.kind == "list":
            start = self._find_dash(box, at)
        end = self._end_of_line(span.end)
        head = self._start_of_line(start)
        if not self.text[head:start].strip():
            return self._splice(head, self._skip_break(end), "")
        following = box.keys[at + 1].start if box.keys else self._find_dash(box, at + 1)
        if not self.text[end:following].strip():
            end = following
        return self._splice(start, end, "")

    def move(self, box: ValueSpan, at: int, to: int) -> str:
        """The text with an item of a list in another place, along with the comments above it."""
        if box.flow:
            chunks = [(part.start, part.end) for part in box.parts]
        else:
            starts = [self._find_dash(box, number) for number in range(len(box.parts))]
            starts[1:] = [self._include_comments(start) for start in starts[1:]]
            ends = [self._end_of_line(part.end) for part in box.parts]
            chunks = list(zip(starts, ends, strict=True))
        texts = [self.text[start:end] for start, end in chunks]
        texts.insert(to, texts.pop(at))
        made, last = [], chunks[0][0]
        for (start, end), text in zip(chunks, texts, strict=True):
            made += [self.text[last:start], text]
            last = end
        return self.text[: chunks[0][0]] + "".join(made) + self.text[last:]

    def _include_comments(self, start: int) -> int:
        """The start of the comments that stand directly above an item."""
        column = start - self._start_of_line(start)
        while True:
            above = self._start_of_line(max(self._start_of_line(start) - 1, 0))
            line = self.text[above:start]
            if not line.lstrip(" ").startswith("#") or line[:column].strip():
                return start
            start = above + column

    def _insert_flow(self, box: ValueSpan, at: int, new: str) -> str:
        if not box.parts:
            opening = self.text.index("{" if box.kind == "map" else "[", box.start) + 1
            return self._splice(opening, opening, new)
        if at:
            end = max(box.parts[at - 1].end, box.keys[at - 1].end if box.keys else 0)
            return self._splice(end, end, f", {new}")
        start = box.keys[0].start if box.keys else box.parts[0].start
        return self._splice(start, start, f"{new}, ")

    def _insert_line(self, box: ValueSpan, at: int, new: str, first: int, column: int) -> str:
        gap = self.line + " " * column
        if not at:
            return self._splice(first, first, new + gap)
        end = self._end_of_line(max(box.parts[at - 1].end, box.keys[at - 1].end if box.keys else 0))
        return self._splice(end, end, gap + new)

    def _remove_flow(self, start: int, end: int, last: bool) -> str:
        if not last:
            comma = self._find_comma(end)
            following = comma + 1
            while self.text[following : following + 1] == " ":
                following += 1
            return self._splice(start, following, "")
        comma = self.text.rindex(",", 0, start)
        return self.text[:comma] + self.text[comma + 1 : start].rstrip(" ") + self.text[end:]

    def _find_comma(self, at: int) -> int:
        """The comma after an offset; those in comments do not count."""
        while self.text[at] != ",":
            at = self._end_of_line(at) if self.text[at] == "#" else at + 1
        return at

    def _find_dash(self, box: ValueSpan, at: int) -> int:
        """Where the dash of an item stands."""
        if not at:
            return box.start
        column = self._column(box)
        place = self._skip_break(self._end_of_line(box.parts[at - 1].end))
        while self.text[place : place + column].strip() or self.text[place + column] != "-":
            place = self._skip_break(self._end_of_line(place))
        return place + column

    def _column(self, span: ValueSpan) -> int:
        start = span.keys[0].start if span.keys else span.start
        return start - self._start_of_line(start)

    def _start_of_line(self, at: int) -> int:
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def _end_of_line(self, at: int) -> int:
        ends = (
            found for found in (self.text.find("\r", at), self.text.find("\n", at)) if found >= 0
        )
        return min(ends, default=len(self.text))

    def _skip_break(self, at: int) -> int:
        return at + (2 if self.text[at : at + 2] == "\r\n" else 1)

    def _splice(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]


def _find_place(key: str, there: Sequence[str], order: Sequence[str]) -> int:
    """Before which of the keys that are there another one belongs; at the end by default."""
    if key not in order:
        return len(there)
    before = set(order[: order.index(key)])
    places = [at for at, name in enumerate(there) if name in before]
    if places:
        return places[-1] + 1
    return 0 if any(name in order for name in there) else len(there)
