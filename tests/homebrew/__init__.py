# regatta/__init__.py
"""Pond Regatta: toy boats that race, and ram each other, across a pond."""

from sheetgen.systems import Kind, System

from .boat import COLUMNS, Boat
from .card import CARD
from .fleet import COUNTERS, FLEET, ROSTER
from .rules import top_heavy

STARTER = """\
system: regatta
name: @NAME@
planks: 6      # 2 to 12: how many it can lose
sail: 4        # 1 to 9: its speed while it is whole
ballast: 2     # 0 to 9: each holds two of sail upright
"""

BOAT = Kind(
    name="boat",
    model=Boat,
    columns=COLUMNS,
    checks=(top_heavy,),
    starter=STARTER,
)

SYSTEM = System(
    id="regatta",
    name="Pond Regatta",
    about="toy boats on a pond",
    kinds=(BOAT, FLEET),
    sheets=(CARD, ROSTER, COUNTERS),
)
