"""Looks of one's own: a look.yaml as a form, sheets and books shown in it, and where it is worn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from sheetgen.book.definition import read_book
from sheetgen.definitions.comparison import spell
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import gather
from sheetgen.definitions.mark import write_mark
from sheetgen.export.vector import write_svg
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.number import fmt
from sheetgen.ground.units import MM
from sheetgen.ground.visible import make_id
from sheetgen.pages.page import Page, Placement
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.schema import write_schema
from sheetgen.studio.desk import Desk
from sheetgen.studio.draft import Draft
from sheetgen.studio.form import Schema, find_value, list_groups
from sheetgen.studio.language import translate
from sheetgen.studio.request import Answer, Asked, AskError
from sheetgen.systems.column import Form, Group, Option
from sheetgen.systems.contract import Sheet
from sheetgen.template.wardrobe import FILE, FOLDER
from sheetgen.type.dress import BASE, FACES, PARTS, Contrast, Dress, LookSpec, list_contrasts

_FILE = re.compile(rf"templates/{FOLDER}/([^/]+)/{re.escape(FILE)}")
_GROUPS = ("palette", "sizes", "lines")
_LABELS = {
    "look": "Starts from",
    "about": "In a few words",
    "palette ink": "Ink",
    "palette grey": "Captions",
    "palette hair": "Hairlines",
    "palette paper": "Paper",
    "palette ground": "Tinted areas",
    "palette accent": "Accent",
    "palette side1": "First side",
    "palette side2": "Second side",
    "palette side3": "Third side",
    "palette side4": "Fourth side",
    "faces display": "Names and headings",
    "faces text": "Sentences",
    "faces figures": "Figures",
    "sizes id": "IDs",
    "sizes mark": "Figures of scales",
    "sizes rating": "The main number",
    "sizes body": "Sentences",
    "sizes caption": "Captions",
    "sizes value": "Values",
    "sizes label": "Labels",
    "sizes name": "Names",
    "sizes heading": "Headings",
    "lines frame": "Frames",
    "lines box": "Boxes to strike",
    "lines rule": "Rules",
    "lines row": "Between rows",
    "lines fine": "Engraved lines",
    "lines course": "Courses",
    "lines struck": "Strokes through losses",
    "frame": "Frames",
    "heading": "Headings",
    "ground": "Grounds of maps",
}


class LookOf(Asked):
    """A look by its name; empty for none."""

    look: str = ""


class FaceOf(Asked):
    """A family of letters."""

    family: str


def find_look(file: str) -> str:
    """The name of the look that a file of the project is; empty for another file."""
    found = _FILE.fullmatch(file)
    return found[1] if found else ""


def name_design(name: str) -> str:
    """The name of a look or a theme for people: `Low ink` for `low-ink`."""
    return name[:1].upper() + name[1:].replace("-", " ")


def list_looks(desk: Desk) -> list[dict[str, Any]]:
    """The looks that there are, each with its file if it is the project's own."""
    found = []
    wardrobe = desk.project.press().wardrobe
    for name, path in wardrobe.list_names().items():
        try:
            about = wardrobe.describe(name)
        except ProblemError:
            about = ""
        file = desk.folder.name(path) or ""
        told = {"id": name, "title": name_design(name), "about": translate(about)}
        found.append({**told, "own": bool(find_look(file)), "file": file})
    return sorted(found, key=lambda one: (not one["own"], one["id"]))


# The form of a look: all roles that the look below all others has


def write_look_schema(desk: Desk) -> Schema:
    """The schema of look files, in which each role is a key of its own."""
    schema = write_schema(LookSpec)
    _, plain, _ = desk.project.press().wardrobe.read(BASE)
    for group in _GROUPS:
        whole = schema["properties"][group]
        each = whole.pop("additionalProperties")
        whole["properties"] = dict.fromkeys(getattr(plain, group), each)
    return schema


def show_look_form(desk: Desk) -> dict[str, Any]:
    """GET api/look-form: the form of looks."""
    looks = tuple(Option(one["id"], one["title"]) for one in list_looks(desk))
    parts = (*looks, Option("none", "None"))
    form = Form(
        groups=(
            Group("Look", ("look", "about")),
            Group("Colours", ("palette",)),
            Group("Faces", ("faces", "logo")),
            Group("Sizes of letters, in points", ("sizes",)),
            Group("Widths of lines, in millimetres", ("lines",)),
            Group("Parts", (*PARTS, "icons")),
        ),
        labels=_LABELS,
        help={
            "logo": "a picture beside names on displays and rosters, and on covers of books",
            "look": "what it does not say itself comes from there",
            "about": "for lists of looks",
            "palette paper": "behind everything",
            "palette accent": "lines, and headings in books",
            "icons": "the folder of its icons; icons without it",
        },
        options={"look": looks, **dict.fromkeys(PARTS, parts)},
    )
    groups = list_groups(write_look_schema(desk), form, "look")
    families = [family.name for family in desk.project.press().fonts.families.values()]
    choices = [{"value": name, "label": name, "cost": None} for name in sorted(families)]
    for field in (field for group in groups for field in group["fields"]):
        field |= {"short": field["label"], "record": None}  # its label says where it belongs
        if field["key"] not in form.help:
            field["help"] = ""
        if field["key"].startswith("palette "):
            field["type"] = "colour"
        elif field["key"].startswith("faces "):
            field |= {"type": "face", "choices": choices}
    return {"id": "/look", "game": "", "kind": "look", "groups": groups}


