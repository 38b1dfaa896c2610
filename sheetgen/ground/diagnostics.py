"""Diagnostics as data: what is wrong, where, and what would be right.

A `Rule` is declared once, with its documentation, beside the code that finds its
problem; `explain` and docs/rules.md show that documentation. A `Diagnostic` is one
finding of a rule at one place. Nothing here prints: the command line does that.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from inspect import cleandoc
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.visible import is_visible, measure, show

# Excerpts: the line that a diagnostic points at, with a caret under the place


BREAK = re.compile("\r\n|[\r\n]")
"""The end of a line as editors, XML and Jinja count it; Unicode and YAML know more of them."""

_BEFORE, _WIDTH = 60, 100
"""The cells of a terminal that a line may take before its place, and altogether."""


class Excerpts:
    """Lines of texts, each of which is split only once, and only if a line of it is shown."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """`texts` are those that the run has read, by the names of their files."""
        self.texts = texts
        self._lines: dict[str, list[str]] = {}

    def find(self, file: str, line: int) -> str | None:
        """A line of a file, counted from 1; None if that was not read, or has no such line."""
        if file not in self.texts:
            return None
        lines = self._lines.get(file)
        if lines is None:
            lines = self._lines[file] = BREAK.split(self.texts[file])
        return lines[line - 1] if 0 < line <= len(lines) else None


def cut_line(line: str, column: int) -> tuple[str, int]:
    """Return the shown part of a line, and the terminal cells in it before `column` (from 1).

    A long line is cut to the part around the place.
    """
    at = min(max(column - 1, 0), len(line))
    left = _fill(reversed(line[max(0, at - _BEFORE) : at]), _BEFORE)
    before = left[::-1]
    while before and measure(before[0]) == 0:
        del before[0]  # an accent whose letter was cut off
    if len(before) < at:
        before.insert(0, "…")
    start = measure("".join(before))
    after = _fill(islice(line, at, at + _WIDTH), _WIDTH - start)
    if at + len(after) < len(line.rstrip()):
        after.append("…")
    return "".join([*before, *after]).rstrip(), start


def _fill(chars: Iterator[str], room: int) -> list[str]:
    """The first characters as they are shown, as many as there is room for."""
    shown = []
    for char in chars:
        one = " " if char == "\t" else char if is_visible(char) else show(char)
        room -= measure(one)
        if room < 0:
            break
        shown.append(one)
    return shown


# Suggestions: the name that was probably meant, among those that exist


_MOST_COMPARED = 20_000
"""How many pairs of words are compared closely before only single slips are looked for.

