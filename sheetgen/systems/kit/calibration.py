"""Calibration: a page for both sides of the paper, from which a printer's habits are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.systems.contract import Look, Print, Sheet


@dataclass(frozen=True, slots=True)
class Calibration:
    """One side of the page; the template draws all of it."""

    side: str = "front"


def _fill(size: int, look: Look) -> Iterator[Print]:
    if size != 1:
        raise ValueError(f"{size} makes no sense: there is one calibration page")
    yield Print(Calibration(), "Calibration", back=Calibration("back"))


CALIBRATION = Sheet(
    name="calibration",
    title="Calibration",
    about="rulers, the place of backs, lines, letters and greys, to read off what a printer does",
    template="common/calibration.svg",
    kinds=(),
    fill=lambda values, look: (),
    fill_blank=_fill,
    blank_sizes=(1,),
    cut=False,
)
