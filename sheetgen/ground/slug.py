"""Slugs: names as ids and as parts of file names."""

from __future__ import annotations

import re
import unicodedata


def make_id(name: str) -> str:
    """A name as an id or a file name: `Iron Duke` becomes `iron-duke`; empty without letters."""
    plain = unicodedata.normalize("NFKD", name.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", plain).strip("-")
