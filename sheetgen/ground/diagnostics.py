"""Diagnostics as data: what is wrong, where, and what would be right.

A `Rule` is declared once, with its documentation, beside the code that finds its
problem; `explain` and docs/rules.md show that documentation. A `Diagnostic` is one
finding of a rule at one place. Nothing here prints: the command line does that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any, Literal

from sheetgen.ground.excerpt import Excerpts, cut_line
from sheetgen.ground.nearest import Names
from sheetgen.ground.record import record, replace
from sheetgen.ground.row import NamedTuple
from sheetgen.ground.visible import show

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
        text = f"## {self.name}\n\n*{self.severity}* — {self.what}\n\n{self.why}\n"
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
    """What `--strict` does: warnings become errors, and hints of strict rules too."""
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
