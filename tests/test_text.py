"""Running text of the kit: lines as wide as they print, sections in columns and over pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.kit.leaflet import ProseError, read_prose
from sheetgen.systems.kit.text import (
    Area,
    Fact,
    Section,
    TextParagraph,
    TextWriter,
    WrittenRun,
    measure_column,
    place_columns,
    sign,
)
from sheetgen.type.fonts import Fonts

WRITER = TextWriter()
AREA = Area(190, 250, 6)


@given(
    text=st.text("abc mWil.\u00a0Щ", min_size=1, max_size=300),
    lead=st.text("ab ", max_size=20),
    width=st.floats(20, 200),
)
def test_lines_lose_no_words_and_fit(text: str, lead: str, width: float) -> None:
    lines = WRITER.break_lines(text, lead, width)
    words = [word for line in lines for word in "".join(line).split(" ") if word]
    given = [word for word in f"{lead} {text}".split(" ") if word]
    assert "".join(words) == "".join(given)
    if all(WRITER.measure(word, 3.2, True) <= width for word in given):  # wider ones are broken
        assert words == given
    for bold, plain in lines:
        printed = WRITER.measure(bold.rstrip(), 3.2, True) + WRITER.measure(plain, 3.2)
        assert printed <= width + 0.1 or len(f"{bold}{plain}".strip().split(" ")) == 1


def test_lines_are_measured_in_the_fonts_of_the_run(tmp_path: Path) -> None:
    black = Fonts().find("Barlow", 900, False)
    assert black
    (tmp_path / "own.ttf").write_bytes(black.path.read_bytes())
    own = TextWriter(Fonts([tmp_path]))
    assert own.measure("Whoever", 3.2) > 1.03 * WRITER.measure("Whoever", 3.2)
    text = "Whoever has the larger number of ships on the table has won. " * 9
    assert len(own.break_lines(text, "", 60)) > len(WRITER.break_lines(text, "", 60))


def test_a_paragraph_has_its_mark_once_and_keeps_its_ends() -> None:
    lines = WRITER.write(40, TextParagraph("word " * 30, "Lead.", "1", "#333", hang=7))
    assert len(lines) >= 4
    assert [line.mark for line in lines] == ["1", *[""] * (len(lines) - 1)]
    assert [line.keeps for line in lines] == [
        True,
        *[False] * (len(lines) - 3),
        True,
        False,
    ]
    assert [line.gap for line in lines] == [1.6, *[0.0] * (len(lines) - 1)]
    assert lines[0].lead == "Lead. "


def test_a_section_begins_with_its_heading() -> None:
    section = Section("Setup", [Fact("Table", "4 feet"), TextParagraph("Something.")])
    heading, fact, line = WRITER.write_section(section, 90)
    assert (heading.kind, heading.text, heading.keeps) == ("heading", "Setup", True)
    assert (fact.lead, fact.text, fact.gap) == ("Table", "4 feet", 0.0)
    assert line.text == "Something."


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_long_sections_stand_in_columns(columns: int) -> None:
    section = Section("Rules", [TextParagraph("word " * 400)])
    lines = WRITER.write_section(section, AREA.find_column(columns))
    placed, rest, end = place_columns(lines, 20, AREA, columns)
    assert rest == []
    width = AREA.find_column(columns)
    assert sorted({line.x for line in placed}) == [at * (width + 6) for at in range(columns)]
    assert end == pytest.approx(max(line.y + line.row.height for line in placed))
    assert end <= 20 + measure_column(lines) / columns * 1.4


@given(st.lists(st.integers(1, 200), min_size=1, max_size=20), st.floats(14, 260))
def test_sections_go_on_over_pages(lengths: list[int], y: float) -> None:
    texts = [f"{' '.join(f'w{n}x{at}' for at in range(count))}" for n, count in enumerate(lengths)]
    section = Section("Rules", [TextParagraph(text) for text in texts])
    lines = WRITER.write_section(section, AREA.find_column())
    seen: list[str] = []
    rest, headings = lines, []
    for page in range(60):
        placed, rest, end = place_columns(rest, y if page == 0 else 14.0, AREA, 2)
        assert end <= AREA.bottom + 0.02 or not placed
        for line in placed:
            if line.row.kind == "heading":
                headings.append(line.row.text)
                continue
            assert line.y + line.row.height <= AREA.bottom + 0.02
            seen += line.row.text.split()
        if placed:
            assert placed[0].row.kind == "heading" and len(placed) > 1  # no heading by itself
        if not rest:
            break
    assert seen == " ".join(texts).split()
    assert headings == ["Rules", *["Rules, continued"] * (len(headings) - 1)]


@pytest.mark.parametrize(("number", "shown"), [(2, "+2"), (-1, "−1"), (0, "0")])
def test_signs(number: int, shown: str) -> None:
    assert sign(number) == shown


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# Rules\n\nSome <b>HTML</b>.", 3, "a html inline has no place in a reference"),
        ("# Rules\n\n" + "*" * 5000 + "a" + "*" * 5000, 3, "emphasised or linked 50 times over"),
        ("> " * 40 + "deep", 1, "nested more than 19 levels deep"),
        ("word " * 20_000, 1, "more than 50,000 letters"),
    ],
)
def test_a_reference_is_bounded_as_a_chapter_is(text: str, line: int, message: str) -> None:
    with pytest.raises(ProseError, match=message) as caught:
        read_prose(text)
    assert caught.value.line == line


def test_a_word_wider_than_its_line_is_divided() -> None:
    lines = WRITER.break_runs([WrittenRun("Donaudampfschifffahrtsgesellschaft")], 20, 3.2)
    assert len(lines) > 2
    assert all(WRITER.measure_runs(line, 3.2) <= 20.02 for line in lines)
