"""Room: how high a sheet may be on the paper of a run, for sheets that can be on several pages."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from sheetgen.systems.contract import Look

_SLACK = 0.01


def limit_height(look: Look, width: float, height: float) -> float:
    """The most height for pages of a width: the usual `height`, or what small paper has room for.

    The paper may be upright or across. It is the usual height as well where nothing would fit,
    which is then reported. All lengths are in millimetres.
    """
    return min(height, max(_list_heights(look, width), default=height))


def _list_heights(look: Look, width: float) -> Iterator[float]:
    """The heights that pages of a width may have on the paper, reduced as far as they may be."""
    if look.room is not None:
        short, long = look.room
        for across, down in ((short, long), (long, short)):
            if width * look.least <= across + _SLACK:
                yield down * max(1.0, (width - _SLACK) / across)


def limit_width(look: Look, width: float, column: float) -> float:
    """The width of pages of two columns, or what small paper has for one, which may be so wide.

    On paper of its own a sheet is rather across than one column; in a book, whose readers would
    have to turn it, it is the other way round.
    """
    if look.room is None:
        return width
    short, long = look.room
    room = long if look.least == 1 else short
    if width * look.least <= room + _SLACK or column * look.least > short + _SLACK:
        return width
    return max(column, floor(short * 10) / 10)
