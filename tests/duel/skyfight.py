"""A second fight between airships, written from the text of their rules.

It shares no code with the program and none of its tables: frames, weapons and modules are typed out
again. What the rules leave to a captain is done as docs/duel.md says.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random

FRAMES = """
wing        10 3 6 0 0 ultralight
scout       15 3 5 1 1 light
frigate     35 4 6 2 2 medium
carrier     55 4 7 4 3 medium
dreadnought 80 3 8 5 4 large
"""
"""Hull, Skill, Morale, CMD, DC and size."""
WEAPONS = """
Machine Guns        6    1  5   Cannot Crit
Bombs               1    1  10  No vs Ultralights, Crit 5
Rockets             3    2  15  Cannot Flyover
Flak                8    3  10  Flak
Lance               15   1  15  Piercing 1, Fixed, Forward
Cannon              12   2  10  Level, Battery
Missile             20   1  15  Fixed, Forward, Impact, No vs Ultralights
Flak Cannon         12   5  25  Flak, Turreted
Heavy Lance         22   2  35  Piercing 3, Fixed, Forward
Naval Battery       18   4  25  Level, Battery
Heavy Missile       28   2  35  Impact, Fixed, Forward
Mega-Flak Array     15   8  45  Flak, Turreted
Siege Lance         30   3  60  Piercing 5, Fixed, Forward
Dreadnought Battery 24   6  50  Level, Battery
Siege Missile Rack  36   2  60  Impact, Fixed, VLS, No vs Ultralights
Torpedo Launcher    9999 1  60  Fixed, Forward, Torpedo, No vs Ultralights
"""
MODULES = {
    **dict.fromkeys(("Chaff Launcher", "Signal Array", "Compressed Gas", "Dive Brakes"), 10),
    **dict.fromkeys(("Acoustic Decoys", "Armored Bridge", "Reinforced Bulkheads", "Sonar"), 15),
    "DC Center": 20,
    "Hangar": 10,
}
SIDES = {"bow": ["forward"], "broadside": ["port", "starboard"], "stern": ["aft"]}


@cache
def read_weapons() -> dict[str, tuple[int, int, int, list[str]]]:
    """Range, dice, cost and rules of each weapon."""
    found = {}
    for line in WEAPONS.strip().splitlines():
        name, rest = line[:20].strip(), line[20:].split(None, 3)
        found[name] = (int(rest[0]), int(rest[1]), int(rest[2]), rest[3].split(", "))
    return found


@dataclass
class Plan:
    """A ship as it enters the fight: weapons by slot, modules, and what it has lost before."""

    frame: str
    weapons: dict[str, list[str]]
    modules: list[str] = field(default_factory=list)
    lost: int = 0
    jammed: list[int] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    shaken: bool = False
    hits: dict[str, int] = field(default_factory=dict)
    price: int = 0  # of its wings, which stay in their hangars


class Craft:
    """A ship in the fight."""

    def __init__(self, plan: Plan) -> None:
        words = {line.split()[0]: line.split()[1:] for line in FRAMES.strip().splitlines()}
        *numbers, self.size = words[plan.frame]
        self.whole, self.skill, self.morale, self.base, self.dc = map(int, numbers)
        self.armament = [
            (slot, *read_weapons()[name], name)
            for slot in plan.weapons
            for name in plan.weapons[slot]
        ]
        self.price = plan.price + sum(weapon[3] for weapon in self.armament)
        self.price += sum(MODULES[name] for name in plan.modules)
        self.hull = self.whole - plan.lost
        self.jams = {number - 1 for number in plan.jammed}
        self.fit = Counter(plan.modules) - Counter(plan.failed)
        self.states = {name for name in plan.hits if plan.hits[name]}
        self.morale -= plan.hits.get("Crew Casualties", 0)
        self.sits_out = "Panic" in self.states
        self.shaken, self.broken = plan.shaken, False
        self.bridge_hits_ignored = 0
        self.points, self.done = 0, set[str]()

    @property
    def fights(self) -> bool:
        """Whether it is still there."""
        return self.hull > 0 and not self.broken

    def count(self, module: str) -> int:
        """How many modules of a kind work."""
        return 0 if "Utilities Down" in self.states else self.fit[module]

    @property
    def command(self) -> int:
        """Its points a turn."""
        return 0 if "Bridge Hit" in self.states else self.base + self.count("Signal Array")

    def spend(self, action: str) -> bool:
        """Take an action, which benefits a ship once a turn."""
        if self.points == 0 or action in self.done:
            return False
        self.points -= 1
        self.done.add(action)
        return True


class Skyfight:
    """Two sides at a distance, each with a face towards the other."""

    def __init__(
        self, sides: tuple[list[Plan], list[Plan]], faces: tuple[str, str], distance: int, seed: int
    ) -> None:
        self.random = Random(seed).random
        self.sides = [[Craft(plan) for plan in side] for side in sides]
        self.faces, self.distance = faces, distance

    def roll(self, sides: int = 6) -> int:
        """A die."""
        return 1 + int(self.random() * sides)

    def run(self, turns: int) -> str:
        """Who wins within so many turns: a, b, or nobody."""
        for _ in range(turns):
            left = [any(ship.fights for ship in side) for side in self.sides]
            if not all(left):
                break
            self.play_turn()
        left = [any(ship.fights for ship in side) for side in self.sides]
        return {(True, False): "a", (False, True): "b"}.get((left[0], left[1]), "")

    def play_turn(self) -> None:
        """Initiative, then an activation for each ship, the sides alternating."""
        best = []
        for side in self.sides:
            for ship in side:
                ship.points, ship.done = ship.command, set()
            best.append(max([0, *(ship.command for ship in side if ship.fights)]))
        scores = [self.roll() + number for number in best]
        first = 0 if scores[0] > scores[1] or (scores[0] == scores[1] and self.roll(2) == 1) else 1
        queues: list[list[Craft]] = []
        for side in self.sides:
            queue = []
            for ship in sorted(side, key=lambda one: one.price, reverse=True):
                if ship.sits_out:
                    ship.sits_out = False
                elif ship.fights:
                    queue.append(ship)
            queues.append(queue)
        turn = first
        while queues[0] or queues[1]:
            queue = queues[turn]
            while queue and not queue[0].fights:
                queue.pop(0)
            if queue:
                self.activate(queue.pop(0), turn)
            turn = 1 - turn

    def activate(self, ship: Craft, side: int) -> None:
        """Burn, rally, fire, repair."""
        if "On Fire" in ship.states:
            self.hurt(ship, self.roll())
            if not ship.fights:
                return
        if ship.shaken and ship.spend("Rally"):
            ship.shaken = False
        extra = 2 if ship.hull < ship.whole and ship.spend("Emergency Repairs") else 0
        if "Weapons Down" not in ship.states:
            for number in self.list_guns(ship, side):
                if number not in ship.jams:
                    self.fire(ship, number, side)
                if not ship.fights:
                    return
        if ship.dc:
            self.repair(ship, ship.dc + ship.count("DC Center") + extra, side)

    def list_guns(self, ship: Craft, side: int) -> list[int]:
        """The weapons that bear on the face and reach; of two faces the one with more dice."""
        options = []
        for arc in SIDES[self.faces[side]]:
            found = []
            for number, (slot, reach, _, _, rules, _) in enumerate(ship.armament):
                if reach < self.distance or "Torpedo" in rules:
                    continue
                anywhere = "Turreted" in rules or "VLS" in rules or slot == "mounts"
                if slot == "turret":
                    anywhere = "Fixed" not in rules
                    slot = "forward"
                if anywhere or slot == arc:
                    found.append(number)
            options.append((sum(ship.armament[number][2] for number in found), found))
        return max(options, key=lambda option: option[0])[1]

    def fire(self, ship: Craft, number: int, side: int) -> None:
        """One weapon, at the enemy with the least hull left of those it may be aimed at."""
        _, _, count, _, rules, name = ship.armament[number]
        marks = [enemy for enemy in self.sides[1 - side] if enemy.fights]
        if "No vs Ultralights" in rules:
            marks = [enemy for enemy in marks if enemy.size != "ultralight"]
        if not marks:
            return
        mark = min(marks, key=lambda enemy: enemy.hull)
        need = ship.skill + (1 if ship.shaken else 0)
        if mark.size == "ultralight":
            need += 0 if "Flak" in rules else 3
        elif ship.spend("Target Lock"):
            need -= 1
        need = min(6, max(2, need))
        hits = sum(self.hit(need, rules) for _ in range(count))
        warned = name.endswith(("Missile", "Missile Rack")) and mark.count("Chaff Launcher") > 0
        if hits and warned and mark.points:
            mark.points -= 1
            hits = sum(self.hit(need, rules) for _ in range(hits))
        if hits:
            self.wound(mark, hits, rules, 1 - side)

    def hit(self, need: int, rules: list[str]) -> bool:
        """Whether a hit die is one."""
        rolled = self.roll()
        if rolled == 1 and "Battery" in rules:
            rolled = self.roll()
        return rolled >= need

    def wound(self, mark: Craft, hits: int, rules: list[str], side: int) -> None:
        """Damage dice, critical hits, morale."""
        worst = 5 if "Crit 5" in rules else 7 if "Cannot Crit" in rules else 6
        more = sum(int(rule.split()[1]) for rule in rules if rule.startswith("Piercing"))
        dice = [
            max(self.roll(), self.roll()) if "Impact" in rules else self.roll() for _ in range(hits)
        ]
        before, damage = mark.hull, sum(dice) + more * hits
        if mark.spend("Brace"):
            damage -= 1
        mark.hull -= damage
        results = [self.score(mark) for one in dice if one >= worst]
        for _ in range(results.count("Bridge Hit")):
            self.test_morale(mark)
        self.feel(mark, before)
        if "Citadel Blowout" in results:
            if self.distance <= 4:
                for enemy in self.sides[1 - side]:
                    if enemy.fights:
                        self.hurt(enemy, self.roll() + self.roll())
            for friend in self.sides[side]:
                if friend.fights:
                    self.test_morale(friend)

    def hurt(self, ship: Craft, damage: int) -> None:
        """Damage, and the checks that it brings."""
        before = ship.hull
        ship.hull -= damage
        self.feel(ship, before)

    def feel(self, ship: Craft, before: int) -> None:
        """Check morale for a hull that drops under 50 % and under 25 %."""
        for share in (2, 4):
            if ship.fights and share * ship.hull < ship.whole <= share * before:
                self.test_morale(ship)

    def test_morale(self, ship: Craft) -> None:
        """2d6, and shaken, then broken."""
        if self.roll() + self.roll() > ship.morale:
            ship.broken = ship.broken or ship.shaken
            ship.shaken = True

    def score(self, ship: Craft) -> str:
        """A critical hit, and what it is called if others must know."""
        if ship.size == "ultralight":  # Fragile
            ship.hull = 0
            return "destroyed"
        result = self.roll(8)
        if result == 8 and ship.count("Reinforced Bulkheads"):
            result = self.roll(8)
        if result == 1:
            ship.hull -= self.roll()
        elif result == 2:
            free = [number for number in range(len(ship.armament)) if number not in ship.jams]
            ship.jams |= {free[self.roll(len(free)) - 1]} if free else set()
        elif result == 5:
            ship.morale -= 1
        elif result == 6:
            working = sorted(ship.fit.elements())
            ship.fit -= Counter([working[self.roll(len(working)) - 1]] if working else [])
        elif result == 7:
            ship.sits_out = True
        elif result == 8:
            return self.score_super(ship)
        return ""

    def score_super(self, ship: Craft) -> str:
        """The other table."""
        result = self.roll(8)
        if result == 1:
            ship.hull -= self.roll() + self.roll()
        elif result == 3:
            if ship.count("Armored Bridge") and not ship.bridge_hits_ignored:
                ship.bridge_hits_ignored = 1
            else:
                ship.states.add("Bridge Hit")
                ship.points = 0
                return "Bridge Hit"
        elif result in (5, 6, 7):
            ship.states.add({5: "Weapons Down", 6: "Utilities Down", 7: "On Fire"}[result])
        elif result == 8:
            ship.hull = 0
            return "Citadel Blowout"
        return ""

    def repair(self, ship: Craft, count: int, side: int) -> None:
        """Damage control, one repair a roll."""
        rolled = [self.roll() for _ in range(count)]
        if ship.count("DC Center"):
            rolled = [self.roll() if one == 1 else one for one in rolled]
        good = sum(one >= 5 for one in rolled)
        for name in ("Weapons Down", "On Fire", "Utilities Down"):
            if good >= 2 and name in ship.states:
                ship.states.remove(name)
                return
        if good:
            jams = [number for number in self.list_guns(ship, side) if number in ship.jams]
            if jams:
                ship.jams.remove(jams[0])
            else:
                ship.hull = min(ship.whole, ship.hull + self.roll(3))
