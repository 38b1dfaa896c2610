"""Starters: a book to begin with, about the ships and fleets that there are."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.definitions.definition import Definition
from sheetgen.reading.scribe import write_scalar

_BOOK = """\
# A book about your ships and fleets. Publish it with:  sheetgen book @STEM@.yaml -o @STEM@.pdf
book: @TITLE@
subtitle: Ships, fleets and what they fight for
author: Your Name
licence: All rights reserved.
paper: a4               # a4, letter, a5, 6x9, square, or a size such as 200x250mm
theme: clean            # clean, naval-archive or low-ink
chapters: [@STEM@/introduction.md]
"""
_CHAPTER = """\
# Introduction

Tell your readers who sails these ships, and why. This file is Markdown: an empty line begins a new
paragraph, *these words* are in italics and **these** in bold.

## Another section

Headings with two number signs begin a section. The ships and fleets have their own pages after the
last chapter, and their names go into the index automatically.

!!! tip "More to try"
    Chapters may contain tables, pictures, footnotes, values of your ships and complete displays.
"""


def start_book(
    found: Sequence[Definition], title: str = "My Fleets", stem: str = "book"
) -> dict[str, str]:
    """A book file that names these definitions, and its first chapter, by their names.

    `stem` is the name of the file without its ending, and of the chapters' folder.
    """
    fleets = [d.id for d in found if d.kind.link]
    inside = {linked for d in found for linked in d.links}
    ships = [d.id for d in found if not d.kind.link and d not in inside]
    named = {"fleets": fleets, "ships": ships}
    lists = "".join(f"{key}: [{', '.join(ids)}]\n" for key, ids in named.items() if ids)
    text = _BOOK.replace("@STEM@", stem).replace("@TITLE@", write_scalar(title))
    return {f"{stem}.yaml": text + lists, f"{stem}/introduction.md": _CHAPTER}
