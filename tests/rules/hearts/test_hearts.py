"""Hearts: the deal, the pass, what may be played, who takes what, and shooting the moon."""

import random

import pytest

import armillary
from armillary import BadPosition, Position
from helpers import choose

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "CDHS" for rank in RANKS]


def position_of(hands: list[str], tricks: list[str] | None = None, direction: str = "none",
                passed: list[str] | None = None) -> Position:
    state = {"direction": direction, "hands": hands, "passed": passed or [""] * 4,
             "tricks": tricks or []}
    return Position.from_json({"game": "hearts", "state": state})


def by_suit(order: str = "CDHS") -> list[str]:
    """A deal where each seat has a whole suit."""
    return [",".join(rank + suit for rank in RANKS) for suit in order]


def legal(position: Position) -> list[str]:
    return [str(m) for m in position.legal_moves]


def play(position: Position, moves: str) -> Position:
    for move in moves.split():
        position.play(move)
    return position


# ---- The deal and the pass ----------------------------------------------------------------

def test_the_deal():
    position = armillary.new_game("hearts")
    assert legal(position) == [f"~direction:{word}" for word in ("none", "left", "across", "right")]
    position.play("~direction:left")
    for n in range(52):
        assert len(position.legal_moves) == 52 - n
        assert all(str(m).startswith(f"~deal:p{n % 4 + 1}:") for m in position.legal_moves)
        position.play(position.legal_moves[0])
    assert position.actor == 0
    assert legal(position)[0] == "pass:2C"


@pytest.mark.parametrize(("word", "step"), [("left", 1), ("across", 2), ("right", 3)])
def test_passed_cards_arrive_together(word: str, step: int):
    position = position_of(by_suit(), direction=word)
    for seat, suit in enumerate("CDHS"):
        for rank in "246":
            assert position.actor == seat
            assert len(position.legal_moves) == 13 - "246".index(rank)
            position.play(f"pass:{rank}{suit}")
    hands = position.to_dict()["state"]["hands"]
    for seat, suit in enumerate("CDHS"):
        assert {f"2{suit}", f"4{suit}", f"6{suit}"} <= set(hands[(seat + step) % 4].split(","))
    assert position.actor == step, "who received the two of clubs leads"
    assert legal(position) == ["2C"]


def test_without_a_pass_play_begins():
    position = position_of(by_suit("DCHS"))
    assert (position.actor, legal(position)) == (1, ["2C"])


def test_what_is_seen_of_a_pass():
    position = play(position_of(by_suit(), direction="left"),
                    " ".join(f"pass:{r}{s}" for s in "CDHS" for r in "246"))
    assert [str(m) for m in position.seen_moves(1)][:6] == ["pass:?"] * 3 + [
        "pass:2D", "pass:4D", "pass:6D"]
    state = position.view(1).to_dict()["state"]
    assert state["passed"] == ["2C,4C,6C", "2D,4D,6D", "?,?,?", "?,?,?"]
    assert state["hands"][0] == ",".join("?" * 13)
    # What the seat gave away it can still place: its neighbour holds it in every world.
    for seed in range(20):
        hand = position.determinise(1, seed).to_dict()["state"]["hands"][2]
        assert {"2D", "4D", "6D"} <= set(hand.split(","))


# ---- What may be played -------------------------------------------------------------------

MIXED = ["2C,3C,4C,5D,6D,7D,2H,3H,4H,5S,6S,7S,8S", "5C,6C,7C,8D,9D,TD,5H,6H,7H,9S,TS,JS,QS",
         "8C,9C,TC,JD,QD,KD,8H,9H,TH,KS,AS,2S,3S", "JC,QC,KC,AC,2D,3D,4D,JH,QH,KH,AH,AD,4S"]


def test_suits_are_followed():
    position = play(position_of(MIXED), "2C")
    assert legal(position) == ["5C", "6C", "7C"]


