"""Items → content streams: in the colours of the screen, or in the inks of a press."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from itertools import pairwise

from sheetgen.drawing.drawing import IDENTITY, Image, Resources, Shading
from sheetgen.export.prepress.ink import RGB, Inks
from sheetgen.export.prepress.item import Colour, Item, Layer, lay_over
from sheetgen.export.prepress.picture import Converter, lay_on, pack, stand, unpack
from sheetgen.ground.number import fmt
from sheetgen.svg.read.transform import matrix_operator

_STEPS = 8
"""Parts of a gradient in which it runs straight in the inks of a press."""


OVERPRINT = "Over"
"""The name of the state in which black is printed over what is below (ISO 32000-1 §11.7.4)."""


class Screen:
    """Writes items as they were, transparent and in RGB."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self.states: dict[str, dict[str, float]] = {}

    def write(self, items: Iterable[Item]) -> str:
        """The operators that paint items."""
        return "\n".join(self._write(item) for item in items)

    def _write(self, item: Item) -> str:
        name = f"A{round(item.alpha * 1000)}"
        self.states[name] = {"ca": item.alpha, "CA": item.alpha}
        if item.kind == "group":
            painted = f"{matrix_operator(item.matrix)} /{item.body[0]} Do"
        else:
            painted = write_item(item, write_rgb, lambda item: f"/{item.body[0]}")
        clips = "".join(clip.operators + "\n" for clip in item.clips)
        return f"q {clips}/{name} gs {painted} Q"


def write_rgb(rgb: RGB, stroke: bool, is_text: bool = False) -> str:
    """The operator that sets an RGB colour."""
    return f"{' '.join(fmt(part, 4) for part in rgb)} {'RG' if stroke else 'rg'}"


class PressWriter:
    """Writes opaque items in the inks of a press; `resources` are what they name."""

    def __init__(
        self, source: Resources, inks: Inks, converter: Converter, overprint: bool = False
    ) -> None:
        """With `overprint`, text in pure black is printed over what is below."""
        self.source, self.inks, self.converter = source, inks, converter
        self.overprint = overprint
        self.resources = Resources()
        self.patches: list[Image] = []
        self._images: dict[tuple[str, tuple[Layer, ...], RGB | None], str] = {}

    def write(self, items: Iterable[Item]) -> str:
        """The operators that paint items."""
        lines: list[str] = []
        clips: object = None
        for item in items:
            if item.clips != clips:
                if clips:
                    lines.append("Q")
                clips = item.clips
                if clips:
                    lines += ["q", *(clip.operators for clip in item.clips)]
            painted = write_item(item, self.inks.write, self._name)
            if self.overprint and item.kind == "text" and self._is_black(item):
                self.resources.states[OVERPRINT] = {}
                painted = f"q /{OVERPRINT} gs {painted} Q"
            lines.append(painted)
        if clips:
            lines.append("Q")
        return "\n".join(lines)

    def _is_black(self, item: Item) -> bool:
        colours = [
            lay_over(part.rgb, item.layers) for part in item.body if isinstance(part, Colour)
        ]
        return all(self.inks.mix(rgb, is_text=True) == (0, 0, 0, 1) for rgb in colours)

    def forget_patches(self) -> None:
        """Makes room for the patches of the next page, which have numbers of their own."""
        self._images = {key: v for key, v in self._images.items() if key[0][:6] != "raster"}

    def _name(self, item: Item) -> str:
        name = str(item.body[0])
        if item.kind == "shade":
            return f"/{self._shade(self.source.shadings[name], item.layers)}"
        key = (f"{item.kind} {name}", item.layers, item.ground)
        known = self._images.get(key)
        if known is None:
            known = self._images[key] = self._convert(item, name)
        return f"/{known}"

    def _convert(self, item: Item, name: str) -> str:
        """Adds a picture in the inks of the press; returns its name."""
        is_patch = item.kind == "raster"
        image = self.patches[int(name)] if is_patch else self.source.images[name]
        picture = unpack(image)
        if item.ground is not None:
            mask = unpack(image.mask) if image.mask else None
            picture = stand(picture, mask, item.ground)
        # Flat colours at the edge of a patch go on beside it, and these follow the formula.
        made = pack(self.converter.convert(lay_on(picture, item.layers), by_formula=is_patch))
        self.resources.images[made.name] = made
        return made.name

    def _shade(self, shading: Shading, layers: tuple[Layer, ...]) -> str:
        """Adds a gradient in the inks of the press; returns its name."""
        stops = [(at, _widen(colour)) for at, colour in shading.stops]
        fine = stops[:1]
        for (begin, first), (end, last) in pairwise(stops):
            for step in range(1, _STEPS + 1):
                t = step / _STEPS
                r, g, b = (p + (q - p) * t for p, q in zip(first, last, strict=True))
                fine.append((begin + (end - begin) * t, (r, g, b)))
        mixed = tuple((at, self.inks.mix(lay_over(rgb, layers))) for at, rgb in fine)
        if len({len(colour) for _, colour in mixed}) > 1:  # greys among RGB
            mixed = tuple((at, colour * 3 if len(colour) == 1 else colour) for at, colour in mixed)
        key = repr((shading.kind, shading.coords, mixed)).encode()
        name = "S" + blake2b(key, digest_size=6).hexdigest()
        self.resources.shadings[name] = Shading(name, shading.kind, shading.coords, mixed)
        return name


def _widen(colour: tuple[float, ...]) -> RGB:
    r, g, b = colour * 3 if len(colour) == 1 else colour
    return r, g, b


def write_item(
    item: Item, write_colour: Callable[[RGB, bool, bool], str], name: Callable[[Item], str]
) -> str:
    """The operators that paint an item, without its clips."""
    if item.kind == "text":
        parts = (
            write_colour(lay_over(part.rgb, item.layers), part.stroke, True)
            if isinstance(part, Colour)
            else part
            for part in item.body
        )
        # How letters are spaced and raised goes on after ET, until somebody says otherwise.
        return f"q BT {' '.join(parts)} ET Q"
    if item.kind == "raster":
        x0, y0, x1, y1 = item.box
        return f"q {fmt(x1 - x0, 6)} 0 0 {fmt(y1 - y0, 6)} {fmt(x0)} {fmt(y0)} cm {name(item)} Do Q"
    place = matrix_operator(item.matrix) if item.matrix != IDENTITY else ""
    if item.kind == "image":
        return f"q {place} {name(item)} Do Q"
    if item.kind == "shade":
        return f"q {place} {name(item)} sh Q"
    colour = write_colour(item.shown, item.kind == "stroke", False)
    if item.kind == "stroke":
        return f"q {place} {item.setup} {colour} {item.body[0]} S Q"
    paint = "f*" if item.even_odd else "f"
    return (
        f"q {place} {colour} {item.body[0]} {paint} Q"
        if place
        else f"{colour} {item.body[0]} {paint}"
    )
