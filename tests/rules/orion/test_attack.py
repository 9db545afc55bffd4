"""Attacks: limits, comparison, price, consequences (MOO-10)."""

from __future__ import annotations

import pytest

from rules.orion.support import (
    actor,
    at,
    draw_all,
    get,
    legal,
    next_round,
    play,
    reserve,
    resources,
    seat,
)


def attacks(position):
    return legal(position, "attack")


@pytest.mark.rule("MOO-10.1")
def test_the_cube_is_a_marker_on_the_opponents_board():
    position = at(seat(fleet=9, cubes=3), seat(fleet=0), seat(fleet=0))
    before = reserve(position)
    play(position, "attack:p3")
    assert get(position, 1, "cubes", "spent", "attacks") == (2, 0, [0, 0, 1])
    assert reserve(position) == before
    assert "attack:p1" not in attacks(at(seat(fleet=9), seat(fleet=0)))
    # It goes home at the end of the round.
    position = next_round(seat(fleet=4, attacks=[0, 3]))
    assert get(position, 1, "attacks") == [0, 0]
    assert "attack:p2" in attacks(position)


@pytest.mark.parametrize(("seats", "limit"), [
    pytest.param(4, 1, marks=pytest.mark.rule("MOO-10.2")),
    pytest.param(3, 2, marks=pytest.mark.rule("MOO-10.3")),
    pytest.param(2, 3, marks=pytest.mark.rule("MOO-10.4")),
])
def test_attacks_on_one_opponent_are_limited(seats, limit):
    others = [seat(fleet=0, cubes=0) for _ in range(seats - 1)]
    position = at(seat(fleet=9, cubes=5), *others)
    for _ in range(limit):
        assert "attack:p2" in attacks(position)
        play(position, "attack:p2")
    assert "attack:p2" not in attacks(position)
    # The limit is for each opponent by itself, and for each attacker by itself.
    assert attacks(position) == {f"attack:p{n}" for n in range(3, seats + 1)}
    used = [0, limit] + [0] * (seats - 2)
    turn_of_2 = at(seat(fleet=0, cubes=0, attacks=used), seat(fleet=9), *others[1:], turn=2)
    assert "attack:p1" in attacks(turn_of_2)


@pytest.mark.rule("MOO-10.5")
@pytest.mark.parametrize(("mine", "theirs", "allowed"), [
    (4, 3, True), (4, 4, True), (4, 5, False), (9, 9, True), (2, 2, True), (2, 3, False),
])
def test_at_least_as_many_fleets(mine, theirs, allowed):
    position = at(seat(fleet=mine), seat(fleet=theirs))
    assert bool(attacks(position)) is allowed


@pytest.mark.rule("MOO-10.6")
def test_the_price_of_an_attack():
    assert attacks(at(seat(fleet=1), seat(fleet=0))) == set()
    position = at(seat(fleet=2), seat(fleet=0))
    play(position, "attack:p2")
    assert resources(position)[1] == 0
    # Two Cruisers: 2 less, but never below 1; then the defender's batteries.
    cruisers = [["cruiser"], ["cruiser"]]
    assert attacks(at(seat(fleet=0, systems=cruisers), seat(fleet=0))) == set()
    position = at(seat(fleet=1, systems=cruisers), seat(fleet=0))
    play(position, "attack:p2")
    assert resources(position)[1] == 0
    position = at(seat(fleet=5, systems=cruisers), seat(fleet=0, systems=[["ground_batteries"]]))
    play(position, "attack:p2")
    assert resources(position)[1] == 3


@pytest.mark.rule("MOO-10.7")
def test_bonuses_count_in_the_comparison():
    base = [["missile_base"]]
    assert attacks(at(seat(fleet=4), seat(fleet=2, systems=base)))
    assert not attacks(at(seat(fleet=4), seat(fleet=3, systems=base)))
    assert attacks(at(seat(fleet=4, advisor="veil"), seat(fleet=4, systems=base)))
    # Defence does not help to attack, nor attack to defend.
    assert not attacks(at(seat(fleet=4, systems=base), seat(fleet=5)))
    assert attacks(at(seat(fleet=4), seat(fleet=4, advisor="veil")))


