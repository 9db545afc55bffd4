"""Anything at all as bytes or JSON: refused with a reason, or a position that works.

A change that is accepted must also read back: `check` is complete only if equal positions
are equal bytes. The sanitizer build runs the same tests.
"""

import copy
import functools
import json
import random

import armillary
from armillary import ArmillaryError, Position
from helpers import Case, effort, exercise, other_values, positions

JUNK = [None, True, False, 0, -1, 1, 2, 255, 256, 1 << 31, 1 << 63, 1 << 64, 10 ** 40, 1.5, 1e308,
        float("nan"), "", "?", "x", "\ud800", "é" * 50, [], {}, [[]], [None], {"a": []},
        [0] * 600, "." * 600]


@functools.lru_cache
def option_bytes(case: Case) -> frozenset[int]:
    """Where the state holds its options: those bytes belong to the terms, not the state."""
    start = case.start().to_bytes()
    found: set[int] = set()
    for option in case.game.options:
        values = [*other_values(option), option.default]
        if isinstance(option.low, int):
            values += range(option.low, option.high + 1, max(1, (option.high - option.low) // 9))
        for value in values:
            try:
                other = armillary.new_game(case.name, case.seats,
                                           **{**dict(case.options), option.name: value})
            except ArmillaryError:
                continue
            found |= {i for i, (a, b) in enumerate(zip(start, other.to_bytes(), strict=True))
                      if a != b}
    return frozenset(found)


def attempt(make, data) -> tuple[Position | None, str]:
    """The position, or why there is none; any other error than ours is a failure."""
    try:
        return make(data), ""
    except ArmillaryError as refusal:
        return None, str(refusal)


def accept(case: Case, data: bytes, seed: int) -> bool:
    """Whether the bytes are taken; if so, all must work."""
    position, refusal = attempt(case.revive, data)
    if position is None:
        assert refusal.startswith(case.name)
        return False
    again = Position.from_json(position.to_json())
    assert again.to_bytes() == data, "the same position in other bytes"
    exercise(position, seed, plies=40 if seed % 8 == 0 else 8)
    return True


def test_random_bytes(case: Case):
    rng = random.Random(5)
    size = case.game.state_size
    for n in range(effort(150)):
        data = bytearray(rng.randbytes(size))
        if n % 3:                       # most would fall at the first byte
            data[0] = case.seats
        if n % 3 == 2:                  # and at the first spare one
            data = bytearray(b if rng.random() < 0.05 else 0 for b in data)
            data[0] = case.seats
        for i in option_bytes(case):
            data[i] = case.start().to_bytes()[i]
        accept(case, bytes(data), n)


def test_uniform_bytes(case: Case):
    for value in range(256):
        data = bytearray([value] * case.game.state_size)
        if value != case.seats:
            accept(case, bytes(data), value)
        data[0] = case.seats
        for i in option_bytes(case):
            data[i] = case.start().to_bytes()[i]
        accept(case, bytes(data), value)


def mutate(data: bytes, rng: random.Random, spared: frozenset[int]) -> bytes:
    """A few bytes changed, swapped or nudged."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 5])):
        # Half of the changes where something stands: most bytes are zero.
        full = [i for i, b in enumerate(out) if b]
        at = rng.choice(full) if full and rng.random() < 0.6 else rng.randrange(len(out))
        how = rng.randrange(5)
        if how == 0:
            out[at] = rng.randrange(256)
        elif how == 1:
            out[at] = (out[at] + rng.choice([-1, 1])) % 256
        elif how == 2:
            out[at] ^= 1 << rng.randrange(8)
        elif how == 3:
            out[at] = rng.choice([0, 255, 254, 127, 128])
        else:
            other = rng.randrange(len(out))
            out[at], out[other] = out[other], out[at]
    for i in spared:
        out[i] = data[i]
    return bytes(out)


def test_mutated_bytes(case: Case):
    rng = random.Random(6)
    starts = positions(case)
    for n in range(effort(600)):
        accept(case, mutate(rng.choice(starts).to_bytes(), rng, option_bytes(case)), n)


def spots(data, path=()):
    """Every place of a JSON value: (path, value)."""
    yield path, data
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(
        data, list) else ()
    for key, value in inner:
        yield from spots(value, (*path, key))


def mutate_json(data, rng: random.Random, other):
    """One place dropped, doubled, replaced by junk or by a part of another position."""
    data = copy.deepcopy(data)
    path, value = rng.choice(list(spots(data))[1:])
    box = functools.reduce(lambda d, key: d[key], path[:-1], data)
    key = path[-1]
    how = rng.randrange(7)
    if how == 0:
        del box[key]
    elif how == 1 and isinstance(box, list):
        box.insert(key, copy.deepcopy(value))
    elif how == 1:
        box[f"{key}_"] = value
    elif how == 2:
        box[key] = [value]
    elif how == 3 and isinstance(value, str) and value:
        at = rng.randrange(len(value))
        box[key] = value[:at] + rng.choice("?xo.0 ~AK\ud800é") + value[at + 1:]
    elif how == 3 and isinstance(value, int):
        box[key] = value + rng.choice([-1, 1, 256, -256])
    elif how == 4:
        box[key] = rng.choice(list(spots(other)))[1]
    elif how == 5 and isinstance(value, list):
        rng.shuffle(value)
    else:
        box[key] = copy.deepcopy(rng.choice(JUNK))
    return data


def take_json(data, seed: int) -> None:
    position, refusal = attempt(Position.from_json, data)
    if position is None:
        assert refusal
        return
    again = Position.from_json(position.to_json())
    assert again.to_bytes() == position.to_bytes()
    exercise(position, seed, plies=10)


def test_mutated_json(case: Case):
    rng = random.Random(7)
    starts = [p.to_dict() for p in positions(case)] + [case.start(seed=2).to_dict()]
    starts += [p.view(s).to_dict() for p in positions(case)[:6] for s in range(p.seats)]
    for n in range(effort(400)):
        data = rng.choice(starts)
        for _ in range(rng.choice([1, 1, 2])):
            data = mutate_json(data, rng, rng.choice(starts))
        take_json(data, n)


def test_mutated_json_text(case: Case):
    rng = random.Random(8)
    starts = [p.to_json() for p in positions(case)]
    for n in range(effort(150)):
        text = list(rng.choice(starts))
        for _ in range(rng.choice([1, 1, 2, 3])):
            at = rng.randrange(len(text))
            text[at] = rng.choice(['"', "{", "}", "[", "]", ",", ":", "0", "9", "-", "e", "?", "\\",
                                   "\0", "x", ""])
        take_json("".join(text), n)


def test_json_with_a_state_of_another_game(case: Case):
    for name in armillary.game_names():
        if name != case.name:
            state = armillary.new_game(name, seed=1).to_dict()["state"]
            take_json({"game": case.name, "players": case.seats, "state": state}, 1)


def test_unusual_json_values_survive_json(case: Case):
    """What json can carry and a position cannot is refused in text as well."""
    for junk in JUNK:
        text = json.dumps({"game": case.name, "players": case.seats, "state": {"x": junk}})
        take_json(text, 1)
