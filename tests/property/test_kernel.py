"""The kernel's inline helpers against plain Python."""

import struct
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armillary_core.kernel import probe
from armillary_core.kernel.position import SEED_VERSION
from helpers import chi_square_z

WORD = st.integers(0, 2**64 - 1)
BYTE = st.integers(0, 255)
MASK = (1 << 64) - 1


# ---- Bits, moves, hashes ------------------------------------------------------------------

@given(x=WORD)
def test_bits(x: int):
    bits = [i for i in range(64) if x >> i & 1]
    assert probe.count_bits(x) == len(bits)
    assert [probe.nth_bit(x, k) for k in range(len(bits))] == bits
    if bits:
        assert probe.first_bit(x) == bits[0]


@given(kind=BYTE, a=BYTE, b=BYTE, c=BYTE, word=WORD)
def test_moves(kind: int, a: int, b: int, c: int, word: int):
    assert probe.pack_move(kind, a, b, c) == (kind | a << 8 | b << 16 | c << 24, kind, [a, b, c])
    assert probe.move_operands(word) == (word & 255, [word >> 8 * i & 255 for i in range(1, 8)])


def fold(a: int, b: int) -> int:
    return (a * b & MASK) ^ (a * b >> 64)


def mix(h: int, x: int) -> int:
    return fold(h ^ 0x9E3779B97F4A7C15, x ^ 0xE7037ED1A0B428DB) + x & MASK


@given(h=WORD, x=WORD, data=st.binary(max_size=40))
def test_hashes(h: int, x: int, data: bytes):
    assert probe.mix_word(h, x) == mix(h, x)
    expected = mix(h, len(data))
    for i in range(0, len(data), 8):
        expected = mix(expected, int.from_bytes(data[i:i + 8], "little"))
    assert probe.mix_bytes(data, h) == expected


# ---- Random numbers -----------------------------------------------------------------------

def test_the_seeded_outcome_function_is_version_1():
    """Records carry the version: these numbers may change only together with it."""
    assert SEED_VERSION == 1
    assert [probe.stream_word(seed, stream, n) for seed, stream, n in
            [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1), (2**64 - 1, 2**32 - 1, 2**32 - 1)]] == [
        0x2facb7729b8a9da2, 0xbe017f8802dd9169, 0x743f4a771a490e65,
        0x32ca147e6322bd90, 0xd8bb8b64f6be1db4]


@given(seed=WORD, n=st.integers(1, 2**32 - 1))
def test_ranges(seed: int, n: int):
    assert all(0 <= k < n for k in probe.random_below(seed, n, 20))
    assert all(0 <= u < 1 for u in probe.random_units(seed, 20))
    assert probe.random_words(seed, 5) == probe.random_words(seed, 9)[:5]


@pytest.mark.parametrize("n", [2, 6, 52])
def test_numbers_are_even(n: int):
    draws = 20_000
    expected = dict.fromkeys(range(n), draws / n)
    assert abs(chi_square_z(Counter(probe.random_below(3, n, draws)), expected)) < 5
    # Near seeds, streams and uses are as unrelated as numbers of one sequence.
    for words in ([probe.random_words(seed, 1)[0] for seed in range(draws)],
                  [probe.stream_word(1, stream, 0) for stream in range(draws)],
                  [probe.stream_word(1, 0, use) for use in range(draws)]):
        assert len(set(words)) == draws
        assert abs(chi_square_z(Counter((w >> 32) * n >> 32 for w in words), expected)) < 5


# ---- The stack ----------------------------------------------------------------------------

FRAMES = st.tuples(st.integers(1, 255), BYTE, BYTE, BYTE, st.integers(0, 65535),
                   st.integers(0, 65535))


@given(steps=st.lists(FRAMES | st.none(), max_size=80))
def test_stack(steps: list):
    """Push and pop as a list does; and a popped frame leaves nothing behind."""
    stack, twin = probe.ProbeStack(), []
    for step in steps:
        if step is None:
            if twin:
                assert stack.pop() == twin.pop()
        elif len(twin) < probe.BOUNDS["frames"]:
            assert stack.push(*step) == step
            twin.append(step)
        if twin:
            assert stack.top() == stack.peek() == twin[-1]
        assert stack.check() is None
    again = probe.ProbeStack()
    for step in twin:
        again.push(*step)
    assert again.to_bytes() == stack.to_bytes()


