"""The yellow cards (MOO-21)."""

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
from rules.orion.twin import CARDS


@pytest.mark.rule("MOO-21.1")
def test_high_orbit_locator_activates_two_others_in_any_order():
    systems = [["high_orbit_locator"], ["recyclotron"], ["weather_controller"],
               ["population_support"]]
    position = at(seat(2, 0, 0, cubes=2, loyalty=5, systems=systems, hand=["titan"]))
    before = reserve(position)
    play(position, "activate:high_orbit_locator/1")
    assert legal(position) == {"activate:recyclotron/2", "activate:weather_controller/3",
                               "activate:population_support/4"}
    play(position, "activate:weather_controller/3", "discard:titan")
    assert legal(position) == {"activate:recyclotron/2", "activate:population_support/4", "pass"}
    play(position, "activate:population_support/4")
    assert get(position, 1, "food", "loyalty", "cubes") == (4, 9, 1)
    assert get(position, 1, "systems") == [["high_orbit_locator*"], ["recyclotron"],
                                           ["weather_controller*"], ["population_support*"]]
    assert reserve(position) == before - 2
    assert "research" in legal(position)            # two and no more


@pytest.mark.rule("MOO-21.1")
def test_high_orbit_locator_may_stop_after_the_first():
    systems = [["high_orbit_locator"], ["recyclotron"], ["recyclotron"]]
    position = at(seat(0, 0, 0, systems=systems))
    play(position, "activate:high_orbit_locator/1", "activate:recyclotron/3", "pass")
    assert resources(position) == (0, 0, 3)
    assert get(position, 1, "systems") == [["high_orbit_locator*"], ["recyclotron"],
                                           ["recyclotron*"]]
    # Another locator may be activated; it opens its own two.
    systems = [["high_orbit_locator"], ["high_orbit_locator"], ["recyclotron"],
               ["population_support"]]
    position = at(seat(9, 0, 0, loyalty=3, systems=systems, advisor="viktoria"))
    play(position, "activate:high_orbit_locator/1", "activate:high_orbit_locator/2",
         "activate:recyclotron/3", "activate:viktoria", "choose:fleet2",
         "activate:population_support/4")
    assert get(position, 1, "loyalty", "fleet", "production") == (6, 2, 3)


@pytest.mark.rule("MOO-21.1")
def test_high_orbit_locator_and_a_card_that_lost_its_cube():
    # The Colony Ship builds a Satellite on itself, which puts the ship on top again: its slot
    # is empty, so that it can be activated once more.
    position = at(seat(9, 9, 9, systems=[["high_orbit_locator"], ["colony_ship"]],
                       hand=["communications_satellite", "hydroponic_farm"]))
    play(position, "activate:high_orbit_locator/1", "activate:colony_ship/2",
         "build:communications_satellite/2", "system:2", "order:colony_ship")
    assert legal(position) == {"activate:colony_ship/2", "pass"}
    play(position, "activate:colony_ship/2")
    assert legal(position) == {"build:hydroponic_farm/2"}
    # Left covered, it cannot.
    position = at(seat(9, 9, 9, systems=[["high_orbit_locator"], ["colony_ship"]],
                       hand=["pleasure_dome", "hydroponic_farm"]))
    play(position, "activate:high_orbit_locator/1", "activate:colony_ship/2",
         "build:hydroponic_farm/2")
    assert "research" in legal(position)


@pytest.mark.rule("MOO-21.2")
def test_high_orbit_locator_activates_the_advisor():
    position = at(seat(0, 0, 0, systems=[["high_orbit_locator"]], advisor="viktoria"))
    play(position, "activate:high_orbit_locator/1", "activate:viktoria", "choose:food2")
    assert resources(position) == (2, 0, 0)
    assert get(position, 1, "advisor") == "viktoria*"
    assert "research" in legal(position)


@pytest.mark.rule("MOO-21.3")
def test_star_fortress_answers_each_attack():
    fortress = [["star_fortress"]]
    position = at(seat(fleet=9, loyalty=9), seat(fleet=0, systems=fortress, cubes=0))
    play(position, "attack:p2")
    assert get(position, 1, "loyalty") == 8
    play(position, "attack:p2")
    assert get(position, 1, "loyalty") == 7
    # Two fortresses answer twice; a covered one does not; the attacker's own does not.
    position = at(seat(fleet=9, loyalty=9), seat(fleet=0, systems=fortress * 2))
    play(position, "attack:p2")
    assert actor(position) == 2                     # who was attacked orders the own effects
    play(position, "effect:star_fortress/1")
    assert get(position, 1, "loyalty") == 7
    position = at(seat(fleet=9, loyalty=9, systems=fortress),
                  seat(fleet=0, systems=[["star_fortress", "frigate"]]))
    play(position, "attack:p2")
    assert (get(position, 1, "loyalty"), get(position, 2, "loyalty")) == (9, 9)


@pytest.mark.rule("MOO-21.4")
@pytest.mark.parametrize(("below", "gain"), [
    ("biospheres", (6, 0, 0)), ("titan", (0, 4, 0)), ("spaceport", (0, 0, 2)),
])
def test_tax_office_by_the_colour_below(below, gain):
    position = at(seat(3, 0, 0, cubes=3, systems=[["frigate", below]], hand=["tax_office"]))
    play(position, "build:tax_office/1")
    assert legal(position) == {"effect:tax_office/1", "pass"}
    declined = position.copy()
    play(position, "effect:tax_office/1")
    assert (resources(position), get(position, 1, "cubes")) == (gain, 1)
    play(declined, "pass")
    assert (resources(declined), get(declined, 1, "cubes")) == ((0, 0, 0), 2)


