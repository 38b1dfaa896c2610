"""Chapters: values are filled in, and each line remembers where it came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.book.manuscript.chapter import Chapter, ChapterRecord, read_chapter
from sheetgen.ground.diagnostics import Diagnostic, ProblemError

NAMES = {
    "ships": ChapterRecord(
        {"warrior": {"points": 36, "mass": 12.5}, "iron-duke": {"points": 1}}, "ships"
    )
}


def fill(folder: Path, text: str) -> Chapter:
    file = folder / "one.md"
    file.write_text(text, "utf-8")
    return read_chapter(file, NAMES, {"display": lambda name, **options: (name, options)})


def fail(folder: Path, text: str) -> Diagnostic:
    with pytest.raises(ProblemError) as caught:
        fill(folder, text)
    (found,) = caught.value.diagnostics
    return found


def test_values_are_filled_in(tmp_path: Path) -> None:
    chapter = fill(tmp_path, "{{ ships.warrior.points }} and {{ ships.warrior.mass }}, {{ 1.0 }}")
    assert chapter.text == "36 and 12.5, 1"


@pytest.mark.parametrize("name", ["ships['iron-duke']", "ships.iron_duke"])
def test_ids_with_hyphens(tmp_path: Path, name: str) -> None:
    assert fill(tmp_path, f"{{{{ {name}.points }}}}").text == "1"


def test_lines_remember_where_they_came_from(tmp_path: Path) -> None:
    loop = "{% for n in range(2) %}\nthree\nfour {{ n }}\n{% endfor %}\n"
    text = f"one\n{loop}six\n{{# a\nnote #}}\nnine\n"
    chapter = fill(tmp_path, text)
    rows = dict(zip(chapter.text.split("\n"), chapter.lines, strict=True))
    assert chapter.text.split("\n") == ["one", "three", "four 0", "three", "four 1", "six", "nine"]
    assert (rows["one"], rows["three"], rows["four 1"], rows["six"], rows["nine"]) == (
        1,
        3,
        4,
        6,
        9,
    )


def test_rows_of_a_table_follow_each_other(tmp_path: Path) -> None:
    text = "|a|\n|-|\n{% for n in range(2) -%}\n|{{ n }}|\n{% endfor %}\nend"
    assert fill(tmp_path, text).text == "|a|\n|-|\n|0|\n|1|\nend"


def test_blocks_are_kept_apart(tmp_path: Path) -> None:
    chapter = fill(tmp_path, "a\n\n{{ display('warrior', scale=2) }}\n")
    assert chapter.blocks == [("warrior", {"scale": 2})]
    assert chapter.text.count("\ufdd2") == 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a\n\n{{ ships.warior.points }}", 3, "did you mean warrior?"),
        ("{{ ships.warrior.pionts }}", 1, "did you mean points?"),
        ("a\n{% if %}", 2, "can't be read"),
        ("a\n{{ shps.warrior }}", 2, "did you mean ships?"),
        ("{{ display() }}", 1, "missing 1 required"),
        ("{%- if true -%}\n\n\n{{ 1 / 0 }}{% endif %}", 4, "division by zero"),
        ("{{ ships.__class__ }}", 1, "__class__"),
        ("{{ ''.join.__globals__ }}", 1, "__globals__"),
        ("{{ 9 ** 999999 }}", 1, "too large"),
    ],
)
def test_what_can_not_be_filled_is_told_with_its_line(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    found = fail(tmp_path, text)
    assert found.line == line
    assert found.file.endswith("one.md")
    assert words in f"{found.message} {found.hint}"
