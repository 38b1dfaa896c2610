"""The text of a formula → its tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NoReturn

from sheetgen.ground.record import NamedTuple, read_values, record, replace
from sheetgen.systems.plain.formula.problem import FORMULA_SYNTAX, FormulaError

# The parts of a formula, each with its place in the text.


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
class FormulaPart(Node):
    """`of.name`."""

    of: Node
    name: str


@record
class Subscript(Node):
    """`of[index]`."""

    of: Node
    index: Node


@record
class FormulaStep(Node):
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
class TextSpan(Node):
    """`first..last`, whole numbers."""

    first: Node
    last: Node


@record
class Listing(Node):
    """`[a, b, c]`."""

    items: Sequence[Node]


@record
class RecordParts(Node):
    """`{name: item, …}`: as many names as there are items."""

    names: Sequence[str]
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
        while isinstance(chain, FormulaPart):
            chain = chain.of
        if isinstance(chain, Name):
            yield chain


def spell_chain(node: Node) -> str:
    """A name with the parts asked of it, as `hull.points`; empty for anything else."""
    if isinstance(node, FormulaPart):
        of = spell_chain(node.of)
        return of and f"{of}.{node.name}"
    return node.name if isinstance(node, Name) else ""


def list_chains(node: Node, bound: frozenset[str] = frozenset()) -> Iterator[Node]:
    """The names in a formula that its loops do not bind, each with the parts asked of it."""
    base = node
    while isinstance(base, FormulaPart):
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
        for value in read_values(node).values():
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Node):
                    yield from list_chains(one, bound)


MAX_LENGTH = 2000
MAX_DEPTH = 40
UNSAFE = ("format", "format_map", "mro", "None", "True", "False")
"""Names that templates can't ask for."""
WORDS = frozenset(("if", "else", "for", "in", "and", "or", "not", "true", "false"))

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[^\W\d]\w*)"
    r"|(?P<text>\"[^\"]*\"|'[^']*')"
    r"|(?P<sign>\.\.|//|==|!=|<=|>=|[-+*/%<>=()\[\]{}:,.×·−÷≤≥≠])|(?P<end>$))"
)
_SAME = {"=": "==", "×": "*", "·": "*", "−": "-", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!="}
_OR, _AND, _NOT, _COMPARE, _SPAN, _PLUS, _TIMES = range(1, 8)
_POWERS = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!=", "in", "not"), _COMPARE),
    "..": _SPAN,
    **dict.fromkeys(("+", "-"), _PLUS),
    **dict.fromkeys(("*", "/", "//", "%"), _TIMES),
}
"""How much each operator binds; what `not` turns binds as much as a comparison, or more."""
_INSTEAD = {
    "**": "write a product, or sqrt(…)",
    "^": "write a product, or sqrt(…)",
    "&": "write and",
    "|": "write or",
    "&&": "write and",
    "||": "write or",
    "!": "write not",
    "?": "write: a if test else b",
    ";": "separate with a comma",
    "“": 'texts have straight quotes: "…"',
    "”": 'texts have straight quotes: "…"',
    "’": "texts have straight quotes: '…'",
    '"': "the text is never closed",
    "'": "the text is never closed",
}


class _Token(NamedTuple):
    kind: str
    text: str
    at: int
    end: int


def parse(text: str) -> Node:
    """The tree of a formula. Raises FormulaError."""
    if len(text) > MAX_LENGTH:
        message = f"this formula is longer than {MAX_LENGTH} characters"
        raise FormulaError(FORMULA_SYNTAX, 0, message, "divide it among several values")
    return _Parser(_cut(text)).parse_all()


