"""Exact numbers: whole ones and fractions, their roots, and how they are written."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

Number = int | Fraction

LIMIT = 10**30
"""No number is as large, and no fraction has as large a denominator."""

_DECIMALS = 10**12


def simplify(value: Number) -> Number:
    """A number, as an int if it is whole."""
    return value.numerator if value.denominator == 1 else value


def read_float(value: float) -> Number:
    """The number that was written, such as 1/10 for 0.1."""
    return simplify(Fraction(repr(value)))


def is_small(value: Number) -> bool:
    """Whether a number is within the limits."""
    return -LIMIT < value.numerator < LIMIT and value.denominator < LIMIT


def round_half_up(value: Number) -> int:
    """The nearest whole number; of two equally near ones, the greater."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def find_root(value: Number) -> Number:
    """The square root: exact if it is a fraction, else rounded half up to twelve decimals.

    Raises ValueError for a negative number.
    """
    over, under = value.numerator, value.denominator
    if over < 0:
        raise ValueError(f"{write_number(value)} has no square root")
    root = Fraction(isqrt(over), isqrt(under))
    if root * root == value:
        return simplify(root)
    doubled = isqrt(4 * over * _DECIMALS**2 // under)
    return simplify(Fraction((doubled + 1) // 2, _DECIMALS))


def write_number(value: Number) -> str:
    """A number in print: `12`, `2.5`, and `2 1/3` where no four decimals are enough."""
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10_000
    if scaled.denominator == 1:
        whole, rest = divmod(abs(scaled.numerator), 10_000)
        return f"{'-' if value < 0 else ''}{whole}.{rest:04}".rstrip("0")
    if value.denominator > 1000:  # a root
        return f"{float(value):.4f}".rstrip("0").rstrip(".")
    whole, rest = divmod(abs(value.numerator), value.denominator)
    parts = f"{whole} {rest}/{value.denominator}" if whole else f"{rest}/{value.denominator}"
    return f"-{parts}" if value < 0 else parts
