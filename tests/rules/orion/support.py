"""Positions of Master of Orion for the tests: the one place that knows the JSON format."""

from __future__ import annotations

from collections import Counter
from typing import Any

import armillary
from armillary import CHANCE, Position
from rules.orion.twin import CARDS, Seat

#: All cards by kind, for the tests that need to know what is left in the deck.
DECK = Counter({name: row["copies"] for name, row in CARDS.items()})

RESOURCES = ("food", "fleet", "production")
CUBES = 10      # in the reserve at the start: 15, less 3 resources, loyalty and score


def seat(food: int = 3, fleet: int = 3, production: int = 3, **keys: Any) -> dict[str, Any]:
    """One player: a Human with 3 of everything and 2 cubes unless told."""
    return {"race": "human", "cubes": 2, "food": food, "fleet": fleet, "production": production,
            **keys}


def at(*seats: dict[str, Any], turn: int = 1, **keys: Any) -> Position:
    """The position with these seats in the action phase; p1 is to act unless told.

    One seat alone gets an opponent without cubes.
    """
    players = [*seats] if len(seats) > 1 else [*seats, seat(cubes=0)]
    state = {"round": 2, "first": "p1", "seats": players, "pending": [["turn", f"p{turn}"]], **keys}
    return Position.from_json({"game": "orion", "players": len(players), "state": state})


def next_round(*seats: dict[str, Any], first: int = 1, **keys: Any) -> Position:
    """The first decision after the round before has ended, with `first` now beginning it.

    The seats begin the new round as they are given (without cubes); one seat alone gets an
    opponent who needs no attention.
    """
    players = [{**s, "cubes": 0} for s in seats]
    if len(players) == 1:
        players.append(seat(food=4, cubes=0))
    last = (first - 2) % len(players) + 1
    players[last - 1] |= {"cubes": 1}
    # Propaganda is the action that needs least; its 3 loyalty are taken off beforehand.
    players[last - 1]["loyalty"] = players[last - 1].get("loyalty", 10) - 3
    position = at(*players, turn=last, first=f"p{last}", **keys)
    position.play("propaganda")
    return position


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position.play(move)
    return position


def legal(position: Position, kind: str = "") -> set[str]:
    """The legal moves as text, or those that begin with `kind` and a colon."""
    found = {str(move) for move in position.legal_moves}
    return {move for move in found if move.split(":")[0] == kind} if kind else found


def actor(position: Position) -> int | str | None:
    """The seat to decide, from 1; "chance"; None at the end."""
    if position.actor == CHANCE:
        return "chance"
    return None if position.actor is None else position.actor + 1


def state(position: Position) -> dict[str, Any]:
    return position.to_dict()["state"]  # type: ignore[no-any-return]


def get(position: Position, number: int, *keys: str) -> Any:
    """What a seat (from 1) has: one value, or a tuple of several."""
    data = {"cubes": 0, "spent": 0, "propaganda": False, "loyalty": 10, "points": 0,
            "attacks": [0] * position.seats, "advisor": None, "systems": [], "extra": [],
            "hand": [], "open": [], **state(position)["seats"][number - 1]}
    values = tuple(data[key] for key in keys)
    return values if len(values) > 1 else values[0]


def resources(position: Position, number: int = 1) -> tuple[int, int, int]:
    return get(position, number, *RESOURCES)  # type: ignore[no-any-return]


def hand(position: Position, number: int = 1) -> list[str]:
    return sorted(get(position, number, "hand"))


def discards(position: Position) -> list[str]:
    """The discard pile, from the bottom to the top."""
    return state(position).get("discard", [])  # type: ignore[no-any-return]


def reserve(position: Position, number: int = 1) -> int:
    """The cubes that are nowhere else."""
    cubes, spent, attacks, advisor, systems, extra = get(
        position, number, "cubes", "spent", "attacks", "advisor", "systems", "extra")
    on_cards = sum(card.endswith("*") for stack in [*systems, extra] for card in stack)
    on_advisor = bool(advisor and advisor.endswith("*"))
    return int(CUBES - cubes - spent - sum(attacks) - on_cards - on_advisor)


def rest(*used: str) -> list[str]:
    """Every card but these, sorted: to leave the deck empty."""
    return sorted((DECK - Counter(used)).elements())


def settle(position: Position) -> Position:
    """Play the first outcome wherever chance is to decide."""
    while actor(position) == "chance":
        position.play(position.legal_moves[0])
    return position


def draw_all(position: Position, number: int) -> int:
    """Let chance deal to a seat, any cards; how many they were."""
    count = 0
    while actor(position) == "chance":
        move = str(position.legal_moves[0])
        assert move.startswith(f"~draw:p{number}:"), move
        position.play(move)
        count += 1
    return count


def twin_seats(position: Position) -> list[Seat]:
    """The seats as the twin wants them."""
    seats = []
    for number in range(1, position.seats + 1):
        advisor, extra, attacks = get(position, number, "advisor", "extra", "attacks")
        advisor = advisor and advisor.rstrip("*")
        seats.append(Seat(
            get(position, number, "race"), *resources(position, number),
            *get(position, number, "loyalty", "points"),
            systems=[[c.rstrip("*") for c in stack] for stack in get(position, number, "systems")],
            alluvia=[c.rstrip("*") for c in extra] if advisor == "alluvia" else None,
            advisor=advisor, hand=get(position, number, "hand"),
            attacked=dict(enumerate(attacks))))
    return seats


def new(seats: int = 2, seed: int | None = None, **options: Any) -> Position:
    return armillary.new_game("orion", seats, seed, **options)
