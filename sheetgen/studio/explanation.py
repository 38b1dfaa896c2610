"""Explanations: what a rule means, and why there is such a rule."""

from __future__ import annotations

from sheetgen.rulebook import list_rules
from sheetgen.studio.desk import Desk
from sheetgen.studio.request import Answer, AskError, Request, answer_json


def explain(desk: Desk, request: Request) -> Answer:
    """GET api/explain/RULE, or GAME/RULE: the rules of that name; those of any game first."""
    game, _, name = request.path.removeprefix("api/explain/").rpartition("/")
    with desk.lock:
        rules = list_rules(desk.project.systems)
    found = [rule for rule in rules if rule.name == name and game in ("", rule.origin)]
    if not found:
        raise AskError(404, "there is no such rule")
    rule = found[0]
    told = {"rule": rule.name, "severity": rule.severity, "what": rule.what, "why": rule.why}
    return answer_json({**told, "example": rule.example})
