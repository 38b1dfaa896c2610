"""Printing: the pages as they will come out, the files to download, and the command for them."""

from __future__ import annotations

import io
import shlex
import struct
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, Literal, TypeVar

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather, tell_apart
from sheetgen.definitions.selection import list_ids
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.units import parse_paper
from sheetgen.ground.visible import make_id
from sheetgen.printing.options import Choices, PrintOptions
from sheetgen.printing.result import Result
from sheetgen.reading.field import Field
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.form import name_paper
from sheetgen.studio.language import translate, translate_many
from sheetgen.studio.preview import list_sheets
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import Answer, Asked, AskError, EntryOf, answer_json

T = TypeVar("T")

MOST_ENTRIES = 500
"""Definitions of one print."""
SLICE = 0.25
"""Seconds that one answer takes of a print, so that whoever asks something else soon gets it."""
DPI = 300
MIME = {
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "zip": "application/zip",
}
_STAMP = (1980, 1, 1, 0, 0, 0)


class Options(Asked):
    """How it is printed; each means what it means on the command line."""

    paper: str = "a4"
    landscape: bool | None = None
    ink: str = "color"
    duplex: str = "long"
    pack: str = "tight"
    sheets: list[str] = Field(default_factory=list, max_length=40)
    copies: int = 1
    marks: bool = True
    bleed: float | None = None
    fillable: bool = False
    only: list[str] = Field(default_factory=list, max_length=200)
    skip: list[str] = Field(default_factory=list, max_length=40)
    counter_size: str | float = ""
    colour: str = ""
    profile: str | None = None
    look: str = ""


class Printed(Asked):
    """A request to print: the definitions, the options, and the kind of files.

    `start` is the first page that is shown, from 0. With `brief`, the answer comes after a moment
    with what there is until then, and whoever asked asks again for the rest.
    """

    entries: list[EntryOf] = Field(min_length=1, max_length=MOST_ENTRIES)
    options: Options = Field(default_factory=Options)
    format: Literal["pdf", "png", "svg", "pieces"] = "pdf"
    dpi: int = Field(DPI, ge=36, le=600)
    piece: Literal["png", "svg", "pdf"] = "png"
    start: int = 0
    brief: bool = False


class Shown(NamedTuple):
    """The pages or pictures of a print: their names, and each of them as SVG."""

    names: list[str]
    draw: Callable[[int], str]


def show_print(desk: Desk, asked: Printed) -> dict[str, Any]:
    """POST api/print: how a print is laid out, and its pages from `start` on.

    `laid` is another number once something has changed that may be printed.
    """
    told: dict[str, Any] = {"pages": [], "paper": "", "pieces": 0, "total": 0, "laid": desk.stamp}
    if not asked.start:
        collection = find_all(desk, asked.entries)
        told["sheets"] = list(_list_sheets(collection))
        told["parts"] = list(_list_parts(collection))
        told["command"] = write_command(desk, asked)
    try:
        result, shown = _lay(desk, asked)
        start = max(0, min(asked.start, len(shown.names) - 1))
        pages = list(_pace(map(shown.draw, range(start, len(shown.names))), asked.brief))
        end = start + len(pages)
        found = result.judge() if end >= len(shown.names) else []
    except ProblemError as error:
        with suppress(ProblemError):
            _print(desk, asked)  # which finds all that is wrong
        return {**told, "problems": list_problems(desk, error.diagnostics)}
    if not asked.start and result.files is not None:
        told["command"] = write_command(desk, asked, True)
    return {
        **told,
        "pages": pages,
        "names": shown.names[start:end],
        "start": start,
        "total": len(shown.names),
        "pieces": result.pieces,
        "paper": describe_paper(result, asked.options),
        "problems": list_problems(desk, [*result.warnings, *found]),
    }


def list_profiles(desk: Desk, asked: Printed) -> list[dict[str, str]]:
    """POST api/profiles: those that can print something of what is chosen; what others need."""
    collection = find_all(desk, asked.entries)
    try:
        desk.project.stop(collection)
        found = desk.project.list_suiting(collection)
    except ProblemError:  # which the print shows
        return []
    return [{"id": w.name, "title": w.asks.profile, "needs": needs} for w, needs in found]


def download(desk: Desk, asked: Printed) -> Answer:
    """POST api/download: a print as a file, or as a zip of files.

    To a `brief` request, the status is 202 while there is more to do, and the answer says how much
    is `done`: another one in the same words goes on with it.
    """
    key = _name_print(asked), asked.brief, asked.format, asked.dpi, asked.piece
    making = desk.find(key, lambda: _make(desk, asked))
    try:
        *_, last = _pace(making, asked.brief)
    except BaseException:
        desk.drop(key)
        raise
    if isinstance(last, Answer):
        desk.drop(key)
        return last
    return answer_json(last, 202)


