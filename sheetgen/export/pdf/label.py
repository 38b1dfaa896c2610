"""Page labels: what pages are called where a PDF reader shows their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.export.pdf.objects import dictionary, list_of, text_of

_NUMERALS = {
    "c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10, "ix": 9, "v": 5, "iv": 4, "i": 1,
}  # fmt: skip


def write_roman(number: int) -> str:
    """A number in lower-case Roman numerals: 4 is iv."""
    text = ""
    for letters, value in _NUMERALS.items():
        text += letters * (number // value)
        number %= value
    return text


def number_pages(labels: Sequence[str]) -> str:
    """The number tree of labels (ISO 32000-1 §12.4.2): runs of numbers, or single texts."""
    numbers: list[str] = []
    style, number = "", 0
    for at, label in enumerate(labels):
        kind, value = _read(label)
        if at and kind == style and kind and value == number + 1:
            number = value
            continue
        style, number = kind, value
        entry = dictionary(S=f"/{kind}", St=value) if kind else dictionary(P=text_of(label))
        numbers += [str(at), entry]
    return dictionary(Nums=list_of(numbers))


def _read(label: str) -> tuple[str, int]:
    """The style of a label and its number; no style for a label that is not counted."""
    if label.isdecimal():
        return "D", int(label)
    value = next((n for n in range(1, 400) if write_roman(n) == label), 0) if label else 0
    return ("r", value) if value else ("", 0)
