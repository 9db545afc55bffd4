"""The contract of play: lists, ends, refusals, replays, copies, seeds."""

import itertools
import random

import pytest

from armillary import CHANCE, IllegalMove, Move
from helpers import Case, choose, describe, finish, game_length, positions, replay, sized, walk


def test_random_games_keep_the_contract(case: Case):
    """Lists ascend and are not empty, invariants hold, and the game ends in time."""
    game = case.game
    for seed in range(sized(case, 1500)):
        plies = -1
        for position in walk(case.start(), seed):
            plies += 1
            position.check()
            values = [int(m) for m in position.legal_moves]
            assert values == sorted(set(values)), "not ascending, or twice the same"
            assert len(values) <= game.max_moves
            assert (len(values) == 0) == position.is_over
            assert 0 not in {v & 0xFF for v in values}, "kind 0 is reserved"
            assert position.is_over == (position.actor is None)
            assert position.actor in {None, CHANCE, *range(case.seats)}
            assert (position.outcome is None) != position.is_over
            if position.actor == CHANCE:
                assert game.has_chance
        assert position.is_over
        assert plies == len(position.moves) <= game.max_plies


def test_state_begins_with_the_number_of_seats(case: Case):
    for position in positions(case):
        assert len(position.to_bytes()) == case.game.state_size
        assert position.to_bytes()[0] == position.seats == case.seats


def test_every_seat_moves(case: Case):
    """In a few games every seat gets to decide."""
    movers: set[int | None] = set()
    for seed in range(sized(case, 2000)):
        for position in walk(case.start(), seed):
            movers.add(position.actor)
        if movers >= set(range(case.seats)):
            return
    # An option may end the game before the last seat's turn.
    assert movers >= set(range(case.seats)) or (case.options and game_length(case) < case.seats)


def _illegal_values(case: Case, position, rng: random.Random) -> list[int]:
    """Moves of the game that are not legal here, and numbers that are no moves."""
    legal = {int(m) for m in position.legal_moves}
    elsewhere = {int(m) for p in positions(case) for m in [*p.legal_moves[:50], *p.moves]}
    found = rng.sample(sorted(elsewhere - legal), min(5, len(elsewhere - legal)))
    found += [0, 1, 255, (1 << 64) - 1, rng.getrandbits(64)]
    found += [value ^ 1 << rng.randrange(64) for value in rng.sample(sorted(legal),
                                                                     min(5, len(legal)))]
    return [value for value in found if value not in legal]


def test_illegal_move_is_refused_and_changes_nothing(case: Case):
    rng = random.Random(1)
    for position in positions(case):
        if position.is_over:
            continue
        before = describe(position)
        legal = [str(m) for m in position.legal_moves]
        for value in _illegal_values(case, position, rng):
            forms = [value, Move(case.game, value)]
            if str(forms[1]) not in legal:          # junk may print like a move
                forms.append(str(forms[1]))
            for move in forms:
                with pytest.raises(IllegalMove) as refusal:
                    position.play(move)
                message = str(refusal.value)
                assert str(move) in message, "the refusal does not name the move"
                assert legal[0] in message.split(), "the refusal names no legal move"
        assert describe(position) == before


@pytest.mark.parametrize("text", [
    "", " ", "0000", "moves", "~", "?", "~?", ":", "p1", "xyzzy", "-1", "1e9", "\x00", "\n", "é",
    "٣", "9" * 300, "~" + ":" * 50, "\ud800",
], ids=ascii)
def test_junk_text_is_refused(case: Case, text: str):
    for position in positions(case)[:6]:
        if not position.is_over:
            before = position.to_bytes()
            with pytest.raises(IllegalMove, match="legal"):
                position.play(text)
            assert position.to_bytes() == before


@pytest.mark.parametrize("move", [None, 1.5, True, b"a", ["a"]], ids=repr)
def test_what_is_no_move_at_all_is_a_type_error(case: Case, move):
    with pytest.raises(TypeError, match="a move is"):
        case.start().play(move)


def test_move_out_of_range_is_refused(case: Case):
    for value in (-1, 1 << 64, 10 ** 30):
        with pytest.raises(IllegalMove, match=str(value)):
            case.start().play(value)


def test_move_of_another_game_is_refused(case: Case):
    position = case.start()
    other = Case("connect_four" if case.name != "connect_four" else "tic_tac_toe", 2)
    foreign = other.start().legal_moves[0]
    with pytest.raises(IllegalMove, match=f"move of {other.name}, not of {case.name}"):
        position.play(foreign)


def test_no_move_after_the_end(case: Case):
    for seed in range(3):
        position = finish(case.start(), seed)
        before = describe(position)
        for move in [*position.moves[:20], 0]:
            for form in (move, int(move), str(move)):
                with pytest.raises(IllegalMove, match="over"):
                    position.play(form)
        assert position.legal_moves == position.chance_outcomes == []
        assert describe(position) == before


