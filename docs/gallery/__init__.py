"""Draws the pictures of README and docs, and writes docs/gallery.md: `make gallery`.

Every picture shows what the program prints, at a lower resolution and with few colours, so that all
of them together stay small. The same program draws the same files, so git shows what a change in a
template does to them; tests/test_docs.py fails when they are out of date. Each game has a module
with its pictures in SECTIONS, and in OWN the files that only the gallery has; books.py has the
pictures of books, redrawing.py those of docs/svg.md.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from gallery import books, redrawing
from gallery.picture import Picture
from gallery.studio import draw, draw_fleet, draw_pond, draw_ruler
from sheetgen.systems.loading import Systems, list_examples

DOCS = Path(__file__).resolve().parents[1]
PICTURES = DOCS / "pictures"
_HERE = Path(__file__).parent
_HEAD = """\
# Gallery

All of this is printed by sheetgen, mostly from the ships that come with it. Under each picture is
the command that prints it; pictures of single pieces are cut out of its page.
"""
_COPY = """
This game has [no code](games.md). `sheetgen init night --game {game.id}` makes a project with
a copy of it, in which these commands work.
"""
_RULER = """
## The ruler

Every page has a ruler in its margin where there is room. Hold a real ruler against it: if its
50 mm measure 50 mm, the print has its true size.

![ruler](pictures/ruler.png)
"""


class Game(NamedTuple):
    """The pictures of a game, which is in `folder` if it has no code."""

    id: str
    name: str
    sections: Mapping[str, tuple[Picture, ...]]
    own: Mapping[str, str]
    folder: Path | None = None


def list_games() -> Iterator[Game]:
    """The games that have pictures."""
    examples = [system.id for system in list_examples()]
    for system in (*Systems().all(), *list_examples()):
        name = system.id.replace("-", "_")
        if (_HERE / f"{name}.py").exists():
            module = importlib.import_module(f"gallery.{name}")
            folder = system.folder if system.id in examples else None
            yield Game(system.id, system.name, module.SECTIONS, module.OWN, folder)


def draw_all(*games: str) -> Iterator[tuple[Path, Image.Image]]:
    """Every picture with its file; if any are named, only those games, `books` or `others`."""
    for game in list_games():
        if games and game.id not in games:
            continue
        for pictures in game.sections.values():
            for picture in pictures:
                yield (
                    PICTURES / game.id / f"{picture.name}.png",
                    draw(picture, game.id, game.own, game.folder),
                )
    if not games or "books" in games:
        for name, image in books.draw_spreads():
            yield PICTURES / "books" / f"{name}.png", image
    if not games or "others" in games:
        for name, image in redrawing.draw_walk():
            yield PICTURES / "svg" / f"{name}.png", image
        yield PICTURES / "ruler.png", draw_ruler()
        yield PICTURES / "regatta.png", draw_pond()
        yield PICTURES / "fleet.png", draw_fleet()


def write_page() -> str:
    """The page docs/gallery.md."""
    parts = [_HEAD]
    for game in list_games():
        parts.append(f"\n## {game.name}\n")
        if game.folder:
            parts.append(_COPY.format(game=game))
        shown = dict(game.own)
        for section, pictures in game.sections.items():
            parts.append(f"\n### {section}\n")
            for picture in pictures:
                image = f"![{picture.title}](pictures/{game.id}/{picture.name}.png)"
                parts.append(f"\n**{picture.title}.** {picture.caption}\n\n{image}\n")
                parts.append(f"\n`{picture.command}`\n")
                parts += _show_files(picture.paths, shown)
    parts.append("\n## Books\n")
    for spread in (*books.SPREADS, *books.COVERS):
        image = f"![{spread.title}](pictures/books/{spread.name}.png)"
        parts.append(f"\n**{spread.title}.** {spread.caption}\n\n{image}\n")
        parts.append(f"\n`{spread.command}`\n")
    return "".join([*parts, _RULER])


def _show_files(name: str, files: dict[str, str]) -> Iterator[str]:
    """A file that only the gallery has, and those that it names, each the first time it is used."""
    text = files.pop(name, "")
    if text:
        yield f"\nwhere `{name}` is\n\n```{name.rpartition('.')[2]}\n{text}```\n"
        for other in list(files):
            if re.search(rf"\b{re.escape(other)}\b", text):
                yield from _show_files(other, files)