Comparing takes so long that thousands of unknown words among thousands of names would take hours.
"""
_LONGEST = 60
_MOST_NEAR = 5


class Names:
    """Names that exist, which may be asked about any number of words."""

    def __init__(self, known: Iterable[str]) -> None:
        self._folded = {one.casefold(): one for one in known}
        self._compared = 0
        self._near: dict[str, str] = {}
        self._slips: dict[str, str] = {}

    def find(self, word: str) -> str:
        """The name that is nearest to a word, ignoring case; empty if there is none.

        Where a file is named, that is the one that it is called without folders and ending.
        """
        word = word[:200].casefold()
        stem = PurePosixPath(word.replace("\\", "/")).stem
        if stem in self._folded:
            return self._folded[stem]
        if word in self._near:
            return self._near[word]
        if self._compared <= _MOST_COMPARED:
            self._compared += len(self._folded)
            from difflib import get_close_matches  # which a run without mistakes does without

            found = get_close_matches(word, self._folded, _MOST_NEAR)
            near = next((self._folded[name] for name in found if _is_near(word, name)), "")
            self._near[word] = near
            return near
        if not self._slips:
            for folded, name in self._folded.items():
                for slip in _vary(folded):
                    self._slips.setdefault(slip, name)
        return next((self._slips[slip] for slip in _vary(word) if slip in self._slips), "")


@lru_cache(maxsize=32)
def prepare(known: tuple[str, ...]) -> Names:
    """The names, prepared once for the many places that may ask about the same ones."""
    return Names(known)


def _is_near(word: str, name: str) -> bool:
    """Whether a word may be a slip for a name, or a part of it."""
    if word in re.split("[ /_-]", name) or (len(name) > 2 and name in re.split("[ /_-]", word)):
        return True
    return _count_slips(word, name) <= max(1, max(len(word), len(name)) // 3)


def _count_slips(word: str, name: str) -> int:
    """How many letters were added, left out, replaced, or changed places with the next one."""
    before, row = [0], list(range(len(name) + 1))
    for at, letter in enumerate(word, start=1):
        older, before, row = before, row, [at]
        for to, other in enumerate(name, start=1):
            slips = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != other))
            if at > 1 < to and letter == name[to - 2] and word[at - 2] == other:
                slips = min(slips, older[to - 2] + 1)
            row.append(slips)
    return row[-1]


def _vary(word: str) -> Iterator[str]:
    """A word, and what remains without any one of its letters.

    Two words have one of these in common if a letter was added, left out or replaced, or if two
    neighbours changed places.
    """
    yield word
    if len(word) <= _LONGEST:
        for at in range(len(word)):
            yield word[:at] + word[at + 1 :]


def find_neighbour(path: Path) -> str:
    """The name in the folder of `path` that was probably meant by it. Raises OSError."""
    folder = path.parent
    return _list_names(str(folder.absolute()), folder.stat().st_mtime_ns).find(path.name)


@lru_cache(maxsize=16)
def _list_names(folder: str, changed: int) -> Names:
    return Names(sorted(os.listdir(folder)))  # noqa: PTH208


Severity = Literal["error", "warning", "hint"]

RULES: dict[str, Rule] = {}
"""Every rule declared so far, by name; the rules of games by `game/name`."""


class Place(NamedTuple):
    """A place in a file; line and column count from 1, and 0 means "the file as a whole"."""

    file: str = ""
    line: int = 0
    column: int = 0


class Mend(NamedTuple):
    """A change that mends a problem: a value `set` or `remove`d at a path, or a key `rename`d."""

    path: tuple[str | int, ...]
    value: object = None
    act: Literal["set", "remove", "rename"] = "set"


@record
class Diagnostic:
    """One problem at one place; `mends` are the changes that its hint speaks of, if it is clear."""

    rule: str
    severity: Severity
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    mends: tuple[Mend, ...] = ()

    @property
    def place(self) -> str:
        """`file:line:column`, as far as they are known, as it is shown."""
        parts = [show(self.file) or "sheetgen"]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)

    @property
    def is_error(self) -> bool:
        """Whether it stops the work."""
        return self.severity == "error"

    @property
    def is_raised(self) -> bool:
        """Whether `--strict` makes it an error."""
        rule = RULES.get(self.rule)
        return self.severity == "warning" or (
            self.severity == "hint" and rule is not None and rule.is_strict
        )


@record
class Rule:
    """The meaning of a rule: one sentence, why it matters, and an example."""

    name: str
    severity: Severity
    what: str
    why: str
    example: str
    origin: str = ""
    is_strict: bool = False  # whether it is an error under --strict though it is a hint

    def at(
        self, place: Place | None, message: str, hint: str = "", mends: Sequence[Mend] = ()
    ) -> Diagnostic:
        """This rule's diagnostic at `place`."""
        file, line, column = place or Place()
        return Diagnostic(self.name, self.severity, message, hint, file, line, column, tuple(mends))

    def markdown(self) -> str:
        """The rule's documentation as Markdown, as `explain` and docs/rules.md show it."""
        why = f"\n{self.why}\n" if self.why else ""
        text = f"## {self.name}\n\n*{self.severity}* — {self.what}\n{why}"
        if self.example:
            text += f"\n```yaml\n{self.example}\n```\n"
        return text


class ProblemError(Exception):
    """Carries diagnostics up to the command line when work can't go on.

    `texts` are those that the project has read, by the names of their files, for excerpts.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        self.texts: Mapping[str, str] = {}
        super().__init__("; ".join(d.message for d in self.diagnostics))

    def __reduce__(self) -> tuple[Any, ...]:
        """Lets it pass between processes, which exceptions with arguments of their own can't."""
        return type(self), (self.diagnostics,)


def write_rule(name: str, severity: Severity, doc: str, origin: str = "") -> Rule:
    """A rule from a text of three parts: what it is, `Why:` and `Example:`.

    Raises ValueError if the text does not say why.
    """
    what, _, rest = cleandoc(doc).partition("\n\nWhy: ")
    why, _, example = rest.partition("\n\nExample:\n")
    if not why:
        raise ValueError(f"the text of the rule {name} has no paragraph that starts with 'Why: '")
    return Rule(name, severity, join_lines(what), join_lines(why), cleandoc(example), origin)


