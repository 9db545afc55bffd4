"""The red cards (MOO-20)."""

from __future__ import annotations

import pytest

from rules.orion.support import (
    actor,
    at,
    get,
    legal,
    next_round,
    play,
    reserve,
    resources,
    seat,
)


def attack(attacker, defender, *moves):
    position = at(attacker, defender)
    play(position, "attack:p2", *moves)
    return position


@pytest.mark.rule("MOO-20.1")
def test_fighter_base_counts_itself():
    position = at(seat(3, 1, 0, hand=["fighter_base"]))
    play(position, "build:fighter_base/1")
    assert resources(position) == (0, 1, 0)
    position = at(seat(3, 1, 0, hand=["fighter_base"], systems=[["titan", "frigate"], ["cruiser"]]))
    play(position, "build:fighter_base/3")
    assert resources(position) == (0, 3, 0)


@pytest.mark.rule("MOO-20.2")
def test_landing_ship_sinks_a_working_structure():
    ship = seat(fleet=9, systems=[["landing_ship"]])
    foe = seat(fleet=0, systems=[["frigate", "cruiser", "titan"], ["spaceport", "recyclotron"]])
    position = attack(ship, foe)
    assert actor(position) == 1
    assert legal(position) == {"sink:p2/1", "sink:p2/2"}
    play(position, "sink:p2/1")
    assert get(position, 2, "systems") == [["titan", "frigate", "cruiser"],
                                           ["spaceport", "recyclotron"]]
    assert get(position, 1, "systems") == [["landing_ship*"]]
    # In Alluvia's system she stays below.
    foe = seat(fleet=0, advisor="alluvia", extra=["frigate", "titan"])
    position = attack(ship, foe, "sink:p2/5")
    assert get(position, 2, "advisor", "extra") == ("alluvia", ["titan", "frigate"])
    # Nothing to sink: nothing is asked.
    assert "research" in legal(attack(ship, seat(fleet=0)))
    # Once a round, by its slot.
    position = attack(ship | {"cubes": 3}, seat(fleet=0, cubes=0, systems=[["frigate", "titan"]]),
                      "sink:p2/1", "attack:p2")
    assert get(position, 2, "systems") == [["titan", "frigate"]]


@pytest.mark.rule("MOO-20.3")
def test_landing_ship_takes_cubes_off_covered_cards():
    ship = seat(fleet=9, systems=[["landing_ship"]])
    foe = seat(fleet=0, cubes=1, systems=[["spaceport", "recyclotron*"], ["weather_controller*"]])
    position = at(ship, foe)
    before = reserve(position, 2)
    play(position, "attack:p2", "sink:p2/1")
    assert get(position, 2, "systems") == [["recyclotron", "spaceport"], ["weather_controller*"]]
    assert reserve(position, 2) == before + 1


@pytest.mark.rule("MOO-20.4")
def test_landing_ship_may_choose_a_system_of_one():
    ship = seat(fleet=9, systems=[["landing_ship"]])
    foe = seat(fleet=0, systems=[["recyclotron*"], ["frigate", "titan"]])
    position = attack(ship, foe)
    assert "sink:p2/1" in legal(position)
    play(position, "sink:p2/1")
    assert get(position, 2, "systems") == [["recyclotron*"], ["frigate", "titan"]]


@pytest.mark.rule("MOO-20.5")
def test_death_star_after_each_attack():
    position = attack(seat(fleet=9, systems=[["death_star"]], cubes=3),
                      seat(fleet=0, loyalty=9, cubes=0))
    assert (get(position, 1, "points"), get(position, 2, "loyalty")) == (3, 7)
    play(position, "attack:p2")
    assert (get(position, 1, "points"), get(position, 2, "loyalty")) == (6, 5)


@pytest.mark.rule("MOO-20.6")
def test_battleship_fills_a_slot():
    ship = seat(fleet=9, systems=[["battleship"]])
    foe = seat(food=0, fleet=0, production=0, cubes=1, advisor="viktoria", systems=[
        ["recyclotron"], ["destroyer"], ["spaceport", "frigate"], ["weather_controller*"]])
    position = at(ship, foe)
    before = reserve(position, 2)
    play(position, "attack:p2")
    # An A slot, a P slot, the advisor's; not a covered, slotless or full one.
    assert legal(position) == {"block:p2/1", "block:p2/2", "block:p2/a"}
    other = position.copy()
    play(position, "block:p2/1")
    assert get(position, 2, "systems")[0] == ["recyclotron*"]
    assert reserve(position, 2) == before - 1
    assert resources(position, 2) == (0, 0, 0)      # the card did nothing
    play(other, "block:p2/a")
    assert get(other, 2, "advisor") == "viktoria*"
    assert get(other, 1, "systems") == [["battleship*"]]        # so once a round


@pytest.mark.rule("MOO-20.7")
def test_battleship_without_a_slot_to_fill():
    ship = seat(fleet=9, systems=[["battleship"]])
    for foe in (seat(fleet=0), seat(fleet=0, systems=[["frigate"], ["recyclotron*"]],
                                    advisor="veil"),
                seat(fleet=0, cubes=2, spent=8, systems=[["recyclotron"]])):
        position = attack(ship, foe)
        assert get(position, 2, "systems") == foe.get("systems", [])
        assert actor(position) == 2