@pytest.mark.rule("MOO-10.8")
def test_an_attack_scores_two_and_costs_the_opponent_loyalty():
    position = at(seat(fleet=6, points=1, loyalty=7), seat(fleet=6, loyalty=5, points=4))
    play(position, "attack:p2")
    assert get(position, 1, "points", "loyalty", "fleet") == (3, 7, 4)
    assert get(position, 2, "points", "loyalty", "fleet") == (4, 4, 6)


@pytest.mark.rule("MOO-10.9")
def test_the_attacker_orders_the_effects_and_the_defender_comes_last():
    position = at(seat(fleet=9, food=0, loyalty=8,
                       systems=[["marine_barracks"], ["landing_ship"], ["frigate"]]),
                  seat(fleet=0, food=5, systems=[["recyclotron", "star_fortress"]]))
    play(position, "attack:p2")
    assert get(position, 1, "points", "loyalty") == (2, 8)
    assert legal(position) == {"effect:marine_barracks/1", "effect:landing_ship/2",
                               "effect:frigate/3"}
    play(position, "effect:frigate/3")
    assert draw_all(position, 1) == 1
    play(position, "effect:marine_barracks/1")
    assert get(position, 1, "food") == 2
    play(position, "sink:p2/1")
    # The fortress is now at the bottom: it no longer answers.
    assert get(position, 2, "systems") == [["star_fortress", "recyclotron"]]
    assert get(position, 1, "loyalty") == 8


@pytest.mark.rule("MOO-10.9")
def test_a_working_fortress_answers_after_the_attackers_effects():
    position = at(seat(fleet=9, loyalty=8, systems=[["frigate"]]),
                  seat(fleet=0, systems=[["star_fortress"]]))
    play(position, "attack:p2")
    assert actor(position) == "chance"
    assert get(position, 1, "loyalty") == 8
    draw_all(position, 1)
    assert get(position, 1, "loyalty") == 7


@pytest.mark.rule("MOO-10.9")
@pytest.mark.parametrize("seats", [3, 4])
def test_effects_strike_the_seat_that_was_attacked(seats):
    """Of several opponents only the one attacked suffers, and only that one answers."""
    fleet = seat(fleet=9, food=0, loyalty=9, systems=[
        ["death_star"], ["landing_ship"], ["battleship"], ["marine_barracks"]])
    victim = seat(fleet=0, food=5, loyalty=9, cubes=0, advisor="viktoria",
                  systems=[["spaceport", "recyclotron"], ["star_fortress"]])
    bystander = seat(fleet=0, food=5, loyalty=9, cubes=0,
                     systems=[["biospheres", "weather_controller"]])
    others = [bystander, *[seat(fleet=0, food=5, loyalty=9, cubes=0)] * (seats - 3)]
    position = at(victim, fleet, *others, turn=2)
    play(position, "attack:p1", "effect:landing_ship/2")
    assert legal(position) == {"sink:p1/1", "sink:p1/2"}
    play(position, "sink:p1/1", "effect:battleship/3")
    assert legal(position) == {"block:p1/1", "block:p1/a"}
    play(position, "block:p1/a", "effect:death_star/1")
    position.check()
    assert get(position, 1, "food", "loyalty", "advisor") == (3, 7, "viktoria*")
    assert get(position, 1, "systems") == [["recyclotron", "spaceport"], ["star_fortress"]]
    assert get(position, 2, "food", "loyalty", "points") == (2, 8, 3)
    for n, other in enumerate(others, start=3):
        assert get(position, n, "food", "loyalty", "systems") == (5, 9, other.get("systems", []))


@pytest.mark.rule("MOO-10.9")
def test_the_seat_that_was_attacked_chooses_what_it_loses():
    foe = seat(fleet=0, cubes=0, hand=["spaceport", "spaceport"])
    position = at(foe, seat(fleet=9, cubes=1, systems=[["destroyer"]]), foe | {"hand": []},
                  foe | {"hand": ["cruiser", "cruiser"]}, turn=2)
    play(position, "attack:p4")
    assert (actor(position), legal(position)) == (4, {"choose:discard2", "choose:loyalty-1"})
