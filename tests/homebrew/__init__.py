# regatta/__init__.py
"""Pond Regatta: toy boats that race, and ram each other, across a pond."""

from sheetgen.systems import Kind, Sheet, System

from .boat import COLUMNS, Boat
from .card import fill_blank_card, fill_card
from .rules import top_heavy

STARTER = """\
# A boat of Pond Regatta.
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

CARD = Sheet(
    name="card",
    title="Card",
    about="a boat's card with its planks to tick off",
    template="regatta/card.svg",
    kinds=("boat",),
    default=("boat",),
    fill=fill_card,
    fill_blank=fill_blank_card,
    blank_sizes=(6, 8, 12),
)

SYSTEM = System(
    id="regatta",
    name="Pond Regatta",
    about="toy boats on a pond",
    kinds=(BOAT,),
    sheets=(CARD,),
)
