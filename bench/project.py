"""Projects: definitions read, changed ones printed again, requests served, and a book."""

from __future__ import annotations

from pathlib import Path

from child import make_fleet, measure, sum_up
from table import Row, at_most, make_row

DEFINITIONS = 10_000
BOOK = 300


def measure_loading(folder: Path, rounds: int) -> list[Row]:
    """The rows of reading and checking mixed ships, from a folder of files and from one file."""
    sources = {
        f"{DEFINITIONS:,} definitions, a file each": make_fleet(folder / "ships", DEFINITIONS),
        f"{DEFINITIONS:,} definitions in one file": make_fleet(folder / "all.yaml", DEFINITIONS),
    }
    rows: list[Row] = []
    for name, path in sources.items():
        figures = sum_up([measure("load", path) for _ in range(rounds)])
        seconds, memory = figures["seconds"], figures["megabytes"]
        rows.append(make_row(f"{name}: s", f"{seconds:.2f}", target=at_most(seconds, 6, " s")))
        rows.append(make_row(f"{name}: peak memory, MB", f"{memory:.1f}"))
    return rows


def measure_changes(folder: Path, rounds: int, theirs: float) -> list[Row]:
    """The rows of one changed definition in a project that is open, and of strangers' ones.

    `theirs` are the seconds in which the handwritten script draws one more display.
    """
    ship = make_fleet(folder / "warm" / "battleship.yaml", 1, "--mass", "12")
    warm = sum_up([measure("change", ship) for _ in range(rounds)])
    rows = [
        make_row(
            f"one changed definition to {form.upper()}, warm: ms",
            f"{1000 * warm[form]:.1f}",
            f"{1000 * theirs:.1f}",
            warm[form] / theirs,
            at_most(warm[form] / theirs, 2.3, "×"),
        )
        for form in ("svg", "pdf")
    ]
    many = make_fleet(folder / "served" / "ships.yaml", 400)
    served = sum_up([measure("serve", many) for _ in range(rounds)])
    for form in ("pdf", "svg", "png"):
        name = f"different ships to {form.upper()}, one core: a second"
        rows.append(make_row(name, f"{served[form]:.0f}"))
    memory = f"{served['megabytes']:.0f}"
    rows.append(make_row("the process that served them: peak memory, MB", memory))
    return rows


def measure_book(folder: Path, rounds: int) -> list[Row]:
    """The rows of publishing a book of mixed ships, after a round that compiles what it needs."""
    ships = make_fleet(folder / "book" / "ships.yaml", BOOK)
    books = [measure("book", ships, folder / "book.pdf") for _ in range(rounds + 1)]
    book = sum_up(books[1:])
    name = f"book of {BOOK} ships, {book['pages']:.0f} pages"
    seconds, memory = book["seconds"], book["megabytes"]
    return [
        make_row(f"{name}: s", f"{seconds:.1f}", target=at_most(seconds, 4, " s")),
        make_row(f"{name}: peak memory, MB", f"{memory:.0f}", target=at_most(memory, 200, " MB")),
        make_row(f"{name}: PDF, kB", f"{book['bytes'] / 1000:.0f}"),
    ]
