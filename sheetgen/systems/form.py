"""Forms: how the keys of a kind are shown in the studio, and the budgets that a design keeps to.

What a key takes, and what it means, follows from its annotation; a form adds what only the game
knows. Keys are written as fields are labelled, without the numbers of items: `weapons name`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheetgen.ground.row import NamedTuple


class Group(NamedTuple):
    """Keys that belong together, below a title; `weapons` also stands for all inside it."""

    title: str
    keys: Sequence[str]


class Option(NamedTuple):
    """A value that may be chosen, in words, and what it costs, such as `2 hardpoints`."""

    value: object
    label: str
    cost: str = ""


class Part(NamedTuple):
    """What uses up a part of a budget."""

    label: str
    value: float


class Budget(NamedTuple):
    """What a design may use of something; a `total` of None is no limit."""

    title: str
    used: float
    total: float | None
    parts: Sequence[Part] = ()


class Loss(NamedTuple):
    """What ships of a fleet lose: the key of their state that says it, and what it is called.

    It is a number, of the `total` boxes of a member, or of as many as there are; or a list of
    `things` that a member has, with their names, one for each box; or a `value`. A key inside
    another stands behind a stroke. With `steps`, there is one place for all, and each click on it
    takes one more away, until none is left.
    """

    key: str
    title: str
    total: Callable[[Any], int] | None = None
    things: Callable[[Any], Sequence[tuple[object, str]]] | None = None
    value: object = None
    steps: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """How the definitions of a kind are shown.

    `groups` are in the order of the page; keys in none of them follow. `labels` and `help` replace
    what follows from the key and its description, `units` are what numbers count. `options` are
    the choices of a key in words. `spans` are keys that may have a lowest and a highest number.
    `refers` names the kind whose ids a key takes. `budgets` and
    `facts` are functions of the linked values: bars, and a few words each. `losses` are what the
    boxes of a fleet's displays strike off, by the names of their form fields. `map` tells how a
    map of the values looks on paper.
    """

    groups: Sequence[Group] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    help: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Sequence[Option]] = field(default_factory=dict)
    spans: Sequence[str] = ()
    refers: Mapping[str, str] = field(default_factory=dict)
    budgets: Callable[[Any], Iterable[Budget]] | None = None
    facts: Callable[[Any], Iterable[str]] | None = None
    losses: Mapping[str, Loss] = field(default_factory=dict)
    map: Callable[[Any], Mapping[str, Any]] | None = None


WORDS = Group("In words", ("description", "art", "id"))
"""What most definitions have at their end."""
