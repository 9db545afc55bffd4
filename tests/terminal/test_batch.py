"""`armillary analyse --batch`: in order, resumable, and no line without a reply."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import pytest

from armillary import new_game
from terminal.driver import COMMAND, end

POSITIONS = [
    {"game": "tic_tac_toe", "id": "start"},
    {"game": "tic_tac_toe", "moves": "b2 a3", "nodes": 30},
    {"game": "connect_four", "moves": ["d", "d", "d"], "allow": ["a", "g"], "id": 7},
    {"game": "pig", "players": 3, "seed": 4, "moves": "roll roll"},
    {"game": "hearts", "players": 4, "seed": 9, "engine": {"seed": 5}},
    {"game": "kuhn_poker", "players": 2, "view": 1, "state": {"cards": ["K", "?"], "bets": ""}},
] * 2


def write(path: Path, lines: list[object]) -> str:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


def replies(text: str) -> list[dict]:
    """The replies without what the clock says."""
    found = [json.loads(line) for line in text.splitlines()]
    for reply in found:
        reply.get("stats", {}).pop("seconds", None)
    return found


def test_replies_come_in_order_whatever_the_workers(run, tmp_path):
    source = write(tmp_path / "in.jsonl", POSITIONS)
    words = ("analyse", "--batch", source, "--nodes", "60")
    alone = replies(run(*words).stdout)
    assert [reply["line"] for reply in alone] == list(range(1, len(POSITIONS) + 1))
    assert [reply["id"] for reply in alone] == [line.get("id") for line in POSITIONS]
    assert 30 <= alone[1]["stats"]["simulations"] < 60       # its own limit, not the default
    assert {line["move"] for line in alone[2]["lines"]} == {"a", "g"}
    pig = new_game("pig", 3, 4)
    for move in POSITIONS[3]["moves"].split():
        pig.play(move)
    assert alone[3]["turn"] == f"p{pig.actor + 1}"
    assert replies(run(*words, "--workers", "3").stdout) == alone
    piped = run("analyse", "--batch", "-", "--nodes", "60", typed=Path(source).read_text())
    assert replies(piped.stdout) == alone


@pytest.mark.parametrize("game", ["orion", "hearts"])
def test_a_position_of_a_batch_is_analysed_like_one_alone(game, run):
    """With what the game's module recommends, too; and an earlier query leaves nothing behind."""
    alone = run("analyse", game, "--seed", "3", "--nodes", "60", "--json").stdout
    queries = [{"game": game, "seed": 3, "engine": {"cutoff": 3, "level": 4}},
               {"game": game, "seed": 3}]
    typed = "".join(json.dumps(query) + "\n" for query in queries)
    done = run("analyse", "--batch", "-", "--nodes", "60", typed=typed)
    other, same = replies(done.stdout)
    (wanted,) = replies(alone)
    assert {key: same[key] for key in wanted} == wanted
    assert {key: other[key] for key in wanted} != wanted


def test_a_torn_output_is_continued(run, tmp_path):
    source = write(tmp_path / "in.jsonl", POSITIONS)
    words = ("analyse", "--batch", source, "--nodes", "60", "--out", "out.jsonl")
    run(*words)
    out = tmp_path / "out.jsonl"
    whole = out.read_text()
    lines = whole.splitlines(keepends=True)
    out.write_text("".join(lines[:4]) + lines[4][:50])
    run(*words)
    assert replies(out.read_text()) == replies(whole)
    assert out.read_text().startswith("".join(lines[:4]))       # done lines stay as they were
    run(*words)
    assert replies(out.read_text()) == replies(whole)           # nothing left to do


def test_killed_and_continued(run, environment, tmp_path):
    source = write(tmp_path / "in.jsonl", POSITIONS)
    words = ["analyse", "--batch", source, "--nodes", "4000", "--out", "out.jsonl"]
    out = tmp_path / "out.jsonl"
    child = subprocess.Popen([*COMMAND, *words], env=environment, cwd=tmp_path)
    try:
        while not (out.exists() and out.read_bytes().count(b"\n") >= 2):
            assert child.poll() is None or out.exists()
            time.sleep(0.005)
    finally:
        child.kill()
        child.wait()
    run(*words)
    full = replies(run(*words[:-2]).stdout)
    assert replies(out.read_text()) == full


def test_an_output_of_something_else_is_refused(run, refused, tmp_path):
    source = write(tmp_path / "in.jsonl", POSITIONS[:2])
    words = ("analyse", "--batch", source, "--out", "out.jsonl")
    run(*words, "--nodes", "10")
    before = (tmp_path / "out.jsonl").read_bytes()
    assert "other settings" in refused(*words, "--nodes", "11")
    write(tmp_path / "in.jsonl", POSITIONS[1:3])
    assert "another position" in refused(*words, "--nodes", "10")
    assert (tmp_path / "out.jsonl").read_bytes() == before
    (tmp_path / "out.jsonl").write_text("dear diary\n")
    assert "line 1 is no reply of a batch" in refused(*words)


