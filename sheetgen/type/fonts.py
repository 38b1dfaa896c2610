"""Font families: which ones exist, and which face a family, weight, slope and width name.

`type/face.py` knows one face; this module knows them all: the shipped ones of fonts/fonts.yaml
and the font files in the user's folders, which win over a shipped family of the same name.
"""

from __future__ import annotations

import importlib.util
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare, find_nearest
from sheetgen.ground.files import Files, Stamp, stamp_file
from sheetgen.ground.number import shorten
from sheetgen.ground.record import record, replace
from sheetgen.reading import source
from sheetgen.type.face import Face
from sheetgen.type.fontfile import (
    SUFFIXES,
    FaceError,
    FontMember,
    Slope,
    Traits,
    choose,
    list_members,
    read_font,
)

BAD_FONT = declare(
    "bad-font",
    "warning",
    """A font file can't be used.

    Why: TrueType and OpenType fonts (TTF, OTF, collections of them, variable ones) can be
    embedded; fonts for web pages, and damaged files, would print differently or not at all. Of
    two files with the same face, only one is used. The run goes on without the file; it is an
    error only where something asks for its family.

    Example:
    # fonts/Title.woff2 is a font for web pages: put the family's .ttf or .otf files there
    """,
)
RESTRICTED_FONT = declare(
    "restricted-font",
    "warning",
    """The maker of a font does not allow it to be embedded in a document.

    Why: A PDF or SVG file carries the letters that it needs from its fonts. A font file says
    whether its maker allows that (in fsType, of its table OS/2), and this one says no. It is used
    nevertheless, because you may have bought more rights than the file knows of: printing
    for yourself is rarely a problem, a file for others may be. Check the font's licence.

    Example:
    # fonts/Bought.otf is marked "restricted licence embedding"
    """,
)

QUOTES = " '\""
"""Quotes and blanks that may surround the name of a family in a CSS list."""
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
    """A family's faces; `fallback` is asked for characters it lacks."""

    name: str
    members: dict[Traits, FontMember] = field(default_factory=dict)
    fallback: str = ""
    own: bool = False  # the user's own
    other: bool = False  # whether it is another name for some faces of a family


