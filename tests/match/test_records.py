"""Record files: torn lines, foreign configurations, and verification that finds every change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armillary import ArmillaryError
from armillary.match.config import MatchConfig
from armillary.match.ledger import Ledger
from armillary.match.records import (
    RecordError,
    RecordFile,
    dumps,
    final_games,
    header,
    read,
    summary,
)
from armillary.match.referee import Referee
from armillary.match.verify import export, replay, verify


def config(**more: Any) -> MatchConfig:
    engines = [{"name": name, "nodes": 1, "options": {"algorithm": "random"}} for name in "ab"]
    return MatchConfig.from_dict({"game": "template", "seats": 3, "blocks": 4,
                                  "engines": engines, **more})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with seven games."""
    file = RecordFile(tmp_path / "match.jsonl", config())
    file.begin(header(config(), {"a": "1", "b": None}))
    judge = Referee(config())
    file.append([dumps(judge.play(n)) for n in range(7)])
    file.close()
    return file.path


def test_what_is_written_is_read(path: Path) -> None:
    head, games = read(path)
    assert head["versions"] == {"a": "1", "b": None}
    assert [game["id"] for game in games] == list(range(7))
    found = verify(path)
    assert found.problems == []
    assert (found.games, found.complete, found.partial) == (7, 2, 1)


def test_a_torn_line_is_dropped_wherever_it_is_torn(path: Path) -> None:
    data = path.read_bytes()
    last = data.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last + 1, last + 40, len(data) - 2, len(data) - 1):
        path.write_bytes(data[:cut])
        assert len(read(path)[1]) == 6
        file = RecordFile(path, config())
        assert len(file.games) == 6
        file.append([data[last:]])
        file.close()
        assert path.read_bytes() == data


def test_a_file_torn_in_its_header_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(b'{"format":1,"ident')
    file = RecordFile(path, config())
    assert file.head is None
    file.begin(header(config(), {}))
    file.close()
    assert read(path)[1] == []


def test_another_configuration_is_refused_and_changes_nothing(path: Path) -> None:
    data = path.read_bytes()
    with pytest.raises(RecordError, match=r"another configuration .*: seed differ"):
        RecordFile(path, config(seed=9))
    RecordFile(path, config(blocks=400)).close()
    assert path.read_bytes() == data


def test_other_rules_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.match.records.rules_hash", lambda config: "other")
    with pytest.raises(RecordError, match="other rules of the game"):
        RecordFile(path, config())


def test_one_runner_at_a_time(path: Path) -> None:
    file = RecordFile(path, config())
    with pytest.raises(RecordError, match="another runner"):
        RecordFile(path, config())
    file.close()
    RecordFile(path, config()).close()


def test_damage_in_the_middle_is_named(path: Path) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[3] = lines[3][:50]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(RecordError, match="line 4 is not JSON"):
        read(path)


@pytest.mark.parametrize(("line", "change", "kind"), [
    (0, {"versions": None}, "a header"), (0, {"config": []}, "a header"),
    (3, {"attempt": None}, "a game"), (3, {"id": "3"}, "a game"), (3, {"stats": 0}, "a game")])
def test_lines_of_another_kind_are_named(path: Path, line: int, change: dict[str, Any],
                                         kind: str) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[line] = json.dumps({**json.loads(lines[line]), **change}).encode()
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(RecordError, match=f"line {line + 1} is not {kind}"):
        read(path)


def swap(game: dict[str, Any]) -> None:
    tokens = game["moves"].split()
    game["moves"] = " ".join([tokens[1], tokens[0], *tokens[2:]])


@pytest.mark.parametrize(("change", "words"), [
    (lambda g: g.update(shares=g["shares"][::-1] if g["shares"] != g["shares"][::-1]
                        else [1, 0, 0]), "shares is"),
    (lambda g: g.update(scores=[9, 9, 9]), "scores is"),
    (lambda g: g.update(key="0" * 16), "key is"),
    (lambda g: g.update(engines=["b", "b", "b"]), "engines is"),
    (lambda g: g.update(start=g["start"] + "1"), "start is"),
    (lambda g: g.update(moves=g["moves"].rsplit(" ", 1)[0]), "."),
    (lambda g: g.update(by="1" + g["by"][1:]), "by is"),
    (lambda g: g.update(stats=[]), "stats"),
    (swap, "move 1 is"),
    (lambda g: g.update(id=1), "twice"),
    (lambda g: g.update(end="forfeit:time"), "end is"),
    (lambda g: g.update(void=True), "void is"),
    (lambda g: g.update(faults=[{"seat": 0, "engine": "z", "kind": "time"}]), "does not sit"),
    (lambda g: g.update(faults=[{"seat": 9, "engine": "a", "kind": "time"}]), "does not sit"),
    (lambda g: g.update(faults=[3]), "is no record"),
    (lambda g: g.update(factions=["red", "blue", "red"]), "factions is"),
    (lambda g: g.update(end="void:no reason", void=True), "not played"),
])
def test_verification_finds_every_change(path: Path, change: Callable[[dict[str, Any]], None],
                                         words: str) -> None:
    lines = path.read_bytes().split(b"\n")
    game = json.loads(lines[5])
    change(game)
    lines[5] = json.dumps(game).encode()
    path.write_bytes(b"\n".join(lines))
    problem, = verify(path).problems
    assert words == "." or words in problem


