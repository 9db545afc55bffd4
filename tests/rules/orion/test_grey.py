"""The grey cards, and the deck (MOO-22)."""

from __future__ import annotations

from collections import Counter

import pytest

from armillary import BadPosition
from rules.orion.support import (
    DECK,
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
from rules.orion.twin import CARDS


@pytest.mark.rule("MOO-22.1")
def test_pleasure_dome_lifts_loyalty():
    position = at(seat(loyalty=4, hand=["pleasure_dome"]))
    play(position, "build:pleasure_dome/1")
    assert get(position, 1, "loyalty", "propaganda") == (7, False)
    assert "propaganda" in legal(position)
    position = at(seat(loyalty=10, hand=["pleasure_dome"]))
    play(position, "build:pleasure_dome/1")
    assert get(position, 1, "loyalty", "systems") == (10, [["pleasure_dome"]])


@pytest.mark.rule("MOO-22.2")
def test_communications_satellite_reorders_a_system():
    player = seat(hand=["communications_satellite"], cubes=3,
                  systems=[["titan", "spaceport", "recyclotron*"], ["cruiser"]])
    position = at(player)
    before = reserve(position)
    play(position, "build:communications_satellite/2")
    assert {"system:1", "system:2"} == legal(position, "system")
    other = position.copy()
    play(position, "system:1")
    assert legal(position) == {"order:titan", "order:spaceport", "order:recyclotron*"}
    play(position, "order:spaceport", "order:titan")
    assert get(position, 1, "systems")[0] == ["recyclotron", "titan", "spaceport"]
    assert reserve(position) == before + 1          # the covered cube went home
    assert actor(position) == 1
    assert "research" in legal(position)            # one system, and no other
    # Its own system: the Cruiser comes to the top again.
    play(other, "system:2", "order:cruiser")
    assert get(other, 1, "systems") == [["titan", "spaceport", "recyclotron*"],
                                        ["communications_satellite", "cruiser"]]


@pytest.mark.rule("MOO-22.2")
def test_communications_satellite_may_leave_all_as_it_is():
    position = at(seat(hand=["communications_satellite"], systems=[["titan", "recyclotron*"]]))
    play(position, "build:communications_satellite/2", "system:1", "order:recyclotron*")
    assert get(position, 1, "systems")[0] == ["titan", "recyclotron*"]
    # Alluvia stays at the bottom of hers.
    position = at(seat(hand=["communications_satellite"], advisor="alluvia",
                       extra=["titan", "frigate"]))
    play(position, "build:communications_satellite/1", "system:5", "order:titan")
    assert get(position, 1, "extra", "advisor") == (["frigate", "titan"], "alluvia")


@pytest.mark.rule("MOO-22.2")
def test_communications_satellite_tells_copies_apart_by_their_cube():
    position = at(seat(hand=["communications_satellite"],
                       systems=[["recyclotron", "recyclotron*"]]))
    play(position, "build:communications_satellite/2", "system:1")
    assert legal(position) == {"order:recyclotron", "order:recyclotron*"}
    other = position.copy()
    play(position, "order:recyclotron")             # the fresh one can be activated now
    assert get(position, 1, "systems")[0] == ["recyclotron", "recyclotron"]
    play(other, "order:recyclotron*")
    assert get(other, 1, "systems")[0] == ["recyclotron", "recyclotron*"]


@pytest.mark.rule("MOO-22.3")
def test_spy_training_camp_sends_an_advisor_back():
    camp = seat(hand=["spy_training_camp"], advisor="kuruk")
    position = at(camp, seat(advisor="veil"), seat(advisor="viktoria*"), advisors=["quail"])
    before = reserve(position, 3)
    play(position, "build:spy_training_camp/1")
    assert legal(position) == {"target:p2", "target:p3"}
    play(position, "target:p3")
    assert [get(position, n, "advisor") for n in (1, 2, 3)] == ["kuruk", "veil", None]
    assert sorted(state(position)["advisors"]) == ["quail", "viktoria"]
    assert reserve(position, 3) == before + 1


@pytest.mark.rule("MOO-22.4")
def test_spy_training_camp_without_an_advisor_to_send():
    camp = seat(hand=["spy_training_camp"])
    for foe in (seat(), seat(advisor="alluvia", extra=["frigate"])):
        position = at(camp, foe)
        play(position, "build:spy_training_camp/1")
        assert get(position, 2, "advisor", "extra") == (foe.get("advisor"), foe.get("extra", []))
        assert actor(position) == 2
    # Such an opponent may be chosen.
    position = at(camp, seat(advisor="veil"), seat(), seat(advisor="alluvia"))
    play(position, "build:spy_training_camp/1")
    assert legal(position) == {"target:p2", "target:p3", "target:p4"}
    play(position, "target:p4")
    assert [get(position, n, "advisor") for n in (2, 3, 4)] == ["veil", None, "alluvia"]


@pytest.mark.rule("MOO-22.5")
def test_frigate_draws_after_each_attack():
    position = at(seat(fleet=9, cubes=3, systems=[["frigate"]]), seat(fleet=0, cubes=0))
    for cards in (1, 2):
        play(position, "attack:p2")
        assert draw_all(position, 1) == 1
        assert len(hand(position)) == cards


@pytest.mark.rule("MOO-22.6")
def test_destroyer_lets_the_opponent_choose():
    ship = seat(fleet=9, systems=[["destroyer"]])
    foe = seat(fleet=0, loyalty=8, hand=["titan", "cruiser", "spaceport"])
    position = at(ship, foe)
    play(position, "attack:p2")
    assert actor(position) == 2
    assert legal(position) == {"choose:discard2", "choose:loyalty-1"}
    other = position.copy()
    play(position, "choose:discard2", "discard:titan", "discard:spaceport")
    assert (hand(position, 2), discards(position)) == (["cruiser"], ["titan", "spaceport"])
    assert get(position, 2, "loyalty") == 7         # the attack itself
    play(other, "choose:loyalty-1")
    assert get(other, 2, "loyalty") == 6
    assert len(hand(other, 2)) == 3
    assert get(other, 1, "systems") == [["destroyer*"]]


@pytest.mark.rule("MOO-22.7")
@pytest.mark.parametrize("cards", [[], ["titan"]])
def test_destroyer_against_a_small_hand(cards):
    position = at(seat(fleet=9, systems=[["destroyer"]]), seat(fleet=0, loyalty=8, hand=cards))
    play(position, "attack:p2")
    assert (actor(position), legal(position)) == (2, {"choose:loyalty-1"})
    play(position, "choose:loyalty-1")
    assert get(position, 2, "loyalty", "hand") == (6, cards)


@pytest.mark.rule("MOO-22.8")
def test_colony_ship_builds_in_its_own_system():
    player = seat(0, 0, 2, cubes=2, systems=[["titan"], ["colony_ship"]],
                  hand=["robotic_mine", "biospheres"])
    position = at(player)
    before = reserve(position)
    play(position, "activate:colony_ship/2")
    # The mine costs 2 food and 2 production, the Biospheres 3 food and 1 production: too dear.
    assert legal(position) == {"build:robotic_mine/2"}
    play(position, "build:robotic_mine/2")
    assert resources(position) == (0, 0, 0)
    assert get(position, 1, "systems", "cubes") == ([["titan"], ["colony_ship", "robotic_mine"]], 1)
    assert reserve(position) == before + 1          # its cube was covered
    # One card, though there is another that could be paid.
    position = at(seat(systems=[["colony_ship"]], hand=["hydroponic_farm", "research_outpost"]))
    play(position, "activate:colony_ship/1", "build:hydroponic_farm/1")
    assert "research" in legal(position)
    # Not in a full system; and not with the gate closed.
    full = ["frigate", "frigate", "frigate", "spaceport", "colony_ship"]
    assert not legal(at(seat(systems=[full], hand=["hydroponic_farm"])), "activate")
    assert not legal(at(seat(9, 9, 9, loyalty=5, systems=[["colony_ship"]], hand=["titan"])),
                     "activate")


@pytest.mark.rule("MOO-22.9")
def test_research_outpost_draws_at_the_start():
    position = next_round(seat(4, 0, 0, systems=[["research_outpost"]]))
    assert draw_all(position, 1) == 1
    position = next_round(seat(4, 0, 0, systems=[["research_outpost", "frigate"]]))
    assert actor(position) == 1


@pytest.mark.rule("MOO-22.10")
def test_espionage_center():
    center = seat(production=1, systems=[["espionage_center"]])
    position = at(center, seat(production=2, hand=["titan", "cruiser"]))
    play(position, "activate:espionage_center/1")
    assert actor(position) == 2
    assert legal(position) == {"discard:titan", "discard:cruiser"}
    play(position, "discard:cruiser")
    assert (get(position, 1, "production"), get(position, 2, "production")) == (2, 1)
    assert hand(position, 2) == ["titan"]
    assert "research" in legal(position)
    # One opponent is chosen for both parts.
    position = at(center, seat(production=0), seat(production=3, hand=["titan"]))
    play(position, "activate:espionage_center/1")
    assert legal(position) == {"target:p2", "target:p3"}
    play(position, "target:p3")
    assert actor(position) == 3
    play(position, "discard:titan")
    assert [get(position, n, "production") for n in (1, 2, 3)] == [2, 0, 2]


@pytest.mark.rule("MOO-22.11")
def test_jump_gate_gives_a_cube():
    assert get(next_round(seat(4, systems=[["jump_gate"]])), 1, "cubes") == 5
    assert get(next_round(seat(8, systems=[["jump_gate"]])), 1, "cubes") == 6
    assert get(next_round(seat(4, systems=[["jump_gate", "frigate"]])), 1, "cubes") == 4
    assert not legal(at(seat(9, 9, 9, loyalty=5, hand=["jump_gate"])), "build")


def final(player):
    position = at({**player, "cubes": 0}, seat(cubes=1, loyalty=7), turn=2, round=8)
    play(position, "propaganda")
    return position.outcome.scores[0]


@pytest.mark.rule("MOO-22.12")
@pytest.mark.parametrize(("loyalty", "points"), [
    (10, 5), (9, 4), (2, 1), (1, 0), (0, 0), (-4, 0),
])
def test_galactic_embassy(loyalty, points):
    assert final(seat(loyalty=loyalty, systems=[["galactic_embassy"]])) == loyalty + points


@pytest.mark.rule("MOO-22.13")
@pytest.mark.parametrize(("have", "points"), [
    ((0, 0, 0), 0), ((1, 0, 0), 0), ((1, 0, 1), 1), ((9, 9, 9), 13),
])
def test_trade_station(have, points):
    assert final(seat(*have, systems=[["trade_station", "frigate"]])) == 10 + points + 2


@pytest.mark.rule("MOO-22.14")
def test_the_deck_has_ninety_cards():
    colours = Counter()
    for card, n in DECK.items():
        colours[CARDS[card]["colour"]] += n
    assert colours == {"blue": 26, "red": 22, "yellow": 22, "grey": 20}
    # The compiled deck is the same: all cards can be named, and no card more.
    position = at(seat(), seat(hand=rest()))
    assert Counter(hand(position, 2)) == DECK
    for card in DECK:
        with pytest.raises(BadPosition, match=card):
            at(seat(hand=[card] * (DECK[card] + 1)))
