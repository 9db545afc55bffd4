"""A referee that knows plain UGI and nothing else plays many games to the end.

It knows no game: it sends START and the list of moves, asks p1turn, gameover and result of
both engines, and lets the side to move go on. It ignores every line that it does not know.
"""

from __future__ import annotations

import subprocess

import pytest

from wire import COMMAND, environment


class Side:
    """One engine, spoken to in the words of section 1 of the protocol."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1, env=environment())
        self.tell("ugi")
        self.hear("ugiok")

    def tell(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, word: str) -> list[str]:
        while True:
            words = self.process.stdout.readline().split()
            assert words, "the engine has gone"
            if words[0] == word:
                return words

    def query(self, what: str) -> str:
        self.tell(f"query {what}")
        words = self.hear("response")
        assert len(words) == 2
        return words[1]

    def new_game(self) -> None:
        self.tell("uginewgame")
        self.tell("isready")
        self.hear("readyok")

    def show(self, start: str, moves: list[str]) -> None:
        self.tell(" ".join(["position", start, *(["moves", *moves] if moves else [])]))

    def go(self, limit: str) -> str:
        self.tell(f"go {limit}")
        words = self.hear("bestmove")
        assert len(words) == 2
        return words[1]

    def quit(self) -> None:
        self.tell("quit")
        self.process.wait(30)
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def sides():
    pair = [Side(), Side()]
    yield pair
    for side in pair:
        side.quit()


def play(sides: list[Side], start: str, limit: str, longest: int = 3000) -> tuple[str, int]:
    """One game; its result and length."""
    for side in sides:
        side.new_game()
    moves: list[str] = []
    for _ in range(longest):
        for side in sides:
            side.show(start, moves)
        over = {side.query("gameover") for side in sides}
        assert len(over) == 1, "the engines disagree"
        if over == {"true"}:
            results = {side.query("result") for side in sides}
            assert len(results) == 1
            return results.pop(), len(moves)
        turns = {side.query("p1turn") for side in sides}
        assert len(turns) == 1
        mover = sides[0 if turns == {"true"} else 1]
        mover.show(start, moves)
        moves.append(mover.go(limit))
    raise AssertionError(f"{start}: not over after {longest} moves")


@pytest.mark.parametrize(("start", "games", "limit"), [
    ("startpos", 4, "nodes 10"),
    ("fen game=tic_tac_toe", 20, "nodes 10"),
    ("fen game=phantom_tic_tac_toe", 20, "nodes 10"),
    ("fen game=pig;seed={};opt.winscore=10", 10, "nodes 10"),
    ("fen game=kuhn_poker;seed={}", 30, "nodes 10"),
    ("fen game=leduc_poker;seed={}", 30, "nodes 10"),
    ("fen game=template;seed={}", 10, "nodes 10"),
    ("fen game=template;players=4;seed={};teams=13/24", 8, "nodes 10"),
    ("fen game=kuhn_poker;players=4;seed={};teams=1/234", 15, "nodes 10"),
    ("fen game=hearts;seed={};teams=1/234", 3, "nodes 4"),
    ("fen game=hearts;seed={};teams=13/24", 3, "nodes 4"),
    ("fen game=orion;seed={}", 30, "nodes 2"),
    ("fen game=orion;players=4;seed={};teams=13/24", 12, "nodes 2"),
    ("fen game=tic_tac_toe", 3, "movetime 5"),
    ("fen game=pig;seed={};opt.winscore=10", 3, "p1time 1000 p2time 1000 p1inc 10 p2inc 10"),
])
def test_a_plain_referee_finishes_every_game(sides, start, games, limit):
    for seed in range(games):
        result, _ = play(sides, start.format(seed), limit)
        assert result in ("p1win", "p2win", "draw")


def test_a_side_that_resigns_loses(sides):
    for side in sides:
        side.show("startpos", ["d", "0000"])
        assert side.query("gameover") == "true"
        assert side.query("result") == "p1win"
