"""The blue cards (MOO-19)."""

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
    reserve,
    resources,
    seat,
)
from rules.orion.twin import CARDS


@pytest.mark.rule("MOO-19.1")
def test_automated_laboratory_with_a_working_yellow_card():
    player = seat(9, 0, 9, cubes=2, hand=["automated_laboratory"])
    position = at({**player, "systems": [["spaceport"]]})
    play(position, "build:automated_laboratory/2")
    assert get(position, 1, "cubes") == 2           # one spent, one gained
    for systems in ([["frigate"]], [["spaceport", "frigate"]], []):
        position = at({**player, "systems": systems})
        play(position, f"build:automated_laboratory/{len(systems) + 1}")
        assert get(position, 1, "cubes") == 1


@pytest.mark.rule("MOO-19.2")
def test_automated_laboratory_on_the_only_yellow_card():
    player = seat(9, 0, 9, cubes=2, hand=["automated_laboratory"])
    position = at({**player, "systems": [["spaceport"]]})
    play(position, "build:automated_laboratory/1")
    assert get(position, 1, "cubes") == 1
    # The yellow card below comes to nothing; another working one helps.
    position = at({**player, "systems": [["spaceport"], ["recyclotron"]]})
    play(position, "build:automated_laboratory/1")
    assert get(position, 1, "cubes") == 2


@pytest.mark.rule("MOO-19.3")
def test_holographic_simulator_trades_a_cube_for_points():
    position = at(seat(cubes=3, points=1, hand=["holographic_simulator"]))
    play(position, "build:holographic_simulator/1", "effect:holographic_simulator/1")
    assert get(position, 1, "cubes", "points") == (1, 4)
    position = at(seat(cubes=3, points=1, hand=["holographic_simulator"]))
    play(position, "build:holographic_simulator/1", "pass")
    assert get(position, 1, "cubes", "points") == (2, 1)


@pytest.mark.rule("MOO-19.4")
def test_holographic_simulator_without_a_cube():
    position = at(seat(cubes=1, hand=["holographic_simulator"]), seat(cubes=1))
    play(position, "build:holographic_simulator/1")
    assert get(position, 1, "systems", "points") == ([["holographic_simulator"]], 0)
    assert position.actor == 1                      # p2 is to act: nobody was asked


@pytest.mark.rule("MOO-19.5")
def test_civilian_ship_builds_a_blue_card_then_any():
    cards = ["civilian_ship", "hydroponic_farm", "frigate"]
    position = at(seat(9, 9, 9, cubes=2, hand=cards))
    play(position, "build:civilian_ship/1")
    assert legal(position) == {"build:hydroponic_farm/1", "build:hydroponic_farm/2", "pass"}
    play(position, "build:hydroponic_farm/2")
    assert legal(position) == {"build:frigate/1", "build:frigate/2", "build:frigate/3", "pass"}
    play(position, "build:frigate/3")
    assert get(position, 1, "systems") == [["civilian_ship"], ["hydroponic_farm"], ["frigate"]]
    assert get(position, 1, "cubes") == 1
    # Two cards and no more, though a third could be paid.
    position = at(seat(9, 9, 9, cubes=2, hand=[*cards, "research_outpost"]))
    play(position, "build:civilian_ship/1", "build:hydroponic_farm/1", "build:frigate/1")
    assert "research" in legal(position)


@pytest.mark.rule("MOO-19.5")
def test_civilian_ship_parts_can_be_declined():
    cards = ["civilian_ship", "hydroponic_farm", "frigate"]
    position = at(seat(9, 9, 9, cubes=2, hand=cards))
    play(position, "build:civilian_ship/1", "pass")
    # The blue card may also be the card of any colour.
    assert legal(position) == {"pass"} | {
        f"build:{card}/{n}" for card in ("hydroponic_farm", "frigate") for n in (1, 2)}
    play(position, "pass")
    assert get(position, 1, "systems") == [["civilian_ship"]]
    assert "research" in legal(position)


