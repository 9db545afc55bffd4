"""The runner: worker processes, kills at any moment, tests that stop a match, the commands."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from armillary import cli
from armillary.commands.match import build_config
from armillary.match.config import MatchConfig
from armillary.match.display import Lines, Table, duration, status
from armillary.match.page import _ratings, as_html
from armillary.match.records import read, read_games
from armillary.match.report import _lengths, as_text, report
from armillary.match.runner import Progress, run_match
from armillary.match.verify import verify
from armillary.match.workers import LocalWorkers, void_record

PIG = ["match", "--game", "pig", "--engine", "name=a", "nodes=1", "--engine", "name=b", "nodes=1"]


def config(game: str = "template", seats: int = 3, blocks: int = 6, nodes: int = 1,
           **more: Any) -> MatchConfig:
    engines = [{"name": "a", "nodes": nodes}, {"name": "b", "nodes": 1}]
    return MatchConfig.from_dict({"game": game, "seats": seats, "blocks": blocks,
                                  "engines": engines, **more})


def played(path: Path) -> list[tuple[Any, ...]]:
    """What must not depend on how a run went."""
    return [(g["id"], g["engines"], g["start"], g["moves"], g["shares"], g["key"])
            for g in read_games(path)]


def test_processes_play_what_one_would(tmp_path: Path) -> None:
    one = run_match(config(), tmp_path / "one.jsonl", 1)
    three = run_match(config(), tmp_path / "three.jsonl", 3)
    assert one.state == three.state == "finished"
    assert played(tmp_path / "one.jsonl") == played(tmp_path / "three.jsonl")
    assert len(read(tmp_path / "three.jsonl")[1]) == 18
    assert verify(tmp_path / "three.jsonl").problems == []
    assert one.ledger.means == pytest.approx(three.ledger.means)


def test_a_finished_match_is_not_played_again_and_can_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    run_match(config(blocks=2), path)
    data = path.read_bytes()
    assert run_match(config(blocks=2), path).played == 0
    assert path.read_bytes() == data
    assert run_match(config(blocks=3), path).played == 3
    assert path.read_bytes().startswith(data)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_stopped_runner_is_continued_and_leaves_no_process(
        number: signal.Signals, code: int, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(
        'game = "hearts"\nblocks = 20\n[[engine]]\nname = "a"\nnodes = 60\n'
        '[[engine]]\nname = "b"\nnodes = 60\n')
    path = tmp_path / "m.jsonl"
    words = [sys.executable, "-m", "armillary", "match", str(tmp_path / "m.toml"), "--quiet",
             "--concurrency", "2"]
    runner = subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL)
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert runner.poll() is None
        time.sleep(0.01)
    workers = children(runner.pid)
    runner.send_signal(number)
    assert runner.wait() == code
    assert len(workers) == 2
    wait_until(lambda: not any(alive(pid) for pid in workers))
    before = path.read_bytes().count(b"\n")
    assert before < 81, "killed too late to prove anything"
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    found = verify(path)
    assert (found.problems, found.games, found.complete) == ([], 80, 20)


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    class Killing(LocalWorkers):
        count = 0

        def submit(self, task: tuple[int, int]) -> None:
            super().submit(task)
            Killing.count += 1
            if Killing.count in (4, 9):
                self._workers[0].process.kill()
    run_match(config(), tmp_path / "m.jsonl", backend=lambda c: Killing(c, 2))
    run_match(config(), tmp_path / "calm.jsonl", 1)
    assert played(tmp_path / "m.jsonl") == played(tmp_path / "calm.jsonl")
    assert len(read(tmp_path / "m.jsonl")[1]) == 18


def test_a_game_that_kills_its_worker_is_given_up(tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.match.workers.DEPTH", 1)

    class Deadly(LocalWorkers):
        def submit(self, task: tuple[int, int]) -> None:
            if task[0] == 4:
                self._workers[0].tasks.append(task)
                self._workers[0].process.kill()
            else:
                super().submit(task)
    progress = run_match(config(), tmp_path / "m.jsonl", backend=lambda c: Deadly(c, 1))
    assert progress.ledger.void_blocks == 1
    assert len(progress.ledger.means) == 5
    assert verify(tmp_path / "m.jsonl").problems == []
    ends = {g["end"] for g in read_games(tmp_path / "m.jsonl")}
    assert ends == {"normal", "void:worker died (status -9)"}


def test_a_test_stops_the_match(tmp_path: Path) -> None:
    strong = config("connect_four", 2, 2000, 60, sprt={"elo0": 0, "elo1": 100})
    progress = run_match(strong, tmp_path / "m.jsonl", 2)
    assert (progress.state, progress.ledger.verdict) == ("decided", "elo1")
    assert progress.ledger.games_done < 1000
    data = report(tmp_path / "m.jsonl")
    assert data["sprt"]["verdict"] == "elo1"
    assert data["ratings"][0]["engine"] == "a"
    assert run_match(strong, tmp_path / "m.jsonl", 2).played == 0


def test_reports_say_the_same_in_three_forms(tmp_path: Path) -> None:
    engines = [{"name": f"<{n}>", "nodes": n} for n in (1, 8, 40)]
    both = MatchConfig.from_dict({"game": "hearts", "blocks": 12, "engines": engines,
                                  "tournament": "round_robin"})
    run_match(both, tmp_path / "m.jsonl", 2)
    data = json.loads(json.dumps(report(tmp_path / "m.jsonl"), allow_nan=False))
    assert {row["engine"] for row in data["ratings"]} == {"<1>", "<8>", "<40>"}
    assert sum(row["share"] for row in data["by_seat"].values() for row in [row["all"]]) \
        == pytest.approx(1)
    text, page = as_text(data), as_html(data)
    for row in data["ratings"]:
        assert f"{row['elo']:+.1f}" in text
        assert f"{row['elo']:+.1f}" in page
    pictures = re.findall("<svg.*?</svg>", page)
    assert len(pictures) == 3
    for picture in pictures:
        assert len(list(ElementTree.fromstring(picture))) >= 3
    assert "<40>" not in page
    assert "&lt;40&gt;" in page


@pytest.mark.parametrize(("low", "high"), [(5, 5), (88, 125), (1, 20), (3, 23), (10, 999)])
def test_bars_of_lengths_are_alike(low: int, high: int) -> None:
    games = [{"end": "normal", "by": "1" * n + "~"} for n in range(low, high + 1)]
    found = _lengths(games)["histogram"]
    widths = {b - a for a, b in itertools.pairwise(found["edges"])}
    assert len(widths) == 1
    assert len(found["counts"]) <= 20
    assert sum(found["counts"]) == len(games)
    assert set(found["counts"][:-1]) <= widths          # one game of each length
    assert found["edges"][0] == low


def test_pictures_hold_long_names() -> None:
    name = "nodes=100 algorithm=so_ismcts level=20"
    row = {"low": -10.0, "high": 10.0, "elo": 0.0}
    picture = ElementTree.fromstring(_ratings([{"engine": name, **row}, {"engine": "b", **row}]))
    titles = list(picture.iter("title"))
    assert [title.text for title in titles] == [name, "b"]
    # At 12 px a character takes at most about 6.4 px of the 140 to the left of the dots.
    assert [len(title.tail or "") for title in titles] == [22, 1]


def test_a_sweep_has_no_interval() -> None:
    from armillary.match.referee import Referee
    from armillary.match.report import summarise
    sweep = config("connect_four", 2, 1)
    judge = Referee(sweep)
    games = [judge.play(n) for n in range(2)]
    data = summarise({"config": sweep.to_dict(), "identity": "x", "versions": {}}, games)
    assert {row["low"] for row in data["ratings"]} == {None}
    json.dumps(data, allow_nan=False)
    assert "[     -,      -]" in as_text(data)
    picture = ElementTree.fromstring(re.findall("<svg.*?</svg>", as_html(data))[0])
    assert len(picture.findall("circle")) == 2
    assert len(picture.findall("line")) == 1            # the zero


def test_factions_have_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import armillary.games.template as notation
    from armillary.match.referee import Referee
    from armillary.match.report import summarise
    monkeypatch.setattr(notation, "factions", lambda p: ["red", "blue", "red"], raising=False)
    judge = Referee(config())
    head = {"config": config().to_dict(), "identity": "x", "versions": {}}
    data = summarise(head, [judge.play(n) for n in range(6)])
    assert set(data["by_faction"]) == {"red", "blue"}
    assert data["by_faction"]["red"]["all"]["seats"] == 12
    assert "faction" in as_text(data)
    # A game may end before everybody has chosen.
    monkeypatch.setattr(notation, "factions", lambda p: ["red", None, "blue"])
    assert judge.play(0)["factions"] == ["red", "-", "blue"]


# ---- What people see -------------------------------------------------------------------

def test_displays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = config(sprt={"elo0": 0, "elo1": 50})
    progress = run_match(match, tmp_path / "m.jsonl", 1)
    found = status(progress)
    assert found["games"] == found["games_total"] == 18
    assert found["state"] == "finished"
    for kind in (Lines, Table):
        screen = kind(tmp_path / "m.status.json", sys.stdout)
        screen.update(progress)
        screen.close(progress)
        text = capsys.readouterr().out
        assert "18/18 games" in " ".join(text.split())
        assert json.loads((tmp_path / "m.status.json").read_text())["games"] == 18
    assert [duration(s) for s in (7, 65, 7265)] == ["7s", "1m05s", "2h01m"]
    assert Progress(progress.ledger, tmp_path, time.monotonic()).seconds_left is None


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "m.jsonl")
    words = ["match", "--game", "kuhn_poker", "--seats", "3", "--engine", "name=a", "nodes=9",
             "--engine", "name=b", "nodes=1", "algorithm=flat", "--blocks", "4", "--out", path,
             "--concurrency", "1", "--html", str(tmp_path / "m.html")]
    assert cli.main(words) == 0
    assert "kuhn_poker, 3 seats, match: 12 games, 4 blocks" in capsys.readouterr().out
    assert (tmp_path / "m.html").read_text().startswith("<!doctype html>")
    assert cli.main(["record", "verify", path]) == 0
    assert "12 games" in capsys.readouterr().out
    for action in (["show"], ["show", "3"], ["replay", "3"], ["export"], ["report", "--json"]):
        assert cli.main(["record", action[0], path, *action[1:]]) == 0
        assert len(capsys.readouterr().out) > 100
    assert cli.main(["record", "show", path, "99"]) == 2
    assert "no game 99" in capsys.readouterr().err
    assert cli.main([*words, "--seed", "8"]) == 2
    assert "another configuration" in capsys.readouterr().err
    broken = Path(path).read_text().replace('"end":"normal"', '"end":"x"', 1)
    Path(path).write_text(broken.replace('"key":"', '"key":"f', 1))
    assert cli.main(["record", "verify", path]) == 1


def test_the_same_from_a_file_and_from_flags(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text("""
game = "pig"
seats = 3
seed = 5
blocks = 7
lineups = [["a", "b", "b"]]
options = { winscore = 20 }
[[engine]]
name = "a"
time = 1000
increment = 10
options = { level = 3, algorithm = "flat" }
[[engine]]
name = "b"
command = "armillary ugi"
movetime = 50
[sprt]
elo0 = 0
elo1 = 5.5
[faults]
margin = 20
check_keys = false
""")
    flags = ["--game", "pig", "--seats", "3", "--seed", "5", "--blocks", "7", "--lineup", "a", "b",
             "b", "--option", "winscore=20", "--engine", "name=a", "time=1000", "increment=10",
             "level=3", "algorithm=flat", "--engine", "name=b", "command=armillary ugi",
             "movetime=50", "--sprt", "elo0=0", "elo1=5.5", "--faults", "margin=20",
             "check_keys=false"]

    def read_words(*words: str) -> MatchConfig:
        found: MatchConfig = build_config(cli.build_parser(["match"]).parse_args(["match", *words]))
        return found
    one, two = read_words(str(tmp_path / "m.toml")), read_words(*flags)
    assert one == two
    assert one.identity == two.identity
    over = read_words(str(tmp_path / "m.toml"), "--faults", "margin=30", "--sprt", "elo1=9")
    assert (over.faults.margin, over.faults.check_keys) == (30, False)
    assert over.sprt is not None
    assert (over.sprt.elo0, over.sprt.elo1) == (0, 9)


@pytest.mark.parametrize(("words", "complaint"), [
    (["match"], "give a CONFIG.toml"),
    (["match", "--sprt", "elo0"], "--sprt elo0: expected NAME=VALUE"),
    ([*PIG, "--sprt", "elo0=x", "elo1=2"], "sprt: elo0 'x' is not a number"),
    ([*PIG, "--option", "name=3"], "pig has no option 'name'"),
    ([*PIG, "--out", "."], "--out .: is a folder"),
    ([*PIG, "--out", "/proc/version/m.jsonl"], "/proc/version: "),
    ([*PIG, "--html", "no/such/page.html"], "--html no/such/page.html: no such folder"),
    (["record", "verify", "m.jsonl", "3"], "takes no GAME"),
    (["record", "show", "m.jsonl", "--html", "m.html"], "neither --json nor --html"),
    (["match", "--game", "pig"], "two engines"),
    (["match", "--game", "pig", "--engine", "nodes"], "expected NAME=VALUE"),
    (["match", "--game", "pig", "--engine", "nodes=x"], "not a whole number"),
    (["match", "missing.toml"], "No such file"),
    (["record", "verify", "missing.jsonl"], "No such file"),
])
def test_mistakes_on_the_command_line(words: list[str], complaint: str,
                                      capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1


def test_void_records_verify(tmp_path: Path) -> None:
    from armillary.match.schedule import Schedule
    from armillary.match.verify import check_game
    record = void_record(config(), (5, 1), "no reason")
    assert check_game(record, Schedule(config()), config().start()) is None


# ---- Processes -------------------------------------------------------------------------

def children(pid: int) -> list[int]:
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()


def wait_until(holds: Any, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)