def describe_look(desk: Desk, draft: Draft) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The document of a look file that could be read once, and the findings in it."""
    name = find_look(draft.file)
    own = draft.good[0] if draft.good and isinstance(draft.good[0], dict) else {}
    entry = {
        "id": name,
        "name": name_design(name),
        "game": "",
        "kind": "look",
        "file": draft.file,
        "document": 0,
        "own": True,
        "note": translate("Look"),
        "points": None,
        "problems": {},
        "portrait": None,
        "unsaved": draft.unsaved,
    }
    wardrobe = desk.project.press().wardrobe
    found = wardrobe.judge(name)
    told: dict[str, Any] = {"values": own, "base": None, "contrasts": []}
    try:
        layer, dress, below = wardrobe.read(name)
    except ProblemError:
        pass
    else:
        start = layer.spec.look or BASE
        path = wardrobe.list_names()[start]
        file = desk.folder.name(path) or ""
        told["values"] = {**own, **_write_values(dress, own)}
        told["base"] = {
            "name": name_design(start),
            "file": file if find_look(file) else "",
            "document": 0,
            "lines": list(_list_changed(own, _write_values(below, {}))),
        }
        told["contrasts"] = [
            _describe_contrast(pair, dress) for pair in list_contrasts(dress.palette)
        ]
    worn = wardrobe.wish.spec.look == name if wardrobe.wish else False
    document = {"entry": entry, "form": "/look", "budgets": [], "facts": [], "worn": worn}
    return {**document, **told, "sheets": [*_list_samples(desk)]}, found


def _describe_contrast(pair: Contrast, dress: Dress) -> dict[str, Any]:
    """Return what the page shows of two colours: how well one is seen on the other."""
    role, ground = pair.role, pair.ground
    return {
        "label": translate(_LABELS[f"palette {role}"]),
        "on": translate(_LABELS[f"palette {ground}"]),
        "colours": [dress.palette[role], dress.palette[ground]],
        "ratios": [pair.color, pair.grey],
        "good": pair.is_enough,
    }


def _write_values(dress: Dress, own: Any) -> dict[str, Any]:
    """The roles of a dress as a look file has them, in points, under what that says itself."""
    made: dict[str, Any] = {
        "faces": {key: dress.faces[key] for key in FACES},
        "palette": dict(dress.palette),
        "sizes": {role: round(size * MM, 2) for role, size in dress.sizes.items()},
        "lines": dict(dress.lines),
    }
    for group, values in made.items():
        written = find_value(own, (group,))
        values |= written if isinstance(written, dict) else {}
    return made


def _list_changed(own: Any, before: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The roles that a look sets itself, and what they would be without that."""
    for group in ("palette", "faces", *_GROUPS[1:]):
        written = find_value(own, (group,))
        for role, value in written.items() if isinstance(written, dict) else ():
            key = f"{group} {role}"
            yield {
                "key": key,
                "label": translate(_LABELS.get(key) or spell(role)),
                "before": _show(before[group].get(role)),
                "now": _show(value),
                "path": [group, role],
            }


def _show(value: object) -> str:
    return fmt(value) if isinstance(value, float) else "–" if value is None else str(value)


# Sheets and books shown in a look


_BOOK = "book/"
SAMPLES = {"cover": "Book: cover", "page": "Book: page"}
"""The parts of a book that are shown in a look."""


def _find_stock(desk: Desk) -> tuple[list[Definition], Path | None]:
    """A definition of each game and a book, to show a look with: the project's before others."""
    found: list[Definition] = []
    own = desk.project.select()
    mine = own.printed
    for game in desk.project.order_games():
        known = [d for d in mine if d.system is game]
        folder = assets.shipped("ships") / game.id
        if not mine and folder.is_dir():
            known = [*gather([folder], desk.project.shelf).definitions]
        known.sort(key=lambda d: (d.kind.name != "fleet", d.kind.name == "scenario"))
        found += known[:1]
    folder = assets.shipped("ships") / "books"
    shown = [folder / name for name in assets.list_names(folder) if name.endswith(".yaml")]
    return found, next((path for path in (*own.books, *shown)), None)


