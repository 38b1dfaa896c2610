"""Style sheets and style attributes: a small part of CSS 2.1, read strictly.

SVG 1.1 §6 (styling); CSS 2.1 §4.1.8 (declarations), §5 (selectors) and §6.4 (the cascade).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sheetgen.svg.number import shorten

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_WRAPPING = re.compile(r"<!\[CDATA\[|\]\]>|<!--|-->")
_PIECE = re.compile(r"""(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;])++""")
_PROPERTY = re.compile(r"[A-Za-z_-][\w-]*", re.ASCII)
_IMPORTANT = re.compile(r"\s*!\s*important$", re.IGNORECASE)
_NAME = r"-?[A-Za-z_\u0080-\U0010ffff][-\w]*"
_SELECTOR = re.compile(rf"(\*|{_NAME})?((?:[.#]{_NAME})*)")
_PART = re.compile(rf"([.#])({_NAME})")
_SUPPORTED = "*, a tag, .class, #id, these joined as in rect.a#b, and lists of them with commas"


class Selector(NamedTuple):
    """What an element must be: its tag ("" for any), its ids and its classes."""

    tag: str
    ids: tuple[str, ...]
    classes: tuple[str, ...]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """The more of ids, then classes, then tag, the stronger the selector."""
        return len(self.ids), len(self.classes), bool(self.tag)

    def matches(self, tag: str, name: str, classes: Sequence[str]) -> bool:
        """Whether an element with the id `name` is meant."""
        return (
            self.tag in ("", tag)
            and all(i == name for i in self.ids)
            and all(c in classes for c in self.classes)
        )


@dataclass(frozen=True, slots=True)
class StyleRule:
    """One rule; `important` are the properties marked so, `offset` is where it begins."""

    selectors: tuple[Selector, ...]
    declarations: dict[str, str]
    important: frozenset[str]
    offset: int


@dataclass(slots=True)
class Stylesheet:
    """Rules in the order they were written, and what they say about elements seen so far."""

    rules: Sequence[StyleRule]
    _known: dict[tuple[str, str, tuple[str, ...], str], dict[str, str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def match(self, tag: str, id: str, classes: Sequence[str], style: str = "") -> dict[str, str]:  # noqa: A002
        """The properties of an element, the stronger rule winning, then the later one.

        With its `style` attribute the properties of that are in the result too: they win over
        the rules, except over `!important` ones. Raises ValueError for a wrong `style`.
        """
        key = tag, id, tuple(classes), style
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._cascade(*key)
        return dict(found)

    def _cascade(self, tag: str, name: str, classes: Sequence[str], style: str) -> dict[str, str]:
        hits: list[tuple[tuple[int, int, int], dict[str, str], frozenset[str]]] = []
        for rule in self.rules:
            strengths = [s.specificity for s in rule.selectors if s.matches(tag, name, classes)]
            if strengths:
                hits.append((max(strengths), rule.declarations, rule.important))
        hits.sort(key=lambda hit: hit[0])  # stable: the later of two equals comes later
        hits.append(((0, 0, 0), *_read_declarations(style)))
        found: dict[str, str] = {}
        for _, declarations, _ in hits:
            found |= declarations
        for _, declarations, important in hits:
            found |= {p: value for p, value in declarations.items() if p in important}
        return found


def parse_declarations(text: str) -> dict[str, str]:
    """The properties of a style attribute; names in lower case. Raises ValueError.

    `!important` is left out of the values, but such a property is not overwritten by a later
    one of its name.
    """
    return _read_declarations(text)[0]


def _read_declarations(text: str) -> tuple[dict[str, str], frozenset[str]]:
    """The properties, and the names of those marked `!important`."""
    found: dict[str, str] = {}
    important: set[str] = set()
    for piece in _PIECE.findall(_blank_comments(text)):
        if not piece.strip():
            continue
        name, colon, value = (part.strip() for part in piece.partition(":"))
        plain = _IMPORTANT.sub("", value)
        if not colon or not plain or not _PROPERTY.fullmatch(name):
            raise ValueError(
                f"'{shorten(piece)}' is no declaration; write name: value, "
                "with semicolons between declarations"
            )
        name = name.lower()
        if plain != value:
            important.add(name)
        elif name in important:
            continue
        found[name] = plain
    return found, frozenset(important)


def parse_stylesheet(text: str) -> list[StyleRule]:
    """The rules of a style element, in order. Raises ValueError for what is not supported."""
    plain = _WRAPPING.sub(_blank, _blank_comments(text))
    rules: list[StyleRule] = []
    at = 0
    while plain[at:].strip():
        opening = plain.find("{", at)
        heading = plain[at:] if opening < 0 else plain[at:opening]
        selectors = _read_selectors(heading)
        closing = plain.find("}", opening)
        if opening < 0 or closing < 0:
            raise ValueError(
                f"'{shorten(heading)}' has no declarations; write them between {{ and }}"
            )
        offset = at + len(heading) - len(heading.lstrip())
        rules.append(
            StyleRule(selectors, *_read_declarations(plain[opening + 1 : closing]), offset)
        )
        at = closing + 1
    return rules


def _read_selectors(text: str) -> tuple[Selector, ...]:
    """The selectors of a rule. Raises ValueError, naming those that are supported."""
    if text.lstrip().startswith("@"):
        raise ValueError(f"'{shorten(text)}' is not supported; only plain rules are")
    return tuple(_read_selector(part.strip()) for part in text.split(","))


def _read_selector(text: str) -> Selector:
    match = _SELECTOR.fullmatch(text)
    if match is None or not text:
        raise ValueError(f"selector '{shorten(text)}' is not supported; supported are {_SUPPORTED}")
    parts: list[tuple[str, str]] = _PART.findall(match[2])
    ids = tuple(name for mark, name in parts if mark == "#")
    classes = tuple(name for mark, name in parts if mark == ".")
    return Selector("" if match[1] in (None, "*") else match[1], ids, classes)


def _blank_comments(text: str) -> str:
    """`text` with spaces for its comments, so that offsets stay. Raises ValueError."""
    plain = _COMMENT.sub(_blank, text)
    if "/*" in plain:
        raise ValueError(f"'{shorten(plain[plain.index('/*') :])}' is not closed with */")
    return plain


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
