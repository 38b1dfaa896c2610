"""Trees broken: YAML values of other types and places, XML elements and attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any
from xml.etree import ElementTree

import yaml

from tests.fuzz.text import NASTY

_VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2.5, 10**9, -(10**9), 10**17, 10**400, float("nan"), float("inf"),
    -0.0, "", " ", "\u00a0", "\u202eab", "a\nb", "a\0b", "x" * 121, "x" * 5000, "戦", [], {},
    [None], [[]], {"a": None}, [{}], [1, "a", None], {"name": []}, "../x.png", "/etc/passwd",
    "warrior", "picture.png", "no.png", "#12", "red", "010", "12:30", "mass-driver", 36, 400, 13, 7,
]  # fmt: skip
_ATTRIBUTES = (
    "x", "y", "width", "height", "r", "d", "fill", "stroke", "stroke-width", "transform", "opacity",
    "font-size", "font-family", "href", "id", "class", "style", "viewBox", "clip-path", "points",
    "stroke-dasharray", "text-anchor", "inline-size", "data-field", "offset", "gradientTransform",
    "preserveAspectRatio", "display", "visibility", "letter-spacing", "font-weight", "xml:space",
)  # fmt: skip


def break_yaml(random: Random, text: str, others: Sequence[str]) -> str:
    """A YAML text whose values were changed, moved, left out or exchanged with another's."""
    documents = list(yaml.safe_load_all(text))
    strange = [value for value in yaml.safe_load_all(random.choice(others)) if value]
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        document = random.choice(documents)
        places = list(_walk(document))
        if not places:
            break
        _break_value(random, *random.choice(places), places, strange)
    wide = random.random() < 0.5
    flow = random.choice((None, None, False, True))
    return yaml.safe_dump_all(
        documents, allow_unicode=wide, sort_keys=False, default_flow_style=flow
    )


def _walk(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a tree: the list or keys that hold a value, and where."""
    if isinstance(value, dict):
        for key in value:
            yield value, key
            yield from _walk(value[key])
    elif isinstance(value, list):
        for at in range(len(value)):
            yield value, at
            yield from _walk(value[at])


def _break_value(
    random: Random, holder: Any, key: Any, places: list[tuple[Any, Any]], strange: list[Any]
) -> None:
    how = random.randrange(9)
    if isinstance(holder, dict) and key == "system" and random.random() < 0.9:
        return  # otherwise most cases would end at once
    if how <= 3:
        holder[key] = deepcopy(random.choice(_VALUES))
    elif how == 4:
        del holder[key]
    elif how == 5:
        other, place = random.choice(places)
        try:
            holder[key] = other[place] if not isinstance(other[place], (dict, list)) else None
        except (KeyError, IndexError):
            return
    elif how == 6 and isinstance(holder, dict):
        holder[random.choice((str(key)[:-1], f"{key}s", random.choice(NASTY), "art", "id"))] = (
            holder[key]
        )
    elif how == 7:
        holder[key] = [holder[key]] if random.random() < 0.5 else {"a": holder[key]}
    elif isinstance(holder[key], (str, int)):
        holder[key] = random.choice(
            (str(holder[key]), f"{holder[key]} ", f"{holder[key]}x", [holder[key]] * 3)
        )
    else:
        holder[key] = deepcopy(random.choice(strange)) if strange else None


def break_xml(random: Random, text: str, others: Sequence[str]) -> str:
    """An SVG text whose elements and attributes were changed, moved, left out or exchanged."""
    try:
        root = ElementTree.fromstring(text)
        strange = list(ElementTree.fromstring(random.choice(others)).iter())
    except ElementTree.ParseError:  # a case that is broken already
        return text
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        _break_element(random, random.choice(list(root.iter())), root, strange)
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    return ElementTree.tostring(root, "unicode")


def _break_element(random: Random, element: Any, root: Any, strange: list[Any]) -> None:
    how = random.randrange(8)
    names = list(element.attrib)
    if how <= 2:
        name = (
            random.choice(names) if names and random.random() < 0.6 else random.choice(_ATTRIBUTES)
        )
        element.set(name, _break_attribute(random, element.get(name) or "1"))
    elif how == 3 and names:
        del element.attrib[random.choice(names)]
    elif how == 4 and len(element):
        element.remove(random.choice(list(element)))
    elif how == 5:
        element.append(deepcopy(random.choice(strange)))  # never one into itself
    elif how == 6:
        element.text = random.choice(_TEXTS)
    else:
        element.tag = (
            random.choice(strange).tag
            if random.random() < 0.7
            else "{http://www.w3.org/2000/svg}nothing"
        )


_TEXTS = [
    text for text in NASTY if not re.search("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\uffff]", text)
]


def _break_attribute(random: Random, value: str) -> str:
    how = random.randrange(5)
    if how == 0:
        return random.choice(_TEXTS)
    numbers = list(re.finditer(r"-?\d+(\.\d+)?", value))
    if how <= 2 and numbers:
        found = random.choice(numbers)
        new = random.choice(
            ("0", "-1", "1e999", "nan", "1e-9", "99999999999", "", "1 1", "5%", "3em")
        )
        return value[: found.start()] + new + value[found.end() :]
    if how == 3:
        return value[: random.randrange(len(value) + 1)]
    return value + random.choice((" ", ",", ")", "(", value, " z", " M", ";", "%"))
