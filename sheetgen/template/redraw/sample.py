"""Samples: a template filled for a person to redraw, with everything that leads back to it."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.svg.read.tree import MARK, DrawingError, parse_tree
from sheetgen.template.redraw.adoption import Adopted, adopt
from sheetgen.template.redraw.change import parse_plain
from sheetgen.template.redraw.drawn import link_picture, relink
from sheetgen.template.redraw.filled import (
    FilledNode,
    SampleMark,
    mark_source,
    number_elements,
    read_filled,
)
from sheetgen.template.redraw.source import (
    NUMBER,
    SourceError,
    SourceToken,
    TemplateSource,
    cut,
    read_attributes,
)
from sheetgen.template.templates import Templates
from sheetgen.type.dress import UNDRESSED, Dress

# Symbols drawn where they are used, as groups, as editors let nobody draw in a symbol itself


_USE = re.compile(
    rf"""(<\?{MARK}\ \d+\?>)(<use\b(?:"[^"]*"|'[^']*'|[^"'<>])*(?:/>|>\s*</use>))""", re.VERBOSE
)
_PLACED = ("href", "xlink:href", "x", "y", "width", "height", "transform")
_OWN = ("id", "overflow", "x", "y", "width", "height", "viewBox", "preserveAspectRatio")
_DEEPEST = 6
_MOST_USES = 2_000_000
"""Letters of a sample; with more, symbols stay symbols."""


class _Symbol(NamedTuple):
    mark: str
    attributes: str
    inside: str


def open_symbols(text: str) -> str:
    """A filled template with marks, in which groups stand for the uses of its symbols.

    The outer of two groups is the `<use>`, the inner one the symbol. Raises SourceError.
    """
    symbols, spans = _find_symbols(text)
    if not symbols:
        return text
    pieces, at = [], 0
    for start, end in spans:
        pieces.append(text[at:start])
        at = end
    opened = _open("".join([*pieces, text[at:]]), symbols, 0)
    return text if opened is None else opened


def _find_symbols(text: str) -> tuple[dict[str, _Symbol], list[tuple[int, int]]]:
    """The symbols that can be opened, by their ids, and where they are."""
    symbols: dict[str, _Symbol] = {}
    spans: list[tuple[int, int]] = []
    path: list[SourceToken] = []
    mark = SourceToken("", 0, 0)
    marks: list[SourceToken] = []
    for token in cut(text):
        if token.kind == "mark":
            mark = token
        elif token.kind == "start" and text[token.end - 2] != "/":
            path.append(token)
            marks.append(mark)
        elif token.kind == "end" and path:
            start, before = path.pop(), marks.pop()
            if not text.startswith("<symbol", start.start) or before.end != start.start:
                continue
            found = {n: text[s:e] for n, (s, e) in read_attributes(text, start).items()}
            name = found.get("id", "")
            if name and name not in symbols and "viewBox" not in found:
                own = "".join(f' {n}="{v}"' for n, v in found.items() if n not in _OWN)
                inside = text[start.end : token.start]
                symbols[name] = _Symbol(text[before.start : before.end], own, inside)
                # Those in others are inside first, and go with them.
                spans = [span for span in spans if span[0] < before.start]
                spans.append((before.start, token.end))
    return symbols, spans


def _open(text: str, symbols: dict[str, _Symbol], depth: int) -> str | None:
    """The text with groups in place of uses; None if that would be too much."""
    pieces: list[str] = []
    at = length = 0
    for found in _USE.finditer(text):
        group = _open_use(found, symbols, depth)
        if group is None:
            return None
        pieces += [text[at : found.start()], group]
        length += len(group)
        at = found.end()
        if length > _MOST_USES:
            return None
    return "".join([*pieces, text[at:]])


def _open_use(found: re.Match[str], symbols: dict[str, _Symbol], depth: int) -> str | None:
    spans = read_attributes(found[2], SourceToken("start", 0, found[2].index(">") + 1))
    values = {name: found[2][start:end] for name, (start, end) in spans.items()}
    name = values.get("href", values.get("xlink:href", "")).removeprefix("#")
    symbol = symbols.get(name)
    place = [parse_plain(values.get(side, "0")) for side in ("x", "y")]
    if symbol is None and not name:
        return found[0]
    if symbol is None or None in place or depth > _DEEPEST:
        return found[0] if symbol is None else None
    inside = _open(symbol.inside, symbols, depth + 1)
    if inside is None:
        return None
    # What says that a use is a form field says nothing of a group.
    named = {f"{NUMBER}-{n}" if n.startswith("data-") else n: v for n, v in values.items()}
    own = "".join(f' {n}="{v}"' for n, v in named.items() if n not in _PLACED)
    shift = f"translate({fmt(place[0] or 0)} {fmt(place[1] or 0)})" if any(place) else ""
    transform = " ".join(filter(None, (values.get("transform", ""), shift)))
    own += f' transform="{transform}"' if transform else ""
    inner = f"{symbol.mark}<g{symbol.attributes}>{inside}</g>"
    return f"{found[1]}<g{own}>{inner}</g>"


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
    nodes: list[FilledNode]
    drawing: str = ""

    @property
    def hidden(self) -> int:
        """How many elements of the template do not show in the drawing."""
        shown = {node.mark.start for node in self.nodes if node.mark.file == self.template}
        return len(TemplateSource(self.text).parts) - len(shown)


def make_sample(
    templates: Templates,
    name: str,
    known: Iterable[tuple[str, Any]],
    folder: Path = _NOWHERE,
    dress: Dress = UNDRESSED,
) -> Sample | None:
    """A template filled to be redrawn; None if there is nothing to fill it with.

    `known` are ids with the data of their pieces: that which shows most parts of the template is
    taken, the first of equals. The drawing will be in `folder`. Raises ProblemError.
    """
    marks: list[SampleMark] = []

    def mark(text: str, file: str) -> str:
        return mark_source(text, file, marks)

    fill = templates.prepare(name, mark, dress)
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
    return _make(TemplateSource(templates.read(path)), name, whose, (filled, marks), link)


def _make(
    source: TemplateSource,
    name: str,
    ship: str,
    made: tuple[str, Sequence[SampleMark]],
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
    """Return the sample packed in a drawing, which may come from anybody. Raises ValueError."""
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
    """Return a problem of a template that is not written yet, without a place in its file."""
    message = f"the template that this would become: {problem.message}"
    return replace(problem, message=message, file="", line=0, column=0)


def _read_mark(entry: Any, most: int) -> SampleMark:
    kind, file, start, end, note = entry
    texts = (kind, file, note)
    if kind not in _KINDS or not all(isinstance(text, str) for text in texts):
        raise ValueError("a mark is damaged")
    if not all(type(at) is int and at >= 0 for at in (start, end)) or start > end:
        raise ValueError("a mark is damaged")
    return SampleMark(kind, file, start, end, note)


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