def test_no_points_in_the_first_trick():
    hands = ["2C,3C,4C,5C,6C,7C,8C,9C,TC,JC,QC,KC,AC",
             ",".join([r + "H" for r in RANKS[:12]] + ["QS"]),
             ",".join(r + "D" for r in RANKS),
             ",".join(["AH"] + [r + "S" for r in RANKS if r != "Q"])]
    position = play(position_of(hands), "2C")
    assert len(legal(position)) == 13, "nothing but points: then any"
    play(position, "2H 2D")
    assert "AH" not in legal(position)
    assert len(legal(position)) == 12


def test_hearts_must_be_broken():
    position = play(position_of(MIXED), "2C 5C 8C JC")
    assert position.actor == 3
    assert not {"JH", "QH", "KH", "AH"} & set(legal(position))
    play(position, "AD 5D 8D JD QC")
    assert legal(position) == ["3C", "4C"]


def test_the_queen_of_spades_breaks_hearts():
    """With OpenSpiel's default options any points in a trick do."""
    position = play(position_of(MIXED), "2C 5C 8C JC 4S 5S QS 2S")
    assert position.actor == 1
    assert {"5H", "6H", "7H"} <= set(legal(position))


def test_who_has_only_hearts_may_lead_them():
    position = position_of(by_suit("HCDS"))
    play(position, "2C 2D 2S")
    assert "2H" in legal(position)


def test_the_highest_card_of_the_suit_takes():
    position = play(position_of(MIXED), "2C 7C 9C QC")
    assert position.actor == 3
    play(position, "2D 7D TD KD")
    assert position.actor == 2


# ---- Points -------------------------------------------------------------------------------

def test_shooting_the_moon():
    """The holder of all clubs takes every trick, and so all points."""
    position = position_of(by_suit())
    rng = random.Random(1)
    while not position.is_over:
        position.play(choose(position, rng))
    assert position.outcome.scores == (26, 0, 0, 0)
    assert position.outcome.shares == (1, 0, 0, 0)
    assert position.outcome.ranks == (1, 2, 2, 2)


def worth(card: str) -> int:
    return 13 if card == "QS" else int(card[1] == "H")


def test_points_against_a_twin():
    for seed in range(200):
        rng = random.Random(seed)
        position = armillary.new_game("hearts")
        while not position.is_over:
            position.play(choose(position, rng))
        taken = [0] * 4
        cards = [str(m) for m in position.moves if len(str(m)) == 2]
        assert sorted(cards) == sorted(DECK)
        tricks = position.to_dict()["state"]["tricks"]
        assert len(tricks) == 13
        for n, text in enumerate(tricks):
            trick = cards[4 * n:4 * n + 4]
            leader = int(text[1]) - 1
            best = max(range(4), key=lambda k, t=trick: (t[k][1] == t[0][1], RANKS.index(t[k][0])))
            taken[(leader + best) % 4] += sum(map(worth, trick))
        assert sum(taken) == 26
        expected = [26 - points for points in taken]
        if 26 in taken:
            expected = [26 * (points == 26) for points in taken]
        assert list(position.outcome.scores) == expected


# ---- States -------------------------------------------------------------------------------

@pytest.mark.parametrize(("change", "why"), [
    ({"direction": "up"}, "direction"), ({"direction": None}, "direction|drawn"),
    ({"hands": by_suit()[:3]}, "list of 4"),
    ({"hands": [by_suit()[0]] * 4}, "deck|twice|deal|cards"),
    ({"hands": ["2X", "", "", ""]}, "'2X' is not a card"),
    ({"tricks": ["p2:2D"]}, "leads here|also in a hand"),
    ({"tricks": ["2C"]}, "does not begin with its leader"),
    ({"tricks": ["p1: 2C"]}, "not a card"),
    ({"hands": ["?", "", "", ""]}, "only in a view"),
    ({"colour": 1}, "unknown key"),
])
def test_states_that_cannot_be(change: dict, why: str):
    state = {"direction": "none", "hands": by_suit(), "passed": [""] * 4, "tricks": [], **change}
    with pytest.raises(BadPosition, match=why):
        Position.from_json({"game": "hearts", "state": state})
