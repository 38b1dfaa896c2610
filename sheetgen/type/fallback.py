"""Fallback: which face each part of a text is set in.

In templates, each word is set in the first face that has all of it: those asked for, then their
fallbacks, then the user's own. If none has, each character is set in the first face that has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from sheetgen.type.face import Face

# Characters that control how others break or join, and leave no ink (Unicode, Default_Ignorable).
_INVISIBLE = (
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_PARTS = r" +|[^ ]+"


def clean(text: str) -> str:
    """The text with its accents on their letters, and without characters that leave no ink."""
    return text if text.isascii() else re.sub(_INVISIBLE, "", unicodedata.normalize("NFC", text))


def measure(text: str, faces: Sequence[Face]) -> float:
    """The advance width of a text in the faces that it needs, in thousandths of the font size."""
    return sum([face.measure(part) for face, part in split_faces(clean(text), faces)[0]])


def split_faces(
    text: str, faces: Sequence[Face], by_letter: bool = False
) -> tuple[list[tuple[Face, str]], list[str]]:
    """The text in parts of one face each, and the characters that no face has.

    Those are set in the first face, as its mark for a missing glyph. With `by_letter`, each letter
    is set in the first face that has it, as browsers do, whatever the rest of its word is set in.
    """
    first = faces[0]
    if first.covers_all(text):
        return [(first, text)], []
    # Few fonts have the rarer spaces.
    text = "".join([" " if c.isspace() and not first.covers(c) else c for c in text])
    pieces: list[tuple[Face, str]] = []
    missing: list[str] = []
    for part in _split_clusters(text) if by_letter else _split_parts(text, faces):
        # A space goes with the word before it; that makes fewer runs.
        stays = pieces and part.isspace() and not by_letter
        near = (pieces[-1][0], *faces) if stays else faces
        face = next((f for f in near if f.covers_all(part)), None)
        if face is None:
            missing += [c for c in part if not any(f.covers(c) for f in faces)] or part
            face = first
        if pieces and pieces[-1][0] is face:
            pieces[-1] = (face, pieces[-1][1] + part)
        else:
            pieces.append((face, part))
    return pieces, missing


def _split_parts(text: str, faces: Sequence[Face]) -> Iterator[str]:
    """Words that one of the faces has, the clusters of other words, and the spaces between."""
    for part in re.findall(_PARTS, text):
        if part.isspace() or any(face.covers_all(part) for face in faces):
            yield part
        else:
            yield from _split_clusters(part)


def _split_clusters(text: str) -> Iterator[str]:
    """Characters together with the combining marks that follow them."""
    start = 0
    for at in range(1, len(text)):
        if not unicodedata.combining(text[at]):
            yield text[start:at]
            start = at
    yield text[start:]
