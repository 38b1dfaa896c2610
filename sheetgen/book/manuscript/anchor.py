"""Anchors: the names by which links lead to headings, each given once."""

from __future__ import annotations

import re
import unicodedata


def make_slug(text: str) -> str:
    """A heading as the name of an anchor: `The Ice Toll` is `the-ice-toll`."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", plain).strip("-") or "section"


class Anchors:
    """Names of anchors, each given once."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def name(self, text: str) -> str:
        """A name for a heading, with a number where it is taken."""
        slug = name = make_slug(text)
        number = self._numbers.get(slug, 1)
        while name in self.taken:
            number += 1
            name = f"{slug}-{number}"
        self._numbers[slug] = number
        self.taken.add(name)
        return name
