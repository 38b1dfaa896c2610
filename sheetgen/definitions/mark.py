"""Marks: what the file sheetgen.yaml says about the project whose folder it marks."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.files import Files
from sheetgen.reading import source
from sheetgen.reading.document import Document
from sheetgen.reading.field import Field, Languages, Text
from sheetgen.reading.model import Model
from sheetgen.reading.refusal import validate
from sheetgen.type.dress import OwnLook

MOST_NAME = 120
_ABOUT = "# This file marks the folder of a sheetgen project, with all that is in it.\n"
_LANGUAGE = "# language: de       # of all that is printed; en without it\n"


class ProjectMark(Model):
    """A sheetgen.yaml."""

    name: Text | None = Field(None, max_length=MOST_NAME, description="what the project is called")
    language: Languages | None = Field(
        None, description="the language of fleets and books that name none; de, or [de, en]"
    )
    version: Annotated[Text, Field(max_length=20)] | None = Field(
        None, description="the version of what is made of it, in quotes, such as '1.2'"
    )
    look: OwnLook | None = Field(
        None, description="the name of a look, or some keys over those of the games"
    )


def read_mark(folder: Path, files: Files) -> tuple[ProjectMark, list[Diagnostic]]:
    """Return the mark of the project in a folder, and the findings about it."""
    mark, found, _ = read_document(folder, files)
    return mark, found


def read_document(
    folder: Path, files: Files
) -> tuple[ProjectMark, list[Diagnostic], Document | None]:
    """Return the same, and the document that it was read from."""
    path = folder / assets.MARK
    read_text = partial(files.read_text, what="the mark of a project")
    read = source.read(path, assets.display_name(path), read_text)
    if read.diagnostics or not read.documents:
        return ProjectMark(), read.diagnostics, None
    document = read.documents[0]
    written, found = validate(ProjectMark, document)
    return written or ProjectMark(), [*found, *source.refuse_more(read)], document


def write_mark(name: str) -> str:
    """The text of a mark, with the name of a project if that is one that can be read."""
    from sheetgen.ground.visible import find_hidden, is_blank
    from sheetgen.reading.scribe import write_scalar

    legible = not is_blank(name) and not find_hidden(name) and len(name) <= MOST_NAME
    return _ABOUT + (f"name: {write_scalar(name)}\n" if legible else "") + _LANGUAGE