@record(frozen=False, slots=False)
class Fonts:
    """All families that a run can use; their faces are opened when they are first needed."""

    folders: Sequence[Path] = ()
    files: Files = field(default_factory=Files)
    others: Sequence[Path] = ()  # whose families are taken where nothing else has their names

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
            self.__dict__.pop("digest", None)
        return changed

    def _stamp_files(self) -> dict[Path, Stamp]:
        files = (
            path for folder in (*self.folders, *self.others) for path in _list_files(folder)[0]
        )
        return {path: stamp_file(path) for path in files}

    def _reset(self) -> None:
        self._found_wrong: list[Diagnostic] = []
        self._unusable: dict[str, Diagnostic] = {}  # by the family, or what it may be called
        self._names: dict[str, FontMember] = {}
        self._faces: dict[FontMember, Face] = {}
        self._found: dict[tuple[str, int, int, float], Face | None] = {}
        self._chains: dict[Face, tuple[Face, ...]] = {}
        self._lists: dict[tuple[str, int, int, float], tuple[Face, ...]] = {}

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
        """The findings about fonts in the folders, which this searches."""
        _ = self.families
        return self._found_wrong

    @cached_property
    def digest(self) -> bytes:
        """A digest of what decides which faces there are: families, and their files as they are."""
        faces = [
            (name, family.fallback, *(m[1:] for m in members), *map(stamp_file, paths))
            for name, family in self.families.items()
            for members in (list(family.members.values()),)
            for paths in (dict.fromkeys(member.path for member in members),)
        ]
        return sha256(repr((self.roles, faces)).encode(errors="surrogatepass")).digest()

    @property
    def roles(self) -> dict[str, str]:
        """Role names that templates may use in place of a family's name."""
        roles: dict[str, str] = self._shipped["roles"]
        return roles

    @cached_property
    def families(self) -> dict[str, Family]:
        """Every family by its lower-case name; the user's own win over the shipped ones."""
        shipped = self._shipped["families"].items()
        beside: list[Path] = []
        found = {name.lower(): _shipped_family(name, entry, beside) for name, entry in shipped}
        for name, entry in shipped:  # those of another width
            if "of" in entry:
                found[entry["of"].lower()].members.update(found[name.lower()].members)
        firsts = (next(iter(family.members.values()), None) for family in found.values())
        self.files.trust({member.path.parent for member in firsts if member})
        more: dict[str, Family] = {}
        for folder in self.others:
            self._add_folder(folder, more)
        found = {**more, **found}
        for folder in self.folders:
            self._add_folder(folder, found)
        return found

    def find(
        self, family: str, weight: int, slope: int = Slope.NORMAL, width: float = 100.0
    ) -> Face | None:
        """The face nearest to what is asked for; None if no family of the list is known.

        `family` is a CSS list such as `"Barlow Condensed", sans-serif`. Raises ProblemError for a
        font that turns out to be damaged.
        """
        key = (family, weight, slope, width)
        if key not in self._found:
            first = next(self._list_families(family), None)
            self._found[key] = self._choose(first, Traits(*key[1:])) if first else None
        return self._found[key]

    def has(self, family: str) -> bool:
        """Whether a family of a CSS list is known."""
        return any(True for _ in self._list_families(family))

    def is_spoilt(self, family: str) -> bool:
        """Whether there is a file for a family of a CSS list, but one that can't be used."""
        return any(_fold(part) in self._unusable for part in family.split(","))

    def explain(self, family: str) -> tuple[str, str]:
        """Why no family of a CSS list can be used, and what to do about it."""
        for part in family.split(","):
            found = self._unusable.get(_fold(part))
            if found:
                reason = f"the font {shorten(part.strip(QUOTES))} can't be used: {found.message}"
                return f"{reason} ({found.file})", found.hint
        near = self.suggest(family)
        add = "put its TTF or OTF files into the project's fonts/ folder"
        hint = f"did you mean {near}?" if near else add
        return f"there is no font family {shorten(family)}", hint

    def suggest(self, family: str) -> str:
        """The known family whose name is nearest to a mistyped one, or an empty text."""
        first = family.split(",")[0].strip(QUOTES).lower()
        near = find_nearest(first, [*self.families, *self.roles])
        return self.families[near].name if near in self.families else near

    def list_faces(
        self, family: str, weight: int, slope: int = Slope.NORMAL, width: float = 100.0
    ) -> tuple[Face, ...]:
        """The faces to try for a character, in order; none for an unknown family.

        Those of the CSS list `family` come first, then the fallbacks of the first of them. Raises
        ProblemError for a font that turns out to be damaged.
        """
        key = (family, weight, slope, width)
        known = self._lists.get(key)
        if known is None:
            asked = [self._choose(f, Traits(*key[1:])) for f in self._list_families(family)]
            known = tuple(dict.fromkeys([*asked, *self.chain(asked[0])])) if asked else ()
            self._lists[key] = known
        return known

    def chain(self, face: Face) -> tuple[Face, ...]:
        """The faces to try for a character: `face`, then its fallbacks, then the user's own."""
        known = self._chains.get(face)
        if known is None:
            known = self._chains[face] = tuple(self._follow(face))
        return known

    def list_files(self, family: str) -> list[Path]:
        """The files of all families of a CSS list, and of those that stand in for their letters."""
        found: dict[Path, None] = {}
        waiting = [known.name for known in self._list_families(family)]
        waiting += [f.name for f in self.families.values() if f.own]
        for name in waiting:
            known = self.families[name.lower()]
            found |= dict.fromkeys(member.path for member in known.members.values())
            if known.fallback and known.fallback not in waiting:
                waiting.append(known.fallback)
        return list(found)

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
        names: list[str] = []
        while family and family.fallback and family.fallback not in names:
            names.append(family.fallback)
            family = self.families.get(family.fallback.lower())
        names += [f.name for f in self.families.values() if f.own]
        names += self._shipped["others"]
        for name in dict.fromkeys(names):
            other = self.find(name, *face.traits)
            if other and other not in found:
                found.append(other)
        return found

    def _choose(self, family: Family, wanted: Traits) -> Face:
        return self.open(family.members[choose(family.members, wanted)])

    def open(self, member: FontMember) -> Face:
        """A face of a family. Raises ProblemError for one that turns out to be damaged."""
        if member not in self._faces:
            try:
                self._keep(Face(member, self.files))
            except FaceError as error:
                found = BAD_FONT.at(Place(assets.display_name(member.path)), str(error))
                raise ProblemError([replace(found, severity="error")]) from None
        return self._faces[member]

    def _keep(self, face: Face) -> None:
        """Keeps a face under a name of its own: glyphs are embedded by the names of their faces."""
        name, number = face.name, 1
        while self._names.setdefault(face.name, face.member) != face.member:
            number += 1
            face.name = f"{name}-{number}"
        self._faces[face.member] = face

    def _add_folder(self, folder: Path, found: dict[str, Family]) -> None:
        paths, unread = _list_files(folder)
        if unread:
            place = Place(assets.display_name(folder))
            self._found_wrong.append(BAD_FONT.at(place, f"this folder can't be read: {unread}"))
        for path in paths:
            if path.suffix.lower() in SUFFIXES:
                try:
                    members = self._check_file(path)
                except FaceError as error:
                    self._refuse(path, error)
                    continue
                for member in members:
                    self._add_member(member, found)

    def _check_file(self, path: Path) -> list[FontMember]:
        """The faces of a file that can be used. Raises FaceError."""
        data = read_font(path, self.files)
        members = list_members(path, data)
        # Instances differ in nothing that is checked: the first stands for all of them.
        for member in {member.at: member for member in reversed(members)}.values():
            face = Face(member, data=data)
            face.check()
            self._keep(face)
        if any(self._faces[m].is_restricted for m in members if m in self._faces):
            message = "the maker of this font does not allow it to be embedded"
            hint = "check its licence before you pass on what you print with it"
            place = Place(assets.display_name(path))
            self._found_wrong.append(RESTRICTED_FONT.at(place, message, hint))
        return members

    def _add_member(self, member: FontMember, found: dict[str, Family]) -> None:
        """Adds a face under the names of its family, unless a file beside it has it already."""
        for number, name in enumerate(member.families):
            family = found.get(name.lower())
            if family is None or not family.own:
                fallback = family.fallback if family else ""
                family = Family(name, {}, fallback or "Fira Sans", own=True, other=number > 0)
                found[name.lower()] = family
            family.other &= number > 0
            known = family.members.setdefault(member.traits, member)
            if known.path.parent != member.path.parent:
                family.members[member.traits] = member
            elif known.path.stem != member.path.stem and not (known.axes or member.axes or number):
                message = f"{known.path.name} has the same family, weight, style and width"
                place = Place(assets.display_name(member.path))
                hint = "only that one is used; remove one of the two"
                self._found_wrong.append(BAD_FONT.at(place, message, hint))

    def _refuse(self, path: Path, error: FaceError) -> None:
        place, hint = Place(assets.display_name(path)), "use the font's .ttf or .otf file"
        problem = BAD_FONT.at(place, str(error), hint)
        self._found_wrong.append(problem)
        # Files are usually called by the family, such as StarTitle-Bold.ttf.
        for name in (error.family, path.stem, path.stem.partition("-")[0]):
            self._unusable.setdefault(_fold(name), problem)


