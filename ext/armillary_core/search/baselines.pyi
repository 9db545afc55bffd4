from collections.abc import Sequence

from armillary_core.kernel.position import Position

def greedy_values(
    view: Position, moves: Sequence[int], samples: int, seed: int
) -> list[tuple[tuple[float, ...], float]]: ...
