"""Hidden information, over every game that has any: what a seat knows stays, all else is
redrawn, and nothing of it shines through.

A world is a position with its hidden parts drawn anew for one seat. That seat must not be
able to tell it from the truth by anything it may ask.
"""

import itertools
import json
import random

import pytest

from armillary import CHANCE, ArmillaryError, Position
from helpers import Case, exercise, positions, walk

WORLDS = 3


def observers(position: Position) -> range:
    return range(position.seats)


def worlds(position: Position, seat: int, count: int = WORLDS) -> list[Position]:
    return [position.determinise(seat, seed) for seed in range(count)]


def test_a_world_is_sound(hidden_case: Case):
    for position in positions(hidden_case):
        for seat in observers(position):
            for world in worlds(position, seat):
                world.check()
                assert world.seats == position.seats
                assert world.options == position.options
                assert world.moves == []
                assert world.seed_state is None
                assert hidden_case.revive(world.to_bytes()) == world


def test_the_observer_cannot_tell(hidden_case: Case):
    """Key, actor, legal moves, view (byte for byte), its JSON and its drawing all agree."""
    for position in positions(hidden_case):
        for seat in observers(position):
            view = position.view(seat)
            for world in worlds(position, seat):
                assert world.observe(seat) == position.observe(seat)
                assert world.actor == position.actor
                assert world.is_over == position.is_over
                again = world.view(seat)
                assert again.to_bytes() == view.to_bytes()
                assert again.to_json() == view.to_json()
                if position.actor == seat:
                    assert world.legal_moves == position.legal_moves
            assert str(again) == str(view)
            assert view.observe(seat) == position.observe(seat)


def test_a_redraw_reads_only_what_the_seat_knows(hidden_case: Case):
    """The same numbers give the same world, from whichever world they are asked."""
    for position in positions(hidden_case)[::2]:
        for seat in observers(position):
            wanted = [w.to_bytes() for w in worlds(position, seat, 2)]
            for world in worlds(position, seat):
                assert [w.to_bytes() for w in worlds(world, seat, 2)] == wanted
            view = position.view(seat)
            assert [w.to_bytes() for w in worlds(view, seat, 2)] == wanted


def test_something_is_redrawn(hidden_case: Case):
    """Over a game, most seats meet a moment with more than one world."""
    changed = {seat for position in positions(hidden_case) for seat in observers(position)
               if len({w.to_bytes() for w in worlds(position, seat, 8)}) > 1}
    if hidden_case.seats > 1 and not hidden_case.options:
        assert changed == set(range(hidden_case.seats))


def test_the_truth_is_among_the_worlds(hidden_case: Case):
    """Wherever worlds are few, the real one comes up."""
    met = 0
    for position in positions(hidden_case):
        for seat in observers(position):
            found = {w.to_bytes() for w in worlds(position, seat, 25)}
            if len(found) <= 4:
                found = {w.to_bytes() for w in worlds(position, seat, 250)}
            if len(found) <= 4:         # then so many draws have seen them all
                met += 1
                assert position.to_bytes() in found
    assert met > 0


def test_redrawing_leaves_the_position_alone(hidden_case: Case):
    for position in positions(hidden_case)[::3]:
        before = position.to_bytes(), position.moves
        for seat in observers(position):
            worlds(position, seat)
            position.view(seat)
        assert (position.to_bytes(), position.moves) == before


def test_every_end_can_be_viewed(hidden_case: Case):
    """The end tells more than any other moment, so that few worlds fit it."""
    for seed in range(12):
        *_, position = walk(hidden_case.start(), seed)
        for seat in observers(position):
            for world in [position.view(seat), *worlds(position, seat)]:
                assert world.is_over
                assert world.observe(seat) == position.observe(seat)
                world.check()


def test_worlds_play_on(hidden_case: Case):
    for n, position in enumerate(positions(hidden_case)[::4]):
        for seat in observers(position):
            exercise(position.determinise(seat, n), n, plies=20)


