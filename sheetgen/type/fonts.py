"""Font families: which ones exist, and which face a family, weight and slant name.

`type/face.py` knows one face; this module knows them all: the shipped ones of fonts/fonts.yaml
and the TTF files in the user's folders, which win over a shipped family of the same name.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.files import Files, Stamp, stamp_file
from sheetgen.ground.number import shorten
from sheetgen.ground.record import record
from sheetgen.reading import source
from sheetgen.type.face import Face, FaceError

BAD_FONT = declare(
    "bad-font",
    "warning",
    """A font file can't be used.

    Why: Only TrueType fonts (TTF, with outlines of the `glyf` kind) can be embedded by every
    part of the program; other kinds, and damaged files, would print differently or not at all.
    The run goes on without it; it is an error only where something asks for its family.

    Example:
    # fonts/Title.otf is an OpenType-CFF file: put the family's .ttf file there
    """,
)

QUOTES = " '\""
"""What may be around the name of a family in a CSS list."""
_STYLES = {
    100: "Thin",
    200: "ExtraLight",
    300: "Light",
    400: "Regular",
    500: "Medium",
    600: "SemiBold",
    700: "Bold",
    800: "ExtraBold",
    900: "Black",
}


@record(frozen=False)
class Family:
    """A family's files by (weight, italic); `fallback` is asked for characters it lacks."""

    name: str
    files: dict[tuple[int, bool], Path]
    fallback: str = ""
    own: bool = False  # the user's own


