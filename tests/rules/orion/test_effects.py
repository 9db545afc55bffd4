"""When effects work (MOO-16)."""

from __future__ import annotations

import pytest

from rules.orion.support import (
    at,
    discards,
    draw_all,
    get,
    hand,
    legal,
    next_round,
    play,
    resources,
    seat,
)


@pytest.mark.rule("MOO-16.1")
def test_activation_is_an_action_on_the_a_slot():
    position = at(seat(0, 0, 0, cubes=2, systems=[["recyclotron"]]), seat(cubes=1))
    play(position, "activate:recyclotron/1")
    assert (resources(position), get(position, 1, "cubes")) == ((0, 0, 1), 1)
    # It does nothing at other times: not when built, not at the start of the round.
    position = at(seat(3, 0, 0, hand=["recyclotron"]))
    play(position, "build:recyclotron/1")
    assert resources(position) == (0, 0, 0)
    assert resources(next_round(seat(4, 0, 0, systems=[["recyclotron"]]))) == (4, 0, 0)


@pytest.mark.rule("MOO-16.2")
def test_after_attack_works_after_each_own_attack_only():
    star = [["death_star"]]
    position = at(seat(fleet=9, systems=star, cubes=3), seat(fleet=0, cubes=0))
    play(position, "attack:p2", "attack:p2")
    assert get(position, 1, "points") == 6
    assert get(position, 2, "loyalty") == 6
    # Not after an attack on its owner.
    position = at(seat(fleet=0, systems=star, cubes=0), seat(fleet=9, cubes=2), turn=2)
    play(position, "attack:p1")
    assert get(position, 1, "points") == 0
    assert get(position, 2, "loyalty") == 10


@pytest.mark.rule("MOO-16.3")
def test_after_build_works_once_for_the_card_just_built():
    # A second Soil Enrichment Unit does not wake the first.
    position = at(seat(food=2, systems=[["soil_enrichment"]], hand=["soil_enrichment"]))
    play(position, "build:soil_enrichment/2")
    assert resources(position)[0] == 2
    # A card that becomes working again has not been built.
    position = at(seat(food=4, cubes=3, loyalty=5, systems=[["pleasure_dome", "frigate"]],
                       hand=["communications_satellite"]))
    play(position, "build:communications_satellite/2", "system:1", "order:pleasure_dome")
    assert get(position, 1, "systems") == [["frigate", "pleasure_dome"],
                                           ["communications_satellite"]]
    assert get(position, 1, "loyalty") == 5


@pytest.mark.rule("MOO-16.3")
def test_after_build_works_for_a_card_that_an_effect_built():
    position = at(seat(2, 0, 0, loyalty=3, systems=[["colony_ship"]], hand=["pleasure_dome"]))
    play(position, "activate:colony_ship/1", "build:pleasure_dome/1")
    # 3 food and 1 production, 2 less: only 2 food can be paid.
    assert (resources(position), get(position, 1, "loyalty")) == ((0, 0, 0), 6)


@pytest.mark.rule("MOO-16.4")
def test_end_of_game_works_at_the_end():
    position = at(seat(4, 2, 0, cubes=1, loyalty=7, systems=[["trade_station"]]),
                  seat(cubes=1), round=8)
    play(position, "propaganda")
    assert get(position, 1, "points") == 0
    play(position, "propaganda")
    assert position.outcome.scores[0] == 10 + 3


@pytest.mark.rule("MOO-16.5")
def test_always_works_as_long_as_the_card_does():
    # Covering the Missile Base ends its protection.
    position = at(seat(fleet=4, cubes=1), seat(food=2, fleet=3, cubes=1, hand=["hydroponic_farm"],
                                               systems=[["missile_base"]]), turn=2)
    assert not legal(at(seat(fleet=4), seat(fleet=3, systems=[["missile_base"]])), "attack")
    play(position, "build:hydroponic_farm/1")
    assert legal(position, "attack") == {"attack:p2"}


@pytest.mark.rule("MOO-16.6")
def test_start_of_round_works_after_exertion():
    # Exertion takes 1 loyalty at 10, then the network gives it back: 10, not 9.
    position = next_round(seat(9, 0, 0, loyalty=10, systems=[["virtual_reality_network"]]))
    assert get(position, 1, "loyalty") == 10
    # Low exertion counts the cubes before the Jump Gate adds its own.
    position = next_round(seat(0, 0, 0, systems=[["jump_gate"]]))
    draw_all(position, 1)
    assert get(position, 1, "cubes") == 4


