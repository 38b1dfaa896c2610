"""validate, preflight, explain: reports what is wrong, and explains what a rule means."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options as o
from sheetgen.cli.output import fail_usage, report, say, say_text
from sheetgen.ground.number import count, join_words
from sheetgen.ground.record import replace

if TYPE_CHECKING:
    from sheetgen.ground.diagnostics import Rule


def validate(
    paths: o.Paths = None,
    strict: o.Strict = False,
    format: Annotated[
        o.ReportFormat,
        typer.Option("--format", **o.name_choices(o.ReportFormat), help="How problems are shown."),
    ] = o.ReportFormat.full,
    fonts: o.Fonts = None,
    system: o.Games = None,
) -> None:
    """Reports every problem of definitions, their sheets and books; writes nothing.

    \b
    sheetgen validate                     everything in this folder
    sheetgen validate ships --strict      house rules as strict as the game's
    sheetgen validate --format json       for other programs
    """
    from sheetgen.ground.diagnostics import raise_severity

    systems = o.load_systems(system, format is o.ReportFormat.json, paths or ())
    project = o.open_project(paths or (), systems, fonts)
    collection = project.select(paths or ())
    found = project.check(collection)
    if strict:
        found = raise_severity(found)
    report(found, project.files.texts, format)
    if format is not o.ReportFormat.json:
        counts = Counter(d.severity for d in dict.fromkeys(found))
        parts = [count(counts[s], s) for s in ("error", "warning", "hint") if counts[s]]
        things = {
            "definition": len(collection.definitions),
            "book": len(collection.books),
            "game": len(collection.games),
        }
        words = [count(n, word) for word, n in things.items() if n or word == "definition"]
        definitions = join_words(words)
        if not any(things.values()):
            broken = any(d.is_error for d in found)
            definitions = "no definition can be used" if broken else "no definitions"
        say(f"{definitions}: {', '.join(parts) or 'all is well'}", err=True)
    if any(d.is_error for d in found):
        raise typer.Exit(1)


_MOST_BYTES = 1_000_000_000
"""Bytes of the largest PDF that is checked."""


def preflight(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A PDF or picture, whoever made it, or a folder that --for made."
        ),
    ],
    profile: o.For = "",
    format: Annotated[
        o.ReportFormat, typer.Option("--format", help="How problems are shown.")
    ] = o.ReportFormat.full,
) -> None:
    """Reports what a print shop would refuse in a file.

    \b
    sheetgen preflight cards.pdf                      as PDF/X-1a:2003
    sheetgen preflight cards.pdf --for drivethru-cards
    sheetgen preflight lulu --for lulu-book           interior and cover together
    """
    from sheetgen.ground import assets
    from sheetgen.ground.files import Files
    from sheetgen.ground.textfile import FileError
    from sheetgen.shop.preflight.document import ENDINGS, check_order
    from sheetgen.shop.shop import PIECES, choose_profile

    files, name = Files(), assets.display_name(file)
    wanted = None
    if profile:
        with o.refuse_choices():
            wanted = choose_profile(profile, assets.find_project(file), files, [*PIECES, "books"])
    paths = [file]
    if file.is_dir():
        # The interior of a book comes before its cover, which has to go around it.
        paths = sorted((p for p in file.iterdir() if p.suffix.lower() in ENDINGS), reverse=True)
        if not paths:
            fail_usage(f"{name} holds no PDF and no picture")
    order: dict[str, bytes] = {}
    for path in paths:
        files.name(path)
        shown = assets.display_name(path)
        try:
            order[shown] = files.read_bytes(path, _MOST_BYTES, "the file")
        except FileError as error:
            fail_usage(f"{shown} {error}")
        except (OSError, ValueError) as error:
            fail_usage(f"{shown} can't be read: {getattr(error, 'strerror', None) or error}")
    found = list(check_order(order, wanted))
    report(found, {}, format)
    errors = sum(d.is_error for d in found)
    if format is not o.ReportFormat.json:
        against = profile or "PDF/X-1a:2003"
        others = len(found) - errors
        words = [count(errors, "breach", "breaches")] if errors else []
        words += [count(others, "warning")] if others else []
        say(f"{name}, as {against}: {', '.join(words) or 'all is well'}", err=True)
    if errors:
        raise typer.Exit(1)


def explain(
    rule: Annotated[
        str,
        typer.Argument(
            metavar="RULE",
            autocompletion=o.complete("rules"),
            help="A rule's name, as in error[over-power].",
        ),
    ] = "",
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the page of all rules as Markdown.")
    ] = False,
    system: o.Games = None,
) -> None:
    """Explains what a rule means and why, with an example; without a name, lists the rules.

    \b
    sheetgen explain over-power
    """
    from sheetgen.ground.diagnostics import find_nearest
    from sheetgen.project.rules import list_rules, write_markdown

    rules = list_rules(o.load_systems(system))
    names = [known.name for known in rules]
    if markdown:
        say_text(write_markdown(rules))
        return
    if not rule:
        width = max(map(len, names))
        for line in dict.fromkeys(f"{r.name:{width}}  {r.severity:7}  {r.what}" for r in rules):
            say(line)  # once if games share a rule
        return
    if pasted := re.fullmatch(r"\w+\[([\w-]+)\]:?", rule):  # as it appears in a message
        rule = pasted[1]
    if rule not in names:
        near = find_nearest(rule, names)
        advice = f"did you mean {near}?" if near else "`sheetgen explain` lists them"
        fail_usage(f"there is no rule {rule}; {advice}")
    chosen = [known for known in rules if known.name == rule]
    owners: dict[Rule, list[str]] = {}  # the games that share a rule with the same text
    for one in chosen:
        owners.setdefault(replace(one, origin=""), []).append(one.origin or "any game")
    for at, (one, games) in enumerate(owners.items()):
        # Two games may have a rule of the same name, and only the reader knows which is meant.
        whose = f", {', '.join(games)}" if len(chosen) > 1 else ""
        say_text("\n" * bool(at) + _explain(one, whose))


def _explain(rule: Rule, whose: str) -> str:
    why = f"\n\n{rule.why}" if rule.why else ""
    text = f"{rule.name} ({rule.severity}{whose})\n\n{rule.what}{why}"
    if rule.example:
        indented = "\n".join(f"    {line}".rstrip() for line in rule.example.splitlines())
        text += f"\n\nExample:\n\n{indented}"
    return text