def _list_files(folder: Path) -> tuple[list[Path], str]:
    """Return the files of a folder in order, and why it can't be read; none for a missing one."""
    try:
        return (sorted(folder.iterdir()) if folder.is_dir() else []), ""
    except OSError as error:
        return [], error.strerror or "it is refused"


def _fold(family: str) -> str:
    """A family's name as it is compared where it may be spelt in several ways."""
    return "".join(c for c in family.casefold() if c.isalnum())


def _find_package(name: str, beside: list[Path]) -> Path:
    """The folder of a font package; most of them lie `beside` the one that was found first."""
    for folder in beside:
        if assets.is_folder(folder / name):
            return folder / name
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the font package {name} is not installed")
    home = Path(spec.origin).parent
    beside.append(home.parent)
    return home


def _shipped_family(name: str, entry: dict[str, Any], beside: list[Path]) -> Family:
    home = _find_package(entry["package"], beside)
    if "weights" in entry:
        return Family(name, _list_shipped(name, entry, home), entry.get("fallback", ""))
    pattern, width = home / entry["file"], float(entry.get("width", 100))
    folder, there = pattern.parent, set(assets.list_names(pattern.parent))
    members = {}
    for weight, style in _STYLES.items():
        slanted = "Italic" if style == "Regular" else style + "Italic"
        for slope, named in ((Slope.NORMAL, style), (Slope.ITALIC, slanted)):
            file = pattern.name.format(style=named)
            if file in there:  # few families have all nine weights
                traits = Traits(weight, slope, width)
                members[traits] = FontMember(folder / file, traits, (name,))
    return Family(name, members, entry.get("fallback", ""))


