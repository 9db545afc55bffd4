"""Random seeds and choices, found and shrunk by Hypothesis, over every game."""

from hypothesis import given
from hypothesis import strategies as st

from armillary import CHANCE, Position
from helpers import Case, describe, replay

CHOICES = st.lists(st.integers(0, 2**32 - 1), max_size=60)


def play(position: Position, choices: list[int]) -> Position:
    """Each number picks a legal move; after the last the game may still go on."""
    for number in choices:
        moves = position.legal_moves
        if not moves:
            break
        position.play(moves[number % len(moves)])
    return position


@given(choices=CHOICES)
def test_any_course_is_sound(case: Case, choices: list[int]):
    position = play(case.start(), choices)
    position.check()
    assert replay(case, position.moves).to_bytes() == position.to_bytes()
    assert Position.from_json(position.to_json()) == position
    assert case.revive(position.to_bytes()).legal_moves == position.legal_moves


@given(seed=st.integers(0, 2**64 - 1), choices=CHOICES)
def test_seeded_games_repeat(chance_case: Case, seed: int, choices: list[int]):
    position = play(chance_case.start(seed), choices)
    assert position.actor != CHANCE
    assert describe(play(chance_case.start(seed), choices)) == describe(position)
    middle = Position.from_json(play(chance_case.start(seed), choices[:7]).to_json())
    assert play(middle, choices[7:]).to_bytes() == position.to_bytes()


@given(choices=CHOICES, seed=st.integers(0, 2**64 - 1), who=st.integers(0, 7))
def test_any_observer_is_kept_in_the_dark(hidden_case: Case, choices: list[int], seed: int,
                                          who: int):
    position = play(hidden_case.start(), choices)
    seat = who % position.seats
    world = position.determinise(seat, seed)
    world.check()
    assert world.observe(seat) == position.observe(seat)
    assert world.view(seat).to_bytes() == position.view(seat).to_bytes()
    if position.actor == seat:
        assert world.legal_moves == position.legal_moves
