"""Lettering: what was typed into the texts of a sample, as edits of its template."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from sheetgen.ground.number import shorten
from sheetgen.sample.change import Change, Typing
from sheetgen.sample.drawn import read_letters
from sheetgen.sample.filled import Letter
from sheetgen.sample.report import Report
from sheetgen.sample.rewriting import Edit
from sheetgen.sample.source import Source


class Lettering:
    """What was typed, for one template."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source, self.report = source, report

    def read(self, changes: Sequence[Change]) -> Sequence[Edit]:
        """What was typed into a text."""
        steps: list[tuple[Edit, ...] | None] = []
        for change in changes:
            if change.node.tag == "style" and change.typed:
                steps.append(self._type_style(change))
            else:
                found = [self.find_edit(change, typing) for typing in change.typed]
                if None in found:
                    return ()
                steps.append(tuple(edit for edit in found if edit) or None)
        edits = self.report.settle(changes, steps, lambda a, b: a == b)
        if edits is None:
            return ()
        change = next(change for change in changes if change.typed)
        done = sum(step is not None for step in steps)
        what = (
            "now reads " + repr(shorten(read_letters(change.drawn.element), 60))
            if change.letters
            else "changed"
        )
        self.report.say(change.drawn.element, change.node, what, len(changes), done)
        return edits

    def _type_style(self, change: Change) -> tuple[Edit, ...] | None:
        part = self.source.parts[change.node.mark.start]
        body = self.source.text[part.inside : part.close]
        if "{{" in body or "<!--{" in body:
            message = "the style sheet was changed, but depends on values"
            self.report.refuse(change.drawn.element, message, "change it in the template")
            return None
        return (Edit(part.inside, part.close, escape(change.typed[0].text)),)

    def find_edit(self, change: Change, typing: Typing) -> Edit | None:
        """The edit of a template's text for what was typed; None is reported, as there is none."""
        edit = self.find_plain(change, typing)
        if edit is not None:
            return edit
        shown = shorten("".join(letter.letter for letter in change.letters), 60)
        message = f"the text '{shown}' was changed where parts of it come and go"
        hint = "change it in the template"
        for letter in change.letters[typing.start : typing.end]:
            if letter.is_value and letter.mark:
                message = f"in the text '{shown}', what comes from {letter.mark.note} was changed"
                hint = "change it in the definition; type before or behind it here"
                break
        self.report.refuse(change.drawn.element, message, hint)
        return None

    def find_plain(self, change: Change, typing: Typing) -> Edit | None:
        """The edit of a template's text for what was typed; None if there can be none."""
        letters, (start, end, text) = change.letters, typing
        taken = letters[start:end]
        written = [letter for letter in taken if letter.mark]
        if any(letter.is_value for letter in written):
            return None
        if written:
            span = written[0].start, written[-1].end
            part = "<" in self.source.text[span[0] : span[1]]
            if not part and {letter.mark for letter in written} == {written[0].mark}:
                return Edit(*span, escape(text))
        elif not taken:
            at = _find_gap(letters, start)
            if at is not None:
                return Edit(at, at, escape(text))
        return None


def _find_gap(letters: Sequence[Letter], at: int) -> int | None:
    """Where in the template something is typed that comes before the letter `at`."""
    if at and (mark := letters[at - 1].mark):
        return mark.end if letters[at - 1].is_value else letters[at - 1].end
    if at < len(letters) and (mark := letters[at].mark):
        return mark.start if letters[at].is_value else letters[at].start
    return None