def test_keys_tell_seats_apart_where_they_know_different_things(hidden_case: Case):
    """If the worlds of two seats differ, their knowledge does, and so do their keys."""
    for position in positions(hidden_case)[::3]:
        for a, b in itertools.combinations(observers(position), 2):
            if position.view(a).to_bytes() != position.view(b).to_bytes():
                assert position.observe(a) != position.observe(b)


# ---- Views -----------------------------------------------------------------------------

def test_a_view_has_no_memory(hidden_case: Case):
    for position in [*positions(hidden_case)[::3], hidden_case.start(seed=3)]:
        for seat in observers(position):
            view = position.view(seat)
            assert view.moves == []
            assert view.seed_state is None
            assert view.view_of == seat
            assert "seed" not in view.to_dict()


def test_a_view_of_a_view(hidden_case: Case):
    for position in positions(hidden_case)[::3]:
        for seat in observers(position):
            view = position.view(seat)
            assert view.view(seat) == view
            for other in observers(position):
                if other != seat:
                    with pytest.raises(ArmillaryError, match=f"view of seat {seat}"):
                        view.view(other)


def test_views_survive_json(hidden_case: Case):
    """What is read back is the view, and no more can be read out of it."""
    for position in positions(hidden_case):
        for seat in observers(position):
            view = position.view(seat)
            again = Position.from_json(view.to_json())
            assert again == view
            assert again.view_of == seat
            assert again.to_json() == view.to_json()
            assert json.loads(view.to_json())["view"] == seat + 1


def test_open_games_hide_nothing(open_case: Case):
    for position in positions(open_case):
        for seat in observers(position):
            assert position.view(seat).to_bytes() == position.to_bytes()
            assert position.determinise(seat, 1).to_bytes() == position.to_bytes()
            assert position.observe(seat) == position.key
            assert position.seen_moves(seat) == position.moves


# ---- Moves as they are seen --------------------------------------------------------------

def after(position: Position, move) -> Position:
    child = position.copy()
    child.play(int(move))
    return child


def seen(child: Position, seat: int) -> int:
    return int(child.seen_moves(seat)[-1])


def test_own_moves_are_seen_whole(hidden_case: Case):
    for seed in range(2):
        *_, end = walk(hidden_case.start(), seed)
        walker = hidden_case.start()
        for n, move in enumerate(end.moves):
            if walker.actor not in (None, CHANCE):
                assert end.seen_moves(walker.actor)[n] == move
            walker.play(move)


def test_seen_moves_never_leak(hidden_case: Case):
    """If a seat cannot tell afterwards which of two moves was made, it saw the same move.

    The two may be made in the same position or in two worlds of it. Moves that do the very
    same thing may look different.
    """
    rng = random.Random(1)
    hid = 0
    for position in positions(hidden_case):
        if position.is_over:
            continue
        for seat in observers(position):
            if position.actor == seat:
                continue
            legal = set(map(int, position.legal_moves))
            looks: dict[int, dict[int, list[bytes]]] = {}
            for place in [position, *worlds(position, seat, 2)]:
                moves = place.legal_moves
                for move in rng.sample(moves, min(6, len(moves))):
                    child = after(place, move)
                    look = seen(child, seat)
                    hid += look != int(move)
                    done = after(position, move) if int(move) in legal else child
                    looks.setdefault(child.observe(seat), {}).setdefault(look, []).append(
                        done.to_bytes())
            for by_look in looks.values():
                if len(by_look) > 1:
                    assert len({b for found in by_look.values() for b in found}) == 1, (
                        f"seat {seat} sees {[hex(look) for look in by_look]} apart")
    if hidden_case.seats > 1 and not hidden_case.options:
        assert hid > 0, "nothing is ever hidden"


def test_a_seen_move_is_seen_alike_from_the_view(hidden_case: Case):
    """What a seat sees of a move does not depend on what it cannot know."""
    for position in positions(hidden_case)[::2]:
        if position.is_over:
            continue
        for seat in observers(position):
            for world in worlds(position, seat):
                shared = set(map(int, world.legal_moves)) & set(map(int, position.legal_moves))
                for move in sorted(shared)[:8]:
                    assert seen(after(world, move), seat) == seen(after(position, move), seat)