@pytest.mark.rule("MOO-19.6")
def test_nested_effects_are_finished_first():
    cards = ["civilian_ship", "soil_enrichment", "tax_office", "robotic_mine"]
    position = at(seat(4, 1, 2, cubes=2, hand=cards))
    play(position, "build:civilian_ship/1", "build:soil_enrichment/1")
    # 4 - 2 - 2 food, then 2 for the two blue cards, before the ship's second build is asked.
    assert resources(position) == (2, 0, 2)
    assert legal(position, "build") == {"build:robotic_mine/1", "build:robotic_mine/2"}


@pytest.mark.rule("MOO-19.7")
def test_the_rulebooks_chain_of_five():
    cards = ["civilian_ship", "civilian_ship", "hydroponic_farm", "frigate", "research_outpost"]
    position = at(seat(9, 9, 9, cubes=2, hand=cards))
    play(position,
         "build:civilian_ship/1",               # the action
         "build:civilian_ship/2",               # its blue card
         "build:hydroponic_farm/3",             # the second ship's blue card
         "build:frigate/4",                     # the second ship's other card
         "build:research_outpost/2")            # the first ship's other card
    assert get(position, 1, "systems") == [
        ["civilian_ship"], ["civilian_ship", "research_outpost"], ["hydroponic_farm"], ["frigate"]]
    assert resources(position) == (9 - 2 - 2 - 2 - 1 - 2, 9 - 1 - 1 - 1, 9)
    assert get(position, 1, "cubes", "hand") == (1, [])


@pytest.mark.rule("MOO-19.7")
def test_the_chain_goes_on_when_its_ships_are_covered():
    cards = ["civilian_ship", "civilian_ship", "hydroponic_farm", "frigate", "research_outpost"]
    position = at(seat(9, 9, 9, cubes=2, hand=cards))
    play(position, *(f"build:{card}/1" for card in cards))
    assert get(position, 1, "systems") == [cards]
    assert get(position, 1, "cubes") == 1


@pytest.mark.rule("MOO-19.8")
def test_advanced_data_center_takes_a_discard():
    pile = ["titan", "frigate", "cruiser", "spaceport"]
    position = at(seat(hand=["advanced_data_center"]), discard=pile)
    play(position, "build:advanced_data_center/1")
    assert legal(position) == {f"take:{card}" for card in pile}
    play(position, "take:frigate")
    assert hand(position) == ["frigate"]
    assert discards(position) == ["titan", "cruiser", "spaceport"]
    assert get(position.view(1), 1, "hand") == ["frigate"]
    assert "research" in legal(position)            # one card, and no other
    # Of two copies the topmost.
    position = at(seat(hand=["advanced_data_center"]), discard=["frigate", "titan", "frigate"])
    play(position, "build:advanced_data_center/1", "take:frigate")
    assert discards(position) == ["frigate", "titan"]


@pytest.mark.rule("MOO-19.9")
def test_advanced_data_center_without_discards():
    position = at(seat(hand=["advanced_data_center"]), discard=[])
    play(position, "build:advanced_data_center/1")
    assert get(position, 1, "systems", "hand") == ([["advanced_data_center"]], [])
    assert "research" in legal(position)


@pytest.mark.rule("MOO-19.10")
@pytest.mark.parametrize(("choice", "gain"), [
    ("choose:food5", (5, 0, 0)), ("choose:fleet3", (0, 3, 0)), ("choose:production2", (0, 0, 2)),
])
def test_planetary_stock_exchange_sells_a_point(choice, gain):
    exchange = [["planetary_stock_exchange"]]
    position = at(seat(0, 0, 0, points=4, systems=exchange))
    play(position, "activate:planetary_stock_exchange/1", choice)
    assert (resources(position), get(position, 1, "points")) == (gain, 3)
    assert not legal(at(seat(points=0, systems=exchange)), "activate")


