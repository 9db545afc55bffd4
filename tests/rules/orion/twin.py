"""A slow, plain twin of the intricate parts of Master of Orion: prices, attacks, scores.

It reads the TOML rows itself and knows nothing of the compiled tables; so a mistake must be
made twice, in two ways, to go unseen.
"""

from __future__ import annotations

import itertools
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import armillary_core.games.orion as orion

DATA = Path(orion.__path__[0]) / "data"
RESOURCES = ("food", "fleet", "production")


def rows(file: str, table: str) -> dict[str, dict[str, Any]]:
    data = tomllib.loads((DATA / f"{file}.toml").read_text(encoding="utf-8"))
    return {row["id"]: row for row in data[table]}


CARDS = rows("structures", "structure")
ADVISORS = rows("advisors", "advisor")
RACES = rows("races", "race")


@dataclass
class Seat:
    """What lies before one player, and the hand."""

    race: str
    food: int = 0
    fleet: int = 0
    production: int = 0
    loyalty: int = 10
    vp: int = 0
    systems: list[list[str]] = field(default_factory=list)  # each from bottom to top
    alluvia: list[str] | None = None                        # her system, without her
    advisor: str | None = None
    hand: list[str] = field(default_factory=list)
    attacked: dict[int, int] = field(default_factory=dict)  # opponent -> attacks this round

    @property
    def stacks(self) -> list[list[str]]:
        """All systems with structures or room for them, Alluvia's too."""
        return [*self.systems, *([] if self.alluvia is None else [self.alluvia])]

    @property
    def working(self) -> list[dict[str, Any]]:
        """The rows of the working cards; of Alluvia also when she is covered (MOO-18.3)."""
        tops = [CARDS[stack[-1]] for stack in self.stacks if stack]
        return tops + ([ADVISORS[self.advisor]] if self.advisor else [])

    @property
    def built(self) -> list[dict[str, Any]]:
        """The rows of all structures, covered or not."""
        return [CARDS[card] for stack in self.stacks for card in stack]

    def total(self, verb: str) -> int:
        """The sum of a standing modifier over the working cards."""
        return sum(effect["amount"] for card in self.working if card["timing"] == "always"
                   for effect in card["effects"] if effect["verb"] == verb)


# ---- Build ------------------------------------------------------------------------------

def discount(seat: Seat, on_alluvia: bool, extra: int = 0) -> int:
    """What a build costs less: standing discounts, the system's own, and the effect's."""
    amount = extra
    for card in seat.working:
        for effect in card["effects"]:
            if effect["verb"] == "discount" and (effect["where"] == "any" or on_alluvia):
                amount += effect["amount"]
    return amount


def prices(card: str, off: int) -> set[tuple[int, int, int]]:
    """Every way to pay for a card with a discount, as (food, fleet, production)."""
    cost = [CARDS[card]["cost"].get(r, 0) for r in RESOURCES]
    due = max(sum(cost) - off, 0)
    return {split for split in itertools.product(*(range(c + 1) for c in cost))
            if sum(split) == due}


def payable(seat: Seat, card: str, off: int) -> set[tuple[int, int, int]]:
    """The ways to pay that the seat can afford."""
    have = (seat.food, seat.fleet, seat.production)
    return {p for p in prices(card, off) if all(x <= h for x, h in zip(p, have, strict=True))}


def builds(seat: Seat, extra: int = 0) -> dict[tuple[str, int | str], set[tuple[int, int, int]]]:
    """What the Build action offers: (card, system) -> ways to pay.

    The system is its number from 0, "new", or "alluvia".
    """
    places: list[int | str] = [n for n, stack in enumerate(seat.systems) if len(stack) < 5]
    if len(seat.systems) < 4:
        places.append("new")
    if seat.alluvia is not None and len(seat.alluvia) < 4:
        places.append("alluvia")
    found = {}
    for card in set(seat.hand):
        if CARDS[card]["loyalty6"] in ("build", "both") and seat.loyalty < 6:
            continue
        for place in places:
            ways = payable(seat, card, discount(seat, place == "alluvia", extra))
            if ways:
                found[card, place] = ways
    return found


# ---- Attack -----------------------------------------------------------------------------

def attack_price(attacker: Seat, defender: Seat) -> int:
    return max(1, 2 + attacker.total("attack_cost")) + defender.total("defence_cost")


def can_attack(seats: list[Seat], attacker: int, defender: int) -> bool:
    """Whether an attack is allowed now: limit, comparison, price."""
    a, d = seats[attacker], seats[defender]
    if attacker == defender or a.attacked.get(defender, 0) >= {2: 3, 3: 2, 4: 1}[len(seats)]:
        return False
    strong = a.fleet + a.total("attack_strength") >= d.fleet + d.total("defence_strength")
    return strong and a.fleet >= attack_price(a, d)


# ---- Start of the round -------------------------------------------------------------------

def after_income(seat: Seat) -> tuple[int, ...]:
    """The resources when all cards have brought theirs."""
    return tuple(min(9, getattr(seat, r) + sum(c["income"].get(r, 0) for c in seat.built))
                 for r in RESOURCES)


def exertion(seat: Seat, have: tuple[int, ...]) -> dict[str, Any]:
    """The line of the race's table."""
    level = "high" if max(have) >= 7 else "medium" if max(have) >= 4 else "low"
    return dict(RACES[seat.race][f"exertion_{level}"])


def at_start(seat: Seat, verb: str) -> int:
    """What the start-of-round effects of working cards add up to; the board is not asked."""
    return sum(effect["amount"] for card in seat.working if card["timing"] == "start_of_round"
               for effect in card["effects"] if effect["verb"] == verb)


# ---- Score ------------------------------------------------------------------------------

def card_points(seat: Seat, card: dict[str, Any]) -> int:
    """The points of one structure at the end."""
    if card["vp"] != "?":
        return int(card["vp"])
    rule = card["vp_formula"]
    if rule["count"] == "cards":
        pool = seat.built if rule["scope"] == "all" else [c for c in seat.working if "colour" in c]
        count = sum(c["colour"] == rule["colour"] for c in pool)
    elif rule["count"] == "loyalty":
        count = max(seat.loyalty, 0)
    else:
        count = seat.food + seat.fleet + seat.production
    return int(rule["amount"]) * (count // int(rule["divisor"]))


def final_score(seat: Seat) -> int:
    return seat.vp + seat.loyalty + sum(card_points(seat, card) for card in seat.built)


def winners(seats: list[Seat]) -> set[int]:
    """The seats that share the first place, after the tie-breaks."""
    keys = [(final_score(s), s.loyalty, s.food + s.fleet + s.production) for s in seats]
    return {n for n, key in enumerate(keys) if key == max(keys)}
