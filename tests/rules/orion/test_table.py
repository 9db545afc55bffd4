"""Cards, systems, discards; resources, points, loyalty (MOO-2 and MOO-3)."""

from __future__ import annotations

import pytest

from armillary import BadPosition
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

FOUR = [["frigate"], ["colony_ship"], ["research_outpost"], ["destroyer"]]


# ---- MOO-2 ------------------------------------------------------------------------------

@pytest.mark.rule("MOO-2.1")
def test_a_card_goes_before_the_board_and_the_board_before_the_rules():
    # Rules: four systems at most. Alluvia's card: one more.
    full = seat(food=9, systems=FOUR, advisor="alluvia", hand=["hydroponic_farm"])
    assert "build:hydroponic_farm/5" in legal(at(full))
    # Rules: high exertion costs loyalty. The Bulrathi's board: it does not.
    position = next_round(seat(food=8, race="bulrathi", loyalty=8))
    assert get(position, 1, "cubes", "loyalty") == (4, 8)


@pytest.mark.rule("MOO-2.2")
def test_actions_go_clockwise_from_the_first_player():
    players = [seat(cubes=2, hand=["frigate"]) for _ in range(3)]
    position = at(*players, turn=3, first="p3")
    order = []
    for _ in range(6):
        order.append(actor(position))
        play(position, "propaganda" if "propaganda" in legal(position) else "trade:food/fleet")
    assert order == [3, 1, 2, 3, 1, 2]


@pytest.mark.rule("MOO-2.3")
def test_cards_in_hand_are_not_yours():
    # The Soil Enrichment Unit counts your blue cards: the three in hand are none of them.
    blue = ["hydroponic_farm", "hydroponic_farm", "biospheres"]
    position = at(seat(food=2, hand=["soil_enrichment", *blue]))
    play(position, "build:soil_enrichment/1")
    assert resources(position) == (1, 3, 3)
    # Nor have cards in hand an effect: the yard there gives no discount.
    position = at(seat(food=1, hand=["orbital_construction_yard", "hydroponic_farm"]))
    assert not legal(position, "build")


@pytest.mark.rule("MOO-2.4")
def test_four_systems_at_most():
    position = at(seat(food=9, systems=FOUR[:3], hand=["hydroponic_farm"]))
    assert legal(position, "build") == {f"build:hydroponic_farm/{n}" for n in (1, 2, 3, 4)}
    position = at(seat(food=9, systems=FOUR, hand=["hydroponic_farm"]))
    assert legal(position, "build") == {f"build:hydroponic_farm/{n}" for n in (1, 2, 3, 4)}
    with pytest.raises(BadPosition, match="systems"):
        at(seat(systems=[*FOUR, ["titan"]]))


@pytest.mark.rule("MOO-2.5")
def test_five_cards_in_a_system_at_most():
    five = ["frigate", "frigate", "frigate", "colony_ship", "colony_ship"]
    position = at(seat(food=9, systems=[five, ["titan"]], hand=["hydroponic_farm"]))
    assert legal(position, "build") == {"build:hydroponic_farm/2", "build:hydroponic_farm/3"}
    position = at(seat(food=9, systems=[five[:4]], hand=["hydroponic_farm"]))
    assert "build:hydroponic_farm/1" in legal(position)
    with pytest.raises(BadPosition, match="systems"):
        at(seat(systems=[[*five, "titan"]]))


@pytest.mark.rule("MOO-2.6")
def test_the_first_structure_starts_the_first_system():
    position = at(seat(food=9, hand=["hydroponic_farm", "biospheres", "colony_ship"], cubes=4))
    assert legal(position, "build") == {
        f"build:{card}/1" for card in ("hydroponic_farm", "biospheres", "colony_ship")}
    play(position, "build:hydroponic_farm/1")
    assert legal(position, "build") == {
        f"build:{card}/{n}" for card in ("biospheres", "colony_ship") for n in (1, 2)}
    play(position, "build:colony_ship/2", "build:biospheres/1")
    assert get(position, 1, "systems") == [["hydroponic_farm", "biospheres"], ["colony_ship"]]


@pytest.mark.rule("MOO-2.7")
def test_systems_lie_open_to_all():
    systems = [["titan", "frigate"], ["star_fortress"]]
    position = at(seat(systems=systems), seat())
    assert get(position.view(1), 1, "systems") == systems


@pytest.mark.rule("MOO-2.8")
def test_only_the_top_card_works():
    yard = "orbital_construction_yard"
    assert "build:hydroponic_farm/2" in legal(
        at(seat(food=1, systems=[["frigate", yard]], hand=["hydroponic_farm"])))
    assert not legal(
        at(seat(food=1, systems=[[yard, "frigate"]], hand=["hydroponic_farm"])), "build")


