"""How much of its clock a seat spends on one move."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from armillary.engine import Limits
    from armillary.position import Position

MOVES_LEFT = 30             # decisions to keep time for


def time_for(view: Position, limits: Limits) -> float:
    """Seconds for this move: an even share of what is left, most of the increment, and never
    more than half of the clock.

    >>> from armillary import Limits, new_game
    >>> time_for(new_game("connect_four"), Limits(clock={0: 60.0}, increment={0: 1.0}))
    2.8
    >>> time_for(new_game("connect_four"), Limits(clock={0: 0.1}, increment={0: 1.0}))
    0.05
    """
    seat = view.actor
    if seat is None or seat not in limits.clock:
        return 1.0                      # others' clocks only: nothing is known of ours
    left = max(limits.clock[seat], 0.0)
    gain = limits.increment.get(seat, 0.0)
    return max(0.001, min(left / MOVES_LEFT + 0.8 * gain, left / 2))
