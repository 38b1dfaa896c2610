"""Portraits: a ship seen from above, for books."""

from __future__ import annotations

from sheetgen.systems.asfos.silhouette import draw_silhouette
from sheetgen.systems.kit.portrait import make_portrait

PORTRAIT = make_portrait("asfos", "ship", draw_silhouette, "#1f4e79")
