"""Tree reuse: kept where the played moves lead on, and never where they do not."""

from armillary import Engine, Limits, new_game
from helpers import Case
from searching import decisions


def test_the_subtree_is_kept():
    engine = Engine(seed=1, early_stop=False, solver=False)
    position = new_game("connect_four")
    first = engine.search(position, Limits(nodes=20_000))
    position.play(first.pv[0])
    position.play(first.pv[1])
    kept = engine.search(position, Limits(nodes=100))
    assert sum(line.visits for line in kept.lines) > 500
    fresh = Engine(seed=1, reuse=False, early_stop=False).search(position, Limits(nodes=100))
    assert sum(line.visits for line in fresh.lines) == 100


def test_the_same_position_again_goes_on():
    engine = Engine(seed=1, early_stop=False, solver=False)
    position = new_game("connect_four")
    engine.search(position, Limits(nodes=1000))
    again = engine.search(position, Limits(nodes=1000))
    assert sum(line.visits for line in again.lines) == 2000


def test_another_line_is_not_kept():
    engine = Engine(seed=1, early_stop=False, solver=False)
    one, other = new_game("connect_four"), new_game("connect_four")
    one.play("a")
    other.play("b")
    engine.search(one, Limits(nodes=1000))
    result = engine.search(other, Limits(nodes=1000))
    assert sum(line.visits for line in result.lines) == 1000


def test_clear_forgets():
    engine = Engine(seed=1, early_stop=False, solver=False)
    position = new_game("connect_four")
    engine.search(position, Limits(nodes=1000))
    engine.clear()
    result = engine.search(position, Limits(nodes=1000))
    assert sum(line.visits for line in result.lines) == 1000


def test_whole_games_with_a_kept_tree(case: Case):
    """Every move of a game from one engine: legal all the way."""
    engine = Engine(seed=2)
    position = case.start(seed=7)
    for _ in range(60):
        if position.is_over:
            break
        result = engine.search(position, Limits(nodes=40))
        assert {line.move for line in result.lines} == set(position.legal_moves)
        position.play(result.move)


def test_hidden_trees_follow_what_was_seen():
    engine = Engine(seed=1, algorithm="so_ismcts", early_stop=False)
    position = new_game("leduc_poker", seed=3)
    engine.search(position, Limits(nodes=2000))
    position.play("call")
    position.play("raise")
    result = engine.search(position, Limits(nodes=100))
    assert sum(line.visits for line in result.lines) > 100


def test_views_reuse_too():
    case = Case("hearts", 4)
    engine = Engine(seed=1, algorithm="so_ismcts", early_stop=False)
    position = decisions(case, 3)[-1]
    view = position.view(position.actor)
    engine.search(view, Limits(nodes=200))
    again = engine.search(view, Limits(nodes=200))
    assert sum(line.visits for line in again.lines) == 400
