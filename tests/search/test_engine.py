"""The engine's face: results, limits, options, determinism."""

import queue
import threading
import time

import pytest

import armillary
from armillary import ArmillaryError, Engine, Limits, Stop, new_game
from armillary.options import ALGORITHMS, OPTIONS, PARAMS, Real
from helpers import Case, finish
from searching import decisions, essence, search


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_plays_every_game(case: Case, algorithm: str):
    for position in decisions(case, 2):
        result = search(position, 64, algorithm=algorithm)
        legal = position.legal_moves
        assert result.move in legal
        assert {line.move for line in result.lines} == set(legal)
        assert result.lines[0].move == result.move == result.pv[0]
        assert sum(result.shares) == pytest.approx(1, abs=1e-6)
        assert len(result.shares) == position.seats
        assert all(0 <= line.error <= 0.5 + 1e-9 for line in result.lines)
        if algorithm not in ("random", "greedy", "pimc"):
            assert sum(line.visits for line in result.lines) == result.stats.simulations


def test_one_seed_one_tree(case: Case):
    position = decisions(case, 1)[0]
    assert essence(search(position, 300)) == essence(search(position, 300))


def test_seeds_differ():
    position = new_game("connect_four")
    assert essence(search(position, 300)) != essence(search(position, 300, seed=2))


def test_reports_do_not_change_the_result():
    position = new_game("leduc_poker", seed=4)
    engine = Engine(seed=3, early_stop=False)
    told = []
    quiet = essence(engine.search(position, Limits(nodes=400_000)))
    engine.clear()
    loud = essence(engine.search(position, Limits(nodes=400_000), told.append))
    assert loud == quiet


def test_nodes_are_counted():
    result = search(new_game("connect_four"), 777, early_stop=False)
    assert result.stats.simulations == 777
    assert search(new_game("connect_four"), 3, early_stop=False).stats.simulations == 3


def test_no_limits_use_the_option():
    engine = Engine(nodes=123, early_stop=False)
    assert engine.search(new_game("pig", seed=1)).stats.simulations == 123


def test_movetime_ends():
    begun = time.monotonic()
    result = Engine(early_stop=False).search(new_game("connect_four"), Limits(movetime=0.05))
    assert time.monotonic() - begun < 5
    assert result.stats.simulations > 10


def test_clock_is_shared_out():
    result = Engine(early_stop=False).search(
        new_game("connect_four"), Limits(clock={0: 0.6, 1: 99.0}, increment={0: 0.0}))
    assert result.stats.seconds < 5


def test_stop_ends_an_infinite_search():
    engine = Engine()
    position = new_game("hearts", seed=1)
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    result = engine.search(position, Limits(infinite=True))
    assert result.stats.simulations > 0
    timer.join()


def test_a_stop_is_remembered():
    """Set before the search, it leaves one simulation; set after it, nothing happens."""
    for algorithm in ("uct", "flat", "mo_ismcts", "so_ismcts", "pimc", "greedy", "random"):
        for root in ("ucb", "halving"):
            engine, stop = Engine(algorithm=algorithm, root=root, early_stop=False), Stop()
            stop.set()
            stop.set()
            position = new_game("kuhn_poker", seed=1)
            result = engine.search(position, Limits(infinite=True), stop=stop)
            assert result.move in position.legal_moves
            assert result.stats.simulations <= 32, algorithm
    engine, stop = Engine(early_stop=False), Stop()
    position = new_game("hearts", seed=1)
    engine.search(position, Limits(nodes=5), stop=stop)
    stop.set()
    engine.stop()
    assert engine.search(position, Limits(nodes=50)).stats.simulations == 50


def test_a_stop_ends_one_search_only():
    """Told by another thread just as a search ends, it must not reach the next."""
    engine = Engine(early_stop=False)
    position = new_game("tic_tac_toe")
    stops: queue.SimpleQueue[Stop | None] = queue.SimpleQueue()

    def late() -> None:
        while (stop := stops.get()) is not None:
            stop.set()

    thread = threading.Thread(target=late)
    thread.start()
    for _ in range(300):
        stop = Stop()
        engine.search(position, Limits(nodes=20), lambda result: None, stop)
        stops.put(stop)
        assert engine.search(position, Limits(nodes=20)).stats.simulations == 20
    stops.put(None)
    thread.join()


