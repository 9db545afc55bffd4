"""Programs as players: fair ones play, faulty ones forfeit, and none is left behind."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from armillary.match.config import MatchConfig
from armillary.match.page import as_html
from armillary.match.players import Fault
from armillary.match.records import read, read_games
from armillary.match.referee import Referee, make_player
from armillary.match.report import as_text, report
from armillary.match.runner import run_match
from armillary.match.verify import check_game, verify
from match.faulty_engine import VERDICTS

FAULTY = Path(__file__).with_name("faulty_engine.py")
OURS = [sys.executable, "-m", "armillary", "ugi"]


def config(command: list[str], game: str, seats: int | None = None, **more: Any) -> MatchConfig:
    terms = {"blocks": 1, **more}
    return MatchConfig.from_dict({
        "game": game, **({"seats": seats} if seats else {}), **terms,
        "engines": [{"name": "program", "command": command, "nodes": 3},
                    {"name": "base", "nodes": 1}]})


@pytest.fixture(autouse=True)
def nothing_left() -> Any:
    """No process of ours and no open file may survive a test."""
    before, files = children(), len(os.listdir("/proc/self/fd"))
    yield
    deadline = time.monotonic() + 10
    while set(children()) - set(before):
        assert time.monotonic() < deadline, "a process was left behind"
        time.sleep(0.02)
    assert len(os.listdir("/proc/self/fd")) <= files


def children() -> list[str]:
    found = []
    for task in Path("/proc/self/task").iterdir():
        found += (task / "children").read_text().split()
    return found


@pytest.mark.parametrize(("game", "seats"), [
    ("connect_four", 2), ("hearts", 4), ("leduc_poker", 2), ("phantom_tic_tac_toe", 2),
    ("template", 3), ("pig", 2)])
def test_our_own_program_plays_every_kind_of_game(game: str, seats: int) -> None:
    judge = Referee(config(OURS, game, seats))
    try:
        for index in range(seats):
            record = judge.play(index)
            assert record["end"] == "normal", record.get("faults")
            assert check_game(record, judge.schedule, judge.start) is None
            assert record == {**judge.play(index), "at": record["at"], "stats": record["stats"]}
    finally:
        judge.close()


def test_a_program_plays_like_the_same_engine_in_process() -> None:
    both = [Referee(MatchConfig.from_dict({"game": "connect_four", "engines": [
        {"name": "a", "nodes": 40, **kind}, {"name": "b", "nodes": 40}]}))
        for kind in ({}, {"command": OURS})]
    try:
        one, two = (judge.play(0)["moves"] for judge in both)
        assert one == two
    finally:
        for judge in both:
            judge.close()


def test_a_program_is_told_no_more_than_its_seat_saw(tmp_path: Path) -> None:
    log = tmp_path / "told"
    script = f"tee {shlex.quote(str(log))} | {shlex.join(OURS)}"
    judge = Referee(config(["sh", "-c", script], "leduc_poker"))
    try:
        records = [judge.play(index) for index in range(6)]
    finally:
        judge.close()
    games = log.read_text().split("uginewgame")[1:]
    assert len(games) == 6
    for record, told in zip(records, games, strict=True):
        seat = record["engines"].index("program")
        own, other = (next(t for t in record["moves"].split() if t.startswith(f"~deal:p{n}:"))
                      for n in (seat + 1, 2 - seat))
        assert own in told
        assert other not in told
        assert "?" in told
        assert "seed=" not in told
    assert {record["end"] for record in records} == {"normal"}


PLAIN = """
import sys
moves = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("id name plain 1\\nugiok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        assert words[1] == "startpos", line
        moves = [w for w in words[2:] if w != "moves"]
    elif words[:1] == ["go"]:
        assert words == ["go", "nodes", "3"], line
        print("bestmove", next(c for c in "dcebfag" if moves.count(c) < 6), flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def test_a_plain_engine_needs_no_more_than_plain_ugi(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(PLAIN)
    judge = Referee(config([sys.executable, str(tmp_path / "plain.py")], "connect_four"))
    try:
        for index in range(4):
            record = judge.play(index)
            assert record["end"] == "normal", record.get("faults")
            assert check_game(record, judge.schedule, judge.start) is None
            assert "d" in record["moves"].split()[:2]
    finally:
        judge.close()


@pytest.mark.parametrize("kind", VERDICTS)
@pytest.mark.parametrize(("game", "seats"), [("leduc_poker", 2), ("template", 3)])
def test_faults_are_forfeits(kind: str, game: str, seats: int) -> None:
    patience = {"patience": 200, "margin": 50} if VERDICTS[kind] == "time" else {}
    startup = {"startup": 700} if kind == "mute" else {}
    judge = Referee(config([sys.executable, str(FAULTY), kind], game, seats,
                           faults={**patience, **startup}))
    try:
        for index in (0, 1) if seats == 2 else (1,):
            record = judge.play(index)
            assert record["end"] == f"forfeit:{VERDICTS[kind]}", record["faults"]
            fault, = record["faults"]
            assert fault["engine"] == "program"
            assert fault["seat"] == record["engines"].index("program") == index
            assert record["shares"][index] == 0
            if kind in ("hang", "crash", "flood", "slow"):
                assert f"about to {kind}" in fault["stderr"]
                assert fault["dead"]
            if kind == "exit":
                assert fault["stderr"] == ["cannot find my book"]
            assert check_game(record, judge.schedule, judge.start) is None
    finally:
        judge.close()


def test_an_engine_that_is_late_but_heeds_stop_is_kept() -> None:
    # No limit of its own ends this search: only `stop` does.
    judge = Referee(MatchConfig.from_dict({
        "game": "connect_four", "faults": {"patience": 300, "margin": 5000},
        "engines": [{"name": "a", "nodes": 2**30, "command": OURS},
                    {"name": "b", "nodes": 1}]}))
    try:
        fault, = judge.play(0)["faults"]
        assert (fault["kind"], fault["dead"]) == ("time", False)
        assert "it came after stop" in fault["text"]
        assert (0, 0) in judge._players
    finally:
        judge.close()


def test_a_command_that_does_not_exist() -> None:
    judge = Referee(config(["/no/such/engine"], "connect_four"))
    fault, = judge.play(0)["faults"]
    judge.close()
    assert fault["kind"] == "startup"
    assert "No such file" in fault["text"]


def test_an_engine_without_the_option_is_told_so() -> None:
    both = MatchConfig.from_dict({"game": "pig", "engines": [
        {"name": "a", "nodes": 1, "command": OURS, "options": {"Colour": "red"}},
        {"name": "b", "nodes": 1}]})
    player = make_player(both.engines[0], both)
    with pytest.raises(Fault, match="no option 'Colour'"):
        player.new_game(1, "game=pig;players=2")
    player.close()


def test_grandchildren_end_too() -> None:
    script = f"sleep 600 & exec {shlex.join(OURS)}"
    judge = Referee(config(["sh", "-c", script], "connect_four"))
    judge.play(0)
    group = judge._players[0, 0]._engine.process.pid            # type: ignore[attr-defined]
    assert members(group)
    judge.close()
    deadline = time.monotonic() + 10
    while members(group):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def members(group: int) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                found.append(entry.name)
    return found


def test_a_match_of_programs_with_a_bad_one(tmp_path: Path) -> None:
    bad = config([sys.executable, str(FAULTY), "crash", "3"], "template", 3, blocks=3,
                 faults={"replays": 1, "limit": 100})
    progress = run_match(bad, tmp_path / "m.jsonl", 2)
    assert progress.state == "finished"
    assert progress.ledger.tallies["program"].faults > 0
    assert progress.ledger.tallies["base"].faults == 0
    assert progress.ledger.void_blocks + len(progress.ledger.means) == 3
    assert verify(tmp_path / "m.jsonl").problems == []
    attempts = [g["attempt"] for g in read(tmp_path / "m.jsonl")[1]]
    assert attempts.count(1) == 3 * progress.ledger.replayed
    head = read(tmp_path / "m.jsonl")[0]
    assert head["versions"]["program"].startswith("Armillary ")


def test_an_engine_that_never_starts_is_out(tmp_path: Path) -> None:
    bad = config([sys.executable, str(FAULTY), "exit"], "connect_four", blocks=50,
                 faults={"limit": 5})
    progress = run_match(bad, tmp_path / "m.jsonl", 1)
    assert progress.state == "out"
    assert progress.ledger.out == ["program"]
    games = read_games(tmp_path / "m.jsonl")
    assert 5 <= len(games) <= 7
    assert {g["end"] for g in games} == {"forfeit:startup"}
    assert read(tmp_path / "m.jsonl")[0]["versions"]["program"] is None
    data = report(tmp_path / "m.jsonl")
    for said in (as_text(data), as_html(data)):
        assert "the engine has ended (status 1); it said: cannot find my book" in said


def test_the_others_play_on_without_an_engine_that_is_out(tmp_path: Path) -> None:
    gauntlet = MatchConfig.from_dict({
        "game": "kuhn_poker", "tournament": "gauntlet", "blocks": 20, "faults": {"limit": 3},
        "engines": [{"name": "first", "nodes": 1}, {"name": "good", "nodes": 1},
                    {"name": "bad", "nodes": 1, "command": [sys.executable, str(FAULTY), "exit"]}]})
    progress = run_match(gauntlet, tmp_path / "m.jsonl", 1)
    assert (progress.state, progress.ledger.out) == ("out", ["bad"])
    met = [g for g in read_games(tmp_path / "m.jsonl") if "good" in g["engines"]]
    assert len(met) == 20                               # all of its ten blocks
    assert run_match(gauntlet, tmp_path / "m.jsonl", 1).state == "out"
