"""Black Skies."""

from __future__ import annotations

from gallery.picture import Picture

OWN: dict[str, str] = {}
"""Files that only the gallery has, by name; their texts stand on its page."""

SECTIONS: dict[str, tuple[Picture, ...]] = {
    "Rosters and reference": (
        Picture(
            "roster",
            "Roster",
            "Elements with their suits, pilots and the rolls that they need, weapons with their"
            " arcs, and hulls to strike off.",
            "ships/black-skies/windward-squadron.yaml",
            sheet="roster",
            dpi=100,
        ),
        Picture(
            "reference",
            "Quick reference",
            "All maneuvers with their courses in small, and every table of the game.",
            "ships/black-skies/quarry-watch.yaml",
            sheet="reference",
            paper="a4",
            dpi=80,
        ),
    ),
}