@pytest.mark.rule("MOO-16.7")
def test_an_effect_is_applied_as_fully_as_possible():
    # Two food to take, one is there; what cannot be held is lost.
    position = at(seat(fleet=9, food=0, systems=[["marine_barracks"]]), seat(fleet=0, food=1))
    play(position, "attack:p2")
    assert (get(position, 1, "food"), get(position, 2, "food")) == (1, 0)
    position = at(seat(fleet=9, food=8, systems=[["marine_barracks"]]), seat(fleet=0, food=5))
    play(position, "attack:p2")
    assert (get(position, 1, "food"), get(position, 2, "food")) == (9, 3)
    # It is not optional: one by itself happens unasked, of two the order is all one chooses.
    position = at(seat(fleet=9, food=0, systems=[["marine_barracks"]], advisor="kuruk"),
                  seat(fleet=0, food=1))
    play(position, "attack:p2")
    assert legal(position) == {"effect:marine_barracks/1", "effect:kuruk"}
    # Nor is one that brings the attacker nothing: the opponent's food is gone all the same.
    position = at(seat(fleet=9, food=9, systems=[["marine_barracks"]]), seat(fleet=0, food=5))
    play(position, "attack:p2")
    assert (get(position, 1, "food"), get(position, 2, "food")) == (9, 3)


@pytest.mark.rule("MOO-16.8")
def test_what_may_be_done_may_be_declined():
    position = at(seat(cubes=3, hand=["holographic_simulator"]))
    play(position, "build:holographic_simulator/1")
    assert legal(position) == {"effect:holographic_simulator/1", "pass"}
    play(position, "pass")
    assert get(position, 1, "cubes", "points") == (2, 0)
    # One that must be done is done, or stands beside without a way to pass.
    position = next_round(seat(4, 0, 0, race="alkari", points=1, loyalty=5,
                               systems=[["virtual_reality_network"]]))
    assert "pass" not in legal(position)
    play(position, "effect:virtual_reality_network/1")
    assert legal(position) == {"effect:alkari", "pass"}


@pytest.mark.rule("MOO-16.9")
def test_the_acting_player_orders_the_effects():
    # Titan before or after: each order is offered.
    player = seat(fleet=9, food=0, systems=[["marine_barracks"], ["titan"]], advisor="kuruk")
    for first in ("effect:marine_barracks/1", "effect:titan/2", "effect:kuruk"):
        position = at(player, seat(fleet=0, food=4))
        play(position, "attack:p2")
        assert len(legal(position)) == 3
        play(position, first)
        assert len(legal(position, "effect")) == 2
        assert first not in legal(position)


@pytest.mark.rule("MOO-16.10")
def test_a_discard_is_the_players_choice():
    position = at(seat(food=0, loyalty=8, systems=[["weather_controller"]],
                       hand=["titan", "frigate"]))
    play(position, "activate:weather_controller/1")
    assert legal(position) == {"discard:titan", "discard:frigate"}
    play(position, "discard:titan")
    assert discards(position) == ["titan"]
    assert get(position, 1, "food", "loyalty") == (4, 9)
    # With an empty hand nothing is discarded (Espionage Center against p2).
    position = at(seat(systems=[["espionage_center"]]), seat(production=2))
    play(position, "activate:espionage_center/1")
    assert (get(position, 1, "production"), get(position, 2, "production")) == (4, 1)
    assert "research" in legal(position)


@pytest.mark.rule("MOO-16.11")
def test_a_slash_means_one_of_them():
    position = at(seat(0, 0, 0, advisor="viktoria"))
    play(position, "activate:viktoria")
    assert legal(position) == {"choose:food2", "choose:fleet2", "choose:production2"}
    play(position, "choose:production2")
    assert resources(position) == (0, 0, 2)


@pytest.mark.rule("MOO-16.12")
def test_boards_work_like_cards_but_are_none():
    position = at(seat(race="psilon"))
    play(position, "research")
    assert draw_all(position, 1) == 3
    assert len(hand(position)) == 3
    # The board gives no income, no system and no target for a Battleship.
    position = at(seat(fleet=9, systems=[["battleship"]]), seat(fleet=0, race="alkari"))
    play(position, "attack:p2")
    assert "research" in legal(position)
