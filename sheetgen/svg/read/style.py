"""Style: the properties of an element, as values.

A Style is immutable and made once for a parent style and a set of declarations, so equal elements
share one, and their equality can be seen from its identity.
"""

from __future__ import annotations

from sheetgen.ground.record import NamedTuple, record
from sheetgen.type.fontfile import Slope

RGB = tuple[float, float, float]


class Paint(NamedTuple):
    """A fill or stroke: nothing, a colour with its alpha, or a gradient by its id.

    With `reference`, the colour is the one to use if there is no such gradient; `current` marks
    a colour that follows the property `color`.
    """

    rgb: RGB | None = None
    alpha: float = 1.0
    reference: str = ""
    current: bool = False


NOTHING = Paint()
BLACK = Paint((0.0, 0.0, 0.0))


@record(eq=False)
class Style:
    """The inherited properties; lengths in user units. Compared by identity.

    `unit` and `viewport` are not properties, but are inherited like them: the points in a user
    unit here, and the size in user units that percentages refer to.
    """

    color: Paint = BLACK
    fill: Paint = BLACK
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"
    stroke: Paint = NOTHING
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    stroke_linecap: str = "butt"
    stroke_linejoin: str = "miter"
    stroke_miterlimit: float = 4.0
    stroke_dasharray: tuple[float, ...] = ()
    stroke_dashoffset: float = 0.0
    paint_order: bool = False  # whether the stroke comes first
    font_family: str = "sans-serif"
    font_size: float = 16.0
    font_weight: int = 400
    font_style: str = "normal"
    font_stretch: float = 100.0  # in percent
    font_variant_ligatures: bool = True  # whether there may be any
    text_anchor: str = "start"
    text_transform: str = "none"
    text_decoration: tuple[str, ...] = ()
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    line_height: float = 1.2  # in font sizes
    dominant_baseline: str = "auto"
    visibility: str = "visible"
    white_space: str = "normal"
    hyphens: str = "manual"
    overflow_wrap: str = "normal"
    text_wrap: str = "wrap"
    marker_start: str = "none"
    marker_mid: str = "none"
    marker_end: str = "none"
    unit: float = 0.75
    viewport: tuple[float, float] = (0.0, 0.0)

    @property
    def traits(self) -> tuple[int, int, float]:
        """The weight, slope and width of the face that is asked for (see type/fontfile.py)."""
        slope = 0 if self.font_style == "normal" else Slope[self.font_style.upper()]
        return self.font_weight, slope, self.font_stretch


@record
class Own:
    """Properties of one element that its children do not inherit."""

    opacity: float = 1.0
    clip_path: str = ""
    mask: str = ""
    mask_type: str = "luminance"
    display: str = ""
    overflow: str = ""
    stop_color: Paint = BLACK
    stop_opacity: float = 1.0
    inline_size: float = 0.0
    shape_inside: str = ""
    baseline_shift: float = 0.0
    align_content: str = "normal"
    column_count: int = 1
    column_gap: float = 0.0
    margin_top: float = 0.0
    margin_left: float = 0.0
    break_after: str = ""
