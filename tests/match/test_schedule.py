"""The schedule: a pure function, fair to every seat and every engine."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from armillary import ArmillaryError
from armillary.match.config import MatchConfig
from armillary.match.schedule import Schedule, different_turns


def config(game: str = "template", seats: int = 4, engines: int = 2, **more: object) -> MatchConfig:
    rows = [{"name": "abcdefgh"[n], "nodes": 1, "options": {"algorithm": "random"}}
            for n in range(engines)]
    return MatchConfig.from_dict({"game": game, "seats": seats, "engines": rows, **more})


def test_a_block_puts_the_candidate_once_in_each_seat_on_one_seed() -> None:
    schedule = Schedule(config(blocks=7))
    assert schedule.games == 28
    for block in range(7):
        plans = [schedule.plan(n) for n in schedule.block_games(block)]
        assert [p.block for p in plans] == [block] * 4
        assert sorted(p.seats.index(0) for p in plans) == [0, 1, 2, 3]
        assert all(p.seats.count(0) == 1 for p in plans)
        assert len({p.seed for p in plans}) == 1
    assert len({schedule.plan(n).seed for n in range(28)}) == 7
    assert len({schedule.plan(n).player_seed(s) for n in range(28) for s in range(4)}) == 112


def test_the_schedule_is_the_same_in_every_process_and_depends_on_the_seed() -> None:
    plan = Schedule(config(seed=5)).plan(9)
    assert (plan.block, plan.seats, plan.seed) == (2, (1, 0, 1, 1), 8047482846795808)
    assert Schedule(config(seed=6)).plan(9).seed != plan.seed


@pytest.mark.parametrize(("seats", "engines", "lineups", "size"), [
    (2, 4, 6, 2), (3, 4, 4, 3), (4, 3, 6, 4), (2, 2, 1, 2)])
def test_round_robin_is_balanced(seats: int, engines: int, lineups: int, size: int) -> None:
    schedule = Schedule(config(seats=seats, engines=engines, tournament="round_robin",
                               blocks=lineups))
    assert len(schedule.lineups) == lineups
    assert schedule.games == lineups * size
    cells = Counter((engine, seat) for n in range(schedule.games)
                    for seat, engine in enumerate(schedule.plan(n).seats))
    assert len(set(cells.values())) == 1            # everybody as often in every seat
    assert len({schedule.plan(n).seed for n in range(schedule.games)}) == 1


def test_different_engines_meet_in_changing_order() -> None:
    schedule = Schedule(config(seats=3, engines=3, tournament="round_robin"))
    orders = {schedule.plan(3 * n).seats for n in range(40)}
    assert len(orders) == 6


def test_gauntlet_and_own_lineups() -> None:
    schedule = Schedule(config(seats=3, engines=3, tournament="gauntlet"))
    assert schedule.lineups == [(0, 1, 1), (0, 2, 2)]
    teams = Schedule(config(engines=2, lineups=[["a", "b", "a", "b"]], blocks=3))
    assert teams.games == 6
    assert [teams.plan(n).seats for n in teams.block_games(1)] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert different_turns((0, 1, 1, 1)) == 4


def test_mixed_block_sizes_are_numbered_without_gaps() -> None:
    schedule = Schedule(config(lineups=[["a", "b", "a", "b"], ["a", "b", "b", "b"]], blocks=5))
    numbers = [n for block in range(5) for n in schedule.block_games(block)]
    assert numbers == list(range(schedule.games))
    assert all(schedule.plan(n).block == block for block in range(5)
               for n in schedule.block_games(block))


def test_the_identity_leaves_out_only_the_length() -> None:
    base = config()
    assert base.identity == config(blocks=999).identity
    others = [config(seed=2), config(seats=3), config(engines=3, tournament="gauntlet"),
              config(sprt={"elo0": 0, "elo1": 5}), config(faults={"margin": 5})]
    assert len({base.identity, *(c.identity for c in others)}) == 6
    assert MatchConfig.from_dict(base.to_dict()) == base


@pytest.mark.parametrize(("change", "words"), [
    ({"gmae": "pig"}, "unknown entry 'gmae'"),
    ({"seats": 9}, "template is for"),
    ({"engines": 1}, "at least two engines"),
    ({"engines": 3}, "two engines"),
    ({"tournament": "cup"}, "'cup' is none of"),
    ({"lineups": [["a", "z", "a", "a"]]}, "does not name 4 engines"),
    ({"sprt": {"elo0": 5, "elo1": 0}}, "must be below"),
    ({"sprt": {"elo0": 5}}, "sprt: 'elo1' is missing"),
    ({"faults": {"margin": -1}}, "margin: -1"),
    ({"blocks": 0}, "blocks: 0"),
    ({"sprt": {"elo0": 0, "elo1": 1e9}}, "elo1 1000000000.0 is not within"),
    ({"sprt": {"elo0": float("nan"), "elo1": 5}}, "elo0 nan is not within"),
    ({"sprt": {"elo0": 0, "elo1": 5}, "lineups": [["b", "b", "b", "b"]]}, "both engines"),
    # What stands there is not even of the right kind.
    ({"game": 3}, "match: game 3 is not a text"),
    ({"seats": "4"}, "match: seats '4' is not a whole number"),
    ({"seed": 1.5}, "match: seed 1.5 is not a whole number"),
    ({"blocks": True}, "match: blocks True is not a whole number"),
    ({"options": 3}, "match: options 3 is not a table"),
    ({"options": {"seats": 3}}, "template has no option 'seats'"),
    ({"tournament": ["match"]}, "match: tournament .* is not a text"),
    ({"lineups": "abab"}, "match: lineups 'abab' is not a list"),
    ({"lineups": [["a", "b", 3, "b"]]}, "lineups: .* is not a list of texts"),
    ({"faults": 3}, "match: faults 3 is not a table"),
    ({"faults": {"margin": "5"}}, "faults: margin '5' is not a whole number"),
    ({"faults": {"check_keys": 1}}, "faults: check_keys 1 is not true or false"),
    ({"sprt": {"elo0": "0", "elo1": 5}}, "sprt: elo0 '0' is not a number"),
])
def test_mistakes_are_named(change: dict[str, object], words: str) -> None:
    with pytest.raises(ArmillaryError, match=words):
        config(**change)                                        # type: ignore[arg-type]


@pytest.mark.parametrize(("row", "words"), [
    ({"name": "a"}, "needs one of nodes"),
    ({"name": "a", "nodes": 0}, "nodes 0"),
    ({"name": "b", "nodes": 1}, "a name of its own"),
    ({"name": "a", "nodes": 1, "options": {"strenght": 3}}, "engine a: .*strenght"),
    ({"name": "a", "nodes": 1, "colour": "red"}, "unknown entry 'colour'"),
    ({"name": 3, "nodes": 1}, "engine 3: name 3 is not a text"),
    ({"name": "a", "nodes": "100"}, "engine a: nodes '100' is not a whole number"),
    ({"name": "a", "nodes": True}, "engine a: nodes True is not a whole number"),
    ({"name": "a", "nodes": 1, "increment": -1}, "engine a: increment -1 is below 0"),
    ({"name": "a", "nodes": 1, "options": 3}, "engine a: options 3 is not a table"),
    ({"name": "a", "nodes": 1, "command": "'x"}, "engine a: command .*quotation"),
    ({"name": "a", "nodes": 1, "command": " "}, "engine a: command is empty"),
    ({"name": "a", "nodes": 1, "command": ["x", 3]}, "engine a: command: .* not a list of texts"),
    ({"name": "a", "nodes": 1, "command": "x", "options": {"day": date(2026, 1, 2)}},
     "options: only texts"),
    ({"nodes": 1}, "engine : 'name' is missing"),
    ("a", "engine: 'a' is not a table"),
])
def test_mistakes_of_engines_are_named(row: object, words: str) -> None:
    with pytest.raises(ArmillaryError, match=words):
        MatchConfig.from_dict({"game": "pig", "engines": [row, {"name": "b", "nodes": 1}]})