def declare(
    name: str, severity: Severity, doc: str, origin: str = "", is_strict: bool = False
) -> Rule:
    """Declares a rule of the program, or of the game `origin`.

    Raises ValueError as `write_rule` does, and if two rules of one origin share a name.
    """
    rule = replace(write_rule(name, severity, doc, origin), is_strict=is_strict)
    known = RULES.setdefault(f"{origin}/{name}" if origin else name, rule)
    if known != rule:
        raise ValueError(f"two rules are called {name}")
    return rule


def find_nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, ignoring case; empty if there is none."""
    return Names(known).find(word)


def join_lines(text: str) -> str:
    """Joins a wrapped paragraph into one line."""
    return " ".join(text.split())


def sort_diagnostics(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorts by file, line and column, and drops repetitions of the same finding."""
    unique = dict.fromkeys(found)
    return sorted(unique, key=lambda d: (d.file, d.line, d.column, d.rule, d.message))


def choose_worst(found: Sequence[Diagnostic], most: int) -> list[Diagnostic]:
    """At most so many of the diagnostics, errors rather than warnings, in the same order."""
    ranks = ("error", "warning", "hint")
    worst = sorted(range(len(found)), key=lambda at: ranks.index(found[at].severity))[:most]
    return [found[at] for at in sorted(worst)]


def raise_severity(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings as under `--strict`: warnings and hints of strict rules become errors."""
    return [replace(d, severity="error") if d.is_raised else d for d in found]


def lower_severity(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Warnings in place of errors, of something that is not needed."""
    return [replace(d, severity="warning") for d in found]


def render_short(found: Iterable[Diagnostic]) -> str:
    """One line per diagnostic: `file:line:column: severity[rule]: message`."""
    return "".join(f"{d.place}: {d.severity}[{d.rule}]: {show(d.message)}\n" for d in found)


def render_json(found: Iterable[Diagnostic]) -> str:
    """A JSON list of objects with rule, severity, message, hint, file, line and column."""
    keys = ("rule", "severity", "message", "hint", "file", "line", "column")
    rows = [{key: getattr(d, key) for key in keys} for d in found]
    return json.dumps(rows, indent=2) + "\n"


def render_full(
    found: Iterable[Diagnostic], texts: Mapping[str, str] | None = None, color: bool = False
) -> str:
    """Each diagnostic with its source line, a caret under the place, and its hint.

    `texts` are the texts that were read, by the names of their files; of other files, no line is
    shown.
    """
    paint = _PAINT if color else _PLAIN
    excerpts = Excerpts(texts or {})
    blocks = []
    for d in found:
        shade = paint[d.severity]
        head = f"{paint['bold']}{d.place}:{paint['end']} "
        head += f"{shade}{d.severity}[{d.rule}]{paint['end']}: {show(d.message)}\n"
        blocks.append(head + _excerpt(d, excerpts, paint) + _hint(d, paint))
    return "".join(blocks)


_PLAIN = dict.fromkeys(("error", "warning", "hint", "bold", "dim", "end"), "")
_PAINT = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "hint": "\x1b[1;36m",
    "bold": "\x1b[1m",
    "dim": "\x1b[2m",
    "end": "\x1b[0m",
}


def _hint(d: Diagnostic, paint: Mapping[str, str]) -> str:
    return f"  {paint['hint']}hint:{paint['end']} {show(d.hint)}\n" if d.hint else ""


def _excerpt(d: Diagnostic, excerpts: Excerpts, paint: Mapping[str, str]) -> str:
    line = excerpts.find(d.file, d.line)
    if line is None:
        return ""
    shown, start = cut_line(line, d.column)
    gutter = f"{d.line} | "
    caret = " " * (len(gutter) + start) + "^"
    end = paint["end"]
    return f"  {paint['dim']}{gutter}{end}{shown}\n  {paint[d.severity]}{caret}{end}\n"


# Docstrings that users read, of checks and commands, also where Python leaves them out


def read_docstring(function: Callable[..., Any]) -> str:
    """The docstring of a function, from its source under `python -OO`; empty without one."""
    if function.__doc__ is not None or sys.flags.optimize < 2:
        return function.__doc__ or ""
    code = function.__code__
    return _read_all(code.co_filename).get(code.co_qualname, "")


@cache
def _read_all(file: str) -> dict[str, str]:
    """The docstrings of a source file's functions by their names; none if it can't be read."""
    import ast
    import tokenize

    try:
        with tokenize.open(file) as stream:
            tree = ast.parse(stream.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {one.name: ast.get_docstring(one, clean=False) or "" for one in functions}
