"""Wording: which texts of a game's files are printed, and the same files in another language.

Formulas in braces stay what they are. Words inside formulas stand in `tr("…")`; those in tables are
looked up where a formula or a template says `tr(…)` of a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from sheetgen.ground.words import WORD, Words

_TERM = ("what", "as", "reason")
_PLACES = (
    "needs.*",
    "fleet.total",
    *(f"{kind}.columns.*.text" for kind in ("kinds.*", "fleet", "fleet.ships")),
    *(f"{kind}.terms.*.as" for kind in ("kinds.*", "fleet")),
    *(f"{kind}.terms.*.parts.*.{key}" for kind in ("kinds.*", "fleet") for key in _TERM),
    *(f"sheets.*.{key}" for key in ("title", "piece", "bookmark", "blank.*.piece")),
    "sheets.*.ruler.titles.*",
    *(f"sheets.*.ruler.bands.*.{key}" for key in ("name", "value", "span", "note")),
    *(f"sheets.*.ruler.lanes.*.*.{key}" for key in ("label", "note")),
    *(f"sheets.*.fan.ways.*.{key}" for key in ("label", "note")),
    *(f"sheets.*.dial.{part}.*.{key}" for part in ("arcs", "ways") for key in ("label", "note")),
    *(f"scenario.{part}.{key}" for part in ("piece", "place") for key in ("note", "mark")),
    *(f"scenario.{part}.*.{key}" for part in ("setup", "rules") for key in ("title", "text")),
    "scenario.scale.names.*",
    "scenario.words.*",
)
GAME = tuple(tuple(place.split(".")) for place in _PLACES)
"""The places of words in a game.yaml, where * is any key or number."""
TERRAIN = (("*", "name"), ("*", "rule"))
"""The places of words in a file of types of terrain."""
TOKENS = (("*", "word"), ("*", "note"))
"""The places of words in a file of tokens."""
_FORMULA = re.compile(r"\{[^{}]*\}")


def has_words(text: str) -> bool:
    """Whether there is anything to translate in a text beside its formulas."""
    return bool(re.search(WORD, _FORMULA.sub("", text)))


def put_words(data: Any, places: Iterable[tuple[str, ...]], words: Words) -> Any:
    """The data of a file in these words; the same object in English."""
    if not words.is_foreign:
        return data
    return _put(data, list(places), words)


def _put(data: Any, places: list[tuple[str, ...]], words: Words) -> Any:
    if isinstance(data, str):
        return words.find(data) if () in places and has_words(data) else data
    if not (places and isinstance(data, (dict, list))):
        return data
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    made = {key: _put(value, _enter(places, key), words) for key, value in pairs}
    return made if isinstance(data, dict) else list(made.values())


def _enter(places: Iterable[tuple[str, ...]], key: Any) -> list[tuple[str, ...]]:
    return [place[1:] for place in places if place and place[0] in ("*", key)]


def list_words(data: Any, places: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield the words of the data of a file."""
    places = list(places)
    if isinstance(data, str) and () in places and has_words(data):
        yield data
    if places and isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from list_words(value, _enter(places, key))


def put_prose(text: str, words: Words) -> str:
    """A text in Markdown in these words, which have it by paragraphs."""
    if not words.is_foreign:
        return text
    return "\n\n".join(map(words.find, split_prose(text))) + "\n"


def split_prose(text: str) -> list[str]:
    """The paragraphs of a text, and whatever else blank lines part."""
    return re.split(r"\n\s*\n", text.strip())
