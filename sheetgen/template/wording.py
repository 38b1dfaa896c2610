"""Wording: the words of a template, and the same template in another language.

Words are the texts between tags, with the values in them by name (`mass {mass}`), and what stands
in `tr('…')`. Everything happens while a template is compiled, so no print looks for its captions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import WORD, Words

_TOKEN = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.DOTALL)
_VALUE = re.compile("\0(\\d+)\0")
_NAMED = re.compile(r"\{(\w+)\}")
_LONGEST = 24
"""Letters of a caption that is printed in two languages."""


class CaptionRun(NamedTuple):
    """A text between two tags of a template: its words, and the values in them by their names."""

    words: str
    values: dict[str, nodes.Expr]


def read_run(text: str, parts: list[Any]) -> CaptionRun | None:
    """The run of a text in which `\\0N\\0` stands for a part; None if there are no words in it."""
    if not re.search(WORD, _VALUE.sub("", text)):
        return None
    values: dict[str, nodes.Expr] = {}

    def name(found: re.Match[str]) -> str:
        part = parts[int(found[1])]
        known = base = _name_value(part)
        while known in values:
            known = f"{base}{len(values) + 1}"
        values[known] = part
        return f"{{{known}}}"

    return CaptionRun(_VALUE.sub(name, " ".join(unescape(text).split())), values)


def _name_value(node: Any) -> str:
    """The last name in an expression, by which translators know the value."""
    if isinstance(node, nodes.Getattr):
        return node.attr
    if isinstance(node, nodes.Name):
        return node.name
    inner = node.args[-1] if isinstance(node, nodes.Call) and node.args else None
    inner = inner or getattr(node, "node", None)
    return _name_value(inner) if inner is not None else "value"


def list_words(tree: nodes.Template) -> Iterator[tuple[str, ...]]:
    """Yield the words of a template; those of a plural are pairs.

    Texts in expressions are among them, unless something is compared with them.
    """
    yield from _list_calls(tree)
    for text in _list_named(tree):
        if " " in text.strip() or not text.strip()[0].islower():
            yield (text.strip(),)
    for output, runs in _walk(tree):
        for token, tag, run in runs:
            if run:
                yield (run.words,)
            for found in _VALUE.findall(token if token != tag else ""):
                yield from ((text.strip(),) for text in _list_texts(output.nodes[int(found)]))


def _list_calls(tree: nodes.Template) -> Iterator[tuple[str, ...]]:
    """Yield the words of `tr` and `tr_many`."""
    for call in tree.find_all(nodes.Call):
        texts = [a.value for a in call.args if isinstance(a, nodes.Const)]
        if isinstance(call.node, nodes.Name) and texts and isinstance(texts[0], str):
            count = {"tr": 1, "tr_many": 2}.get(call.node.name, 0)
            yield from [tuple(texts[:count])] if count else ()


def _list_named(tree: nodes.Template) -> Iterator[str]:
    """Yield the texts that are given a name, to be printed later."""
    for loop in tree.find_all(nodes.For):
        yield from _list_texts(loop.iter)
    for given in tree.find_all(nodes.With):
        for value in given.values:
            yield from _list_texts(value)
    for one in tree.find_all(nodes.Assign):
        yield from _list_texts(one.node)


_UNPRINTED = (nodes.Compare, nodes.Test, nodes.Include, nodes.Call, nodes.Dict)


def _list_texts(node: Any) -> Iterator[str]:
    inner: list[Any]
    if isinstance(node, _UNPRINTED) or (isinstance(node, nodes.Getitem) and node.ctx == "load"):
        inner = [node.node] if isinstance(node, nodes.Getitem) else []
    elif isinstance(node, nodes.Filter):
        inner = [node.node] if node.node and node.name != "format" else []
    else:
        inner = [*node.iter_child_nodes()]
    if (
        isinstance(node, nodes.Const)
        and isinstance(node.value, str)
        and re.search(WORD, node.value)
    ):
        yield node.value
    for one in inner:
        yield from _list_texts(one)


def _walk(
    tree: nodes.Template,
) -> Iterator[tuple[nodes.Output, list[tuple[str, str, CaptionRun | None]]]]:
    """Yield each output with its tags and texts, the tag before each, and the run of a text.

    Whatever is no text is its own tag.
    """
    is_style = False
    for output in tree.find_all(nodes.Output):
        text = "".join(
            node.data if isinstance(node, nodes.TemplateData) else f"\0{at}\0"
            for at, node in enumerate(output.nodes)
        )
        runs: list[tuple[str, str, CaptionRun | None]] = []
        tag = ""
        for token in _TOKEN.findall(text):
            if token.startswith("<"):
                tag = token
                is_style = (is_style or token.startswith("<style")) and token != "</style>"
            if is_style:
                tag = token
            run = None if token == tag else read_run(token, output.nodes)
            runs.append((token, tag, run))
        yield output, runs


def put_words(tree: nodes.Template, words: Words) -> nodes.Template:
    """The tree of a template in these words; values that it prints as texts are looked up."""
    turned: nodes.Template = _Caller(words).visit(tree)
    if not words.is_foreign:
        return turned
    for output, runs in list(_walk(turned)):
        for token in (token for token, tag, _ in runs if token != tag):
            for found in _VALUE.findall(token):
                value = output.nodes[int(found)]
                output.nodes[int(found)] = _ask(value)
    for output, runs in list(_walk(turned)):
        if any(run for *_, run in runs):
            output.nodes = list(_say(output, runs, words))
    return turned


def _ask(value: nodes.Expr) -> nodes.Expr:
    """A value as it is printed; words are looked up before their letters are changed."""
    if isinstance(value, nodes.Filter) and value.name in _CHANGING and value.node:
        value.node = _ask(value.node)
    return nodes.Filter(value, "work.say()", [], [], None, None, lineno=value.lineno)


_CHANGING = ("upper", "lower", "capitalize", "title", "join", "string")


def _say(
    output: nodes.Output, runs: list[tuple[str, str, CaptionRun | None]], words: Words
) -> Iterator[nodes.Expr]:
    for token, tag, run in runs:
        printed = run and words.find(run.words)
        both = _say_both(run, words) if run else ""
        if not run or printed is None or (printed == run.words and not both):
            yield from _cut(token, output.nodes)
            continue
        lead = token[: len(token) - len(token.lstrip())]
        yield _write(lead)
        if "inline-size" not in tag and not tag.startswith(("<title", "<desc")):
            yield _write('<tspan data-like="')
            yield from map(_copy, _cut(token.strip(), output.nodes))
            yield _write(f'" data-first="{escape(printed)}">' if both else '">')
            yield from _fill(both or printed, run)
            yield _write("</tspan>")
        else:
            yield from _fill(printed, run)
        yield _write(token[len(token.rstrip()) :])


def _say_both(run: CaptionRun, words: Words) -> str:
    """A caption in both languages; empty if it is none, or the same in both."""
    if not words.second or run.values or len(run.words) > _LONGEST:
        return ""
    first, second = words.find(run.words), words.second.find(run.words)
    return f"{first} / {second}" if first != second else ""


def _cut(text: str, parts: list[Any]) -> Iterator[nodes.Expr]:
    """The texts and values of a text in which `\\0N\\0` stands for a part."""
    for at, piece in enumerate(_VALUE.split(text)):
        if at % 2:
            yield parts[int(piece)]
        elif piece:
            yield _write(piece)


def _fill(printed: str, run: CaptionRun) -> Iterator[nodes.Expr]:
    for at, piece in enumerate(_NAMED.split(printed)):
        if at % 2:
            yield run.values[piece]
        elif piece:
            yield _write(escape(piece, quote=False))


def _copy(value: Any) -> Any:
    """Another tree of the same, as no node may be in a tree twice."""
    if isinstance(value, list):
        return [*map(_copy, value)]
    if isinstance(value, nodes.TemplateData):  # it goes between quotes
        return _write(value.data.replace('"', "&quot;"))
    if isinstance(value, nodes.Node):
        made = type(value)(*[_copy(getattr(value, name)) for name in value.fields])
        for name in value.attributes:
            setattr(made, name, getattr(value, name))
        return made
    return value


def _write(text: str) -> nodes.TemplateData:
    return nodes.TemplateData(text, lineno=1)


def _choose(call: nodes.Call) -> nodes.Expr:
    """The English words for a number of things, chosen without asking for any."""
    if len(call.args) != 3 or not all(isinstance(one, nodes.Const) for one in call.args[:2]):
        return call
    one, many, number = call.args
    ways = []
    for words in (one, many):
        before, number_too, after = words.value.partition("{}")  # type: ignore[attr-defined]
        parts = [nodes.Const(before), *([_copy(number)] if number_too else []), nodes.Const(after)]
        ways.append(nodes.Concat([part for part in parts if part != nodes.Const("")], lineno=1))
    text = nodes.Concat([_copy(number)])
    is_one = nodes.Compare(text, [nodes.Operand("eq", nodes.Const("1"))])
    return nodes.CondExpr(is_one, ways[0], ways[1], lineno=call.lineno)


class _Caller(NodeTransformer):
    """Puts the words of `tr('…')` in its place; what is only known later is asked for then."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def visit_Concat(self, node: nodes.Concat) -> nodes.Concat:  # noqa: N802
        """Puts words in place of those that are written between values."""
        self.generic_visit(node)
        for at, part in enumerate(node.nodes):
            if isinstance(part, nodes.Const) and isinstance(part.value, str):
                found = self._words.find_within(part.value)
                node.nodes[at] = nodes.Const(found, lineno=part.lineno)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        if isinstance(node.node, nodes.Name) and node.node.name == "tr_many":
            return node if self._words.is_foreign else _choose(node)
        first = node.args[0] if node.args else None
        if not (isinstance(node.node, nodes.Name) and node.node.name == "tr") or len(node.args) > 1:
            return node
        if isinstance(first, nodes.Const) and isinstance(first.value, str):
            return nodes.Const(self._words.find(first.value), lineno=node.lineno)
        return node if self._words.is_foreign or first is None else first
