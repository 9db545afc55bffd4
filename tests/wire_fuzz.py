"""Lines that no client should send, endless and seeded: for the tests and for the proof.

Random bytes, broken UTF-8, random words, and real dialogues with bytes and words changed,
lost, doubled and swapped. `quit` and the name of the log file never come out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

DIALOGUES = [
    "ugi", "isready", "uginewgame", "stop", "ponderhit", "debug on", "debug off",
    "setoption name Threads value 1", "setoption name MultiPV value 3",
    "setoption name Game value pig", "setoption name Game value hearts",
    "setoption name Players value 4", "setoption name Hash value 8", "setoption name Seed value 5",
    "setoption name Protocol value ugi+1", "setoption name Deterministic value true",
    "position startpos", "position startpos moves d d c c e", "position fen startpos moves a b",
    "position fen game=tic_tac_toe moves b2 a1 c3", "position fen game=pig;seed=4 moves roll stop",
    "position fen game=pig;players=3;opt.winscore=20 moves roll ~roll:4 roll ~roll:1",
    "position fen game=kuhn_poker;view=1 moves ~deal:p1:K ~deal:p2:? bet",
    "position fen game=leduc_poker;seed=3;players=3;teams=1/23 moves raise call",
    "position fen game=hearts;seed=8;teams=13/24", "position fen game=template;seed=1;players=3",
    "position fen game=phantom_tic_tac_toe;view=2 moves ? b2",
    'position fen {"game":"tic_tac_toe","state":{"board":["xx.","oo.","..."]}} moves c3',
    'position fen {"game":"pig","players":2,"seed":3,"streams":{"0":1},"state":{"scores":[3,4],'
    '"pot":2,"turn":1}} moves roll',
    'position fen {"game":"kuhn_poker","players":2,"view":1,"state":{"cards":["K","?"],"bets":""}}',
    "query p1turn", "query gameover", "query result", "query turn", "query players", "query legal",
    "query chance", "query outcome", "query view 1", "query fen", "query json", "query key",
    "query games", "query features", "query perft 2",
    "go nodes 5", "go movetime 2", "go depth 1", "go", "go infinite", "go ponder nodes 3",
    "go p1time 10 p2time 10 p1inc 1 p2inc 1", "go nodes 4 searchmoves d c",
]
WORDS = sorted({word for line in DIALOGUES for word in line.split()} | {
    "0000", "-1", "999999999999999999999", "p9time", "name", "value", "moves", "~", "?", "{", "}",
    "[]", '""', "\\", ";", "=", "null", "NaN", "1e999", "\u00e9", "\u2028", "a" * 300})
HEADS = ("id", "option", "protocol", "ugiok", "readyok", "response", "bestmove", "info", "error")


def mutate(data: bytes, rng: random.Random) -> bytes:
    """A line with a few of its bytes or words changed."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        kind = rng.randrange(6)
        at = rng.randrange(len(data) + 1)
        if kind == 0:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]
        elif kind == 1:
            data = data[:at] + data[at + rng.randrange(1, 5):]
        elif kind == 2:
            data = data[:at] + rng.randbytes(rng.randrange(1, 5)) + data[at:]
        else:
            words = data.split(b" ")
            i, j = rng.randrange(len(words)), rng.randrange(len(words))
            if kind == 3:
                words[i], words[j] = words[j], words[i]
            elif kind == 4:
                words.insert(i, words[j])
            else:
                words[i] = rng.choice(WORDS).encode()
            data = b" ".join(words)
    return data


def huge(rng: random.Random) -> bytes:
    """About a megabyte in one line."""
    return rng.choice((
        lambda: rng.randbytes(1 << 20),
        lambda: b"position startpos moves " + b"d " * (1 << 19),
        lambda: b"position fen game=pig;seed=1 moves " + b"roll " * (1 << 17),
        lambda: b"position fen " + b"{" * (1 << 20),
        lambda: b'position fen {"game":"' + b"x" * (1 << 20) + b'"}',
        lambda: b"go nodes " + b"9" * (1 << 20),
        lambda: b"go searchmoves " + b"d " * (1 << 19),
        lambda: b"setoption name " + b"X" * (1 << 20) + b" value 1",
        lambda: b"x" * (1 << 20),
    ))()


def fuzzed_lines(seed: int, huge_each: int = 1000) -> Iterator[bytes]:
    """Lines without their ends, for ever; one of so many is huge."""
    rng = random.Random(seed)
    while True:
        kind = rng.random()
        if rng.randrange(huge_each) == 0:
            line = huge(rng)
        elif kind < 0.15:
            line = rng.randbytes(rng.randrange(60))
        elif kind < 0.35:
            words = [rng.choice(WORDS) for _ in range(rng.randrange(1, 9))]
            line = " ".join(words).encode()
        elif kind < 0.45:
            line = rng.choice(DIALOGUES).encode()
        else:
            line = mutate(rng.choice(DIALOGUES).encode(), rng)
        line = line.replace(b"\n", b" ")
        if line.split()[:1] != [b"quit"] and b"logfile" not in line.lower():
            yield line


def bad_answer(line: str) -> str | None:
    """What is wrong with a line that the engine said, whatever it was told; None if nothing."""
    if not line.isascii() or not line.isprintable():
        return f"not printable: {line[:100]!a}"
    if line.split(" ")[0] not in HEADS:
        return f"unknown: {line[:100]}"
    return None