@pytest.mark.rule("MOO-21.5")
def test_tax_office_on_nothing_or_grey():
    for systems, where in (([], 1), ([["biospheres"]], 2), ([["biospheres", "frigate"]], 1)):
        position = at(seat(3, 0, 0, cubes=3, systems=systems, hand=["tax_office"]))
        play(position, f"build:tax_office/{where}")
        assert legal(position) == {f"effect:tax_office/{where}", "pass"}
        play(position, f"effect:tax_office/{where}")
        assert (resources(position), get(position, 1, "cubes")) == ((0, 0, 0), 1)
    # On Alluvia herself there is no colour either; on a card of hers there is.
    position = at(seat(2, 0, 0, cubes=3, advisor="alluvia", hand=["tax_office"]))
    play(position, "build:tax_office/5", "effect:tax_office/5")
    assert resources(position) == (0, 0, 0)
    position = at(seat(2, 0, 0, cubes=3, advisor="alluvia", extra=["titan"], hand=["tax_office"]))
    play(position, "build:tax_office/5", "effect:tax_office/5")
    assert resources(position) == (0, 4, 0)


@pytest.mark.rule("MOO-21.6")
def test_tax_office_without_a_cube():
    position = at(seat(3, 0, 0, cubes=1, systems=[["titan"]], hand=["tax_office"]), seat(cubes=1))
    play(position, "build:tax_office/1")
    assert get(position, 1, "systems") == [["titan", "tax_office"]]
    assert actor(position) == 2
    assert resources(position) == (0, 0, 0)


@pytest.mark.rule("MOO-21.7")
def test_recyclotron_counts_itself():
    def production(systems):
        position = at(seat(0, 0, 0, systems=systems))
        play(position, "activate:recyclotron/1")
        return resources(position)[2]

    assert production([["recyclotron"]]) == 1
    assert production([["recyclotron"], ["spaceport"], ["tax_office"]]) == 3
    assert production([["recyclotron"], ["spaceport", "frigate"]]) == 1


@pytest.mark.rule("MOO-21.8")
def test_spaceport_one_way():
    position = at(seat(4, 3, 0, systems=[["spaceport"]]))
    play(position, "activate:spaceport/1", "exchange:food3+fleet3/production2")
    assert resources(position) == (1, 0, 2)
    assert get(position, 1, "systems") == [["spaceport*"]]


@pytest.mark.rule("MOO-21.9")
def test_spaceport_the_other_way():
    position = at(seat(8, 0, 2, systems=[["spaceport"]]))
    play(position, "activate:spaceport/1", "exchange:production2/food3+fleet3")
    assert resources(position) == (9, 3, 0)         # food above 9 is lost


@pytest.mark.rule("MOO-21.10")
@pytest.mark.parametrize("card", ["automated_factory", "robotic_mine", "deep_core_mine"])
def test_mines_and_factories_are_income(card):
    row = CARDS[card]
    position = at(seat(9, 9, 9, hand=[card]))
    play(position, f"build:{card}/1")
    assert not legal(position, "activate")
    position = next_round(seat(4, 0, 0, systems=[[card]]))
    assert resources(position) == (4, 0, row["income"]["production"])
    over = at(seat(cubes=1, loyalty=7, systems=[[card]]), round=8)
    play(over, "propaganda")
    assert over.outcome.scores[0] == 10 + row["vp"]


@pytest.mark.rule("MOO-21.11")
def test_orbital_construction_yard_saves_one_everywhere():
    player = seat(1, 0, 0, systems=[["orbital_construction_yard"], ["frigate"]],
                  hand=["hydroponic_farm"])
    assert legal(at(player), "build") == {f"build:hydroponic_farm/{n}" for n in (1, 2, 3)}
    assert not legal(at({**player, "food": 0}), "build")
    # Not for others.
    position = at(seat(1, 0, 0, hand=["hydroponic_farm"]), player)
    assert not legal(position, "build")


@pytest.mark.rule("MOO-21.12")
def test_robotic_dock_with_a_working_blue_card():
    player = seat(9, 0, 9, cubes=2, hand=["robotic_dock"])
    for systems, where, cubes in (([["biospheres"]], 2, 2), ([["biospheres"]], 1, 1),
                                  ([["biospheres", "frigate"]], 2, 1), ([], 1, 1)):
        position = at({**player, "systems": systems})
        play(position, f"build:robotic_dock/{where}")
        assert get(position, 1, "cubes") == cubes


@pytest.mark.rule("MOO-21.13")
def test_industrial_complex():
    position = at(seat(cubes=1, loyalty=7, systems=[["industrial_complex", "spaceport"],
                                                    ["automated_factory", "frigate"]]), round=8)
    play(position, "propaganda")
    # Three yellow cards, the Spaceport 2, the factory 0, the Frigate 2.
    assert position.outcome.scores[0] == 10 + 3 + 2 + 0 + 2
    assert not legal(at(seat(9, 9, 9, loyalty=5, hand=["industrial_complex"])), "build")


def test_a_locator_starts_draws_too():
    position = at(seat(systems=[["high_orbit_locator"], ["planetary_supercomputer"]]))
    play(position, "activate:high_orbit_locator/1", "activate:planetary_supercomputer/2")
    assert draw_all(position, 1) == 2
