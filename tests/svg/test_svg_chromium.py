"""A sample of the drawings from elsewhere beside what Chromium draws, where it is installed."""

from __future__ import annotations

import math

from PIL import Image

from tests.browser import needs_chromium, photograph_page
from tests.svg.comparison import LIMIT, measure_difference
from tests.svg.test_svg_drawings import CASES, LETTERS, draft, rasterize, read_list

_EACH = 12
"""How many drawings there are for each that is looked at."""
_ACROSS, _SIDE = 8, 200


def list_sample():
    """Some drawings of every kind that are not known to come out otherwise than in resvg.

    Those about the size of a whole drawing are left out, as an `img` has a size of its own.
    """
    lists = {kind: read_list(kind) for kind in {path.parent.name for path in CASES}}
    right = [p for p in CASES if "differs" not in lists[p.parent.name].get(p.stem, "differs")]
    return [p for p in right if p.parent.name != "root"][::_EACH]


@needs_chromium
def test_most_drawings_are_as_in_chromium():
    sample = list_sample()
    rows = math.ceil(len(sample) / _ACROSS)
    place = "position:absolute;width:{0}px;height:{0}px;object-fit:fill;left:{1}px;top:{2}px"
    images = [
        f'<img style="{place.format(_SIDE, at % _ACROSS * _SIDE, at // _ACROSS * _SIDE)}"'
        f' src="{path.resolve().as_uri()}">'
        for at, path in enumerate(sample)
    ]
    page = f'<!doctype html><body style="margin:0">{"".join(images)}'
    shot = photograph_page(page, _ACROSS * _SIDE, rows * _SIDE, LETTERS.files, LETTERS.sans)
    unlike = []
    for at, path in enumerate(sample):
        drawing, problems = draft(path)
        assert not any(problem.is_error for problem in problems), path
        left, top = at % _ACROSS * _SIDE, at // _ACROSS * _SIDE
        theirs = shot.crop((left, top, left + _SIDE, top + _SIDE))
        mine = rasterize(drawing).resize((_SIDE, _SIDE), Image.Resampling.BICUBIC)
        if measure_difference(mine, theirs) > LIMIT:
            unlike.append(f"{path.parent.name}/{path.stem}")
    assert len(sample) > 50
    assert len(unlike) <= len(sample) * 0.08, unlike
