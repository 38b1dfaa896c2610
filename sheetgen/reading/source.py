"""Strict YAML: text to plain data with marks, in one walk over the parser's events.

YAML guesses what a plain word means; this reader hardly does. `null`, `~` and nothing are None,
`true` and `false` are bools, `12` and `-0.5` are numbers; everything else is text as written.
Every mistake becomes a `Diagnostic`: no input makes `parse` or `read` raise.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from marshal import dumps, loads
from pathlib import Path
from sys import intern
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from sheetgen.ground.cache import Cache, find_folder, key_source
from sheetgen.ground.diagnostics import Diagnostic, Place, Rule, sort_diagnostics
from sheetgen.ground.files import SHARED
from sheetgen.ground.textfile import Lines, decode_text
from sheetgen.reading.document import Document, Marks, Source, read_word
from sheetgen.reading.problem import (
    DUPLICATE_KEY,
    KEY_HINT,
    MAX_PROBLEMS,
    NOT_A_MAPPING,
    SECOND_DOCUMENT,
    SMART_QUOTES,
    TOO_DEEP,
    TOO_LONG,
    YAML_ALIAS,
    YAML_KEY,
    YAML_SYNTAX,
    YAML_TAG,
    explain_odd,
    explain_syntax,
    find_lost,
    is_suspect,
)

MAX_DEPTH = 40
MAX_ALIASED = 100_000  # values that all the aliases of one file may add
MAX_ENTRIES = 2000  # of one list or mapping
_HOPELESS_DEPTH = 100  # the parser's time grows with the square of the depth

_EVENTS: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # only its get_event is used
_NO_KEYS = frozenset(("", "~", "null", "<<"))
_CURLY = (  # of a key or an entry of a list; a line of prose may well be a quotation
    r"^([ \t]*(?:(?:-[ \t]+)?[\w-]+:|-)[ \t]+)"
    r"([“”„‘’‚«»])([^\n\r]{0,200}?)([“”‘’«»])[ \t]*(?:#.*)?$"
)
_TAG = r"(?:&[\w-]+\s+)?(![^\s,\[\]{}]{0,99})"
_ROOT, _ITEM, _KEY, _VALUE, _DROP = range(5)  # what the next node is to the open container


ReadText = Callable[[Path, str], tuple[str, list[Diagnostic]]]
"""How a file is read: from its path and name to its text and what is wrong with it."""


def read(path: Path, file: str | None = None, read_text: ReadText | None = None) -> Source:
    """Reads and parses a file, called `file` (or else its path) in diagnostics. Never raises."""
    name = str(path) if file is None else file
    if read_text is None:
        text, found = SHARED.read_text(path, name, "the data of a game")
    else:
        text, found = read_text(path, name)
    return Source(name, text, diagnostics=found) if found else parse(text, name)


def parse(text: str | bytes, file: str) -> Source:
    """Parses a file's text, or its bytes in UTF-8 (or UTF-16 with its mark). Never raises.

    Documents before a syntax error are kept; the broken one and those after it are not.
    After any other problem, the document is kept without the part that is wrong.
    """
    text, found = decode_text(text, file)
    if found:
        return Source(file, text, diagnostics=found)
    walk = _Walk(text, file)
    walk.run()
    return Source(file, text, walk.documents, sort_diagnostics(walk.found) if walk.found else [])


def parse_once(text: str, file: str) -> Source:
    """Parses the text of a file that seldom changes, unless an earlier run has. Never raises.

    Only what has no problems is kept.
    """
    cache, key = Cache(find_folder()), key_source(file, text)
    kept = cache.load(key)
    if kept is not None:
        lines = Lines(text, file)
        whole = [Document.restore(one, lines, parse) for one in loads(kept)]
        return Source(file, text, whole)
    read = parse(text, file)
    if not read.diagnostics:
        cache.keep(key, dumps([document.save() for document in read.documents]))
    return read


def refuse_more(read: Source) -> list[Diagnostic]:
    """Reports the documents of a file after its first, which nothing would read."""
    message, hint = "a second document begins here", "remove the line of --- above it"
    return [SECOND_DOCUMENT.at(d.place(()), message, hint) for d in read.documents[1:]]


class _StopError(Exception):
    """The rest of the file is not worth reading; what is wrong has been reported."""


class _Walk:
    """One walk over a file's events, which collects its documents and problems."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.lines = Lines(text, file)
        self.documents: list[Document] = []
        self.found: list[Diagnostic] = []
        self.anchors: dict[str, tuple[Any, Marks | None]] = {}
        self.room = MAX_ALIASED
        self.again: list[str] = []  # keys that a document has twice
        self.first = 0  # the number of problems before the first of them
        self.ended = False  # whether the latest document had an end mark of its own

    def run(self) -> None:
        try:
            self.walk(_EVENTS(self.text).get_event)
        except _StopError:
            pass
        except yaml.MarkedYAMLError as error:
            trailing = re.search("expected '?<document start>", error.problem or "")
            if trailing and self.documents and not self.ended:
                self.documents.pop()  # it only seemed complete; more of it follows
            self.found.append(explain_syntax(error, self.lines))
        except (yaml.YAMLError, ValueError, OverflowError) as error:  # the Python parser's escapes
            place = Place(self.lines.file)
            self.found.append(YAML_SYNTAX.at(place, f"this can't be read as YAML: {error}"))
        if self.again:
            self.join_again()
        if not self.text.isascii():
            self.warn_of_quotes()
        if is_suspect(self.text) and not any(p.rule == YAML_SYNTAX.name for p in self.found):
            found = find_lost(self.text, self.lines, _EVENTS(self.text).get_event)
            self.found += islice(found, MAX_PROBLEMS)
        for document in self.documents:
            if not isinstance(document.data, dict) and len(self.found) < MAX_PROBLEMS:
                self.found.append(_not_a_mapping(document, self.lines))

    def walk(self, next_event: Callable[[], Any]) -> None:  # noqa: C901, PLR0912, PLR0915
        """The loop. Raises yaml's errors for bad syntax, and _StopError when it has to stop.

        It is long because a call for each event would take longer than everything else.
        """
        stack: list[tuple[Any, Marks, int]] = []
        box: Any = None  # the open container, its marks, and what the next node is to it
        marks: Marks = {}
        mode = _ROOT
        key, key_at = "", 0
        root: tuple[Any, int, int, Marks | None, Lines] | None = None
        value: Any
        child: Marks | None
        # Most files have neither anchors nor tags, so there is no need to look at every event.
        wary = "&" in self.text or "!" in self.text
        while True:
            event = next_event()
            kind = event.__class__
            if kind is ScalarEvent:
                value = event.value
                at = event.start_mark.index
                if mode == _KEY:
                    key, key_at = intern(value), at
                    mode = _VALUE
                    if wary:
                        self.note(event, value, None)
                    if key in box or (key in _NO_KEYS and not event.style):
                        if len(stack) == 1 and key in box:
                            self.note_again(key)
                        self.refuse_key(key, at, marks)
                        mode = _DROP
                    continue
                if not event.style:  # plain: neither quoted nor a block
                    value = read_word(value)
                child = None
                opens = False
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                if len(box) > MAX_ENTRIES:
                    self.shorten(box, marks)
                box, marks, mode = stack.pop()
                continue
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                at = event.start_mark.index
                opens = len(stack) < MAX_DEPTH
                if opens:
                    value = {} if kind is MappingStartEvent else []
                    child = {}
                else:
                    self.report(TOO_DEEP, at, f"nested more than {MAX_DEPTH} levels deep")
                    _skip(next_event)
                    value = child = None
            elif kind is AliasEvent:
                at = event.start_mark.index
                if mode == _KEY:
                    value = child = None  # it can't be a key, whatever it repeats
                else:
                    opened = [*(frame[0] for frame in stack[1:]), box]
                    value, child = self.follow(event.anchor, at, opened)
                opens = False
            elif kind is DocumentStartEvent:
                self.anchors = {}
                root = None
                continue
            elif kind is DocumentEndEvent:
                self.ended = event.explicit or root is None
                mode = _ROOT
                if root is not None:
                    self.documents.append(Document(*root, parse))
                if self.again:
                    self.join_again()
                continue
            elif kind is StreamEndEvent or event is None:
                return
            else:
                continue
            if wary and kind is not AliasEvent:
                self.note(event, value, child)
            if mode == _VALUE:
                box[key] = value
                marks[key] = (key_at, at, child)
                mode = _KEY
            elif mode == _ITEM:
                marks[len(box)] = (at, at, child)
                box.append(value)
            elif mode == _DROP:
                mode = _KEY
            elif mode == _KEY:
                what = "an alias" if kind is AliasEvent else "a list or mapping"
                hint = "write the key out; text that starts with { or [ or * needs quotes"
                self.report(YAML_KEY, at, f"{what} can't be a key", hint)
                mode = _DROP
            elif kind is not ScalarEvent or event.value or event.style:  # else an empty document
                root = (value, len(self.documents), at, child, self.lines)
            if opens and child is not None:
                stack.append((box, marks, mode))
                box, marks = value, child
                mode = _KEY if kind is MappingStartEvent else _ITEM

    def warn_of_quotes(self) -> None:
        """Reports plain values in typographic quotes."""
        for found in islice(re.finditer(_CURLY, self.text, re.MULTILINE), MAX_PROBLEMS):
            message = f"the quotes {found[2]}{found[4]} are part of this text and would be printed"
            hint = f'write "{found[3]}" with straight quotes'
            self.found.append(SMART_QUOTES.at(self.lines.place(found.start(2)), message, hint))

    def note_again(self, key: str) -> None:
        """Notes that a key of a document appears again."""
        if not self.again:
            self.first = len(self.found)
        self.again.append(key)

    def join_again(self) -> None:
        """One problem in place of many where a second definition begins in the same document."""
        again, self.again = set(self.again), []
        if len(again) < 3 and not ("system" in again and len(again) > 1):
            return
        found = self.found[self.first :]
        twice = [problem for problem in found if problem.rule == DUPLICATE_KEY.name]
        start = min(twice, key=lambda problem: (problem.line, problem.column))
        place = Place(start.file, start.line, start.column)
        message = (
            f"{len(again)} keys appear twice from here on: a second definition seems to begin here"
        )
        hint = "put a line of --- before it, and give each definition of the file an id:"
        joined = DUPLICATE_KEY.at(place, message, hint)
        self.found[self.first :] = [joined, *(one for one in found if one not in twice)]

    def report(self, rule: Rule, at: int, message: str, hint: str = "") -> None:
        if len(self.found) >= MAX_PROBLEMS:
            raise _StopError
        self.found.append(rule.at(self.lines.place(at), message, hint))

    def shorten(self, box: Any, marks: Marks) -> None:
        """Refuses a list or mapping with too many entries, which loses those that are too many."""
        first = next(islice(marks.values(), MAX_ENTRIES, None))
        what = "list" if isinstance(box, list) else "mapping"
        self.report(TOO_LONG, first[0], f"this {what} has more than {MAX_ENTRIES:,} entries")
        if isinstance(box, list):
            del box[MAX_ENTRIES:]
        else:
            for key in list(islice(box, MAX_ENTRIES, None)):
                del box[key]

    def note(self, event: Any, value: Any, child: Marks | None) -> None:
        """Refuses a node's tag and remembers its anchor."""
        at = event.start_mark.index
        written = re.compile(_TAG).match(self.text, at)  # the parser does not report a lone "!"
        if written or event.tag is not None:
            name = _show(written[1] if written else event.tag)
            hint = "leave it out; text that starts with ! needs quotes"
            self.report(YAML_TAG, at, f"tags such as {name} are not used here", hint)
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, child)

    def refuse_key(self, key: str, at: int, marks: Marks) -> None:
        """Reports why `key` can't be a key of the mapping that has `marks`."""
        if key in marks:
            line = self.lines.place(marks[key][0]).line
            message = f"the key {_show(key)} appears twice, first in line {line}"
            self.report(DUPLICATE_KEY, at, message, "keep one of the two")
        elif key == "<<":
            hint = "write out the keys that it would bring in"
            self.report(YAML_KEY, at, "merging with << is not supported", hint)
        else:
            message = f"{key} can't be a key" if key else "there is no key before this colon"
            self.report(YAML_KEY, at, message, KEY_HINT)

    def follow(self, name: str, at: int, opened: list[Any]) -> tuple[Any, Marks | None]:
        """The value and marks that alias `name` repeats inside the `opened` containers."""
        value, child = self.anchors.get(name, (self, None))
        shown = _show(f"*{name}", quote="")
        if value is self:
            hint = f"mark a value above with &{shown[1:]}, or put text that starts with * in quotes"
            self.report(YAML_ALIAS, at, f"{shown} repeats nothing: no value above has it", hint)
        elif any(value is box for box in opened if child is not None):
            self.report(YAML_ALIAS, at, f"{shown} is inside the very value that it repeats")
        elif self.room >= 0:
            members, depth = _measure(value, self.room)
            self.room -= members
            if self.room < 0:
                message = f"the aliases of this file repeat more than {MAX_ALIASED:,} values"
                self.report(YAML_ALIAS, at, message, "this looks like an expansion bomb")
            elif depth + len(opened) > MAX_DEPTH:
                self.report(TOO_DEEP, at, f"{shown} nests more than {MAX_DEPTH} levels deep here")
            else:
                return value, child
        return None, None


