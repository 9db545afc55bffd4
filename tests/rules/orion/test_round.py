"""Start and end of the round, and the end of the game (MOO-4, MOO-14, MOO-15)."""

from __future__ import annotations

import pytest

from rules.orion.support import (
    actor,
    at,
    discards,
    draw_all,
    get,
    hand,
    legal,
    next_round,
    play,
    reserve,
    resources,
    seat,
    state,
)
from rules.orion.twin import RACES

FIVE = ["hydroponic_farm", "hydroponic_farm", "hydroponic_farm", "biospheres", "biospheres"]
FULL = [
    FIVE,
    ["automated_factory"] * 4 + ["robotic_mine"],
    ["frigate"] * 3 + ["pleasure_dome"] * 2,
    ["fighter_base"] * 3 + ["missile_base"] * 2,
]


# ---- MOO-4: the start of the round --------------------------------------------------------

@pytest.mark.rule("MOO-4.1")
def test_all_cards_bring_income_covered_or_not():
    systems = [["hydroponic_farm", "automated_factory", "frigate"], ["military_shipyard"]]
    position = next_round(seat(0, 0, 0, systems=systems, race="bulrathi"))
    assert resources(position) == (2, 2, 1)
    # Not above 9; and an advisor brings none.
    position = next_round(seat(8, 0, 0, systems=systems, advisor="viktoria"))
    assert resources(position) == (9, 2, 1)


@pytest.mark.rule("MOO-4.2")
def test_exertion_comes_after_income_and_before_the_start_of_round_effects():
    # Income lifts 3 food to 5: medium, 4 cubes.
    position = next_round(seat(3, 0, 0, systems=[["hydroponic_farm"]]))
    assert get(position, 1, "cubes", "food") == (4, 5)
    # The extra cube of the Jump Gate comes on top of the level, whatever it is.
    position = next_round(seat(0, 0, 4, systems=[["jump_gate"]]))
    assert get(position, 1, "cubes") == 5
    # The highest of the three counts, whichever it is.
    for high in ((7, 0, 0), (0, 7, 0), (0, 0, 7)):
        assert get(next_round(seat(*high)), 1, "cubes") == 5


@pytest.mark.rule("MOO-4.3")
@pytest.mark.parametrize("most", [7, 8, 9])
def test_high_exertion(most):
    position = next_round(seat(most, 0, 4, loyalty=8))
    assert get(position, 1, "cubes", "loyalty") == (5, 7)
    assert reserve(position) == 5


@pytest.mark.rule("MOO-4.4")
@pytest.mark.parametrize("most", [4, 5, 6])
def test_medium_exertion(most):
    position = next_round(seat(1, most, 0, loyalty=8))
    assert get(position, 1, "cubes", "loyalty") == (4, 8)
    assert actor(position) == 1
    assert hand(position) == []


@pytest.mark.rule("MOO-4.5")
@pytest.mark.parametrize("most", [0, 3])
def test_low_exertion(most):
    position = next_round(seat(0, 0, most, loyalty=8))
    assert draw_all(position, 1) == 1
    assert get(position, 1, "cubes", "loyalty") == (3, 9)
    assert len(hand(position)) == 1
    full = next_round(seat(0, 0, most, loyalty=10))
    draw_all(full, 1)
    assert get(full, 1, "loyalty") == 10


@pytest.mark.rule("MOO-4.5")
@pytest.mark.parametrize("race", sorted(set(RACES) - {"darlok"}))
def test_low_exertion_draws_one_card_for_every_race_but_one(race):
    position = next_round(seat(3, 3, 3, race=race))
    assert draw_all(position, 1) == 1


@pytest.mark.rule("MOO-2.2")
@pytest.mark.rule("MOO-4.5")
def test_low_exertion_draws_in_turn_order():
    position = next_round(*[seat(1, 1, 1)] * 3, first=3)
    order = []
    while actor(position) == "chance":
        order.append(str(position.legal_moves[0])[6:8])
        play(position, str(position.legal_moves[0]))
    assert order == ["p3", "p1", "p2"]


@pytest.mark.rule("MOO-4.6")
def test_a_board_may_change_the_table():
    position = next_round(seat(7, 0, 0, race="bulrathi", loyalty=8))
    assert get(position, 1, "cubes", "loyalty") == (4, 8)
    assert legal(position) == {"choose:draw1", "choose:loyalty+1"}


