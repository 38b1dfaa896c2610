"""The packs.lock of a project: which packs are installed in it, and where each of them lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.files import Files
from sheetgen.ground.record import record
from sheetgen.reading import source
from sheetgen.reading.field import After, Field, Text
from sheetgen.reading.model import Model, write_data
from sheetgen.reading.packfile import check_pack, check_version, rank
from sheetgen.reading.refusal import validate
from sheetgen.reading.scribe import write_block

MISSING_PACK = declare(
    "missing-pack",
    "warning",
    """A pack is noted in packs.lock, but its folder is missing.

    Why: What it holds can't be found. Its file installs it again, with the same contents.

    Example:
    # sheetgen install border-patrol-1.0.0.sheetpack
    """,
)
if TYPE_CHECKING:
    from packaging.version import Version

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
