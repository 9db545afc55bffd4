"""How often each arrangement comes up, against exact enumeration in plain Python."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import armillary
from armillary import Position
from helpers import Case, chi_square_z, finish, replay, walk

DRAWS = 4000


def fits(counts: Counter, weights: dict) -> None:
    """The counts are a sample of the weights, all of which must be possible."""
    scale = sum(counts.values()) / sum(weights.values())
    expected = {key: weight * scale for key, weight in weights.items()}
    assert abs(chi_square_z(counts, expected)) < 5


def draw(position: Position, seat: int, read) -> Counter:
    return Counter(read(position.determinise(seat, seed)) for seed in range(DRAWS))


def held(field: str, seat: int):
    """A reader: that seat's part of a field of the state, order apart."""
    def read(world: Position):
        return tuple(sorted(world.to_dict()["state"][field][seat]))
    return read


# ---- Kuhn and Leduc poker: all deals alike -----------------------------------------------

@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_kuhn_deals(seats: int, seed: int):
    deck = "56789TJQK"[8 - seats:]
    for position in walk(armillary.new_game("kuhn_poker", seats), seed):
        cards = position.to_dict()["state"]["cards"]
        if len(cards) < seats:
            continue
        for seat in range(seats):
            shown = position.view(seat).to_dict()["state"]["cards"]
            assert shown[seat] == cards[seat]
            possible = [deal for deal in itertools.permutations(deck, seats)
                        if all(want in ("?", card) for want, card in zip(shown, deal, strict=True))]
            counts = draw(position, seat, lambda w: tuple(w.to_dict()["state"]["cards"]))
            fits(counts, dict.fromkeys(possible, 1))
        if len(position.moves) > seats + 1:
            break


@pytest.mark.parametrize("seed", range(4))
def test_leduc_deals(seed: int):
    deck = [rank + suit for rank in "JQK" for suit in "12"]
    for position in walk(armillary.new_game("leduc_poker", 2), seed):
        state = position.to_dict()["state"]
        if len(state["cards"]) < 2:
            continue
        for seat in range(2):
            shown = position.view(seat).to_dict()["state"]
            left = [c for c in deck if c != shown["cards"][seat] and c != shown["public"]]
            hidden = shown["cards"][1 - seat] == "?"
            possible = left if hidden else [state["cards"][1 - seat]]
            counts = draw(position, seat, held("cards", 1 - seat))
            fits(counts, dict.fromkeys([tuple(sorted(card)) for card in possible], 1))


# ---- Template: copies are alike, so that hands weigh by how many ways make them ------------

@pytest.mark.parametrize("seed", range(4))
def test_template_hands(seed: int):
    copies = {"survey": 4, "mine": 3, "raid": 3, "scan": 3, "relay": 3}
    deck = [(name, n) for name, count in copies.items() for n in range(count)]
    for n, position in enumerate(walk(armillary.new_game("template", 2), seed)):
        if n % 5:
            continue
        for seat in range(2):
            state = position.to_dict()["state"]
            left = list(deck)
            for name in [*state["hands"][seat], *state["discard"]]:
                left.remove(next(card for card in left if card[0] == name))
            size = len(state["hands"][1 - seat])
            weights = Counter(tuple(sorted(name for name, _ in hand))
                              for hand in itertools.combinations(left, size))
            fits(draw(position, seat, held("hands", 1 - seat)), weights)


# ---- Phantom tic-tac-toe: the other seat tries cells at random ---------------------------

def phantom_worlds(truth: Position, seat: int) -> dict[bytes, float]:
    """Every course that fits what the seat saw, with its probability.

    The seat makes its own attempts and they must end as they did; the other tries any
    untried cell with the same probability.
    """
    own = [move for move, actor in _actors(truth) if actor == seat]
    found: dict[bytes, float] = {}
    key = truth.observe(seat)

    def go(position: Position, used: int, weight: float) -> None:
        if used == len(own) and position.observe(seat) == key:
            data = position.to_bytes()
            found[data] = found.get(data, 0) + weight
        if position.is_over:
            return
        if position.actor == seat:
            if used < len(own) and own[used] in position.legal_moves:
                child = position.copy()
                child.play(own[used])
                # A mark passes the turn, a failure does not.
                if outcomes[used] == (child.actor == seat):
                    go(child, used + 1, weight)
            return
        moves = position.legal_moves
        for move in moves:
            child = position.copy()
            child.play(move)
            go(child, used, weight / len(moves))

    outcomes = _failures(truth, seat)
    go(armillary.new_game("phantom_tic_tac_toe"), 0, 1.0)
    return found


