"""SVG text → Drawing.

A text is drawn element by element, and what was drawn once is looked up (plan/plan.py). Whatever is
not clear at a glance, and every drawing with a problem, goes through the whole tree, which knows
each element's place. Elements are drawn by the same code (element.py) either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from sheetgen.drawing.drawing import Drawing, Resources, matrix_operator
from sheetgen.ground.cache import Cache
from sheetgen.ground.colour import Ink
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.files import Files, Stamp, stamp_file
from sheetgen.ground.units import UNITS
from sheetgen.svg.attribute import check_names
from sheetgen.svg.cascade import FaultError, GivenUpError, Known, UndrawnError
from sheetgen.svg.context import ITSELF, Context, Nested, Room
from sheetgen.svg.frame import Frame, mend_root, read_frame
from sheetgen.svg.plan.learned import Kept, PlannedDrawing, StylePath
from sheetgen.svg.plan.maker import Maker, WholeError
from sheetgen.svg.plan.plan import DrawingPlan, Entrance
from sheetgen.svg.problem import BAD_VALUE, DRAWN_AS_PICTURE, TOO_COMPLEX, XML_SYNTAX, Problem
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.tree import DrawingError, Element, parse_tree
from sheetgen.svg.read.vocabulary import NEVER_SHOWN
from sheetgen.svg.stream import Fragment, Stream
from sheetgen.svg.viewport import check_reach
from sheetgen.type.fonts import Fonts

if TYPE_CHECKING:
    from sheetgen.svg.raster.raster import PictureBudget, Raster

MOST_REMEMBERED = 40_000_000
"""Characters of sources and operators that are remembered before everything is forgotten.

