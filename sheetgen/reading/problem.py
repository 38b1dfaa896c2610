"""Rules for faults of YAML files, also those that its parser accepts, and its findings in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import yaml
from yaml.events import AliasEvent, ScalarEvent, StreamEndEvent

from sheetgen.ground.diagnostics import Diagnostic, declare
from sheetgen.ground.textfile import Lines
from sheetgen.reading.document import read_word

LOST_TEXT = declare(
    "lost-text",
    "warning",
    """Something that looks like a part of a text is not read as one.

    Why: After a space, # begins a comment, so that only "Unit" would be printed for `Unit #5`. And
    & before a value gives it a name for aliases. Quotes keep both. Comments with a space after the
    #, or with a word after it, are never reported behind a value.

    Example:
    name: Unit #5       # write "Unit #5"
    colour: #1f4e79     # write "#1f4e79"
    motto: &c.          # write "&c."
    """,
)

_SUSPECT = r"[ \t](?:#\w|&\S)"
_BEHIND = r"[ \t]+(#\d[^\n\r]*)"
_ALONE = r"[ \t]*(#\w[^\n\r]*)"
_COMMENT = r"[ \t]+#.*"


def find_lost(text: str, lines: Lines, next_event: Callable[[], Any]) -> Iterator[Diagnostic]:
    """Yield the findings about text lost from plain values, by a second walk over the events."""
    anchors: list[Any] = []
    used: set[Any] = set()
    with suppress(yaml.YAMLError, ValueError, OverflowError):  # reported by the first walk
        while (event := next_event()) is not None and not isinstance(event, StreamEndEvent):
            if isinstance(event, AliasEvent):
                used.add(event.anchor)
            elif isinstance(event, ScalarEvent) and not event.style:
                if event.anchor is not None and event.tag is None:
                    anchors += [event] if isinstance(read_word(event.value), str) else []
                elif found := _find_comment(text, event):
                    yield _judge_comment(lines, event.value, found)
    for event in anchors:
        if event.anchor not in used:
            at = event.start_mark.index
            message = f"&{event.anchor} is not read as text: it names a value that nothing repeats"
            whole = f"&{event.anchor} {event.value}".strip()
            yield LOST_TEXT.at(lines.place(at), message, f"if it is text, write {quote(whole)}")


def is_suspect(text: str) -> bool:
    """Whether a text may have such a place at all."""
    return (" #" in text or "&" in text or "\t#" in text) and bool(re.search(_SUSPECT, text))


def quote(text: str) -> str:
    """A text as it is written in quotes."""
    if "\\" not in text and '"' not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _find_comment(text: str, event: Any) -> re.Match[str] | None:
    """The comment behind a plain value, if it looks like a part of that."""
    if not event.value:
        return re.compile(_ALONE).match(text, event.end_mark.index)
    found = re.compile(_BEHIND).match(text, event.end_mark.index)
    return found if found and isinstance(read_word(event.value), str) else None


def _judge_comment(lines: Lines, value: str, found: re.Match[str]) -> Diagnostic:
    """Return the diagnostic of a comment that looks like a part of the value before it."""
    lost = re.sub(_COMMENT, "", found[1]).strip(" ,")
    kept = f'only "{value[:40]}" is read here' if value else "nothing is read here"
    whole = f"{value} {lost}".strip()
    hint = f"if {lost[:40]} belongs to it, write {quote(whole)}" if len(whole) < 100 else ""
    place = lines.place(found.start(1))
    return LOST_TEXT.at(place, f"{kept}: # after a space begins a comment", hint)


# Faults that its parser finds, or that no file may have


MAX_PROBLEMS = 1000
"""Problems of a file at which reading it stops: nobody mends more than that in one go."""

DUPLICATE_KEY = declare(
    "duplicate-key",
    "error",
    """A key appears twice in the same mapping.

    Why: Only one of the two values can count; the other would be lost unnoticed.

    Two definitions in one file need a line of --- between them.

    Example:
    hull: 3
    hull: 4        # the second hull is refused
    """,
)
SECOND_DOCUMENT = declare(
    "second-document",
    "error",
    """A file that holds one thing, such as a book or a theme, has a second document.

    Why: Only the first would be read. A line of three dashes begins the next document; the
    definitions of ships and fleets may stand in one file; books, themes, games, profiles and the
    mark of a project may not.

    Example:
    book: The Ice Toll
    ---
    chapters: [one.md]     # remove the dashes above
    """,
)
SMART_QUOTES = declare(
    "smart-quotes",
    "warning",
    """A value is in typographic quotes, which become part of it.

    Why: Only straight quotes enclose a value in YAML. Word processors, phones and web pages turn
    them into curly ones, which would be printed with the name.

    Example:
    name: “Warrior”      # write "Warrior", or no quotes at all
    """,
)
YAML_ALIAS = declare(
    "yaml-alias",
    "error",
    """An alias (*name) repeats a value that does not exist, contains the alias, or is far too big.

    Why: An alias copies a value marked &name above it; copies of copies can fill any memory.

    Example:
    weapons: *guns         # refused unless a value above is marked "&guns"
    """,
)
TOO_DEEP = declare(
    "too-deep",
    "error",
    """Lists and mappings are nested more than 40 levels deep.

    Why: No ship needs that; it is nearly always a slip with brackets, or a harmful file.

    Example:
    weapons: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    """,
)
TOO_LONG = declare(
    "too-long",
    "error",
    """A list or mapping has more than 2,000 entries.

    Why: No ship, fleet or book has that many; checking and printing them would take hours.

    Example:
    ships: [{ship: kestrel}, {ship: kestrel}, …]    # write count: 2 instead
    """,
)
NOT_A_MAPPING = declare(
    "not-a-mapping",
    "error",
    """A document is a list or a single value instead of lines of "key: value".

    Why: Every definition says what it is by its keys, the first of them system.

    Example:
    - name: Warrior    # remove the dash, or split the list with lines of ---
    """,
)


# Findings of the YAML parser in plain words, at the place that helps most to mend them


YAML_SYNTAX = declare(
    "yaml-syntax",
    "error",
    """The text is not valid YAML, so nothing from there on can be read.

    Why: A forgotten quote, bracket, colon or space makes the rest of the file mean something else.

    Example:
    name: Terror: the Return      # a second colon; write "Terror: the Return"
    """,
)
YAML_TAG = declare(
    "yaml-tag",
    "error",
    """A value carries a YAML tag, a word that starts with an exclamation mark.

    Why: Tags tell programs to build special objects; ships are plain text and numbers.

    Example:
    hull: !!int 3      # just write: hull: 3
    motto: "!attack"   # text that starts with ! needs quotes
    """,
)
YAML_KEY = declare(
    "yaml-key",
    "error",
    """Something other than a plain word or number is written where a key belongs.

    Why: Keys are names such as hull; a list, nothing at all, or a merge (<<) is not a name.

    Example:
    <<: *standard-cruiser      # write the keys out instead
    """,
)

KEY_HINT = "a key is a word such as name"


_ODD = "(?<=:)[\xa0\u2000-\u200b\u202f\u205f\u3000\ufeff]|：|(?<![^\\s\xa0])\xa0+"
"""Characters that look like a plain space or colon, where one would matter."""


def explain_syntax(  # noqa: C901, PLR0912, PLR0915 (one case after the other)
    error: yaml.MarkedYAMLError, lines: Lines
) -> Diagnostic:
    """Explains a parser's finding in plain words, at the place that helps most to mend it."""
    text, problem, context = lines.text, error.problem or "", error.context or ""
    at = error.problem_mark.index if error.problem_mark else 0
    start = error.context_mark.index if error.context_mark else at
    char, opener = text[at : at + 1], text[start : start + 1]
    here, there = lines.place(at), lines.place(start)
    line = text[at - here.column + 1 : at]  # the line up to it
    rule, place, hint = YAML_SYNTAX, here, ""
    if "quoted" not in context:
        found = explain_odd(lines, start - there.column + 1, _end_line(text, at))
        if found is not None:
            return found
    if "quoted scalar" in context:
        if "unexpected" in problem:
            place, message = there, f"the quote {opener} opened here is never closed"
            hint = f"put {opener} at its end"
            if opener == "'":
                hint += ", or the whole in double quotes if this is an apostrophe"
        else:
            message = "a backslash in double quotes has a special meaning, but not this one"
            hint = r"write \\ for a backslash, or use single quotes"
    elif "flow sequence" in context or "flow mapping" in context:
        closer = "]" if opener == "[" else "}"
        if here.line == there.line and char.strip():
            message = f"a comma or {closer} is missing before this"
            hint = "text with one of , : [ ] { } in it needs quotes"
        else:
            place, message = there, f"the bracket {opener} opened here is not closed"
            hint = f"put {closer} at its end, and commas between what is inside"
            if re.search(r"[ \t]#\S", text[start : _end_line(text, start)]):
                hint = "# after a space begins a comment: put text with # in quotes"
    elif "nesting depth" in problem:  # the parser's own bound, which may come before ours
        rule, message = TOO_DEEP, "this is nested far too deep to be read"
    elif char == "\t":
        message, hint = "a tab is used for indentation", "use spaces"
    elif "mapping values" in problem and (":" in line or line.startswith("---")):
        message = "a colon with a space after it is not allowed here"
        hint = "put text with a colon in quotes, or start a new line"
    elif "mapping values" in problem:
        above = text[: at - len(line)].rstrip()
        above = above[max(above.rfind("\n"), above.rfind("\r")) + 1 :]
        indent = len(line) - len(line.lstrip())
        place = here._replace(column=indent + 1)
        message = "a colon is missing in the line before this one"
        hint = "write key: value, with a space after the colon"
        if indent > len(above) - len(above.lstrip()):
            message = "this line continues the value before it, but has a colon of its own"
            hint = "indent it as far as the lines around it"
    elif "entries are not allowed" in problem:
        message = "a list can't start here"
        hint = "put each - at the start of a new line, or text that starts with - in quotes"
    elif "expected ':'" in problem:
        place, message = there, "a colon is missing in this line"
        hint = "write key: value, with a space after the colon"
    elif "start any token" in problem or char == "?":
        message = f"a value can't start with {char}"
        written = re.sub(r"[ \t]+#.*", "", text[at : _end_line(text, at)]).strip()
        hint = f"put it in quotes: {quote(written)}" if len(written) < 60 else "put it in quotes"
    elif "directive" in context or "YAML document" in problem:
        place, message, hint = there, "a line can't start with %", "put text with % in quotes"
    elif "anchor" in context or "alias" in context:
        place, message, hint = there, f"{opener} has no name after it", "put text with it in quotes"
    elif "tag" in context or "tag handle" in problem:
        rule, place, message = YAML_TAG, there, "tags are not used here"
        hint = "text that starts with ! needs quotes"
    elif "block scalar" in context:
        message = f"this can't follow the {opener} on the same line"
        hint = f"start the text on the next line, or put text that starts with {opener} in quotes"
    elif char == ":":
        rule, message, hint = YAML_KEY, "there is no key before this colon", KEY_HINT
    elif char and char in "]},":
        message = f"this {char} does not belong here"
        hint = f"remove it, or put text that contains {char} in quotes"
    elif not line.strip():
        message = "this line does not fit the lines above it: check its indentation"
        hint = "lines that belong together start in the same column"
    elif "expected" in problem:
        message = "this can't follow what is before it on the line"
        hint = "put the whole value in quotes, or start a new line"
    else:
        message = f"this can't be read as YAML: {problem}"
    return rule.at(place, message, hint)


def _end_line(text: str, at: int) -> int:
    """Where the line ends that the offset `at` is in."""
    found = re.compile(r"[\r\n]|$").search(text, at)
    return found.start() if found else len(text)


def explain_odd(lines: Lines, start: int, end: int) -> Diagnostic | None:
    """Return the finding about a character that only looks like a plain space or colon."""
    odd = re.compile(_ODD).search(lines.text, start, end)
    if odd is None:
        return None
    sign = odd[0][0]
    name = unicodedata.name(sign, "a character").lower()
    plain, key = ("colon", "the colon key") if sign == "：" else ("space", "the space bar")
    message = f"this is not a plain {plain}, but a {name} (U+{ord(sign):04X})"
    return YAML_SYNTAX.at(lines.place(odd.start()), message, f"delete it, and press {key}")
