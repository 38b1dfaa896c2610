"""Content streams read back: each operator with its operands.

ISO 32000-1 §7.8.2. Only streams of our own are read, so nothing in them is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

UNBOUNDED = 20_000
"""A form's box that reaches this far clips nothing (see svg/paint/form.py)."""
_TOKEN = re.compile(r"\[[^\]]*\]|<<[^>]*>>|<[^>]*>|[^\s\[<]+")
_MARKS = frozenset(("BDC", "BMC", "EMC"))
_OPERAND_STARTS = frozenset("/<[+-.0123456789")


def read_operators(stream: str) -> Iterator[tuple[str, list[str]]]:
    """The operators of a content stream. Raises AssertionError if operands are left at its end."""
    operands: list[str] = []
    for token in _TOKEN.findall(stream):
        if token[0] in _OPERAND_STARTS:
            operands.append(token)
            continue
        if token not in _MARKS:  # which change nothing that is seen
            yield token, operands
        operands = []
    if operands:
        raise AssertionError("a content stream ends in the middle")
