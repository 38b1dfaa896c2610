"""Cases: a folder of files with one of them broken, and the commands that must cope with it.

A case is made from its kind, its seed and its number alone, so it can be made again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.fuzz import corpus
from tests.fuzz.binary import break_font, break_picture
from tests.fuzz.text import JINJA, break_bytes, break_text
from tests.fuzz.tree import break_xml, break_yaml


class Case(NamedTuple):
    """The files of a folder, and the commands to run in it.

    Where the commands `agree`, a file that one of them reports is reported by all of them.
    """

    files: dict[str, bytes]
    commands: list[list[str]]
    agree: bool = True


PICTURE = corpus.make_pictures()[4][1]
_MOST_PAPER = ("--paper", "4000x4000mm")  # so that the paper is not what is found too small


def make_case(kind: str, seed: int, number: int) -> Case:
    """The case of a kind with that number."""
    return KINDS[kind](Random(f"{seed} {kind} {number}"))


def _print(random: Random, *more: str) -> list[str]:
    """A command that prints everything in the folder, in one of the ways there are."""
    options = random.choice((
        ("out.pdf",), ("out.pdf",), ("out.pdf",), ("out.pdf", "--ink", "low"),
        ("out.pdf", "--ink", "grey"), ("out.pdf", "--fillable"), ("out.svg",),
        ("out.pdf", "--duplex", "fold"), ("out.png", "--dpi", "20"),
    ))  # fmt: skip
    paper = () if "out.png" in options else _MOST_PAPER  # as it has too many pixels
    return ["render", "-o", *options, *paper, *more]


def _break_either(
    random: Random,
    text: str,
    others: list[str],
    tree: Callable[[Random, str, list[str]], str],
    words: tuple[str, ...] = (),
) -> bytes:
    """A text broken as a tree, as a text, or as bytes."""
    how = random.random()
    if how < 0.45:
        text = tree(random, text, others)
    if how > 0.35:
        text = break_text(random, text, others, words)
    data = text.encode("utf-8", "surrogatepass")
    return break_bytes(random, data) if how > 0.95 else data


def _make_yaml(random: Random) -> Case:
    texts = corpus.read_definitions()
    name = random.choice(list(texts))
    folder = name.partition("/")[0]
    others = [text for other, text in texts.items() if other.startswith(folder)]
    others = others if random.random() < 0.8 else list(texts.values())
    broken = _break_either(random, texts[name], others, break_yaml, _KEYS)
    files = {"ship.yaml": broken, "picture.png": PICTURE}
    command = _print(random)
    return Case(files, [["validate"], command], agree="out.png" not in command)


_KEYS = ("system:", "name:", "id:", "art:", "ships:", "count:", "- {ship: ", "art: picture.png")


def _make_template(random: Random) -> Case:
    texts = corpus.read_templates()
    role = random.choice(corpus.find_roles())
    text = texts[role.template]
    broken = break_text(random, text, list(texts.values()), (*JINJA, *_TAGS, *corpus.EXPRESSIONS))
    files = {
        f"templates/{role.template}": broken.encode("utf-8", "surrogatepass"),
        "ship.yaml": corpus.read_definitions()[role.definition].encode(),
    }
    return Case(files, [_print(random, "--sheet", role.sheet)])


_TAGS = (
    "<!--{% for a in range(3) %}-->", "<!--{% endfor %}-->", "<!--{% if 1 %}-->",
    "<!--{% endif %}-->",
    "<!--{% set a = 1 %}-->", '<!--{% include "x.svg" %}-->', "<!--{% macro a() %}-->", "<g>",
    "</g>",
    "<!--{% import 'x' as y %}-->", "<!--{% extends 'x' %}-->", "<!--{% block a %}-->", "<text>",
    "{{ sheet.name }}", "{{ sheet", "</svg>", '<rect width="1"/>', "<!--{% raw %}-->", "<!--{# x",
)  # fmt: skip


def _make_svg(random: Random) -> Case:
    texts = corpus.read_drawings()
    broken = _break_either(random, random.choice(texts), texts, break_xml, ("<g>", "</g>", "<a"))
    out = random.choice(("out.pdf", "out.pdf", "out.pdf", "out.svg"))
    return Case({"a.svg": broken, "picture.png": PICTURE}, [["draw", "a.svg", "-o", out]])


_BAND = b"system: asfos\nfleet: The Band\nships:\n  - {ship: hobby, count: 2}\n  - {ship: merlin}\n"
_DRAWING = corpus.FRAME.format('<rect width="50" height="30" fill="#123456"/>').encode()


def _publish(files: dict[str, bytes]) -> Case:
    """A small book with a fleet, a chapter and pictures; `files` are broken ones among them."""
    sound = {
        "book.yaml": corpus.read_books()[0].encode(),
        "one.md": b"# One\n\nA chapter.\n",
        "picture.png": PICTURE,
        "drawing.svg": _DRAWING,
        "band.yaml": _BAND,
    }
    return Case({**sound, **files}, [["validate"], ["book", "book.yaml", "-o", "out.pdf"]])


def _make_chapter(random: Random) -> Case:
    texts = corpus.read_chapters()
    text = random.choice(texts)
    if text is not texts[0]:  # another book's: its links lead nowhere here
        text = re.sub(r"\]\([^)]*\)", "](https://example.org)", text)
        text = re.sub(
            r"\b(ondaro-cast|threshold-watch|windward-squadron|quarry-watch)\b", "band", text
        )
    broken = break_text(random, text, texts, (*_inline(JINJA), *_BLOCKS, *corpus.EXPRESSIONS))
    data = broken.encode("utf-8", "surrogatepass")
    return _publish({"one.md": break_bytes(random, data) if random.random() < 0.04 else data})


def _inline(expressions: list[str]) -> list[str]:
    return [text.replace("sheet", "book") for text in expressions]


_ARGUMENTS = (
    "", "none", "nan", "0", "-1", "1e999", "'x'", "[]", "{}", "true", "'hobby', scale=0",
    "'hobby', scale=-1", "'hobby', scale='a'", "'hobby', scale=1e308", "'hobby', scale=none",
    "'hobby', piece=0", "'hobby', piece=99", "'hobby', piece=-1", "'hobby', piece=1.5",
    "'hobby', caption=5", "'hobby', align='up'", "'hobby', wide='x'", "'hobby', nothing=1",
    "'hobby', 'merlin'", "'band'", "ships", "ships.hobby", "'no-such'", "'hobby', scale=(1 / 3)",
)  # fmt: skip
_CALLS = (
    "display", "counter", "card", "reference", "portrait", "sheet", "fleet_table", "ship_table",
    "index", "page_break", "column_break",
)  # fmt: skip
_BLOCKS = (
    *(f"\n\n{{{{ {name}({given}) }}}}\n\n" for name in _CALLS for given in _ARGUMENTS),
    "\n\n::: columns\n", "\n\n::: columns 0\n", "\n\n::: columns " + "9" * 5000 + "\n",
    "\n\n:::\n\n",
    "\n\n::: wide\n", "\n\n::: nothing\n", "![](no.png)", "![a](one.md)",
    "![a](picture.png){width=0}",
    "![a](picture.png){width=nan%}", "![a](picture.png){width=-5mm}", "![a](picture.png){.bleed}",
    "![a](picture.png){width=1e9mm}", "[a](#no)", "[](#no)", "[a](no.md)", "[^9]", "[^9]: x", "<b>",
    "&#0;", "&copy;", "\n\n|a|\n|-|\n|b|c|d|\n", "\n\n# \n\n", "\n\n###### x\n\n", "\n\n```\nx\n",
    "{% for a in range(3) %}", "{% endfor %}", "{% if x %}", "{% macro a() %}", "{% include 'x' %}",
    "[x]{.index}", "[]{.index}", "[x]{index=}", "[x]{.nothing}", "\n\n!!! note\n\n", "\n\n!!!\n",
)  # fmt: skip


def _make_book(random: Random) -> Case:
    (text,) = corpus.read_books()
    broken = _break_either(random, text, corpus.read_books(), break_yaml, _BOOK_WORDS)
    return _publish({"book.yaml": broken})


_BOOK_WORDS = (
    "book:", "theme: low-ink", "theme: naval-archive", "theme: nothing", "paper: 20x20mm",
    "paper: a3",
    "signature: 0", "bleed: .nan", "columns: 9", "colour: none", "language: xx", "language: de",
    "chapters: []", "fleets: [none]", "\n---\nbook: Second\n", "cover: drawing.svg",
    "cover: one.md",
    "ships: [hobby, hobby]", "appendix: {sheets: [none]}", "appendix: {copies: 0}", "index: maybe",
)  # fmt: skip


def _make_theme(random: Random) -> Case:
    texts = corpus.read_themes()
    name = random.choice([*texts, *[n for n in texts if n.endswith("yaml")] * 3])
    theme = name.partition("/")[0]
    if name.endswith("yaml"):
        others = [text for other, text in texts.items() if other.endswith("yaml")]
        broken = _break_either(random, texts[name], others, break_yaml, _THEME_WORDS)
    else:
        others = [text for other, text in texts.items() if other.endswith("svg")]
        words = (*_inline(JINJA), *_TAGS)
        broken = break_text(random, texts[name], others, words).encode("utf-8", "surrogatepass")
    own = {f"templates/book/{n}": t.encode() for n, t in texts.items() if n.startswith(f"{theme}/")}
    book = corpus.read_books()[0].replace("theme: clean", f"theme: {theme}").encode()
    return _publish({**own, f"templates/book/{name}": broken, "book.yaml": book})


_THEME_WORDS = (
    "Nothing", "Barlow", "body", "title", "size: 0", "size: .nan", "leading: -1", "lines: 0", "0",
    "columns: 0", "margins: {}", "inner: 0.9", "drop: 99", "sink: 400", "gutter: 1e9", "weight: 0",
    "tracking: .inf", "colour: none", "align: up", "hyphenate: 5", "left: 1e6", "striped: ja",
)  # fmt: skip


def _make_image(random: Random) -> Case:
    suffix, data = random.choice(corpus.make_pictures())
    broken = break_picture(random, data)
    if random.random() < 0.05:
        suffix = random.choice((".png", ".jpg", ".svg", ".jpeg", ".PNG"))
    name = f"art{suffix}"
    how = random.randrange(4)
    if how == 0:
        text = corpus.FRAME.format(f'<image width="50" height="30" href="{name}"/>')
        return Case({name: broken, "a.svg": text.encode()}, [["draw", "a.svg", "-o", "out.pdf"]])
    if how == 1:
        place = random.choice(("cover", "chapter"))
        book = corpus.read_books()[0].replace("cover: picture.png", f"cover: {name}")
        chapter = f"# One\n\n![A]({name})\n"
        files = {"book.yaml": book.encode()} if place == "cover" else {"one.md": chapter.encode()}
        return _publish({**files, name: broken})
    ship = random.choice([n for n in corpus.read_definitions() if n in _WITH_ART])
    text = f"{corpus.read_definitions()[ship]}\nart: {name}\n"
    files = {name: broken, "ship.yaml": text.encode()}
    out = random.choice(("out.pdf", "out.pdf", "out.svg"))
    return Case(files, [["validate"], ["render", "-o", out, *_MOST_PAPER]])


_WITH_ART = ("asfos/hobby.yaml", "airships/gadfly.yaml", "barsoom/sandpiper.yaml",
             "black-skies/flint.yaml")  # fmt: skip


def _make_font(random: Random) -> Case:
    faces = corpus.read_fonts()
    broken = break_font(random, random.choice(faces), random.choice(faces))
    name = random.choice(("fonts/own.ttf",) * 9 + ("fonts/own.otf", "fonts/own.ttc"))
    family = random.choice(("Barlow", "Barlow Condensed", "Fira Sans", "Marcellus", "Spectral"))
    if random.random() < 0.5:
        text = "".join(
            f'<text x="2" y="{9 + 9 * at}" font-size="7" font-family="{one}" font-weight="{weight}"'
            f' font-stretch="{random.choice(_STRETCHES)}">Añ {one} ffi 戦</text>'
            for at, (one, weight) in enumerate(((family, 400), ("Barlow", 600), ("Spectral", 700)))
        )
        out = random.choice((["out.pdf"], ["out.pdf"], ["out.svg"], ["out.svg", "--text", "text"]))
        files = {name: broken, "a.svg": corpus.FRAME.format(text.replace("戦", "")).encode()}
        return Case(files, [["draw", "a.svg", "-o", *out]])
    ship = corpus.read_definitions()["asfos/hobby.yaml"].encode()
    return Case({name: broken, "ship.yaml": ship}, [["validate"], ["render", "-o", "out.pdf"]])


_STRETCHES = ("normal", "condensed", "62.5%", "ultra-expanded")


def _make_game(random: Random) -> Case:
    texts = corpus.read_game()
    yamls = {name: text for name, text in texts.items() if name.endswith(".yaml")}
    (main,) = (name for name in yamls if name.endswith("game.yaml"))
    (prose,) = (name for name in texts if name.endswith(".md"))
    name = random.choice((*(main,) * 12, prose, *yamls))  # drawings are another kind's
    if name == prose:
        text = break_text(random, texts[name], list(texts.values()), _FORMULAS)
        broken = text.encode("utf-8", "surrogatepass")
    else:
        broken = _break_either(random, texts[name], list(yamls.values()), break_yaml, _FORMULAS)
    fleet = next(text for other, text in texts.items() if other.endswith("sluice-wardens.yaml"))
    sound = {other: text.encode() for other, text in texts.items()}
    files = {**sound, name: broken, "fleet.yaml": fleet.encode()}
    # What is wrong with an example is found by `validate` alone.
    return Case(files, [["validate"], _print(random)], agree=False)


_FORMULAS = (
    "1..9999", "1..999999999", "[n for n in 1..9999]", "[[m for m in 1..99] for n in 1..99]",
    "track(9999)", "degrade(hull, 9999)", "hull * hull * hull * hull * 10000000000", "/ 0", "// 0",
    "sqrt(0 - hull)", "guns[calibre]", "classes[..hull]", "classes[hull..]", "given(hull)",
    "sum(ships)", "{hull}", "{", "}", "(" * 50, "[" * 50, "-" * 60, "not " * 60, "9" * 40, "1.5.5",
    "{type: list, of: {type: record, fields: {a: int}}}", "{type: choice, of: guns}",
    "{type: number, optional: true}", "each: n in 1..9999", "of: game", "of: fleet", "use: roster",
    "use: reference", "copies: 9999", "copies: hull / 2", "blank: {hull: [4]}", "size: 99",
    "values: {a: b, b: a}", "default: []", "sample: x", "name", "ships", "hull", "dice.bow",
)  # fmt: skip


def _make_crowd(random: Random) -> Case:
    name, write = random.choice(corpus.CROWDS)
    size = random.choice((50, 500, 5000, 50_000)) + random.randrange(50)
    draw = [["draw", name, "-o", "out.pdf"]]
    commands = draw if name.endswith(".svg") else [["validate", name]]
    return Case({name: write(size).encode()}, commands)


KINDS: dict[str, Callable[[Random], Case]] = {
    "yaml": _make_yaml,
    "template": _make_template,
    "svg": _make_svg,
    "chapter": _make_chapter,
    "book": _make_book,
    "theme": _make_theme,
    "image": _make_image,
    "font": _make_font,
    "game": _make_game,
    "crowd": _make_crowd,
}
"""How the cases of each kind are made."""


def write_case(case: Case, folder: Path) -> None:
    """Writes the files of a case into a folder."""
    for name, data in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