def _pace(steps: Iterable[T], is_brief: bool) -> Iterator[T]:
    """Yields what steps make: all, or if it is to be brief, until time is up, but at least one."""
    begun = perf_counter()
    for made in steps:
        yield made
        if is_brief and perf_counter() - begun > SLICE:
            break


def _make(desk: Desk, asked: Printed) -> Iterator[Answer | dict[str, int]]:
    """Yields how much of a download is done, and at last the file itself."""
    laid, shown = _lay(desk, asked)
    collection = find_all(desk, asked.entries)
    title = collection.definitions[0].name if len(asked.entries) == 1 else "sheets"
    name, form = make_id(title) or "sheets", asked.format
    if laid.files is not None:  # what a profile makes
        yield _pack(laid.files, f"{name}-{make_id(asked.options.profile or '')}")
        return
    pages = len(shown.names)
    total = pages * 2 if form == "png" else pages
    for at in range(pages):
        laid.finish(at)
        yield {"done": at + 1, "total": total}
    result = _print(desk, asked)
    if form == "pieces":
        cuts = {}
        for file, data in result.walk_cuts(asked.piece, asked.dpi):
            cuts[file] = data
            yield {"done": total, "total": total}
        yield _pack(cuts, f"{name}-pieces")
        return
    if form == "png":
        contents = []
        for data in result.walk_pngs(asked.dpi):
            contents.append(data)
            yield {"done": pages + len(contents), "total": total}
    else:
        contents = [result.pdf()] if form == "pdf" else result.svg()
    if len(contents) == 1:
        yield Answer(200, MIME[form], contents[0], f"{name}.{form}")
        return
    digits = len(str(len(contents)))
    files = {f"{name}-{at:0{digits}}.{form}": data for at, data in enumerate(contents, start=1)}
    yield _pack(files, f"{name}-{form}")


def _pack(files: Mapping[str, bytes], name: str) -> Answer:
    """Several files as one to download."""
    return Answer(200, MIME["zip"], zip_files(files), f"{name}.zip")


def find_all(desk: Desk, entries: Sequence[EntryOf]) -> Collection:
    """The definitions to print, linked, with what is wrong with them. Raises AskError."""
    paths = {entry.file: desk.folder.find(entry.file) for entry in entries}
    for name, path in paths.items():
        if not desk.project.files.is_file(path):
            raise AskError(404, f"there is no file {name}")
    whole = gather(list(dict.fromkeys(paths.values())), desk.project.shelf)
    wanted = {(str(paths[entry.file]), entry.document) for entry in entries}
    chosen = [d for d in whole.definitions if (str(d.path), d.document.index) in wanted]
    if not chosen:
        problems = list_problems(desk, whole.diagnostics)
        message = "what you want to print has mistakes that must be fixed first"
        raise AskError(400, message, {"problems": problems})
    return replace(whole, definitions=chosen)


def _list_sheets(collection: Collection) -> Iterator[dict[str, Any]]:
    """The sheets that these definitions can be printed on, and whether they usually are."""
    found: dict[str, dict[str, Any]] = {}
    for definition in collection.definitions:
        for sheet in list_sheets(definition.system, definition.kind):
            known = found.setdefault(sheet["id"], {**sheet, "default": False})
            known["default"] |= sheet["default"]
    yield from found.values()


def _list_parts(collection: Collection) -> Iterator[dict[str, str]]:
    """Yield the other names that `only` takes: the ships of fleets, and all of one design."""
    printed = collection.printed
    members = [m for d in printed for m in getattr(d.values, "members", ()) if hasattr(m, "id")]
    names = {member.id: member.name for member in members}
    own = {definition.id for definition in printed} if len(printed) == 1 else set()
    for name in list_ids(tell_apart(printed)):
        if name not in own:
            yield {"id": name, "title": names.get(name) or translate("all of it")}


def _print(desk: Desk, asked: Printed, later: bool = False) -> Result:
    """The print, drawn `later` if it may be. Raises ProblemError, ChoiceError and AskError."""
    collection = find_all(desk, asked.entries)
    desk.project.stop(collection)
    return desk.project.print(collection, Choices(read_options(asked.options)), later=later)


def read_options(options: Options) -> PrintOptions:
    """The options as a project takes them. Raises AskError."""
    given = dict(vars(options))
    given["profile"] = given["profile"] or ""
    given["sheet"] = given.pop("sheets")
    return given  # type: ignore[return-value]