def _actors(end: Position) -> Iterator[tuple]:
    walker = armillary.new_game("phantom_tic_tac_toe")
    for move in end.moves:
        yield move, walker.actor
        walker.play(move)


def _failures(end: Position, seat: int) -> list[bool]:
    """Of each attempt of the seat, whether it was to try again afterwards."""
    walker = armillary.new_game("phantom_tic_tac_toe")
    found = []
    for move in end.moves:
        mine = walker.actor == seat
        walker.play(move)
        if mine:
            found.append(walker.actor == seat)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_phantom_worlds(seed: int):
    end = finish(armillary.new_game("phantom_tic_tac_toe"), seed)
    case = Case("phantom_tic_tac_toe", 2)
    rng = random.Random(seed)
    middle = rng.randrange(4, max(5, len(end.moves) - 2))
    for length in (3, middle, len(end.moves)):
        position = replay(case, end.moves[:length])
        for seat in range(2):
            weights = phantom_worlds(position, seat)
            assert position.to_bytes() in weights
            if len(weights) < DRAWS:
                fits(draw(position, seat, Position.to_bytes), weights)


# ---- Hearts: all deals that fit the play are alike ---------------------------------------

def hearts_deals(position: Position, seat: int) -> list[tuple]:
    """The hands that the others may hold now, by brute force from the record of tricks."""
    state = position.to_dict()["state"]
    hands = [set(text.split(",")) - {""} for text in state["hands"]]
    giver_to = (seat + ["none", "left", "across", "right"].index(state["direction"])) % 4
    given = set(state["passed"][seat].split(",")) - {""}
    voids: list[set] = [set() for _ in range(4)]        # predicates: cards it cannot hold
    broken = False
    for number, text in enumerate(state["tricks"]):
        leader, _, names = text.partition(":")
        cards = names.split(",") if names else []
        for k, card in enumerate(cards):
            who = (int(leader[1]) - 1 + k) % 4
            if k and card[1] != cards[0][1]:
                voids[who].add(cards[0][1])
            if number == 0 and (card[1] == "H" or card == "QS"):
                voids[who] |= {"C", "D", "S but the queen"}
            if k == 0 and number and card[1] == "H" and not broken:
                voids[who] |= {"C", "D", "S"}
        if len(cards) == 4:
            broken |= any(card[1] == "H" or card == "QS" for card in cards)
    others = [s for s in range(4) if s != seat]
    unknown = sorted(set().union(*(hands[s] for s in others)))

    def may(who: int, card: str) -> bool:
        if card in given and who != giver_to:
            return False
        if card[1] in voids[who]:
            return False
        return not ("S but the queen" in voids[who] and card[1] == "S" and card != "QS")

    found = []
    a, b, c = others
    for first in itertools.combinations(unknown, len(hands[a])):
        if not all(may(a, card) for card in first):
            continue
        rest = [card for card in unknown if card not in first]
        for second in itertools.combinations(rest, len(hands[b])):
            third = tuple(card for card in rest if card not in second)
            if all(may(b, card) for card in second) and all(may(c, card) for card in third):
                found.append((first, second, third))
    return found


def held_now(seat: int):
    """A reader: the hands of the others, in order."""
    def read(world: Position) -> tuple:
        texts = world.to_dict()["state"]["hands"]
        return tuple(tuple(sorted(text.split(","))) if text else ()
                     for s, text in enumerate(texts) if s != seat)
    return read


@pytest.mark.parametrize("seed", range(6))
def test_hearts_endgames(seed: int):
    end = finish(armillary.new_game("hearts"), seed)
    case = Case("hearts", 4)
    for left in (14, 9, 5):
        position = replay(case, end.moves[:-left])
        for seat in range(4):
            deals = hearts_deals(position, seat)
            if len(deals) < DRAWS // 2:
                fits(draw(position, seat, held_now(seat)), dict.fromkeys(deals, 1))


def test_hearts_passes_between_others():
    """A pass between two others is any three of the cards that its receiver had."""
    end = next(end for seed in itertools.count()
               if "left" in str((end := finish(armillary.new_game("hearts"), seed)).moves[0]))
    position = replay(Case("hearts", 4), end.moves[:1 + 52 + 12])
    counts: Counter = Counter()
    for n in range(DRAWS):
        state = position.determinise(0, n).to_dict()["state"]
        passed = set(state["passed"][1].split(","))
        assert len(passed) == 3
        hand = state["hands"][2].split(",")
        assert passed <= set(hand)
        # Which places of the sorted hand were passed: each alike.
        counts.update(place for place, card in enumerate(hand) if card in passed)
    fits(counts, dict.fromkeys(range(13), 1))
