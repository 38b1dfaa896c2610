"""Forms: operators that are used in several places, and groups that are faded as a whole.

ISO 32000-1 §8.10 (form XObjects) and §11.6.6 (transparency groups).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

from sheetgen.drawing.drawing import Resources, SharedForm, join_resources
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import replace
from sheetgen.svg.stream import Fragment

# Transparency: graphics states with alphas, and groups that are faded as a whole
# (ISO 32000-1 §11.6.4.4 and §11.6.6).


def fade(
    operators: str, fill_alpha: float, stroke_alpha: float
) -> tuple[str, tuple[Resources, ...]]:
    """The operators drawn with transparency, and the resources that this needs."""
    if fill_alpha >= 1 and stroke_alpha >= 1:
        return operators, ()
    name, resources = make_alpha(fill_alpha, stroke_alpha)
    opaque, solid = make_alpha(1, 1)
    return f"/{name} gs {operators} /{opaque} gs", (resources, solid)


@lru_cache(maxsize=256)
def make_alpha(fill_alpha: float, stroke_alpha: float) -> tuple[str, Resources]:
    """The name of a graphics state with these alphas, and the resources that hold it."""
    fill, stroke = round(fill_alpha, 3), round(stroke_alpha, 3)
    name = f"A{round(fill * 1000)}-{round(stroke * 1000)}"
    return name, Resources(states={name: {"ca": fill, "CA": stroke}})


_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FAR = re.compile(r"[0-9]{5}| cm\b")
"""A sign of operators that draw far from the origin: a large number, or a change of scale."""
UNBOUNDED = 20_000.0
"""Half the side, in user units, of the box of a form that nothing clips."""


def share_form(whole: Fragment, box: Box | None = None, group: bool = False) -> Fragment:
    """A fragment that is complete in itself, as one that draws it as a form.

    `box` is the area that the form shows, None for all of it. With `group`, it is a transparency
    group.
    """
    if not whole.operators:
        return whole
    resources = join_resources(whole.resources)
    if box is None:
        forms = resources.forms
        is_far = forms or _FAR.search(whole.operators)
        reach = max(UNBOUNDED, measure_reach(whole.operators, forms)) if is_far else UNBOUNDED
        box = (-reach, -reach, reach, reach)
    key = blake2b(whole.operators.encode(), digest_size=6)
    key.update(repr((box, group)).encode())
    name = "X" + key.hexdigest()
    form = SharedForm(name, box, whole.operators, resources, group)
    shared = Resources(forms={name: form})
    return replace(whole, operators=f"/{name} Do", resources=(shared,))


def fade_group(whole: Fragment, opacity: float) -> Fragment:
    """A fragment that is complete in itself, as one that draws it with one opacity."""
    group = share_form(whole, group=True)
    if not group.operators:
        return group
    name, alpha = make_alpha(opacity, opacity)
    operators = f"q /{name} gs {group.operators} Q"
    return replace(group, operators=operators, resources=(alpha, *group.resources))


def measure_reach(operators: str, forms: Mapping[str, SharedForm]) -> float:
    """How far from the origin operators may draw, with something to spare.

    A form clips to its box, so a form drawn in unusual coordinates needs a larger box.
    """
    scale, base, far = 1.0, 0.0, 0.0
    saved: list[tuple[float, float]] = []
    sizes: list[float] = []
    for token in operators.split():
        number = token.strip("[]")
        if not number or _NUMBER.fullmatch(number):
            sizes.append(abs(float(number or 0)))
            continue
        if token == "q":
            saved.append((scale, base))
        elif token == "Q":
            scale, base = saved.pop()
        elif token == "cm":
            base += scale * max(sizes[4:])
            scale *= max(sizes[0] + sizes[2], sizes[1] + sizes[3])
        elif token[1:] in forms:
            size = max(map(abs, forms[token[1:]].box))
            far = max(far, base + scale * size if size > UNBOUNDED else 0.0)
        elif sizes:
            far = max(far, base + scale * max(sizes))
        sizes = []
    return 2 * far


# Soft masks, which show what follows as far as a form is bright (ISO 32000-1 §11.6.5.3). A mask is
# in the coordinates that are in force where it is named.


def make_mask(fragment: Fragment, box: Box) -> tuple[str, tuple[Resources, ...]]:
    """The operators that mask what follows by what a fragment draws in `box`, and what they name.

    The fragment is complete in itself, and draws in greys.
    """
    resources = join_resources(fragment.resources)
    key = blake2b(fragment.operators.encode(), digest_size=6)
    key.update(repr(box).encode())
    name = key.hexdigest()
    form = SharedForm(f"K{name}", box, fragment.operators, resources, group=True, is_mask=True)
    made = Resources(forms={form.name: form}, states={f"M{name}": {"SMask": form}})
    return f"/M{name} gs", (made,)


def limit(box: Box) -> str:
    """The operators that clip to a box."""
    x0, y0, x1, y1 = box
    return f"{fmt(x0)} {fmt(y0)} {fmt(x1 - x0)} {fmt(y1 - y0)} re W n"