def _lay(desk: Desk, asked: Printed) -> tuple[Result, Shown]:
    """A print whose pages are drawn as they are shown, and these. Raises as `_print` does."""

    def lay() -> tuple[Result, Shown]:
        result = _print(desk, asked, later=True)
        if result.files is None:
            names = [str(number) for number in range(1, result.pages + 1)]
            return result, Shown(names, lambda at: result.svg(start=at, end=at + 1)[0].decode())
        found = dict(_list_pictures(result.files))
        pictures = list(found.values())
        return result, Shown(list(found), lambda at: _frame_picture(pictures[at]))

    return desk.find(_name_print(asked), lay)


def _name_print(asked: Printed) -> str:
    """A key for what is printed, whatever is made of it."""
    return repr((asked.entries, asked.options))


def _list_pictures(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The pictures among files, and those in a file that is a zip itself, such as a module."""
    for name, data in files.items():
        if name.endswith(".png"):
            yield name, data
        elif data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as bundle:
                names = [inner for inner in bundle.namelist() if inner.endswith(".png")]
                yield from ((inner.rpartition("/")[2], bundle.read(inner)) for inner in names)


def _frame_picture(data: bytes) -> str:
    """A PNG picture as an SVG of its size."""
    width, height = struct.unpack(">II", data[16:24])
    size = f'width="{width}" height="{height}"'
    href = f"data:image/png;base64,{b64encode(data).decode()}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}">'
    return f'{head}<image {size} href="{href}"/></svg>'


def describe_paper(result: Result, options: Options) -> str:
    """How much paper is used: `2 sheets of A4, 81 % of them used`; or how many files are made."""
    pieces = translate_many("{} piece", "{} pieces", result.pieces)
    if result.files is not None:
        files = translate_many("{} file", "{} files", len(result.files))
        return translate("{} in {}", pieces, files)
    pages = translate("{} on {}", pieces, translate_many("{} page", "{} pages", result.pages))
    if options.profile:  # whose pages have a size of their own
        return pages
    with suppress(ValueError):
        parse_paper(options.paper)
        used = translate("{} % of the paper used", round(100 * result.used))
        return translate("{} of {}, {}", pages, translate(name_paper(options.paper)), used)
    return ""


def write_command(desk: Desk, asked: Printed, is_folder: bool = False) -> str:
    """The command line that prints the same, for the folder of the project."""
    words = ["sheetgen", "render"]
    names: dict[str, None] = {}
    ids: list[str] = []
    for entry in asked.entries:
        path = desk.folder.find(entry.file)
        found = desk.project.shelf.read(path).definitions
        id = next((d.id for d in found if d.document.index == entry.document), path.stem)
        names[entry.file if is_own(entry.file) else id] = None
        if len(found) > 1:
            ids.append(id)
    words += names
    several = len(asked.entries) > len(names) or bool(ids)
    output = make_id(next(iter(names)).rpartition("/")[2].partition(".")[0]) or "sheets"
    words += _list_words(asked.options, ids if several else [])
    if is_folder:
        output += f" {asked.options.profile}"
    elif asked.format == "pieces":
        words += ["--pieces"] if asked.piece == "png" else ["--pieces", "--format", asked.piece]
        output += "-pieces"
    else:
        output += f".{asked.format}"
    if "png" in (asked.format, asked.format == "pieces" and asked.piece) and asked.dpi != DPI:
        words += ["--dpi", str(asked.dpi)]
    return " ".join([shlex.quote(word) for word in (*words, "-o", output)])


def _list_words(options: Options, ids: Sequence[str]) -> Iterator[str]:
    """The options that differ from the usual ones, as words of a command line."""
    usual = Options()
    for id in (*options.only, *(id for id in ids if id not in options.only)):
        yield from ("--only", id)
    for name in options.sheets:
        yield from ("--sheet", name)
    for name in options.skip:
        yield from ("--skip", name)
    plain = (
        "paper", "ink", "duplex", "pack", "copies", "bleed", "counter_size", "colour", "look"
    )  # fmt: skip
    for key in plain:
        value = getattr(options, key)
        if value != getattr(usual, key):
            yield from (f"--{key.replace('_', '-')}", str(value))
    if options.profile:
        yield from ("--for", options.profile)
    if options.landscape is not None:
        yield "--landscape" if options.landscape else "--portrait"
    if not options.marks:
        yield "--no-marks"
    if options.fillable:
        yield "--fillable"


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Files in a zip; the same files always give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files.items():
            bundle.writestr(zipfile.ZipInfo(name, _STAMP), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
