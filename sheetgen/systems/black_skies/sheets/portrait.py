"""Portraits: a fighter seen from above, for books."""

from __future__ import annotations

from sheetgen.systems.black_skies.silhouette import draw_silhouette
from sheetgen.systems.kit.portrait import make_portrait

PORTRAIT = make_portrait("black-skies", "fighter", draw_silhouette, "#5b3a86", art_height=70.0)
