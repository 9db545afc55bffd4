"""Set-up: races, starting values, advisors, the first hand (MOO-1)."""

from __future__ import annotations

from collections import Counter

import pytest

from armillary import ArmillaryError, BadPosition
from rules.orion.support import (
    CUBES,
    DECK,
    actor,
    at,
    discards,
    get,
    hand,
    legal,
    new,
    next_round,
    play,
    reserve,
    resources,
    seat,
    settle,
    state,
)
from rules.orion.twin import ADVISORS, RACES


def choose(position, *races):
    """Choose races, in seat order, wherever chance stands between."""
    for race in races:
        play(settle(position), f"race:{race}")
    return settle(position)


def started(seats=2, seed=7, **options):
    """A game after set-up: races from the list, all first hands kept."""
    position = choose(new(seats, seed, **options), *list(RACES)[:seats])
    while "keep" in legal(position):
        play(position, "keep")
    return position


@pytest.mark.rule("MOO-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_cubes_are_left_for_actions(seats):
    position = started(seats)
    assert position.seats == seats
    for number in range(1, seats + 1):
        # 15 less 5 on the tracks; those taken by exertion are cubes or still in the reserve.
        assert get(position, number, "cubes") + reserve(position, number) == CUBES == 10
    # A position with an eleventh cube is refused.
    with pytest.raises(BadPosition, match=r"seats|cube"):
        at(seat(cubes=11))


@pytest.mark.rule("MOO-1.1")
@pytest.mark.parametrize("seats", [1, 5])
def test_the_game_is_for_two_to_four(seats):
    with pytest.raises(ArmillaryError, match="2 to 4"):
        new(seats)


@pytest.mark.rule("MOO-1.2")
def test_a_race_can_be_had_once_but_humans_often():
    position = settle(new(4))
    assert actor(position) == 1
    assert legal(position) == {f"race:{race}" for race in RACES}
    play(position, "race:psilon")
    settle(position)
    assert actor(position) == 2
    assert "race:psilon" not in legal(position)
    play(position, "race:human")
    settle(position)
    assert actor(position) == 3
    assert {"race:human", "race:alkari"} <= legal(position)
    play(position, "race:human")
    choose(position, "meklar")
    races = [get(position, n, "race") for n in range(1, 5)]
    assert races == ["psilon", "human", "human", "meklar"]


@pytest.mark.rule("MOO-1.3")
@pytest.mark.parametrize("race", RACES)
def test_resources_start_as_the_board_says(race):
    position = choose(new(2, 3), race, "human")
    start = RACES[race]["start"]
    assert resources(position) == (start["food"], start["fleet"], start["production"])


@pytest.mark.rule("MOO-1.4")
def test_loyalty_starts_at_ten_and_the_score_at_zero():
    position = choose(new(3, 3), "human", "psilon", "darlok")
    assert state(position)["round"] == 1
    for number in (1, 2, 3):
        assert get(position, number, "loyalty", "points") == (10, 0)


@pytest.mark.rule("MOO-1.5")
def test_five_of_eight_advisors_are_drawn():
    seen = Counter()
    for seed in range(60):
        advisors = state(choose(new(2, seed), "human", "human"))["advisors"]
        assert len(advisors) == len(set(advisors)) == 5
        assert set(advisors) <= set(ADVISORS)
        seen.update(advisors)
    assert set(seen) == set(ADVISORS)
    # Each comes in 5 of 8 games: 60 games stay within four standard deviations of 37.5.
    assert all(22 < n < 53 for n in seen.values()), seen


@pytest.mark.rule("MOO-1.6")
def test_the_first_seat_holds_the_token():
    position = started(3)
    assert state(position)["first"] == "p1"
    assert actor(position) == 1


@pytest.mark.rule("MOO-1.7")
def test_five_cards_each_from_the_first_player():
    position = new(3, 11)
    choose(position, "human", "human", "human")
    assert [len(hand(position, n)) for n in (1, 2, 3)] == [5, 5, 5]
    dealt = Counter(card for n in (1, 2, 3) for card in hand(position, n))
    assert not dealt - DECK
    deals = [str(m) for m in position.moves if str(m).startswith("~draw:")]
    assert [d[6:8] for d in deals] == ["p1"] * 5 + ["p2"] * 5 + ["p3"] * 5


@pytest.mark.rule("MOO-1.8")
def test_each_may_exchange_cards_once():
    position = choose(new(2, 5), "human", "psilon")
    assert actor(position) == 1
    first, second = get(position, 1, "hand")[:2]
    play(position, f"discard:{first}", f"discard:{second}", "keep")
    settle(position)
    assert discards(position) == [first, second]
    assert len(hand(position, 1)) == 5
    assert actor(position) == 2             # p1 is not asked again, and has drawn before p2 decides
    for card in list(get(position, 2, "hand")):
        play(position, f"discard:{card}")
    assert legal(position) == {"keep"}      # nothing is left to discard
    play(position, "keep")
    settle(position)
    assert len(hand(position, 2)) == 5
    assert len(discards(position)) == 7
    assert "propaganda" in legal(position)  # the first round has begun


@pytest.mark.rule("MOO-1.8")
def test_the_first_hand_may_be_kept():
    position = choose(new(2, 5), "human", "psilon")
    before = hand(position, 1)
    play(position, "keep")
    assert actor(position) == 2
    assert hand(position, 1) == before
    assert discards(position) == []


@pytest.mark.rule("MOO-1.9")
def test_the_tutorial_has_humans_and_no_advisors():
    position = settle(new(3, 5, tutorial=True))
    assert [get(position, n, "race") for n in (1, 2, 3)] == ["human"] * 3
    assert state(position).get("advisors", []) == []
    while "keep" in legal(position):
        settle(play(position, "keep"))
    assert actor(position) == 1
    assert len(hand(position)) == 5
    assert not legal(position, "deal")


@pytest.mark.rule("MOO-1.4")
def test_the_round_counts_on():
    assert state(next_round(seat(food=4), round=3))["round"] == 4