def test_replay_and_export(path: Path) -> None:
    head, games = read(path)
    steps = list(replay(games[2], config()))
    assert len(steps) == len(games[2]["moves"].split()) + 1
    assert f"{steps[-1][1].key:016x}" == games[2]["key"]
    text = "\n".join(export(head, games[:2]))
    assert text.count('[Game "template"]') == 2
    words = " ".join(line for line in text.split("\n") if not line.startswith("["))
    tokens = [w for w in words.split() if not w.rstrip(".").isdigit()]
    assert tokens == (games[0]["moves"] + " " + games[1]["moves"]).split()


# ---- The ledger ------------------------------------------------------------------------

def result(index: int, attempt: int = 0, share: float = 1.0, void: bool = False,
           faulty: tuple[str, ...] = ()) -> dict[str, Any]:
    seat = index % 3
    shares = [(1 - share) / 2] * 3
    shares[seat] = share
    return {"id": index, "attempt": attempt, "shares": shares, "ranks": [1, 1, 1], "void": void,
            "end": "normal", "faulty": list(faulty)}


def test_only_a_prefix_of_whole_blocks_is_judged() -> None:
    ledger = Ledger(config())
    for index in (3, 4, 5, 0, 2):
        ledger.add(result(index))
    assert (ledger.judged, ledger.means) == (0, [])
    ledger.add(result(1, share=0.4))
    assert ledger.judged == 2
    assert ledger.means == pytest.approx([0.8, 1.0])
    assert not ledger.add(result(1))                    # counted once


def test_a_void_block_is_replayed_whole_and_then_left_out() -> None:
    ledger = Ledger(config())
    tasks = [ledger.next_task() for _ in range(12)]
    assert tasks == [(n, 0) for n in range(12)]
    assert ledger.next_task() is None
    ledger.add(result(3, void=True, faulty=("a",)))
    for index in (4, 5):
        ledger.add(result(index))
    assert [ledger.next_task() for _ in range(4)] == [(3, 1), (4, 1), (5, 1), None]
    for index in (0, 1, 2):
        ledger.add(result(index))
    assert ledger.judged == 1
    for index in (3, 4, 5):
        ledger.add(result(index, 1, void=index == 4))
    assert (ledger.judged, len(ledger.means), ledger.void_blocks) == (2, 1, 1)
    assert ledger.tallies["a"].faults == 1


def test_a_ledger_fed_in_any_order_hands_out_the_rest() -> None:
    one, two = Ledger(config()), Ledger(config())
    games = [result(n, void=n == 4) for n in (0, 1, 3, 4, 5)] + [result(3, 1)]
    for game in games:
        one.add(game)
    for game in games:
        two.add(game)
    rest = [two.next_task() for _ in range(10)]
    assert rest == [one.next_task() for _ in range(10)]
    assert rest == [(4, 1), (5, 1), (2, 0), *[(n, 0) for n in range(6, 12)], None]
    two.give_back((7, 0))
    assert two.next_task() == (7, 0)


def test_an_engine_with_too_many_faults_is_out() -> None:
    ledger = Ledger(config(faults={"limit": 2, "replays": 0}))
    ledger.add(result(0, void=True, faulty=("b",)))
    assert ledger.out == []
    ledger.add(result(1, void=True, faulty=("b",)))
    assert ledger.out == ["b"]
    assert ledger.next_task() is None
    endless = Ledger(config(faults={"limit": 1}, blocks=10**9))
    endless.add(result(0, void=True, faulty=("b",)))
    assert endless.next_task() is None                  # and at once


def test_final_games_are_the_last_attempts(path: Path) -> None:
    games = read(path)[1]
    again = {**games[2], "attempt": 1}
    assert [g["attempt"] for g in final_games([again, *games])] == [0, 0, 1, 0, 0, 0, 0]
    assert summary(games[0])["void"] is False


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(ArmillaryError, match=r"nothing.jsonl: No such file"):
        read(tmp_path / "nothing.jsonl")
