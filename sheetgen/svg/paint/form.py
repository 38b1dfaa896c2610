"""Forms: operators that are used in several places, and groups that are faded as a whole.

ISO 32000-1 §8.10 (form XObjects) and §11.6.6 (transparency groups).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b

from sheetgen.drawing.drawing import Form, Resources
from sheetgen.ground.geometry import Box
from sheetgen.svg.fragment import Fragment
from sheetgen.svg.paint.alpha import make_alpha
from sheetgen.svg.stream import Stream

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FAR = re.compile(r"[0-9]{5}| cm\b")
"""What operators that draw far from the origin contain: large numbers, or a change of scale."""
UNBOUNDED = 20_000.0
"""Half the side, in user units, of the box of a form that nothing clips."""


def share_form(stream: Stream, box: Box | None = None, group: bool = False) -> Fragment:
    """Everything that a stream draws, as a fragment that draws it as a form.

    `box` is the area that the form shows, None for all of it. With `group`, it is a transparency
    group.
    """
    whole = stream.fragment()
    if not whole.operators:
        return whole
    if box is None:
        forms = stream.join_resources().forms
        is_far = forms or _FAR.search(whole.operators)
        reach = max(UNBOUNDED, measure_reach(whole.operators, forms)) if is_far else UNBOUNDED
        box = (-reach, -reach, reach, reach)
    resources = stream.join_resources()
    key = blake2b(whole.operators.encode(), digest_size=6)
    key.update(repr((box, group)).encode())
    name = "X" + key.hexdigest()
    form = Form(name, box, whole.operators, resources, group)
    shared = Resources(forms={name: form})
    return whole._replace(operators=f"/{name} Do", resources=(shared,))


def fade_group(stream: Stream, opacity: float) -> Fragment:
    """Everything that a stream draws, as a fragment that draws it with one opacity."""
    group = share_form(stream, group=True)
    if not group.operators:
        return group
    name, alpha = make_alpha(opacity, opacity)
    operators = f"q /{name} gs {group.operators} Q"
    return group._replace(operators=operators, resources=(alpha, *group.resources))


def measure_reach(operators: str, forms: Mapping[str, Form]) -> float:
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
