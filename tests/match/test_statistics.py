"""The numbers: against closed forms, other people's formulas, and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from armillary.match.config import Sprt
from armillary.match.ratings import open_orders, rate, rate_shares
from armillary.match.simulation import error_rates, true_mean
from armillary.match.statistics import (
    SequentialTest,
    elo_of_share,
    estimate,
    expected_share,
    log_likelihood_ratio,
)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("copies", [1, 2])
def test_elo_and_share_are_inverse(seats: int, copies: int) -> None:
    if copies == seats:
        return
    assert expected_share(0, seats, copies) == pytest.approx(copies / seats)
    for elo in (-300, -1, 0, 35, 800):
        assert elo_of_share(expected_share(elo, seats, copies), seats, copies) == pytest.approx(elo)
    assert elo_of_share(1, seats) == math.inf
    assert elo_of_share(0, seats) == -math.inf
    for alone in (0, seats):                            # nobody to compare with
        assert math.isnan(elo_of_share(0.999, seats, alone))


def test_two_seats_are_the_usual_elo() -> None:
    assert expected_share(100, 2) == pytest.approx(1 / (1 + 10 ** -0.25))


def test_llr_agrees_with_the_binomial_likelihood() -> None:
    # Two possible values leave the mean alone to decide: the ratio is the textbook one.
    wins, losses, p0, p1 = 61.0, 39.0, 0.5, 0.57
    exact = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    found = log_likelihood_ratio(np.array([1.0, 0.0]), np.array([wins, losses]), p0, p1)
    assert found == pytest.approx(exact, abs=1e-4)


def test_llr_agrees_with_a_pentanomial_computed_by_brute_force() -> None:
    counts = np.array([12.0, 55.0, 110.0, 70.0, 19.0])
    values = np.linspace(0, 1, 5)

    def best(mean: float) -> float:
        # Maximise sum n ln p over the simplex with this mean: bisect the multiplier.
        low, high = -1 / (1 - mean) + 1e-12, 1 / mean - 1e-12
        for _ in range(200):
            t = (low + high) / 2
            p = counts / counts.sum() / (1 + t * (values - mean))
            low, high = (t, high) if p @ (values - mean) > 0 else (low, t)
        assert p.sum() == pytest.approx(1)
        return float(counts @ np.log(p))
    found = log_likelihood_ratio(values, counts, 0.5, 0.52)
    assert found == pytest.approx(best(0.52) - best(0.5), abs=1e-3)


def test_llr_is_finite_before_both_sides_are_seen() -> None:
    for value in (0.0, 0.25, 1.0):
        assert math.isfinite(log_likelihood_ratio(np.array([value]), np.array([3.0]), 0.25, 0.3))


def test_the_verdict_stays_and_needs_some_blocks() -> None:
    test = SequentialTest(Sprt(0, 50), 2)
    for _ in range(9):
        test.add(1.0)
    assert test.verdict is None
    test.extend([1.0, 0.75] * 40)
    assert test.verdict == "elo1"
    blocks, llr = test.blocks, test.llr
    test.extend([0.0] * 100)
    assert (test.verdict, test.blocks, test.llr) == ("elo1", blocks, llr)
    assert SequentialTest(Sprt(0, 50), 2).extend([0.25, 0.5] * 100).verdict == "elo0"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_error_rates_stay_near_nominal(seats: int) -> None:
    # A small version of benchmarks/prove_sprt.py: at 5 % nominal, 200 runs of each kind;
    # 1.5 times nominal is 15 of 200, and 3 standard errors of chance are allowed on top.
    bias = [0.35, 0.1, 0.0, -0.3][:seats]
    wrong0, wrong1, _ = error_rates(Sprt(0, 90), seats, bias, runs=200, seed=7)
    allowed = 0.075 + 3 * math.sqrt(0.075 * 0.925 / 200)
    assert wrong0 < allowed
    assert wrong1 < allowed


def test_equal_players_have_a_fair_block_mean_whatever_the_seats_are_worth() -> None:
    for seats in (2, 3, 4):
        assert true_mean(0.0, seats, [0.8, -0.2, 0.1, 0.4][:seats]) == pytest.approx(1 / seats)


def test_estimate_covers() -> None:
    found = estimate([0.5, 0.75, 0.25, 0.5], 2)
    assert (found.blocks, found.mean, found.elo) == (4, 0.5, 0)
    assert found.low == pytest.approx(-found.high)
    assert math.isnan(estimate([], 2).mean)
    assert math.isnan(estimate([0.5], 2).error)


def test_the_worth_of_common_seeds() -> None:
    # Shares that depend on the seed alone are even within a block: the seed cancels out.
    from armillary.match.config import MatchConfig
    from armillary.match.ledger import Ledger
    from armillary.match.report import _saving
    engines = [{"name": name, "nodes": 1} for name in "ab"]
    ledger = Ledger(MatchConfig.from_dict({"game": "connect_four", "engines": engines}))
    rng = np.random.default_rng(2)
    for noise, low, high in ((0.1, 80, 125), (1e6, 0.8, 1.25)):
        games = []
        for block in range(2000):
            luck = rng.normal()                     # what the seed gives to the first seat
            for seat in range(2):
                share = (luck if seat == 0 else -luck) + noise * rng.normal()
                shares = [share, -share] if seat == 0 else [-share, share]
                names = ["a", "b"] if seat == 0 else ["b", "a"]
                games.append({"block": block, "engines": names, "shares": shares})
        found = _saving(games, ledger)
        assert found is not None
        assert low < found[1] < found[0] < found[2] < high


# ---- Ratings ---------------------------------------------------------------------------

def luce_games(elos: list[float], rounds: int, seed: int) -> list[tuple[int, list[str], list[int]]]:
    rng = np.random.default_rng(seed)
    count = len(elos)
    games = []
    for number in range(rounds):
        for turn in range(count):
            seats = [(turn + k) % count for k in range(count)]
            luck = [elos[s] * math.log(10) / 400 + rng.gumbel() for s in seats]
            games.append((number, ["abcd"[s] for s in seats],
                          [1 + sum(other > mine for other in luck) for mine in luck]))
    return games


@pytest.mark.parametrize("elos", [[100.0, -100.0], [150.0, 0.0, -150.0],
                                  [90.0, 30.0, -30.0, -90.0]])
def test_ratings_recover_the_truth(elos: list[float]) -> None:
    names = list("abcd"[:len(elos)])
    found = rate(luce_games(elos, 600, 3), names, bootstrap=100)
    assert [row.name for row in found] == names
    for row, elo in zip(found, elos, strict=True):
        width = row.high - row.low
        assert row.low - width / 2 < elo < row.high + width / 2
        assert width < 60
    assert sum(row.elo for row in found) == pytest.approx(0, abs=1e-6)


def test_a_draw_is_half_a_win() -> None:
    games = [(n, "ab", [1, 1] if n % 2 else [1, 2]) for n in range(4000)]
    first, second = rate(games, "ab", bootstrap=0)
    assert first.elo - second.elo == pytest.approx(elo_of_share(0.75, 2), abs=0.5)


def test_ratings_by_share_are_the_elo_scale_of_the_test() -> None:
    games = [(n, "abb", [0.5, 0.3, 0.2]) for n in range(2000)]
    first, second = rate_shares(games, "ab")
    assert first.name == "a"
    assert first.elo - second.elo == pytest.approx(elo_of_share(0.5, 3), abs=0.5)


def test_ratings_do_not_depend_on_the_order_of_games() -> None:
    games = luce_games([50, 0, -50], 40, 1)
    forth, back = rate(games, "abc", 0), rate(games[::-1], "abc", 0)
    assert [r.elo for r in forth] == pytest.approx([r.elo for r in back])


def test_who_wins_everything_stays_finite() -> None:
    found = rate([(n, "ab", [1, 2]) for n in range(50)], "ab", 20)
    assert 200 < found[0].elo < 2000
    assert rate([], "ab")[0].elo == 0


def test_no_interval_where_the_bootstrap_knows_none() -> None:
    for rounds in ([0] * 6, range(50)):                 # one round, and rounds that are all alike
        for row in rate([(n, "ab", [1, 2]) for n in rounds], "ab", 50):
            assert math.isnan(row.low)
            assert math.isnan(row.high)
            assert math.isnan(row.above)
    assert not math.isnan(rate([(n, "ab", [1 + n % 2, 2 - n % 2]) for n in range(9)], "ab")[0].low)


def test_copies_of_an_engine_and_large_ties() -> None:
    orders = dict(open_orders([[0, 1, 1]]))
    assert orders == pytest.approx({(0, 1, 1): 1 / 3, (1, 0, 1): 1 / 3, (1, 1, 0): 1 / 3})
    assert sum(w for _, w in open_orders([[0], [1, 2, 3, 4, 5, 6, 7]])) == pytest.approx(1)
    even = [(n, "abbb", [1, 1, 1, 1]) for n in range(20)]
    assert rate(even, "ab", 0)[0].elo == pytest.approx(0, abs=1e-6)


def test_intervals_follow_the_blocks_not_the_games() -> None:
    # Four games that always agree are worth one: the interval must not shrink.
    single = [(n, "ab", [1, 2] if n % 3 else [2, 1]) for n in range(90)]
    fourfold = [game for game in single for _ in range(4)]
    one, four = rate(single, "ab", 200)[0], rate(fourfold, "ab", 200)[0]
    assert four.high - four.low == pytest.approx(one.high - one.low, rel=0.15)
