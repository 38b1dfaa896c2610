"""Phrases: texts with formulas in braces, such as `a sail of {sail}`."""

from __future__ import annotations

import re
from typing import Any

from sheetgen.systems.plain.desk import GameDesk, Locate, Path_, shift
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.problem import FORMULA_SYNTAX
from sheetgen.systems.plain.formula.value import BLANK, FLAG, NUMBER, TEXT, Frame, spell_value

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")

Phrase = tuple[str | Formula, ...]


def read_phrase(
    desk: GameDesk, path: Path_, text: str | None, names: FormulaNames
) -> Phrase | None:
    """The parts of the text at a path, if there is one, with its formulas compiled.

    None if a formula is wrong.
    """
    return read_parts(desk, text or "", desk.locate(path), names)


def read_parts(desk: GameDesk, text: str, locate: Locate, names: FormulaNames) -> Phrase | None:
    """The parts of a text whose characters have these places; None if a formula is wrong."""
    parts: list[str | Formula] = []
    end = 0
    right = True
    for found in _PART.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        if found[1] is not None:
            start = found.start(1)
            formula = desk.parse_text(found[1], shift(locate, start))
            compiled = desk.compile(formula, names, NUMBER, TEXT, FLAG, loose=True)
            right = right and compiled is not None
            parts += [compiled] if compiled else []
        elif len(found[0]) == 2:
            parts.append(found[0][0])
        else:
            place = locate(found.start())
            message = f"there is a single {found[0]}, without its other half"
            hint = "formulas stand in braces: {sail}; {{ is a brace in the text"
            desk.found.append(FORMULA_SYNTAX.at(place, message, hint))
            right = False
    parts.append(text[end:])
    return tuple(part for part in parts if part) if right else None


def write_phrase(phrase: Phrase, frame: Frame, whose: str) -> str:
    """The text with the values of its formulas. Raises ProblemError."""
    return "".join(
        part if isinstance(part, str) else write_value(part.work_out(frame, whose))
        for part in phrase
    )


def write_value(value: Any) -> str:
    """A value in print; nothing where it is missing or left open."""
    return "" if value is None or value is BLANK else spell_value(value)
