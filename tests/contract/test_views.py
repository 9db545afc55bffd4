"""The contract of views that play on: a seat follows the game by what it saw of the moves."""

import random

import pytest

from armillary import CHANCE, ArmillaryError, IllegalMove, Position
from helpers import Case, choose, describe, finish, positions, sized

#: Where a seat learns more than the move shows: the cards that are passed to it and who holds
#: the two of clubs, the cards on the table at the end, whether a cell was free. Elsewhere the
#: moves tell everything.
TELLS_MORE = {
    "hearts": lambda before, after: after.is_over or after.legal_moves == ["2C"],
    "kuhn_poker": lambda before, after: after.is_over,
    "leduc_poker": lambda before, after: after.is_over,
    "phantom_tic_tac_toe": lambda before, after: True,
}

TELLS_ALL = {"template", "bounds"}


def follow(truth: Position, seat: int, view: Position, move) -> Position:
    """Play `move` on the truth, and what the seat saw of it on the view; the view after it."""
    before = truth.copy()
    truth.play(move)
    token = truth.seen_moves(seat)[-1]
    wanted = truth.view(seat)
    if wanted == before.view(seat):
        return view                     # nothing happened as far as the seat knows
    view.play(str(token))
    assert view.view_of == seat
    if view.to_bytes() == wanted.to_bytes():
        assert view.observe(seat) == truth.observe(seat)
        assert view.to_json() == wanted.to_json()
        assert str(view.moves[-1]) == str(token)
        return view
    # Another world that fits the move: the seat must have learned which one it is not.
    assert view.observe(seat) != truth.observe(seat)
    name = truth.game.name
    may = TELLS_MORE[name](before, truth) if name in TELLS_MORE else name not in TELLS_ALL
    assert may, f"{token} does not lead to the view of the truth"
    return wanted


def test_a_view_follows_the_game(hidden_case: Case):
    for seed in range(sized(hidden_case, 120)):
        rng = random.Random(seed)
        truth = hidden_case.start()
        views = [truth.view(seat) for seat in range(truth.seats)]
        while not truth.is_over:
            move = choose(truth, rng)
            views = [follow(after := truth.copy(), seat, view, move)
                     for seat, view in enumerate(views)]
            truth = after
            for seat, view in enumerate(views):
                view.check()
                assert view == truth.view(seat)
                assert view.actor == truth.actor
                if truth.actor == seat:
                    assert view.legal_moves == truth.legal_moves
                if truth.actor == CHANCE:
                    assert view.actor == CHANCE


def test_a_view_never_holds_what_it_was_not_shown(hidden_case: Case):
    """A move given in full is kept as it was seen: the rest is forgotten at once."""
    rng = random.Random(3)
    for position in positions(hidden_case):
        if position.is_over:
            continue
        move = choose(position, rng)
        for seat in range(position.seats):
            view, told = position.view(seat), position.view(seat)
            truth = position.copy()
            truth.play(move)
            if truth.view(seat) == view:
                continue
            seen = truth.seen_moves(seat)[-1]
            view.play(seen)
            assert view.moves == view.seen_moves(seat) == [seen]
            if hidden_case.name not in TELLS_ALL:
                continue
            told.play(move)
            assert told.to_bytes() == view.to_bytes()
            assert told.moves == [seen]


def test_a_view_plays_its_own_world_to_the_end(hidden_case: Case):
    for seat in range(hidden_case.seats):
        for seed in range(2):
            view = hidden_case.start().view(seat)
            finish(view, seed)
            assert view.is_over
            view.check()


def test_the_worlds_of_a_view_are_whole(hidden_case: Case):
    """They are those of the truth, and play on by what they hold, not by what was seen."""
    for position in positions(hidden_case):
        for seat in range(position.seats):
            view = position.view(seat)
            for seed in range(3):
                world, twin = view.determinise(seat, seed), position.determinise(seat, seed)
                assert world == twin
                assert world.view_of is None
                if not world.is_over:
                    move = choose(world, random.Random(seed))
                    world.play(move)
                    twin.play(move)
                    assert world.to_bytes() == twin.to_bytes()


def test_what_a_seat_has_seen(case: Case):
    """The view, with the moves that the seat noticed; the same for all that it cannot tell
    apart, and nothing of the seed."""
    rng = random.Random(5)
    for seed in range(2):
        truth = case.start(seed)
        while not truth.is_over and rng.random() < 0.9:
            truth.play(choose(truth, rng))
        for seat in range(truth.seats):
            seen = truth.seen_by(seat)
            assert seen == truth.view(seat)
            assert seen.seed_state is None
            noticed = iter(truth.seen_moves(seat))
            assert all(move in noticed for move in seen.moves), "in order"
            assert describe(seen.seen_by(seat)) == describe(seen)
            if not case.game.has_hidden:
                assert seen.moves == truth.moves
            fresh = case.start().view(seat)
            follows = case.name in TELLS_ALL or not case.game.has_hidden
            for move in seen.moves if follows else []:
                fresh.play(move)
            assert not follows or fresh == seen


def test_a_view_refuses_what_cannot_be(hidden_case: Case):
    for position in positions(hidden_case)[:3]:
        view = position.view(0)
        before = view.to_bytes()
        for token in ("0000", "~nothing", "?!"):
            with pytest.raises(IllegalMove):
                view.play(token)
        with pytest.raises(IllegalMove):
            view.play((1 << 64) - 1)
        assert view.to_bytes() == before
        assert view.moves == []


def test_a_view_knows_one_seat_only(hidden_case: Case):
    view = hidden_case.start().view(0)
    with pytest.raises(ArmillaryError, match=r"view of seat 0|the seats here are 0 .. 0"):
        view.seen_moves(1)


def test_listed_outcomes_are_uses_of_their_stream(chance_case: Case):
    """A game whose first outcomes were listed goes on from the seed as if they were drawn."""
    for seed in range(3):
        drawn = chance_case.start(seed)
        listed = chance_case.start()
        for move in drawn.moves:
            listed.play(move)
        listed.sow(seed)
        assert listed.seed_state == drawn.seed_state
        assert finish(listed, 4).to_bytes() == finish(drawn, 4).to_bytes()
