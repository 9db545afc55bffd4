"""Cubes, and the peaceful actions (MOO-5 to MOO-9, MOO-11 to MOO-13)."""

from __future__ import annotations

import pytest

from armillary import IllegalMove
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

# ---- MOO-5: actions and cubes ---------------------------------------------------------------

@pytest.mark.rule("MOO-5.1")
def test_one_action_each_until_all_cubes_are_spent():
    cards = ["hydroponic_farm"]
    position = at(seat(cubes=3), seat(cubes=1, hand=cards), seat(cubes=2))
    order = []
    while state(position)["round"] == 2:
        order.append(actor(position))
        play(position, "trade:food/fleet" if "trade:food/fleet" in legal(position)
             else "trade:fleet/food")
    assert order == [1, 2, 3, 1, 3, 1]


@pytest.mark.rule("MOO-5.2")
def test_nobody_may_pass():
    # Nothing in hand, no resources, Propaganda done, no card to draw: Research is left.
    poor = seat(0, 0, 0, spent=1, propaganda=True, cubes=1)
    position = at(poor, seat(cubes=1, hand=rest("titan")), discard=["titan"])
    assert legal(position) == {"research"}
    play(position, "research")
    assert actor(position) == 2
    assert hand(position) == []
    with pytest.raises(IllegalMove):
        at(seat()).play("pass")


@pytest.mark.rule("MOO-5.3")
def test_an_action_costs_a_cube():
    player = seat(9, 9, 9, cubes=3, hand=["frigate", "titan", "cruiser"], systems=[["recyclotron"]])
    for move, spent in [("build:frigate/2", 1), ("exploit:titan", 1), ("research", 1),
                        ("trade:food/fleet", 1), ("propaganda", 1), ("deal:veil", 1),
                        ("activate:recyclotron/1", 0), ("attack:p2", 0)]:
        position = at(player, seat(cubes=1, fleet=0), advisors=["veil"])
        play(position, move)
        assert get(position, 1, "cubes", "spent") == (2, spent), move
        assert reserve(position) == 7, move
        if move.startswith("activate"):
            assert get(position, 1, "systems") == [["recyclotron*"]]
        if move.startswith("attack"):
            assert get(position, 1, "attacks") == [0, 1]


@pytest.mark.rule("MOO-5.4")
def test_an_action_may_be_repeated():
    position = at(seat(cubes=3, hand=["hydroponic_farm"] * 2, food=0))
    play(position, "exploit:hydroponic_farm", "exploit:hydroponic_farm")
    assert resources(position)[0] == 6
    # But not with a full slot.
    position = at(seat(cubes=3, systems=[["recyclotron"]]))
    play(position, "activate:recyclotron/1")
    assert not legal(position, "activate")


@pytest.mark.rule("MOO-5.5")
def test_a_full_slot_forbids_the_effect():
    # A slot: no second activation; P slot: no second effect.
    assert not legal(at(seat(systems=[["recyclotron*"]])), "activate")
    position = at(seat(fleet=9, food=0, systems=[["marine_barracks"]], cubes=3),
                  seat(food=9, fleet=0, cubes=0))
    play(position, "attack:p2")
    assert get(position, 1, "food", "systems") == (2, [["marine_barracks*"]])
    play(position, "attack:p2")
    assert get(position, 1, "food") == 2
    assert get(position, 2, "food") == 7


@pytest.mark.rule("MOO-5.6")
def test_a_cube_does_not_hinder_other_effects():
    # Income of a card with a cube: gained all the same. Its colour counts, too.
    position = next_round(seat(0, 0, 4, systems=[["spaceport*"]]))
    assert resources(position) == (1, 0, 4)
    position = at(seat(0, 0, 0, systems=[["recyclotron"], ["spaceport*"]]))
    play(position, "activate:recyclotron/1")
    assert resources(position) == (0, 0, 2)


@pytest.mark.rule("MOO-5.7")
def test_an_activation_fills_the_a_slot_with_the_action_cube():
    position = at(seat(cubes=2, systems=[["recyclotron"]]))
    before = reserve(position)
    play(position, "activate:recyclotron/1")
    assert get(position, 1, "cubes", "spent", "systems") == (1, 0, [["recyclotron*"]])
    assert reserve(position) == before


