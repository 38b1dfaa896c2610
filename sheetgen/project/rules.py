"""All rules with their documentation, for `explain` and docs/rules.md."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from sheetgen.ground.diagnostics import RULES, Rule
from sheetgen.ground.record import replace
from sheetgen.systems.loading import Systems

# Rules are declared beside the code that finds their problems, in these modules.
MODULES = (
    "sheetgen.reading.problem",
    "sheetgen.reading.field",
    "sheetgen.reading.refusal",
    "sheetgen.reading.table",
    "sheetgen.reading.workbook",
    "sheetgen.definitions.definition",
    "sheetgen.definitions.likeness",
    "sheetgen.ground.words",
    "sheetgen.definitions.collection",
    "sheetgen.definitions.shelf",
    "sheetgen.ground.textfile",
    "sheetgen.ground.guard",
    "sheetgen.systems.fault",
    "sheetgen.systems.loading",
    "sheetgen.systems.plain.formula.problem",
    "sheetgen.systems.plain.problem",
    "sheetgen.template.sandbox.work",
    "sheetgen.template.templates",
    "sheetgen.template.wardrobe",
    "sheetgen.template.redraw.change",
    "sheetgen.template.redraw.sample",
    "sheetgen.svg.problem",
    "sheetgen.type.fonts",
    "sheetgen.pages.presssheet",
    "sheetgen.printing.advice",
    "sheetgen.printing.weblink",
    "sheetgen.printing.resolution",
    "sheetgen.export.png",
    "sheetgen.book.problem",
    "sheetgen.shop.problem",
    "sheetgen.shop.preflight.problem",
    "sheetgen.ground.delivery",
    "sheetgen.exchange.material",
    "sheetgen.exchange.shape",
    "sheetgen.exchange.conversion",
    "sheetgen.exchange.merge",
    "sheetgen.definitions.export",
    "sheetgen.reading.packfile",
    "sheetgen.packs.archive",
    "sheetgen.cli.output",
    "sheetgen.studio.site",
    "sheetgen.cli.studio",
)


def list_rules(systems: Systems) -> list[Rule]:
    """Every rule, sorted by name: the general ones first, then those of each game."""
    for module in MODULES:
        importlib.import_module(module)
    rules = {}
    for system in systems.all():
        for kind in system.kinds:
            for check in kind.checks:
                if RULES.get(check.rule.name) is check.rule:
                    continue  # one of any game
                rules[system.id, check.rule.name] = replace(check.rule, origin=system.id)
    # The rules that a game declares for its model come with its import, so this goes last.
    rules |= {(rule.origin, rule.name): rule for rule in RULES.values()}
    return [rules[key] for key in sorted(rules)]


def write_markdown(rules: Iterable[Rule]) -> str:
    """The page docs/rules.md."""
    text = (
        "# Rules\n\n"
        "Every message of sheetgen names the rule it comes from, as in `error[over-power]`. An\n"
        "error stops the work. A warning does not, except under `--strict`. A hint is\n"
        "shown by `validate` only, except those that `--strict` makes errors too. This page is\n"
        "made from the program's own texts, which `sheetgen explain RULE` also shows.\n"
    )
    origin = None
    for rule in rules:
        if rule.origin != origin:
            origin = rule.origin
            text += f"\n# Rules of {origin}\n" if origin else ""
        text += "\n" + rule.markdown()
    return text