@record(frozen=False, slots=False)
class Fonts:
    """All families that a run can use; their faces are opened when they are first needed."""

    folders: Sequence[Path] = ()
    files: Files = field(default_factory=Files)

    def __post_init__(self) -> None:
        self._stamps = self._stamp_files()
        self._reset()

    def refresh(self) -> bool:
        """Searches the folders again if a file in them has changed; returns whether one has."""
        stamps = self._stamp_files()
        changed = stamps != self._stamps
        if changed:
            self._stamps = stamps
            self._reset()
            self.__dict__.pop("families", None)
        return changed

    def _stamp_files(self) -> dict[Path, Stamp]:
        files = (path for folder in self.folders for path in _list_files(folder)[0])
        return {path: stamp_file(path) for path in files}

    def _reset(self) -> None:
        self._found_wrong: list[Diagnostic] = []
        self._unusable: dict[str, Diagnostic] = {}  # by the family, or what it may be called
        self._names: dict[str, Path] = {}
        self._faces: dict[Path, Face] = {}
        self._found: dict[tuple[str, int, bool], Face | None] = {}
        self._chains: dict[Face, tuple[Face, ...]] = {}
        self._lists: dict[tuple[str, int, bool], tuple[Face, ...]] = {}

    @cached_property
    def _shipped(self) -> dict[str, Any]:
        data: dict[str, Any] = (
            source.read(assets.shipped("fonts") / "fonts.yaml", None, self.files.read_text)
            .documents[0]
            .data
        )
        return data

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the fonts in the folders, which this searches."""
        _ = self.families
        return self._found_wrong

    @property
    def roles(self) -> dict[str, str]:
        """Role names that templates may use in place of a family's name."""
        roles: dict[str, str] = self._shipped["roles"]
        return roles

    @cached_property
    def families(self) -> dict[str, Family]:
        """Every family by its lower-case name; the user's own win over the shipped ones."""
        shipped = self._shipped["families"].items()
        found = {name.lower(): _shipped_family(name, entry) for name, entry in shipped}
        self.files.trust({path.parent for f in found.values() for path in f.files.values()})
        for folder in self.folders:
            self._add_folder(folder, found)
        return found

    def find(self, family: str, weight: int, italic: bool) -> Face | None:
        """The face nearest to what is asked for; None if no family of the list is known.

        `family` is a CSS list such as `"Barlow Condensed", sans-serif`.
        """
        key = (family, weight, italic)
        if key not in self._found:
            first = next(self._list_families(family), None)
            self._found[key] = self._open(first, weight, italic) if first else None
        return self._found[key]

    def explain(self, family: str) -> tuple[str, str]:
        """Why no family of a CSS list can be used, and what to do about it."""
        for part in family.split(","):
            found = self._unusable.get(_fold(part))
            if found:
                reason = f"the font {shorten(part.strip(QUOTES))} can't be used: {found.message}"
                return f"{reason} ({found.file})", found.hint
        near = self.suggest(family)
        add = "put its TTF files into the project's fonts/ folder"
        hint = f"did you mean {near}?" if near else add
        return f"there is no font family {shorten(family)}", hint

    def suggest(self, family: str) -> str:
        """The known family whose name is nearest to a mistyped one, or an empty text."""
        first = family.split(",")[0].strip(QUOTES).lower()
        near = get_close_matches(first, [*self.families, *self.roles], 1, 0.6)
        return self.families[near[0]].name if near and near[0] in self.families else "".join(near)

    def list_faces(self, family: str, weight: int, italic: bool) -> tuple[Face, ...]:
        """The faces to try for a character, in order; none for an unknown family.

        Those of the CSS list `family` come first, then the fallbacks of the first of them.
        """
        key = (family, weight, italic)
        known = self._lists.get(key)
        if known is None:
            asked = [self._open(f, weight, italic) for f in self._list_families(family)]
            known = tuple(dict.fromkeys([*asked, *self.chain(asked[0])])) if asked else ()
            self._lists[key] = known
        return known

    def chain(self, face: Face) -> tuple[Face, ...]:
        """The faces to try for a character: `face`, then its fallbacks, then the user's own."""
        known = self._chains.get(face)
        if known is None:
            known = self._chains[face] = tuple(self._follow(face))
        return known

    def _list_families(self, family: str) -> Iterator[Family]:
        """The known families of a CSS list."""
        for part in family.split(","):
            name = part.strip(QUOTES)
            name = self.roles.get(name.lower(), name)
            known = self.families.get(name.lower())
            if known:
                yield known

    def _follow(self, face: Face) -> list[Face]:
        found = [face]
        family = self.families.get(face.family.lower())
        names = [family.fallback] if family and family.fallback else []
        names += [f.name for f in self.families.values() if f.own]
        names += [f.fallback for f in self.families.values() if f.fallback]
        for name in dict.fromkeys(names):
            other = self.find(name, face.weight, face.italic)
            if other and other not in found:
                found.append(other)
        return found

    def _open(self, family: Family, weight: int, italic: bool) -> Face:
        def distance(key: tuple[int, bool]) -> tuple[bool, int, int]:
            # As in CSS: the slant first, then the nearest weight; if two are equally near, the
            # bolder one for a bold request and the lighter one for a light request.
            return key[1] != italic, abs(key[0] - weight), -key[0] if weight >= 500 else key[0]

        key = min(family.files, key=distance)
        path = family.files[key]
        if path not in self._faces:
            self._keep(Face(path, family.name, *key, self.files))
        return self._faces[path]

    def _keep(self, face: Face) -> None:
        """Keeps a face under a name of its own: glyphs are embedded by the names of their faces."""
        name, number = face.name, 1
        while self._names.setdefault(face.name, face.path) != face.path:
            number += 1
            face.name = f"{name}-{number}"
        self._faces[face.path] = face

    def _add_folder(self, folder: Path, found: dict[str, Family]) -> None:
        paths, unread = _list_files(folder)
        if unread:
            place = Place(assets.display_name(folder))
            self._found_wrong.append(BAD_FONT.at(place, f"this folder can't be read: {unread}"))
        for path in paths:
            if path.suffix.lower() not in (".ttf", ".otf", ".ttc", ".woff", ".woff2"):
                continue
            try:
                face = Face.from_file(path, self.files)
            except FaceError as error:
                self._refuse(path, error)
                continue
            key = face.family.lower()
            if key not in found or not found[key].own:
                fallback = found[key].fallback if key in found else ""
                found[key] = Family(face.family, {}, fallback or "Fira Sans", own=True)
            found[key].files[face.weight, face.italic] = path
            self._keep(face)

    def _refuse(self, path: Path, error: FaceError) -> None:
        place, hint = Place(assets.display_name(path)), "use the font's .ttf file"
        problem = BAD_FONT.at(place, str(error), hint)
        self._found_wrong.append(problem)
        # Files are usually called by the family, such as StarTitle-Bold.ttf.
        for name in (error.family, path.stem, path.stem.partition("-")[0]):
            self._unusable.setdefault(_fold(name), problem)


def _list_files(folder: Path) -> tuple[list[Path], str]:
    """What is in a folder, in order, and why it can't be read; nothing if there is none."""
    try:
        return (sorted(folder.iterdir()) if folder.is_dir() else []), ""
    except OSError as error:
        return [], error.strerror or "it is refused"


def _fold(family: str) -> str:
    """A family's name as it is compared where it may be spelt in several ways."""
    return "".join(c for c in family.casefold() if c.isalnum())


def _shipped_family(name: str, entry: dict[str, str]) -> Family:
    spec = importlib.util.find_spec(entry["package"])
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the font package {entry['package']} is not installed")
    root = Path(spec.origin).parent
    files = {}
    for weight, style in _STYLES.items():
        files[weight, False] = root / entry["file"].format(style=style)
        slanted = "Italic" if style == "Regular" else style + "Italic"
        files[weight, True] = root / entry["file"].format(style=slanted)
    # Few families have all nine weights.
    there = {key: path for key, path in files.items() if path.is_file()}
    return Family(name, there, entry.get("fallback", ""))
