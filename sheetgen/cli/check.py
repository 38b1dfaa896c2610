"""validate and explain: what is wrong, and what a rule means."""

from __future__ import annotations

import gc
from collections import Counter
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, report


def validate(
    paths: o.Paths = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    format: Annotated[
        o.Form, typer.Option("--format", help="How problems are shown.")
    ] = o.Form.full,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Tells every problem of definitions and their sheets; writes nothing.

    \b
    sheetgen validate                     everything in this folder
    sheetgen validate ships --strict      house rules as strict as the game's
    sheetgen validate --format json       for other programs
    """
    gc.disable()
    from sheetgen.collection import read_definitions
    from sheetgen.diagnostics import raise_severity

    systems = o.load_systems(system)
    where = paths or [Path()]
    press = o.make_press(where, o.InkName.color, fonts, systems)
    collection = read_definitions(o.find_inputs(where), systems)
    found = [*collection.diagnostics, *press.fonts.diagnostics]
    # What is wrong already would only be said a second time while drawing.
    faulty = {d.file for d in found if d.is_error}
    sound = [d for d in collection.printed if d.document.file not in faulty]
    found += press.try_sheets(sound)
    if strict:
        found = raise_severity(found)
    report(found, collection.texts, format.value)
    if format is not o.Form.json:
        counts = Counter(d.severity for d in dict.fromkeys(found))
        parts = [_count(counts[s], s) for s in ("error", "warning", "hint") if counts[s]]
        definitions = _count(len(collection.definitions), "definition")
        typer.echo(f"{definitions}: {', '.join(parts) or 'all is well'}", err=True)
    if any(d.is_error for d in found):
        raise typer.Exit(1)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def explain(
    rule: Annotated[str, typer.Argument(help="A rule's name, as in error[over-power].")] = "",
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the page of all rules as Markdown.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Tells what a rule means, why it is there, and an example; without a name, lists the rules.

    \b
    sheetgen explain over-power
    """
    from sheetgen.rulebook import list_rules, write_markdown

    rules = {r.name: r for r in list_rules(o.load_systems(system))}
    if markdown:
        typer.echo(write_markdown(rules.values()), nl=False)
        return
    if not rule:
        width = max(map(len, rules))
        for known in rules.values():
            typer.echo(f"{known.name:{width}}  {known.severity:7}  {known.what}")
        return
    if rule not in rules:
        near = get_close_matches(rule, rules, 1)
        advice = f"did you mean {near[0]}?" if near else "`sheetgen explain` lists them"
        fail_usage(f"there is no rule {rule}; {advice}")
    chosen = rules[rule]
    typer.echo(f"{chosen.name} ({chosen.severity})\n\n{chosen.what}\n\n{chosen.why}")
    if chosen.example:
        indented = "\n".join(f"    {line}".rstrip() for line in chosen.example.splitlines())
        typer.echo(f"\nExample:\n\n{indented}")
