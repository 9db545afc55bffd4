"""Races and advisors (MOO-17 and MOO-18)."""

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
    rest,
    seat,
    state,
)
from rules.orion.twin import RACES

# ---- MOO-17: races --------------------------------------------------------------------------

@pytest.mark.rule("MOO-17.1")
def test_humans_have_no_ability_and_the_best_start():
    total = {race: sum(row["start"].values()) for race, row in RACES.items()}
    assert all(total["human"] > n for race, n in total.items() if race != "human")
    position = at(seat(0, 0, 0, hand=["spaceport", "titan"], cubes=4))
    play(position, "exploit:spaceport", "exploit:titan", "research")
    assert draw_all(position, 1) == 2
    assert resources(position) == (0, 2, 1)
    assert get(next_round(seat(7, 0, 0, points=3)), 1, "cubes", "points") == (5, 3)


@pytest.mark.rule("MOO-17.2")
def test_alkari_may_buy_an_action():
    position = next_round(seat(4, 0, 0, race="alkari", points=2))
    assert legal(position) == {"effect:alkari", "pass"}
    declined = position.copy()
    play(position, "effect:alkari")
    assert get(position, 1, "points", "cubes") == (1, 5)
    assert "research" in legal(position)        # once a round
    play(declined, "pass")
    assert get(declined, 1, "points", "cubes") == (2, 4)
    # Not with 0 points.
    assert "research" in legal(next_round(seat(4, 0, 0, race="alkari", points=0)))


@pytest.mark.rule("MOO-17.3")
def test_meklar_exploit_yellow_for_two():
    position = at(seat(0, 0, 0, race="meklar", hand=["spaceport", "titan", "biospheres"], cubes=4))
    play(position, "exploit:spaceport")
    assert resources(position) == (0, 0, 2)
    play(position, "exploit:titan", "exploit:biospheres")
    assert resources(position) == (3, 2, 2)


@pytest.mark.rule("MOO-17.4")
def test_psilon_research_three():
    position = at(seat(race="psilon"))
    play(position, "research", "~draw:p1:titan", "~draw:p1:frigate", "~draw:p1:cruiser")
    assert hand(position) == ["cruiser", "frigate", "titan"]
    assert actor(position) == 1


@pytest.mark.rule("MOO-17.5")
def test_darlok_look_into_the_discards_at_low_exertion():
    position = next_round(seat(0, 0, 0, race="darlok", loyalty=8),
                          seat(4, hand=["titan", "cruiser"]), seat(4, hand=["biospheres"]),
                          discard=["spaceport", "frigate"])
    assert actor(position) == 2
    assert legal(position) == {"discard:titan", "discard:cruiser"}
    play(position, "discard:cruiser")
    assert (actor(position), legal(position)) == (3, {"discard:biospheres"})
    play(position, "discard:biospheres")
    assert actor(position) == 1
    # The top three of four.
    assert legal(position) == {"take:biospheres", "take:cruiser", "take:frigate"}
    play(position, "take:cruiser")
    assert hand(position) == ["cruiser"]
    assert discards(position) == ["spaceport", "frigate", "biospheres"]
    assert get(position, 1, "cubes", "loyalty") == (3, 9)
    assert "research" in legal(position)
    # Opponents go in order from the Darlok's left, whoever is first.
    position = next_round(seat(4, hand=["titan"]), seat(4, hand=["cruiser"]),
                          seat(0, 0, 0, race="darlok"), seat(4, hand=["biospheres"]), first=2)
    order = []
    while actor(position) != 3:
        order.append(actor(position))
        play(position, *legal(position))
    assert order == [4, 1, 2]
    assert legal(position) == {"take:biospheres", "take:titan", "take:cruiser"}
    # At the other levels the table is the common one, and nobody discards.
    position = next_round(seat(4, 0, 0, race="darlok"), seat(4, hand=["titan"]))
    assert "research" in legal(position)


@pytest.mark.rule("MOO-17.6")
def test_darlok_choose_among_what_there_is():
    position = next_round(seat(0, 0, 0, race="darlok"), seat(4, hand=["titan", "cruiser"]))
    play(position, "discard:titan")
    assert legal(position) == {"take:titan"}
    play(position, "take:titan")
    assert hand(position) == ["titan"]
    # No card in the opponent's hand, no discards: nothing is taken.
    position = next_round(seat(0, 0, 0, race="darlok"), seat(4))
    assert "research" in legal(position)
    assert get(position, 1, "cubes") == 3