@pytest.mark.rule("MOO-5.8")
def test_a_p_slot_is_filled_from_the_reserve():
    position = at(seat(fleet=9, cubes=2, systems=[["marine_barracks"]]), seat(fleet=0))
    before = reserve(position)
    play(position, "attack:p2")
    assert get(position, 1, "cubes", "attacks", "systems") == (1, [0, 1], [["marine_barracks*"]])
    assert reserve(position) == before - 1
    # Ten cubes, all in use: the effect is lost.
    position = at(seat(fleet=9, food=0, cubes=2, spent=8, systems=[["marine_barracks"]]),
                  seat(fleet=0))
    play(position, "attack:p2")
    assert get(position, 1, "food", "systems") == (0, [["marine_barracks"]])


@pytest.mark.rule("MOO-5.9")
def test_an_extra_cube_is_an_action_of_this_round():
    position = at(seat(cubes=1, systems=[["martial_law_headquarters"]]))
    play(position, "activate:martial_law_headquarters/1")
    assert get(position, 1, "cubes") == 2
    assert actor(position) == 1
    # Only one cube is left in the reserve: only one comes.
    position = at(seat(cubes=1, spent=8, systems=[["martial_law_headquarters"]]))
    play(position, "activate:martial_law_headquarters/1")
    assert get(position, 1, "cubes") == 1


# ---- MOO-6: build ---------------------------------------------------------------------------

@pytest.mark.rule("MOO-6.1")
def test_build_pays_and_lays_the_card_on_top():
    position = at(seat(9, 8, 7, systems=[["frigate"]], hand=["cruiser", "titan"]))
    play(position, "build:cruiser/1")
    assert resources(position) == (8, 6, 6)
    assert get(position, 1, "systems") == [["frigate", "cruiser"]]
    assert hand(position) == ["titan"]
    assert discards(position) == []


@pytest.mark.rule("MOO-6.1")
def test_the_card_about_to_be_covered_still_gives_its_discount():
    position = at(seat(1, 0, 0, systems=[["orbital_construction_yard"]], hand=["hydroponic_farm"]))
    play(position, "build:hydroponic_farm/1")
    assert resources(position) == (0, 0, 0)
    assert get(position, 1, "systems") == [["orbital_construction_yard", "hydroponic_farm"]]


@pytest.mark.rule("MOO-6.2")
def test_the_same_card_may_be_built_again():
    position = at(seat(food=9, cubes=3, hand=["hydroponic_farm"] * 2))
    play(position, "build:hydroponic_farm/1", "build:hydroponic_farm/1")
    assert get(position, 1, "systems") == [["hydroponic_farm", "hydroponic_farm"]]


@pytest.mark.rule("MOO-6.3")
def test_a_covered_cube_returns_to_the_reserve():
    position = at(seat(systems=[["recyclotron*"]], hand=["hydroponic_farm"]))
    before = reserve(position)
    play(position, "build:hydroponic_farm/1")
    assert get(position, 1, "systems") == [["recyclotron", "hydroponic_farm"]]
    assert reserve(position) == before + 1


@pytest.mark.rule("MOO-6.4")
def test_the_builder_splits_the_discount():
    player = seat(9, 9, 9, systems=[["orbital_construction_yard"]], hand=["cruiser"])
    position = at(player)
    play(position, "build:cruiser/2")
    # The Cruiser costs 1 food, 2 fleets, 1 production; one of the four is saved.
    assert legal(position) == {"pay:fleet2,production1", "pay:food1,fleet1,production1",
                               "pay:food1,fleet2"}
    play(position, "pay:food1,fleet2")
    assert resources(position) == (8, 7, 9)
    # Only one way can be paid: no question.
    position = at({**player, "production": 0})
    play(position, "build:cruiser/2")
    assert resources(position) == (8, 7, 0)


@pytest.mark.rule("MOO-6.5")
def test_discounts_add_up():
    # The yard 1, Alluvia 1, the Colony Ship 2: Biospheres (3 food, 1 production) for nothing.
    player = seat(0, 0, 0, systems=[["orbital_construction_yard"]], advisor="alluvia",
                  extra=["colony_ship"], hand=["biospheres"])
    position = at(player)
    assert not legal(position, "build")
    play(position, "activate:colony_ship/5", "build:biospheres/5")
    assert get(position, 1, "extra") == ["colony_ship", "biospheres"]
    assert resources(position) == (0, 0, 0)


