"""A real cluster of worker processes, one of which is killed: nothing lost, nothing twice."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armillary import ArmillaryError
from armillary.match.cluster import ClusterWorkers, cluster_backend
from armillary.match.config import MatchConfig
from armillary.match.records import read, read_games
from armillary.match.runner import run_match
from armillary.match.verify import verify


@pytest.fixture
def cluster() -> Any:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                  dashboard_address=None) as found:
        yield found


def test_a_killed_machine_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    config = MatchConfig.from_dict({"game": "hearts", "blocks": 10, "engines": [
        {"name": "a", "nodes": 20}, {"name": "b", "nodes": 5}]})
    killed: list[int] = []

    class Killing(ClusterWorkers):
        def _take(self, task: Any, future: Any) -> Any:
            found = super()._take(task, future)
            if not killed and task[0] >= 6:
                killed.append(next(iter(self._client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)
            return found
    address = cluster.scheduler_address
    progress = run_match(config, tmp_path / "m.jsonl", backend=lambda c: Killing(c, address))
    assert killed
    assert progress.state == "finished"
    run_match(config, tmp_path / "calm.jsonl", 1)
    games = read(tmp_path / "m.jsonl")[1]
    assert sorted(g["id"] for g in games) == list(range(40))
    assert verify(tmp_path / "m.jsonl").problems == []
    same = [[(g["id"], g["moves"], g["shares"]) for g in read_games(tmp_path / name)]
            for name in ("m.jsonl", "calm.jsonl")]
    assert same[0] == same[1]


def test_a_scheduler_that_goes_away_is_an_end_with_a_reason(
        cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.match.cluster.CONNECT", 2.0)
    config = MatchConfig.from_dict({"game": "hearts", "blocks": 10, "engines": [
        {"name": "a", "nodes": 20}, {"name": "b", "nodes": 5}]})

    class Closing(ClusterWorkers):
        def _take(self, task: Any, future: Any) -> Any:
            found = super()._take(task, future)
            if task[0] == 6:
                cluster.close()
            return found
    address, path = cluster.scheduler_address, tmp_path / "m.jsonl"
    with pytest.raises(ArmillaryError, match="the scheduler is gone"):
        run_match(config, path, backend=lambda c: Closing(c, address))
    games = read(path)[1]
    assert 6 <= len(games) < 40
    assert {g["end"] for g in games} == {"normal"}          # nobody is blamed
    assert run_match(config, path).state == "finished"
    assert sorted(g["id"] for g in read(path)[1]) == list(range(40))


def programs(nodes: int) -> MatchConfig:
    ours = [sys.executable, "-m", "armillary", "ugi"]
    return MatchConfig.from_dict({"game": "connect_four", "blocks": 2, "engines": [
        {"name": "a", "nodes": nodes, "command": ours}, {"name": "b", "nodes": 1}],
        "faults": {"patience": 3000}})


def engines(cluster: Any) -> int:
    """How many processes the workers have started."""
    def count() -> int:
        return sum(len((task / "children").read_text().split())
                   for task in Path("/proc/self/task").iterdir())
    from distributed import Client
    with Client(cluster.scheduler_address) as client:
        return sum(client.run(count).values())


def test_programs_end_with_the_match(cluster: Any, tmp_path: Path) -> None:
    before = engines(cluster)
    progress = run_match(programs(1), tmp_path / "m.jsonl",
                         backend=cluster_backend(cluster.scheduler_address))
    assert progress.state == "finished"
    assert {g["end"] for g in read_games(tmp_path / "m.jsonl")} == {"normal"}
    assert engines(cluster) == before


def test_programs_end_with_a_match_that_is_ended_in_mid_game(cluster: Any) -> None:
    before = engines(cluster)
    workers = ClusterWorkers(programs(2**30), cluster.scheduler_address)
    workers.submit((0, 0))                      # a search without end
    wait_until(lambda: engines(cluster) > before)
    workers.close()
    wait_until(lambda: engines(cluster) == before)


def wait_until(holds: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("armillary.match.cluster.CONNECT", 0.2)
    with pytest.raises(ArmillaryError, match=r"--scheduler tcp://127.0.0.1:9: "):
        cluster_backend("tcp://127.0.0.1:9")(MatchConfig.from_dict({
            "game": "pig", "engines": [{"name": "a", "nodes": 1}, {"name": "b", "nodes": 1}]}))
