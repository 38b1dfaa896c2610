"""Room: how high a sheet may be on the paper of a run, for sheets that can be on several pages."""

from __future__ import annotations

from sheetgen.systems.contract import Look

_SLACK = 0.01


def limit_height(look: Look, width: float, height: float) -> float:
    """The most height for pages of a width: the usual `height`, or what small paper has room for.

    The paper may be upright or across. It is the usual height as well where nothing would fit,
    which is then reported. All lengths are in millimetres.
    """
    if look.room is None:
        return height
    short, long = look.room
    rooms = [down for across, down in ((short, long), (long, short)) if width <= across + _SLACK]
    return min(height, max(rooms, default=height))