@pytest.mark.rule("MOO-2.9")
def test_end_of_game_effects_count_on_covered_cards():
    covered = at(seat(cubes=0, systems=[["astro_university", "biospheres"]]),
                 seat(cubes=1, loyalty=7), turn=2, round=8)
    play(covered, "propaganda")
    # 10 loyalty, Biospheres 3, the university 1 for each of two blue cards.
    assert covered.outcome.scores[0] == 15


@pytest.mark.rule("MOO-2.10")
def test_an_advisor_works_but_is_no_structure():
    position = at(seat(advisor="viktoria"))
    assert "activate:viktoria" in legal(position)
    # The Landing Ship sinks structures: there is none to choose, so nobody is asked.
    position = at(seat(fleet=9, systems=[["landing_ship"]]), seat(fleet=0, advisor="viktoria"))
    play(position, "attack:p2")
    assert "research" in legal(position)
    # Alluvia counts as a system, not as a card with a colour.
    position = at(seat(food=9, advisor="alluvia", hand=["tax_office"]))
    play(position, "build:tax_office/5", *sorted(legal(position, "effect")))
    assert resources(position)[1:] == (3, 3)


@pytest.mark.rule("MOO-2.11")
def test_the_order_of_discards_is_the_players():
    cards = ["frigate", "titan", "biospheres", "cruiser"]
    position = at(seat(hand=cards), advisors=["veil"], discard=["destroyer"])
    play(position, "deal:veil", "discard:titan", "discard:frigate", "discard:cruiser")
    assert discards(position) == ["destroyer", "titan", "frigate", "cruiser"]
    assert hand(position) == ["biospheres"]
    position = at(seat(hand=cards), advisors=["veil"], discard=["destroyer"])
    play(position, "deal:veil", "discard:cruiser", "discard:titan", "discard:frigate")
    assert discards(position) == ["destroyer", "cruiser", "titan", "frigate"]


@pytest.mark.rule("MOO-2.12")
def test_the_pile_lies_open_in_its_order():
    position = at(seat(), seat(), discard=["titan", "frigate", "cruiser"])
    for viewer in (0, 1):
        assert discards(position.view(viewer)) == ["titan", "frigate", "cruiser"]
    other = at(seat(), seat(), discard=["frigate", "titan", "cruiser"])
    assert position.observe(1) != other.observe(1)


# ---- MOO-3 ------------------------------------------------------------------------------

@pytest.mark.rule("MOO-3.1")
def test_no_more_than_nine_of_a_resource():
    position = at(seat(food=8, hand=["hydroponic_farm"]))
    play(position, "exploit:hydroponic_farm")
    assert resources(position)[0] == 9
    with pytest.raises(BadPosition, match="food"):
        at(seat(food=10))


@pytest.mark.rule("MOO-3.2")
def test_what_cannot_be_paid_cannot_be_built():
    assert "build:biospheres/1" in legal(at(seat(3, 0, 1, hand=["biospheres"])))
    assert not legal(at(seat(2, 9, 1, hand=["biospheres"])), "build")
    assert not legal(at(seat(9, 9, 0, hand=["biospheres"])), "build")
    with pytest.raises(BadPosition, match="fleet"):
        at(seat(fleet=-1))
    # Nor can an effect be used whose price cannot be paid.
    assert not legal(at(seat(food=1, systems=[["population_support"]])), "activate")


@pytest.mark.rule("MOO-3.3")
def test_points_are_scored_at_once():
    position = at(seat(fleet=5, points=3), seat(fleet=0))
    play(position, "attack:p2")
    assert get(position, 1, "points") == 5


@pytest.mark.rule("MOO-3.3")
def test_the_score_goes_on_beyond_the_track():
    position = at(seat(fleet=5, points=149), seat(fleet=0))
    play(position, "attack:p2")
    assert get(position, 1, "points") == 151


@pytest.mark.rule("MOO-3.4")
def test_points_cannot_be_spent_at_zero():
    exchange = [["planetary_stock_exchange"]]
    assert not legal(at(seat(points=0, systems=exchange)), "activate")
    position = at(seat(points=1, systems=exchange))
    play(position, "activate:planetary_stock_exchange/1", "choose:food5")
    assert get(position, 1, "points", "food") == (0, 8)


@pytest.mark.rule("MOO-3.5")
def test_loyalty_never_exceeds_ten():
    position = at(seat(loyalty=8))
    play(position, "propaganda")
    assert get(position, 1, "loyalty") == 10
    with pytest.raises(BadPosition, match="loyalty"):
        at(seat(loyalty=11))


