"""The contents of a pack: what may be in one, and what a pack says of itself, before any use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.number import join_words
from sheetgen.ground.record import record
from sheetgen.ground.textfile import decode_text
from sheetgen.ground.version import __version__
from sheetgen.packs.archive import BAD_PACK, MOST_ARCHIVE, SUMS, read_archive, read_bytes
from sheetgen.reading import source
from sheetgen.reading.document import Source
from sheetgen.reading.packfile import LockedPack, PackFile, judge_pack, lies_in
from sheetgen.type.fontfile import SUFFIXES as FONTS

PAGE, PREVIEW = "contents.md", "preview.png"
"""The page of text in a pack that says what is in it, and the picture of it."""
MADE = (PAGE, PREVIEW, SUMS)
"""The files of a pack that are made with it."""
ENDING = ".sheetpack"
_TEXTS = (".yaml", ".yml", ".csv", ".xlsx", ".md", ".txt", ".css", ".po")
_PICTURES = (".png", ".jpg", ".jpeg", ".svg")
LEGAL = re.compile(r"(?:.*/)?(?:licen[cs]e|copying|notice|readme|authors|ofl)[^/]*", re.IGNORECASE)
"""The names of files that say what may be done with others, and of what is read first."""


@record(slots=False)
class PackContents:
    """A pack that was checked: its pack.yaml, and its files by their names."""

    about: PackFile
    files: Mapping[str, bytes]
    file: str

    @property
    def noted(self) -> LockedPack:
        """The pack as a packs.lock notes it."""
        about = self.about
        return LockedPack(
            pack=about.pack,
            version=about.version,
            title=about.title,
            licence=about.licence,
            authors=about.authors,
            needs=about.needs,
            sha256=sha256(self.files[SUMS]).hexdigest(),
        )

    @property
    def games(self) -> dict[str, str]:
        """The folders of its games, by their ids."""
        return {
            str(parse(self.files, name, self.file).documents[0].data.get("game")): folder
            for name, folder in _list_games(self.files)
        }

    def list_licences(self) -> list[str]:
        """Its licence, and those of its fonts and pictures."""
        stated = {self.about.find_licence(name) for name in self.files if needs_licence(name)}
        return [self.about.licence, *sorted(stated - {self.about.licence, ""})]


def load(path: Path) -> PackContents:
    """The pack in a file that the user names. Raises ProblemError."""
    shown = assets.display_name(path)
    return inspect(read_archive(read_bytes(path, MOST_ARCHIVE), shown), shown)


def inspect(files: Mapping[str, bytes], file: str) -> PackContents:
    """The contents of a pack, called `file` in diagnostics, if it may hold them.

    Nothing of it is used but what it says of itself. Raises ProblemError with all that is wrong.
    """
    if assets.PACK not in files:
        message, hint = f"it has no {assets.PACK}", "a pack is made by `sheetgen pack`"
        raise ProblemError([BAD_PACK.at(Place(file), message, hint)])
    read = parse(files, assets.PACK, file)
    about, found = judge_pack(read)
    if about is None:
        stop(found, read)
    if wrong := list(_judge(files, about, read, file)):
        stop(wrong, read)
    return PackContents(about, dict(files), file)


def stop(found: Iterable[Diagnostic], read: Source) -> NoReturn:
    """Raises ProblemError with findings about a text that was read."""
    error = ProblemError(found)
    error.texts = {read.file: read.text}
    raise error


def parse(files: Mapping[str, bytes], name: str, file: str) -> Source:
    """A YAML file of a pack as it is read."""
    shown = f"{file}/{name}"
    text, found = decode_text(files[name], shown)
    return Source(shown, text, diagnostics=found) if found else source.parse(text, shown)


def _judge(
    files: Mapping[str, bytes], about: PackFile, read: Source, file: str
) -> Iterator[Diagnostic]:
    """Yield why a pack can't be used here, or may not hold what it holds."""
    document = read.documents[0]
    if about.sheetgen and not lies_in(__version__, about.sheetgen):
        message = f"this pack is for sheetgen {about.sheetgen}, and this is {__version__}"
        yield BAD_PACK.at(document.place(("sheetgen",)), message, "install a fitting sheetgen")
    for name in files:
        if name.endswith(".py"):
            message = "a pack holds no Python, as it would run on the computer of others"
            hint = "only games that are data alone can be in a pack"
            yield BAD_PACK.at(Place(f"{file}/{name}"), message, hint)
        elif not may_hold(name):
            message = "no file of this kind can be in a pack"
            hint = f"a pack holds {join_words([*_TEXTS, *_PICTURES])}, and fonts"
            yield BAD_PACK.at(Place(f"{file}/{name}"), message, hint)
        elif needs_licence(name) and not about.find_licence(name):
            message = f"the licence of {name} is not stated"
            hint = f'add it to pack.yaml: licences: {{"{name}": …}}; * stands for any letters'
            place = document.place(("licences",) if about.licences else ("licence",))
            yield BAD_PACK.at(place, message, hint)
    for name, _ in _list_games(files):
        game = parse(files, name, file)
        data = game.documents[0].data if game.documents else None
        if not isinstance(data, dict):
            yield from game.diagnostics or [BAD_PACK.at(Place(game.file), "this is no game")]
        elif "python" in data:
            message = "this game has code (python:), and a pack holds none"
            hint = "only games that are data alone can be in a pack"
            yield BAD_PACK.at(game.documents[0].place(("python",)), message, hint)


def may_hold(name: str) -> bool:
    """Whether a pack may hold a file of that name."""
    ending = Path(name).suffix.lower()
    legal = not ending and LEGAL.fullmatch(name)
    return name == SUMS or ending in (*_TEXTS, *_PICTURES, *FONTS) or bool(legal)


def needs_licence(name: str) -> bool:
    """Whether a file is a font or a picture, whose licence is stated; templates are neither."""
    ending = Path(name).suffix.lower()
    if ending == ".svg" and "templates" in name.split("/"):
        return False
    return name != PREVIEW and ending in (*_PICTURES, *FONTS)


def _list_games(files: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """The game.yaml of each game, with the folder of the game and a slash; or with nothing."""
    names = [name for name in files if name.rpartition("/")[2] == assets.GAME]
    return [(name, name.removesuffix(assets.GAME)) for name in names]
