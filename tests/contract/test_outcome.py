"""The contract of results: shares, scores and ranks agree."""

import math

import pytest

from armillary import Outcome
from helpers import Case, finish, positions, sized


def test_no_outcome_before_the_end(case: Case):
    for position in positions(case):
        if not position.is_over:
            assert position.outcome is None
            assert position.returns() is None


def test_outcomes_are_consistent(case: Case):
    for seed in range(sized(case, 1500)):
        outcome = finish(case.start(), seed).outcome
        assert len(outcome.shares) == len(outcome.scores) == case.seats
        assert all(0 <= share <= 1 for share in outcome.shares)
        assert math.isclose(sum(outcome.shares), 1, abs_tol=1e-9)
        assert all(math.isfinite(score) for score in outcome.scores)
        ranks = outcome.ranks
        assert min(ranks) == 1
        for a in range(case.seats):
            # A place is one more than the number of seats in front.
            assert ranks[a] == 1 + sum(rank < ranks[a] for rank in ranks)
            for b in range(case.seats):
                if outcome.shares[a] > outcome.shares[b]:
                    assert ranks[a] < ranks[b]
        assert outcome.winners == tuple(s for s in range(case.seats) if ranks[s] == 1)


def test_somebody_can_win_from_every_seat(case: Case):
    """Over many random games no seat is always last."""
    if case.seats == 1:
        pytest.skip("one seat")
    best = [0.0] * case.seats
    for seed in range(120):         # usually a few are enough
        shares = finish(case.start(), seed).outcome.shares
        best = [max(*pair) for pair in zip(best, shares, strict=True)]
        if all(share > 0 for share in best):
            return
    assert all(share > 0 for share in best)


def test_ranks_share_places():
    outcome = Outcome((0.5, 0.0, 0.5, 0.0), (31, 20, 31, 9))
    assert outcome.ranks == (1, 3, 1, 4)
    assert outcome.winners == (0, 2)
