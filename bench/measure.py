"""Runs one case of the benchmark in a process of its own and prints its figures as JSON.

    python bench/measure.py ours|handwritten|load|change|serve|book PATH [OUT.pdf]

Each case has its own process, because peak memory never goes down and one case must not warm up
another. Times are those of the processor, which other programs may want too; those of printing
include opening the fonts, but not imports and reading the ships. Both sides run without the garbage
collector, as sheetgen's commands do.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

Figures = dict[str, float]
CHANGES = 50
"""How many times a ship is changed."""


def print_ours(path: Path, out: Path) -> Figures:
    """Prints a file's ships with sheetgen; seconds by stage."""
    from sheetgen.definitions.linking import gather
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.export.pdf import Facts, write_pdf
    from sheetgen.printing.order import Order
    from sheetgen.printing.press import Press
    from sheetgen.systems.loading import Systems

    gc.disable()
    collection = gather([path], Shelf(Systems()))
    start = process_time()
    press = Press(path.parent)
    spent = time_calls(press.drafter, "draw")
    order = Order(title="Benchmark")
    pieces = list(press.draw_sheets(collection.printed, order))
    drawn, draw = process_time(), spent()
    pages = press.lay_out(pieces, order)
    imposed = process_time()
    out.write_bytes(write_pdf(pages, Facts("Benchmark")))
    end = process_time()
    return {
        "seconds": end - start,
        "fill": drawn - start - draw,
        "draw": draw,
        "impose": imposed - drawn,
        "write": end - imposed,
        "pages": len(pages),
    }


def time_calls(owner: Any, name: str) -> Callable[[], float]:
    """Makes a method of an object count its time; returns a function of the sum in seconds."""
    method = getattr(owner, name)
    total = 0.0

    def call(*args: Any, **named: Any) -> Any:
        nonlocal total
        start = process_time()
        try:
            return method(*args, **named)
        finally:
            total += process_time() - start

    setattr(owner, name, call)
    return lambda: total


def print_handwritten(path: Path, out: Path) -> Figures:
    """Prints a file's ships with the script written by hand."""
    import handwritten

    gc.disable()
    ships = handwritten.load_ships(path)
    start = process_time()
    handwritten.register_fonts()
    handwritten.write_displays(ships, out)
    return {"seconds": process_time() - start}


def load(path: Path) -> Figures:
    """Reads and checks definitions."""
    from sheetgen.definitions.linking import gather
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.systems.loading import Systems

    gc.disable()
    start = process_time()
    collection = gather([path], Shelf(Systems()))
    return {"seconds": process_time() - start, "definitions": len(collection.definitions)}


def change(path: Path) -> Figures:
    """Changes one ship again and again in a project that is warm; medians in seconds."""
    import sheetgen

    project = sheetgen.open_project(path.parent)
    text = path.read_text("utf-8")
    (name,) = (line for line in text.splitlines() if line.startswith("name: "))
    found: dict[str, list[float]] = {"svg": [], "pdf": []}
    for at in range(CHANGES):
        for form, times in found.items():
            start = process_time()
            project.overlay(path.name, text.replace(name, f"{name} {form} {at}"))
            result = project.render(path.name)
            _ = result.svg() if form == "svg" else result.pdf()
            times.append(process_time() - start)
    # The first ones still learn the template.
    return {form: median(times[CHANGES // 5 :]) for form, times in found.items()}


def serve(path: Path) -> Figures:
    """Prints a file's ships one by one, as for strangers; how many a second in each format."""
    import sheetgen

    project = sheetgen.open_project(path.parent)
    texts = path.read_text("utf-8").split("---\n")
    found: Figures = {}
    for form, few in (("pdf", 1), ("svg", 1), ("png", 10)):
        chosen = texts[::few]
        if form == "pdf":  # the first ones still learn the template
            serve_texts(project, chosen[:50], form)
        start = process_time()
        serve_texts(project, chosen, form)
        found[form] = len(chosen) / (process_time() - start)
    return found


def serve_texts(project: Any, texts: list[str], form: str) -> None:
    """Prints each text as a definition that nobody has seen before."""
    for text in texts:
        project.overlay("one.yaml", text.replace("name: ", f"name: {form} "))
        result = project.render("one.yaml")
        _ = {"pdf": result.pdf, "svg": result.svg, "png": result.png}[form]()


def publish(path: Path, out: Path) -> Figures:
    """Publishes a book of a file's ships: a page or part of one for each, index and cut-outs."""
    from sheetgen.definitions.linking import gather
    from sheetgen.definitions.shelf import Shelf
    from sheetgen.project.project import Project
    from sheetgen.systems.loading import Systems

    gc.disable()
    ids = ", ".join(d.id for d in gather([path], Shelf(Systems())).definitions)
    book = path.with_name("book.yaml")
    book.write_text(f"book: Benchmark\nchapters: [one.md]\nships: [{ids}]\n", "utf-8")
    words = "The fleet lay in the roads, and nobody aboard could say what it was waiting for. "
    section = f"## A section\n\n{words * 12}\n\n"
    path.with_name("one.md").write_text(f"# A chapter\n\n{section * 40}", "utf-8")
    start = process_time()
    result = Project(path.parent, Systems()).publish(book.name)
    out.write_bytes(result.pdf())
    return {"seconds": process_time() - start, "pages": result.pages}


def main() -> None:
    """Runs the case that the arguments name."""
    case, path, *rest = sys.argv[1:]
    if not rest:
        figures = {"load": load, "change": change, "serve": serve}[case](Path(path))
    else:
        out = Path(rest[0])
        cases = {"ours": print_ours, "handwritten": print_handwritten, "book": publish}
        figures = cases[case](Path(path), out)
        figures["bytes"] = out.stat().st_size
    figures["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(json.dumps(figures))


if __name__ == "__main__":
    main()
