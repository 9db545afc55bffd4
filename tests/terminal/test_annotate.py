"""`armillary annotate`: the right turning points, and a page that stands alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from armillary import Engine, Limits, new_game
from armillary.terminal.annotation import Annotation, count_decisions, decisions
from armillary.terminal.picture import picture
from armillary.terminal.records import read_record
from armillary.terminal.report import report
from armillary.terminal.session import Session, Settings
from terminal.driver import COMMAND, end

# p2 leaves the column open, at the sixth move; p1 wins with the seventh.
BLUNDER = "d a d a d b d"


def saved(path: Path, tokens: str, game: str = "connect_four", seed: int = 1) -> Path:
    session = Session({"game": game, "seed": seed}, 0, Settings(), path)
    for token in tokens.split():
        session.play(token)
    session.save()
    return path


def match_line(number: int, tokens: str, **more: object) -> str:
    return json.dumps({"id": number, "attempt": 0, "engines": ["alpha", "beta <b>"],
                       "moves": tokens, "start": "game=connect_four;players=2;seed=5",
                       "shares": [1.0, 0.0], "scores": [1.0, -1.0], "end": "normal", **more}) + "\n"


def annotate(path: Path, nodes: int = 1500) -> Annotation:
    record = read_record(path, None)
    return Annotation(record, tuple(decisions(record, Engine(seed=1), Limits(nodes=nodes))))


def test_the_blunder_is_found_with_what_was_better(tmp_path):
    found = annotate(saved(tmp_path / "g.json", BLUNDER))
    assert count_decisions(found.record) == len(found.decisions) == 7
    worst = found.mistakes()[0]
    assert (worst.ply, worst.seat) == (5, 1)
    assert str(worst.played.move) == "b"
    assert str(worst.best[0].move) == "d"
    assert worst.loss > 2 * worst.error
    assert any(turn.before.ply == 5 for turn in found.turns())
    page = report(found, "1500 simulations each")
    assert re.search(r"p2, the engine gave away \d+\.\d\s% by <code>b</code>; "
                     r"better was <code>d</code>", page)


class Strict(HTMLParser):
    """Every element that is opened is closed, in order; nothing comes from elsewhere."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.targets: set[str] = set()

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        for key, value in attrs:
            assert key not in ("src", "onload", "onclick")
            if key == "id":
                self.ids.add(value)
            if key == "href":
                assert value.startswith("#")
                self.targets.add(value[1:])
        assert tag not in ("script", "link", "img", "iframe")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize(("game", "seats"), [("connect_four", 2), ("hearts", 4), ("pig", 3),
                                             ("kuhn_poker", 2)])
def test_the_page_is_whole_and_stands_alone(game, seats, tmp_path):
    start = {"game": game, "players": seats, "seed": 2, "options":
             {"winscore": 10} if game == "pig" else {}}
    session = Session(start, 0, Settings(), tmp_path / "g.json")
    while not session.position.is_over:
        session.play(session.position.legal_moves[-1])
    session.save()
    found = annotate(session.path, 20)
    page = report(found, "20 simulations each")
    parser = Strict()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert parser.targets <= parser.ids
    assert "url(" not in page
    drawing = ET.fromstring(picture(found))
    lines = [line.get("points").split() for line in drawing.iter("polyline")]
    assert len(lines) == seats
    height = float(drawing.get("viewBox").split()[3])
    for line in lines:
        across = [float(point.split(",")[0]) for point in line]
        assert across == sorted(across)
        assert all(0 <= float(point.split(",")[1]) <= height for point in line)
    for line, share in zip(found.lines(), session.position.outcome.shares, strict=True):
        assert line[-1].share == share
        assert line[-1].ply == len(found.record.tokens)
    if found.record.start.game.has_hidden:
        assert all(point.decision is None or point.decision.seat == seat
                   for seat, line in enumerate(found.lines()) for point in line)


def test_a_match_record(run, refused, tmp_path):
    (tmp_path / "match.jsonl").write_text(
        '{"format":1,"config":{}}\n' + match_line(0, "d d") + match_line(17, BLUNDER)
        + match_line(17, BLUNDER, attempt=1) + '{"id":18,"sta')
    assert "choose a game with --game ID; ids: 0, 17" in refused("annotate", "match.jsonl")
    assert "there is no game '5'" in refused("annotate", "match.jsonl", "--game", "5")
    out = run("annotate", "match.jsonl", "--game", "17", "--nodes", "50", "--out", "x.html").stdout
    assert out.startswith("x.html: 7 decisions, ")
    page = (tmp_path / "x.html").read_text()
    assert "match, game 17" in page
    assert "p1, alpha" in page
    assert "p2, beta &lt;b&gt;" in page
    assert not re.search(r"<b>(?!\d)", page)


