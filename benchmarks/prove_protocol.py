"""The engine process under fire: how fast it answers, and what it survives.

    python benchmarks/prove_protocol.py                 100,000 fuzzed lines, and the latencies
    python benchmarks/prove_protocol.py --lines 5000 --cuts 20

Measures `ugi` to `ugiok` from a cold start, `isready` during a search and `stop` to
`bestmove`; closes the pipes of an engine after every few bytes of a dialogue; and sends
fuzzed lines (random bytes, broken UTF-8, mutated dialogues, lines of a megabyte), asking
after every batch whether it is still there. Exit status 1 if an engine hung, died, printed a
traceback, or was slower than the limits.

The limits hold for every single wait, but for those in which the machine lent a processor to
another guest (undisturbed.py): these are told apart, and at most a tenth may be late. To show
what is left of the machine, every measurement alternates with a control, which is printed below
it: a program of a few lines that spins in one thread, without the GIL, and answers the same words
from the same pipes; for the cold start, `python -c pass`. Starts are those of an installed engine:
with its bytecode on disk.
"""

from __future__ import annotations

import argparse
import itertools
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from armillary.protocol.pipe import Pipe
from undisturbed import Watch
from wire import COMMAND, environment
from wire_fuzz import DIALOGUES, bad_answer, fuzzed_lines

START_LIMIT, READY_LIMIT, STOP_LIMIT = 0.25, 0.020, 0.020
BATCH = 50
LONGEST = 0.12              # seconds that a search goes on: beyond its first info line
#: Name, and what is said before `go infinite`. A tree of 1 MB is full, and recycled, all the time.
SEARCHED = [
    ("connect_four", ["position startpos"]),
    ("connect_four, memory full", ["setoption name Hash value 1", "position startpos"]),
    ("hearts", ["position fen game=hearts;seed=1"]),
    ("leduc_poker", ["position fen game=leduc_poker;seed=1"]),
    ("template, 4 seats", ["position fen game=template;players=4;seed=1"]),
    ("orion, 2 seats", ["position fen game=orion;players=2;seed=1"]),
    ("orion, 4 seats", ["position fen game=orion;players=4;seed=1"]),
]
SPINNER = """
import os, sys, threading, zlib
block, wanted, going = bytes(1 << 16), threading.Event(), False
def spin():
    while wanted.wait():
        wanted.clear()
        while going:
            zlib.crc32(block)           # some 50 microseconds without the GIL
        os.write(1, b"bestmove 0000\\n")
threading.Thread(target=spin, daemon=True).start()
for line in iter(sys.stdin.buffer.raw.readline, b""):
    if line.startswith(b"go"):
        going = True
        wanted.set()
    elif line == b"stop\\n":
        going = False
    elif line == b"isready\\n":
        os.write(1, b"readyok\\n")
"""
CONTROL = (sys.executable, "-c", SPINNER)


def engine(command: Sequence[str] = COMMAND) -> Pipe:
    return Pipe(command, patience=60.0, env=environment())


class Waits:
    """Seconds waited for one kind of answer, of one program."""

    def __init__(self) -> None:
        self.kept: list[float] = []
        self.disturbed: list[float] = []

    def add(self, seconds: float, watch: Watch) -> None:
        (self.disturbed if watch.disturbed else self.kept).append(seconds)

    def __str__(self) -> str:
        if not self.kept:
            return "disturbed every time"
        ordered = sorted(self.kept)
        told = {"best": ordered[0], "median": statistics.median(ordered),
                "99 %": ordered[int(0.99 * (len(ordered) - 1))], "worst": ordered[-1]}
        text = "".join(f" {key} {value * 1000:6.2f}" for key, value in told.items())
        text += f" n = {len(self.kept)}"
        if self.disturbed:
            text += f"; disturbed {len(self.disturbed)}, worst {max(self.disturbed) * 1000:.0f}"
        return text


class Row(NamedTuple):
    """One kind of answer, measured."""

    name: str
    ours: Waits
    control: Waits
    limit: float

    def tell(self) -> Self:
        """Print the figures of both, in milliseconds."""
        print(f"{self.name:43}{self.ours}")
        print(f"{'  control':43}{self.control}", flush=True)
        return self

    def is_slow(self) -> bool:
        """Whether a wait that nothing disturbed was over the limit, or too many others were."""
        kept, disturbed = self.ours.kept, self.ours.disturbed
        late = sum(seconds >= self.limit for seconds in disturbed)
        return max(kept, default=0.0) >= self.limit or late * 10 > len(kept) + len(disturbed)


def judge(kind: str, rows: Sequence[Row]) -> bool:
    """Whether all rows of one kind are within their limit."""
    slow = [row.name for row in rows if row.is_slow()]
    print(f"{kind}, limit {rows[0].limit * 1000:.0f} ms: "
          + (f"TOO SLOW: {'; '.join(slow)}" if slow else "ok"))
    return not slow


# ---- Latencies -----------------------------------------------------------------------------

def measure_start(count: int) -> tuple[Waits, Waits, float]:
    """From a cold start to ugiok; `python -c pass`, start and end; processor time of the first.
    The very first start, which writes the bytecode, does not count."""
    with tempfile.TemporaryDirectory() as folder:
        return _measure_start(count, {**environment(), "PYTHONPYCACHEPREFIX": folder,
                                      "PYTHONDONTWRITEBYTECODE": ""})


