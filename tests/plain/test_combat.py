"""Combat as data: what is played, with dice written out, and what is wrong where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.duel.contest import hold
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.systems.contract import Combat, Setting, Stance
from sheetgen.systems.plain.game import load
from tests.duel.dice import Dice

Run = Callable[..., Any]
GAME = """\
game: pond
name: Pond
about: toy boats
kinds:
  boat:
    fields:
      planks: {type: int, min: 1, max: 12, sample: 6}
      skill: {type: int, default: 0}
      guns: {type: list, of: {type: record, fields: {dice: int, to_hit: int}}, default: []}
    state:
      lost: {type: int, min: 0, max: 12, default: 0}
      fire: {type: int, min: 0, max: 3, default: 0}
      shots: {type: int, min: 0, default: 0}
      flag: {type: flag, default: false}
    values:
      left: planks - lost
      points: 2 * planks
    columns: {Left: left, Shots: shots, Fire: fire, Flag: flag}
fleet: {code: B, limit: points}
combat:
  order: together
  loses: lost
  out: lost >= planks
  range: 5
  faces: [bow, stern]
  modifiers: {far: 1 if range > 5 else 0, away: "1 if target.face == 'stern' else 0"}
  attack:
    each: guns
    dice: gun.dice
    hits: roll >= gun.to_hit + modifier
    damage: 1
sheets: []
"""

UPKEEP = """\
  upkeep: [{damage: fire}, {dice: fire, hits: roll > 4, damage: 0, adds: {fire: -1}}]