@pytest.mark.rule("MOO-17.7")
def test_bulrathi_at_high_exertion():
    position = next_round(seat(7, 0, 0, race="bulrathi", loyalty=8))
    assert legal(position) == {"choose:draw1", "choose:loyalty+1"}
    other = position.copy()
    play(position, "choose:draw1")
    assert draw_all(position, 1) == 1
    assert get(position, 1, "cubes", "loyalty") == (4, 8)
    play(other, "choose:loyalty+1")
    assert get(other, 1, "cubes", "loyalty", "hand") == (4, 9, [])
    assert get(next_round(seat(4, 0, 0, race="bulrathi")), 1, "cubes") == 4


@pytest.mark.rule("MOO-17.8")
def test_bulrathi_lose_loyalty_in_the_action_phase():
    position = at(seat(9, 0, 0, race="bulrathi", loyalty=8, systems=[["martial_law_headquarters"]]))
    play(position, "activate:martial_law_headquarters/1")
    assert get(position, 1, "loyalty") == 7
    position = at(seat(fleet=9), seat(9, 0, 0, race="bulrathi", loyalty=8))
    play(position, "attack:p2")
    assert get(position, 2, "loyalty") == 7


@pytest.mark.rule("MOO-17.9")
def test_mrrshan_exploit_red_for_three():
    position = at(seat(0, 0, 0, race="mrrshan", hand=["spaceport", "titan", "biospheres"], cubes=4))
    play(position, "exploit:titan")
    assert resources(position) == (0, 3, 0)
    play(position, "exploit:spaceport", "exploit:biospheres")
    assert resources(position) == (3, 3, 1)


# ---- MOO-18: advisors -----------------------------------------------------------------------

FOUR = [["frigate"], ["colony_ship"], ["research_outpost"], ["destroyer"]]


@pytest.mark.rule("MOO-18.1")
def test_alluvia_starts_a_fifth_system():
    cards = ["titan", "cruiser", "battleship"]
    position = at(seat(food=9, systems=FOUR, hand=[*cards, "hydroponic_farm"]),
                  advisors=["alluvia"])
    play(position, "deal:alluvia", *(f"discard:{c}" for c in cards))
    assert get(position, 1, "advisor", "extra") == ("alluvia", [])
    play(position, "build:hydroponic_farm/5")
    assert get(position, 1, "systems", "extra") == (FOUR, ["hydroponic_farm"])
    # It need not be the fifth in time.
    position = at(seat(food=9, advisor="alluvia", hand=["hydroponic_farm"]))
    assert legal(position, "build") == {"build:hydroponic_farm/1", "build:hydroponic_farm/5"}
    # And nobody else has one.
    assert "build:hydroponic_farm/5" not in legal(at(seat(food=9, hand=["hydroponic_farm"])))


@pytest.mark.rule("MOO-18.2")
def test_alluvias_system_holds_four_structures():
    three = ["frigate", "frigate", "frigate"]
    rich = {"food": 9, "advisor": "alluvia", "hand": ["hydroponic_farm"]}
    assert "build:hydroponic_farm/5" in legal(at(seat(**rich, extra=three)))
    assert "build:hydroponic_farm/5" not in legal(at(seat(**rich, extra=[*three, "titan"])))


@pytest.mark.rule("MOO-18.3")
def test_alluvias_discount_works_while_she_is_covered():
    for extra in ([], ["frigate"], ["frigate", "titan"]):
        position = at(seat(1, 0, 0, advisor="alluvia", extra=extra, hand=["hydroponic_farm"]))
        assert legal(position, "build") == {"build:hydroponic_farm/5"}
        play(position, "build:hydroponic_farm/5")
        assert resources(position) == (0, 0, 0)
        assert get(position, 1, "extra") == [*extra, "hydroponic_farm"]


@pytest.mark.rule("MOO-18.4")
@pytest.mark.parametrize(("mine", "theirs", "allowed"), [
    (3, 3, True), (3, 4, True), (3, 5, True), (3, 6, False), (7, 9, True),
])
def test_veil_adds_two_fleets_to_the_comparison(mine, theirs, allowed):
    position = at(seat(fleet=mine, advisor="veil"), seat(fleet=theirs))
    assert bool(legal(position, "attack")) is allowed


@pytest.mark.rule("MOO-18.5")
def test_veils_fleets_pay_for_nothing():
    assert not legal(at(seat(fleet=1, advisor="veil"), seat(fleet=1)), "attack")
    position = at(seat(fleet=2, advisor="veil"), seat(fleet=4))
    play(position, "attack:p2")
    assert resources(position)[1] == 0
    # They cannot be traded or built with either.
    assert not legal(at(seat(9, 0, 0, advisor="veil", hand=["frigate"])), "build")
    assert "trade:fleet/food" not in legal(at(seat(0, 0, 0, advisor="veil")))