@pytest.mark.rule("MOO-19.11")
def test_planetary_supercomputer_counts_itself():
    def cards(systems):
        position = at(seat(systems=systems))
        play(position, "activate:planetary_supercomputer/1")
        return draw_all(position, 1)

    computer = ["planetary_supercomputer"]
    assert cards([computer]) == 2
    assert cards([computer, ["biospheres"], ["hydroponic_farm"]]) == 4
    assert cards([computer, ["biospheres", "frigate"], ["titan"]]) == 2     # covered: not counted


@pytest.mark.rule("MOO-19.12")
def test_soil_enrichment_counts_itself_and_covered_cards():
    position = at(seat(2, 0, 0, hand=["soil_enrichment"]))
    play(position, "build:soil_enrichment/1")
    assert resources(position)[0] == 1
    position = at(seat(2, 0, 0, hand=["soil_enrichment"],
                       systems=[["biospheres", "titan"], ["hydroponic_farm"]]))
    play(position, "build:soil_enrichment/2")
    assert resources(position)[0] == 3


@pytest.mark.rule("MOO-19.13")
@pytest.mark.parametrize("card", ["hydroponic_farm", "biospheres"])
def test_income_only(card):
    row = CARDS[card]
    position = at(seat(9, 9, 9, hand=[card]))
    play(position, f"build:{card}/1")
    cost = row["cost"]
    assert resources(position) == (9 - cost["food"], 9 - cost["fleet"], 9 - cost["production"])
    assert not legal(position, "activate")
    assert not legal(position, "effect")
    position = next_round(seat(0, 0, 4, systems=[[card]]))
    assert resources(position) == (2, 0, 4)
    over = at(seat(cubes=1, loyalty=7, systems=[[card]]), round=8)
    play(over, "propaganda")
    assert over.outcome.scores[0] == 10 + row["vp"]


@pytest.mark.rule("MOO-19.14")
def test_weather_control_system():
    position = at(seat(food=0, loyalty=8, systems=[["weather_controller"]], hand=["titan"]))
    play(position, "activate:weather_controller/1", "discard:titan")
    assert get(position, 1, "food", "loyalty", "fleet") == (4, 9, 3)
    assert discards(position) == ["titan"]
    assert not legal(at(seat(systems=[["weather_controller"]])), "activate")


@pytest.mark.rule("MOO-19.15")
def test_virtual_reality_network():
    network = ["virtual_reality_network"]
    assert get(next_round(seat(4, loyalty=6, systems=[network])), 1, "loyalty") == 7
    assert get(next_round(seat(4, loyalty=10, systems=[network])), 1, "loyalty") == 10
    assert get(next_round(seat(4, loyalty=6, systems=[[*network, "frigate"]])), 1, "loyalty") == 6
    two = next_round(seat(4, loyalty=6, systems=[network, network]))
    play(two, "effect:virtual_reality_network/2")       # the other follows by itself
    assert get(two, 1, "loyalty") == 8


@pytest.mark.rule("MOO-19.16")
def test_alien_management_center():
    center = [["alien_management_center"]]
    position = at(seat(loyalty=6, points=1, systems=center))
    play(position, "activate:alien_management_center/1")
    assert get(position, 1, "loyalty", "points") == (4, 4)
    assert not legal(at(seat(loyalty=5, systems=center)), "activate")


@pytest.mark.rule("MOO-19.17")
def test_astro_university():
    def score(systems):
        position = at(seat(cubes=1, loyalty=7, systems=systems), round=8)
        play(position, "propaganda")
        return position.outcome.scores[0] - 10

    assert score([["astro_university"]]) == 1
    # Itself, Biospheres (3 points) and a covered farm (0 points): 3 + 3.
    assert score([["astro_university"], ["hydroponic_farm", "biospheres"]]) == 6
    assert score([["astro_university"], ["titan"]]) == 7
    # It cannot be built below loyalty 6.
    assert not legal(at(seat(food=9, loyalty=5, hand=["astro_university"])), "build")


def test_cubes_stay_ten_through_a_laboratory():
    position = at(seat(9, 0, 9, cubes=2, hand=["automated_laboratory"], systems=[["spaceport*"]]))
    before = reserve(position)
    play(position, "build:automated_laboratory/2")
    assert reserve(position) == before - 1