@pytest.mark.rule("MOO-6.6")
def test_the_rulebooks_example_of_a_discount_of_three():
    player = seat(4, 3, 1, advisor="alluvia", extra=["colony_ship"],
                  hand=["planetary_stock_exchange"])
    position = at(player)
    play(position, "activate:colony_ship/5", "build:planetary_stock_exchange/5")
    assert legal(position) == {"pay:food2", "pay:food1,production1"}
    other = position.copy()
    play(position, "pay:food2")
    assert resources(position) == (2, 3, 1)
    play(other, "pay:food1,production1")
    assert resources(other) == (3, 3, 0)
    for p in (position, other):
        assert get(p, 1, "extra") == ["colony_ship", "planetary_stock_exchange"]
    # Without production, or with 1 food only, there is just one way.
    for have, left in (((2, 0, 0), (0, 0, 0)), ((1, 0, 1), (0, 0, 0))):
        food, fleet, production = have
        position = at({**player, "food": food, "fleet": fleet, "production": production})
        play(position, "activate:colony_ship/5", "build:planetary_stock_exchange/5")
        assert resources(position) == left


@pytest.mark.rule("MOO-6.7")
def test_a_discount_takes_nothing_else_and_nothing_below_zero():
    # The Hydroponic Farm costs 2 food; a discount of 3 saves these, and no fleets.
    player = seat(0, 0, 0, advisor="alluvia", extra=["colony_ship"], hand=["hydroponic_farm"])
    position = at(player)
    play(position, "activate:colony_ship/5", "build:hydroponic_farm/5")
    assert resources(position) == (0, 0, 0)
    assert get(position, 1, "extra") == ["colony_ship", "hydroponic_farm"]
    # A discount of 1 cannot be taken off production for a card that costs food alone.
    position = at(seat(1, 0, 9, systems=[["orbital_construction_yard"]], hand=["hydroponic_farm"]))
    play(position, "build:hydroponic_farm/2")
    assert resources(position) == (0, 0, 9)


@pytest.mark.rule("MOO-6.8")
def test_a_card_built_by_an_effect_costs_resources_but_no_action():
    position = at(seat(6, 1, 0, cubes=2, hand=["civilian_ship", "hydroponic_farm"]))
    play(position, "build:civilian_ship/1", "build:hydroponic_farm/1")
    assert get(position, 1, "systems") == [["civilian_ship", "hydroponic_farm"]]
    assert (resources(position), get(position, 1, "cubes", "spent")) == ((2, 0, 0), (1, 1))
    # What cannot be paid cannot be built by an effect either.
    position = at(seat(3, 1, 0, cubes=2, hand=["civilian_ship", "hydroponic_farm"]))
    play(position, "build:civilian_ship/1")
    assert not legal(position, "build")
    # Standing discounts count there, too.
    position = at(seat(3, 1, 0, cubes=2, hand=["civilian_ship", "hydroponic_farm"],
                       systems=[["orbital_construction_yard"]]))
    play(position, "build:civilian_ship/2", "pay:food2")
    assert legal(position, "build") == {f"build:hydroponic_farm/{n}" for n in (1, 2, 3)} \
        - {"build:hydroponic_farm/4"}
    play(position, "build:hydroponic_farm/3")
    assert resources(position) == (0, 1, 0)


# ---- MOO-7: exploit -------------------------------------------------------------------------

@pytest.mark.rule("MOO-7.1")
def test_exploit_discards_a_card_for_its_yield():
    position = at(seat(0, 0, 0, hand=["titan", "biospheres"]), discard=["frigate"])
    assert legal(position, "exploit") == {"exploit:titan", "exploit:biospheres"}
    play(position, "exploit:titan")
    assert discards(position) == ["frigate", "titan"]
    assert hand(position) == ["biospheres"]
    assert not legal(at(seat()), "exploit")


@pytest.mark.parametrize(("card", "gain"), [
    pytest.param("biospheres", (3, 0, 0), marks=pytest.mark.rule("MOO-7.2")),
    pytest.param("titan", (0, 2, 0), marks=pytest.mark.rule("MOO-7.3")),
    pytest.param("spaceport", (0, 0, 1), marks=pytest.mark.rule("MOO-7.4")),
])
def test_the_yield_of_each_colour(card, gain):
    position = at(seat(0, 0, 0, hand=[card]))
    play(position, f"exploit:{card}")
    assert resources(position) == gain


