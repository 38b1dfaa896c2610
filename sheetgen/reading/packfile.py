"""The pack.yaml of a pack: what it is called, who made it, under which licences, what it needs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.files import Files
from sheetgen.ground.textfile import NO_FILE
from sheetgen.reading import source
from sheetgen.reading.document import Document, Source
from sheetgen.reading.field import After, Field, RefusedError, Text, verify
from sheetgen.reading.model import Model
from sheetgen.reading.refusal import validate

if TYPE_CHECKING:
    from packaging.version import Version

PACK = re.compile(r"[a-z0-9][a-z0-9-]{0,59}/[a-z0-9][a-z0-9-]{0,59}")
"""The name of a pack, after that of who gives it out."""
_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}")
_EXAMPLE = "pack: kai/border-patrol, version: 1.0.0, licence: CC-BY-4.0, authors: [Kai Ito]"


def check_pack(text: str) -> str:
    """The name of a pack. Raises RefusedError."""
    if not PACK.fullmatch(text):
        message = f"'{text}' is not the name of a pack"
        hint = "write two words of lower-case letters, digits and hyphens: kai/border-patrol"
        raise RefusedError("wrong-value", message, hint)
    return text


def check_version(text: str) -> str:
    """A version. Raises RefusedError."""
    if not _VERSION.fullmatch(text):
        raise RefusedError("wrong-value", f"'{text}' is not a version", "write it as 1.0.0")
    return text


def check_range(text: str) -> str:
    """A range of versions. Raises RefusedError."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        message = f"'{text}' is not a range of versions"
        raise RefusedError("wrong-value", message, 'write it as ">=1.0,<2"') from None
    return text


def lies_in(version: str, wanted: str) -> bool:
    """Whether a version lies in a range."""
    from packaging.specifiers import SpecifierSet

    return SpecifierSet(wanted).contains(version, prereleases=True)


def rank(version: str) -> Version:
    """The version as a value that sorts."""
    from packaging.version import Version

    return Version(version)


class PackFile(Model):
    """A pack.yaml."""

    pack: Annotated[Text, After(check_pack)] = Field(
        description="whose it is and what it is called, such as kai/border-patrol"
    )
    version: Annotated[Text, After(check_version)] = Field(description="such as 1.0.0")
    title: Text | None = Field(None, max_length=120, description="what people call it")
    about: Text | None = Field(None, max_length=500, description="what it is, in a sentence")
    sheetgen: Annotated[Text, After(check_range)] | None = Field(
        None, description='the versions of sheetgen that can read it, such as ">=0.2,<1"'
    )
    licence: Text = Field(max_length=200, description="what others may do with it: CC-BY-4.0")
    authors: list[Text] = Field(min_length=1, max_length=100, description="who made it")
    needs: dict[str, Text] = Field(
        default_factory=dict,
        max_length=50,
        description='other packs and their versions: {ada/hulls: ">=1.0"}',
    )
    licences: dict[str, Text] = Field(
        default_factory=dict,
        max_length=500,
        description='those of its fonts and pictures: {"fonts/*": OFL-1.1}',
    )

    @verify("needs")
    def _check_needs(self, needs: Mapping[str, str]) -> None:
        for name, wanted in needs.items():
            check_pack(name)
            check_range(wanted)

    @property
    def called(self) -> str:
        """Its title, or else its name."""
        return self.title or self.pack

    def find_licence(self, name: str) -> str:
        """The licence that is stated for a font or picture; empty without one."""
        fitting = (said for pattern, said in self.licences.items() if fnmatchcase(name, pattern))
        return next(fitting, "")


def is_pack(data: object) -> bool:
    """Whether a document is a pack.yaml, and not a ship that is called pack."""
    return isinstance(data, dict) and "pack" in data and "system" not in data


def read_pack(folder: Path, files: Files) -> tuple[PackFile, Document]:
    """The pack.yaml of a folder, and the document of it. Raises ProblemError."""
    path = folder / assets.PACK
    name = assets.display_name(path)
    if not files.is_file(path):
        message, hint = f"there is no {assets.PACK} in this folder", f"write one: {_EXAMPLE}"
        raise ProblemError([NO_FILE.at(Place(name), message, hint)])
    read = source.read(path, name, partial(files.read_text, what="the pack.yaml"))
    made, found = judge_pack(read)
    if made is None:
        raise ProblemError(found)
    return made, read.documents[0]


def judge_pack(read: Source) -> tuple[PackFile | None, Sequence[Diagnostic]]:
    """The pack.yaml in a text that was read; None with the reasons if it can't be used."""
    if read.diagnostics or not read.documents:
        empty = NO_FILE.at(read.start, "this file says nothing", f"write: {_EXAMPLE}")
        return None, read.diagnostics or [empty]
    made, found = validate(PackFile, read.documents[0])
    found = [*found, *source.refuse_more(read)]
    return (None if found else made), found
