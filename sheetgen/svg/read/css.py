"""Style sheets and style attributes: a small part of CSS 2.1, read strictly.

SVG 1.1 §6 (styling); CSS 2.1 §4.1.8 (declarations), §5 (selectors) and §6.4 (the cascade).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from sheetgen.ground.number import shorten, skip_space
from sheetgen.ground.record import record
from sheetgen.svg.read.selector import Family, Selector, read_selectors
from sheetgen.svg.read.tree import Element

_WRAPPING = r"<!\[CDATA\[|\]\]>|<!--|-->"
_PIECE = re.compile(r"""(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;])++""")
_PROPERTY = re.compile(r"[A-Za-z_-][\w-]*", re.ASCII)
_IMPORTANT = re.compile(r"\s*!\s*important$", re.IGNORECASE)

MOST_RULES = 500
"""How many rules the stylesheets of a drawing may have."""
Declared = dict[str, str]
"""Properties by their names in lower case."""
Complain = Callable[[int, str], None]
"""Called with the offset of a rule or declaration that is skipped, and what is wrong with it."""


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
    _tags: frozenset[str] = field(init=False, repr=False, compare=False)
    _ids: frozenset[str] = field(init=False, repr=False, compare=False)
    _classes: frozenset[str] = field(init=False, repr=False, compare=False)
    is_plain: bool = field(init=False, repr=False, compare=False)
    """Whether the tag, id and classes of an element decide which rules are for it."""
    _known: dict[tuple[str, str, tuple[str, ...]], tuple[Declared, Declared]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        selectors = [selector for rule in self.rules for selector in rule.selectors]
        self._tags = frozenset(selector.last.tag for selector in selectors)
        self._ids = frozenset(i for selector in selectors for i in selector.last.ids)
        self._classes = frozenset(c for selector in selectors for c in selector.last.classes)
        self.is_plain = all(selector.is_plain for selector in selectors)

    def match(self, tag: str, id: str, classes: Sequence[str]) -> tuple[Declared, Declared]:
        """The properties of an element by its tag, id and classes; important ones on their own.

        The stronger rule wins, and of equal ones the later. For a stylesheet that `is_plain`.
        """
        # What no rule names makes no difference, so most elements are alike.
        meant = tuple([name for name in classes if name in self._classes])
        key = tag if tag in self._tags else "", id if id in self._ids else "", meant
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._cascade(lambda s: s.last.fits(*key))
        return known

    def match_inside(self, element: Element, family: Family) -> tuple[Declared, Declared]:
        """The same for an element among others."""
        return self._cascade(lambda selector: selector.matches(element, family))

    def forget(self) -> None:
        """Forgets what was found out about elements."""
        self._known.clear()

    def _cascade(self, selects: Callable[[Selector], bool]) -> tuple[Declared, Declared]:
        """The properties that the rules set, and those of them that are marked `!important`."""
        hits: list[tuple[tuple[int, int, int], StyleRule]] = []
        for rule in self.rules:
            strengths = [s.specificity for s in rule.selectors if selects(s)]
            if strengths:
                hits.append((max(strengths), rule))
        hits.sort(key=lambda hit: hit[0])  # stable: the later of two equals comes later
        usual: Declared = {}
        important: Declared = {}
        for _, rule in hits:
            usual |= rule.declarations
            important |= {p: v for p, v in rule.declarations.items() if p in rule.important}
        return usual, important


def add_inline(
    found: tuple[Declared, Declared], style: str, complain: Complain | None = None
) -> Declared:
    """What rules say about an element, with what its `style` says.

    That wins over the rules, except over `!important` ones. Raises ValueError for a wrong `style`.
    """
    usual, important = found
    if not style:
        return usual | important
    own, marked = _read_declarations(style, complain)
    return usual | own | important | {name: own[name] for name in marked}


def parse_declarations(text: str) -> dict[str, str]:
    """The properties of a style attribute; names in lower case. Raises ValueError.

    `!important` is removed from the values, but a property so marked is not overwritten by a
    later one of the same name.
    """
    return _read_declarations(text)[0]


def _read_declarations(
    text: str, complain: Complain | None = None
) -> tuple[dict[str, str], frozenset[str]]:
    """The properties, and the names of those marked `!important`.

    Raises ValueError for what is no declaration, unless there is somebody to complain to.
    """
    found: dict[str, str] = {}
    important: set[str] = set()
    for piece in _PIECE.findall(_blank_comments(text, complain)):
        if not piece.strip():
            continue
        name, colon, value = (part.strip() for part in piece.partition(":"))
        plain = _IMPORTANT.sub("", value)
        if not colon or not plain or not _PROPERTY.fullmatch(name):
            message = (
                f"'{shorten(piece)}' is not a declaration; write name: value, "
                "with semicolons between declarations"
            )
            if complain is None:
                raise ValueError(message)
            complain(0, message)
            continue
        name = name.lower()
        if plain != value:
            important.add(name)
        elif name in important:
            continue
        found[name] = plain
    return found, frozenset(important)


def parse_stylesheet(
    text: str, most: int = MOST_RULES, complain: Complain | None = None
) -> list[StyleRule]:
    """The rules of a style element in order, at most `most` of them.

    Raises ValueError for anything that is not supported, unless there is somebody to complain to:
    then it is skipped, as browsers do.
    """
    plain = re.sub(_WRAPPING, _blank, _blank_comments(text, complain))
    rules: list[StyleRule] = []
    for at, heading, body in _split(plain, 0, len(plain), complain):
        if len(rules) >= most:
            raise ValueError(f"there are more than {MOST_RULES} rules; remove what is not used")
        try:
            rules.append(
                StyleRule(read_selectors(heading), *_read_declarations(body, complain), at)
            )
        except ValueError as error:
            if complain is None:
                raise
            complain(at, str(error))
    return rules


def _split(
    text: str, at: int, end: int, complain: Complain | None
) -> Iterator[tuple[int, str, str]]:
    """The offset, the selectors and the declarations of each rule between two offsets."""
    at = skip_space(text, at)
    while at < end:
        opening = text.find("{", at, end)
        heading = text[at : opening if opening >= 0 else end]
        if heading.startswith("@"):
            if complain is None:
                raise ValueError(f"'{shorten(heading)}' is not supported; only plain rules are")
            semicolon = heading.find(";")
            if semicolon >= 0 or opening < 0:
                complain(at, f"'{shorten(heading[:semicolon])}' is not read")
                at = skip_space(text, at + semicolon + 1 if semicolon >= 0 else end)
                continue
            closing = _find_end(text, opening, end)
            if heading.startswith("@media") and _is_meant(heading):
                yield from _split(text, opening + 1, closing, complain)
            elif not heading.startswith("@media"):
                complain(at, f"'{shorten(heading)}' is not read")
            at = skip_space(text, closing + 1)
            continue
        closing = text.find("}", opening, end)
        if opening < 0 or closing < 0:
            message = f"'{shorten(heading)}' has no declarations; write them between {{ and }}"
            if complain is None:
                raise ValueError(message)
            complain(at, message)
            if opening < 0:
                return
            closing = end  # what is not closed ends with the text
        yield at, heading, text[opening + 1 : closing]
        at = skip_space(text, closing + 1)


def _find_end(text: str, opening: int, end: int) -> int:
    """Where the block that begins at an offset is closed."""
    depth = 0
    for at in range(opening, end):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    return end


def _is_meant(heading: str) -> bool:
    """Whether a rule for media is for paper."""
    media = heading[len("@media") :].replace(",", " ").split()
    return not media or bool({"all", "print"}.intersection(media))


def _blank_comments(text: str, complain: Complain | None = None) -> str:
    """`text` with its comments blanked out, so that offsets stay the same. Raises ValueError."""
    parts, at = [], 0
    while (start := text.find("/*", at)) >= 0:
        end = text.find("*/", start + 2)
        if end < 0:
            message = f"'{shorten(text[start : start + 80])}' is not closed with */"
            if complain is None:
                raise ValueError(message)
            complain(start, message)
            end = len(text) - 2
        parts += [text[at:start], " " * (end + 2 - start)]
        at = end + 2
    return "".join([*parts, text[at:]])


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