@pytest.mark.rule("MOO-7.5")
def test_a_grey_card_draws_four_and_keeps_three():
    position = at(seat(0, 0, 0, hand=["frigate", "cruiser"]))
    play(position, "exploit:frigate", "~draw:p1:titan", "~draw:p1:spaceport",
         "~draw:p1:biospheres", "~draw:p1:destroyer")
    assert actor(position) == 1
    # One of the four goes, not a card that was in hand before.
    assert legal(position) == {"discard:titan", "discard:spaceport", "discard:biospheres",
                               "discard:destroyer"}
    play(position, "discard:spaceport")
    assert hand(position) == ["biospheres", "cruiser", "destroyer", "titan"]
    assert discards(position) == ["frigate", "spaceport"]
    assert resources(position) == (0, 0, 0)


@pytest.mark.rule("MOO-7.5")
def test_a_grey_card_with_few_cards_left():
    # The pile is all there is, and its top is now the Frigate: three cards come, all are kept.
    three = ["titan", "spaceport", "biospheres"]
    others = rest("frigate", *three)
    position = at(seat(hand=["frigate"]), seat(cubes=0, hand=others), discard=three)
    play(position, "exploit:frigate")
    assert draw_all(position, 1) == 3
    assert hand(position) == sorted(three)
    assert discards(position) == ["frigate"]


@pytest.mark.rule("MOO-7.6")
def test_other_discards_yield_nothing():
    position = at(seat(0, 0, 0, hand=["titan", "biospheres", "spaceport"]), advisors=["veil"])
    play(position, "deal:veil", "discard:titan", "discard:biospheres", "discard:spaceport")
    assert resources(position) == (0, 0, 0)
    # Not even with a bonus for exploiting.
    position = at(seat(0, 0, 0, race="mrrshan", hand=["titan", "cruiser", "spaceport"]),
                  advisors=["veil"])
    play(position, "deal:veil", "discard:titan", "discard:cruiser", "discard:spaceport")
    assert resources(position) == (0, 0, 0)


# ---- MOO-8: research ------------------------------------------------------------------------

@pytest.mark.rule("MOO-8.1")
def test_research_draws_two():
    position = at(seat(hand=["titan"]))
    play(position, "research", "~draw:p1:frigate", "~draw:p1:frigate")
    assert hand(position) == ["frigate", "frigate", "titan"]
    assert actor(position) == 1


@pytest.mark.rule("MOO-8.2")
def test_an_empty_deck_takes_the_discards_but_the_top_one():
    pile = ["titan", "frigate", "biospheres", "cruiser"]
    position = at(seat(), seat(cubes=0, hand=rest(*pile)), discard=pile)
    assert discards(position) == pile       # open until a card is needed
    play(position, "research")
    assert legal(position) == {"~draw:p1:titan", "~draw:p1:frigate", "~draw:p1:biospheres"}
    play(position, "~draw:p1:frigate")
    assert discards(position) == ["cruiser"]
    play(position, "~draw:p1:titan")
    assert hand(position) == ["frigate", "titan"]
    # The one card left is the deck; the pile grows anew.
    play(position, "exploit:titan")
    assert discards(position) == ["cruiser", "titan"]


@pytest.mark.rule("MOO-8.2")
def test_the_last_card_of_the_deck_comes_before_the_reshuffle():
    pile = ["frigate", "biospheres", "cruiser"]
    position = at(seat(), seat(cubes=0, hand=rest("titan", *pile)), discard=pile)
    play(position, "research")
    assert legal(position) == {"~draw:p1:titan"}
    play(position, "~draw:p1:titan")
    assert legal(position) == {"~draw:p1:frigate", "~draw:p1:biospheres"}
    # Drawing exactly the last card does not touch the pile.
    position = at(seat(), seat(cubes=0, hand=rest("titan", "robotic_mine", *pile)), discard=pile)
    play(position, "research", "~draw:p1:titan", "~draw:p1:robotic_mine")
    assert discards(position) == pile


@pytest.mark.rule("MOO-8.3")
def test_fewer_cards_are_drawn_if_there_are_no_more():
    pile = ["titan", "frigate"]
    position = at(seat(), seat(cubes=1, hand=rest(*pile)), discard=pile)
    play(position, "research")
    assert draw_all(position, 1) == 1
    assert hand(position) == ["titan"]
    assert discards(position) == ["frigate"]
    assert actor(position) == 2


