"""Orders as they were written: a PDF, a picture, or a folder of what belongs together."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from urllib.parse import unquote

from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import shorten
from sheetgen.ground.units import INCH
from sheetgen.shop.inspection import find_short_sides
from sheetgen.shop.preflight.document import check_spine, inspect
from sheetgen.shop.preflight.problem import COLOUR, DAMAGED, PAGES, SPINE, demand
from sheetgen.shop.problem import SHORT_OF_BLEED
from sheetgen.shop.profile import Wanted

PICTURES = (".png", ".jpg", ".jpeg")
ENDINGS = (".pdf", *PICTURES, ".svg", ".json", ".vmod", ".csv")
_LINK = re.compile(r'"[A-Za-z]*URL": "(file:///[^"]+)"')
_MOST_PIXELS = 100_000_000


def check_order(files: Mapping[str, bytes], wanted: Wanted | None) -> Iterator[Diagnostic]:
    """Every breach in the files of an order, which come by their paths."""
    asked = demand(wanted)
    cuts: dict[str, list[Box]] = {}
    for name, data in files.items():
        path = PurePath(name)
        ending = path.suffix.lower()
        if ending == ".pdf":
            breaches, cuts[path.name] = inspect(data, asked)
            inside = cuts.get("interior.pdf")
            if path.name == "cover.pdf" and inside and cuts[path.name]:
                odd = check_spine(cuts[path.name][0], inside, asked)
                if odd:
                    breaches.add(SPINE, odd)
            yield from breaches.report(name)
        elif ending in PICTURES and wanted:
            yield from _check_picture(name, data, wanted)
        elif ending in (".json", ".vmod", ".csv"):
            yield from _check_links(path, data, {PurePath(other).name for other in files})


def _check_picture(name: str, data: bytes, wanted: Wanted) -> Iterator[Diagnostic]:
    """The faults that a shop would find in a picture of a side; `render` alone knows its texts."""
    from PIL import Image

    place, asks = Place(name), wanted.asks
    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                raise ValueError("it has too many pixels")
            picture.load()
    except (OSError, ValueError, SyntaxError) as error:
        yield DAMAGED.at(place, f"it is no picture that can be read ({shorten(str(error), 80)})")
        return
    if asks.pixels and sorted(picture.size) != sorted(asks.pixels):
        sizes = ["x".join(map(str, size)) for size in (picture.size, asks.pixels)]
        yield PAGES.at(place, f"it has {sizes[0]} pixels, and {sizes[1]} are asked for")
        return
    if asks.makes == "pictures" and picture.mode not in ("RGB", "RGBA", "L", "P"):
        yield COLOUR.at(place, f"its colours are {picture.mode}, and RGB is asked for")
    short = find_short_sides(picture.convert("RGB"), round(wanted.bleed / INCH * asks.dpi))
    if short:
        yield SHORT_OF_BLEED.at(place, f"colour ends at the cut ({', '.join(short)})")


def _check_links(path: PurePath, data: bytes, there: set[str]) -> Iterator[Diagnostic]:
    """The files that another one names, and that are not beside it or in it."""
    place = Place(str(path))
    try:
        if path.suffix.lower() == ".vmod":
            with zipfile.ZipFile(io.BytesIO(data)) as module:
                build = module.read("buildFile.xml").decode()
                known = {name.removeprefix("images/") for name in module.namelist()}
            named = set(re.findall(r"[\w-]+\.png", build))
        elif path.suffix.lower() == ".json":
            text = data.decode()
            json.loads(text)
            named, known = {PurePath(unquote(url)).name for url in _LINK.findall(text)}, there
        else:
            rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
            named = {row.get(side) or "" for row in rows for side in ("front", "back")} - {""}
            known = there
    except (ValueError, KeyError, zipfile.BadZipFile, csv.Error) as error:
        yield DAMAGED.at(place, f"it can't be read ({shorten(str(error), 80)})")
        return
    for name in sorted(named - known):
        yield DAMAGED.at(place, f"it names {shorten(name, 80)}, which is not there")