def _cut(text: str) -> list[_Token]:
    tokens, at = [], 0
    while True:
        found = _TOKEN.match(text, at)
        if found is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            odd = text[at]
            hint = _INSTEAD.get(text[at : at + 2]) or _INSTEAD.get(odd, "")
            shown = odd if odd.isprintable() else "\ufffd"
            raise FormulaError(FORMULA_SYNTAX, at, f"{shown} has no meaning in a formula", hint)
        kind = str(found.lastgroup)
        start, at = found.span(kind)
        word = text[start:at]
        if kind == "name" and word in WORDS:
            kind = "sign"
        tokens.append(_Token(kind, _SAME.get(word, word), start, at))
        if kind == "end":
            return tokens


class _Parser:
    """Reads the tokens from left to right, by descent from what binds least."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens, self.place, self.depth = tokens, 0, 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.place]

    def parse_all(self) -> Node:
        if self.token.kind == "end":
            raise FormulaError(FORMULA_SYNTAX, 0, "this formula is empty")
        node = self.parse()
        if self.token.kind != "end":
            self.fail(f"{self.token.text} does not belong here")
        return node

    def parse(self) -> Node:
        """A whole formula, such as `a if test else b`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"this is nested more than {MAX_DEPTH} levels deep")
        node = self.parse_from(_OR)
        if self.take("if"):
            test = self.parse_from(_OR)
            self.expect("else", "a choice has both: a if test else b")
            no = self.parse()
            node = Choice(node.at, no.end, node, test, no)
        self.depth -= 1
        return node

    def parse_from(self, least: int) -> Node:
        """Read what binds at least so much, from the left: what follows may bind more."""
        at = self.token.at
        if least <= _NOT and self.take("not"):
            of = self.descend(lambda: self.parse_from(_NOT))
            node: Node = Unary(at, of.end, "not", of)
        else:
            node = self.parse_minus()
        most = _TIMES
        while True:
            token = self.token
            power = _POWERS.get(token.text, 0) if token.kind == "sign" else 0
            if not least <= power <= most:
                return node
            if power == _COMPARE:
                if token.text == "not" and self.peek() != "in":
                    return node
                node = self.parse_comparison(node)
            elif power == _SPAN:
                # `table[x..]` ends here; the bracket reads on.
                if self.peek() == "]":
                    return node
                self.next()
                last = self.parse_from(_SPAN + 1)
                node, most = TextSpan(node.at, last.end, node, last), _COMPARE
            else:
                self.next()
                right = self.parse_from(power + 1)
                node = Binary(node.at, right.end, token.text, node, right)

    def parse_comparison(self, first: Node) -> Node:
        sides, operators = [first], []
        while _POWERS.get(self.token.text) == _COMPARE and self.token.kind == "sign":
            if self.token.text == "not" and self.peek() != "in":
                break
            operators.append(self.next().text)
            if operators[-1] == "not":
                operators[-1] += " " + self.next().text
            sides.append(self.parse_from(_SPAN))
        return Comparison(first.at, sides[-1].end, tuple(operators), tuple(sides))

    def parse_minus(self) -> Node:
        at = self.token.at
        if self.take("-"):
            node = self.descend(self.parse_minus)
            return Unary(at, node.end, "-", node)
        return self.parse_parts()

    def parse_parts(self) -> Node:
        node = self.parse_atom()
        while True:
            if self.take("."):
                if self.token.kind != "name":
                    self.fail("a name belongs after the dot")
                name = self.next()
                node = FormulaPart(node.at, name.end, node, name.text)
            elif self.take("["):
                node = self.parse_index(node)
            elif self.is_sign("(") and isinstance(node, Name):
                node = self.parse_call(node)
            else:
                return node

    def parse_index(self, of: Node) -> Node:
        if self.take(".."):
            index = self.parse()
            return FormulaStep(of.at, self.close("]"), of, index, up=False)
        index = self.parse()
        if self.take(".."):
            return FormulaStep(of.at, self.close("]"), of, index, up=True)
        return Subscript(of.at, self.close("]"), of, index)

    def parse_call(self, name: Name) -> Node:
        self.next()
        arguments: list[Node] = []
        while not self.is_sign(")"):
            argument = self.parse()
            if self.is_sign("for"):
                argument = self.parse_each(argument, argument.at)
            arguments.append(argument)
            if not self.take(","):
                break
        return Call(name.at, self.close(")"), name.name, tuple(arguments))

    def parse_each(self, item: Node, at: int) -> Each | Call:
        """A loop; one with a loop inside it gives the items of all lists in one."""
        self.next()
        if self.token.kind != "name":
            self.fail("a name belongs after for, as in: for n in 1..6")
        name = self.next().text
        self.expect("in", "a loop is written: for n in 1..6")
        # What binds least is left out: its `if` would take that of the loop.
        source = self.parse_from(_SPAN)
        test = self.parse_from(_OR) if self.take("if") else None
        if not self.is_sign("for"):
            return Each(at, (test or source).end, item, name, source, test)
        inner = self.descend(lambda: self.parse_each(item, at))
        return Call(at, inner.end, "flat", (Each(at, inner.end, inner, name, source, test),))

    def parse_atom(self) -> Node:
        token = self.next()
        kind, text, at, end = token
        if kind == "number":
            return Constant(at, end, Fraction(text) if "." in text else int(text))
        if kind == "text":
            return Constant(at, end, text[1:-1])
        if kind == "name":
            return Name(at, end, text)
        if text in ("true", "false"):
            return Constant(at, end, text == "true")
        if text == "(":
            node = self.parse()
            self.close(")")
            return node
        if text == "[":
            return self.parse_list(at)
        if text == "{":
            return self.parse_record(at)
        if kind != "end":
            self.place -= 1
        what = "the formula ends" if kind == "end" else f"there is {text}"
        return self.fail(f"{what} where a value belongs")

    def parse_list(self, at: int) -> Node:
        items: list[Node] = []
        while not self.is_sign("]"):
            item = self.parse()
            if self.is_sign("for") and not items:
                return replace(self.parse_each(item, at), end=self.close("]"))
            items.append(item)
            if not self.take(","):
                break
        return Listing(at, self.close("]"), tuple(items))

    def parse_record(self, at: int) -> Node:
        parts: dict[str, Node] = {}
        hint = "a record has names: {number: 1, speed: 2 * sail}; a list has [ ]"
        while not self.is_sign("}"):
            name = self.token
            text = name.text
            odd = text in UNSAFE or text.startswith("_") or not text.isidentifier()
            if name.kind != "name" or name.text in parts or odd:
                what = "there twice" if name.text in parts else "not the name of a part"
                self.fail(f"{name.text or 'the end'} is {what}", hint)
            self.next()
            self.expect(":", hint)
            parts[name.text] = self.parse()
            if not self.take(","):
                break
        end = self.close("}")
        if not parts:
            raise FormulaError(FORMULA_SYNTAX, at, "there is no empty record", hint)
        return RecordParts(at, end, tuple(parts), tuple(parts.values()))

    def descend(self, parse: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"this is nested more than {MAX_DEPTH} levels deep")
        node = parse()
        self.depth -= 1
        return node

    def next(self) -> _Token:
        token = self.token
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def peek(self) -> str:
        return self.tokens[min(self.place + 1, len(self.tokens) - 1)].text

    def is_sign(self, *signs: str) -> bool:
        return self.token.kind == "sign" and self.token.text in signs

    def take(self, sign: str) -> bool:
        token = self.tokens[self.place]
        if token.text != sign or token.kind != "sign":
            return False
        self.next()
        return True

    def expect(self, sign: str, hint: str) -> None:
        if not self.take(sign):
            self.fail(f"{sign} is missing here", hint)

    def close(self, sign: str) -> int:
        """The end of the closing bracket, which must come next."""
        token = self.token
        if not self.take(sign):
            if token.kind == "end":
                self.fail(f"{sign} is missing at the end")
            hint = f"a comma or {sign} could follow"
            self.fail(f"{token.text} does not belong here", hint)
        return token.end

    def fail(self, message: str, hint: str = "") -> NoReturn:
        raise FormulaError(FORMULA_SYNTAX, self.token.at, message, hint)
