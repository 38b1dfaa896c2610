"""Hyphenation: where a word may be divided, by the patterns of its language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

_LETTERS = r"[^\W\d_]{5,}"


def hyphenate(word: str, language: str) -> tuple[str, ...]:
    """The parts of a word between which it may be divided; the word itself in other languages."""
    found = re.search(_LETTERS, word)
    if found is None or word.isupper() or "." in word[:-1]:
        return (word,)
    letters = found[0]
    if len(letters) < len(word) - 3:  # something other than a word with punctuation around it
        return (word,)
    start, parts, last = found.start(), [], 0
    for position in _find_positions(letters, language):
        if 2 <= position <= len(letters) - 3:
            parts.append(word[last : start + position])
            last = start + position
    return (*parts, word[last:])


@lru_cache(maxsize=8)
def _load_patterns(language: str) -> Any:
    """The patterns of a language; None if there are none."""
    import pyphen

    found = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=found, left=2, right=3) if found else None


@lru_cache(maxsize=20_000)
def _find_positions(word: str, language: str) -> tuple[int, ...]:
    patterns = _load_patterns(language)
    return tuple(patterns.positions(word)) if patterns else ()