@pytest.mark.rule("MOO-4.7")
def test_start_of_round_effects_in_any_order():
    player = seat(4, 0, 0, loyalty=8, advisor="moldred",
                  systems=[["virtual_reality_network"], ["jump_gate"], ["research_outpost"]])
    position = next_round(player)
    assert actor(position) == 1
    assert legal(position, "effect") == {
        "effect:virtual_reality_network/1", "effect:jump_gate/2", "effect:research_outpost/3",
        "effect:moldred"}
    assert "pass" not in legal(position)
    play(position, "effect:jump_gate/2")
    assert get(position, 1, "cubes", "loyalty") == (5, 8)
    play(position, "effect:virtual_reality_network/1")
    assert get(position, 1, "loyalty") == 9
    assert legal(position) == {"effect:research_outpost/3", "effect:moldred"}
    play(position, "effect:research_outpost/3")
    # The last one happens by itself: two cards, then a discard.
    assert draw_all(position, 1) == 3
    assert len(legal(position, "discard")) >= 1
    play(position, sorted(legal(position))[0])
    assert len(hand(position)) == 2
    assert "research" in legal(position)


@pytest.mark.rule("MOO-4.7")
def test_start_of_round_effects_in_turn_order():
    player = seat(4, 0, 0, systems=[["research_outpost"]])
    other = seat(4, 0, 0, advisor="moldred")
    position = next_round(player, player, other, first=2)
    order = []
    while "research" not in legal(position):
        move = str(position.legal_moves[0])
        order.append(move[6:8] if actor(position) == "chance" else f"p{actor(position)} discards")
        play(position, move)
    assert order == ["p2", "p3", "p3", "p3 discards", "p1"]
    assert actor(position) == 2


# ---- MOO-14: the end of the round -----------------------------------------------------------

@pytest.mark.rule("MOO-14.1")
def test_the_end_of_the_game_comes_before_discarding():
    seven = ["frigate", "frigate", "frigate", "titan", "cruiser", "cruiser", "jump_gate"]
    position = at(seat(cubes=1, loyalty=7, hand=seven), round=8)
    play(position, "propaganda")
    assert position.is_over
    assert len(hand(position)) == 7


@pytest.mark.rule("MOO-14.2")
def test_discard_down_to_five_from_the_first_player():
    seven = ["frigate", "frigate", "frigate", "titan", "cruiser", "cruiser", "jump_gate"]
    six = ["biospheres", "biospheres", "destroyer", "destroyer", "spaceport", "spaceport"]
    position = next_round(seat(4, hand=six), seat(4, hand=seven), first=1)
    assert actor(position) == 2             # the round that ends was p2's
    assert legal(position) == {f"discard:{card}" for card in set(seven)}
    play(position, "discard:titan", "discard:frigate")
    assert actor(position) == 1
    assert legal(position) == {f"discard:{card}" for card in set(six)}
    play(position, "discard:spaceport")
    assert discards(position) == ["titan", "frigate", "spaceport"]
    assert [len(hand(position, n)) for n in (1, 2)] == [5, 5]
    assert "research" in legal(position)
    # Of four, in their order; who has five or fewer is left out.
    position = next_round(seat(4, hand=["frigate", *six[:5]]), seat(4), seat(4, hand=seven[1:]),
                          seat(4, hand=["recyclotron"] * 2), first=4)
    order = []
    while str(position.legal_moves[0]).startswith("discard"):
        order.append(actor(position))
        play(position, str(position.legal_moves[0]))
    assert order == [3, 1]


@pytest.mark.rule("MOO-14.3")
def test_cubes_return_from_cards_boards_and_opponents():
    player = seat(4, 0, 0, spent=2, propaganda=True, attacks=[0, 2], advisor="viktoria*",
                  systems=[["recyclotron*"], ["destroyer*"]])
    position = next_round(player)
    assert get(position, 1, "spent", "propaganda", "attacks", "advisor") == (
        0, False, [0, 0], "viktoria")
    assert get(position, 1, "systems") == [["recyclotron"], ["destroyer"]]
    assert (get(position, 1, "cubes"), reserve(position)) == (4, 6)


@pytest.mark.rule("MOO-14.4")
@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_token_passes_to_the_left(first):
    position = next_round(*[seat(4)] * 3, first=first, round=5)
    assert state(position)["first"] == f"p{first}"
    assert state(position)["round"] == 6
    assert actor(position) == first


# ---- MOO-15: the end of the game ------------------------------------------------------------

def last_action(*seats, **keys):
    """p2 does the last action of the round, and nothing else changes."""
    players = [*seats, seat()][:max(2, len(seats))]
    players = [{**s, "cubes": int(n == 1)} for n, s in enumerate(players)]
    players[1] |= {"loyalty": players[1].get("loyalty", 10) - 3}
    position = at(*players, turn=2, **keys)
    play(position, "propaganda")
    return position


@pytest.mark.rule("MOO-15.1")
def test_the_game_ends_after_round_eight():
    assert not last_action(seat(4), round=7).is_over
    assert last_action(seat(4), round=8).is_over


