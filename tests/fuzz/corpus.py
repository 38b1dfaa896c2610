"""The sound inputs that are broken: what is shipped, and texts that use every feature."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from sheetgen.ground import assets
from sheetgen.project.project import Project
from sheetgen.systems.contract import Look, Sheet
from sheetgen.systems.loading import Systems
from sheetgen.type.fonts import Fonts
from tests import foundry

HERE = Path(__file__).parent
GAMES = ("asfos", "airships", "barsoom", "black-skies")


EXPRESSIONS = (
    "{{ [{}] | map(attribute='" + "a." * 9000 + "a') | list }}",
    "{{ [{'a': 1}] * 900 | sort(attribute='" + "a," * 900 + "a') | length }}",
    "{{ [{}] | sum(attribute='" + "0." * 9000 + "0') }}",
    "{{ ('a' * 60000).strip('b' * 60000) }}",
    "{{ ('a' * 60000) | trim('ab' * 30000) | length }}",
    "{{ (('%%' * 60000) % ()) | length }}",
    "{{ ('%s' * 9000) | format(*(['a' * 900] * 9000)) }}",
    "{{ ('<' * 9000) | e | replace('&', 'a' * 9000) }}",
    "{{ ('9' * 90000) | round }}",
    "{{ ('a' * 90000) | max }}",
    "{{ ('9' * 90000) is even }}",
)
"""Expressions of templates that are short and ask for much."""


def _write_keys(size: int) -> str:
    return FLAWLESS + "".join(f"key{at}: 1\n" for at in range(size))


def _write_inner_keys(size: int) -> str:
    return FLAWLESS + "primaries: {" + ", ".join(f"key{at}: 1" for at in range(size)) + "}\n"


def _write_headings(size: int) -> str:
    headings = [f"key{at}" for at in range(min(size, 490))]
    row = ",".join(["asfos", "Kite", *("1" for _ in headings)])
    return "\n".join([",".join(["system", "name", *headings]), *[row] * (size // 50), ""])


def _write_attributes(size: int) -> str:
    return FRAME.format("<rect " + " ".join(f'key{at}="1"' for at in range(size)) + "/>")


def _write_properties(size: int) -> str:
    style = ";".join(f"key{at}:1" for at in range(size))
    return FRAME.format(f'<rect width="9" height="9" style="{style}"/>')


def _write_elements(size: int) -> str:
    return FRAME.format("".join(f"<key{at}/>" for at in range(size)))


def _write_rules(size: int) -> str:
    rules = "".join(f".a{at} {{ fill: #123 }}" for at in range(size))
    return FRAME.format(f'<style>{rules}</style><rect width="9" height="9" class="a7"/>')


def _write_classes(size: int) -> str:
    names = " ".join(f"a{at}" for at in range(size))
    return FRAME.format(f'<style>.a7 {{ fill: #123 }}</style><rect class="{names}"/>')


def _write_filters(size: int) -> str:
    parts = '<feGaussianBlur stdDeviation="9"/>' * size
    box = 'width="50" height="30"'
    return FRAME.format(f'<filter id="f">{parts}</filter><rect {box} filter="url(#f)"/>')


FLAWLESS = "system: asfos\nname: Kite\nmass: 6\nhull: 3\nengine: 2\n"
FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' width="60mm" height="40mm" viewBox="0 0 60 40">{}</svg>'
)
CROWDS: tuple[tuple[str, Callable[[int], str]], ...] = (
    ("ship.yaml", _write_keys),
    ("ship.yaml", _write_inner_keys),
    ("ships.csv", _write_headings),
    ("a.svg", _write_attributes),
    ("a.svg", _write_properties),
    ("a.svg", _write_elements),
    ("a.svg", _write_rules),
    ("a.svg", _write_classes),
    ("a.svg", _write_filters),
)
"""Files with so much of one thing that whatever is looked for anew for each takes for ever."""


class Role(NamedTuple):
    """A template with a sheet that is drawn from it, and a definition that has the sheet."""

    template: str
    sheet: str
    definition: str


@cache
def read_definitions() -> dict[str, str]:
    """The texts of the shipped definitions by game and name."""
    ships = assets.shipped("ships")
    files = sorted(file for game in GAMES for file in (ships / game).glob("*.yaml"))
    return {file.relative_to(ships).as_posix(): file.read_text("utf-8") for file in files}


@cache
def read_game() -> dict[str, str]:
    """The texts of a game without code, with its ships, by their paths in a project."""
    folder = assets.shipped("games")
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".yaml", ".md", ".svg"))
    texts = {f"games/{f.relative_to(folder).as_posix()}": f.read_text("utf-8") for f in files}
    # What `new` starts with is YAML once it has a name.
    return {path: text.replace("@NAME@", "The Toll") for path, text in texts.items()}


@cache
def read_drawings() -> list[str]:
    """The texts of SVG drawings: cases of the tests that are drawn, which use all there is."""
    files = sorted((HERE.parent / "svg/cases").glob("*.ops"))
    return [file.with_suffix(".svg").read_text("utf-8") for file in files]


@cache
def read_templates() -> dict[str, str]:
    """The texts of all templates of games by their names."""
    folder = assets.shipped("templates")
    files = sorted(file for file in folder.rglob("*.svg") if file.parent.parent.name != "book")
    return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in files}


@cache
def find_roles() -> list[Role]:
    """What to print for each template; those that others include stand for the first of a game."""
    found: list[Role] = []
    for game in Systems().all():
        sheets = [s for s in game.sheets if s.kinds]
        texts = {n: t for n, t in read_definitions().items() if n.startswith(f"{game.id}/")}
        for sheet in sheets:
            markers = {k.name: k.marker for k in game.kinds}
            for kind in sheet.kinds:
                fit = [n for n, t in texts.items() if _is_kind(t, markers, kind)]
                if fit and (chosen := _choose(sheet, fit)):
                    names = [
                        sheet.template,
                        *([sheet.back_template] if sheet.back_template else []),
                    ]
                    found += [Role(name, sheet.name, chosen) for name in names]
        drawn = {role.template for role in found}
        first = next(role for role in found if role.template.startswith(f"{game.id}/"))
        inner = [n for n in read_templates() if n.startswith(f"{game.id}/") and n not in drawn]
        found += [first._replace(template=name) for name in (*inner, "common/margin.svg")]
    return found


def _choose(sheet: Sheet, names: Sequence[str]) -> str:
    """The first definition that has pieces of a sheet, which not all of its kind may have.

    Empty if none has: scenarios may have tokens of their own, and those of a game have none.
    """
    project = Project(HERE, Systems())
    for name in names:
        (found,) = project.select([assets.shipped("ships") / name]).definitions
        if any(True for _ in sheet.fill(found.values, Look())):
            return name
    return ""


def _is_kind(text: str, markers: dict[str, str], kind: str) -> bool:
    """Whether a text defines a kind: it has its key, or none of the keys of the others."""
    marker = markers.get(kind)
    if marker:
        return f"\n{marker}:" in text
    return not any(f"\n{other}:" in text for other in markers.values() if other)


@cache
def read_chapters() -> list[str]:
    """The texts of chapters: the shipped ones, and one that uses every feature."""
    own = (HERE / "chapter.md").read_text("utf-8")
    shipped = sorted((assets.shipped("ships") / "books").rglob("*.md"))
    return [own, own, *(file.read_text("utf-8") for file in shipped)]


@cache
def read_books() -> list[str]:
    """The texts of book files that name what a case of a book has beside them."""
    return [(HERE / "book.yaml").read_text("utf-8")]


@cache
def read_themes() -> dict[str, str]:
    """The files of the shipped themes by their paths."""
    folder = assets.shipped("templates") / "book"
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in files}


@cache
def read_fonts() -> list[bytes]:
    """The bytes of small faces that come along, and of fonts of every other kind."""
    families = Fonts(()).families.values()
    files = {member.path for family in families for member in family.members.values()}
    faces = sorted((file.read_bytes() for file in files), key=lambda data: (len(data), data))
    built = [
        foundry.make_postscript(family="Barlow"),
        foundry.make_postscript(cids=True, family="Barlow Condensed"),
        foundry.make_variable(family="Spectral"),
        foundry.make_variable_postscript(family="Barlow"),
        foundry.make_collection(
            foundry.make_truetype(family="Marcellus"), foundry.make_postscript(family="Spectral")
        ),
    ]
    return faces[:16] + [foundry.cast(font) for font in built] * 3


@cache
def make_pictures() -> list[tuple[str, bytes]]:
    """Small pictures of every mode and kind that printing knows, with their endings."""
    modes = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")
    found = [(".png", _write(mode, "PNG")) for mode in modes]
    for mode in ("L", "RGB", "CMYK"):
        found.append((".jpg", _write(mode, "JPEG", quality=80)))
        found.append((".jpg", _write(mode, "JPEG", progressive=True)))
    found.append((".png", _write("P", "PNG", transparency=3)))
    found.append((".jpg", _write("RGB", "JPEG", exif=_turn())))
    return found


def _turn() -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = 6
    return exif


def _write(mode: str, form: str, **options: object) -> bytes:
    picture = Image.radial_gradient("L").resize((24, 16))
    picture = picture.convert("I").convert("I;16") if mode == "I;16" else picture.convert(mode)
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()
