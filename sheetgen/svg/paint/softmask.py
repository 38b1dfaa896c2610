"""Soft masks: what follows is seen as far as a form is bright.

ISO 32000-1 §11.6.5.3. A mask is in the coordinates that are in force where it is named.
"""

from __future__ import annotations

from hashlib import blake2b

from sheetgen.drawing.drawing import Form, Resources
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.svg.fragment import Fragment


def make_mask(fragment: Fragment, box: Box) -> tuple[str, tuple[Resources, ...]]:
    """The operators that mask what follows by what a fragment draws in `box`, and what they name.

    The fragment is complete in itself, and draws in greys.
    """
    resources = Resources()
    for part in fragment.resources:
        resources.add(part)
    key = blake2b(fragment.operators.encode(), digest_size=6)
    key.update(repr(box).encode())
    name = key.hexdigest()
    form = Form(f"K{name}", box, fragment.operators, resources, group=True, is_mask=True)
    made = Resources(forms={form.name: form}, states={f"M{name}": {"SMask": form}})
    return f"/M{name} gs", (made,)


def limit(box: Box) -> str:
    """The operators that clip to a box."""
    x0, y0, x1, y1 = box
    return f"{fmt(x0)} {fmt(y0)} {fmt(x1 - x0)} {fmt(y1 - y0)} re W n"
