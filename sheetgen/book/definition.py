"""What may be written in a book file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from sheetgen.ground.colour import parse_color
from sheetgen.ground.units import parse_paper
from sheetgen.reading.model import Model, Text


def _check_paper(text: str) -> str:
    parse_paper(text)
    return text


def check_opaque(text: str) -> str:
    """A colour that hides what is below it. Raises ValueError."""
    if (parse_color(text) or (0, 0, 0, 0))[3] < 1:
        raise ValueError("this colour can't be transparent")
    return text


Opaque = Annotated[Text, AfterValidator(check_opaque)]
"""A colour that texts and lines may have."""


def _make_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Names = Annotated[list[Text], BeforeValidator(_make_list, json_schema_input_type=Text | list[Text])]


class Credit(Model):
    """A line of the credits."""

    role: Text = Field(description="what was done, such as Illustrations")
    names: Names = Field(description="who did it, a name or a list of names")


class Appendix(Model):
    """The contents of the appendix: sheets at true size, to copy or to cut out."""

    sheets: list[Text] = Field(
        default_factory=list, description="names of sheets, in place of those of `cutouts`"
    )
    copies: int = Field(1, ge=1, le=99, description="how many of each")


class Book(Model):
    """A book file."""

    book: Text = Field(max_length=120, description="the title")
    subtitle: Text | None = Field(None, max_length=200, description="a line under the title")
    author: Names = Field(default_factory=list, description="a name, or a list of names")
    version: Text | None = Field(None, description="the edition or version")
    date: Text | None = Field(None, description='the date, in quotes: "2026-11-22" or "May 2027"')
    publisher: Text | None = Field(None, description="who publishes it")
    licence: Text | None = Field(None, description="the licence, as Markdown for the imprint")
    imprint: Text | None = Field(None, description="further text for the imprint, as Markdown")
    about: Text | None = Field(None, description="what the book is about, in a sentence or two")
    keywords: list[Text] = Field(default_factory=list, description="keywords by which it is found")
    language: Text = Field("en-GB", description="the language of the text, for hyphenation")
    paper: Annotated[Text, AfterValidator(_check_paper)] = Field(
        "a4", description="a4, letter, a5, 6x9, square, or a size such as 200x250mm"
    )
    bleed: float = Field(0, ge=0, le=10, description="millimetres printed beyond the cut")
    signature: int = Field(1, ge=1, le=32, description="the number of pages is a multiple of this")
    theme: Text = Field("clean", description="clean, naval-archive, low-ink, or your own")
    colour: Opaque | None = Field(None, description='an accent colour, such as "#1f4e79"')
    columns: Literal[1, 2] | None = Field(None, description="columns of text on a page, 1 or 2")
    cover: Text | None = Field(None, description="a picture for the cover: PNG, JPEG or SVG")
    cover_text: bool = Field(True, description="whether title and authors are set on the cover")
    back: Text | None = Field(None, description="a text for the back cover, as Markdown")
    chapters: list[Text] = Field(
        default_factory=list, description="Markdown files beside the book file, in order"
    )
    fleets: list[Text] = Field(
        default_factory=list, description="ids of fleets, such as ondaro-cast or game/ondaro-cast"
    )
    ships: list[Text] = Field(
        default_factory=list, description="ids of ships, in addition to those of the fleets"
    )
    contents: bool = Field(True, description="whether there is a table of contents")
    index: bool = Field(True, description="whether there is an index")
    cutouts: Literal["all", "counters", "none"] = Field(
        "counters", description="all: displays too, which their ships' pages then leave out"
    )
    appendix: Appendix | bool = Field(True, description="true, false, or {sheets: [display]}")
    credits: list[Credit] = Field(
        default_factory=list, description="[{role: Illustrations, names: [Ada]}]"
    )
