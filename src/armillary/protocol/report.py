"""Results of a search -> info lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from armillary.engine import Result
from armillary.protocol.table import vector

PV_LENGTH = 32          # moves of a variation that are told


def info_lines(result: Result, seat: int, rows: int) -> Iterator[str]:
    """One line for each of the best `rows` moves; they carry the same counts."""
    stats = result.stats
    ms = max(0, round(stats.seconds * 1000))
    nps = round(stats.simulations / stats.seconds) if stats.seconds > 0 else 0
    head = (f"info depth {stats.depth} seldepth {stats.seldepth} time {ms} "
            f"nodes {stats.simulations} nps {nps} hashfull {stats.hashfull}")
    for number, line in enumerate(result.lines[:rows], 1):
        first = number == 1 and line.move == result.move
        words = [head, f"multipv {number} visits {line.visits} wp {shares(line.shares)}"]
        if first and result.scores:     # expected scores are known of the best move only
            words.append(f"vp {vector(result.scores, 2)}")
        pv = result.pv if first and result.pv else line.pv
        words.append(f"score cp {centipawns(line.shares, seat)}")
        words.append("pv " + " ".join(str(move) for move in (pv or (line.move,))[:PV_LENGTH]))
        yield " ".join(words)


def shares(values: Sequence[float]) -> str:
    """Shares of the win as one word, rounded so that they sum to exactly 1."""
    total = sum(max(0.0, v) for v in values)
    if not 0 < total < math.inf:
        values, total = [1.0] * len(values), float(len(values))
    exact = [max(0.0, v) / total * 10000 for v in values]
    whole = [math.floor(x) for x in exact]
    order = sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])
    for i in order[:10000 - sum(whole)]:
        whole[i] += 1
    return vector([n / 10000 for n in whole])


def centipawns(values: Sequence[float], seat: int) -> int:
    """The mover's view for old tools: a hundred times the logarithm of how its odds compare
    with those of an even game, within +-9999."""
    if len(values) < 2:
        return 0
    share = min(max(values[seat] / (sum(values) or 1.0), 1e-9), 1 - 1e-9)
    even = 1 / len(values)
    odds = math.log(share / (1 - share)) - math.log(even / (1 - even))
    return max(-9999, min(9999, round(100 * odds)))
