"""games, perft, playout and bench: what they print is what is so."""

import io
import json
import sys
import tomllib
from pathlib import Path

import pytest

import armillary
from armillary.bench import cases, signature


def table(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


# ---- games --------------------------------------------------------------------------------

def test_games(run):
    done = run("games")
    assert done.status == 0
    assert [row[0] for row in table(done.out)] == armillary.game_names()


def test_games_with_options(run):
    done = run("games", "pig", "hearts")
    assert "--option winscore=100  (10 .. 1000)  points that win" in done.out
    assert "hearts" in done.out
    assert "connect_four" not in done.out


def test_games_for_programs(run):
    rows = [json.loads(line) for line in run("games", "--json").out.splitlines()]
    assert [row["name"] for row in rows] == armillary.game_names()
    for row in rows:
        game = armillary.game(row["name"])
        assert (row["min_seats"], row["max_seats"]) == (game.min_seats, game.max_seats)
        assert row["state_bytes"] == game.state_size
        assert ("hidden" in row["traits"]) == game.has_hidden
        assert [o["name"] for o in row["options"]] == [o.name for o in game.options]


# ---- perft --------------------------------------------------------------------------------

def test_perft(run):
    rows = table(run("perft", "tic_tac_toe", "--depth", "9").out)
    assert [int(row[2]) for row in rows] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448,
                                             127872]
    assert rows[-1][4] == "255168"


def test_perft_split(run):
    rows = table(run("perft", "connect_four", "--depth", "3", "--split").out)
    split = [row for row in rows if row[0] != "depth"]
    assert [row[0] for row in split] == list("abcdefg")
    assert sum(int(row[1]) for row in split) == 343


def test_perft_from_elsewhere(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    position = armillary.new_game("pig", 3, winscore=20)
    for move in ("roll", "~roll:4"):
        position.play(move)
    path = tmp_path / "here.json"
    path.write_text(position.to_json())
    by_moves = run("perft", "pig", "--depth", "3", "--seats", "3", "--option", "winscore=20",
                   "--moves", "roll ~roll:4")
    by_file = run("perft", "pig", "--depth", "3", "--position", str(path))
    monkeypatch.setattr(sys, "stdin", io.StringIO(position.to_json()))
    by_pipe = run("perft", "pig", "--depth", "3", "--position", "-")
    counts = [[row[2:5] for row in table(done.out)] for done in (by_moves, by_file, by_pipe)]
    assert counts[0] == counts[1] == counts[2]
    assert counts[0][0][0] == "2"


def test_a_position_brings_its_own_terms(run, tmp_path: Path):
    path = tmp_path / "here.json"
    path.write_text(armillary.new_game("pig", 3).to_json())
    done = run("perft", "pig", "--depth", "1", "--position", str(path), "--seats", "3")
    assert (done.status, "brings its own" in done.err) == (2, True)
    done = run("perft", "hearts", "--depth", "1", "--position", str(path))
    assert (done.status, "position of pig, not of hearts" in done.err) == (2, True)
    path.write_bytes(b"\xff\xfe")
    assert run("perft", "pig", "--depth", "1", "--position", str(path)).status == 2
    path.write_text("{")
    assert "not JSON" in run("perft", "pig", "--depth", "1", "--position", str(path)).err


# ---- playout ------------------------------------------------------------------------------

@pytest.mark.parametrize("game", ["tic_tac_toe", "kuhn_poker", "hearts"])
def test_playout(run, game: str):
    report = json.loads(run("playout", game, "--games", "3000", "--seed", "5", "--json").out)
    assert (report["game"], report["games"], report["seed"]) == (game, 3000, 5)
    assert sum(report["shares"]) == pytest.approx(1)
    assert len(report["shares"]) == len(report["scores"]) == report["seats"]
    length = report["length"]
    assert length["min"] <= length["median"] <= length["max"] <= armillary.game(game).max_plies
    assert report["branching"]["max"] <= armillary.game(game).max_moves
    assert report["plies_per_second"] > 0


def test_playout_agrees_with_what_is_known(run):
    """Random tic-tac-toe: the first seat wins 0.585 of the games, 0.288 are lost."""
    report = json.loads(run("playout", "tic_tac_toe", "--games", "200000", "--json").out)
    assert report["shares"][0] == pytest.approx(0.5849 + 0.1268 / 2, abs=0.005)
    assert report["branching"]["max"] == 9
    assert (report["length"]["min"], report["length"]["max"]) == (5, 9)


def test_playout_repeats_itself(run):
    reports = [json.loads(run("playout", "pig", "--games", "200", "--seed", seed, "--json").out)
               for seed in ("1", "1", "2")]
    for report in reports:
        del report["plies_per_second"], report["games_per_second"], report["seed"]
    assert reports[0] == reports[1] != reports[2]


def test_playout_for_people(run):
    text = run("playout", "kuhn_poker", "--seats", "3", "--games", "500").out
    assert text.startswith("kuhn_poker, 3 seats, 500 random games")
    for word in ("speed", "length", "branching", "win share", "score"):
        assert word in text


# ---- bench --------------------------------------------------------------------------------

def test_bench(run):
    rows = table(run("bench", "pig", "kuhn_poker").out)
    assert {row[0]: row[1] for row in rows[:-1]} == {
        case: signature(case) for case in cases(["pig", "kuhn_poker"])}
    assert rows[-1][0] == "all"


def test_bench_write_and_check(run, tmp_path: Path):
    path = tmp_path / "signatures.toml"
    assert run("bench", "--write", str(path)).status == 0
    stored = tomllib.loads(path.read_text())["signatures"]
    assert stored == {case: signature(case) for case in cases(armillary.game_names())}
    assert run("bench", "--check", str(path)).status == 0
    path.write_text(path.read_text().replace(stored["pig/2"], "0" * 16))
    done = run("bench", "pig", "--check", str(path))
    assert done.status == 1
    assert "was 0000000000000000" in done.out
    assert "1 of 4 signatures differ" in done.err
    path.write_text("[other]")
    assert run("bench", "pig", "--check", str(path)).status == 2
    assert "--write" in run("bench", "--write", str(tmp_path / "no" / "such.toml")).err
    assert "name none" in run("bench", "pig", "--write", str(path)).err
