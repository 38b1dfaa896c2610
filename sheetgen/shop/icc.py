"""ICC profiles by name: the shipped one, those of a project, and those of the computer.

The computer's are used only where they are named, so that the same input gives the same bytes.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.files import Files
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.textfile import FileError
from sheetgen.printing.options import ChoiceError

SHIPPED, ARITHMETIC = "chemical-proof", "arithmetic"
"""The profile that is used where none is named; and the name for none at all."""
FOLDER = "icc"
"""The folder of a project's own ICC profiles."""
_MOST_BYTES = 20_000_000
_MOST_FILES = 5000
_ENDINGS = (".icc", ".icm")
_SYSTEM = (
    "~/.local/share/color/icc", "~/.local/share/icc", "/usr/share/color/icc",
    "/usr/local/share/color/icc", "~/Library/ColorSync/Profiles", "/Library/ColorSync/Profiles",
    "/System/Library/ColorSync/Profiles", "%SystemRoot%/System32/spool/drivers/color",
)  # fmt: skip


class InkConversion(NamedTuple):
    """The bytes of an ICC profile for four inks, None for plain arithmetic; and what it is."""

    profile: bytes | None
    about: str


def choose_icc(name: str, project: Path, files: Files) -> InkConversion:
    """The ICC profile of a file or a name; without one, the shipped one. Raises ChoiceError."""
    if name.lower() == ARITHMETIC:
        return InkConversion(None, "plain arithmetic, without an ICC profile")
    if name.lower() in ("", SHIPPED):
        return InkConversion(_load_shipped(), "the ICC profile Chemical proof")
    own = Path(name)
    for path in (own, project / FOLDER / own):
        if files.is_taken(path) or (path == own and own.parent != Path()):
            return _read(path, name, files)
    known = {found.stem.lower(): found for found in reversed(list(_find_all(project)))}
    found = known.get(own.stem.lower() if own.suffix.lower() in _ENDINGS else name.lower())
    if found is None:
        if own.suffix:
            raise ChoiceError("profile", f"there is no file {name}")
        near = find_nearest(name, [SHIPPED, ARITHMETIC, *known])
        advice = f"did you mean {near}?" if near else "`sheetgen list icc` shows what there is"
        raise ChoiceError("profile", f"there is no ICC profile {name}; {advice}")
    return _read(found, name, files)


def _load_shipped() -> bytes:
    """The profile that comes with pyvips, in the public domain. Raises ChoiceError."""
    try:
        from pyvips import Image
    except (ImportError, OSError):
        message = (
            "the shipped one can't be loaded, as pyvips can't run here; name a file of your own,"
            f" or {ARITHMETIC}"
        )
        raise ChoiceError("profile", message) from None
    return bytes(Image.profile_load("cmyk"))


def _read(path: Path, name: str, files: Files) -> InkConversion:
    try:
        files.name(path)
        data = files.read_bytes(path, _MOST_BYTES, "the ICC profile")
    except FileError as error:
        raise ChoiceError("profile", f"{name} {error}") from None
    except FileNotFoundError:
        raise ChoiceError("profile", f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        raise ChoiceError("profile", f"{name} can't be read: {error}") from None
    return InkConversion(data, f"the ICC profile {describe(data) or path.name}")


def describe(data: bytes) -> str:
    """The name that an ICC profile for four inks has for itself; nothing for any other file."""
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data)).profile
    except OSError:
        return ""
    return (profile.profile_description or "").strip() if profile.xcolor_space == "CMYK" else ""


def list_icc(project: Path) -> Iterator[tuple[str, str, str]]:
    """The names of all ICC profiles for four inks, what they call themselves, whose they are."""
    yield SHIPPED, "Chemical proof, in the public domain: used where none is named", "shipped"
    yield ARITHMETIC, "no ICC profile, but the formula of print-shops.md", "shipped"
    taken = {SHIPPED, ARITHMETIC}
    for path in _find_all(project):
        about = describe(path.read_bytes()) if path.stat().st_size < _MOST_BYTES else ""
        if about and path.stem.lower() not in taken:
            taken.add(path.stem.lower())
            yield path.stem, about, "your own" if project in path.parents else str(path.parent)


def _find_all(project: Path) -> Iterator[Path]:
    """The files of ICC profiles, the project's own first."""
    folders = [project / FOLDER, *(Path(os.path.expandvars(p)).expanduser() for p in _SYSTEM)]
    for folder in folders:
        for at, path in enumerate(sorted(folder.rglob("*")) if folder.is_dir() else ()):
            if at < _MOST_FILES and path.suffix.lower() in _ENDINGS and path.is_file():
                yield path
