"""Findings about a print, at the place where each is mended: in a definition or a template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.definitions.definition import BAD_ART, Definition, locate_art
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.number import shorten
from sheetgen.ground.record import replace
from sheetgen.ground.units import MM, format_size
from sheetgen.svg.problem import Problem

if TYPE_CHECKING:
    from sheetgen.reading.document import Document
    from sheetgen.svg.drafter import Drafter

Notes = Mapping[str, Sequence[Problem]]
"""Notes on how drawings from elsewhere were drawn, by their files."""

LITTLE_BLEED = declare(
    "little-bleed",
    "error",
    """A sheet has less bleed than is asked for.

    Why: A print shop that asks for 3 mm cuts with that tolerance, and 2 mm would leave white
    edges. A template draws as far beyond its edge as its data-bleed says; --bleed can only use
    less of that.

    Example:
    # sheetgen ... --bleed 5   where the template says data-bleed="3.2"
    """,
)
BACK_SIZE = declare(
    "back-size",
    "error",
    """A back differs in size from its front.

    Why: The two are cut out in one go, so one of them would be cut in the wrong place.

    Example:
    # a template of backs of 63 × 88 mm for fronts of 63.5 × 88.9 mm
    """,
)


def judge_bleed(place: Place, drawn: float, wanted: float) -> Diagnostic:
    """Return the diagnostic of a template that draws less bleed than is wanted, both in points."""
    message = f"its bleed is {drawn / MM:.3g} mm, but {wanted / MM:.3g} mm are asked for"
    hint = "ask for less with --bleed, or eject the template and give it a larger data-bleed"
    return LITTLE_BLEED.at(place, message, hint)


def have_one_size(front: Drawing, back: Drawing) -> bool:
    """Whether a back is as large as its front, bleed and all."""
    sizes = [(side.width, side.height, side.bleed) for side in (front, back)]
    return all(abs(a - b) <= 0.01 for a, b in zip(*sizes, strict=True))


def judge_back(title: str, place: Place, front: Drawing, back: Drawing) -> Diagnostic:
    """Return the diagnostic of a back that differs in size; `place` is in the back's template."""
    shown = [format_size(side.trim_width, side.trim_height) for side in (back, front)]
    message = f"the back of {title} measures {shown[0]}, its front {shown[1]}"
    return BACK_SIZE.at(place, message, "give both templates the same size and data-bleed")


def judge_source(
    problem: Problem,
    file: str,
    title: str,
    whose: Definition | Document | None,
    ship: str = "",
) -> Diagnostic:
    """Return a problem in a template's `file` at the place to mend it, with what was printed.

    `whose` is the definition or document that the words are from, `ship` the one of a fleet that is
    printed.
    """
    diagnostic = problem.diagnose(file)
    if whose is None:
        return diagnostic
    art = (
        whose.place_art(problem.picture)
        if isinstance(whose, Definition) and problem.picture
        else None
    )
    if art:
        return BAD_ART.at(art, diagnostic.message, diagnostic.hint)
    place = whose.place if isinstance(whose, Definition) else whose.place(())
    if problem.rule.name in ("overflow", "missing-glyph"):
        # These come from the definition's own words, and that is where they are mended.
        from sheetgen.definitions.piece import find_ship, find_text, find_words

        if isinstance(whose, Definition):
            place = find_words(whose, problem.words) or find_ship(whose, ship) or place
        else:
            place = find_text([whose], problem.words) or place
        template = f"in {diagnostic.place}"
        hint = f"{diagnostic.hint} ({template})" if diagnostic.hint else template
        return replace(diagnostic, hint=hint, **place._asdict())
    printing = f"while printing {title} ({place.file}:{place.line})"
    hint = f"{diagnostic.hint}; {printing}" if diagnostic.hint else printing
    return replace(diagnostic, hint=hint)


def check_art(drafter: Drafter, definitions: Iterable[Definition]) -> list[Diagnostic]:
    """The pictures of definitions that can't be printed, where they are named."""
    found = []
    for definition in definitions:
        art = locate_art(definition.written, definition.path)
        if art is None:
            continue
        try:
            faults = drafter.find_faults(art)
        except ProblemError as error:
            found += error.diagnostics
            continue
        for reason in faults:
            message = f"the picture {shorten(art.name, 60)} can't be printed: {reason}"
            found.append(BAD_ART.at(definition.document.place(("art",)), message))
        found += _judge_art(drafter.notes, [definition])
    return found


def judge_drawings(notes: Notes, definitions: Iterable[Definition]) -> list[Diagnostic]:
    """Return the notes on drawings from elsewhere, where they are named or else in themselves."""
    if not notes:
        return []
    definitions = list(definitions)
    named = {str(locate_art(d.written, d.path)) for d in definitions}
    others = [
        note.diagnose(assets.display_name(Path(name)))
        for name, its in notes.items()
        if name not in named
        for note in its
    ]
    return [*_judge_art(notes, definitions), *others]


def _judge_art(notes: Notes, definitions: Iterable[Definition]) -> list[Diagnostic]:
    """Return the notes on drawings that definitions name, as far as these have been drawn."""
    found = []
    for definition in definitions:
        art = locate_art(definition.written, definition.path)
        if art is not None:
            place = definition.document.place(("art",))
            found += [judge_note(note, art, place) for note in notes.get(str(art), ())]
    return found


def judge_note(note: Problem, picture: Path, place: Place) -> Diagnostic:
    """Return a note on a drawing from elsewhere as a diagnostic at the place that names it."""
    where = f"{shorten(picture.name, 60)}:{note.line}:{note.column}"
    found = note._replace(file="", line=0, column=0).diagnose("")
    return replace(found, message=f"{found.message} ({where})", **place._asdict())
