"""The contract of records: JSON, bytes, pickles, keys."""

import json
import pickle
import random

import pytest

from armillary import ArmillaryError, BadPosition, Position
from helpers import Case, choose, describe, finish, positions, walk


def test_json_round_trips_at_every_ply(case: Case):
    for seed in range(2):
        for position in walk(case.start(), seed):
            text = position.to_json()
            again = Position.from_json(text)
            assert again.to_bytes() == position.to_bytes()
            assert again.to_json() == text
            assert again == position
            assert again.options == position.options
            assert again.seats == position.seats


def test_json_is_one_compact_line(case: Case):
    for position in positions(case):
        text = position.to_json()
        assert text.splitlines() == [text]
        assert " " not in text, "a blank would split the line of the protocol"
        assert json.loads(text) == position.to_dict()
        assert Position.from_json(position.to_dict()) == position
        assert Position.from_json(text.encode()) == position
        assert set(position.to_dict()) <= {"game", "players", "options", "state"}


def test_json_of_a_seeded_game_goes_on_alike(case: Case):
    """The seed and the uses of its streams are part of the record."""
    for seed in range(4):
        position = case.start(seed)
        rng = random.Random(seed)
        for _ in range(rng.randrange(20)):
            if not position.is_over:
                position.play(choose(position, rng))
        again = Position.from_json(position.to_json())
        assert again.seed_state == position.seed_state
        assert finish(again, 5).to_json() == finish(position, 5).to_json()


def test_start_needs_no_state(case: Case):
    terms = {"game": case.name, "players": case.seats, "options": dict(case.options)}
    assert Position.from_json(terms) == case.start()
    assert Position.from_json({**terms, "seed": 3}).to_bytes() == case.start(3).to_bytes()


def test_bytes_round_trip(case: Case):
    for position in positions(case):
        data = position.to_bytes()
        again = case.revive(data)
        assert again.to_bytes() == data
        assert again == position
        assert again.key == position.key
        assert again.legal_moves == position.legal_moves
        assert again.moves == []


@pytest.mark.parametrize("change", ["", "short", "long", "text"])
def test_bytes_of_another_size_are_refused(case: Case, change: str):
    data = case.start().to_bytes()
    wrong = {"": b"", "short": data[:-1], "long": data + b"\0", "text": data.hex()}[change]
    with pytest.raises(BadPosition, match=f"a state is {case.game.state_size} bytes"):
        case.revive(wrong)


def test_pickles_are_whole(case: Case):
    for position in [*positions(case), case.start(seed=6)]:
        again = pickle.loads(pickle.dumps(position))
        assert describe(again) == describe(position)
        assert finish(again, 2).to_bytes() == finish(position.copy(), 2).to_bytes()
    moves = case.start().legal_moves
    assert pickle.loads(pickle.dumps(moves)) == moves
    assert pickle.loads(pickle.dumps(case.game)) is case.game


def test_equal_positions_have_equal_keys(case: Case):
    seen: dict[int, bytes] = {}
    for position in positions(case):
        data = position.to_bytes()
        assert seen.setdefault(position.key, data) == data, "one key for two states"
        twin = case.revive(data)
        assert (twin.key, hash(twin)) == (position.key, hash(position))
        assert twin == position
    for position in positions(case)[1:]:
        assert (position == positions(case)[0]) == (
            position.to_bytes() == positions(case)[0].to_bytes())
    assert positions(case)[0] != "a position"


def test_a_refused_load_changes_nothing(case: Case):
    position = positions(case)[1].copy()
    before = describe(position)
    start = case.start().to_bytes()
    junk = bytes([start[0]]) + b"\xff" * (len(start) - 1)
    for terms in ({"data": junk}, {"data": b""}, {"seats": 99}, {"options": {"no_such": 1}},
                  {"seed": -1}, {"viewer": 99}, {"streams": {0: -1}}, {"streams": {1 << 32: 0}}):
        good = {"seats": case.seats, "options": dict(case.options), "data": start}
        with pytest.raises(ArmillaryError):
            position.load(case.game, **{**good, **terms})
        assert describe(position) == before
