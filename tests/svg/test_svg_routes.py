"""A text cut into elements is drawn as its tree is, and none brings out anything but problems."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.colour import Ink
from sheetgen.ground.units import MM
from sheetgen.pages.page import Page, Placement
from sheetgen.svg.cascade import FaultError
from sheetgen.svg.drafter import Drafter
from sheetgen.svg.plan.learned import PlannedDrawing
from sheetgen.svg.plan.maker import WholeError
from sheetgen.svg.plan.token import cut_text
from sheetgen.type.fonts import Fonts

FONTS = Fonts()
HERE = Path(__file__).parent
SAMPLES = [p.read_text("utf-8") for p in sorted((HERE / "cases").glob("*.svg"))]
SAMPLES += [p.read_text("utf-8") for p in sorted((HERE / "../../templates").rglob("*.svg"))]
SHARED = {ink: Drafter(FONTS, ink) for ink in Ink}
PIECED = {ink: Drafter(FONTS, ink) for ink in Ink}
SLOW = settings(suppress_health_check=list(HealthCheck))

# ------------------------------------------------------------------ drawings within the subset

SIZES = st.sampled_from(["0", "1", "2.5", "10", "7%", "3mm", "1em", "1e1", ".5"])
PLACES = st.sampled_from(["0", "-3", "4.25", "10%", "2cm", "-1ex"])
ANGLES = st.integers(-180, 180)
COLORS = st.sampled_from(
    ["red", "none", "#1f4e79", "rgba(0,90,0,.4)", "currentColor", "hsl(30 50% 50%)", "inherit"]
)
FILLS = COLORS | st.sampled_from(["url(#linear)", "url(#radial)", "url(#missing) teal"])
STYLES = {
    "fill": COLORS,
    "stroke": COLORS,
    "stroke-width": st.sampled_from(["0", "0.3", "1.5px"]),
    "stroke-dasharray": st.sampled_from(["none", "2 1", "3"]),
    "stroke-linejoin": st.sampled_from(["round", "bevel"]),
    "fill-opacity": st.sampled_from(["0.5", "1", "0"]),
    "stroke-opacity": st.sampled_from(["0.5", "20%"]),
    "opacity": st.sampled_from(["0.5", "1", "0"]),
    "fill-rule": st.sampled_from(["evenodd", "nonzero"]),
    "paint-order": st.sampled_from(["normal", "stroke"]),
    "color": st.sampled_from(["gold", "#333"]),
    "display": st.sampled_from(["inline", "none"]),
    "visibility": st.sampled_from(["visible", "hidden"]),
    "clip-path": st.sampled_from(["none", "url(#clip)"]),
}
TEXT_STYLES = {
    "font-size": st.sampled_from(["3", "8px", "150%", "2em"]),
    "font-weight": st.sampled_from(["400", "bold", "lighter"]),
    "font-family": st.sampled_from(["Barlow", "'Barlow Condensed', serif", "sans-serif"]),
    "text-anchor": st.sampled_from(["start", "middle", "end"]),
    "letter-spacing": st.sampled_from(["0.2", "normal", ".1em"]),
    "text-decoration": st.sampled_from(["underline", "none"]),
    "text-transform": st.sampled_from(["uppercase", "none"]),
    "white-space": st.sampled_from(["pre", "normal"]),
}
SHAPE_FORMS = {
    "rect": {"x": PLACES, "y": PLACES, "width": SIZES, "height": SIZES, "rx": SIZES},
    "circle": {"cx": PLACES, "cy": PLACES, "r": SIZES},
    "ellipse": {"cx": PLACES, "rx": SIZES, "ry": SIZES},
    "line": {"x1": PLACES, "x2": PLACES, "y2": PLACES},
    "polygon": {"points": st.sampled_from(["", "0 0 9 0 9 9", "1,2 3,4 5,-6"])},
    "path": {
        "d": st.sampled_from(["M0 0H9V9z", "m1 1a5 3 20 0 1 4 4", "M0 0Q5 9 9 0T20 5", "none"])
    },
}
TRANSFORMS = (
    st.builds("translate({} {})".format, st.integers(-9, 9), st.floats(-9, 9).map("{:.3f}".format))
    | st.builds("rotate({})".format, ANGLES)
    | st.sampled_from(
        ["scale(0.5)", "scale(2 -1)", "scale(0)", "skewX(20)", "matrix(1 0 .2 1 3 4)"]
    )
)
WORDS = st.sampled_from(
    ["", " ", "7", "Warrior", "a  b\n c", "AVATAR &amp; Co", "Щ5", "&#65;&#769;", "x<!-- no -->y",
     "<![CDATA[a < b]]>", "]] >", "'quoted \"", "5 > 3"]
)  # fmt: skip
GAPS = st.sampled_from(["", " ", "\n  ", "<!-- a note -->", "\r\n\t"])


@st.composite
def attributes(draw, forms, *styles, most=3):
    """Attributes, some of them in a style attribute."""
    found = {name: draw(values) for name, values in forms.items() if draw(st.booleans())}
    names = sorted({name: None for part in styles for name in part})
    for name in draw(st.lists(st.sampled_from(names), max_size=most, unique=True)):
        found[name] = draw(next(part[name] for part in styles if name in part))
    parts = {k: v for k, v in found.items() if k not in forms and draw(st.booleans())}
    plain = {k: v for k, v in found.items() if k not in parts}
    if parts:
        plain["style"] = ";".join(f"{k}: {v}" for k, v in parts.items())
    plain |= draw(st.sampled_from([{}] * 5 + [{"class": "thin"}, {"data-note": "a > b"}]))
    quote = draw(st.sampled_from("\"'"))
    written = (f"{k}={quote if quote not in v else chr(34)}{v}" for k, v in plain.items())
    return "".join(f" {text}{text[text.index('=') + 1]}" for text in written)


@st.composite
def shapes(draw):
    tag = draw(st.sampled_from(sorted(SHAPE_FORMS)))
    # Only shapes are filled with gradients.
    given = draw(attributes(SHAPE_FORMS[tag] | {"transform": TRANSFORMS}, STYLES | {"fill": FILLS}))
    field = draw(st.sampled_from(["", "", ' data-field="checkbox" data-name="hull"']))
    inside = draw(st.sampled_from(["/>", " />", f"></{tag}>", f"><title>a</title></{tag}>"]))
    return f"<{tag}{given}{field}{inside}"


@st.composite
def texts(draw):
    forms = {
        "x": PLACES,
        "y": PLACES,
        "dx": st.sampled_from(["1", "-0.5em"]),
        "transform": TRANSFORMS.filter(lambda t: t != "scale(0)"),
    }
    given = draw(attributes(forms, STYLES, TEXT_STYLES))
    spans = {
        name: values for name, values in STYLES.items() if name not in ("opacity", "clip-path")
    }
    room = draw(st.sampled_from(["", "", ' data-width="2000"', ' inline-size="2000"']))
    parts = [draw(WORDS)]
    for _ in range(draw(st.integers(0, 2))):
        span = draw(attributes({"x": PLACES, "dy": PLACES}, spans, TEXT_STYLES, most=2))
        parts.append(f"<tspan{span}>{draw(WORDS)}</tspan>{draw(WORDS)}")
    text = "".join(parts)
    return f"<text{given}{room}>{text}</text>"


@st.composite
def paragraphs(draw):
    """A text of paragraphs, in columns or not; narrow enough to break lines."""
    choices = {
        "column-count": st.sampled_from(["1", "2", "3"]),
        "column-gap": st.sampled_from(["2", "1em"]),
        "hyphens": st.sampled_from(["auto", "manual"]),
        "overflow-wrap": st.sampled_from(["anywhere", "normal"]),
        "text-wrap": st.sampled_from(["balance", "wrap"]),
        "line-height": st.sampled_from(["1", "1.4"]),
        "text-anchor": st.sampled_from(["start", "middle", "end"]),
    }
    margins = {
        "margin-top": st.sampled_from(["0", "1.5", "1em"]),
        "margin-left": st.sampled_from(["0", "7"]),
        "break-after": st.sampled_from(["avoid", "auto"]),
    }
    given = draw(attributes({"x": PLACES, "y": PLACES}, choices, {"fill": COLORS}))
    words = st.lists(st.sampled_from(["a", "commander", "broad-side", "of", "7"]), max_size=30)
    parts = [draw(st.sampled_from(["", "\n", "Warrior"]))]
    for _ in range(draw(st.integers(0, 4))):
        own = draw(attributes(margins, TEXT_STYLES, most=2))
        lead = draw(st.sampled_from(["", "<tspan font-weight='700'>Lead.</tspan> "]))
        text = " ".join(draw(words))
        parts.append(f"<tspan display='block'{own}>{lead}{text}</tspan>{draw(GAPS)}")
    heights = ["", " data-height='3000'", " data-height='3000' align-content='center'"]
    height = draw(st.sampled_from(heights))
    return f"<text{given} inline-size='900'{height}>{''.join(parts)}</text>"


USES = st.builds(
    "<use href='#{}'{}/>".format,
    st.sampled_from(["box", "view", "mark", "label"]),
    attributes({"x": PLACES, "y": PLACES, "width": SIZES, "transform": TRANSFORMS}, STYLES),
)


def hold(children):
    """Groups and other elements that hold elements."""
    inner = st.lists(st.tuples(GAPS, children).map("".join), max_size=4).map("".join)
    given = attributes({"transform": TRANSFORMS}, STYLES, TEXT_STYLES)
    groups = st.builds("<g{}>{}{}</g>".format, given, inner, GAPS)
    links = st.builds("<a{}>{}</a>".format, given, inner)
    forms = {"x": PLACES, "viewBox": st.sampled_from(["0 0 50 50", "-5 -5 90 40"])}
    place = attributes(forms, {"fill": COLORS})
    views = st.builds(
        "<svg overflow='visible' width='60' height='40'{}>{}</svg>".format, place, inner
    )
    return groups | groups | links | views


ELEMENTS = st.recursive(
    shapes() | texts() | paragraphs() | USES | st.just("<g/>"), hold, max_leaves=12
)
DEFINITIONS = """<style>.thin { stroke: #333; stroke-width: 0.1px } #mark { fill: plum }</style>
<defs><symbol id="box"><rect width="8" height="8" data-field="checkbox"/></symbol>
<symbol id="view" viewBox="0 0 10 10" overflow="visible">
  <circle cx="5" cy="5" r="4"/><use href="#box"/></symbol>
<g id="mark" stroke-width="2"><path d="M0 0L9 9"/><use href="#box" x="3" opacity="0.5"/></g>
<text id="label" x="3" y="9">Label <tspan font-weight="700">two</tspan></text>
<linearGradient id="linear" x2="0" y2="1"><stop stop-color="gold"/>
  <stop offset="1" stop-color="teal"/></linearGradient>
<radialGradient id="radial" href="#linear" gradientUnits="userSpaceOnUse" cx="5" cy="5" r="9"/>
<clipPath id="clip"><rect x="-50" y="-50" width="120" height="99"/></clipPath></defs>"""


def draw_in(roots):
    """Drawings with these attributes of their root."""
    return st.builds(
        '{}<svg xmlns="http://www.w3.org/2000/svg" {}>{}\n{}{}</svg>'.format,
        st.sampled_from(["", '<?xml version="1.0"?>\n<!-- filled -->\n']),
        st.sampled_from(roots),
        st.sampled_from([DEFINITIONS, DEFINITIONS, f"<title>a</title>{DEFINITIONS}<defs/>"]),
        st.lists(st.tuples(GAPS, ELEMENTS).map("".join), max_size=5).map("".join),
        GAPS,
    )


ROOM = 'viewBox="-4000 -4000 8000 8000"'
"""Room enough that no text reaches over the edge."""
DRAWINGS = draw_in(
    [
        f'{ROOM} font-family="Barlow"',
        f'{ROOM} fill="navy" data-size="7000 8000"',
        f'{ROOM} opacity="0.5"',
    ]
)
TIGHT = draw_in(
    [
        'viewBox="-40 -30 90 75"',
        'viewBox="-20 -20 100 60" data-bleed="9" font-size="6"',
        'viewBox="0 -12 60 40" width="30mm" height="20mm" font-size="8"',
        'viewBox="-90 -90 180 180" data-scale="0.5"',
    ]
)
"""Drawings whose texts may end near an edge, or over it."""


def compare(text, drafter, pieces=None):
    """Draws by both routes, the text in pieces if given; the drawing where there is no problem."""
    drawing, problems = drafter.draw(pieces or text)
    other, same = drafter.draw_tree(text)
    assert problems == same
    for problem in problems:
        assert problem.line > 0
        assert problem.message
    if problems:
        return None, problems
    assert drawing.operators == other.operators
    assert drawing.fields == other.fields
    assert (drawing.width, drawing.height) == (other.width, other.height)
    mine, its = drawing.resources, other.resources
    assert mine.glyphs == its.glyphs
    assert mine.states == its.states
    for kind in ("faces", "forms", "images", "shadings"):
        assert getattr(mine, kind).keys() == getattr(its, kind).keys()
    return (drawing, other), problems


TURNED = "<g transform='rotate(1)'><use href='#box' transform='rotate(1)'/></g>"
ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">'
BARE = "<text inline-size='90' white-space='pre'> </text>"
LINKED = "<circle r='1'/><a><text y='9'>7</text><circle transform='rotate(1)' r='1'/></a>"


def allow_overflow(problems):
    """Passes over a drawing whose texts happen to leave it: both routes say so, which will do."""
    assume(not problems or {p.rule.name for p in problems} != {"overflow"})


@SLOW
@given(DRAWINGS, st.sampled_from(Ink))
@example(f'<svg viewBox="0 0 90 90">{DEFINITIONS}{TURNED}</svg>', Ink.COLOR)
@example(f'<svg viewBox="-9 -9 90 90">{DEFINITIONS}{LINKED}</svg>', Ink.COLOR)
@example(f'<svg viewBox="0 0 90 90">{BARE}</svg>', Ink.COLOR)
def test_both_routes_draw_the_same(text, ink):
    drawings, problems = compare(text, SHARED[ink])
    allow_overflow(problems)
    assert not problems
    assert drawings


@SLOW
@given(TIGHT)
def test_both_routes_find_the_same_texts_over_an_edge(text):
    compare(text, SHARED[Ink.COLOR])


VALUES = re.compile(r"([0-9.]+|(?<=[>'\"])[^<>'\"=]+)")


@st.composite
def pieces_of(draw, texts):
    """A text in pieces: as a template with these values would put them out, or cut anywhere."""
    text = draw(texts)
    if draw(st.booleans()):
        return [piece for piece in VALUES.split(text) if piece]
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=40)))
    return [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]


@SLOW
@given(pieces_of(DRAWINGS), st.sampled_from(Ink))
def test_a_text_in_pieces_is_drawn_the_same(pieces, ink):
    drawings, problems = compare("".join(pieces), PIECED[ink], pieces)
    allow_overflow(problems)
    assert not problems
    assert drawings


@SLOW
@given(st.data())
def test_pieces_that_come_again_are_drawn_the_same(data):
    """One text after the other that differ in some of their values, as displays do."""
    drafter = Drafter(FONTS)
    pieces = data.draw(pieces_of(DRAWINGS | TIGHT))
    values = ["7", "-2.5", "45", "120", ""]
    for _ in range(4):
        compare("".join(pieces), drafter, pieces)
        for at in data.draw(st.lists(st.integers(0, len(pieces) - 1), max_size=4)):
            pieces = [*pieces]
            pieces[at] = data.draw(st.sampled_from([pieces[at], *values, *pieces]))


@pytest.mark.parametrize("way", ["draw", "draw_tree"])
def test_a_field_keeps_its_box_however_often_it_is_turned(way):
    def find_fields(body):
        text = f'<svg width="50" height="50">{DEFINITIONS}<g transform="scale(2)">{body}</g></svg>'
        return getattr(SHARED[Ink.COLOR], way)(text)[0].fields

    back = "<g transform='rotate(-46)'><g transform='rotate(44)'>{}</g></g>"
    assert find_fields(back.format(TURNED)) == find_fields("<use href='#box'/>") != ()


BLOCK = "<tspan display='block'{}>{}</tspan>"
FLOWS = ["", "data-height='60'", "data-height='60' align-content='center'", "column-count='3'"]


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("space", ["normal", "pre", "pre-wrap", "pre-line", "nowrap"])
@pytest.mark.parametrize(
    "inside",
    [
        "",
        " ",
        "\n \n",
        "<tspan> </tspan>",
        BLOCK.format("", " ") * 2,
        BLOCK.format(" margin-top='3'", ""),
        " <tspan display='none'>Ship</tspan>" + BLOCK.format("", "\n"),
        BLOCK.format(" visibility='hidden'", "Ship") * 2,
    ],
)
def test_a_flowing_text_without_letters_draws_nothing(inside, space, flow):
    body = (
        f"<text y='20' font-size='5' inline-size='40' {flow} white-space='{space}'>{inside}</text>"
    )
    drawings, _ = compare(f"{ROOT}{body}</svg>", SHARED[Ink.COLOR])
    assert drawings[0].operators == SHARED[Ink.COLOR].draw(f"{ROOT}</svg>")[0].operators


@pytest.mark.parametrize("room", ["textLength='30'", "data-width='30'"])
@pytest.mark.parametrize("inside", ["", " ", "<tspan/>", "<tspan visibility='hidden'>Ship</tspan>"])
@pytest.mark.parametrize("space", ["normal", "pre"])
def test_a_text_without_letters_may_have_a_length(inside, room, space):
    body = f"<text y='20' font-size='5' white-space='{space}' {room}>{inside}</text>"
    drawings, _ = compare(f"{ROOT}{body}</svg>", SHARED[Ink.COLOR])
    assert drawings


@settings(SLOW, max_examples=15)
@given(DRAWINGS)
@example(f'<svg viewBox="0 0 90 90">{BARE}</svg>')
def test_both_routes_look_the_same(rasterize, text):
    drawings, _ = compare(text, SHARED[Ink.COLOR])
    pictures = []
    for drawing in drawings:
        page = Page(drawing.width, drawing.height, (Placement(drawing, 0, 0),))
        pictures.append(rasterize(write_pdf([page], Facts("a")), dpi=9).tobytes())
    assert pictures[0] == pictures[1]


# --------------------------------------------------------------------------------- any texts

PIECES = st.sampled_from(
    ["<", ">", "&", '"', "'", "</g>", "<g>", "<g ", "<!--", "-->", "]]>", "<![CDATA[", "0", "-",
     "1e99", "1e-99", "nan", "%", "em", "\0", "\ud800", "(", ")", ";", "/", "<text>", "</text>",
     "<defs/>", "<defs>", "url(#", " ", "scale(1e12)", "<svg>", "</svg>", "<?xml?>", "<!DOCTYPE a>",
     "&#0;", "&a;", "٣", "\u0301", "戦", 'xmlns="a"', 'data-sheetgen-line="x"', "#box", "inherit"]
)  # fmt: skip


@st.composite
def damaged(draw, texts):
    """A drawing with parts taken out, put in twice, or replaced by what does harm."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 2, 5, 30, 300])))
        middle = draw(PIECES | st.just("") | st.just(text[start:end] * 2))
        text = text[:start] + middle + text[end:]
    return text


@SLOW
@given(damaged(st.sampled_from(SAMPLES) | DRAWINGS), st.sampled_from(Ink))
@example('<svg width="9" height="9"><g data-sheetgen-line="x"/></svg>', Ink.COLOR)
@example('<svg width="9" height="9"><tspan/></svg>', Ink.COLOR)
@example(
    '<svg width="9" height="9"><text font-size="1e-12" data-width="1e-12">a</text></svg>', Ink.COLOR
)
@example('<svg width="9" height="9"><g><!-- </g> --><rect/></g></svg>', Ink.COLOR)
@example('<svg width="9" height="9"><g><rect/></g/g></svg>', Ink.COLOR)
def test_damaged_drawings_bring_out_problems_only(text, ink):
    compare(text, SHARED[ink])


@SLOW
@given(pieces_of(damaged(st.sampled_from(SAMPLES) | DRAWINGS)), st.sampled_from(Ink))
def test_damaged_drawings_in_pieces_bring_out_problems_only(pieces, ink):
    compare("".join(pieces), PIECED[ink], pieces)


@SLOW
@given(damaged(st.sampled_from(SAMPLES)) | DRAWINGS, st.booleans())
def test_a_text_cut_as_a_template_is_drawn_the_same(text, has_values):
    """Whatever stands between its values, and none of it is lost."""
    pieces = []
    for at, part in enumerate(VALUES.split(text) if has_values else [text]):
        pieces += [part] if at % 2 else [piece for piece, _ in cut_text(part)]
    assert "".join(pieces) == text
    compare(text, PIECED[Ink.COLOR], pieces)


@SLOW
@given(st.text() | st.lists(PIECES).map("".join))
def test_any_text_brings_out_problems_only(text):
    drawing, problems = SHARED[Ink.COLOR].draw(text)
    assert problems or drawing.width


# ---------------------------------------------------------------- what is drawn element by element


TILE = """<defs><pattern id="tile" width="4" height="4" patternUnits="userSpaceOnUse"><path
d="M0 1H4" stroke="currentColor"/></pattern></defs>"""
RECT = "<rect width='9' height='9' fill='url(#tile){}'/>"
SCOPES = (
    ["", "<g>", "<g color='red'>", "<g transform='scale(2)'>", "<g id='tile'>"],
    ["", RECT.format(""), RECT.format(" teal")],
    ["", TILE, TILE.replace("4", "3")],
    [RECT.format(""), RECT.format(" teal"), f"<g color='blue'>{RECT.format('')}</g>"],
    ["", "</g>"],
)
SCOPED = Drafter(FONTS)


def goes_quickly(drafter, pieces):
    """Whether a plan draws a text, and does not leave it to the tree."""
    try:
        return bool(drafter._draw_planned(pieces, None, "").width)
    except (WholeError, FaultError):
        return False


def splits(text):
    """Whether the text goes the quick way."""
    assert not SHARED[Ink.COLOR].draw(text)[1]
    return goes_quickly(Drafter(FONTS), [text])


@pytest.mark.parametrize(
    "body",
    [
        "<rect width='9' height='9'/>",
        "<defs/><title>a</title>\n<!-- b --><g><g><rect/></g>\n</g><!-- c -->",
        "<defs id='a'><path id='b'/></defs><use href='#b'/>",
        "<text y='9' font-size='9'>a &amp; b</text>",
        "<text y='9' font-size='9'>a<tspan>b</tspan></text>",
        "<g opacity='0.5'><rect/><g><rect/></g></g><a><rect/></a>",
        "<svg><rect/></svg><rect><title>a</title></rect>",
        "<g clip-path='none' transform='rotate(3)'><g/></g>",
        "<style>rect{fill:red}</style><rect/>",
        "<sodipodi:namedview><inkscape:grid/></sodipodi:namedview><defs></defs><g/>",
        "<g color='red'>{tile}<rect width='9' height='9' fill='url(#tile)'/></g>",
        "<g id='a'>{tile}</g><g id='b'>{tile}<g><path d='M0 0H9V9' fill='url(#tile)'/></g></g>",
    ],
)
def test_what_templates_hold_goes_the_quick_way(body):
    text = f"{ROOT}{body.replace('{tile}', TILE)}</svg>\n"
    assert splits(text)
    assert compare(text, Drafter(FONTS))[0]


@pytest.mark.parametrize(
    "body",
    [
        "<rect id='a' width='9' height='9'/><use href='#a'/>",
        "<g/><defs><path id='b'/></defs><use href='#b'/>",
        "<rect/><style>rect{fill:red}</style>",
        "<g opacity='.5'><rect/><style>rect{fill:red}</style></g>",
        "<text y='9' font-size='9'>a<s:tspan>b</s:tspan></text>",
        "<rect data-tip='a>b'/>",
        "some text <rect/>",
        "<![CDATA[ ]]><rect/>",
        "<rect/><g>{tile}</g><rect width='9' height='9' fill='url(#tile) teal'/>",
        "<rect width='9' height='9' fill='url(#tile) teal'/><g>{tile}</g>",
        "<rect/><g>{tile}</g><g color='red'>{tile}<path d='M0 0H9V9' fill='url(#tile)'/></g>",
        "<g id='tile'/><g>{tile}<rect width='9' height='9' fill='url(#tile) teal'/></g>",
        "<g>{tile}<rect width='9' height='9' fill='url(#tile)'/></g><g id='tile'/>",
        "<g/><defs><clipPath id='d'><path d='M0 0H9V9'/></clipPath></defs>",
    ],
)
def test_what_is_not_clear_at_a_glance_goes_by_the_tree(body):
    text = f"{ROOT}{body.replace('{tile}', TILE)}</svg>"
    assert not splits(text)
    assert compare(text, Drafter(FONTS))[0]


@SLOW
@given(st.lists(st.tuples(*[st.sampled_from(some) for some in SCOPES]), min_size=1, max_size=4))
def test_definitions_in_groups_hold_as_they_do_in_the_tree(groups):
    """The same ones again, others of the same name, and references from elsewhere."""
    body = "".join("".join(parts) for parts in groups)
    compare(f"{ROOT}{body}</svg>", SCOPED)


def test_equal_texts_give_the_same_drawing():
    drafter = Drafter(FONTS)
    text = f"{ROOT}<rect width='9' height='9'/></svg>"
    first, _ = drafter.draw(text, title="one")
    assert drafter.draw(text, title="one")[0] is first
    assert drafter.draw(text, title="two")[0] is not first


def test_what_is_remembered_makes_no_difference(monkeypatch):
    monkeypatch.setattr("sheetgen.svg.drafter.MOST_REMEMBERED", 20_000)
    drafter = Drafter(FONTS)
    for at in range(60):
        words = f"<text y='9' font-size='9'>Ship {at % 40}</text>"
        text = f"{ROOT}<g>{words}<rect width='{at}'/></g></svg>"
        assert drafter.draw(text)[0].operators == Drafter(FONTS).draw_tree(text)[0].operators
        assert sum(plan.size for plan in drafter._plans.values()) < 40_000


def test_what_is_in_use_is_kept_while_others_come_and_go(monkeypatch):
    """A counter has its own ship among its definitions; displays stay known meanwhile."""
    drafter = Drafter(FONTS)
    display = [f"{ROOT}<g/><rect width='", "5", "'/></svg>"]
    drafter.draw(display)
    (plan,) = drafter._plans.values()
    rect = plan.tables[()].tokens["<rect width='5'/>"]
    for at in range(100):
        own = f"<defs><symbol id='a'><rect width='{at}' height='1'/></symbol></defs>"
        text = f"{ROOT}{own}<use href='#a'/><text y='9' font-size='9'>A</text></svg>"
        assert drafter.draw([text[:-6], text[-6:]])[0].operators == (
            Drafter(FONTS).draw_tree(text)[0].operators
        )
        drafter.draw(display)
        assert len(drafter._plans) <= 64
    assert plan in drafter._plans.values()
    assert plan.tables[()].tokens["<rect width='5'/>"] is rect
    monkeypatch.setattr("sheetgen.svg.drafter.MOST_REMEMBERED", 0)
    drafter.draw(display)
    assert plan not in drafter._plans.values()


def test_a_long_element_in_pieces_makes_no_difference(monkeypatch):
    """It is left to the tree."""
    monkeypatch.setattr("sheetgen.svg.plan.plan.MOST_UNFINISHED", 60)
    drafter = Drafter(FONTS)
    for word in ("one", "two"):
        body = [
            "<g opacity='0.5'>",
            *["<rect width='", "9", "'/>"] * 9,
            f"<text y='30'>{word}",
            "</text>",
        ]
        pieces = [f"{ROOT}<g/>", *body, "</g></svg>"]
        drawings, _ = compare("".join(pieces), drafter, pieces)
        assert not isinstance(drawings[0], PlannedDrawing)


def test_nothing_known_is_drawn_or_read_again(monkeypatch):
    """Elements are known by their texts, whatever pieces these came in; groups by their tags."""
    drafter = Drafter(FONTS)
    group = ["<g transform='scale(2)'>", "<rect width='5' height='", "5'/>", "</g>\n"]
    pieces = [ROOT, *group, "<text y='30'>", "7", "</text>", "</svg>"]
    first, _ = drafter.draw("".join(pieces))

    def fail(*_):
        raise AssertionError("this is drawn")

    monkeypatch.setattr("sheetgen.svg.plan.maker.Maker.make", fail)
    for text in (pieces, [*pieces[:5], "<!-- again -->\n", *pieces[5:]]):
        assert drafter.draw("".join(text))[0] is first
        assert drafter.draw(text)[0] is first
    monkeypatch.setattr("sheetgen.svg.plan.plan.find_token", fail)
    assert drafter.draw(pieces)[0] is first
    with pytest.raises(AssertionError, match="this is drawn"):
        drafter.draw([*pieces[:6], "8", *pieces[7:]])


# ------------------------------------------------------------------------------ over the edge

BARLOW = FONTS.list_faces("Barlow", 400, False)[0]
EDGED = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50" width="50pt" height="50pt"
  font-family="Barlow" font-size="10">{DEFINITIONS}"""
EDGES = {
    "left": ('x="{}" y="20"', 0.0, -1),
    "right": ('x="{}" y="20" text-anchor="end"', 50.0, 1),
    "foot": ('x="9" y="{}"', 48.0, 1),  # a fifth of the size lies under the baseline
    "head": ('x="9" y="{}"', BARLOW.cap_height / 100, -1),
}
PLACED = [
    "<text y='20' x='{}'>Ship</text>",
    "<text y='20' x='0' dx='{}'>Ship</text>",
    "<text y='20' x='1'>Ship <tspan x='{}'>two</tspan></text>",
    "<text inline-size='20' y='20' x='{}'>Ship two</text>",
    "<text y='20' opacity='0.5' x='{}'>Ship</text>",
    "<text y='20' clip-path='url(#clip)' x='{}'>Ship</text>",
    "<g><g><text y='20' x='{}'>Ship</text></g></g>",
    "<g transform='translate({} 20)'><text>Ship</text></g>",
    "<g transform='translate({} 20)'><g transform='scale(0.5)'><text>Ship</text></g></g>",
    "<g transform='scale(2)'><g transform='translate(3 9)'><text x='{}'>S</text></g></g>",
    "<g transform='rotate(90)'><text y='-20' x='{}'>Ship</text></g>",
    "<g transform='translate(0 20)'><text x='{}'>Ship</text><rect/></g>",
    "<g transform='translate(0 20)'><rect/></g><text y='20' x='{}'>Ship</text>",
    "<g opacity='0.5'><text y='20' x='{}'>Ship</text></g>",
    "<g clip-path='url(#clip)'><text y='20' x='{}'>Ship</text></g>",
    "<a><text y='20' x='{}'>Ship</text></a>",
    "<svg overflow='visible' y='20' x='{}'><text>Ship</text></svg>",
    "<use href='#label' x='{}'/>",
    "<use href='#named' y='20' x='{}'/>",
    "<use href='#named' transform='translate({} 20)'/>",
    "<g transform='translate({} 20)'><use href='#named'/></g>",
    "<g transform='translate({} 20)'><use href='#framed'/></g>",
]
NAMED = """<defs><symbol id="named"><g transform="scale(0.5)"><text>Ship</text></g></symbol>
<symbol id="framed" viewBox="0 0 20 20" overflow="visible"><use
href="#named"/></symbol></defs>"""


@pytest.mark.parametrize("body", PLACED)
@pytest.mark.parametrize("cut", ["whole", "pieces"])
def test_a_text_over_the_edge_is_noticed_however_it_is_placed(body, cut):
    """One that stays inside is drawn the quick way, also before and after one that does not."""
    drafter = Drafter(FONTS)
    start, end = f"{EDGED}{NAMED}{body}</svg>".split("{}")
    for value, is_inside in [("3", True), ("70", False), ("4", True), ("70", False), ("3", True)]:
        pieces = [start, value, end] if cut == "pieces" else [start + value + end]
        assert goes_quickly(drafter, pieces) is is_inside
        drawings, problems = compare("".join(pieces), drafter, pieces)
        assert [problem.rule.name for problem in problems] == [] if is_inside else ["overflow"]
        assert bool(drawings) is is_inside


@pytest.mark.parametrize("edge", EDGES)
def test_a_text_may_reach_a_little_over_each_edge(edge):
    """Its box has some room around the letters: 0.3 pt."""
    place, at, way = EDGES[edge]
    for beyond in (-1, 0.29, 0.31, 9):
        text = f"{EDGED}<text {place.format(at + way * beyond)}>H</text></svg>"
        _, problems = compare(text, Drafter(FONTS))
        assert goes_quickly(Drafter(FONTS), [text]) is (beyond < 0.3)
        assert bool(problems) is (beyond > 0.3)
        assert not problems or f"{beyond / MM:.1f} mm over" in problems[0].message


@pytest.mark.parametrize(
    "frame",
    [
        "data-bleed='5'",
        "data-scale='2'",
        "data-size='40 50'",
        "data-cut='M5 0L9 9L0 9Z' data-bleed='1'",
    ],
)
def test_the_edge_is_where_the_drawing_is_cut(frame):
    root = EDGED.replace("<svg ", f"<svg {frame} ")
    for x, is_inside in [("39.9", True), ("40.5", "size" not in frame), ("50.5", False)]:
        text = f"{root}<text y='20' x='{x}' text-anchor='end'>H</text></svg>"
        _, problems = compare(text, Drafter(FONTS))
        assert goes_quickly(Drafter(FONTS), [text]) is is_inside
        assert not problems if is_inside else problems


GROUP = "><text>Ship</text><rect width='4' height='3' data-field='checkbox'/></g>"


@pytest.mark.parametrize("inner", ["{}", "<g transform='scale(0.5)'>{}</g>", "<g>{}</g>"])
@pytest.mark.parametrize(
    "places",
    [
        [(3, 20), (3, 40), (25, 20)],
        [(3, 20), (45, 20)],
        [(45, 20), (3, 20)],
        [(3, 20), (3, 55), (25, 20)],
        [(3, 20), (3, 20), (-9, 20)],
    ],
)
def test_a_group_that_comes_again_is_looked_at_in_each_place(places, inner):
    """What is known of its texts and fields in one place does not hold in another."""
    drafter = Drafter(FONTS)
    is_inside = all(0 <= x < 40 and y < 50 for x, y in places)
    for some in (places[:1], places, places[:1], places):
        pieces = [EDGED]
        for x, y in some:
            group = inner.format(f"<g transform='translate(1 1)'{GROUP}")
            pieces += ["<g transform='translate(", f"{x}", " ", f"{y}", f")'>{group}</g>"]
        pieces.append("</svg>")
        drawings, problems = compare("".join(pieces), drafter, pieces)
        if some is places:
            assert goes_quickly(drafter, pieces) is is_inside
            assert bool(problems) is not is_inside
        if drawings:
            boxes = [tuple(field.box) for field in drawings[0].fields]
            assert len({*boxes}) == len({*some})


WORDS = st.text(alphabet="AVTe o1,é→", max_size=14)
LINE_STYLES = TEXT_STYLES | {
    "dominant-baseline": st.sampled_from(["middle", "central", "hanging", "auto"]),
    "fill": COLORS,
    "fill-opacity": st.sampled_from(["1", "0.5", "0"]),
    "stroke": st.sampled_from(["none", "red"]),
    "visibility": st.sampled_from(["visible", "hidden"]),
}


@SLOW
@given(
    st.lists(WORDS, min_size=1, max_size=3),
    st.fixed_dictionaries({}, optional=LINE_STYLES),
    st.sampled_from(["", 'data-width="12"', 'data-width="60" dx="2"', 'y="30" textLength="50"']),
)
@example(["  A  V  ", "", " "], {}, 'data-width="30"')
@example(["AVAV", "To"], {"text-anchor": "end"}, 'data-width="30"')
@example(["AVAV", "To"], {"text-anchor": "middle"}, 'data-width="30"')
@example(["AVAV", "To"], {"dominant-baseline": "middle"}, 'data-width="30"')
@example(["AVAV", "To"], {"dominant-baseline": "hanging", "fill": "red"}, "")
@example(["AVAV", "To"], {"letter-spacing": ".1em"}, "")
@example(["AVAV", "To"], {"fill-opacity": "0.5"}, "")
@example(["AV  AV", " To"], {"white-space": "pre"}, "")
def test_words_are_set_the_same_line_by_line(words, style, more):
    """Words that follow each other in one style, whose looks are examined only for the first."""
    look = ";".join(f"{name}:{value}" for name, value in style.items())
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" font-family="Barlow">'
    for word in words:
        compare(
            f'{head}<text x="40" y="20" {more} style="{look}">{word}</text></svg>', Drafter(FONTS)
        )
        body = [f'<text x="40" y="20" {more} style="{look}">', f"{word}</text>", "</svg>"]
        compare("".join([head, *body]), PIECED[Ink.COLOR], [head, *body])


def test_plain_words_are_set_without_examining_their_style_again(monkeypatch):
    def fail(*_):
        raise AssertionError("this is a line")

    monkeypatch.setattr("sheetgen.svg.plan.maker.draw_text", fail)
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'
    text = f'{head}<text y="20">{{}}</text></svg>'
    drafter = Drafter(FONTS)
    words = ("one", "other", "größer")
    assert len({drafter.draw(text.format(word))[0].operators for word in words}) == 3
    with pytest.raises(AssertionError, match="this is a line"):
        drafter.draw(text.format("gro\u0308ßer"))  # its accent has to find its letter first


def test_drawings_share_the_parts_that_they_have_in_common():
    drafter = Drafter(FONTS)
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'
    box = '<g transform="translate(9 9)"><rect width="5" height="5"/><circle r="2"/></g>'
    kept = []
    for width in (7, 8):
        drawing, _ = drafter.draw([head, f'<rect width="{width}" height="3"/>', box, "</svg>"])
        assert isinstance(drawing, PlannedDrawing)
        kept.append(drawing.parts)
    assert len(kept[0]) == 5  # the first rectangle; the group's start, shapes and end
    assert kept[0][0] is not kept[1][0]
    assert kept[0][1:] == kept[1][1:]


def test_too_many_shapes_are_noticed_in_whatever_pieces_they_come(monkeypatch):
    for module in ("plan.plan", "element"):
        monkeypatch.setattr(f"sheetgen.svg.{module}.MOST_WEIGHT", 20)
    drafter = Drafter(FONTS)
    box = '<g transform="translate(9 9)"><rect width="5" height="5"/><circle r="2"/></g>'
    sizes = [[1] * 20, [1] * 21, [5] * 4, [5, 5, 5, 6], [2] * 10, [1, 1, 5, 6, 8], [1] * 20]
    for boxes in (0, 1, 2):
        for pieces in sizes:
            shapes = ['<rect width="9" height="9"/>' * size for size in pieces]
            _, problems = drafter.draw([ROOT, *shapes, *[box] * boxes, "</svg>"])
            found = [problem.rule.name for problem in problems]
            assert found[:1] == ["too-complex"] * (sum(pieces) + 2 * boxes > 20), (pieces, boxes)


@pytest.mark.parametrize(
    ("opening", "inside", "quick"),
    [
        ('<g   xmlns="http://www.w3.org/2000/svg" overflow="visible">', "", True),
        ("<g>", "", True),
        ('<g id="part">', "", False),
        ("<g>", '<rect width="2" height="2"/>', False),
    ],
)
def test_definitions_of_included_templates_are_read_with_the_head(opening, inside, quick):
    """They come in a group; a group that draws something, or may be named, is part of the body."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    part = '<defs><symbol id="s"><path d="M1 1H5V5Z"/></symbol></defs>'
    text = f'{head}\n{opening}<!-- a note -->{part}{inside}</g>\n<use href="#s"/></svg>'
    drawer = Drafter(FONTS)
    drawn, problems = drawer.draw(text)
    whole, _ = drawer.draw_tree(text)
    assert not problems and drawn.operators == whole.operators
    assert isinstance(drawn, PlannedDrawing) is quick