def _list_samples(desk: Desk) -> Iterator[dict[str, Any]]:
    """The sheets that a look can be shown with, those that are printed by default, and a book."""
    stock, book = _find_stock(desk)
    for definition in stock:
        for sheet in _list_default(definition):
            title = translate(sheet.title)
            title = f"{definition.system.name}: {title}" if len(stock) > 1 else title
            told = {"id": f"{definition.system.id}/{sheet.name}", "title": title}
            yield {**told, "default": sheet.role == "display", "logo": _has_logo(desk, sheet)}
    for part, title in SAMPLES.items() if book else ():
        told = {"id": f"{_BOOK}{part}", "title": translate(title)}
        yield {**told, "default": False, "logo": part == "cover"}


def _list_default(definition: Definition) -> list[Sheet]:
    kind = definition.kind.name
    return [sheet for sheet in definition.system.sheets if kind in sheet.default]


def _has_logo(desk: Desk, sheet: Sheet) -> bool:
    """Whether a template has a place for a logo: of its own, or at the end of a name."""
    templates = desk.project.press().templates
    path = templates.find(sheet.template)
    text = templates.read(path) if path else ""
    return any(part in text for part in ("look.logo", "common/logo.svg", "look/name.svg"))


def find_sample(desk: Desk, sheet: str) -> tuple[Definition, str]:
    """The definition and the sheet that a look is shown with. Raises AskError."""
    game, _, name = sheet.partition("/")
    for definition in _find_stock(desk)[0]:
        if definition.system.id == game:
            return definition, name
    raise AskError(404, "there is nothing here to show this look with")


def draw_book(desk: Desk, look: str, sheet: str, ink: str) -> str:
    """The cover of a book in a look, or its first page, as SVG. Raises ProblemError, AskError."""
    _, path = _find_stock(desk)
    if path is None:
        raise AskError(404, "there is no book to show this look with")
    book, _ = read_book(path, desk.project.files)
    chapter = book.chapters[0] if sheet != f"{_BOOK}cover" and book.chapters else ""
    made = desk.project.lay_chapter(path, chapter, look=look, ink=ink)
    return write_svg(made.pages[0], made.facts.title)


def is_book_sample(sheet: str) -> bool:
    """Whether a look is shown with a book, and not with a sheet."""
    return sheet.startswith(_BOOK)


def show_face(desk: Desk, asked: FaceOf) -> Answer:
    """GET api/face: the name of a family, written in it, as SVG."""
    press = desk.project.press()
    if not press.fonts.has(asked.family):
        raise AskError(404, f"there is no font {asked.family}")
    family = quoteattr(asked.family)
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="64mm" height="8mm" viewBox="0 0 64 8">'
        f'<text x="0.5" y="5.8" font-size="5.4" font-family={family} data-width="63">'
        f"{escape(asked.family)}</text></svg>"
    )
    with press.lock:
        drawing, problems = press.drafter.draw_tree(text, None, asked.family)
    if problems:
        raise AskError(400, f"{asked.family} can't be shown")
    page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
    return Answer(200, "image/svg+xml", write_svg(page, asked.family).encode())


# Looks begun, and worn by all of the project


def start_look(desk: Desk, name: str, like: str) -> dict[str, Any]:
    """Writes a look that starts from another one, and differs in nothing. Raises AskError."""
    stem = make_id(name)[:60]
    if not stem:
        raise AskError(400, "the name of a look needs a letter or a digit")
    wardrobe = desk.project.press().wardrobe
    if not wardrobe.has(like or BASE):
        raise AskError(404, f"there is no look {like}")
    if wardrobe.has(stem):
        raise AskError(409, f"there is a look {stem} already")
    file = f"templates/{FOLDER}/{stem}/{FILE}"
    desk.create({desk.folder.find_own(file): f"look: {like or BASE}\n".encode()})
    return {"file": file, "document": 0}


def wear_look(desk: Desk, asked: LookOf) -> dict[str, Any]:
    """POST api/wear: all sheets and books of the project have a look from now on, or their own."""
    path = desk.folder.find_own(assets.MARK)
    if asked.look and not desk.project.press().wardrobe.has(asked.look):
        raise AskError(404, f"there is no look {asked.look}")
    if not desk.project.files.is_file(path):
        desk.create({path: write_mark(desk.folder.path.name).encode()})
    draft = desk.open_own(assets.MARK)
    wish = desk.project.press().wardrobe.wish
    if wish and wish.base and isinstance(wish.document.data.get("look"), dict):
        raise AskError(409, "sheetgen.yaml says more about its look than a name; change it there")
    act = Change(0, ("look",), "set", asked.look) if asked.look else Change(0, ("look",), "remove")
    if asked.look or wish:
        try:
            draft.change(amend(draft.text, [act]))
        except AmendError as error:
            raise AskError(400, str(error)) from None
        desk.save(draft)
    return {"look": asked.look}
