"""CFF tables: how large their outlines are, which a PDF reader takes from there and nowhere else.

Adobe Technical Note 5176, §4 (DICT data), §5 (INDEX data) and §9 (Top DICT).
"""

from __future__ import annotations

_USUAL = 0.001
_NIBBLES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "E", "E-", "", "-")
"""What the half bytes of a real number stand for; 15 ends it."""
_ESCAPE, _MATRIX, _CIDS = 12, 7, 30  # operators; the latter two after an escape
_SHORT, _LONG, _REAL, _LONGER = 28, 29, 30, 247  # what operands begin with


def find_unit(table: bytes) -> float | None:
    """What part of the font size a unit of the outlines is (FontMatrix of the Top DICT).

    None if that may be said elsewhere, as in fonts with CIDs. Raises ValueError for nonsense.
    """
    try:
        _, names_end = _find_first(table, table[2])
        data, _ = _find_first(table, names_end)
        return _read_unit(data)
    except IndexError:
        raise ValueError("the table is cut short") from None


def _find_first(table: bytes, at: int) -> tuple[bytes, int]:
    """The first object of the INDEX at some place, and where the INDEX ends."""
    count, size = int.from_bytes(table[at : at + 2], "big"), table[at + 2]
    if not count:
        return b"", at + 2
    places = (at + 3 + size * number for number in (0, 1, count))
    first, second, last = (int.from_bytes(table[p : p + size], "big") for p in places)
    base = at + 2 + size * (count + 1)  # offsets count from the byte before the objects
    return table[base + first : base + second], base + last


def _read_unit(data: bytes) -> float | None:
    """The first number of FontMatrix in the data of a Top DICT."""
    at, first, has_cids = 0, 0.0, False
    fresh, unit = True, _USUAL
    while at < len(data):
        kind = data[at]
        if kind < _SHORT:  # an operator
            escaped = data[at + 1] if kind == _ESCAPE else None
            unit = first if escaped == _MATRIX else unit
            has_cids |= escaped == _CIDS
            at, fresh = at + (1 if escaped is None else 2), True
            continue
        number, at = _read_number(data, at)
        first, fresh = number if fresh else first, False
    return None if has_cids else unit


def _read_number(data: bytes, at: int) -> tuple[float, int]:
    """A number of a DICT, and where it ends. Whole ones are taken for 1: no unit is any of them."""
    kind = data[at]
    if kind != _REAL:
        lengths = {_SHORT: 3, _LONG: 5}
        return 1.0, at + lengths.get(kind, 2 if kind >= _LONGER else 1)
    text = ""
    while True:
        at += 1
        for nibble in (data[at] >> 4, data[at] & 15):
            if nibble == len(_NIBBLES):
                return float(text or 0), at + 1
            text += _NIBBLES[nibble]
