"""Games: what a game's own code imports.

A game is a folder with an `__init__.py` that sets `SYSTEM`; docs/add-a-game.md builds a small
one. It is in this package, in a folder named with `--system`, or in another package that
announces it as an entry point of the group `sheetgen.systems`, such as
`regatta = "sheetgen_regatta:SYSTEM"`. Nothing outside a game's own folder knows its name.

A game takes what it needs from here, from `sheetgen.systems.kit` (fleets, rosters, counters …),
for outlines from `sheetgen.ground.geometry`, and for duels from `sheetgen.systems.contract`.
"""

from sheetgen.ground.diagnostics import Mend
from sheetgen.reading.field import (
    After,
    Before,
    Colour,
    Field,
    Prose,
    RefusedError,
    Schema,
    Text,
    verify,
)
from sheetgen.reading.model import Model
from sheetgen.systems.column import (
    Budget,
    Column,
    Form,
    FormPart,
    Group,
    Loss,
    Option,
    Table,
    Term,
    Why,
)
from sheetgen.systems.contract import (
    Check,
    Companion,
    Finding,
    Kind,
    Look,
    Lookup,
    Print,
    Sheet,
    System,
    check,
    later,
    read_tables,
    sheet_later,
)

__all__ = [
    "After",
    "Before",
    "Budget",
    "Check",
    "Colour",
    "Column",
    "Companion",
    "Field",
    "Finding",
    "Form",
    "FormPart",
    "Group",
    "Kind",
    "Look",
    "Lookup",
    "Loss",
    "Mend",
    "Model",
    "Option",
    "Print",
    "Prose",
    "RefusedError",
    "Schema",
    "Sheet",
    "System",
    "Table",
    "Term",
    "Text",
    "Why",
    "check",
    "later",
    "read_tables",
    "sheet_later",
    "verify",
]  # fmt: skip
