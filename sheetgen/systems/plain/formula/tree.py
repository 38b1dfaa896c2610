"""The parts of a formula, each with its place in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from fractions import Fraction

from sheetgen.ground.record import record


@record
class Node:
    """A part of a formula, from character `at` up to `end`, counted from 0."""

    at: int
    end: int


@record
class Constant(Node):
    """A number, a text, or true or false."""

    value: int | Fraction | str | bool


@record
class Name(Node):
    """A name."""

    name: str


@record
class Part(Node):
    """`of.name`."""

    of: Node
    name: str


@record
class Item(Node):
    """`of[index]`."""

    of: Node
    index: Node


@record
class Step(Node):
    """`of[..index]`, the last line of a table up to it, or `of[index..]`, the first from it on."""

    of: Node
    index: Node
    up: bool


@record
class Call(Node):
    """`name(arguments)`."""

    name: str
    arguments: Sequence[Node]


@record
class Unary(Node):
    """`-of` or `not of`."""

    operator: str
    of: Node


@record
class Binary(Node):
    """Arithmetic, `and` or `or`."""

    operator: str
    left: Node
    right: Node


@record
class Comparison(Node):
    """`a < b`, or a chain such as `a <= b < c`: one operator fewer than there are sides."""

    operators: Sequence[str]
    sides: Sequence[Node]


@record
class Choice(Node):
    """`yes if test else no`."""

    yes: Node
    test: Node
    no: Node


@record
class Span(Node):
    """`first..last`, whole numbers."""

    first: Node
    last: Node


@record
class Listing(Node):
    """`[a, b, c]`."""

    items: Sequence[Node]


@record
class Each(Node):
    """`[item for name in source if test]`."""

    item: Node
    name: str
    source: Node
    test: Node | None


def list_names(node: Node) -> Iterator[Name]:
    """The names in a formula that its loops do not bind, in the order of the text."""
    for chain in list_chains(node):
        while isinstance(chain, Part):
            chain = chain.of
        if isinstance(chain, Name):
            yield chain


def list_chains(node: Node, bound: frozenset[str] = frozenset()) -> Iterator[Node]:
    """The names in a formula that its loops do not bind, each with the parts asked of it."""
    base = node
    while isinstance(base, Part):
        base = base.of
    if isinstance(base, Name):
        if base.name not in bound:
            yield node
    elif isinstance(node, Each):
        inner = bound | {node.name}
        yield from list_chains(node.item, inner)
        yield from list_chains(node.source, bound)
        if node.test:
            yield from list_chains(node.test, inner)
    else:
        for part in fields(node):
            value = getattr(node, part.name)
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Node):
                    yield from list_chains(one, bound)