def _list_shipped(name: str, entry: dict[str, Any], home: Path) -> dict[Traits, FontMember]:
    """The faces of a variable font: one for every hundred of its weights."""
    least, most = entry["weights"]
    members = {}
    for slope, key in ((Slope.NORMAL, "file"), (Slope.ITALIC, "italic")):
        for weight in range(least, most + 1, 100) if key in entry else ():
            style = _STYLES[weight] + ("Italic" if slope else "")
            called = f"{name.replace(' ', '')}-{style}"
            traits, axes = Traits(weight, slope), (("wght", float(weight)),)
            members[traits] = FontMember(home / entry[key], traits, (name,), 0, axes, called, True)
    return members


# Fallback: each word of a template is set in the first face that has all of it (those asked for,
# their fallbacks, the user's own), or else each character in the first face that has that.


# Characters that control how others break or join, and leave no ink (Unicode, Default_Ignorable).
_INVISIBLE = (
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_PARTS = r" +|[^ ]+"


def clean(text: str) -> str:
    """The text with its accents on their letters, and without characters that leave no ink."""
    return text if text.isascii() else re.sub(_INVISIBLE, "", unicodedata.normalize("NFC", text))


def measure(text: str, faces: Sequence[Face]) -> float:
    """The advance width of a text in the faces that it needs, in thousandths of the font size."""
    return sum([face.measure(part) for face, part in split_faces(clean(text), faces)[0]])


def split_faces(
    text: str, faces: Sequence[Face], by_letter: bool = False
) -> tuple[list[tuple[Face, str]], list[str]]:
    """The text in parts of one face each, and the characters that no face has.

    Those are set in the first face, as its mark for a missing glyph. With `by_letter`, each letter
    is set in the first face that has it, as browsers do, whatever the rest of its word is set in.
    """
    first = faces[0]
    if first.covers_all(text):
        return [(first, text)], []
    # Few fonts have the rarer spaces.
    text = "".join([" " if c.isspace() and not first.covers(c) else c for c in text])
    pieces: list[tuple[Face, str]] = []
    missing: list[str] = []
    for part in _split_clusters(text) if by_letter else _split_parts(text, faces):
        # A space goes with the word before it; that makes fewer runs.
        stays = pieces and part.isspace() and not by_letter
        near = (pieces[-1][0], *faces) if stays else faces
        face = next((f for f in near if f.covers_all(part)), None)
        if face is None:
            missing += [c for c in part if not any(f.covers(c) for f in faces)] or part
            face = first
        if pieces and pieces[-1][0] is face:
            pieces[-1] = (face, pieces[-1][1] + part)
        else:
            pieces.append((face, part))
    return pieces, missing


def _split_parts(text: str, faces: Sequence[Face]) -> Iterator[str]:
    """Words that one of the faces has, the clusters of other words, and the spaces between.

    Words of which the first face lacks nothing but signs, such as the ″ after a figure, are others.
    """
    for part in re.findall(_PARTS, text):
        if part.isspace() or faces[0].covers_all(part):
            yield part
            continue
        lacking = [c for c in part if not faces[0].covers(c)]
        is_word = any(c.isalnum() or unicodedata.combining(c) for c in lacking)
        if is_word and any(face.covers_all(part) for face in faces):
            yield part
        else:
            yield from _split_clusters(part)


def _split_clusters(text: str) -> Iterator[str]:
    """Characters together with the combining marks that follow them."""
    start = 0
    for at in range(1, len(text)):
        if not unicodedata.combining(text[at]):
            yield text[start:at]
            start = at
    yield text[start:]
