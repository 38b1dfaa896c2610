"""The stylesheet of a book for screens: its theme's styles as CSS, and the faces that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set

from sheetgen.book.theme import Design, TextLook
from sheetgen.export.vector.defs import make_font
from sheetgen.ground.number import fmt
from sheetgen.type.face import Face
from sheetgen.type.fonts import Fonts, clean, split_faces

Letters = Mapping[tuple[str, int, bool], Set[str]]
"""The letters that a book has in each family, weight and slope."""

_LAYOUT = """\
body{{margin:0 auto;padding:1em;max-width:46em;{body}}}
h1,h2,h3,h4,h5,h6{{break-after:avoid;clear:both}}
a{{color:{accent}}}
nav ol{{list-style:none;padding-left:1.2em}}
nav a{{text-decoration:none}}
figure{{margin:1em 0;text-align:center;break-inside:avoid}}
figure.left{{text-align:left}}
figure.right{{text-align:right}}
figure img{{max-width:100%;height:auto}}
@media (min-width:40em){{figure.portrait{{float:right;width:48%;margin:0 0 1em 1em}}}}
figure.row img{{margin:.3em;vertical-align:middle}}
.table{{overflow-x:auto;margin:1em 0}}
table{{border-collapse:collapse;border-bottom:1px solid {accent}}}
th,td{{padding:.25em .5em;text-align:left;vertical-align:top;border-bottom:1px solid {rule}}}
thead th,tfoot td{{border-bottom:1px solid {accent}}}
tfoot{{font-weight:bold}}
caption{{text-align:left}}
table:has(caption){{min-width:16em}}
p.flush,p.initial{{text-indent:0}}
p.initial::first-letter{{font-family:{title};font-size:{drop}em;line-height:1;float:left;margin-right:.08em}}
.panel{{margin:1em 0;padding:.6em 1em;border-left:.25em solid {accent};background:{tint}}}
pre{{padding:.6em 1em;overflow-x:auto;background:{tint};border:1px solid {rule}}}
hr{{width:6em;border:0;border-top:1px solid {rule};margin:2em auto}}
blockquote{{margin:1em 0}}
li.task{{list-style:none}}
ul.index{{list-style:none;padding-left:0}}
.small-caps{{font-size:.82em;letter-spacing:.06em}}
sup,sub{{font-size:.68em;line-height:0}}
section{{margin-top:3em}}
.cover{{margin:0;text-align:center}}
.cover img{{max-width:100%;max-height:100vh}}
@media print{{section{{break-before:page}}}}"""


def write_stylesheet(design: Design) -> str:
    """The CSS of a theme; sizes follow from those that a reader has chosen."""
    theme = design.theme
    names = ("accent", "rule", "tint")
    colours = {name: _colour(design, name) for name in names}
    body = f"background:{_colour(design, 'paper')};{_describe(design, theme.styles['body'])}"
    title = list_faces(design, "title")
    rules = [_LAYOUT.format(body=body, title=title, drop=max(1, theme.drop) * 1.15, **colours)]
    code = _describe(design, theme.styles["code"], size=False)
    rules.append(f"code,pre{{{code};font-size:.88em}}")
    flow = {"body": "p", "cell": "td,table th", "cell-head": "thead th"}
    flow["caption"] = "figcaption,caption,.caption"
    for name, look in theme.styles.items():
        selector = flow.get(name, f".{name}")
        space = name not in ("cell", "cell-head", "index", "code")
        rules.append(f"{selector}{{{_describe(design, look, space=space)}}}")
    rules.append(".right{text-align:right}.centre{text-align:center}.left{text-align:left}")
    return "\n".join(rules) + "\n"


def _colour(design: Design, name: str) -> str:
    colour = design.colour(name)  # type: ignore[arg-type]
    return "transparent" if colour == "none" else colour


def _describe(design: Design, look: TextLook, space: bool = False, size: bool = True) -> str:
    """The declarations of a style; its lengths in ems of its own size."""
    theme = design.theme
    line = theme.leading / (look.size * theme.size)  # of body text, in ems
    found = {
        "font-family": list_faces(design, look.font),
        "font-weight": str(look.weight),
        "font-style": "italic" if look.italic else "normal",
        "font-size": f"{fmt(look.size)}em" if size and look.size != 1 else "",
        "line-height": fmt(max(1.15, look.lines * line)) if size else "",
        "color": _colour(design, look.colour),
        "text-align": {"centre": "center"}.get(look.align, look.align) if space else "",
        "text-indent": f"{fmt(look.indent)}em" if space else "",
        "margin": f"{fmt(look.before * line)}em 0 {fmt(look.after * line)}em" if space else "",
        "padding-left": f"{fmt(look.left)}em" if space and look.left else "",
        "letter-spacing": f"{fmt(look.tracking / 1000)}em" if look.tracking else "",
        "hyphens": "auto" if look.hyphenate else "",
    }
    return ";".join(f"{key}:{value}" for key, value in found.items() if value)


def list_faces(design: Design, font: str) -> str:
    """The families of one of the theme's fonts as CSS names them, a generic one at the end."""
    name = design.family(font)  # type: ignore[arg-type]
    families = design.setter.fonts.families
    family = families.get(name.lower())
    known = f"{name} {family.fallback if family else ''}".lower()
    generic = "monospace" if "mono" in known else "sans-serif" if "sans" in known else "serif"
    return f"{_quote(name)},{generic}"


def _quote(family: str) -> str:
    return "'" + family.replace("\\", "").replace("'", "") + "'"


# Fonts: the letters of a book from the faces that have them, where their makers allow that.


def embed_fonts(
    fonts: Fonts, letters: Letters, place: Callable[[str, bytes], str]
) -> Iterator[str]:
    """The rules of the fonts in which a book is set; `place` keeps a file and gives its address.

    A face whose maker does not allow that is left to those that the reader has. Raises ProblemError
    for a damaged one.
    """
    wanted: dict[tuple[str, int, bool], dict[str, int]] = {}
    faces: dict[tuple[str, int, bool], Face] = {}
    lead: dict[tuple[str, int, bool], str] = {}
    for (family, weight, italic), text in sorted(letters.items()):
        chain = fonts.list_faces(family, weight, italic)
        for face, part in split_faces(clean("".join(sorted(text))), chain)[0] if chain else ():
            if face.is_restricted:
                continue
            own = (f"{family}/{face.name}", face.weight, face.italic)
            faces[own], lead[own] = face, family
            glyphs = wanted.setdefault(own, {})
            glyphs |= {letter: face.find_glyph(ord(letter)) for letter in part if ord(letter) > 32}
    for number, (own, face) in enumerate(faces.items(), 1):
        glyphs = {letter: glyph for letter, glyph in wanted[own].items() if glyph}
        if not glyphs:
            continue
        glyphs[" "] = face.find_glyph(32)
        ending = "otf" if face.is_postscript else "ttf"
        address = place(f"{number:02}-{face.name}.{ending}", make_font(face, glyphs))
        codes = ",".join(f"U+{ord(letter):X}" for letter in sorted(glyphs))
        is_own = face.family == lead[own]
        ranges = "" if is_own else f"unicode-range:{codes};"
        yield (
            f"@font-face{{font-family:{_quote(lead[own])};font-weight:{face.weight};"
            f"font-style:{'italic' if face.italic else 'normal'};{ranges}src:url({address})}}"
        )
