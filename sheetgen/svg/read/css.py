"""Style sheets and style attributes: a small part of CSS 2.1, read strictly.

SVG 1.1 §6 (styling); CSS 2.1 §4.1.8 (declarations), §5 (selectors) and §6.4 (the cascade).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import NamedTuple

from sheetgen.ground.number import shorten, skip_space
from sheetgen.ground.record import record

_WRAPPING = re.compile(r"<!\[CDATA\[|\]\]>|<!--|-->")
_PIECE = re.compile(r"""(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;])++""")
_PROPERTY = re.compile(r"[A-Za-z_-][\w-]*", re.ASCII)
_IMPORTANT = re.compile(r"\s*!\s*important$", re.IGNORECASE)
_NAME = r"-?(?:[A-Za-z_]|[^\x00-\x7f])[-\w]*"
_SELECTOR = re.compile(rf"(\*|{_NAME})?((?:[.#]{_NAME})*)")
_PART = re.compile(rf"([.#])({_NAME})")
_SUPPORTED = "*, a tag, .class, #id, these joined as in rect.a#b, and lists of them with commas"


MOST_RULES = 500
"""How many rules the stylesheets of a drawing may have."""
Declared = dict[str, str]
"""Properties by their names in lower case."""


class Selector(NamedTuple):
    """What an element must have: a tag ("" for any), ids and classes."""

    tag: str
    ids: tuple[str, ...]
    classes: tuple[str, ...]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """The numbers of ids, classes and tags; the larger they are, the stronger the selector."""
        return len(self.ids), len(self.classes), bool(self.tag)

    def matches(self, tag: str, name: str, classes: Sequence[str]) -> bool:
        """Whether it selects an element whose id is `name`."""
        return (
            self.tag in ("", tag)
            and all(i == name for i in self.ids)
            and all(c in classes for c in self.classes)
        )


@record
class StyleRule:
    """One rule; `important` are the properties so marked, `offset` is where it begins."""

    selectors: tuple[Selector, ...]
    declarations: dict[str, str]
    important: frozenset[str]
    offset: int


@record(frozen=False)
class Stylesheet:
    """Rules in the order they were written, and what they say about the elements so far."""

    rules: Sequence[StyleRule]
    _ids: frozenset[str] = field(init=False, repr=False, compare=False)
    _classes: frozenset[str] = field(init=False, repr=False, compare=False)
    _known: dict[tuple[str, str, tuple[str, ...]], tuple[Declared, Declared]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        selectors = [selector for rule in self.rules for selector in rule.selectors]
        self._ids = frozenset(i for selector in selectors for i in selector.ids)
        self._classes = frozenset(c for selector in selectors for c in selector.classes)

    def match(self, tag: str, id: str, classes: Sequence[str], style: str = "") -> Declared:
        """The properties of an element; the stronger rule wins, and of equal ones the later.

        Properties of its `style` attribute, if given, are in the result too: they win over the
        rules, except over `!important` ones. Raises ValueError for a wrong `style`.
        """
        meant = tuple(name for name in classes if name in self._classes)
        key = tag, id if id in self._ids else "", meant
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._cascade(*key)
        usual, important = known
        if not style:
            return usual | important
        own, marked = _read_declarations(style)
        return usual | own | important | {name: own[name] for name in marked}

    def forget(self) -> None:
        """Forgets what was found out about elements."""
        self._known.clear()

    def _cascade(self, tag: str, name: str, classes: Sequence[str]) -> tuple[Declared, Declared]:
        """The properties that the rules set, and those of them that are marked `!important`."""
        hits: list[tuple[tuple[int, int, int], StyleRule]] = []
        for rule in self.rules:
            strengths = [s.specificity for s in rule.selectors if s.matches(tag, name, classes)]
            if strengths:
                hits.append((max(strengths), rule))
        hits.sort(key=lambda hit: hit[0])  # stable: the later of two equals comes later
        usual: Declared = {}
        important: Declared = {}
        for _, rule in hits:
            usual |= rule.declarations
            important |= {p: v for p, v in rule.declarations.items() if p in rule.important}
        return usual, important


def parse_declarations(text: str) -> dict[str, str]:
    """The properties of a style attribute; names in lower case. Raises ValueError.

    `!important` is removed from the values, but a property so marked is not overwritten by a
    later one of the same name.
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
                f"'{shorten(piece)}' is not a declaration; write name: value, "
                "with semicolons between declarations"
            )
        name = name.lower()
        if plain != value:
            important.add(name)
        elif name in important:
            continue
        found[name] = plain
    return found, frozenset(important)


def parse_stylesheet(text: str, most: int = MOST_RULES) -> list[StyleRule]:
    """The rules of a style element in order, at most `most` of them.

    Raises ValueError for anything that is not supported.
    """
    plain = _WRAPPING.sub(_blank, _blank_comments(text))
    rules: list[StyleRule] = []
    at = skip_space(plain, 0)
    while at < len(plain):
        if len(rules) >= most:
            raise ValueError(f"there are more than {MOST_RULES} rules; remove what is not used")
        opening = plain.find("{", at)
        heading = plain[at:] if opening < 0 else plain[at:opening]
        selectors = _read_selectors(heading)
        closing = plain.find("}", opening)
        if opening < 0 or closing < 0:
            raise ValueError(
                f"'{shorten(heading)}' has no declarations; write them between {{ and }}"
            )
        rules.append(StyleRule(selectors, *_read_declarations(plain[opening + 1 : closing]), at))
        at = skip_space(plain, closing + 1)
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
    """`text` with its comments blanked out, so that offsets stay the same. Raises ValueError."""
    parts, at = [], 0
    while (start := text.find("/*", at)) >= 0:
        end = text.find("*/", start + 2)
        if end < 0:
            raise ValueError(f"'{shorten(text[start : start + 80])}' is not closed with */")
        parts += [text[at:start], " " * (end + 2 - start)]
        at = end + 2
    return "".join([*parts, text[at:]])


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
