"""Leduc poker: payoffs against a plain twin, the limits of betting, and who sees what."""

import random

import pytest

import armillary
from armillary import IllegalMove, Position
from exact import exploitability, grow, information_sets
from helpers import choose


def play(*moves: str, seats: int = 2) -> Position:
    position = armillary.new_game("leduc_poker", seats)
    for move in moves:
        position.play(move)
    return position


DEAL = ["~deal:p1:K1", "~deal:p2:J1"]


def legal(position: Position) -> list[str]:
    return [str(m) for m in position.legal_moves]


def test_folding_needs_something_to_pay():
    assert legal(play(*DEAL)) == ["call", "raise"]
    assert legal(play(*DEAL, "raise")) == ["fold", "call", "raise"]
    with pytest.raises(IllegalMove):
        play(*DEAL, "fold")


def test_two_raises_a_round():
    assert legal(play(*DEAL, "raise", "raise")) == ["fold", "call"]
    second = play(*DEAL, "raise", "raise", "call", "~public:Q1")
    assert legal(second) == ["call", "raise"]


@pytest.mark.parametrize(("moves", "scores"), [
    ([*DEAL, "raise", "fold"], (1, -1)),
    ([*DEAL, "raise", "raise", "fold"], (-3, 3)),
    ([*DEAL, "call", "call", "~public:Q1", "call", "call"], (1, -1)),
    ([*DEAL, "call", "call", "~public:J2", "call", "call"], (-1, 1)),
    ([*DEAL, "raise", "raise", "call", "~public:K2", "raise", "raise", "call"], (13, -13)),
    (["~deal:p1:Q1", "~deal:p2:Q2", "raise", "call", "~public:K2", "call", "raise", "call"],
     (0, 0)),
])
def test_payoffs(moves: list[str], scores: tuple[int, int]):
    assert play(*moves).outcome.scores == scores


def twin(cards: list[str], public: str, acts: list[tuple[int, int, str]]) -> list[float]:
    """Payoffs from the list of (round, seat, act)."""
    seats = len(cards)
    paid, folded, stake = [1] * seats, set(), 1
    for part, seat, act in acts:
        if act == "fold":
            folded.add(seat)
            continue
        if act == "raise":
            stake += 4 if part else 2
        paid[seat] = stake
    left = [s for s in range(seats) if s not in folded]
    if len(left) == 1:
        winners = left
    else:
        value = {s: (cards[s][0] == public[0], "56789TJQK".index(cards[s][0])) for s in left}
        winners = [s for s in left if value[s] == max(value.values())]
    return [(sum(paid) / len(winners) if s in winners else 0) - paid[s] for s in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_random_payoffs(seats: int):
    for seed in range(300):
        rng = random.Random(seed)
        position = armillary.new_game("leduc_poker", seats)
        acts, part = [], 0
        while not position.is_over:
            seat, move = position.actor, choose(position, rng)
            if str(move).startswith("~public"):
                part = 1
            elif not str(move).startswith("~"):
                acts.append((part, seat, str(move)))
            position.play(move)
        state = position.to_dict()["state"]
        assert list(position.outcome.scores) == pytest.approx(
            twin(state["cards"], state["public"], acts))


def test_who_sees_what():
    position = play(*DEAL, "call", "call", "~public:Q1", "raise")
    assert position.view(0).to_dict()["state"]["cards"] == ["K1", "?"]
    assert position.view(1).to_dict()["state"]["public"] == "Q1"
    position.play("call")
    assert position.view(0).to_dict()["state"]["cards"] == ["K1", "J1"], "a dispute is shown"
    folded = play(*DEAL, "raise", "fold")
    assert folded.view(1).to_dict()["state"]["cards"] == ["?", "J1"]


def test_many_bets_are_wrapped():
    position = play(*[f"~deal:p{n + 1}:{card}" for n, card in enumerate(
        ["51", "52", "61", "62", "71", "72", "81", "82"])], *["call"] * 7, "raise",
        *["call"] * 6, "raise", *["call"] * 7, seats=8)
    lines = str(position).splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 100
    assert " ".join(lines[2:]).split().count("call") == 20


def test_random_play_is_as_exploitable_as_published():
    """The whole tree; two seats that play at random lose 4.747 to best answers."""
    root = grow(armillary.new_game("leduc_poker"))
    sets = information_sets(root)
    assert len(sets) == 936
    policy = {where: dict.fromkeys(p.legal_moves, 1 / len(p.legal_moves))
              for where, p in sets.items()}
    assert 2 * exploitability(root, policy) == pytest.approx(4.747222, abs=1e-6)