@pytest.mark.rule("MOO-20.8")
def test_ground_batteries_raise_the_price_for_all():
    wall = seat(fleet=0, systems=[["ground_batteries"]])
    assert not legal(at(seat(fleet=2), wall), "attack")
    position = attack(seat(fleet=3), wall)
    assert resources(position)[1] == 0
    for turn in (1, 3):
        position = at(seat(fleet=4), wall, seat(fleet=4), turn=turn)
        play(position, "attack:p2")
        assert resources(position, turn)[1] == 1
    # Not when covered, and not for attacks of their owner.
    position = attack(seat(fleet=2), seat(fleet=0, systems=[["ground_batteries", "frigate"]]))
    assert resources(position)[1] == 0
    position = attack(seat(fleet=2, systems=[["ground_batteries"]]), seat(fleet=0))
    assert resources(position)[1] == 0


@pytest.mark.rule("MOO-20.9")
def test_two_ground_batteries_make_four():
    wall = seat(fleet=0, systems=[["ground_batteries"], ["ground_batteries"]])
    assert not legal(at(seat(fleet=3), wall), "attack")
    position = attack(seat(fleet=4), wall)
    assert resources(position)[1] == 0
    # One above the other: only the upper one works.
    wall = seat(fleet=0, systems=[["ground_batteries", "ground_batteries"]])
    position = attack(seat(fleet=4), wall)
    assert resources(position)[1] == 1


@pytest.mark.rule("MOO-20.10")
def test_population_support_service():
    service = [["population_support"]]
    position = at(seat(food=5, loyalty=4, systems=service, cubes=3))
    play(position, "activate:population_support/1")
    assert get(position, 1, "food", "loyalty", "propaganda") == (3, 7, False)
    play(position, "propaganda")                    # still open
    assert get(position, 1, "loyalty") == 10
    position = at(seat(food=5, loyalty=10, systems=service))
    play(position, "activate:population_support/1")
    assert get(position, 1, "food", "loyalty") == (3, 10)


@pytest.mark.rule("MOO-20.11")
def test_titan_counts_systems():
    position = attack(seat(fleet=6, systems=[["titan"]]), seat(fleet=0))
    assert resources(position)[1] == 6 - 2 + 1
    systems = [["titan"], ["spaceport", "missile_base"], ["recyclotron"]]
    position = attack(seat(fleet=5, systems=systems, cubes=3), seat(fleet=0, cubes=0))
    assert resources(position)[1] == 5 - 2 + 3
    play(position, "attack:p2")                     # its slot is full
    assert resources(position)[1] == 4


@pytest.mark.rule("MOO-20.12")
def test_titan_counts_alluvia_as_a_system():
    position = attack(seat(fleet=5, systems=[["titan"]], advisor="alluvia"), seat(fleet=0))
    assert resources(position)[1] == 5 - 2 + 2
    position = attack(seat(fleet=5, systems=[["titan"]], advisor="alluvia", extra=["frigate"]),
                      seat(fleet=0))
    play(position, "effect:titan/1")                # before the Frigate draws
    assert resources(position)[1] == 5 - 2 + 2


@pytest.mark.rule("MOO-20.13")
def test_missile_base_adds_two_to_the_defence():
    base = [["missile_base"]]
    assert legal(at(seat(fleet=5), seat(fleet=3, systems=base)), "attack")
    assert not legal(at(seat(fleet=5), seat(fleet=4, systems=base)), "attack")
    assert not legal(at(seat(fleet=5), seat(fleet=2, systems=base * 2)), "attack")
    assert legal(at(seat(fleet=5), seat(fleet=5, systems=[["missile_base", "frigate"]])), "attack")


@pytest.mark.rule("MOO-20.14")
def test_marine_barracks_take_food():
    position = attack(seat(food=1, fleet=9, systems=[["marine_barracks"]]), seat(food=5, fleet=0))
    assert (get(position, 1, "food"), get(position, 2, "food")) == (3, 3)
    assert get(position, 1, "systems") == [["marine_barracks*"]]
    position = attack(seat(food=1, fleet=9, systems=[["marine_barracks"]]), seat(food=0, fleet=0))
    assert (get(position, 1, "food"), get(position, 2, "food")) == (1, 0)


@pytest.mark.rule("MOO-20.15")
def test_cruiser_makes_attacks_cheaper():
    position = attack(seat(fleet=1, systems=[["cruiser"]]), seat(fleet=0))
    assert resources(position)[1] == 0
    position = attack(seat(fleet=5, systems=[["cruiser"], ["cruiser"]]), seat(fleet=0))
    assert resources(position)[1] == 4
    position = attack(seat(fleet=5, systems=[["cruiser", "frigate"]]), seat(fleet=0))
    assert get(position, 1, "fleet") == 3


@pytest.mark.rule("MOO-20.16")
def test_military_shipyard_is_income():
    position = next_round(seat(4, 0, 0, systems=[["military_shipyard"]]))
    assert resources(position) == (4, 2, 0)
    assert not legal(position, "activate")


@pytest.mark.rule("MOO-20.17")
def test_martial_law_headquarters():
    position = at(seat(cubes=2, loyalty=4, systems=[["martial_law_headquarters"]]))
    play(position, "activate:martial_law_headquarters/1")
    assert get(position, 1, "cubes", "loyalty") == (3, 3)


@pytest.mark.rule("MOO-20.18")
def test_space_academy():
    position = at(seat(cubes=1, loyalty=7, systems=[["space_academy", "titan"], ["frigate"]]),
                  round=8)
    play(position, "propaganda")
    assert position.outcome.scores[0] == 10 + 2 + 6 + 2
    assert not legal(at(seat(9, 9, 9, loyalty=5, hand=["space_academy"])), "build")
