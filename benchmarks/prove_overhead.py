"""Measures what the runner costs.

    python benchmarks/prove_overhead.py [--game hearts] [--seats 4] [--seconds 8] [--rounds 5]

In process: games a second of a match at nodes 1 on all cores, from start to finish with
records on disk, and the same games in a bare loop of engine and position. Over pipes: the
milliseconds from the referee's wish for a move until he has it (position, key and search, the
engine's reading included), less what the same searches take in process.

Others may use the machine too, and a virtual one is not always given its cores. So each figure
is measured in several rounds, of which the best and the median are told; and besides the
clock's there is the rate by CPU time: the games of a CPU second, runner, workers and their start
included, times the cores, which is what free cores would do.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import armillary
from armillary import Engine, Limits, Position
from armillary.match.config import EngineSpec, MatchConfig
from armillary.match.players import Choice, Clocks, Player
from armillary.match.referee import Referee, make_player
from armillary.match.runner import run_match


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hearts")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seconds", type=float, default=8.0, help="of one round (8)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--algorithm", default="auto")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    start = armillary.new_game(args.game, args.seats)
    row = {"nodes": 1, "options": {"algorithm": args.algorithm}}
    config = MatchConfig.from_dict({"game": args.game, "seats": start.seats, "engines": [
        {"name": "a", **row}, {"name": "b", **row}]})
    cores = args.concurrency
    rates: dict[str, list[float]] = {}
    moves: dict[str, list[float]] = {}
    games = 0
    for _ in range(args.rounds):
        bare = bare_rate(start, args.seconds / 8, args.algorithm)
        single = referee_rate(config, args.seconds / 8)
        games, seconds, used = whole_match(config, single * args.seconds * 0.6, cores)
        for name, rate in (("bare loop of engine and position, a CPU second", bare),
                           ("referee with records, a CPU second", single),
                           (f"whole match, a CPU second x {cores} cores", games / used * cores),
                           (f"whole match, {cores} workers, by the clock", games / seconds)):
            rates.setdefault(name, []).append(rate)
        inside, outside = ms_a_move(config, False), ms_a_move(config, True)
        for name, one, two in zip(("by the clock (median)", "by CPU of both sides (mean)"), inside,
                                  outside, strict=True):
            moves.setdefault(name, []).append(two - one)
    print(f"{args.game}, {start.seats} seats, nodes 1, {args.algorithm}; {args.rounds} rounds, "
          f"matches of about {games} games")
    for name, found in rates.items():
        print(f"  games, {name:48} best {max(found):7.1f}  median {statistics.median(found):7.1f}")
    for name, found in moves.items():
        print(f"  ms a move over pipes, on top, {name:29} best {min(found):7.3f}  "
              f"median {statistics.median(found):7.3f}")
    return 0


def whole_match(config: MatchConfig, games: float, workers: int) -> tuple[int, float, float]:
    """Play about so many games with a record on disk: games, seconds, CPU seconds."""
    blocks = max(1, int(games) // config.seats)
    with tempfile.TemporaryDirectory() as folder:
        begun, used = time.perf_counter(), cpu_seconds()
        progress = run_match(MatchConfig.from_dict({**config.to_dict(), "blocks": blocks}),
                             Path(folder) / "m.jsonl", workers)
        return (progress.ledger.games_done, time.perf_counter() - begun, cpu_seconds() - used)


def bare_rate(start: armillary.Position, seconds: float, algorithm: str) -> float:
    """Games a second without a referee."""
    engine, limits = Engine(algorithm=algorithm), Limits(nodes=1)
    games, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        position = start.copy()
        position.sow(games)
        while (seat := position.actor) is not None:
            moves = position.legal_moves
            position.play(moves[0] if len(moves) == 1
                          else engine.search(position.view(seat), limits).move)
        games += 1
    return games / (time.process_time() - begun)


def cpu_seconds() -> float:
    """Of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def ms_a_move(config: MatchConfig, pipes: bool, games: int = 20) -> tuple[float, float]:
    """A move of the first engine, as the referee's loop sees it: the median by the clock, and
    the mean CPU time of both processes, which a busy machine does not stretch."""
    data = config.to_dict()
    if pipes:
        data["engines"][0]["command"] = [sys.executable, "-m", "armillary", "ugi"]
    spent: list[float] = []
    mine: list[float] = []

    def timed(spec: EngineSpec, whole: MatchConfig) -> Player:
        player = make_player(spec, whole)
        choose = player.choose

        def watch(position: Position, seat: int, clocks: Clocks | None) -> Choice:
            begun, used = time.perf_counter(), time.process_time()
            try:
                return choose(position, seat, clocks)
            finally:
                spent.append(time.perf_counter() - begun)
                mine.append(time.process_time() - used)
        if spec.name == "a":
            player.choose = watch           # type: ignore[method-assign]
        return player
    referee = Referee(MatchConfig.from_dict(data), timed)
    referee.play(0)
    spent.clear()
    mine.clear()
    theirs = -children_seconds()
    for index in range(games):
        referee.play(index)
    theirs += children_seconds()
    referee.close()
    return 1000 * statistics.median(spent), 1000 * (sum(mine) + theirs) / len(spent)


def children_seconds() -> float:
    """The CPU time of the engines that run."""
    total = 0
    for task in Path("/proc/self/task").iterdir():
        for pid in (task / "children").read_text().split():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def referee_rate(config: MatchConfig, seconds: float) -> float:
    """Games a second of one referee, each record made and written as a line."""
    from armillary.match.workers import packed
    referee = Referee(config)
    games, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        packed(referee.play(games))
        games += 1
    return games / (time.process_time() - begun)


if __name__ == "__main__":
    sys.exit(main())
