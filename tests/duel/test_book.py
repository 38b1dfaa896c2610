"""Tables of duels in the chapters of books."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

Run = Callable[..., Any]


def publish(run: Run, project: Path, block: str) -> Any:
    """The outcome of printing a book with one block in its only chapter."""
    (project / "book.yaml").write_text("book: Duels\nchapters: [a.md]\n")
    (project / "a.md").write_text(f"# Duels\n\n{{{{ {block} }}}}\n")
    return run("book", "book.yaml", "-o", "book.pdf")


def test_a_table_with_its_conditions(run: Run, project: Path) -> None:
    block = 'duel_table("warrior", "new-mars", range=20, duels=100)'
    outcome = publish(run, project, block)
    assert outcome.status == 0, outcome.stderr
    document = PdfDocument(project / "book.pdf")
    text = document[4].get_textpage().get_text_bounded().replace("\r\n", " ")
    assert "Warrior New Mars" in text
    assert "range 20 (inches, or the unit of the fleets), bow, speed normal" in text
    assert "jousting value, not balance" in text
    document.close()
    first = (project / "book.pdf").read_bytes()
    publish(run, project, block)
    assert (project / "book.pdf").read_bytes() == first


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ('duel_table("warrior", "resolute")', "only ships of one game can fight"),
        ('duel_table("warrior")', "1 can't meet in a matrix; name 2 to 30"),
        ('duel_table("warrior", "new-mars", face="bov")', "there is no bov; did you mean bow?"),
        (
            'duel_table("threshold-watch", "ondaro-cast", duels=9000)',
            "so many duels take too long in a book; write duels=1041",
        ),
        ('duel_table("warrior", "warior")', "there is no ship or fleet called 'warior'"),
    ],
)
def test_what_can_not_fight_is_reported_at_the_block(
    run: Run, project: Path, block: str, words: str
) -> None:
    outcome = publish(run, project, block)
    assert outcome.status == 1
    assert "a.md:3:1: error[" in outcome.stderr
    assert words in outcome.stderr
    assert not (project / "book.pdf").exists()
