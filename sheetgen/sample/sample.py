"""Samples: a template filled for a person to redraw, with everything that leads back to it."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.number import fmt
from sheetgen.sample.adoption import Adopted, adopt
from sheetgen.sample.drawn import link_picture, relink
from sheetgen.sample.filled import Node, number_elements, read_filled
from sheetgen.sample.marking import Mark, mark_source
from sheetgen.sample.source import NUMBER, Source, SourceError, cut, read_attributes
from sheetgen.sample.symbol import open_symbols
from sheetgen.svg.read.tree import MARK, DrawingError, parse_tree
from sheetgen.template import Templates

NO_SAMPLE = declare(
    "no-sample",
    "error",
    """This drawing is not a sample that `sheetgen eject --sample` made.

    Why: A sample knows which template it was made from, and where in it each of its parts comes
    from. A drawing without that, or with a part of it lost, can't become a template again.

    Example:
    # sheetgen adopt my-own-drawing.svg
    """,
)

SAMPLE = f"{NUMBER}-sample"
"""The attribute of a sample's root that leads back to its template."""
_NOWHERE = Path()
_MOST = 8_000_000
"""Letters of what a sample carries."""
_MOST_TRIED = 400
"""Pieces among which the richest is chosen."""
_MARK = re.compile(rf"<\?{MARK} (\d+)\?>")
_KINDS = ("element", "text", "value", "end", "include")
_SIZE = re.compile(r"\s*([-+.\d]+)(\D*)")


class Sample(NamedTuple):
    """A filled template: its name and text, who it is filled for, its elements, and its drawing."""

    template: str
    text: str
    ship: str
    nodes: list[Node]
    drawing: str = ""

    @property
    def hidden(self) -> int:
        """How many elements of the template do not show in the drawing."""
        shown = {node.mark.start for node in self.nodes if node.mark.file == self.template}
        return len(Source(self.text).parts) - len(shown)


def make_sample(
    templates: Templates, name: str, known: Iterable[tuple[str, Any]], folder: Path = _NOWHERE
) -> Sample | None:
    """A template filled to be redrawn; None if there is nothing to fill it with.

    `known` are ids with the data of their pieces: that which shows most parts of the template is
    taken, the first of equals. The drawing will be in `folder`. Raises ProblemError.
    """
    marks: list[Mark] = []

    def mark(text: str, file: str) -> str:
        return mark_source(text, file, marks)

    fill = templates.prepare(name, mark)
    filled, most, whose = "", 0, ""
    for ship, data in islice(known, _MOST_TRIED):
        text = fill(data)
        parts = len(set(_MARK.findall(text)))
        if parts > most:
            filled, most, whose = text, parts, ship
    path = templates.find(name)
    if path is None or not most:
        return None
    link = partial(link_picture, there=path.parent, here=folder)
    return _make(Source(templates.read(path)), name, whose, (filled, marks), link)


def _make(
    source: Source,
    name: str,
    ship: str,
    made: tuple[str, Sequence[Mark]],
    link: Callable[[str], str],
) -> Sample:
    (filled, marks), text = made, source.text
    try:
        opened = open_symbols(filled)
        nodes = read_filled(opened, marks)
    except SourceError as error:
        message = f"no sample can be made of {name}: {error}"
        raise ProblemError([NO_SAMPLE.at(Place(name), message)]) from None
    content = {"template": name, "ship": ship, "text": text, "filled": filled, "marks": marks}
    packed = b64encode(zlib.compress(json.dumps(content).encode(), 9)).decode()
    drawing = _set_root(number_elements(opened, nodes, link), packed)
    return Sample(name, text, ship, nodes, drawing)


def _set_root(drawing: str, packed: str) -> str:
    """The drawing with the size that it is printed in, and with what leads back."""
    token = next(token for token in cut(drawing) if token.kind == "start")
    spans = read_attributes(drawing, token)
    values = {name: drawing[start:end] for name, (start, end) in spans.items()}
    edits: dict[str, str] = {}
    box, size = values.get("viewBox", "").split(), values.get("data-size", "").split()
    if len(box) == 4 and len(size) == 2:
        for name, was, now in (("width", box[2], size[0]), ("height", box[3], size[1])):
            if found := _SIZE.fullmatch(values.get(name, "")):
                edits[name] = f"{fmt(float(found[1]) / float(was) * float(now))}{found[2]}"
        edits["viewBox"] = " ".join([*box[:2], *size])
    for name, (start, end) in sorted(spans.items(), key=lambda entry: -entry[1][0]):
        drawing = drawing[:start] + edits.get(name, drawing[start:end]) + drawing[end:]
    drawing = re.sub(r"\sdata-(?:size|scale|bleed)=(\"[^\"]*\"|'[^']*')", "", drawing, count=3)
    # Older editors know links by this name alone.
    link = "" if "xmlns:xlink" in values else ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    return drawing.replace(f' {NUMBER}="0"', f'{link} {NUMBER}="0" {SAMPLE}="{packed}"', 1)


def read_sample(packed: str) -> Sample:
    """What a drawing that may come from anybody says of its sample. Raises ValueError."""
    unpacking = zlib.decompressobj()
    content = unpacking.decompress(b64decode(packed.encode("ascii"), validate=True), _MOST)
    found = json.loads(content.decode())
    names = ("template", "ship", "text", "filled")
    if not isinstance(found, dict) or not all(isinstance(found.get(n), str) for n in names):
        raise ValueError("it lacks a part")
    marks = [_read_mark(entry, len(found["text"])) for entry in found["marks"]]
    parse_tree(found["text"])
    nodes = read_filled(open_symbols(found["filled"]), marks)
    return Sample(found["template"], found["text"], found["ship"], nodes)


def explain(problem: Diagnostic) -> Diagnostic:
    """What is wrong with a template that is not written yet, so that it can't be looked at."""
    message = f"the template that this would become: {problem.message}"
    return replace(problem, message=message, file="", line=0, column=0)


def _read_mark(entry: Any, most: int) -> Mark:
    kind, file, start, end, note = entry
    texts = (kind, file, note)
    if kind not in _KINDS or not all(isinstance(text, str) for text in texts):
        raise ValueError("a mark is damaged")
    if not all(type(at) is int and at >= 0 for at in (start, end)) or start > end:
        raise ValueError("a mark is damaged")
    return Mark(kind, file, start, end, note)


def adopt_sample(
    drawing: str, file: str, here: Path = _NOWHERE, templates: Path = _NOWHERE
) -> tuple[Sample, Adopted]:
    """The template that a redrawn sample becomes. Raises ProblemError.

    The drawing is in the folder `here`, and the template will be below `templates`.
    """
    try:
        root = parse_tree(drawing)
    except DrawingError as error:
        raise ProblemError([error.problem.diagnose(file)]) from None
    packed = root.attributes.get(SAMPLE)
    place = root.place._replace(file=file)
    if packed is None:
        hint = "make one with `sheetgen eject SHEET --sample`, and draw in that"
        raise ProblemError([NO_SAMPLE.at(place, "this drawing is not a sample", hint)])
    try:
        sample = read_sample(packed)
        relink(root, sample.nodes, here, (templates / sample.template).parent)
        return sample, adopt(sample.template, sample.text, sample.nodes, root, file)
    except (ValueError, TypeError, KeyError, RecursionError, zlib.error, DrawingError) as error:
        message = f"what leads back to the template is damaged: {str(error)[:80]}"
        hint = "make a new sample with `sheetgen eject SHEET --sample`"
        raise ProblemError([NO_SAMPLE.at(place, message, hint)]) from None