# ---- MOO-9: activate ------------------------------------------------------------------------

@pytest.mark.rule("MOO-9.1")
def test_activate_a_working_card():
    position = at(seat(0, 0, 0, systems=[["frigate", "recyclotron"]], advisor="viktoria"))
    assert legal(position, "activate") == {"activate:recyclotron/1", "activate:viktoria"}
    play(position, "activate:recyclotron/1")
    assert resources(position) == (0, 0, 1)
    assert get(position, 1, "systems") == [["frigate", "recyclotron*"]]
    play(position, "activate:viktoria", "choose:fleet2")
    assert resources(position) == (0, 2, 1)


@pytest.mark.rule("MOO-9.2")
def test_a_full_slot_cannot_be_activated():
    position = at(seat(systems=[["recyclotron*"]], advisor="viktoria*"))
    assert not legal(position, "activate")


@pytest.mark.rule("MOO-9.3")
def test_a_covered_card_cannot_be_activated():
    assert not legal(at(seat(systems=[["recyclotron", "frigate"]])), "activate")
    # Nor a card without an activation, nor an opponent's.
    position = at(seat(systems=[["frigate"]]), seat(systems=[["recyclotron"]]))
    assert not legal(position, "activate")


@pytest.mark.rule("MOO-9.4")
def test_an_extra_cost_is_paid_first():
    service = [["population_support"]]
    assert not legal(at(seat(food=1, systems=service, loyalty=5)), "activate")
    position = at(seat(food=2, systems=service, loyalty=5))
    play(position, "activate:population_support/1")
    assert get(position, 1, "food", "loyalty") == (0, 8)


@pytest.mark.rule("MOO-9.5")
def test_an_effect_activates_under_the_same_rules():
    locator = ["high_orbit_locator"]
    player = seat(1, 0, 0, loyalty=5, systems=[locator, ["recyclotron", "frigate"],
                                               ["alien_management_center"], ["population_support"]],
                  advisor="viktoria")
    # A covered card, one behind the gate, one that cannot be paid: only Viktoria is left.
    position = at(player)
    before = reserve(position)
    play(position, "activate:high_orbit_locator/1")
    assert legal(position, "activate") == {"activate:viktoria"}
    play(position, "activate:viktoria", "choose:food2")
    assert get(position, 1, "advisor") == "viktoria*"
    assert reserve(position) == before - 1  # the second cube came from the reserve
    # 3 food now pay for the Population Support Service.
    assert legal(position, "activate") == {"activate:population_support/4"}
    play(position, "activate:population_support/4")
    assert get(position, 1, "food", "loyalty") == (1, 8)
    # With a full slot it cannot be used; with an empty reserve neither.
    assert not legal(at(seat(systems=[locator], advisor="viktoria*")), "activate")
    used_up = at(seat(cubes=2, spent=8, systems=[locator], advisor="viktoria"))
    assert legal(used_up, "activate") == {"activate:viktoria"}
    # A second locator would need a cube for itself and one for what it activates.
    two = at(seat(cubes=2, spent=7, systems=[locator, locator], advisor="viktoria"))
    play(two, "activate:high_orbit_locator/1")
    assert legal(two) == {"activate:viktoria"}


@pytest.mark.rule("MOO-9.6")
def test_an_exchange_goes_one_way_once():
    port = [["spaceport"]]
    assert not legal(at(seat(2, 9, 1, systems=port)), "activate")
    position = at(seat(6, 6, 2, systems=port))
    play(position, "activate:spaceport/1")
    assert legal(position) == {"exchange:food3+fleet3/production2",
                               "exchange:production2/food3+fleet3"}
    play(position, "exchange:food3+fleet3/production2")
    assert resources(position) == (3, 3, 4)
    assert not legal(position, "exchange")
    position = at(seat(6, 6, 1, systems=port))
    play(position, "activate:spaceport/1")
    assert legal(position) == {"exchange:food3+fleet3/production2"}


