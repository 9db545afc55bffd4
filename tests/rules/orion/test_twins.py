"""The compiled rules against the plain twin: prices, attacks, scores, tie-breaks.

On random positions of random games, and on random tables laid out by hand where random games
seldom come (full Alluvia, Colony Ships under discounts, exact ties).
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from armillary import Position
from rules.orion import twin
from rules.orion.support import (
    DECK,
    actor,
    at,
    get,
    legal,
    new,
    next_round,
    play,
    resources,
    seat,
    twin_seats,
)


def token(place: int | str, player: twin.Seat) -> int:
    """The number of a system, as moves write it."""
    return {"alluvia": 5, "new": len(player.systems) + 1}.get(place, place) \
        if isinstance(place, str) else place + 1


def pay_token(price: tuple[int, int, int]) -> str:
    parts = [f"{r}{n}" for r, n in zip(twin.RESOURCES, price, strict=True) if n]
    return "pay:" + (",".join(parts) or "nothing")


def round_of(position: Position) -> int:
    return int(position.to_dict()["state"]["round"])


def compare_payment(position: Position, ways: set[tuple[int, int, int]], *moves: str) -> None:
    """Play a build on a copy; every way to pay must be offered, and take what it says."""
    have = resources(position, position.actor + 1)
    number = position.actor + 1
    built = play(position.copy(), *moves)
    if len(ways) == 1:
        assert not legal(built, "pay")
        paid = [(built, next(iter(ways)))]
    else:
        assert legal(built) == {pay_token(way) for way in ways}
        paid = [(play(built.copy(), pay_token(way)), way) for way in sorted(ways)]
    for after, way in paid:
        card = twin.CARDS[moves[-1].split(":")[1].split("/")[0]]
        if card["timing"] == "after_build":
            continue    # its effect may have changed the resources already
        left = tuple(h - p for h, p in zip(have, way, strict=True))
        if round_of(after) == round_of(position):       # else income has come in
            assert resources(after, number) == left


def compare_turn(position: Position, seen: Counter[str]) -> None:
    """The Build and Attack actions of one position, against the twin."""
    seats = twin_seats(position)
    me, number = seats[position.actor], position.actor + 1
    builds = {f"build:{card}/{token(place, me)}": ways
              for (card, place), ways in twin.builds(me).items()}
    assert legal(position, "build") == set(builds)
    for move, ways in builds.items():
        seen["ways > 1"] += len(ways) > 1
        compare_payment(position, ways, move)
    attacks = {other for other in range(len(seats))
               if twin.can_attack(seats, position.actor, other)}
    assert legal(position, "attack") == {f"attack:p{other + 1}" for other in attacks}
    for other in attacks:
        price = twin.attack_price(me, seats[other])
        seen["price != 2"] += price != 2
        after = play(position.copy(), f"attack:p{other + 1}")
        fleets_change = any(e["verb"] == "gain" for c in me.working for e in c["effects"]
                            if c["timing"] == "after_attack")
        if not fleets_change and round_of(after) == round_of(position):
            assert resources(after, number)[1] == me.fleet - price
    for n, stack in enumerate(me.stacks):
        if stack and stack[-1] == "colony_ship":
            place = 5 if stack is me.alluvia else n + 1
            inside = {move: ways for (card, where), ways in twin.builds(me, 2).items()
                      for move in [f"build:{card}/{token(where, me)}"]
                      if move.endswith(f"/{place}")}
            activate = f"activate:colony_ship/{place}"
            if activate not in legal(position):
                # Nothing to build, or a cube is in the slot.
                data = position.to_dict()["state"]["seats"][position.actor]
                tops = [s[-1] for s in [*data["systems"], data.get("extra", [])] if s]
                assert not inside or "colony_ship*" in tops
                continue
            assert legal(play(position.copy(), activate)) == set(inside)
            for move, ways in inside.items():
                seen["colony ways > 1"] += len(ways) > 1
                compare_payment(position, ways, activate, move)
    seen["positions"] += 1


def compare_end(position: Position) -> None:
    seats = twin_seats(position)
    assert position.outcome.scores == tuple(twin.final_score(s) for s in seats)
    assert set(position.outcome.winners) == twin.winners(seats)


@pytest.mark.rule("MOO-6.4")
@pytest.mark.rule("MOO-10.5")
@pytest.mark.rule("MOO-15.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games(seats: int) -> None:
    rng = random.Random(seats)
    seen: Counter[str] = Counter()
    for game in range(100):
        position = new(seats, seed=1000 * seats + game)
        while not position.is_over:
            moves = position.legal_moves
            if rng.random() < 0.4 and "research" in legal(position):
                compare_turn(position, seen)
            # Build often, so that tables fill and discounts meet.
            builds = [m for m in moves if str(m).startswith(("build:", "deal:alluvia"))]
            position.play(rng.choice(builds if builds and rng.random() < 0.6 else moves))
        compare_end(position)
    assert seen["positions"] > 2000, seen
    assert seen["ways > 1"] > 100, seen
    assert seen["price != 2"] > 0, seen


def random_table(rng: random.Random, seats: int) -> list[dict[str, object]]:
    """Players with random structures, close scores, few resources."""
    deck = list(DECK.elements())
    rng.shuffle(deck)
    advisors = rng.sample(sorted(twin.ADVISORS), seats)
    if "alluvia" not in advisors and rng.random() < 0.7:
        advisors[0] = "alluvia"
    players = []
    for n in range(seats):
        systems = [[deck.pop() for _ in range(rng.randint(1, 2 + 6 // seats))]
                   for _ in range(rng.randint(0, 4))]
        systems = [stack[:5] for stack in systems]
        extra = [deck.pop() for _ in range(rng.randint(0, 4))] if advisors[n] == "alluvia" else []
        players.append(seat(
            rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 5), cubes=0,
            loyalty=rng.choice([10, 8, 6, 5, 1, 0, -2, -7]), points=rng.randint(0, 20),
            systems=systems, extra=extra, advisor=advisors[n],
            hand=[deck.pop() for _ in range(3)]))
    return players


@pytest.mark.rule("MOO-6.5")
@pytest.mark.rule("MOO-10.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_tables(seats: int) -> None:
    rng = random.Random(10 + seats)
    seen: Counter[str] = Counter()
    for _ in range(800):
        players = random_table(rng, seats)
        turn = rng.randint(1, seats)
        players[turn - 1]["cubes"] = 3
        compare_turn(at(*players, turn=turn), seen)
    assert seen["colony ways > 1"] > 0, seen
    assert seen["price != 2"] > 20, seen


@pytest.mark.rule("MOO-4.1")
@pytest.mark.rule("MOO-4.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_starts_of_rounds(seats: int) -> None:
    """Income, cubes and loyalty of the next round, whatever is chosen in between."""
    rng = random.Random(30 + seats)
    seen: Counter[str] = Counter()
    for _ in range(300):
        players = random_table(rng, seats)
        races = ["human", "human", *sorted(twin.RACES)]
        rng.shuffle(races)
        for player in players:
            player["race"] = races.pop()
            player["loyalty"] = rng.choice([10, 9, 6, 5, 4])
            carried = player["advisor"] == "harrava" and rng.random() < 0.7
            player["advisor"] = str(player["advisor"]) + "*" * carried
        first = rng.randint(1, seats)
        before = [{**p, "loyalty": p["loyalty"]} for p in players]
        position = next_round(*players, first=first)
        expected = [twin.Seat(str(p["race"]), *(int(p[r]) for r in twin.RESOURCES),
                              systems=p["systems"], advisor=str(p["advisor"]).rstrip("*"),
                              alluvia=p["extra"] if p["advisor"] == "alluvia" else None)
                    for p in before]
        have = [twin.after_income(s) for s in expected]
        used: Counter[str] = Counter()
        while "research" not in legal(position):
            move = str(rng.choice(position.legal_moves))
            if not move.startswith("~"):
                used[f"p{actor(position)} {move}"] += 1
            play(position, move)
        for n, (me, resources_now) in enumerate(zip(expected, have, strict=True), start=1):
            assert resources(position, n) == resources_now
            line = twin.exertion(me, resources_now)
            alkari = used[f"p{n} effect:alkari"]
            cubes = (line["cubes"] + str(before[n - 1]["advisor"]).endswith("*")
                     + twin.at_start(me, "gain_cube") + alkari)
            assert get(position, n, "cubes") == cubes
            assert get(position, n, "points") == before[n - 1]["points"] - alkari
            # One step at a time, as each step stops at 10.
            loyalty = min(10, before[n - 1]["loyalty"] + line["loyalty"])
            loyalty = min(10, loyalty + used[f"p{n} choose:loyalty+1"])
            loyalty = min(10, loyalty + twin.at_start(me, "loyalty"))
            assert get(position, n, "loyalty") == loyalty
            seen[f"{line['cubes']} cubes"] += 1
            seen["alkari"] += alkari
            seen["carried"] += str(before[n - 1]["advisor"]).endswith("*")
    assert min(seen[k] for k in ("3 cubes", "4 cubes", "5 cubes", "alkari", "carried")) > 3, seen


@pytest.mark.rule("MOO-15.5")
@pytest.mark.rule("MOO-15.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_endings(seats: int) -> None:
    rng = random.Random(20 + seats)
    ties: Counter[int] = Counter()
    for _ in range(700):
        players = random_table(rng, seats)
        table = at({**players[0], "cubes": 1}, *players[1:])
        totals = [twin.final_score(s) for s in twin_seats(table)]
        # Bring the totals together, loyalty and resources too, so that ties are common.
        for n, player in enumerate(players):
            player["points"] = max(0, player["points"] + max(totals) - totals[n])
            if rng.random() < 0.5:
                player["loyalty"] = players[0]["loyalty"]
            if rng.random() < 0.5:
                player |= {r: players[0][r] for r in twin.RESOURCES}
        last = players[rng.randrange(seats)]
        last |= {"cubes": 1}
        position = at(*players, turn=players.index(last) + 1, round=8)
        play(position, "propaganda")
        compare_end(position)
        ties[len(position.outcome.winners)] += 1
    assert ties[1] > 300, ties
    assert ties[2] > 5, ties


@pytest.mark.rule("MOO-6.7")
def test_the_twin_itself() -> None:
    """The twin says by hand-made cases what the rulebook says."""
    assert twin.prices("planetary_stock_exchange", 3) == {(2, 0, 0), (1, 0, 1)}
    assert twin.prices("hydroponic_farm", 3) == {(0, 0, 0)}
    assert twin.prices("cruiser", 0) == {(1, 2, 1)}
    veil, rich = twin.Seat("human", fleet=3, advisor="veil"), twin.Seat("human", fleet=5)
    assert twin.can_attack([veil, rich], 0, 1)
    assert not twin.can_attack([rich, twin.Seat("human", fleet=6)], 0, 1)
    wall = twin.Seat("human", systems=[["ground_batteries"], ["ground_batteries"]])
    assert twin.attack_price(rich, wall) == 4
    assert not twin.can_attack([veil, wall], 0, 1)
