"""Portraits: a ship seen from above, for books."""

from __future__ import annotations

from sheetgen.ground.contrast import deepen
from sheetgen.systems.barsoom.fleet import COLOUR
from sheetgen.systems.barsoom.plan import draw_portrait
from sheetgen.systems.kit.portrait import make_portrait

PORTRAIT = make_portrait("barsoom", "ship", draw_portrait, COLOUR, shade=deepen)