@pytest.mark.parametrize("name", ["connect_four", "hearts", "orion"])
def test_a_stop_is_heeded_while_memory_is_made_free(name: str):
    """A full tree is searched on; each stop must be answered, and the tree stay whole."""
    engine = Engine(hash=1, early_stop=False, solver=False)
    position = new_game(name, seed=1)
    for ms in range(1, 12):
        stop = Stop()
        timer = threading.Timer(ms / 1000, stop.set)
        timer.start()
        result = engine.search(position, Limits(infinite=True), stop=stop)
        assert result.move in position.legal_moves
        timer.join()


def test_info_is_told():
    told = []
    engine = Engine()
    threading.Timer(0.45, engine.stop).start()
    engine.search(new_game("connect_four"), Limits(infinite=True), told.append)
    assert 1 <= len(told) <= 6
    counts = [r.stats.simulations for r in told]
    assert counts == sorted(counts)


def test_searchmoves():
    result = Engine(seed=1).search(new_game("connect_four"),
                                   Limits(nodes=200, searchmoves=["a", "g"]))
    assert {str(line.move) for line in result.lines} == {"a", "g"}
    with pytest.raises(ArmillaryError, match="searchmoves: 'h' is not legal"):
        Engine().search(new_game("connect_four"), Limits(searchmoves=["h"]))


def test_depth_limits_the_tree():
    result = Engine(seed=1).search(new_game("connect_four"), Limits(nodes=5000, depth=2))
    assert result.stats.seldepth == 2


def test_nobody_to_move():
    with pytest.raises(ArmillaryError, match="over"):
        Engine().search(finish(new_game("tic_tac_toe"), 1))
    with pytest.raises(ArmillaryError, match="chance"):
        Engine().search(new_game("kuhn_poker"))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.name)
def test_options_have_ranges(option):
    assert option.help
    bad = ["", "nonsense", None, [], float("nan")]
    if option.high is not None:
        bad += [option.high + 1, option.low - 1]
    for value in bad:
        with pytest.raises(ArmillaryError, match=f"option {option.name}"):
            Engine(**{option.name: value})
    engine = Engine(**{option.name: str(option.default).lower()
                       if isinstance(option.default, bool) else str(option.default)})
    assert engine.options[option.name] == option.default


def test_unknown_option():
    with pytest.raises(ArmillaryError, match="no option 'nose'"):
        Engine(nose=1)


def test_a_refused_option_changes_nothing():
    engine = Engine(threads=2)
    with pytest.raises(ArmillaryError):
        engine.configure(threads=3, c="x")
    assert engine.options["threads"] == 2


@pytest.mark.parametrize("changes", [
    {"selection": "ucb1_tuned"}, {"selection": "puct"}, {"selection": "puct", "prior": "suggest"},
    {"selection": "puct", "prior": "uniform"}, {"fpu": "parent", "fpu_value": 0.1},
    {"fpu": "value", "fpu_value": 0.5}, {"widen_c": 1.0}, {"history": 3.0}, {"grave": 20},
    {"policy": "mast"}, {"policy": "uniform"}, {"cutoff": 3}, {"cutoff": 0}, {"mix": 0.5},
    {"mix": 1.0}, {"paranoid": True}, {"solver": False}, {"expand": 5}, {"worlds": 7},
    {"balance": 0}, {"private": "on"}, {"private": "off"}, {"adapt": False}, {"root": "halving"},
    {"threads": 2}, {"threads": 2, "parallel": "root"}, {"grave": 5, "history": 1.0,
     "selection": "ucb1_tuned", "widen_c": 2.0, "policy": "mast"},
], ids=str)
def test_every_option_searches_every_game(game_name: str, changes):
    game = armillary.game(game_name)
    case = Case(game_name, game.max_seats)
    position = decisions(case, 1)[0]
    result = search(position, 150, **changes)
    assert result.move in position.legal_moves
    assert result.stats.simulations > 0
    if "threads" not in changes:
        assert essence(search(position, 150, **changes)) == essence(result)


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "pig"])
@pytest.mark.parametrize("changes", [{}, {"solver": False}, {"selection": "ucb1_tuned"},
                                     {"root": "halving"}], ids=str)
