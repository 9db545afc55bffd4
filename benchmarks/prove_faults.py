"""Proves that faulty engines get the right verdict in every seat, and leave nothing behind.

    python benchmarks/prove_faults.py [--matches 200]

Each match is one block: a misbehaving program once in each seat of 2, 3 or 4, through the whole
runner with worker processes. Every game must end in the forfeit that fits the fault, blame
nobody else, replay, and take no longer than its limits; afterwards no process of the match may
be alive and no more files open than before.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from armillary.match.config import MatchConfig
from armillary.match.records import read
from armillary.match.runner import run_match
from armillary.match.verify import verify

MARK = f"proof-{os.getpid()}"       # tells our engines from those of other runs
FAULTY = Path(__file__).parents[1] / "tests" / "match" / "faulty_engine.py"
GAMES = [("connect_four", 2), ("leduc_poker", 2), ("template", 3), ("hearts", 4)]
KINDS = {"hang": "time", "crash": "crash", "garbage": "illegal", "illegal": "illegal",
         "slow": "time", "flood": "time", "exit": "startup", "mute": "startup",
         "resign": "illegal", "liar": "protocol"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    args = parser.parse_args()
    files = open_files()
    verdicts: Counter[str] = Counter()
    wrong: list[str] = []
    longest, begun = 0.0, time.perf_counter()
    cases = itertools.cycle(itertools.product(KINDS, GAMES))
    with tempfile.TemporaryDirectory() as folder:
        for number, (kind, (game, seats)) in zip(range(args.matches), cases, strict=False):
            path = Path(folder) / f"{number}.jsonl"
            started = time.perf_counter()
            run_match(config(kind, game, seats), path, 1)
            longest = max(longest, time.perf_counter() - started)
            wrong += check(path, kind, seats, verdicts)
            if left := survivors():
                wrong.append(f"{kind}, {game}: processes left behind: {left}")
    if open_files() > files:
        wrong.append(f"{open_files()} open files, {files} before")
    print(f"{args.matches} matches, {sum(verdicts.values())} games, "
          f"{time.perf_counter() - begun:.0f} s, the longest match {longest:.1f} s")
    for words, count in sorted(verdicts.items()):
        print(f"  {words:32} {count:4}")
    print(f"wrong verdicts, leaks and hangs: {len(wrong)}")
    print("\n".join(wrong[:20]))
    return 1 if wrong else 0


def config(kind: str, game: str, seats: int) -> MatchConfig:
    slow = {"patience": 250, "margin": 50} if KINDS[kind] == "time" else {}
    mute = {"startup": 1500} if kind == "mute" else {}
    return MatchConfig.from_dict({
        "game": game, "seats": seats, "blocks": 1,
        "faults": {"replays": 0, "limit": 1000, **slow, **mute}, "engines": [
            {"name": "faulty", "nodes": 3,
             "command": [sys.executable, str(FAULTY), kind, "1", MARK]},
            {"name": "base", "nodes": 1}]})


def check(path: Path, kind: str, seats: int, verdicts: Counter[str]) -> list[str]:
    """What is wrong with the record of a match."""
    games = read(path)[1]
    wrong = [f"{kind}: {problem}" for problem in verify(path).problems]
    if sorted(g["engines"].index("faulty") for g in games) != list(range(seats)):
        wrong.append(f"{kind}: not in every seat")
    for game in games:
        seat = game["engines"].index("faulty")
        faults = game.get("faults", [])
        verdicts[f"{kind} -> {game['end']}"] += 1
        if (game["end"] != f"forfeit:{KINDS[kind]}" or game["shares"][seat] != 0
                or [f["seat"] for f in faults] != [seat]):
            wrong.append(f"{kind}, seat {seat}: {game['end']}, {faults}")
    return wrong


def survivors() -> list[str]:
    """Faulty engines that still run, after a moment of grace."""
    deadline = time.monotonic() + 3
    while True:
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdecimal() and MARK in (entry / "cmdline").read_text():
                    found.append(entry.name)
            except OSError:
                continue
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.05)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


if __name__ == "__main__":
    sys.exit(main())