@pytest.mark.rule("MOO-15.2")
@pytest.mark.parametrize(("loyalty", "over"), [(1, False), (0, True), (-4, True)])
def test_the_game_ends_when_loyalty_is_gone(loyalty, over):
    assert last_action(seat(4, loyalty=loyalty)).is_over is over


@pytest.mark.rule("MOO-15.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_loyalty_of_any_seat_ends_the_game(seats):
    for unlucky in range(seats):
        for loyalty, over in ((1, False), (0, True)):
            players = [seat(4) for _ in range(seats)]
            players[unlucky]["loyalty"] = loyalty
            assert last_action(*players).is_over is over


@pytest.mark.rule("MOO-15.2")
def test_loyalty_counts_at_the_end_of_the_round_only():
    position = at(seat(cubes=0), seat(cubes=2, loyalty=0), turn=2)
    play(position, "research")
    draw_all(position, 2)
    assert not position.is_over
    play(position, "propaganda")
    assert not position.is_over             # back at 3 when the round ends


@pytest.mark.rule("MOO-15.3")
def test_the_game_ends_when_all_systems_are_full():
    assert last_action(seat(4, systems=FULL)).is_over
    assert not last_action(seat(4, systems=[*FULL[:3], FULL[3][:4]])).is_over
    assert not last_action(seat(4, systems=FULL[:3])).is_over
    assert not last_action(seat(4, systems=FULL[:1])).is_over


@pytest.mark.rule("MOO-15.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_systems_of_any_seat_end_the_game(seats):
    for builder in range(seats):
        players = [seat(4) for _ in range(seats)]
        players[builder]["systems"] = FULL
        assert last_action(*players).is_over


@pytest.mark.rule("MOO-15.3")
def test_alluvias_system_must_be_full_too():
    four = ["destroyer", "destroyer", "colony_ship", "colony_ship"]
    assert not last_action(seat(4, systems=FULL, advisor="alluvia", extra=four[:3])).is_over
    assert not last_action(seat(4, systems=FULL, advisor="alluvia")).is_over
    assert last_action(seat(4, systems=FULL, advisor="alluvia", extra=four)).is_over


@pytest.mark.rule("MOO-15.4")
def test_the_score_is_track_plus_loyalty_plus_all_structures():
    player = seat(points=11, loyalty=7, advisor="veil",
                  systems=[["titan", "frigate"], ["death_star"]])
    position = last_action(player, seat(points=60), round=8)
    assert position.outcome.scores == (11 + 7 + 6 + 2 + 6, 70)


@pytest.mark.rule("MOO-15.4")
def test_structures_on_alluvia_score():
    position = last_action(seat(loyalty=5, advisor="alluvia", extra=["titan", "frigate"]), round=8)
    assert position.outcome.scores[0] == 5 + 6 + 2


@pytest.mark.rule("MOO-15.5")
def test_a_question_mark_is_worth_what_its_card_says():
    # 3 + 3 + 2 resources: the Trade Station gives 4; 7 loyalty: the Embassy 3.
    player = seat(3, 3, 2, loyalty=7, systems=[["trade_station", "galactic_embassy"]])
    assert last_action(player, round=8).outcome.scores[0] == 7 + 4 + 3


@pytest.mark.rule("MOO-15.6")
def test_negative_loyalty_is_subtracted_and_may_still_win():
    position = last_action(seat(points=30, loyalty=-4), seat(points=5, loyalty=10))
    assert position.is_over
    assert position.outcome.scores == (26, 15)
    assert position.outcome.winners == (0,)


@pytest.mark.rule("MOO-15.7")
def test_most_points_win():
    position = last_action(seat(points=3), seat(points=5), seat(points=4), round=8)
    assert position.outcome.winners == (1,)
    assert position.outcome.ranks[0] == 3


@pytest.mark.rule("MOO-15.8")
def test_ties():
    def winners(*seats):
        return last_action(*seats, round=8).outcome.winners

    # 12 points each: the higher loyalty wins, although the other has more resources.
    assert winners(seat(9, 9, 9, points=4, loyalty=8), seat(0, 0, 0, points=3, loyalty=9)) == (1,)
    # The same loyalty too: the larger sum of resources.
    assert winners(seat(4, 4, 1, points=4, loyalty=8), seat(8, 0, 0, points=4, loyalty=8)) == (0,)
    # All equal: a draw among those two, the third has less.
    equal = seat(4, 4, 1, points=4, loyalty=8)
    position = last_action(equal, seat(0, 9, 0, points=4, loyalty=8), seat(9, 9, 9), round=8)
    assert position.outcome.winners == (0, 1)
    assert position.outcome.scores == (12, 12, 10)
    assert position.outcome.shares[0] == pytest.approx(position.outcome.shares[1])