def test_replay_gives_the_same_bytes(case: Case):
    """A game record is its list of moves, as numbers, as texts or as Moves."""
    for seed in range(sized(case, 300)):
        end = finish(case.start(), seed)
        for moves in (end.moves, [int(m) for m in end.moves], [str(m) for m in end.moves]):
            again = replay(case, moves)
            assert again.to_bytes() == end.to_bytes()
            assert again.moves == end.moves
            assert again.outcome == end.outcome


def test_a_seeded_game_replays_without_its_seed(case: Case):
    """The log holds chance's outcomes too; they are all that the seed decided."""
    end = finish(case.start(seed=5), 3)
    assert replay(case, end.moves).to_bytes() == end.to_bytes()


def test_copies_are_independent(case: Case):
    rng = random.Random(2)
    for position in positions(case):
        twin = position.copy()
        assert describe(twin) == describe(position)
        assert twin == position
        before = describe(position)
        if twin.is_over:
            continue
        moved = twin.copy()
        moved.play(choose(moved, rng))
        assert describe(position) == describe(twin) == before
        assert len(moved.moves) == len(position.moves) + 1
        finish(moved, 1)
        assert describe(position) == before


def test_playing_is_deterministic(case: Case):
    rng = random.Random(3)
    for position in positions(case):
        moves = position.legal_moves
        for move in rng.sample(moves, min(5, len(moves))):
            once, twice = position.copy(), position.copy()
            once.play(move)
            twice.play(move)
            assert once.to_bytes() == twice.to_bytes()


def test_a_move_changes_the_position(case: Case):
    """A search that comes back to where it was would never end."""
    for seed in range(2):
        keys = [position.key for position in walk(case.start(), seed)]
        assert all(a != b for a, b in itertools.pairwise(keys))


def test_same_seed_same_game(case: Case):
    for seed in (0, 1, (1 << 64) - 1):
        first, second = case.start(seed), case.start(seed)
        assert first.to_bytes() == second.to_bytes()
        assert describe(finish(first, 7)) == describe(finish(second, 7))


def test_seeded_chance_never_waits(chance_case: Case):
    for seed in range(5):
        for position in walk(chance_case.start(seed), seed):
            assert position.actor != CHANCE


def test_other_seed_other_game(chance_case: Case):
    seeds = range(sized(chance_case, 1000))
    ends = {finish(chance_case.start(seed), 1).to_bytes() for seed in seeds}
    assert len(ends) > 1


def test_seed_is_taken_up_late(chance_case: Case):
    """sow() gives from there on what the seed would have given."""
    early, late = chance_case.start(seed=9), chance_case.start()
    late.sow(9)
    assert early.to_bytes() == late.to_bytes()
    assert early.seed_state == late.seed_state
    late.sow(None)
    assert late.seed_state is None


def test_streams_stay_in_step(chance_case: Case):
    """Two games on one seed: the n-th outcome of a stream depends on nothing else, where
    the same outcomes are possible (so that a die, not a deck with other cards, is held)."""
    drawn: dict[tuple[int, int, tuple[int, ...]], int] = {}
    compared = 0
    for play_seed in range(sized(chance_case, 1000)):
        position = chance_case.start(seed=11)
        rng = random.Random(play_seed)
        _record_draws(chance_case, position.moves, drawn)
        while not position.is_over:
            position.play(choose(position, rng))
        compared += _record_draws(chance_case, position.moves, drawn)
    assert compared > 0


def _record_draws(case: Case, moves, drawn) -> int:
    """Walk a game again; every draw must agree with the one of another game, if any."""
    walker = case.start()
    uses: dict[int, int] = {}
    same = 0
    for move in moves:
        if walker.actor == CHANCE:
            # A draw at this very place shows which stream it is: its count goes up.
            stream = _stream_of(walker)
            n = uses[stream] = uses.get(stream, 0) + 1
            spot = (stream, n, tuple((int(m), w) for m, w in walker.chance_outcomes))
            assert drawn.setdefault(spot, int(move)) == int(move), f"stream {stream} out of step"
            same += 1
        walker.play(move)
    return same


def _stream_of(position) -> int:
    probe = position.copy()
    probe.sow(0)
    return next(iter(probe.seed_state[1]))


def test_two_streams_do_not_disturb_each_other(chance_case: Case):
    """The uses of a stream count that stream alone, and all of them together all draws."""
    for seed in range(5):
        position = finish(chance_case.start(seed), seed)
        _, uses = position.seed_state
        walker = chance_case.start()
        counted: dict[int, int] = {}
        for move in position.moves:
            if walker.actor == CHANCE:
                stream = _stream_of(walker)
                counted[stream] = counted.get(stream, 0) + 1
            walker.play(move)
        assert counted == uses


def test_games_are_of_sane_length(case: Case):
    assert game_length(case) <= case.game.max_plies