Fewer take more memory where thousands are printed in one run: drawings that wait for their pages
keep what they show, and what was forgotten is made again for those that follow.
"""
_MOST_PLANS = 64  # a kit has up to forty
_MOST_KNOWN = 10_000  # styles and texts that plans share
_MOST_NESTED = 4
_MOST_PICTURES = 64
_MOST_FRAMES = 1000


class Drafter:
    """Draws SVG texts with one set of fonts and one ink, remembering what it compiled.

    Pictures are read from `files`; without them, there are none. `bleed` is the most that
    drawings keep of their bleed, in points. What it learns can be kept for later runs in a `cache`.
    """

    def __init__(
        self,
        fonts: Fonts,
        ink: Ink = Ink.COLOR,
        files: Files | None = None,
        bleed: float = inf,
        cache: Cache | None = None,
    ) -> None:
        self.fonts = fonts
        self.ink = ink
        self.bleed = bleed
        self.files = files or Files(())
        self.pictures: dict[Path, Stamp] = {}
        """The picture files that were drawn, with their stamps at that time."""
        self._known = Known()
        self._kept = Kept(cache or Cache(None), fonts, ink, bleed, self._known.glyphs)
        self._entrances: dict[Path | None, Entrance] = {}
        self._plans: dict[tuple[str, Path | None], DrawingPlan] = {}
        self._drawings: WeakValueDictionary[object, Drawing] = WeakValueDictionary()
        self._art: dict[object, tuple[Drawing, list[Problem]]] = {}
        self.notes: dict[str, Sequence[Problem]] = {}
        """Notes on how drawings from elsewhere were drawn, by the names of their files."""
        self._frames: dict[str, Frame | None] = {}
        self._nested: dict[tuple[str, Path | None, Room | None], Nested | list[str]] = {}
        self._nesting: list[tuple[str, Path | None]] = []
        self._budget: PictureBudget | None = None  # of the drawing that is being drawn

    def draw(
        self, text: str | Sequence[str], base: Path | None = None, title: str = ""
    ) -> tuple[Drawing, list[Problem]]:
        """The drawing of an SVG text, and its problems; with problems it must not be printed.

        A text may come in the pieces that its template produced; what they lead to is learned.
        `base` is the folder from which relative picture names start. Equal texts give the same
        drawing object, as long as something refers to it.
        """
        self._budget = None
        pieces = [text] if isinstance(text, str) else text
        try:
            drawing: Drawing = self._draw_planned(pieces, base, title)
        except (WholeError, FaultError, DrawingError, ValueError, OverflowError):
            drawing, problems, _ = self._draw_whole("".join(pieces), base, title, self.bleed)
            if problems:
                return drawing, problems
        parts = drawing.parts if isinstance(drawing, PlannedDrawing) else ()
        key = (title, parts or "".join(pieces), base)
        return self._drawings.setdefault(key, drawing), []

    def measure(self, head: str) -> Frame | None:
        """The frame of an SVG text that begins so, with its root element; None if it has none."""
        if head not in self._frames:
            if len(self._frames) >= _MOST_FRAMES:
                self._frames.clear()
            try:
                text = head if head.endswith("/>") else f"{head}</svg>"
                self._frames[head] = _read_root(text, self.bleed)[1]
            except DrawingError:
                self._frames[head] = None
        return self._frames[head]

    def draw_tree(
        self, text: str, base: Path | None = None, title: str = "", places: Sequence[Place] = ()
    ) -> tuple[Drawing, list[Problem]]:
        """The same through the whole tree, which places every problem at its element.

        The marks in a filled template are numbers of `places`.
        """
        self._budget = None
        drawing, problems, _ = self._draw_whole(text, base, title, self.bleed, places)
        return drawing, problems

    def draw_art(
        self, text: str, base: Path | None = None, title: str = "", room: Room = ITSELF
    ) -> tuple[Drawing, list[Problem]]:
        """The drawing of an SVG text from elsewhere, as a browser draws it, and its problems.

        It may be printed unless some of them are errors; the others say what was made of it.
        `room` is how large it will be. The same one is the same object.
        """
        key = (text, base, title, room)
        known = self._art.get(key)
        if known is None:
            self._budget = None
            if len(self._art) >= _MOST_PICTURES:
                self._art.clear()
            known = self._draw_whole(text, base, title, self.bleed, room=room)[:2]
            self._art[key] = known
        return known

    def _draw_whole(
        self,
        text: str,
        base: Path | None,
        title: str,
        bleed: float,
        places: Sequence[Place] = (),
        room: Room | None = None,
    ) -> tuple[Drawing, list[Problem], int]:
        """The drawing by way of the tree, its problems, and how many shapes it has.

        With a `room`, it is a drawing from elsewhere that will be as large as that.
        """
        lenient = room is not None
        faults: list[str] = []
        try:
            root, frame = _read_root(text, bleed, places, faults if lenient else None)
        except DrawingError as error:
            empty = Drawing(0.0, 0.0, "", Resources(), title=title)
            return empty, [error.problem], 0
        context = self._make_context(base, strict=False, lenient=lenient)
        raster: Raster | None = None
        if room is not None:
            from sheetgen.svg.raster.raster import PictureBudget, Raster

            budget = self._budget = self._budget or PictureBudget()
            zoom = room.zoom(frame.width, frame.height)
            raster = Raster(frame, zoom, budget)
            context.draw_part = raster.draw_part
        for fault in faults:
            context.report(BAD_VALUE, fault, element=root)
        stream = Stream((frame.matrix,))
        context.top, context.edge = stream, frame.edge
        try:
            style, own = _enter_root(root, frame, context)
            _draw_root(root, style, own, context, stream)
        except UndrawnError as error:
            assert raster is not None  # otherwise nothing is refused
            stream = _draw_as_picture(error, frame, context, raster)
        except GivenUpError:
            pass  # the last problem says why
        except (ValueError, OverflowError) as error:
            # Each number was within bounds when it was read, but their products are not.
            context.problems.append(Problem(BAD_VALUE, str(error), "", *root.place))
        except RecursionError:
            message = "the drawing is nested too deeply"
            context.problems.append(Problem(TOO_COMPLEX, message, "", *root.place))
        hint = raster.find_hint() if raster else None
        if hint:
            context.problems.append(hint)
        return _finish(stream, frame, title), context.problems, stream.weight

    def _draw_planned(self, pieces: Sequence[str], base: Path | None, title: str) -> Drawing:
        """The drawing made by a plan. Raises WholeError, FaultError, DrawingError, ValueError."""
        if sum(plan.size for plan in self._plans.values()) > MOST_REMEMBERED:
            self.keep()
            self._forget()
        entrance = self._entrances.get(base)
        if entrance is None:
            entrance = self._entrances[base] = Entrance(partial(self._find_plan, base=base))
        plan, left = entrance.enter(pieces)
        return plan.draw(left, title)

    def find_faults(self, picture: Path) -> Sequence[str]:
        """Why a picture file can't be printed; empty if it can."""
        from sheetgen.svg.paint.image import Fit, ImageError
        from sheetgen.svg.paint.picture import open_picture

        self._budget = None
        try:
            open_picture(str(picture), Fit(trim=True), self._make_context(None, strict=False))
        except ImageError as error:
            return error.args
        return ()

    def refresh(self) -> bool:
        """Forgets everything if a picture has changed since; returns whether one has."""
        changed = any(stamp != stamp_file(file) for file, stamp in self.pictures.items())
        if changed:
            self.forget()
        return changed

    def keep(self) -> None:
        """Keeps what was learned for later runs, if it is worth it."""
        self._keep(self._plans)

    def _keep(self, keys: Iterable[tuple[str, Path | None]]) -> None:
        for prefix, base in keys:
            self._kept.keep(prefix, base, self._plans[prefix, base].pack)

    def forget(self) -> None:
        """Forgets all drawings and what was learned from them: fonts or pictures have changed."""
        self._forget()
        self._drawings.clear()
        self._nested.clear()
        self.notes.clear()
        self._art.clear()
        self.pictures.clear()

    def _forget(self) -> None:
        """Forgets everything that was learned."""
        self._known.forget()
        self._drop(list(self._plans))

    def _drop(self, keys: Iterable[tuple[str, Path | None]]) -> None:
        """Forgets some plans, and the ways to all of them."""
        self._entrances.clear()
        if len(self._known) > _MOST_KNOWN:
            self._known.forget()
        for key in keys:
            self._plans.pop(key).forget()

    def _find_plan(self, prefix: str, base: Path | None) -> DrawingPlan:
        """The plan for texts with a prefix. Raises WholeError, FaultError, DrawingError."""
        known = self._plans.get((prefix, base))
        if known is not None:
            return known
        if len(self._plans) >= _MOST_PLANS:  # those that were not used for long are dropped
            keys = sorted(self._plans, key=lambda key: self._plans[key].used)[: _MOST_PLANS // 2]
            self._keep(keys)
            self._drop(keys)
        learned = self._kept.recall(prefix, base)
        plan = DrawingPlan(learned, partial(self._read_prefix, prefix, base))
        self._plans[prefix, base] = plan
        return plan

    def _read_prefix(self, prefix: str, base: Path | None, scope: StylePath) -> tuple[Frame, Maker]:
        """The frame and the definitions of a prefix, and those that come later up to a scope.

        Raises as `_find_plan` does.
        """
        ends = "</g>" * sum(token.startswith("<g") for token in scope)
        root, frame = _read_root(f"{prefix}{''.join(scope)}{ends}</svg>", self.bleed)
        if not scope and any(map(_is_shown, root.elements)):
            raise WholeError
        context = self._make_context(base, strict=True)
        style, own = _enter_root(root, frame, context)
        if own != Own() or "transform" in root.attributes:
            raise WholeError
        opened = [root]
        for _ in range(ends.count("<")):
            opened.append([*opened[-1].elements][-1])
        for element in opened:  # which lack their children here
            name = element.attributes.get("id", "")
            if context.definitions.get(name) is element:
                del context.definitions[name]
        return frame, Maker(context, style)

    def _make_context(self, base: Path | None, strict: bool, lenient: bool = False) -> Context:
        # What is reported while a style is made must be reported for each drawing from elsewhere.
        known = Known() if lenient else self._known
        shared = (self.fonts, self.ink, self.files, base, strict, self.pictures, known)
        return Context(*shared, lenient, draw_nested=self._draw_nested, draw=_draw_element)

    def _draw_nested(self, text: str, base: Path | None, room: Room, name: str) -> Nested:
        """A drawing from elsewhere as a picture, y downwards, and its size in px.

        `name` is that of its file, under which what was made of it is noted. Raises ImageError.
        """
        from sheetgen.svg.paint.image import ImageError

        key = (text, base)
        known = self._nested.get((*key, room)) or self._nested.get((*key, None))
        if known is None:
            if key in self._nesting:
                raise ImageError("it contains itself")
            if len(self._nesting) >= _MOST_NESTED:
                raise ImageError("drawings are nested too deeply in each other")
            self._nesting.append(key)
            try:
                known, is_pixels = _turn(*self._draw_whole(text, base, "", 0.0, room=room))
            finally:
                self._nesting.pop()
            if len(self._nested) >= _MOST_PICTURES:
                self._nested.clear()
            # Only pixels depend on how large it is printed.
            self._nested[*key, room if is_pixels else None] = known
        if isinstance(known, list):
            raise ImageError(*known)
        if name and known.notes:
            self.notes[name] = known.notes
        return known


def _read_root(
    text: str, bleed: float, places: Sequence[Place] = (), faults: list[str] | None = None
) -> tuple[Element, Frame]:
    """The root of a drawing, and its frame. Raises DrawingError.

    With `faults`, it is one from elsewhere, and what can be mended is added to them.
    """
    root = parse_tree(text, places, entities=faults is not None)
    if root.tag != "svg":
        message = f"the root element is <{root.tag.removeprefix('other:')}>, but must be <svg>"
        hint = 'begin it with <svg xmlns="http://www.w3.org/2000/svg" …>'
        raise DrawingError(Problem(XML_SYNTAX, message, hint, *root.place))
    try:
        if faults is not None:
            root, found = mend_root(root)
            faults += found
        return root, read_frame(root, bleed)
    except (ValueError, OverflowError) as error:
        raise DrawingError(Problem(BAD_VALUE, str(error), "", *root.place)) from None


def _enter_root(root: Element, frame: Frame, context: Context) -> tuple[Style, Own]:
    """Adds a drawing's definitions; returns the style under its root. Raises FaultError."""
    context.current = root
    context.learn(root)
    check_names(root, context)
    outer = context.known.enter(frame.unit, frame.view[2:])
    context.root_style, own = context.resolve_style(outer, root)
    return context.root_style, own


def _draw_element(element: Element, parent: Style, context: Context, stream: Stream) -> None:
    """Draws an element by what is imported when the first one is."""
    from sheetgen.svg.element import draw_element

    draw_element(element, parent, context, stream)


def _is_shown(element: Element) -> bool:
    """Whether an element at the start of a drawing may leave any ink there."""
    if element.tag == "g" and element.attributes.keys() <= {"xmlns", "overflow"}:
        return any(map(_is_shown, element.elements))
    return element.tag not in NEVER_SHOWN and ":" not in element.tag


def _draw_root(root: Element, style: Style, own: Own, context: Context, stream: Stream) -> None:
    """Draws everything in the root, as if the root were a group."""
    if own.display == "none":
        return
    from sheetgen.svg.element import draw_styled

    group = Element("g", {k: v for k, v in root.attributes.items() if k == "transform"})
    group.children = root.children
    draw_styled(group, style, own, context, stream)
    if own.opacity < 1:  # otherwise each element has been checked
        check_reach(stream.map_extents(), context.edge, 1.0, root, context)


def _draw_as_picture(error: UndrawnError, frame: Frame, context: Context, raster: Raster) -> Stream:
    """The whole drawing as a picture."""
    stream = Stream((frame.matrix,))
    outer = context.known.enter(frame.unit, frame.view[2:])
    with suppress(GivenUpError):  # the last problem says why
        stream.add(raster.draw_whole(error.problem, outer, context, stream))
    return stream


def _finish(stream: Stream, frame: Frame, title: str) -> Drawing:
    operators = "\n".join(part for part in (frame.prelude, stream.finish()) if part)
    resources, fields = stream.join_resources(), stream.map_fields()
    width, height, bleed = frame.width, frame.height, frame.bleed
    return Drawing(width, height, operators, resources, fields, title, bleed, cut=frame.cut)


def _turn(
    drawing: Drawing, problems: list[Problem], weight: int
) -> tuple[Nested | list[str], bool]:
    """A drawing as a picture in px with y downwards; otherwise, what is wrong with it.

    Also whether some of it is pixels.
    """
    errors = [p for p in problems if p.is_error]
    if errors:
        return [f"line {p.line}, column {p.column}: {p.message}" for p in errors], False
    px = 1 / UNITS["px"]
    width, height = drawing.width * px, drawing.height * px
    place = matrix_operator((px, 0.0, 0.0, -px, 0.0, height))
    operators = f"q {place} {drawing.operators} Q"
    fragment = Fragment(operators, resources=(drawing.resources,), weight=weight)
    is_pixels = any(p.rule is DRAWN_AS_PICTURE for p in problems)
    return Nested(fragment, width, height, tuple(problems)), is_pixels