@pytest.mark.rule("MOO-3.6")
def test_loyalty_falls_below_minus_three():
    position = at(seat(fleet=9, cubes=3), seat(fleet=0, loyalty=-3, cubes=0))
    play(position, "attack:p2", "attack:p2")
    assert get(position, 2, "loyalty") == -5
    # A price in loyalty can be paid at any loyalty (this card has no gate).
    position = at(seat(loyalty=0, systems=[["martial_law_headquarters"]]))
    play(position, "activate:martial_law_headquarters/1")
    assert get(position, 1, "loyalty") == -1


@pytest.mark.rule("MOO-3.7")
def test_below_six_some_cards_cannot_be_built():
    rich = {"food": 9, "fleet": 9, "production": 9, "hand": ["titan", "battleship"]}
    assert legal(at(seat(**rich, loyalty=6)), "build") == {"build:titan/1", "build:battleship/1"}
    assert legal(at(seat(**rich, loyalty=5)), "build") == {"build:battleship/1"}


@pytest.mark.rule("MOO-3.8")
def test_below_six_some_cards_cannot_be_activated():
    systems = [["alien_management_center"], ["recyclotron"]]
    assert "activate:alien_management_center/1" in legal(at(seat(loyalty=6, systems=systems)))
    assert legal(at(seat(loyalty=5, systems=systems)), "activate") == {"activate:recyclotron/2"}


# ---- Cubes and cards are conserved --------------------------------------------------------

@pytest.mark.rule("MOO-5.10")
def test_a_discarded_cube_returns_to_the_reserve():
    # Given up for the Holographic Simulator's points: 1 cube spent on the build, 1 back.
    position = at(seat(cubes=3, hand=["holographic_simulator"]))
    assert reserve(position) == 7
    play(position, "build:holographic_simulator/1", "effect:holographic_simulator/1")
    assert get(position, 1, "cubes", "points") == (1, 3)
    assert reserve(position) == 8
    # All cubes that were used come back at the end of the round.
    position = next_round(seat(food=4, spent=3, propaganda=True, attacks=[0, 2],
                               systems=[["recyclotron*"]]))
    assert get(position, 1, "cubes", "spent", "attacks", "propaganda") == (4, 0, [0, 0], False)
    assert reserve(position) == 6


def test_too_many_copies_are_refused():
    with pytest.raises(BadPosition, match="titan"):
        at(seat(hand=["titan", "titan"]))
    assert state(at(seat(hand=["titan"])))["round"] == 2


@pytest.mark.parametrize(("player", "keys", "path"), [
    ({"extra": ["frigate"]}, {}, "extra: 1 high, where there is room for 0"),
    ({"advisor": "alluvia", "extra": ["frigate"] * 3 + ["titan", "cruiser"]}, {},
     "extra: 5 high, where there is room for 4"),
    ({"systems": [["spaceport"], ["frigate*"]]}, {}, r"systems\[1\]: a cube"),
    ({"advisor": "veil*"}, {}, "advisor: a cube"),
    ({"advisor": "alluvia", "extra": ["frigate*"]}, {}, "extra: a cube"),
    ({"propaganda": True}, {}, "propaganda: .*spent"),
    ({"attacks": [4, 0]}, {}, r"attacks\[0\]: 4 is not within 0 .. 3"),
    ({"attacks": [0, 1]}, {}, r"attacks\[1\]: 1 is not within 0 .. 0"),
    ({"race": "psilon"}, {}, r"race: 'psilon' .*seats\[0\]"),
    ({"advisor": "kuruk"}, {}, r"advisor: 'kuruk' .*seats\[0\]"),
    ({"advisor": "veil"}, {"advisors": ["veil"]}, "advisor: 'veil' .*state.advisors"),
])
def test_what_is_wrong_with_a_seat_is_said_where(player, keys, path):
    with pytest.raises(BadPosition, match=r"state\.seats\[1\]\." + path):
        at(seat(race="psilon", advisor="kuruk"), seat(**player), **keys)


def test_a_sixth_advisor_is_refused():
    middle = ["veil", "harrava", "viktoria", "moldred", "quail"]
    at(seat(advisor="kuruk"), advisors=middle[:4])
    with pytest.raises(BadPosition, match=r"state\.advisors: 6"):
        at(seat(advisor="kuruk"), advisors=middle)


def test_draws_come_from_the_deck():
    position = at(seat(hand=["titan"]))
    play(position, "research")
    assert "~draw:p1:titan" not in legal(position)
    assert draw_all(position, 1) == 2
