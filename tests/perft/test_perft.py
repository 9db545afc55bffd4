"""Perft: the counts of the tables, and what perft itself promises."""

import itertools

import pytest

import armillary
from armillary import ArmillaryError
from armillary_core.search.perft import perft
from helpers import Case, positions
from perft_tables import Table, tables


@pytest.mark.parametrize("table", tables(), ids=str)
def test_counts(table: Table):
    start = table.start()
    for depth, nodes, ends in table.counts:
        rows = perft(start, depth)
        assert [row[0] for row in rows] == start.legal_moves
        assert (sum(row[1] for row in rows), sum(row[2] for row in rows)) == (nodes, ends), (
            f"{table}, depth {depth}")


def test_the_published_counts_are_in_the_tables():
    """So that nobody mends a table to fit a bug."""
    found = {}
    for table in tables():
        if not table.moves and not table.options:
            found.setdefault(table.game, table.counts)
    assert [row[1] for row in found["connect_four"]] == [
        7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    ended = [row[2] for row in found["tic_tac_toe"]]
    assert [b - a for a, b in itertools.pairwise(ended)][3:] == [
        1440, 5328, 47952, 72576, 127872]
    assert ended[-1] == 255168
    assert found["kuhn_poker"][-1][2] == 30
    assert found["leduc_poker"][-1][2] == 5520


def test_perft_agrees_with_play(case: Case):
    """Two plies below a few positions, counted by playing them one by one."""
    for position in positions(case)[::6]:
        for move, nodes, ends in perft(position, 2)[:20]:
            child = position.copy()
            child.play(move)
            assert nodes == len(child.legal_moves)
            expected = child.is_over
            for reply in child.legal_moves:
                grandchild = child.copy()
                grandchild.play(reply)
                expected += grandchild.is_over
            assert ends == expected


def test_depth_is_bounded():
    start = armillary.new_game("tic_tac_toe")
    assert perft(start, 0) == []
    assert sum(row[1] for row in perft(start, 1000)) == 0, "no game is so long"
    for depth in (-1, 1001):
        with pytest.raises(ArmillaryError, match=f"a depth of {depth}"):
            perft(start, depth)
