"""What a player knows (MOO-23)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from armillary import Position
from rules.orion.support import at, discards, get, hand, legal, play, rest, seat, state


@pytest.mark.rule("MOO-23.1")
def test_hands_are_hidden_but_not_their_size():
    position = at(seat(hand=["titan", "frigate"]), seat(hand=["cruiser"]), seat())
    assert get(position.view(1), 1, "hand") == ["?", "?"]
    assert get(position.view(1), 2, "hand") == ["cruiser"]
    other = at(seat(hand=["destroyer", "spaceport"]), seat(hand=["cruiser"]), seat())
    assert position.observe(1) == other.observe(1)
    assert position.observe(0) != other.observe(0)
    more = at(seat(hand=["titan", "frigate", "jump_gate"]), seat(hand=["cruiser"]), seat())
    assert position.observe(1) != more.observe(1)


@pytest.mark.rule("MOO-23.1")
def test_a_drawn_card_is_seen_by_its_owner_only():
    position = at(seat(), seat())
    play(position, "research", "~draw:p1:titan", "~draw:p1:frigate")
    assert [str(m) for m in position.seen_moves(0)][1:] == ["~draw:p1:titan", "~draw:p1:frigate"]
    assert [str(m) for m in position.seen_moves(1)][1:] == ["~draw:p1:?", "~draw:p1:?"]


@pytest.mark.rule("MOO-7.5")
@pytest.mark.rule("MOO-23.1")
def test_of_four_drawn_cards_others_see_the_one_that_goes():
    position = at(seat(hand=["frigate"]), seat())
    four = ["titan", "cruiser", "biospheres", "spaceport"]
    play(position, "exploit:frigate", *(f"~draw:p1:{card}" for card in four))
    assert state(position.view(0))["drawn"] == sorted(four, key=state(position)["drawn"].index)
    assert state(position.view(1))["drawn"] == ["?"] * 4
    assert [str(m) for m in position.seen_moves(1)][1:] == ["~draw:p1:?"] * 4
    assert {len(state(position.determinise(1, n))["drawn"]) for n in range(5)} == {4}
    assert len({position.determinise(1, n).to_bytes() for n in range(5)}) > 1
    assert {position.determinise(0, n).view(0).to_bytes() for n in range(5)} \
        == {position.view(0).to_bytes()}
    play(position, "discard:titan")
    assert str(position.seen_moves(1)[-1]) == "discard:titan"
    assert get(position.view(1), 1, "hand") == ["?"] * 3


@pytest.mark.rule("MOO-23.2")
def test_the_deck_is_drawn_from_evenly():
    # Two copies of the Titan's neighbour are twice as likely as one.
    used = rest("titan", "frigate", "frigate", "cruiser")
    position = at(seat(), seat(cubes=0, hand=used))
    play(position, "research")
    chances = {str(move): p for move, p in position.chance_outcomes}
    assert chances == {"~draw:p1:titan": 0.25, "~draw:p1:cruiser": 0.25, "~draw:p1:frigate": 0.5}


@pytest.mark.rule("MOO-23.2")
def test_an_unseen_hand_may_be_any_unseen_card():
    # p2 knows all but four cards: two are p1's, two the deck's; each pair is as likely.
    unseen = ["titan", "jump_gate", "death_star", "trade_station"]
    position = at(seat(hand=unseen[:2]), seat(cubes=0, hand=rest(*unseen)))
    pairs = Counter(tuple(hand(position.determinise(1, seed), 1)) for seed in range(1200))
    assert len(pairs) == 6
    # 200 expected of each, standard deviation 13.
    assert all(140 < n < 260 for n in pairs.values()), pairs
    assert all(position.determinise(1, seed).observe(1) == position.observe(1)
               for seed in range(20))


@pytest.mark.rule("MOO-23.3")
def test_a_card_taken_openly_stays_known():
    position = at(seat(food=9, hand=["advanced_data_center", "spaceport"]), seat(cubes=0),
                  discard=["titan", "frigate"])
    play(position, "build:advanced_data_center/1", "take:titan")
    assert sorted(get(position.view(1), 1, "hand")) == ["?", "titan"]
    for seed in range(30):
        assert "titan" in hand(position.determinise(1, seed), 1)
    # Gone from the hand, gone from what is known.
    play(position, "exploit:titan")
    assert get(position.view(1), 1, "hand") == ["?"]


@pytest.mark.rule("MOO-23.3")
def test_of_two_copies_the_known_one_leaves_first():
    position = at(seat(food=9, hand=["advanced_data_center", "titan", "frigate"]), seat(cubes=0),
                  discard=["frigate"])
    play(position, "build:advanced_data_center/1", "take:frigate")
    assert get(position.view(1), 1, "hand") == ["frigate", "?", "?"]
    play(position, "exploit:titan")
    assert get(position.view(1), 1, "hand") == ["frigate", "?"]
    position = at(seat(hand=["frigate", "frigate"], open=["frigate"], cubes=3), seat(cubes=0))
    play(position, "build:frigate/1")
    assert get(position, 1, "open", "hand") == ([], ["frigate"])
    assert get(position.view(1), 1, "hand") == ["?"]


@pytest.mark.rule("MOO-23.4")
def test_a_reshuffle_amid_four_drawn_cards():
    pile = ["titan", "cruiser", "biospheres", "spaceport"]
    left = ["jump_gate", "destroyer"]
    others = rest("frigate", "trade_station", *pile, *left)
    position = at(seat(hand=["frigate", "trade_station"]), seat(cubes=0, hand=others),
                  discard=pile)
    play(position, "exploit:frigate", *(f"~draw:p1:{card}" for card in left))
    play(position, "~draw:p1:titan", "~draw:p1:cruiser")
    assert discards(position) == ["frigate"]        # the exploited card was the top
    # p1 now knows p2's hand; p2 knows which cards p1 has or may yet discard, not which stay.
    assert get(position, 2, "open") == get(position, 2, "hand")
    assert get(position, 1, "open") == []
    # With four cards drawn from the new deck alone nothing is in doubt.
    position = at(seat(hand=["frigate", "trade_station"]),
                  seat(cubes=0, hand=rest("frigate", "trade_station", *pile)), discard=pile)
    play(position, "exploit:frigate", "~draw:p1:titan")
    assert get(position, 1, "open") == ["trade_station"]


@pytest.mark.rule("MOO-23.4")
def test_with_two_seats_a_reshuffle_gives_the_hands_away():
    pile = ["titan", "frigate", "biospheres", "cruiser"]
    others = rest(*pile, "jump_gate", "destroyer")
    position = at(seat(cubes=3, hand=["jump_gate", "destroyer"]), seat(cubes=0, hand=others),
                  discard=pile)
    assert get(position.view(1), 1, "hand") == ["?", "?"]
    play(position, "research", "~draw:p1:frigate", "~draw:p1:titan")
    # p2 knows what p1 held when the deck ran out, not what came after.
    assert sorted(get(position.view(1), 1, "hand")) == ["?", "?", "destroyer", "jump_gate"]
    assert sorted(get(position, 1, "open")) == ["destroyer", "jump_gate"]


@pytest.mark.rule("MOO-23.4")
def test_a_reshuffled_pile_is_hidden_again():
    pile = ["titan", "frigate", "biospheres", "cruiser"]
    known = rest(*pile)
    position = at(seat(cubes=3), seat(cubes=0, hand=known[:40]), seat(cubes=0, hand=known[40:]),
                  discard=pile)
    play(position, "research", "~draw:p1:frigate", "~draw:p1:titan")
    assert discards(position.view(1)) == ["cruiser"]
    assert get(position.view(1), 1, "hand") == ["?", "?"]
    # It may now be in p1's hand or in the deck, but the top card is neither.
    hands = Counter(card for seed in range(200) for card in hand(position.determinise(1, seed), 1))
    assert hands["frigate"] > 0
    assert "research" in legal(position)


@pytest.mark.rule("MOO-23.1")
def test_the_example_of_the_manual_is_a_position():
    page = Path(__file__).parents[3] / "docs" / "games" / "orion.md"
    example = re.search(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    position = Position.from_json(example[1])
    assert get(position, 2, "hand") == ["?", "?", "?"]
    assert get(position, 1, "open") == ["titan"]
    assert Position.from_json(position.to_json()) == position
    # What is unknown is redrawn, and nothing else.
    one, two = (position.determinise(0, seed) for seed in (1, 2))
    assert one.to_bytes() != two.to_bytes()
    assert one.observe(0) == two.observe(0) == position.observe(0)
    assert one.observe(1) != two.observe(1)
    assert hand(one, 1) == hand(two, 1) == ["biospheres", "frigate", "titan"]