def test_a_game_ended_by_forfeit_keeps_the_recorded_result(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text(match_line(3, "d d d", shares=[0.0, 1.0], scores=None, end="illegal: p1"))
    record = read_record(path, None)
    assert record.outcome.shares == (0.0, 1.0)
    assert "Ended: illegal: p1" in report(annotate(path, 20), "little")


def test_chance_is_taken_from_the_record_or_else_from_the_seed(tmp_path):
    game = new_game("pig", 2, 5)
    for token in ("roll", "roll", "stop", "roll"):
        game.play(token)
    full = [str(move) for move in game.moves]
    records = []
    for tokens in (full, [token for token in full if token[0] != "~"], " ".join(full)):
        path = tmp_path / "match.jsonl"
        path.write_text(json.dumps({"id": 1, "start": "game=pig;players=2;seed=5",
                                    "tokens": tokens}) + "\n")
        records.append(read_record(path, "1"))
    # Of a list without outcomes the last one is nobody's business.
    assert records[0].tokens == records[2].tokens == tuple(full)
    assert records[1].tokens == tuple(full)[:len(records[1].tokens)]
    assert len(records[1].tokens) >= len(full) - 1
    assert records[0].outcome is None
    assert "The game was not finished." in report(annotate(path, 4), "little")


@pytest.mark.parametrize("start", [
    "game=connect_four;players=2;teams=1/2", '{"game":"connect_four","teams":"2/1","rules":1}',
    {"game": "connect_four", "chance": 1}])
def test_a_record_may_begin_with_any_start(start, tmp_path):
    """With all that a referee may write into one."""
    path = tmp_path / "match.jsonl"
    path.write_text(match_line(1, "d d", start=start))
    assert read_record(path, None).tokens == ("d", "d")


@pytest.mark.parametrize(("text", "sentence"), [
    ("", "neither a saved game nor a record"), ("dear diary", "neither a saved game"),
    ("[1]\n3\n", "neither a saved game"), ('{"id":1,"start":"game=pig"}', "neither a saved game"),
    (match_line(1, "d z"), "move 2: 'z' is not legal"),
    (match_line(1, "d", start="game=chess"), "there is no game 'chess'"),
    (match_line(1, "d", start="pig"), "START: pig: expected key=value"),
    (match_line(1, "d", start="players=2"), "START: names no game"),
    (match_line(1, "d", start="game=connect_four;chance=99"), "this is version 1"),
    (match_line(1, "d", start={"game": "connect_four", "rules": 99}), "this is version 1"),
    (match_line(1, "d", start=7), "neither a text nor an object"),
    (match_line(1, "d", start='{"game"'), "START: not JSON"),
    (match_line(1, "d", engines=["a"]), "1 players for 2 seats"),
    (match_line(1, "d", shares=["x"]), "broken record"),
    (match_line(1, "d", shares=[1.0]), "not those of 2 seats"),
    (match_line(1, ""), "nobody had anything to decide"),
    (json.dumps({"format": "armillary game 1"}), "broken record"),
    (json.dumps({"format": "armillary game 1", "human": 9, "tokens": [],
                 "start": {"game": "pig", "seed": 1}}), "broken record"),
])
def test_a_broken_record_is_a_sentence(text, sentence, refused, tmp_path):
    (tmp_path / "r.jsonl").write_text(text)
    assert sentence in refused("annotate", "r.jsonl")


def test_other_bad_arguments_are_a_sentence(refused, tmp_path):
    assert "none.json: No such file" in refused("annotate", "none.json")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "not even text" in refused("annotate", "bytes")
    saved(tmp_path / "g.json", "d")
    assert "--game chooses one of a match" in refused("annotate", "g.json", "--game", "3")
    assert "/dev/null/x" in refused("annotate", "g.json", "--nodes", "9", "--out", "/dev/null/x")


def test_a_file_name_of_odd_bytes(environment, tmp_path):
    """Latin-1, say, where all else is UTF-8."""
    path = saved(tmp_path / os.fsdecode(b"caf\xe9.json"), "d d")
    done = subprocess.run([*COMMAND, "annotate", path, "--nodes", "4"], capture_output=True,
                          env=environment, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "caf?" in (tmp_path / os.fsdecode(b"caf\xe9.html")).read_text("utf-8")


@pytest.mark.parametrize("columns", [80, 120])
def test_progress_in_a_terminal(spawn, tmp_path, columns):
    saved(tmp_path / "g.json", BLUNDER)
    child = spawn("annotate", "g.json", "--movetime", "100ms", columns=columns)
    child.expect(r"7 decisions.*\d+%")
    child.expect("g.html: 7 decisions")
    assert end(child) == 0
    assert (tmp_path / "g.html").stat().st_size > 5000