@pytest.mark.rule("MOO-18.6")
def test_harrava_takes_a_cube_after_an_attack():
    position = at(seat(fleet=9, cubes=3, advisor="harrava"), seat(fleet=0, cubes=0))
    before = reserve(position)
    play(position, "attack:p2")
    assert get(position, 1, "advisor", "cubes") == ("harrava*", 2)
    assert reserve(position) == before - 1
    play(position, "attack:p2")                 # the slot is full: no second cube
    assert reserve(position) == before - 1


@pytest.mark.rule("MOO-18.7")
def test_harravas_cube_is_an_action_of_the_next_round():
    position = next_round(seat(4, 0, 0, advisor="harrava*"))
    assert get(position, 1, "advisor", "cubes") == ("harrava", 5)
    assert reserve(position) == 5
    assert get(next_round(seat(4, 0, 0, advisor="harrava")), 1, "cubes") == 4
    # Also if a Battleship put it there.
    position = at(seat(4, 9, 0, cubes=1, systems=[["battleship"]]),
                  seat(4, 0, 0, cubes=0, advisor="harrava"))
    play(position, "attack:p2")
    play(position, "block:p2/a")
    assert get(position, 2, "cubes") == 5
    # If she is sent away the cube goes home.
    position = at(seat(9, 9, 0, hand=["spy_training_camp"]), seat(advisor="harrava*", cubes=1))
    before = reserve(position, 2)
    play(position, "build:spy_training_camp/1")
    assert (get(position, 2, "advisor"), reserve(position, 2)) == (None, before + 1)
    assert state(position)["advisors"] == ["harrava"]


@pytest.mark.rule("MOO-18.8")
@pytest.mark.parametrize(("choice", "gain"), [
    ("choose:food2", (2, 0, 0)), ("choose:fleet2", (0, 2, 0)), ("choose:production2", (0, 0, 2)),
])
def test_viktoria_gives_two_of_one_kind(choice, gain):
    position = at(seat(0, 0, 0, advisor="viktoria"))
    play(position, "activate:viktoria", choice)
    assert resources(position) == gain
    assert get(position, 1, "advisor") == "viktoria*"


@pytest.mark.rule("MOO-18.9")
def test_moldred_draws_two_and_discards_one():
    position = next_round(seat(4, 0, 0, advisor="moldred", hand=["titan"]))
    play(position, "~draw:p1:frigate", "~draw:p1:cruiser")
    assert legal(position) == {"discard:titan", "discard:frigate", "discard:cruiser"}
    play(position, "discard:titan")
    assert hand(position) == ["cruiser", "frigate"]
    assert "research" in legal(position)
    # With an empty hand, one of the two that were drawn goes.
    position = next_round(seat(4, 0, 0, advisor="moldred"))
    play(position, "~draw:p1:frigate", "~draw:p1:cruiser")
    assert legal(position) == {"discard:frigate", "discard:cruiser"}


@pytest.mark.rule("MOO-18.10")
def test_kuruk_scores_one_more():
    position = at(seat(fleet=9, advisor="kuruk", cubes=3), seat(fleet=0, cubes=0))
    play(position, "attack:p2", "attack:p2")
    assert get(position, 1, "points") == 6


@pytest.mark.rule("MOO-18.11")
def test_advia_gives_loyalty_and_cards():
    position = at(seat(advisor="advia", loyalty=5))
    play(position, "activate:advia")
    assert draw_all(position, 1) == 2
    assert get(position, 1, "loyalty", "advisor") == (7, "advia*")
    assert "propaganda" in legal(position)
    # With no card to draw there is still the loyalty.
    position = at(seat(advisor="advia", loyalty=5), seat(hand=rest()))
    play(position, "activate:advia")
    assert get(position, 1, "loyalty", "hand") == (7, [])
    assert actor(position) == 2


@pytest.mark.rule("MOO-18.12")
def test_quail_makes_exploiting_richer():
    cards = ["biospheres", "titan", "spaceport", "frigate"]
    position = at(seat(0, 0, 0, advisor="quail", hand=cards, cubes=5))
    play(position, "exploit:biospheres", "exploit:titan", "exploit:spaceport")
    assert resources(position) == (5, 3, 2)
    play(position, "exploit:frigate")
    assert draw_all(position, 1) == 4
    assert len(hand(position)) == 4             # none is discarded
    assert "research" in legal(position)
    # The board's bonus adds up with it.
    position = at(seat(0, 0, 0, race="mrrshan", advisor="quail", hand=["titan"]))
    play(position, "exploit:titan")
    assert resources(position) == (0, 4, 0)
