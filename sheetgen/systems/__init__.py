"""Games: what the code of a game imports.

A game is a folder with a `game.yaml`; docs/games.md builds a small one. It is in this package, in
`games/` of a project, in a folder named with `--system`, or in another package that announces it
as an entry point of the group `sheetgen.systems`, such as `regatta = "sheetgen_regatta"`. Nothing
outside a game's own folder knows its name.

What formulas can't say is Python in a file that the game.yaml names. It takes from here what
prints and fights are made of, from `sheetgen.systems.kit` the ships of a fleet and shapes to draw,
and outlines from `sheetgen.ground.geometry`.
"""

from sheetgen.ground.words import tr, tr_many
from sheetgen.systems.contract import Combat, Look, Print, Setting, Stance, read_tables

__all__ = ["Combat", "Look", "Print", "Setting", "Stance", "read_tables", "tr", "tr_many"]
