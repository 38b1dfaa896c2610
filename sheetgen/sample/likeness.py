"""Likeness: whether two values of an attribute draw the same, and what moved if they do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isclose

from sheetgen.drawing.drawing import IDENTITY, Matrix, multiply
from sheetgen.ground.colour import parse_color
from sheetgen.ground.number import fmt
from sheetgen.svg.read.path import path_operators
from sheetgen.svg.read.transform import parse_transform

_PIECE = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^\s,\d]")
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(px)?\s*")
COLOURS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
OUTLINES = ("d", "points")
_CLOSE = 2e-3
"""How far numbers may differ that an editor has only written in another way."""


def are_close(a: float, b: float) -> bool:
    """Whether two numbers are the same to an editor."""
    return isclose(a, b, rel_tol=1e-5, abs_tol=_CLOSE)


def are_alike(a: Matrix, b: Matrix) -> bool:
    """Whether two matrices move things to the same places."""
    small = all(
        isclose(x, y, rel_tol=1e-4, abs_tol=1e-4) for x, y in zip(a[:4], b[:4], strict=True)
    )
    return small and all(map(are_close, a[4:], b[4:]))


def is_same(name: str, old: str, new: str) -> bool:
    """Whether two values of an attribute or property draw the same."""
    if old == new:
        return True
    try:
        if name in COLOURS:
            return parse_color(old) == parse_color(new)
        if name in ("transform", "gradientTransform"):
            return are_alike(parse_transform(old), parse_transform(new))
        if name == "d":
            old, new = path_operators(old), path_operators(new)
    except ValueError:
        pass
    if name == "font-family":
        old, new = (text.replace("'", "").replace('"', "") for text in (old, new))
    pieces = [_PIECE.findall(text.replace("px", "").lower()) for text in (old, new)]
    return len(pieces[0]) == len(pieces[1]) and all(map(_is_same_piece, *pieces))


def _is_same_piece(old: str, new: str) -> bool:
    try:
        return are_close(float(old), float(new))
    except ValueError:
        return old == new


def parse_plain(text: str) -> float | None:
    """A value that is one number of user units."""
    found = _NUMBER.fullmatch(text)
    return float(found[1]) if found else None


def find_shift(name: str, old: str, new: str) -> Matrix | None:
    """The matrix that makes an outline of another, if they only lie elsewhere or are stretched."""
    try:
        shapes = [path_operators(f"M{text}" if name == "points" else text) for text in (old, new)]
    except ValueError:
        return None
    before, after = (_read_points(shape) for shape in shapes)
    letters = [re.sub(r"[-+.\de ]+", " ", shape) for shape in shapes]
    if letters[0] != letters[1] or len(before) != len(after) or not before:
        return None
    sides = []
    for axis in (0, 1):
        side = _fit([p[axis] for p in before], [p[axis] for p in after])
        if side is None:
            return None
        sides.append(side)
    (sx, tx), (sy, ty) = sides
    return (sx, 0.0, 0.0, sy, tx, ty)


def _read_points(operators: str) -> list[tuple[float, float]]:
    numbers = [float(word) for word in operators.split() if not word.isalpha()]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _fit(before: Sequence[float], after: Sequence[float]) -> tuple[float, float] | None:
    """The factor and shift that lead from some coordinates to others."""
    low, high = (
        min(range(len(before)), key=before.__getitem__),
        max(range(len(before)), key=before.__getitem__),
    )
    extent = before[high] - before[low]
    factor = (after[high] - after[low]) / extent if extent > _CLOSE else 1.0
    if are_close(extent * factor, extent):
        factor = 1.0
    shift = after[low] - factor * before[low]
    fits = all(abs(factor * a + shift - b) < 2 * _CLOSE for a, b in zip(before, after, strict=True))
    return (factor, shift) if fits else None


def invert(m: Matrix) -> Matrix | None:
    """The matrix that undoes another; None for one that leaves nothing of an area."""
    a, b, c, d, e, f = m
    area = a * d - b * c
    if abs(area) < 1e-12:
        return None
    return (
        d / area,
        -b / area,
        -c / area,
        a / area,
        (c * f - d * e) / area,
        (b * e - a * f) / area,
    )


def find_moves(old: str, new: str) -> tuple[Matrix, Matrix] | None:
    """What is to be done after a transform, and what before it, to make another of it."""
    try:
        before, after = parse_transform(old), parse_transform(new)
    except ValueError:
        return None
    undone = invert(before)
    if undone is None:
        return None
    return multiply(undone, after), multiply(after, undone)


def is_move(m: Matrix) -> bool:
    """Whether a matrix only moves."""
    return are_alike((*m[:4], 0.0, 0.0), IDENTITY)


def write_matrix(m: Matrix) -> str:
    """A matrix as a transform."""
    if is_move(m):
        return f"translate({fmt(m[4], 4)} {fmt(m[5], 4)})"
    return f"matrix({' '.join(fmt(v, 6) for v in m)})"
