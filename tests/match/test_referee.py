"""The referee: each seat sees its own view, every move is checked, faults are forfeits."""

from __future__ import annotations

import random
import time
from types import SimpleNamespace
from typing import Any

import pytest

import armillary
from armillary import Position
from armillary.match.config import EngineSpec, MatchConfig
from armillary.match.players import Choice, Clocks, EnginePlayer, Fault
from armillary.match.referee import Referee, settle
from armillary.match.schedule import Schedule
from armillary.match.verify import check_game
from armillary.position import Outcome


class Scripted:
    """Plays at random; does what its engine's name says when it comes to its third move."""

    now = 0.0                       # what the referee's watch shows

    def __init__(self, spec: EngineSpec, config: MatchConfig) -> None:
        self.name = spec.name
        self.rng = random.Random(1)
        self.moves = 0
        self.closed = 0

    def new_game(self, seed: int, start: str) -> None:
        self.rng.seed(seed)
        self.moves = 0
        if self.name == "startup":
            raise Fault("startup", "did not start", dead=True, stderr=["oh", "no"])

    def choose(self, position: Position, seat: int, clocks: Clocks | None) -> Choice:
        self.moves += 1
        if self.moves == 3:
            if self.name == "illegal":
                return "no:such", 1, 0.5, None
            if self.name == "crash":
                raise Fault("crash", "exit status 1", dead=True)
            if self.name == "slow":
                Scripted.now += 0.06
        return self.rng.choice(position.legal_moves), 7, 0.25, None

    def close(self) -> None:
        self.closed += 1


def referee(game: str, seats: int, first: str = "good", **limits: Any) -> Referee:
    limits = limits or {"nodes": 1}
    config = MatchConfig.from_dict({
        "game": game, "seats": seats, "faults": {"margin": 20},
        "engines": [{"name": first, **limits}, {"name": "base", **limits}]})
    return Referee(config, Scripted)


@pytest.mark.parametrize(("game", "seats"), [
    ("connect_four", 2), ("leduc_poker", 2), ("hearts", 4), ("template", 3), ("kuhn_poker", 3)])
def test_games_are_complete_and_verify(game: str, seats: int) -> None:
    judge = referee(game, seats)
    for index in range(6):
        record = judge.play(index)
        assert record["end"] == "normal"
        assert sum(record["shares"]) == pytest.approx(1)
        assert len(record["stats"]) == len(record["by"]) == len(record["moves"].split())
        assert check_game(record, judge.schedule, judge.start) is None
        assert judge.play(index)["moves"] == record["moves"]


@pytest.mark.parametrize(("kind", "limits"), [
    ("illegal", {}), ("crash", {}), ("startup", {}), ("slow", {"movetime": 10}),
    ("slow", {"time": 10, "increment": 5})])
@pytest.mark.parametrize(("game", "seats"), [("connect_four", 2), ("phantom_tic_tac_toe", 2),
                                             ("hearts", 4), ("pig", 2)])
def test_a_fault_forfeits_in_every_seat(kind: str, limits: dict[str, int], game: str, seats: int,
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    watch = SimpleNamespace(perf_counter=lambda: Scripted.now, time=time.time)
    monkeypatch.setattr("armillary.match.referee.time", watch)
    judge = referee(game, seats, kind, **limits)
    for index in range(seats):
        record = judge.play(index)
        guilty = record["engines"].index(kind)
        assert guilty == index
        assert record["end"] == f"forfeit:{'time' if kind == 'slow' else kind}"
        fault, = record["faults"]
        assert (fault["seat"], fault["engine"]) == (guilty, kind)
        assert record["shares"][guilty] == 0
        assert record["ranks"][guilty] == seats
        assert sum(record["shares"]) == pytest.approx(1)
        assert record["void"] == (seats > 2)
        assert (record["scores"] is None) == (seats == 2)       # larger tables play on
        assert check_game(record, judge.schedule, judge.start) is None
    if kind == "illegal":
        assert "'no:such' is not legal for" in fault["text"]
        assert "legal: " in fault["text"]
    if kind == "startup":
        assert fault["stderr"] == ["oh", "no"]


def test_a_dead_player_is_replaced_and_a_living_one_kept() -> None:
    judge = referee("connect_four", 2, "crash")
    judge.play(0)
    assert list(judge._players) == [(1, 0)]
    kept = judge._players[1, 0]
    judge.play(1)
    assert judge._players[1, 0] is kept
    judge.close()
    assert kept.closed == 1                                     # type: ignore[attr-defined]


def test_engines_are_shown_nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    search = armillary.Engine.search

    def spy(self: Any, position: Position, *rest: Any) -> Any:
        seen.append(position)
        return search(self, position, *rest)
    monkeypatch.setattr(armillary.Engine, "search", spy)
    config = MatchConfig.from_dict({"game": "hearts", "engines": [
        {"name": "a", "nodes": 1}, {"name": "b", "nodes": 1}]})
    Referee(config).play(0)
    assert len(seen) > 30
    for position in seen:
        assert position.view_of == position.actor
        assert position.seed_state is None
        assert position.moves == []
        assert position == position.view(position.actor)


def test_an_engine_that_raises_is_a_fault() -> None:
    player = EnginePlayer(EngineSpec("a", nodes=1))
    with pytest.raises(Fault, match="has to move") as caught:
        player.choose(armillary.new_game("leduc_poker"), 0, None)
    assert caught.value.dead


def test_engines_on_a_clock_are_told_of_it() -> None:
    specs = [EngineSpec("a", time=60_000, increment=500), EngineSpec("b", nodes=3)]
    clocks = Clocks.start(specs)
    assert clocks is not None
    limits = clocks.limits(specs[0].limits)
    assert (limits.clock, limits.increment) == ({0: 60.0}, {0: 0.5})
    assert Clocks.start(specs[1:]) is None


@pytest.mark.parametrize(("lost", "shares", "ranks"), [
    ([], [0.6, 0.3, 0.1], [1, 2, 3]),
    ([0], [0, 0.75, 0.25], [3, 1, 2]),
    ([1, 0], [0, 0, 1], [2, 2, 1]),
    ([0, 1, 2], [1 / 3] * 3, [1, 1, 1]),
])
def test_settling(lost: list[int], shares: list[float], ranks: list[int]) -> None:
    found = settle(Outcome((0.6, 0.3, 0.1), (3, 2, 1)), 3, lost)
    assert found[0] == pytest.approx(shares)
    assert found[1] == ranks


def test_common_seeds_deal_the_same_cards() -> None:
    judge = referee("hearts", 4)
    deals = {" ".join(t for t in judge.play(n)["moves"].split() if t[0] == "~") for n in range(4)}
    assert len(deals) == 1
    assert Schedule(judge.config).plan(4).seed != Schedule(judge.config).plan(3).seed