@given(data=st.binary(min_size=probe.SIZES["Stack"], max_size=probe.SIZES["Stack"]))
def test_stack_check_survives_anything(data: bytes):
    stack = probe.ProbeStack()
    stack.load(data)
    if stack.check() is None:           # then pushing its frames makes the same stack
        again = probe.ProbeStack()
        for at in range(8, 8 + 8 * data[0], 8):
            again.push(*struct.unpack("<BBBBHH", data[at:at + 8]))
        assert again.to_bytes() == data


# ---- Zones --------------------------------------------------------------------------------

CARDS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 15)), min_size=1, max_size=40)


@given(cards=CARDS, seat=st.integers(0, 3), seed=WORD)
def test_zones(cards: list, seat: int, seed: int):
    """A redraw keeps what the seat knows, and how many cards lie where, known to whom."""
    place, known = [card[0] for card in cards], [card[1] for card in cards]
    zones = probe.ProbeZones(place, known)
    for where in range(6):
        inside = [i for i, p in enumerate(place) if p == where]
        assert zones.count(where) == len(inside)
        assert [zones.nth(where, k) for k in range(len(inside))] == inside
        assert zones.nth(where, len(inside)) == len(cards)
    key = zones.observe(seat, 5)
    zones.determinise(seat, seed)
    assert zones.observe(seat, 5) == key
    after = list(zip(zones.place, zones.known, strict=True))
    assert Counter(after) == Counter(cards)
    for before, now in zip(cards, after, strict=True):
        if before[1] >> seat & 1:
            assert now == before
    # A function of what the seat knows: the redrawn cards redraw to the same.
    again = probe.ProbeZones(zones.place, zones.known)
    zones.determinise(seat, seed + 1 & MASK)
    again.determinise(seat, seed + 1 & MASK)
    first = probe.ProbeZones(place, known)
    first.determinise(seat, seed + 1 & MASK)
    assert first.place == again.place == zones.place
    assert first.known == again.known == zones.known


@given(cards=CARDS, seat=st.integers(0, 3), swaps=st.randoms(use_true_random=False))
def test_copies_are_interchangeable(cards: list, seat: int, swaps):
    """Whichever copy lies where: the same key, and after sorting the same bytes."""
    kind = [i // 4 for i in range(len(cards))]
    shuffled = []
    for begin in range(0, len(cards), 4):
        group = cards[begin:begin + 4]
        swaps.shuffle(group)
        shuffled += group
    found = []
    for order in (cards, shuffled):
        zones = probe.ProbeZones([c[0] for c in order], [c[1] for c in order], kind)
        key = zones.observe(seat)
        zones.sort()
        assert zones.observe(seat) == key
        found.append((key, zones.place, zones.known))
        pairs = list(zip(zones.place, zones.known, strict=True))
        assert all(pairs[b:b + 4] == sorted(pairs[b:b + 4]) for b in range(0, len(pairs), 4))
    assert found[0] == found[1]


def test_keys_see_what_is_known():
    """One card moved, learnt or swapped where the seat can see it changes the key."""
    place, known = [0, 1, 2, 2], [0, 1, 2, 3]
    key = probe.ProbeZones(place, known).observe(0)
    for card, to, who in [(1, 2, 1), (1, 1, 3), (3, 1, 3), (0, 0, 1)]:
        zones = probe.ProbeZones(place, known)
        zones.move(card, to, who)
        assert zones.observe(0) != key
    assert probe.ProbeZones(place, known).observe(1) != key


@given(rows=st.lists(st.tuples(st.integers(1, 255), BYTE, BYTE, BYTE,
                               st.integers(-2**15, 2**15 - 1), st.integers(-2**15, 2**15 - 1))))
def test_effect_rows(rows: list):
    assert probe.store_effects(rows) == rows


# ---- Bounds -------------------------------------------------------------------------------

def test_bounds_are_those_promised():
    assert probe.BOUNDS == {"seats": 8, "state": 8192, "moves": 1024, "frames": 32, "cards": 512}
    assert probe.SIZES == {"Frame": 8, "Stack": 264, "Effect": 8, "Span": 4}


@pytest.mark.parametrize(("what", "message"), [
    ("state", "a state of 8193 bytes"), ("moves", "1025 moves"), ("seats", "9 seats"),
    ("options", "36 options"), ("chance", "missing"), ("hidden", "missing"),
    ("function", "missing")])
def test_a_game_beyond_the_bounds_is_refused(what: str, message: str):
    with pytest.raises(ValueError, match=message):
        probe.bad_game(what)