def _measure_start(count: int, env: dict[str, str]) -> tuple[Waits, Waits, float]:
    found, control, used = Waits(), Waits(), 0.0
    for number in range(count + 1):
        spent = children_seconds()
        with Watch() as watch:
            begun = time.perf_counter()
            with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  env=env) as process:
                process.stdin.write(b"ugi\n")
                process.stdin.flush()
                while process.stdout.readline() != b"ugiok\n":
                    pass
                seconds = time.perf_counter() - begun
                process.stdin.close()
        if number:
            found.add(seconds, watch)
            used += children_seconds() - spent
            with Watch() as watch:
                begun = time.perf_counter()
                subprocess.run([sys.executable, "-c", "pass"], check=True, env=env)
                seconds = time.perf_counter() - begun
            control.add(seconds, watch)
    return found, control, used / count


def children_seconds() -> float:
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def measure_search(setup: Sequence[str], count: int,
                   seed: int) -> tuple[list[Waits], list[Waits]]:
    """`isready` and `stop` at a random moment of a search: of the engine, and of the control."""
    moments = random.Random(seed)
    with engine() as ours, engine(CONTROL) as idle:
        ours.send(*setup)
        ours.sync()
        idle.sync()
        found = {pipe: [Waits(), Waits()] for pipe in (ours, idle)}
        for _ in range(count):
            for pipe, (ready, stop) in found.items():
                pipe.send("go infinite")
                time.sleep(moments.uniform(0, LONGEST))
                with Watch() as watch:
                    begun = time.perf_counter()
                    pipe.sync()
                    told = time.perf_counter()
                    pipe.send("stop")
                    pipe.until("bestmove")
                    ended = time.perf_counter()
                ready.add(told - begun, watch)
                stop.add(ended - told, watch)
        return found[ours], found[idle]


# ---- Survival ------------------------------------------------------------------------------

def close_pipes(cuts: int) -> int:
    """Close stdin, or stdout first, after every few bytes of a dialogue; how many went wrong."""
    script = ("\n".join(DIALOGUES) + "\ngo infinite\nisready\nstop\ngo nodes 100000\n").encode()
    wrong = 0
    for number in range(cuts):
        cut = number * len(script) // cuts
        with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=environment()) as process:
            if number % 2:
                process.stdout.close()
                process.stdout = None
            try:
                _, complaint = process.communicate(script[:cut], timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()
                complaint = b"hung"
            if complaint or process.returncode:
                wrong += 1
                print(f"  cut after {cut} bytes: status {process.returncode}: {complaint[-200:]!r}")
    return wrong


def fuzz(count: int, seed: int) -> int:
    """Send fuzzed lines; how many batches went wrong."""
    lines = itertools.islice(fuzzed_lines(seed), count)
    wrong = sent = 0
    begun = told = time.monotonic()
    with engine() as pipe:
        while batch := list(itertools.islice(lines, BATCH)):
            batch += [b"stop", b"isready"]
            pipe.send(*batch)
            for _ in range(sum(line.split()[:1] == [b"isready"] for line in batch)):
                said = pipe.until(lambda line: line == "readyok")
                for problem in filter(None, map(bad_answer, said)):
                    wrong += 1
                    print(f"  {problem}")
            pipe.lines.clear()
            sent += len(batch)
            if sys.stderr.isatty() and time.monotonic() - told > 1:
                told = time.monotonic()
                print(f"\r{sent} lines", end="", file=sys.stderr)
        pipe.send("position fen game=tic_tac_toe")
        if pipe.ask("query perft 9") != "127872":
            wrong += 1
            print("  does not know tic-tac-toe any more")
        pipe.send("quit")
        status = pipe.end()
        if status or pipe.stderr:
            wrong += 1
            print(f"  ended with status {status}: {pipe.stderr[-500:]}")
    print(f"{sent} lines in {time.monotonic() - begun:.0f} s; wrong: {wrong}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=100_000, help="fuzzed lines (100000)")
    parser.add_argument("--cuts", type=int, default=100, help="places to close pipes at (100)")
    parser.add_argument("--stops", type=int, default=200, help="searches of each game (200)")
    parser.add_argument("--starts", type=int, default=40, help="cold starts (40)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found, control, used = measure_start(args.starts)
    starts = [Row("ugi -> ugiok, cold start", found, control, START_LIMIT).tell()]
    print(f"{'':44} of which processor time {used * 1000:.0f} ms, the end included")
    readies, stops = [], []
    for name, setup in SEARCHED:
        (ready, stop), (idle_ready, idle_stop) = measure_search(setup, args.stops, args.seed)
        readies.append(Row(f"isready, {name}", ready, idle_ready, READY_LIMIT).tell())
        stops.append(Row(f"stop -> bestmove, {name}", stop, idle_stop, STOP_LIMIT).tell())
    good = all([judge("start", starts), judge("isready", readies), judge("stop", stops)])
    wrong = close_pipes(args.cuts)
    print(f"pipes closed at {args.cuts} places; wrong: {wrong}")
    wrong += fuzz(args.lines, args.seed)
    return 0 if good and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
