"""Kuhn poker: every payoff, the known equilibrium, and who sees what."""

import itertools

import pytest

import armillary
from armillary import Position
from exact import best_response, exploitability, grow, information_sets

RANK = {card: n for n, card in enumerate("56789TJQK")}


def play(*moves: str, seats: int = 2) -> Position:
    position = armillary.new_game("kuhn_poker", seats)
    for move in moves:
        position.play(move)
    return position


def deal(*cards: str) -> list[str]:
    return [f"~deal:p{seat}:{card}" for seat, card in enumerate(cards, 1)]


def twin(cards: tuple[str, ...], bets: str) -> list[int]:
    """The chips that each seat wins, by the rules as one would tell them."""
    seats = len(cards)
    bettors = {n % seats for n, bet in enumerate(bets) if bet == "b"}
    winner = max(bettors or range(seats), key=lambda seat: RANK[cards[seat]])
    paid = [1 + (seat in bettors) for seat in range(seats)]
    return [sum(paid) - paid[s] if s == winner else -paid[s] for s in range(seats)]


@pytest.mark.parametrize("seats", [2, 3])
def test_every_payoff(seats: int):
    """All deals, all courses: first lap until a bet, then each other seat once."""
    courses = []
    for opener in range(seats + 1):
        if opener == seats:
            courses.append("p" * seats)
            continue
        for rest in itertools.product("pb", repeat=seats - 1):
            courses.append("p" * opener + "b" + "".join(rest))
    words = {"p": "pass", "b": "bet"}
    for cards in itertools.permutations("56789TJQK"[8 - seats:], seats):
        for bets in courses:
            position = play(*deal(*cards), *(words[b] for b in bets), seats=seats)
            assert position.is_over, bets
            assert list(position.outcome.scores) == twin(cards, bets)


def test_cards_are_shown_only_in_a_dispute():
    shown = play(*deal("K", "J"), "bet", "bet").view(1).to_dict()["state"]["cards"]
    assert shown == ["K", "J"]
    hidden = play(*deal("K", "J"), "bet", "pass")
    assert hidden.view(1).to_dict()["state"]["cards"] == ["?", "J"]
    assert hidden.view(0).to_dict()["state"]["cards"] == ["K", "?"]
    three = play(*deal("T", "K", "Q"), "bet", "pass", "bet", seats=3)
    assert three.view(0).to_dict()["state"]["cards"] == ["T", "?", "Q"]


def test_deals_are_seen_by_their_seat():
    position = play(*deal("K", "J"), "bet")
    assert [str(m) for m in position.seen_moves(1)] == ["~deal:p1:?", "~deal:p2:J", "bet"]


@pytest.mark.parametrize("alpha", [0, 1 / 6, 1 / 3])
def test_the_known_equilibrium(alpha: float):
    """Kuhn's family of equilibria cannot be exploited, and the game is worth -1/18."""
    bet = {  # (seat, card, bets so far) -> probability of a bet
        (0, "J", ""): alpha, (0, "Q", ""): 0, (0, "K", ""): 3 * alpha,
        (0, "J", "pb"): 0, (0, "Q", "pb"): alpha + 1 / 3, (0, "K", "pb"): 1,
        (1, "J", "p"): 1 / 3, (1, "Q", "p"): 0, (1, "K", "p"): 1,
        (1, "J", "b"): 0, (1, "Q", "b"): 1 / 3, (1, "K", "b"): 1,
    }
    root = grow(armillary.new_game("kuhn_poker"))
    policy = {}
    for (seat, key), position in information_sets(root).items():
        state = position.to_dict()["state"]
        p = bet[seat, state["cards"][seat], state["bets"]]
        by_text = {str(m): m for m in position.legal_moves}
        policy[seat, key] = {by_text["pass"]: 1 - p, by_text["bet"]: p}
    assert len(policy) == 12
    assert exploitability(root, policy) == pytest.approx(0, abs=1e-12)
    assert best_response(root, policy, 0) == pytest.approx(-1 / 18)


def test_random_play_is_as_exploitable_as_published():
    root = grow(armillary.new_game("kuhn_poker"))
    policy = {where: dict.fromkeys(position.legal_moves, 0.5)
              for where, position in information_sets(root).items()}
    assert 2 * exploitability(root, policy) == pytest.approx(0.916667, abs=1e-6)
