"""Proves that a killed runner loses nothing but games in progress.

    python benchmarks/prove_kill.py [--kills 20] [--game hearts] [--nodes 40] [--blocks 400]

One run is never disturbed. Another is killed (SIGKILL) at random moments and started again,
the same command each time. At the end both files must verify and hold the same schedule and,
as the engines are limited by nodes, the same games; between kills no line may vanish, and no
process may be left behind.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from armillary.match.records import read, read_games
from armillary.match.verify import verify


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--game", default="hearts")
    parser.add_argument("--nodes", type=int, default=40)
    parser.add_argument("--blocks", type=int, default=400)
    parser.add_argument("--engine", default="", help="command of a program for the second engine")
    args = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = f"command = {args.engine!r}\n" if args.engine else ""
        (folder / "m.toml").write_text(
            f'game = "{args.game}"\nblocks = {args.blocks}\n[[engine]]\nname = "a"\n'
            f'nodes = {args.nodes}\n[[engine]]\nname = "b"\nnodes = {args.nodes}\n{program}')
        subprocess.run(command(folder, "calm.jsonl"), check=True, stdout=subprocess.DEVNULL)
        kills, early, kept = 0, 0, 0
        path = folder / "killed.jsonl"
        while kills < args.kills:
            runner = subprocess.Popen(command(folder, path.name), stdout=subprocess.DEVNULL,
                                      start_new_session=True)
            # In every fourth run while it starts, else after some games and a little.
            wanted = 0 if kills % 4 == 0 else kept + rng.randint(1, args.blocks // args.kills)
            while runner.poll() is None and count(path) < wanted:
                time.sleep(0.003)
            time.sleep(rng.uniform(0, 0.6 if wanted == 0 else 0.05))
            if runner.poll() is not None:
                break
            family = descendants(runner.pid)
            runner.send_signal(signal.SIGKILL)
            runner.wait()
            deadline = time.monotonic() + 5
            while left := [pid for pid in family if alive(pid)]:
                assert time.monotonic() < deadline, f"processes left behind: {left}"
                time.sleep(0.02)
            kills += 1
            lines = count(path)
            assert lines >= kept, f"{kept} games before, {lines} after"
            early += lines == kept
            kept = lines
        print(f"{kills} kills, {kept} games recorded by then ({early} kills before a new one)")
        subprocess.run(command(folder, path.name), check=True, stdout=subprocess.DEVNULL)
        return compare(folder / "calm.jsonl", path, kills, args.kills)


def compare(calm: Path, killed: Path, kills: int, wanted: int) -> int:
    """Print the comparison; the exit status."""
    for path in (calm, killed):
        found = verify(path)
        print(f"{path.name}: {found.games} games, {found.complete} blocks, "
              f"{len(found.problems)} problems")
        if found.problems or found.partial:
            return 1
    one, two = read_games(calm), read_games(killed)
    schedule = [(g["id"], g["block"], g["engines"], g["start"]) for g in one] == [
        (g["id"], g["block"], g["engines"], g["start"]) for g in two]
    moves = [g["moves"] for g in one] == [g["moves"] for g in two]
    twice = len(read(killed)[1]) - len(two)
    print(f"same schedule: {schedule}, same moves: {moves}, games written twice: {twice}")
    if kills < wanted:
        print(f"the match ended after {kills} kills; give more --blocks")
    return 0 if schedule and moves and not twice and kills == wanted else 1


def count(path: Path) -> int:
    """The games in a file, whole lines only."""
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


def command(folder: Path, out: str) -> list[str]:
    return [sys.executable, "-m", "armillary", "match", str(folder / "m.toml"), "--quiet",
            "--concurrency", "2", "--out", str(folder / out)]


def alive(pid: int) -> bool:
    """Whether the process runs: the dead wait for the system to collect them."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def descendants(pid: int) -> list[int]:
    """All processes below that one."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [p for child in map(int, text.split()) for p in (child, *descendants(child))]


if __name__ == "__main__":
    sys.exit(main())
