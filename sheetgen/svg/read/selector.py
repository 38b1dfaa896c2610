"""Selectors of style sheets: what an element, and those around it, must be.

CSS 2.1 §5 and Selectors 3; what asks for a reader's mouse or clicks never matches on paper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheetgen.ground.number import shorten
from sheetgen.ground.row import NamedTuple
from sheetgen.svg.read.tree import Element

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
    """What an attribute must be: `how` is empty if it only has to exist."""

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
    """What one element must be: a tag ("" for any), ids, classes, attributes and pseudo-classes."""

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

    def matches(self, element: Element, family: Family) -> bool:
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
        """What the selected element itself must be."""
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

    def matches(self, element: Element, family: Family, at: int = 0) -> bool:
        """Whether it selects an element, from its `at`-th part on."""
        how, compound = self.parts[at]
        if not compound.matches(element, family):
            return False
        if at + 1 == len(self.parts):
            return True
        how = self.parts[at + 1][0]
        return any(self.matches(other, family, at + 1) for other in family.list(element, how))


class Family:
    """Who is inside whom in a drawing."""

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