BAD = [
    (b"dear diary", "not JSON"), (b"[1]", "a query is a JSON object"),
    (b"\xff\xfe", "can't decode"),
    (b"{}", '"game" is missing'), (b'{"game":"chess"}', "there is no game 'chess'"),
    (b'{"game":["pig"]}', "game"),
    (b'{"game":"pig"}' + b"[" * 100_000, "not JSON"), (b"[" * 100_000, "not JSON"),
    (b'{"game":"pig","seed":1,"depht":3}', "unknown key 'depht'"),
    (b'{"game":"pig","seed":"x"}', "seed"), (b'{"game":"pig","seed":-1}', "seed"),
    (b'{"game":"pig","seed":1,"players":99}', "players"),
    (b'{"game":"tic_tac_toe","players":3}', "tic_tac_toe is for"),
    (b'{"game":"kuhn_poker","view":1,"seed":3}', "a view has no seed"),
    (b'{"game":"pig","seed":1,"options":{"x":1}}', "pig has no option 'x'"),
    (b'{"game":"kuhn_poker"}', "chance decides here"),
    (b'{"game":"pig","moves":["hop"]}', "'hop' is not legal"),
    (b'{"game":"pig","moves":[1]}', "moves: must be a list of tokens"),
    (b'{"game":"pig","moves":7}', "moves: must be a list of tokens"),
    (b'{"game":"pig","nodes":0}', "nodes: must be a whole number"),
    (b'{"game":"pig","nodes":1e3}', "nodes: must be a whole number"),
    (b'{"game":"pig","movetime":NaN}', "movetime: must be seconds"),
    (b'{"game":"pig","movetime":-1}', "movetime: must be seconds"),
    (b'{"game":"pig","infinite":1}', "infinite: must be true or false"),
    (b'{"game":"pig","infinite":true}', "a batch must end"),
    (b'{"game":"pig","allow":["hop"]}', "allow: 'hop' is not legal"),
    (b'{"game":"pig","avoid":["roll","stop"]}', "leave no move to search"),
    (b'{"game":"pig","multipv":0}', "multipv"), (b'{"game":"pig","priority":"x"}', "priority"),
    (b'{"game":"pig","report_every":"x"}', "report_every"),
    (b'{"game":"pig","engine":[]}', "engine: must be an object"),
    (b'{"game":"pig","engine":{"colour":1}}', "the engine has no option 'colour'"),
    (b'{"game":"pig","engine":{"level":99}}', "option level"),
    (b'{"game":"pig","id":[1]}', "id: must be a text or a whole number"),
    (b'{"game":"pig","state":{}}', "pig"), (b'{"game":"pig","state":3}', "state"),
    (b'{"game":"tic_tac_toe","moves":"b2 a3 a1 b3 c3"}', "the game is over here"),
]


def test_a_bad_line_is_answered_in_its_place(environment, tmp_path):
    lines = [line for pair in BAD for line in (pair[0], b'{"game":"pig","id":"good"}')]
    (tmp_path / "in.jsonl").write_bytes(b"\n\n".join(lines))
    done = subprocess.run([*COMMAND, "analyse", "--batch", "in.jsonl", "--nodes", "4"],
                          capture_output=True, env=environment, cwd=tmp_path, timeout=100)
    assert done.returncode == 1
    told = done.stderr.decode()
    assert f"{len(BAD)} of {len(lines)} lines could not be analysed" in told
    assert told.count("\n") == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    for (line, problem), answer in zip(BAD, answers[::2], strict=True):
        assert problem in answer["error"], line[:80]
    assert all(answer["move"] in ("roll", "stop") for answer in answers[1::2])


def test_ids_of_any_characters_come_back(run):
    names = ["партия 1", "\u2028", "\ud800"]
    typed = "".join(json.dumps({"game": "pig", "id": name}) + "\n" for name in names)
    done = run("analyse", "--batch", "-", "--nodes", "4", typed=typed)
    assert [reply["id"] for reply in replies(done.stdout)] == names


def test_a_game_on_the_command_line_is_the_default_and_a_check(run):
    typed = '{"seed":1}\n{"game":"pig","seed":1}\n{"game":"hearts","seed":1}\n'
    done = run("analyse", "pig", "--batch", "-", "--nodes", "4", typed=typed, status=1)
    first, second, third = (json.loads(line) for line in done.stdout.splitlines())
    assert first["move"] == second["move"]
    assert third["error"] == "a position of hearts, not of pig"


def test_a_slow_pipe_gets_each_reply_at_once(environment, tmp_path):
    words = ["analyse", "--batch", "-", "--nodes", "4", "--workers", "2"]
    child = subprocess.Popen([*COMMAND, *words],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
                             cwd=tmp_path, text=True, bufsize=1)
    assert child.stdin
    assert child.stdout
    for number in range(1, 4):
        child.stdin.write('{"game":"pig","seed":1}\n')
        assert json.loads(child.stdout.readline())["line"] == number
    child.stdin.close()
    assert child.wait(60) == 0
    child.stdout.close()


@pytest.mark.parametrize("columns", [80, 120])
def test_progress_in_a_terminal(spawn, tmp_path, columns):
    source = write(tmp_path / "in.jsonl", POSITIONS * 3)
    child = spawn("analyse", "--batch", source, "--nodes", "3000", "--out", "out.jsonl",
                  columns=columns)
    child.expect(r"analyse.*\d+%")
    assert end(child) == 0
    assert (tmp_path / "out.jsonl").read_text().count("\n") == len(POSITIONS) * 3


def test_interrupted_it_ends_at_once(spawn, tmp_path):
    source = write(tmp_path / "in.jsonl", [{"game": "pig", "nodes": 9},
                                           {"game": "pig", "movetime": 600}])
    child = spawn("analyse", "--batch", source, "--workers", "2")
    child.expect('"line": 1')
    child.sendcontrol("c")
    assert end(child) == 130
    assert "Traceback" not in child.before
