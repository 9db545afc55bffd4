"""An engine that misbehaves: `python faulty_engine.py KIND [N]`, at the N-th `go` of a game.

Until then it is our own engine. Kinds: hang (never answers, heeds nothing), crash, garbage
(bytes that are no text, then a move that is none), illegal, slow, flood (lines without end),
resign, exit and mute (never even greets), liar (another position key).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from armillary.protocol.server import Output, read_lines
from armillary.protocol.session import Session

#: What the referee must say to each.
VERDICTS = {"hang": "time", "crash": "crash", "garbage": "illegal", "illegal": "illegal",
            "slow": "time", "flood": "time", "resign": "illegal", "exit": "startup",
            "mute": "startup", "liar": "protocol"}


def misbehave(kind: str) -> None:
    """Instead of an answer."""
    print(f"about to {kind}", file=sys.stderr, flush=True)
    if kind == "hang":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)
    elif kind == "crash":
        os._exit(3)
    elif kind == "garbage":
        os.write(1, bytes(range(256)) * 20 + b"\n\xff\xfe info nodes x wp ,,\nbestmove \x00\xff!\n")
    elif kind == "illegal":
        os.write(1, b"info nodes 1\nbestmove no:such\n")
    elif kind == "resign":
        os.write(1, b"bestmove 0000\n")
    elif kind == "slow":
        time.sleep(5)
    elif kind == "flood":
        while True:
            os.write(1, b"info depth 1 nodes 5 wp .5,.5 pv a b c\n" * 500)


def main() -> None:
    kind, when = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    at = when
    if kind == "exit":
        print("cannot find my book", file=sys.stderr, flush=True)
        os._exit(1)
    if kind == "mute":
        misbehave("hang")
    output = Output(1)
    output.on_broken = lambda: os._exit(0)
    session = Session(output.say, lambda work: threading.Thread(target=work, daemon=True).start())
    for line in read_lines(0):
        if line == b"uginewgame":
            at = when
        if line.startswith(b"go"):
            at -= 1
            if at == 0 and kind in VERDICTS and kind != "liar":
                misbehave(kind)
                continue
        if kind == "liar" and line == b"query key":
            output.say("response 0123456789abcdef")
            continue
        session.handle(line)
        if not session.is_open:
            break
    os._exit(0)


if __name__ == "__main__":
    main()
