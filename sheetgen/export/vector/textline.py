"""Lines of text that stays text: runs one after the other in one element.

So words that need several fonts are still words, which can be selected, found and copied. Each
letter has its own x, as browsers round the widths of letters at small sizes.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import Matrix, invert, multiply
from sheetgen.export.vector.attribute import fmt, write_attributes, write_matrix
from sheetgen.export.vector.defs import Defs
from sheetgen.export.vector.run import PAINTS, LetterRun
from sheetgen.export.vector.webfont import Webfonts

_GAP, _STEP = 0.06, 0.8
"""How far apart, in font sizes, runs of one line may be: along it, and up or down."""
_PLACES = 3  # decimals of a letter's place


class TextLine:
    """Runs of which each begins where the one before it ends."""

    def __init__(self, run: LetterRun) -> None:
        self.runs = [run]
        self._matrix = _turn(run)
        self._inverse = invert(self._matrix)

    def takes(self, run: LetterRun) -> bool:
        """Whether a run continues the line, perhaps a little higher or lower."""
        matrix, last = _turn(run), self.runs[-1]
        if matrix[:4] != self._matrix[:4] or self._inverse is None:
            return False
        x, y = self._locate(run.matrix)
        end, base = self._locate(last.end)
        size = max(run.state.size, last.state.size)
        return abs(x - end) < _GAP * size and abs(y - base) < _STEP * size

    def add(self, run: LetterRun) -> None:
        """Continues the line."""
        self.runs.append(run)

    def write(self, document: Defs, fonts: Webfonts) -> str:
        """The element of the line; empty for one without letters."""
        if not "".join(run.text for run in self.runs).strip():
            return ""
        turned = self._matrix[:4] != (1, 0, 0, 1)
        place = f' transform="{write_matrix(self._matrix)}"' if turned else ""
        parts = [self._describe(run, document, fonts) for run in self.runs]
        if len(parts) == 1:
            return f"<text{place}{parts[0]}</text>"
        return f"<text{place}>{''.join(f'<tspan{part}</tspan>' for part in parts)}</text>"

    def _locate(self, matrix: Matrix) -> tuple[float, float]:
        """Where a run begins, in the coordinates of the text element."""
        if self._matrix[:4] == (1, 0, 0, 1):
            return matrix[4], matrix[5]
        assert self._inverse is not None
        x, y = multiply(matrix, self._inverse)[4:]
        return x, y

    def _describe(self, run: LetterRun, document: Defs, fonts: Webfonts) -> str:
        """The attributes and letters of a run."""
        state, face = run.state, document.resources.faces[run.state.font]
        font = fonts.choose(face, ((letter.text, letter.glyph) for letter in run.letters))
        left, base = self._locate(run.matrix)
        em = state.size / 1000
        xs = [fmt(left + letter.x * em, _PLACES) for letter in run.letters]
        ys = [fmt(base - letter.y * em, _PLACES) for letter in run.letters]
        if len(set(ys)) == 1:
            del ys[1:]
        place = f' x="{" ".join(xs)}" y="{" ".join(ys)}"'
        look = f' class="{font.look}" font-size="{fmt(state.size)}"'
        paint = write_attributes(state.describe_paint(*PAINTS[state.mode]))
        return f"{place}{look}{paint}>{escape(run.text)}"


def _turn(run: LetterRun) -> Matrix:
    """The matrix from letters that stand upright, y downwards, to where the run is."""
    return multiply((run.state.stretch / 100, 0, 0, -1, 0, 0), run.matrix)
