"""A real cluster of worker processes, one of which is killed: nothing lost, nothing twice."""

from __future__ import annotations

import os
import signal
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


def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("armillary.match.cluster.CONNECT", 0.2)
    with pytest.raises(ArmillaryError, match=r"--scheduler tcp://127.0.0.1:9: "):
        cluster_backend("tcp://127.0.0.1:9")(MatchConfig.from_dict({
            "game": "pig", "engines": [{"name": "a", "nodes": 1}, {"name": "b", "nodes": 1}]}))