def test_threads_that_share_a_tree_lose_no_simulation(name: str, changes):
    """Batches are paid to the edges above them in full, also those that a stop cuts short."""
    engine = Engine(threads=3, early_stop=False, reuse=False, **changes)
    for nodes in (20_000, 5_003):
        result = engine.search(new_game(name, seed=1), Limits(nodes=nodes))
        assert sum(line.visits for line in result.lines) == result.stats.simulations
        assert all(0 <= share <= 1 for line in result.lines for share in line.shares)
        tree = {line.split()[0]: line.split() for line in engine.tree(1).splitlines()[1:]}
        for line in result.lines:       # the tree's books and the root's own are kept apart
            words = tree[str(line.move)]
            assert int(words[1]) == line.visits
            if "solver" in changes:
                assert float(words[2]) == pytest.approx(line.shares[0], abs=1e-5)


@pytest.mark.parametrize("threads", [1, 2])
def test_no_early_end_before_the_pace_is_known(threads: int):
    """A tree that was kept has a clear favourite from the start; what the time left allows to
    change is known only after a while of this search (a sixteenth of it, by the contract)."""
    engine = Engine(threads=threads, solver=False, overhead=0)
    position = new_game("connect_four")
    for move in engine.search(position, Limits(nodes=300_000)).pv[:2]:
        position.play(move)
    result = engine.search(position, Limits(movetime=0.4))
    assert result.stats.seconds >= 0.4 / 16
    assert sum(line.visits for line in result.lines) > result.stats.simulations     # it was kept


def test_own_trees_end_early_only_if_they_agree():
    """Two threads, a tree each: what one of them is sure of may not be what they find together.
    So at an early end each tree's favourite is the move, or the budget was spent."""
    engine = Engine(threads=2, parallel="root", reuse=False, solver=False)
    early = 0
    for seed in range(60):
        engine.configure(seed=seed)
        result = engine.search(new_game("phantom_tic_tac_toe", seed=seed), Limits(nodes=2000))
        if result.stats.simulations < 2000:
            early += 1
            best, second = sorted((line.visits for line in result.lines), reverse=True)[:2]
            # By what each could still do, no tree's runner-up can overtake; so neither their sum.
            assert best > second + 2000 - result.stats.simulations
            assert result.move == max(result.lines, key=lambda line: line.visits).move
    assert early


def test_params_are_options():
    names = {o.name for o in OPTIONS}
    assert set(PARAMS) <= names
    assert any(isinstance(o, Real) for o in OPTIONS)


def test_levels_grow():
    """A level is weaker the lower it is: fewer simulations, a softer choice."""
    counts = [Engine(level=n, early_stop=False).search(
        new_game("connect_four"), Limits(nodes=3000)).stats.simulations for n in (1, 5, 10, 20)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    chosen = {str(Engine(level=1, seed=s).search(new_game("connect_four"), Limits(nodes=50)).move)
              for s in range(20)}
    assert len(chosen) > 2


def test_forced_moves_are_quick():
    position = new_game("connect_four")
    for move in "aaaaaabbbbbbcccccceeeeeeffffffgggggg":
        if not position.is_over:
            position.play(move)
    if not position.is_over:
        assert len(position.legal_moves) == 1
        assert search(position, 100_000).stats.simulations <= 1000


def test_a_game_may_recommend_options(monkeypatch):
    """A game's SEARCH holds where the caller has chosen nothing, and only there."""
    game = armillary.game("template")
    monkeypatch.setattr(game.notation, "SEARCH", {"cutoff": 3, "c": 0.5}, raising=False)
    engine = Engine(c=0.9)
    assert engine.options_for(game)["cutoff"] == 3
    assert engine.options_for(game)["c"] == 0.9
    assert engine.options["cutoff"] == -1
    position = new_game("template", seed=1)
    advised = essence(search(position, 200, c=0.9))
    assert advised == essence(search(position, 200, c=0.9, cutoff=3))
    assert advised != essence(search(position, 200, c=0.9, cutoff=-1))
