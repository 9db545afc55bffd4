"""Tuning finds the better setting, and a killed search ends as an undisturbed one would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from armillary import ArmillaryError, cli
from armillary.match.config import MatchConfig
from armillary.match.records import read_games
from armillary.match.runner import Progress, run_match
from armillary.match.tune import TuneConfig, as_dict, as_text, tune


def config(**more: Any) -> TuneConfig:
    return TuneConfig.from_dict({
        "game": "connect_four", "candidates": 4, "blocks": 4, "elo1": 200, "confirm": 60,
        "base": {"nodes": 20, "options": {"algorithm": "random"}},
        "option": [{"name": "algorithm", "choices": ["random", "flat"]},
                   {"name": "level", "low": 19, "high": 20}], **more})


def test_a_killed_search_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    calm = tune(config(), tmp_path / "calm")

    class Stop(Exception):
        pass
    left = 3

    def play(match: MatchConfig, path: Path) -> Progress:
        nonlocal left
        if left == 0:
            raise Stop
        left -= 1
        return run_match(match, path, 1)
    for _ in range(2):
        with pytest.raises(Stop):
            tune(config(), tmp_path / "killed", play=play)
        left = 6
    found = tune(config(), tmp_path / "killed")
    assert as_dict(found) == as_dict(calm)
    assert [c.rungs for c in found.candidates].count(1) == 2
    assert found.best.rungs == 3
    assert found.best.found is not None
    assert found.best.found.blocks == 16
    for number in range(4):
        name = f"candidate-{number:03}.jsonl"
        both = [[(g["id"], g["moves"]) for g in read_games(tmp_path / run / name)]
                for run in ("calm", "killed")]
        assert both[0] == both[1]
    assert "on fresh seeds" in as_text(found)


def test_another_configuration_is_refused(tmp_path: Path) -> None:
    from armillary.match.tune import claim
    claim(tmp_path, config())
    claim(tmp_path, config(confirm=9))
    with pytest.raises(ArmillaryError, match="another configuration"):
        claim(tmp_path, config(seed=5))
    (tmp_path / "tune.json").write_text("[")
    with pytest.raises(ArmillaryError, match=r"tune\.json is not what a search writes"):
        claim(tmp_path, config())


def test_settings_are_distinct_and_within_bounds() -> None:
    many = config(candidates=30, option=[
        {"name": "nodes", "low": 10, "high": 1000, "scale": "log"},
        {"name": "seed", "low": 1, "high": 9}])
    found = many.settings()
    assert len(found) == 30
    assert found == many.settings()
    assert all(10 <= s["nodes"] <= 1000 and isinstance(s["nodes"], int) for s in found)
    assert sum(s["nodes"] < 100 for s in found) > 8         # half of a log scale
    assert len(config().settings()) == 4                     # no more than there are


@pytest.mark.parametrize(("change", "words"), [
    ({"option": [{"name": "level"}]}, "needs choices, or low < high"),
    ({"option": [{"name": "level", "low": 0, "high": 5, "scale": "log"}]}, "log scale"),
    ({"option": [{"name": "level", "lowest": 0}]}, "option: unknown entry 'lowest'"),
    ({"option": [{"low": 0, "high": 1}]}, "has no name"),
    ({"option": [{"name": "level", "low": 1, "high": "9"}]}, "option: high '9' is not a number"),
    ({"option": [{"name": "level", "low": 1, "high": 9, "scale": "Log"}]}, "scale 'Log'"),
    ({"option": [{"name": "level", "low": 1, "high": 90}]}, "engine tuned: option level"),
    ({"option": {"name": "level"}}, "tune: option .* is not a list"),
    ({"option": ["level"]}, "option: 'level' is not a table"),
    ({"option": []}, "no option to tune"),
    ({"base": {"nodes": 0}}, "engine tuned: nodes 0"),
    ({"base": {"nodes": 5, "options": 3}}, "base: options 3 is not a table"),
    ({"elo1": -5}, "must be below"),
    ({"candidates": "16"}, "tune: candidates '16' is not a whole number"),
    ({"candidates": 1}, "from 2"),
    ({"rungs": 1}, "unknown entry 'rungs'"),
])
def test_mistakes_are_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ArmillaryError, match=words):
        config(**change)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.toml").write_text(
        'candidates = 2\nblocks = 2\nconfirm = 3\n[base]\nnodes = 5\n'
        '[[option]]\nname = "level"\nlow = 1\nhigh = 20\n')
    assert cli.main(["tune", "kuhn_poker", str(tmp_path / "t.toml"), "--concurrency", "1"]) == 0
    assert "kuhn_poker: 2 settings against the base" in capsys.readouterr().out
    assert (tmp_path / "t" / "report.json").exists()
