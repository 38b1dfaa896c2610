"""Style sheets and style attributes: a small part of CSS 2.1, read strictly.

SVG 1.1 §6 (styling); CSS 2.1 §4.1.8 (declarations), §5 (selectors) and §6.4 (the cascade).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from sheetgen.ground.number import shorten, skip_space
from sheetgen.ground.record import NamedTuple, record
from sheetgen.svg.read.tree import Element

# Selectors of style sheets (CSS 2.1 §5 and Selectors 3). Those that depend on a mouse or on clicks
# never match on paper.


NAME = r"-?(?:[A-Za-z_]|[^\x00-\x7f])[-\w]*"
_SUPPORTED = (
    "tags, .class, #id, [attribute], :first-child and the like, joined as in g > rect.a, "
    "and lists of them with commas"
)
_PART = rf"""(?x)(?P<mark>[.#])(?P<name>{NAME})
    | \[\s*(?P<attribute>[\w:-]+)\s*
        (?:(?P<how>[~|^$*]?=)\s*(?P<value>"[^"]*"|'[^']*'|[\w.-]+)\s*)?\]
    | :(?P<pseudo>[a-z-]+)(?:\((?P<given>[^()]*)\))?
    | (?P<tag>\*|{NAME})"""
_BETWEEN = re.compile(r"\s*([>+~])\s*|\s+")
_NTH = r"\s*(?:([+-]?\d*)n\s*([+-]\s*\d+)?|([+-]?\d+))\s*"
_NEVER = ("hover", "active", "focus", "visited", "target", "link", "checked", "focus-within")
_CHILDREN = ("first-child", "last-child", "only-child", "root", "first-of-type", "last-of-type")
_MOST_PARTS = 20


class Attribute(NamedTuple):
    """A condition on an attribute: `how` is its operator, empty if it only has to exist."""

    name: str
    how: str
    value: str

    def holds(self, element: Element) -> bool:
        """Whether an element has it."""
        given = element.attributes.get(self.name)
        if given is None:
            return False
        value = self.value
        match self.how:
            case "":
                return True
            case "=":
                return given == value
            case "~=":
                return value in given.split()
            case "|=":
                return given == value or given.startswith(f"{value}-")
            case "^=":
                return bool(value) and given.startswith(value)
            case "$=":
                return bool(value) and given.endswith(value)
            case _:
                return bool(value) and value in given


class Compound(NamedTuple):
    """A condition on one element: tag ("" for any), ids, classes, attributes, pseudo-classes."""

    tag: str = ""
    ids: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    pseudos: tuple[tuple[str, str], ...] = ()
    no: tuple[Compound, ...] = ()  # what it must not be

    def fits(self, tag: str, name: str, classes: Sequence[str]) -> bool:
        """Whether it selects an element by tag, id and classes."""
        return (
            self.tag in ("", tag)
            and all(i == name for i in self.ids)
            and all(c in classes for c in self.classes)
        )

    def matches(self, element: Element, family: SelectorFamily) -> bool:
        """Whether it selects an element."""
        a = element.attributes
        return (
            self.fits(element.tag, a.get("id", ""), a.get("class", "").split())
            and all(attribute.holds(element) for attribute in self.attributes)
            and all(family.is_child(element, *pseudo) for pseudo in self.pseudos)
            and not any(other.matches(element, family) for other in self.no)
        )


class Selector(NamedTuple):
    """Compounds from right to left, each with what joins it to the one on its right."""

    parts: tuple[tuple[str, Compound], ...]

    @property
    def last(self) -> Compound:
        """The condition on the selected element itself."""
        return self.parts[0][1]

    @property
    def is_plain(self) -> bool:
        """Whether tag, id and classes decide."""
        last = self.last
        return len(self.parts) == 1 and not (last.attributes or last.pseudos or last.no)

    @property
    def specificity(self) -> tuple[int, int, int]:
        """The numbers of ids, classes and tags; the larger they are, the stronger the selector."""
        compounds = [c for _, one in self.parts for c in (one, *one.no)]
        return (
            sum(len(c.ids) for c in compounds),
            sum(len(c.classes) + len(c.attributes) + len(c.pseudos) for c in compounds),
            sum(bool(c.tag) for c in compounds),
        )

    def matches(self, element: Element, family: SelectorFamily, at: int = 0) -> bool:
        """Whether it selects an element, from its `at`-th part on."""
        how, compound = self.parts[at]
        if not compound.matches(element, family):
            return False
        if at + 1 == len(self.parts):
            return True
        how = self.parts[at + 1][0]
        return any(self.matches(other, family, at + 1) for other in family.list(element, how))


class SelectorFamily:
    """The parents of a drawing's elements, by which selectors find who is inside whom."""

    def __init__(self, root: Element) -> None:
        self._parents = {child: e for e in root.walk() for child in e.elements}
        self._copies: dict[Element, Element] = {}

    def find_parent(self, element: Element) -> Element | None:
        """The element that it is in; None for the root, and for one of another drawing."""
        return self._parents.get(element)

    def adopt(self, copy: Element, element: Element) -> None:
        """Puts a copy of an element where that element is."""
        parent = self._parents.get(element)
        if parent is not None:
            self._parents[copy] = parent
            self._copies[copy] = element

    def list(self, element: Element, how: str) -> Sequence[Element]:
        """The elements that a combinator leads to: " " all around it, > the nearest, + ~ before."""
        parent = self._parents.get(element)
        if parent is None:
            return ()
        if how == ">":
            return (parent,)
        if how in ("+", "~"):
            before = list(parent.elements)
            before = before[: before.index(self._copies.get(element, element))]
            return before[-1:] if how == "+" else before
        return (parent, *self.list(parent, how))

    def is_child(self, element: Element, name: str, given: str) -> bool:
        """Whether a pseudo-class holds."""
        parent = self._parents.get(element)
        if name == "root":
            return parent is None
        if parent is None or name in _NEVER:
            return False
        row = list(parent.elements)
        if name.endswith("of-type"):
            row = [one for one in row if one.tag == element.tag]
        at = row.index(self._copies.get(element, element))
        if name.startswith("nth"):
            return _counts(at + 1, given)
        first, last = at == 0, at == len(row) - 1
        return {"f": first, "l": last}.get(name[0], first and last)


def _counts(at: int, given: str) -> bool:
    """Whether a place, from 1, is one of those that `an+b` names."""
    given = {"odd": "2n+1", "even": "2n"}.get(given.strip(), given)
    match = re.fullmatch(_NTH, given)
    if match is None:
        return False
    if match[3]:
        return at == int(match[3])
    step = {"": 1, "+": 1, "-": -1}.get(match[1]) or int(match[1] or 0)
    offset = at - int((match[2] or "0").replace(" ", ""))
    return offset == 0 if step == 0 else offset % step == 0 and offset // step >= 0


def read_selectors(text: str) -> tuple[Selector, ...]:
    """The selectors of a rule. Raises ValueError, naming those that are supported."""
    return tuple(_read_selector(part.strip()) for part in re.split(r",(?![^(\[]*[)\]])", text))


def _read_selector(text: str) -> Selector:
    parts: list[tuple[str, Compound]] = []
    at, how = 0, ""
    while at < len(text) or not parts:
        compound, end = _read_compound(text, at)
        if end == at or len(parts) >= _MOST_PARTS:
            raise ValueError(
                f"selector '{shorten(text)}' is not supported; supported are {_SUPPORTED}"
            )
        parts.append((how, compound))
        between = _BETWEEN.match(text, end)
        how = (between[1] or " ") if between else ""
        at = between.end() if between else end
        if between and at == len(text):
            raise ValueError(f"selector '{shorten(text)}' has nothing after {between[0].strip()}")
        if not between and at < len(text):
            raise ValueError(
                f"selector '{shorten(text)}' is not supported; supported are {_SUPPORTED}"
            )
    # Each is joined to the one on its right by what stood between the two.
    joins = [how for how, _ in parts[1:]]
    compounds = [compound for _, compound in parts]
    return Selector(tuple(zip(("", *reversed(joins)), reversed(compounds), strict=True)))


def _read_compound(text: str, at: int) -> tuple[Compound, int]:
    """The compound that starts at `at`, and where it ends. Raises ValueError."""
    tag, start = "", at
    ids: list[str] = []
    classes: list[str] = []
    attributes: list[Attribute] = []
    pseudos: list[tuple[str, str]] = []
    no: list[Compound] = []
    part = re.compile(_PART)
    while (match := part.match(text, at)) and not (match["tag"] and at > start):
        at = match.end()
        if match["tag"]:
            tag = "" if match["tag"] == "*" else match["tag"]
        elif match["mark"]:
            (ids if match["mark"] == "#" else classes).append(match["name"])
        elif match["attribute"]:
            value = (match["value"] or "").strip("\"'")
            attributes.append(Attribute(match["attribute"], match["how"] or "", value))
        elif match["pseudo"] == "not":
            inner, end = _read_compound((match["given"] or "").strip(), 0)
            no.append(inner)
            if not end:
                raise ValueError(f"':not' in '{shorten(text)}' names nothing")
        else:
            pseudos.append(_check_pseudo(match["pseudo"], match["given"], text))
    made = Compound(tag, tuple(ids), tuple(classes), tuple(attributes), tuple(pseudos), tuple(no))
    return made, at


def _check_pseudo(name: str, given: str | None, text: str) -> tuple[str, str]:
    known = name in (*_CHILDREN, *_NEVER) and given is None
    counted = name in ("nth-child", "nth-of-type") and given is not None
    if not (known or counted):
        raise ValueError(f"':{name}' in selector '{shorten(text)}' is not supported")
    return name, given or ""


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

    def match_inside(self, element: Element, family: SelectorFamily) -> tuple[Declared, Declared]:
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
    """Return the declarations of rules for an element, joined with those of its `style`.

    The style wins over rules, except over `!important` ones. Raises ValueError for a wrong `style`.
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
