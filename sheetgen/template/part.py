"""Parts: templates that others include, each filled once for the values that it reads.

What a template reads is known from its tree: names that it does not set itself, or attributes of
these; and what the parts that it includes read. Where all of them are values that were met before,
what was filled is put out again, in one piece, and its work is counted again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, cast

import jinja2
from jinja2 import nodes
from jinja2.visitor import NodeVisitor
from markupsafe import Markup

from sheetgen.ground.record import read_values
from sheetgen.template.sandbox.environment import WORK
from sheetgen.template.sandbox.work import Work
from sheetgen.type.dress import Roles

PART = "included: "
"""Before the name of a template that another includes."""
Reads = frozenset[str]
"""Names that a template reads, and attributes of names, such as `sheet.class_name`."""
_MOST_LETTERS = 2_000_000
"""Letters of a part's texts that are remembered before all are forgotten."""
_TRIES = 64
"""After so many fillings that were all new, a part is not remembered any more."""
_PLAIN = frozenset({str, int, float, bool, type(None), Markup, FunctionType, type, object})
_MISSING, _END = object(), object()


def find_reads(tree: nodes.Template) -> Reads:
    """The names that a template reads of the one that includes it."""
    from jinja2 import meta  # when a template is compiled, which most runs do not

    reader = _ReadsFinder(meta.find_undeclared_variables(tree))
    reader.visit(tree)
    return frozenset(reader.found)


class _ReadsFinder(NodeVisitor):
    def __init__(self, names: set[str]) -> None:
        self._names = names
        self.found: set[str] = set()

    def visit_Name(self, node: nodes.Name) -> None:  # noqa: N802
        self.found |= {node.name} & self._names

    def visit_NSRef(self, node: nodes.NSRef) -> None:  # noqa: N802
        # What changes something of the includer can't be remembered, and that is no plain value.
        self.found |= {node.name} & self._names

    def visit_Getattr(self, node: nodes.Getattr) -> None:  # noqa: N802
        path, start = node.attr, node.node
        while isinstance(start, nodes.Getattr):
            path, start = f"{start.attr}.{path}", start.node
        if not isinstance(start, nodes.Name):
            self.visit(start)
        elif start.name in self._names:
            self.found.add(f"{start.name}.{path}")

    def visit_Call(self, node: nodes.Call) -> None:  # noqa: N802
        called = node.node.node if isinstance(node.node, nodes.Getattr) else node.node
        for inner in (called, *node.args, *node.kwargs):
            self.visit(inner)


class PartTemplate(jinja2.Template):
    """A template that remembers what it was filled with, if it is one that others include.

    Where the place of an error is looked for, none remembers.
    """

    @classmethod
    def from_code(
        cls, environment: Any, code: CodeType, globals: Any, uptodate: Any = None
    ) -> PartTemplate:
        """The template of compiled code."""
        made = cast(PartTemplate, super().from_code(environment, code, globals, uptodate))
        name = made.name or ""
        if environment.cuts and name.startswith(PART):
            compiled = environment.bytecode_cache
            reads = compiled.reads[compiled.get_cache_key(name, made.filename)]
            memory = _PartMemory(made, frozenset(reads))
            made.root_render_func = cast(Any, memory.fill)
            made.new_context = cast(Any, memory.ask)  # type: ignore[method-assign]
        return made


class _PartMemory:
    """The texts that a part was filled to, each with the steps of its work."""

    def __init__(self, template: jinja2.Template, reads: Reads) -> None:
        self._fill, self._open = template.root_render_func, template.new_context
        self._tries = _TRIES
        self._learn(reads)

    def _learn(self, reads: Reads) -> None:
        self._reads, self._letters = reads, 0
        self._known: dict[Any, tuple[str, int]] = {}
        names: dict[str, list[str]] = {}
        for path in sorted(reads):
            name, _, rest = path.partition(".")
            names.setdefault(name, []).append(rest)
        self._whole = [name for name, rests in names.items() if "" in rests]
        parts = {name: rests for name, rests in names.items() if "" not in rests}
        self._parts = [(name, rests, attrgetter(*rests)) for name, rests in parts.items()]

    def ask(self, values: Any, shared: bool, own: Any) -> Any:
        """All values of what includes it, and those of its loops and blocks."""
        return {**values, **own}

    def fill(self, values: dict[str, Any]) -> Iterator[str]:
        """The pieces of the part: one, if it is known."""
        work: Work = values[WORK][0]
        key = self._make_key(values) if self._tries else None
        found = self._known.get(key)
        if found:
            text, steps = found
            work.spend(steps)
            work.reads |= self._reads
            self._tries = _TRIES
            yield text
            return
        before, outer, work.reads = work.steps, work.reads, frozenset()
        pieces: list[str] = []
        for piece in self._fill(self._open(values, shared=True)):
            pieces.append(piece)
            yield piece
        if not self._reads.issuperset(work.reads):
            self._learn(self._reads | work.reads)
            key = self._make_key(values)
        work.reads = outer | self._reads
        if self._tries:
            self._keep(key, "".join(pieces), work.steps - before)

    def _keep(self, key: Any, text: str, steps: int) -> None:
        self._tries -= 1
        self._letters += len(text)
        if not self._tries or self._letters > _MOST_LETTERS:
            self._letters = 0
            self._known.clear()
        elif key:
            self._known[key] = text, steps

    def _make_key(self, values: Mapping[str, Any]) -> Any:
        """Everything that the part reads, with its types; None if it may change."""
        read = [values.get(name, _MISSING) for name in self._whole]
        for name, paths, get in self._parts:
            value = values.get(name, _MISSING)
            try:
                read += get(value) if len(paths) > 1 else (get(value),)
            except AttributeError:
                read += _read_each(value, paths)
            except Exception:  # the data may be a stranger's, and the part may never ask for it
                return None
        read.append(values[WORK][1])
        kinds = tuple(map(type, read))
        if _PLAIN.issuperset(kinds):
            return (*read, *kinds)
        flat: list[Any] = []
        return tuple(flat) if all(_flatten(value, flat) for value in read) else None


def _read_each(value: Any, paths: Sequence[str]) -> list[Any]:
    """The attributes of a value, and a sign for those that it does not have."""
    found = []
    for path in paths:
        try:
            found.append(attrgetter(path)(value))
        except AttributeError:
            found.append(_MISSING)
    return found


def _flatten(value: Any, flat: list[Any]) -> bool:
    """Adds a value and its types to a list; False for one that may change, or is unknown."""
    kind: Any = type(value)
    flat.append(kind)
    if kind in _PLAIN:
        flat.append(value)
        return True
    if kind is dict or kind is Roles:
        items: Iterable[Any] = (part for item in value.items() for part in item)
    elif issubclass(kind, (tuple, list)):
        items = value
    elif hasattr(kind, "__record__"):
        items = read_values(value).values()
    elif getattr(kind, "__slots__", None) == getattr(kind, "__match_args__", ()):  # of a game
        items = [getattr(value, name) for name in kind.__slots__]
    else:
        return False
    if not all(_flatten(item, flat) for item in items):
        return False
    flat.append(_END)
    return True