@pytest.mark.rule("MOO-9.7")
def test_an_activation_must_have_something_to_build_or_to_activate():
    ship = [["colony_ship"]]
    assert not legal(at(seat(systems=ship)), "activate")
    assert not legal(at(seat(0, 0, 0, systems=ship, hand=["battleship"])), "activate")
    position = at(seat(0, 0, 0, systems=ship, hand=["hydroponic_farm"]))
    play(position, "activate:colony_ship/1")
    assert "pass" not in legal(position)
    assert not legal(at(seat(systems=[["high_orbit_locator"]])), "activate")
    position = at(seat(systems=[["high_orbit_locator"]], advisor="viktoria"))
    play(position, "activate:high_orbit_locator/1")
    assert "pass" not in legal(position)
    # An effect of which little or nothing comes may be activated.
    position = at(seat(food=2, loyalty=10, systems=[["population_support"]]))
    assert legal(position, "activate")


# ---- MOO-11: trade --------------------------------------------------------------------------

@pytest.mark.rule("MOO-11.1")
@pytest.mark.parametrize(("move", "left"), [
    ("trade:food/fleet", (0, 5, 3)), ("trade:food/production", (0, 3, 4)),
    ("trade:fleet/food", (6, 1, 3)), ("trade:fleet/production", (3, 1, 4)),
    ("trade:production/food", (6, 3, 2)), ("trade:production/fleet", (3, 5, 2)),
])
def test_trade_at_the_rate_of_the_board(move, left):
    position = at(seat(3, 3, 3))
    play(position, move)
    assert resources(position) == left


@pytest.mark.rule("MOO-11.2")
def test_trade_only_once_and_in_full():
    assert legal(at(seat(2, 1, 0)), "trade") == set()
    position = at(seat(6, 0, 0), seat(cubes=1))
    play(position, "trade:food/fleet")
    assert resources(position) == (3, 2, 0)
    assert actor(position) == 2


@pytest.mark.rule("MOO-11.3")
def test_trade_above_nine_loses_the_rest():
    position = at(seat(3, 8, 0))
    play(position, "trade:food/fleet")
    assert resources(position) == (0, 9, 0)
    position = at(seat(3, 9, 0))
    play(position, "trade:food/fleet")
    assert resources(position) == (0, 9, 0)


# ---- MOO-12: propaganda -----------------------------------------------------------------------

@pytest.mark.rule("MOO-12.1")
def test_propaganda_lifts_loyalty_by_three():
    position = at(seat(loyalty=-1))
    play(position, "propaganda")
    assert get(position, 1, "loyalty", "propaganda") == (2, True)


@pytest.mark.rule("MOO-12.2")
def test_propaganda_once_a_round():
    position = at(seat(loyalty=0, cubes=3))
    play(position, "propaganda")
    assert "propaganda" not in legal(position)
    assert "propaganda" in legal(next_round(seat(4, spent=1, propaganda=True)))


@pytest.mark.rule("MOO-12.3")
def test_propaganda_at_ten():
    position = at(seat(loyalty=10))
    play(position, "propaganda")
    assert get(position, 1, "loyalty", "propaganda") == (10, True)


# ---- MOO-13: deal -----------------------------------------------------------------------------

@pytest.mark.rule("MOO-13.1")
def test_a_deal_hires_for_three_cards():
    cards = ["frigate", "titan", "cruiser", "biospheres"]
    middle = ["alluvia", "kuruk", "veil"]
    position = at(seat(hand=cards), advisors=middle)
    assert legal(position, "deal") == {f"deal:{name}" for name in middle}
    play(position, "deal:kuruk", "discard:frigate", "discard:titan", "discard:cruiser")
    assert get(position, 1, "advisor") == "kuruk"
    assert sorted(state(position)["advisors"]) == ["alluvia", "veil"]
    assert hand(position) == ["biospheres"]
    assert not legal(at(seat(hand=cards[:2]), advisors=middle), "deal")
    assert not legal(at(seat(hand=cards)), "deal")


@pytest.mark.rule("MOO-13.2")
def test_the_old_advisor_returns_to_the_middle():
    cards = ["frigate", "titan", "cruiser"]
    position = at(seat(hand=cards, advisor="viktoria*", cubes=3), advisors=["veil"])
    before = reserve(position)
    assert legal(position, "deal") == {"deal:veil"}
    play(position, "deal:veil", *(f"discard:{c}" for c in cards))
    assert get(position, 1, "advisor") == "veil"
    assert state(position)["advisors"] == ["viktoria"]
    assert reserve(position) == before + 1


@pytest.mark.rule("MOO-13.3")
def test_alluvia_is_never_replaced():
    cards = ["frigate", "titan", "cruiser"]
    assert not legal(at(seat(hand=cards, advisor="alluvia"), advisors=["veil"]), "deal")
