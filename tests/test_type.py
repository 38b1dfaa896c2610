"""The one place for text: which face, how wide, where lines and columns end."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from math import inf
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.type.face import Face
from sheetgen.type.fonts import Fonts, clean, measure, split_faces
from sheetgen.type.glyphs import measure_glyphs
from sheetgen.type.linebreak import (
    JOINTS,
    LineElement,
    Manner,
    cut_words,
    fill_column,
    fill_lines,
    hyphenate,
    join_pieces,
    measure_column,
    measure_line,
    share_columns,
    trim,
)

FONTS = Fonts()
FACES = FONTS.list_faces("Barlow", 400, False)
BOLD = FONTS.list_faces("Barlow", 700, False)
TEXTS = st.text("abc WiléЩσ5-–—’.\u00a0\u2009戦\u0301", max_size=60)


# Fallback


def test_a_word_stays_in_one_face() -> None:
    parts, missing = split_faces("Ship Щит 5", FACES)
    assert [(face.family, text) for face, text in parts] == [
        ("Barlow", "Ship "),
        ("Fira Sans", "Щит "),
        ("Barlow", "5"),
    ]
    assert missing == []


def test_what_no_face_has_is_named_and_set_in_the_first() -> None:
    parts, missing = split_faces("Yamato 戦艦", FACES)
    assert missing == ["戦", "艦"]
    assert parts == [(FACES[0], "Yamato 戦艦")]


def test_rare_spaces_become_plain_ones() -> None:
    assert not FACES[0].covers("\u2006")
    assert split_faces("a\u2006b", FACES) == ([(FACES[0], "a b")], [])


@given(TEXTS)
def test_parts_give_the_text_back(text: str) -> None:
    parts, missing = split_faces(clean(text), FACES)
    spaced = "".join(" " if c.isspace() and not FACES[0].covers(c) else c for c in clean(text))
    assert "".join(part for _, part in parts) == spaced
    for face, part in parts:
        assert {c for c in part if not face.covers(c)} <= set(missing)
    for (one, _), (two, _) in pairwise(parts):
        assert one is not two


@pytest.mark.parametrize(
    ("text", "cleaned"), [("ru\u0308n", "rün"), ("co\u00adop", "coop"), ("a\u200db", "ab")]
)
def test_accents_are_joined_and_what_leaves_no_ink_goes(text: str, cleaned: str) -> None:
    assert clean(text) == unicodedata.normalize("NFC", cleaned)


# Measuring


def test_a_text_is_as_wide_as_its_glyphs() -> None:
    face = FACES[0]
    assert measure("AV", FACES) == face.measure("AV") == measure_glyphs(face.shape("AV"))
    assert measure("AV", FACES) < measure("A", FACES) + measure("V", FACES)  # kerned
    assert measure("Щит", FACES) == FACES[1].measure("Щит")
    assert measure("Warrior", BOLD) > measure("Warrior", FACES)


# Words


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("destroyed", ("des", "troyed")),
        ("“Undestroyed,”", ("“Un", "destroyed,”")),
        ("ship", ("ship",)),
        ("HMS-1234567", ("HMS-1234567",)),
        ("DESTROYED", ("DESTROYED",)),
    ],
)
def test_words_are_divided(word: str, parts: tuple[str, ...]) -> None:
    found = hyphenate(word, "en-GB")
    assert "".join(found) == word
    assert found[0] == parts[0] and len(found) >= len(parts)
    assert hyphenate(word, "xx") == (word,)


def split(texts: list[str], width: float, language: str = "", folded: bool = True) -> list[str]:
    """The lines of spans in regular and bold letters of 10 units."""
    looks: list[tuple[Face, ...]] = [FACES, BOLD]

    def wide(at: int, text: str) -> float:
        return measure(text, looks[at % 2]) / 100

    items, pieces = cut_words(texts, [Manner(JOINTS, language)] * len(texts), wide, folded)
    lines = []
    for line in fill_lines(items, lambda _: width, 0.0):
        line = trim(line, items)
        shown = "".join(piece.text for piece in join_pieces(line, pieces))
        lines.append(shown)
        # Only what can't be broken is wider than its line.
        boxes = [
            at
            for at in range(line.start, line.end)
            if not items[at].glue and items[at].penalty is None
        ]
        whole = not boxes or boxes == list(range(boxes[0], boxes[-1] + 1))
        assert measure_line(line, items) <= width + 1e-9 or whole
    return lines


def test_lines_end_at_spaces_hyphens_and_where_they_are_told_to() -> None:
    assert split(["a broad-side of ships\nand more"], 50) == [
        "a broad-",
        "side of",
        "ships",
        "and more",
    ]


def test_a_word_too_long_for_its_line_does_not_keep_the_next_ones() -> None:
    assert split(["Donaudampfschiff is one"], 40) == ["Donaudampfschiff", "is one"]
    assert split(["is one Donaudampfschiff"], 40) == ["is one", "Donaudampfschiff"]


def test_words_are_divided_only_where_that_is_asked_for() -> None:
    assert split(["of undestroyed ships"], 55) == ["of", "undestroyed", "ships"]
    assert split(["of undestroyed ships"], 55, "en-GB")[0] == "of undes-"


def test_a_hyphen_between_two_looks_ends_a_line() -> None:
    assert split(["broad-", "side"], 30) == ["broad-", "side"]


@given(
    st.lists(st.text("abc mWil-\n.\u00a0é", max_size=80), min_size=1, max_size=3),
    st.floats(5, 300),
    st.booleans(),
)
def test_lines_fit_and_give_the_text_back(texts: list[str], width: float, folded: bool) -> None:
    lines = split(texts, width, folded=folded)
    whole = re.sub(r"[ \n]", "", "".join(texts))
    assert re.sub(" ", "", "".join(lines)) == whole
    # Nothing is lost between lines but spaces: words are divided after hyphens only.
    words = [word for word in re.split(r"[ \n]+", "".join(texts)) if word]
    assert re.sub(r"(?<=-) ", "", re.sub(" +", " ", " ".join(lines)).strip(" ")) == re.sub(
        r"(?<=-) ", "", " ".join(words)
    )


@given(st.lists(st.sampled_from(["destroyer", "commander", "a", "wherever"]), max_size=20))
def test_divided_words_give_the_text_back(words: list[str]) -> None:
    lines = split([" ".join(words)], 45, "en-GB")
    joined = " ".join(lines)
    assert re.sub(r"(?<=[a-z])- ", "", joined) == " ".join(words)


# Columns


class Strip(NamedTuple):
    height: float
    gap: float
    keeps: bool


STRIPS = st.lists(
    st.builds(Strip, st.floats(1, 9), st.sampled_from([0.0, 1.5]), st.booleans()), max_size=40
)


@given(STRIPS, st.integers(1, 4), st.floats(1, 400) | st.just(inf))
def test_columns_hold_every_strip_once(strips: list[Strip], columns: int, most: float) -> None:
    shared, rest = share_columns(strips, columns, most)
    assert [strip for column in shared for strip in column] + list(rest) == strips
    assert len(shared) == columns
    for column in shared:
        assert measure_column(column) <= most + 1e-6
        # What is kept by the next never ends a column, unless nothing comes after it.
        assert not (column and column[-1].keeps) or (column[-1] is strips[-1] and not rest)
    if most == inf:
        assert not rest


def test_columns_are_as_equal_as_can_be() -> None:
    strips = [Strip(4, 1, False)] * 10
    assert [len(column) for column in share_columns(strips, 2, inf)[0]] == [5, 5]
    assert [len(column) for column in share_columns(strips, 3, inf)[0]] == [4, 4, 2]
    assert [len(column) for column in share_columns(strips, 1, inf)[0]] == [10]


def test_a_heading_goes_with_what_follows() -> None:
    strips = [Strip(4, 0, False), Strip(4, 0, True), Strip(4, 0, False)]
    assert fill_column(strips, 8) == 1
    assert fill_column(strips, 12) == 3
    assert fill_column(strips[:2], 8) == 2  # nothing follows


def test_no_gap_is_left_at_the_top() -> None:
    strips = [Strip(4, 9, False), Strip(4, 1, False)]
    assert measure_column(strips) == 9
    assert fill_column(strips, 9) == 2
    assert fill_column(strips, 8.9) == 1


def test_an_overfull_penalty_is_taken_where_nothing_else_is() -> None:
    items = [
        LineElement(9),
        LineElement(1, penalty=0.0, hyphen=True),
        LineElement(9),
        LineElement(0, penalty=-inf),
    ]
    assert [line.end for line in fill_lines(items, lambda _: 5)] == [1, 3]