sheets:"""


@pytest.fixture
def arm(tmp_path: Path) -> Callable[..., Combat]:
    """Gives the combat of the game with other words in its file."""

    def make(*changes: tuple[str, str]) -> Combat:
        text = GAME
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        folder = tmp_path / "pond"
        folder.mkdir(exist_ok=True)
        (folder / "game.yaml").write_text(text, "utf-8")
        game = load(folder)
        make.model = game.kinds[0].model  # type: ignore[attr-defined]
        combat = game.combat
        assert not isinstance(combat, str)
        return combat()

    return make


def build(arm: Any, planks: int, *guns: tuple[int, int], **more: Any) -> Any:
    """A boat with guns of so many dice that hit on so much."""
    mounts = [{"dice": dice, "to_hit": to_hit} for dice, to_hit in guns]
    return arm.model(system="pond", name="Boat", planks=planks, guns=mounts, **more)


def play(
    combat: Combat, first: Any, second: Any, *shown: int, distance: int = 5, faces: str = "bow bow"
) -> list[list[tuple[int, ...]]]:
    """What the boats of both sides have lost after a round in which dice show this."""
    one, other = (Stance(face, "") for face in faces.split())
    battle = combat.muster(first, second, Setting(distance, (one, other)))
    dice = Dice(*((number - 0.5) / 6 for number in shown))
    combat.fight(battle, dice)
    assert dice.shown == []
    return [[ship.state for ship in side] for side in battle.sides]


def test_each_gun_hits_by_its_number_and_the_modifiers(arm: Any) -> None:
    combat = arm()
    a, b = build(arm, 6, (2, 4), (1, 6)), build(arm, 3, (1, 2))
    assert play(combat, [a], [b], 4, 3, 6, 2) == [[(1,)], [(2,)]]
    # Farther away, the gun that needs a 7 is not fired.
    assert play(combat, [a], [b], 4, 5, 2, distance=6) == [[(0,)], [(1,)]]
    assert play(combat, [a], [b], 6, 5, 3, distance=6, faces="bow stern") == [[(1,)], [(1,)]]
    assert play(combat, [a], [b], 6, 6, 6, 6) == [[(1,)], []]  # it fires, and is lost


def test_dice_are_rolled_again_for_further_tests(arm: Any) -> None:
    combat = arm(
        ("hits: roll >= gun.to_hit + modifier", "hits: [roll >= 4, roll >= 5, true]"),
        ("damage: 1", "damage: roll\n    again: roll == 6\n    adds: {fire: 2 if roll > 3 else 1}"),
    )
    a, b = build(arm, 6, (2, 0)), build(arm, 12)
    # A 6, which passes with a 5 and does 4; a 4 that fails with a 4; for the 6 a 1 more.
    assert play(combat, [a], [b], 6, 5, 4, 4, 4, 1) == [[(0, 0)], [(4, 2)]]
    # Both hits together burn no more than the state allows.
    assert play(combat, [a], [b], 4, 5, 5, 5, 5, 6) == [[(0, 0)], [(11, 3)]]


def test_an_attack_may_cost_and_upkeep_comes_last(arm: Any) -> None:
    combat = arm(
        ("    dice: gun.dice", "    dice: gun.dice\n    when: shots < 2\n    spends: {shots: 1}"),
        ("sheets:", UPKEEP),
        ("    damage: 1", "    damage: 1\n    adds: {fire: 1}"),
    )
    a, b = build(arm, 6, (1, 4)), build(arm, 6)
    # It burns, once because it was hit and once by the fire, which a 5 puts out.
    assert play(combat, [a], [b], 4, 5) == [[(0, 0, 1)], [(2, 0, 0)]]
    assert play(combat, [a], [b], 4, 4) == [[(0, 0, 1)], [(2, 1, 0)]]
    battle = combat.muster([a], [b], Setting(5, (Stance("bow", ""), Stance("bow", ""))))
    for _ in range(4):  # of which it fires in two
        combat.fight(battle, Random(1))
    assert battle.sides[0][0].state == (0, 0, 2)


def test_who_acts_first_may_leave_nobody_to_answer(arm: Any) -> None:
    combat = arm(
        ("order: together", "order: by initiative\n  initiative: skill + roll"),
    )
    a, b = build(arm, 1, (1, 2)), build(arm, 1, (1, 2), skill=3)
    # A rolls 4 and B 2, so B is first; the ties are rolled but not asked for.
    assert play(combat, [a], [b], 4, 1, 2, 1, 3) == [[], [(0,)]]
    assert play(combat, [a], [b], 6, 1, 2, 1, 3) == [[(0,)], []]


def test_fire_is_spread_or_aimed(arm: Any) -> None:
    a = lambda: build(arm, 6, (1, 2), (1, 2))  # noqa: E731
    weak, strong = (lambda: build(arm, 4)), (lambda: build(arm, 6))
    assert play(arm(), [a()], [weak(), strong()], 6, 6)[1] == [(1,), (1,)]
    aimed = arm(("order: together", "order: together\n  aim: target.left"))
    assert play(aimed, [a()], [weak(), strong()], 6, 6)[1] == [(0,), (2,)]


def test_losses_of_a_fleet_count(run: Run, arm: Any, project: Path, tmp_path: Path) -> None:
    arm()
    (project / "games").mkdir(exist_ok=True)
    (tmp_path / "pond").rename(project / "games" / "pond")
    boat = "system: pond\nname: {}\nplanks: 3\nguns: [{{dice: 1, to_hit: 4}}]\n"
    for name in ("Dab", "Duck"):
        (project / f"{name.lower()}.yaml").write_text(boat.format(name), "utf-8")
    fleet = "system: pond\nfleet: Hurt\nships: [{ship: dab, ids: [B1], state: {B1: {lost: 2}}}]\n"
    (project / "hurt.yaml").write_text(fleet, "utf-8")
    outcome = run("duel", "hurt.yaml", "duck.yaml", "--duels", 2000, "--json")
    assert outcome.status == 0, outcome.stderr
    # A needs three hits, B one: each round is a throw of a coin.
    wins = sum(_chance(rounds) for rounds in range(3, 30))
    assert json.loads(outcome.stdout)["wins_a"] / 2000 == pytest.approx(wins, abs=0.03)
    outcome = run("duel", "hurt.yaml", "duck.yaml", "--duels", 10)
    assert "Hurt (6 points) against Duck (6 points)" in outcome.stdout


def _chance(rounds: int) -> float:
    """The chance that the third of A's hits comes in this round, and none of B's until then."""
    return (rounds - 1) * (rounds - 2) / 2 / 4**rounds


def test_rounds_end_a_duel(arm: Any) -> None:
    combat = arm(("order: together", "order: together\n  rounds: 3"))
    a = build(arm, 6)
    stances = Stance("bow", ""), Stance("bow", "")
    tally = hold(combat, combat.muster([a], [a], Setting(5, stances)), 4, 1, 30)
    assert (tally.timeouts, tally.turns) == (4, 12)


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("loses: lost", "loses: last", "last", "last is no whole number of the state of a boat"),
        ("loses: lost", "loses: flag", "flag", "there are lost, fire, shots"),
        ("out: lost >= planks", "out: lost", "lost", "this is a whole number, not true or false"),
        ("lost >= planks", "target.left < 1", "target.left", "there is no name target"),
        ("dice: gun.dice", "dice: roll", "roll", "there is no name roll"),
        ("dice: gun.dice", "dice: gun.die", "die", "a guns has no part die"),
        ("hits: roll >= gun.to", "hits: roll >= target.to", "to_hit", "a boat has no part to_hit"),
        ("each: guns", "each: gun in planks", "planks", "a whole number, and each needs a list"),
        ("each: guns", "each: planks", "planks", "this is a whole number, and each needs a list"),
        ("each: guns", "each: 3", "3", "a loop gives a new name to each item of a list"),
        ("damage: 1", "damage: 1/2", "1/2", "this is a number, not a whole number"),
        ("damage: 1", "adds: {fires: 1}", "1}", "fires is no whole number of the state"),
        ("stern]", "To port]", "To port", "To port can't be one of the faces"),
        ("'stern' else", "'stren' else", "'stren'", "this is never stren"),
        ("skill:", "range:", "range", "range is the distance in formulas of combat"),
        ("order: together", "worth: name", "name", "name is not a number that every boat has"),
        ("order: together", "parts: [gun]", "gun]", "a boat has no key gun that could be taken"),
        ("order: together", "initiative: skill", "initiative", "all act together, so nothing asks"),
        ("sheets:", "  upkeep: {spends: {fire: 1}}\nsheets:", "spends", "upkeep is of a ship by"),
        ("damage: 1", "damge: 1", "damge", "damge"),
    ],
)
def test_mistakes_have_their_place(arm: Any, old: str, new: str, at: str, said: str) -> None:
    with pytest.raises(ProblemError) as told:
        arm((old, new))
    lines = GAME.replace(old, new).splitlines()
    found = [
        (lines[one.line - 1][one.column - 1 :], f"{one.message}: {one.hint}")
        for one in told.value.diagnostics
    ]
    assert any(text.startswith(at) and said in message for text, message in found), found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("dice: gun.dice", "dice: 501", ":11: error[formula-fails]: 501 dice are too many"),
        ("damage: 1", "damage: 6 // fire", "nothing can be divided by 0"),
        ("out: lost >= planks", "out: sum(1..lost * 5000) < 0", "this takes too much work"),
        (
            "each: guns",
            "each: gun in [guns[1] for n in 1..200]",
            "more than 100 items for an attack",
        ),
    ],
)
def test_what_fails_in_a_duel_is_told_by_validate(
    run: Run, project: Path, old: str, new: str, said: str
) -> None:
    text = GAME.replace(old, new).replace("default: []", "default: [{dice: 2, to_hit: 2}]")
    (project / "games" / "pond").mkdir(parents=True)
    (project / "games" / "pond" / "game.yaml").write_text(text, "utf-8")
    outcome = run("validate", "games/pond")
    assert said in outcome.stderr
    assert "games/pond/game.yaml:" in outcome.stderr
    assert outcome.status == 1
