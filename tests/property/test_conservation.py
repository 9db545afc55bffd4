"""What no move may create or destroy: cards, chips, discs. One law a game."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import armillary
from helpers import finish

SEEDS = st.integers(0, 2**32 - 1)


def course(name: str, seats: int, seed: int):
    """The positions of a random game, as plain data."""
    end = finish(armillary.new_game(name, seats), seed)
    position = armillary.new_game(name, seats)
    yield position, position.to_dict()["state"]
    for move in end.moves:
        position.play(move)
        yield position, position.to_dict()["state"]


@given(seed=SEEDS)
def test_hearts_has_52_cards(seed: int):
    for position, state in course("hearts", 4, seed):
        played = [card for trick in state["tricks"] for card in trick[3:].split(",") if card]
        held = [card for hand in state["hands"] for card in hand.split(",") if card]
        given_away = [card for row in state["passed"] for card in row.split(",") if card]
        dealt = min(52, max(0, len(position.moves) - 1))
        waiting = [] if len(given_away) == 12 or state["tricks"] else given_away
        everything = Counter([*played, *held, *waiting])
        assert set(everything.values()) <= {1}
        assert len(everything) == dealt
    assert position.outcome.shares.count(1.0) == 1 or sum(position.outcome.scores) == 4 * 26 - 26


@given(seed=SEEDS, seats=st.integers(2, 4))
def test_template_has_its_cards(seed: int, seats: int):
    copies = Counter(survey=4, mine=3, raid=3, scan=3, relay=3)
    for _, state in course("template", seats, seed):
        out = Counter([*state["discard"], *(card for hand in state["hands"] for card in hand)])
        assert out <= copies


@given(seed=SEEDS, seats=st.integers(2, 8))
def test_poker_chips_change_hands(seed: int, seats: int):
    for name in ("kuhn_poker", "leduc_poker"):
        for _, state in course(name, seats, seed):
            cards = [card for card in [*state["cards"], state.get("public")] if card]
            assert len(set(cards)) == len(cards)
        end = finish(armillary.new_game(name, seats), seed)
        assert abs(sum(end.outcome.scores)) < 1e-9


@given(seed=SEEDS)
def test_boards_fill_by_one(seed: int):
    for name in ("connect_four", "tic_tac_toe"):
        for n, (_, state) in enumerate(course(name, 2, seed)):
            signs = Counter("".join(state["board"]))
            assert signs["x"] + signs["o"] == n
            assert signs["x"] - signs["o"] in (0, 1)


@given(seed=SEEDS)
def test_phantom_marks_are_apart(seed: int):
    for position, state in course("phantom_tic_tac_toe", 2, seed):
        marks = [{cell for cell in state[sign] if not cell.endswith("!")} for sign in "xo"]
        bumps = [{cell[:-1] for cell in state[sign] if cell.endswith("!")} for sign in "xo"]
        assert not marks[0] & marks[1]
        assert bumps[0] <= marks[1]
        assert bumps[1] <= marks[0]
        assert sum(map(len, marks + bumps)) == len(position.moves)
