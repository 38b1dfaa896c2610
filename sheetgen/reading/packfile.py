"""The pack.yaml of a pack, which says what it is and needs, and the packs.lock of a project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fnmatch import fnmatchcase
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.files import Files
from sheetgen.ground.record import record
from sheetgen.ground.textfile import NO_FILE
from sheetgen.reading import source
from sheetgen.reading.document import Document, Source
from sheetgen.reading.field import After, Field, RefusedError, Text, verify
from sheetgen.reading.model import Model, write_data
from sheetgen.reading.refusal import validate
from sheetgen.reading.scribe import write_block

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


# The packs.lock of a project: which packs are installed in it, and where each of them lies


MISSING_PACK = declare(
    "missing-pack",
    "warning",
    """A pack is noted in packs.lock, but its folder is missing.

    Why: What it holds can't be found. Its file installs it again, with the same contents.

    Example:
    # sheetgen install border-patrol-1.0.0.sheetpack
    """,
)
_ABOUT = "# What `sheetgen install` has put into packs/; keep it with that folder.\n"


class LockedPack(Model):
    """A pack in a packs.lock; `sha256` is that of its list of sums."""

    pack: Annotated[Text, After(check_pack)] = Field(description="its name")
    version: Annotated[Text, After(check_version)] = Field(description="its version")
    title: Text | None = Field(None, description="what people call it")
    licence: Text = Field(description="its licence")
    authors: list[Text] = Field(description="who made it")
    needs: dict[str, Text] = Field(default_factory=dict, description="the packs that it needs")
    sha256: Text = Field(pattern="^[0-9a-f]{64}$", description="what its sums come to")


class PackLock(Model):
    """A packs.lock."""

    packs: list[LockedPack] = Field(default_factory=list, max_length=500, description="the packs")


@record(slots=False, eq=False)
class InstalledPack:
    """A pack that can be used: its folder, and the project that it is installed in."""

    noted: LockedPack
    project: Path
    root: Path
    needs: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name, such as `kai/border-patrol`."""
        return self.noted.pack

    @property
    def version(self) -> str:
        """Its version, such as 1.0.0."""
        return self.noted.version

    @property
    def label(self) -> str:
        """Its name and version."""
        return f"{self.name} {self.version}"

    @cached_property
    def rank(self) -> Version:
        """The version as a value that sorts."""
        return rank(self.version)


def locate_pack(project: Path, name: str, version: str) -> Path:
    """The folder in a project for a version of a pack."""
    return project.joinpath(assets.PACKS, *name.split("/"), version)


def place_pack(noted: LockedPack, project: Path, root: Path | None = None) -> InstalledPack:
    """A pack in a project, or in another folder to try it."""
    where = root or locate_pack(project, noted.pack, noted.version)
    return InstalledPack(noted, project, where, noted.needs)


def list_packs(project: Path) -> list[InstalledPack]:
    """The packs that can be used in a project, or in that around a pack; the newest first.

    Raises ProblemError for a packs.lock that can't be read.
    """
    found = [place_pack(noted, project) for noted in read_lock(assets.find_outer(project))]
    return sorted(found, key=lambda pack: pack.rank, reverse=True)


def read_lock(project: Path) -> list[LockedPack]:
    """The packs that a project's packs.lock notes; none without one. Raises ProblemError."""
    path = project / assets.LOCK
    files = Files([project])
    if not files.is_file(path):
        return []
    read = source.read(path, assets.display_name(path), files.read_text)
    if read.diagnostics:
        raise ProblemError(read.diagnostics)
    if not read.documents:
        return []
    made, found = validate(PackLock, read.documents[0])
    if made is None or found:
        raise ProblemError(found)
    return made.packs


def write_lock(packs: Iterable[LockedPack]) -> str:
    """The text of a packs.lock."""
    ordered = sorted(packs, key=lambda one: (one.pack, rank(one.version)))
    data = {"packs": [write_data(one) for one in ordered]}
    return _ABOUT + (write_block(data, 0).lstrip("\n") if ordered else "packs: []") + "\n"


def report_missing(pack: InstalledPack) -> Diagnostic:
    """Reports a pack whose folder is not there."""
    place = Place(assets.display_name(pack.project / assets.LOCK))
    message = f"{pack.label} is noted, but there is no folder {assets.display_name(pack.root)}"
    return MISSING_PACK.at(place, message, "install it again from its file")
