"""The engine process under fire: how fast it answers, and what it survives.

    python benchmarks/prove_protocol.py                 100,000 fuzzed lines, and the latencies
    python benchmarks/prove_protocol.py --lines 5000 --cuts 20

Measures `ugi` to `ugiok` from a cold start, `isready` during a search and `stop` to
`bestmove`; closes the pipes of an engine after every few bytes of a dialogue; and sends
fuzzed lines (random bytes, broken UTF-8, mutated dialogues, lines of a megabyte), asking
after every batch whether it is still there. Exit status 1 if an engine hung, died, printed a
traceback, or was slower than the limits.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from armillary.protocol.pipe import Pipe
from wire import COMMAND, environment
from wire_fuzz import DIALOGUES, bad_answer, fuzzed_lines

START_LIMIT, READY_LIMIT, STOP_LIMIT = 0.25, 0.020, 0.020
BATCH = 50
SEARCHED = ["startpos", "fen game=hearts;seed=1", "fen game=leduc_poker;seed=1",
            "fen game=template;players=4;seed=1"]


def engine() -> Pipe:
    return Pipe(COMMAND, patience=60.0, env=environment())


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def tell(name: str, seconds: list[float], limit: float) -> bool:
    """Print the figures; whether their median is within the limit."""
    ordered = sorted(seconds)
    median, high = statistics.median(ordered), ordered[int(0.99 * (len(ordered) - 1))]
    good = median < limit
    print(f"{name:36} best {ordered[0] * 1000:6.2f} ms   median {median * 1000:6.2f}   "
          f"99% {high * 1000:6.2f}   "
          f"worst {ordered[-1] * 1000:6.2f}   limit {limit * 1000:.0f}, n = {len(ordered)}   "
          f"{'ok' if good else 'TOO SLOW'}")
    return good


# ---- Latencies -----------------------------------------------------------------------------

def measure_start(count: int) -> list[float]:
    def start() -> None:
        with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env=environment()) as process:
            process.stdin.write(b"ugi\n")
            process.stdin.flush()
            while process.stdout.readline() != b"ugiok\n":
                pass
            ended.append(time.perf_counter())
            process.stdin.close()
    found = []
    for _ in range(count):
        ended: list[float] = []
        begun = time.perf_counter()
        start()
        found.append(ended[0] - begun)
    return found


def measure_ready(position: str, count: int) -> list[float]:
    with engine() as pipe:
        pipe.send(f"position {position}", "go infinite")
        pipe.sync()
        found = []
        for _ in range(count):
            time.sleep(0.003)
            found.append(timed(pipe.sync))
        return found


def measure_stop(position: str, count: int) -> list[float]:
    with engine() as pipe:
        pipe.send(f"position {position}")
        found = []
        for _ in range(count):
            pipe.send("go infinite")
            pipe.sync()
            time.sleep(0.02)
            pipe.sync()

            def stop() -> None:
                pipe.send("stop")
                pipe.until("bestmove")
            found.append(timed(stop))
        return found


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
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    good = tell("ugi -> ugiok, cold start", measure_start(20), START_LIMIT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - spent.ru_utime - spent.ru_stime
    print(f"{'':36} of which processor time {cpu / 20 * 1000:.0f} ms, the end included")
    for position in SEARCHED:
        name = position.removeprefix("fen game=").partition(";")[0]
        good &= tell(f"isready while searching {name}", measure_ready(position, 200), READY_LIMIT)
        good &= tell(f"stop -> bestmove, {name}", measure_stop(position, 50), STOP_LIMIT)
    wrong = close_pipes(args.cuts)
    print(f"pipes closed at {args.cuts} places; wrong: {wrong}")
    wrong += fuzz(args.lines, args.seed)
    return 0 if good and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