def _measure(value: Any, room: int) -> tuple[int, int]:
    """The number of values inside `value`, counted until over `room`, and how deep it is nested."""
    members, depth = 0, 0
    boxes = [value] if isinstance(value, (dict, list)) else []
    while boxes and members <= room:
        depth += 1
        inner = [item for box in boxes for item in (box.values() if type(box) is dict else box)]
        members += len(inner)
        boxes = [item for item in inner if isinstance(item, (dict, list))]
    return members, depth


def _skip(next_event: Callable[[], Any]) -> None:
    """Skips the rest of the container just opened."""
    depth = 1
    while depth:
        kind = next_event().__class__
        if kind is MappingStartEvent or kind is SequenceStartEvent:
            depth += 1
            if depth > _HOPELESS_DEPTH:
                raise _StopError
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            depth -= 1


def _show(text: str, quote: str = '"') -> str:
    """Text from the file for a message: short, on one line and printable."""
    text = "".join(c if c.isprintable() else "\ufffd" for c in text[:41])
    return quote + (text if len(text) < 41 else text[:40] + "…") + quote


def _not_a_mapping(document: Document, lines: Lines) -> Diagnostic:
    if isinstance(document.data, str) and not lines.text.isascii():
        start = lines.text.find(document.data.split("\n")[0])
        if start >= 0 and (odd := explain_odd(lines, start, start + len(document.data))):
            return odd
    what, hint = "a single value", 'a definition has lines such as "name: Warrior"'
    if isinstance(document.data, list):
        what = "a list"
        hint = "remove the dashes, or separate the definitions with lines of ---"
    elif isinstance(document.data, str) and ":" in document.data:
        hint = "a colon needs a space after it"
    message = f'this document is {what} where lines of "key: value" belong'
    return NOT_A_MAPPING.at(document.place(()), message, hint)
