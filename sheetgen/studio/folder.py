"""The folder of a project as the page names its files: nothing outside it can be named."""

from __future__ import annotations

import os
from pathlib import Path

from sheetgen.ground import assets
from sheetgen.ground.files import is_plain, is_portable
from sheetgen.studio.request import AskError

SHIPPED = "shipped:"
"""The prefix of names of files that come with sheetgen; they are never written."""
TEXTS = (".yaml", ".yml", ".csv", ".md", ".svg", ".css")
"""The endings of files that are opened and written as texts."""


class Folder:
    """A project's folder; `path` is absolute."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._shipped = assets.shipped("ships")

    def find(self, name: str) -> Path:
        """The file of that name, which need not exist yet. Raises AskError."""
        shipped = name.startswith(SHIPPED)
        parts = name.removeprefix(SHIPPED).split("/")
        if not is_portable("/".join(parts)):
            raise AskError(400, "no file of a project can have this name")
        if not parts[-1].lower().endswith(TEXTS):
            raise AskError(400, f"the studio opens files that end in {', '.join(TEXTS)}")
        top = self._shipped if shipped else self.path
        path = top.joinpath(*parts)
        if not _lies_below(path, top):
            raise AskError(403, "this file really lies outside the project")
        return path

    def find_own(self, name: str) -> Path:
        """The same for a file that may be written. Raises AskError."""
        if name.startswith(SHIPPED):
            raise AskError(403, "this came with sheetgen; copy it into the project to change it")
        path = self.find(name)
        if path.is_symlink():
            raise AskError(403, "this is a link; the studio doesn't write to links")
        return path

    def leads_out(self, path: Path) -> bool:
        """Whether a path is a link, or really leads out of the project."""
        return path.is_symlink() or not _lies_below(path, self.path)

    def name(self, path: Path) -> str | None:
        """Return the page's name of a file; None for one outside the project."""
        for prefix, top in (("", self.path), (SHIPPED, self._shipped)):
            try:
                return prefix + path.absolute().relative_to(top).as_posix()
            except ValueError:
                continue
        return None


def check_name(name: str) -> str:
    """The name of a new file or folder, if it can be one everywhere. Raises AskError."""
    if not is_plain(name):
        raise AskError(400, "no file can have this name")
    return name


def _lies_below(path: Path, top: Path) -> bool:
    """Whether a path lies in a folder wherever links lead."""
    real, above = os.path.realpath(path), os.path.realpath(top)
    return real.startswith(above.rstrip(os.sep) + os.sep)
