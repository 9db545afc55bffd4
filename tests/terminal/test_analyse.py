"""`armillary analyse` of one position: in a terminal, into a file, as JSON."""

from __future__ import annotations

import json
import re

import pytest

from armillary import Engine, Limits, Line, Result, Stats, new_game
from armillary.terminal.results import table
from armillary.terminal.thinking import typed_options
from terminal.driver import end, screen_lines


def made_up(seats: int, tokens: list[str]) -> Result:
    """A result with moves of any text (a table asks no more of a move than its text)."""
    lines = tuple(Line(token, 1_234_567, (1 / seats,) * seats, 0.1, 0.5,  # type: ignore[arg-type]
                       tuple(tokens)) for token in tokens)
    return Result(lines[0].move, 1, lines[0].shares, 0.1, (0.0,) * seats, lines[0].pv, lines, 0.0,
                  False, Stats(1, 1, 1, 1, 1, 1, 1.0))


@pytest.mark.parametrize("columns", [80, 120])
def test_a_live_table_in_a_terminal(spawn, columns):
    child = spawn("analyse", "hearts", "--seed", "5", "--infinite", columns=columns)
    child.expect("Hearts, 4 seats, p1 to move, 13 legal moves")
    for _ in range(3):                                  # it refreshes
        child.expect(r"simulations")
        child.expect(r"# move +visits +p1 +p2 +p3 +p4 +error +variation")
    screen = child.before
    child.sendcontrol("c")
    assert end(child) == 0
    last = screen_lines(child.before)
    row = re.compile(r" +\d+ pass:\w\w +[\d,]+( +\d+\.\d){5}  pass:")
    rows = [line for line in last if row.match(line)]
    assert len(rows) >= 13
    assert max(len(line) for line in [*screen_lines(screen), *last]) <= columns


def test_into_a_file_nothing_is_cut_or_coloured(run):
    out = run("analyse", "template", "--seed", "5", "--nodes", "40").stdout
    assert "\x1b" not in out
    lines = out.splitlines()
    head = next(n for n, line in enumerate(lines) if "variation" in line)
    assert "simulations" in lines[head - 1]
    assert all(re.match(r" +\d+ play:\w+ +\d+( +\d+\.\d){3}  play:", line)
               for line in lines[head + 1:])
    moves = len(new_game("template", seed=5).legal_moves)
    assert len(lines[head + 1:]) == moves
    assert f"{moves} legal moves" in lines[0]


def test_only_the_view_of_the_mover_is_shown(run):
    moves = "~deal:p1:K ~deal:p2:J pass"
    out = run("analyse", "kuhn_poker", "--moves", moves, "--nodes", "9").stdout
    assert "cards p1:? p2:J" in out


def test_the_shares_of_eight_seats_fit_into_80_columns():
    result = made_up(8, ["build:colony_ship/with_a_very_long_name/2", "pass"])
    for width in (80, 120):
        lines = table(result, 8, None, width)
        assert max(map(len, lines)) <= width
        assert all(line.count("12.5") == 8 for line in lines[1:])
    assert "build:colony_ship/with_a_very_long_name/2 pass" in table(result, 8)[1]


def test_there_is_room_for_the_variation_in_80_columns():
    """It does not tell again which move it is about."""
    result = made_up(4, ["exploit:virtual_reality_network", "research"])
    row = table(result, 4, None, 80)[1]
    assert row.startswith("  1 exploit:virtual_re")
    assert row.count("exploit:") == 1
    assert row.endswith("  research")
    assert len(row) <= 80


def test_json_is_one_object_a_line(run):
    done = run("analyse", "connect_four", "--moves", "d d", "--nodes", "70", "--multipv", "2",
               "--json")
    reply = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert reply["turn"] == "p1"
    assert len(reply["lines"]) == 2
    assert reply["move"] == reply["lines"][0]["move"] == reply["pv"][0]
    assert sum(reply["shares"]) == pytest.approx(1, abs=1e-4)
    assert reply["stats"]["simulations"] >= 70


def test_json_with_partial_reports(spawn):
    child = spawn("analyse", "connect_four", "--infinite", "--report-every", "100ms", "--json",
                  "--multipv", "1", columns=2000)
    lines = [child.readline() for _ in range(3)]
    child.sendcontrol("c")
    lines += [line for line in child.read().removeprefix("^C").splitlines() if line]
    replies = [json.loads(line) for line in lines]
    assert all(reply["partial"] for reply in replies[:-1])
    assert "partial" not in replies[-1]
    counts = [reply["stats"]["simulations"] for reply in replies]
    assert counts == sorted(counts)


def test_a_position_from_a_file_or_a_pipe(run, tmp_path):
    text = '{"game":"tic_tac_toe","state":{"board":["xx.","oo.","..."]}}'
    (tmp_path / "p.json").write_text(text)
    answers = [run("analyse", "tic_tac_toe", *words, "--nodes", "400", "--json", typed=text).stdout
               for words in (["p.json"], ["--position", "p.json"], ["-"])]
    for answer in answers:
        assert json.loads(answer)["move"] == "c3"


def test_the_seed_of_the_dice_never_reaches_the_search(run):
    """One view, many seeds and hidden hands behind it: the same answer."""
    answers = set()
    for hidden in ("J", "Q"):
        for seed in ("1", "2"):
            reply = json.loads(run(
                "analyse", "kuhn_poker", "--moves", f"~deal:p1:K ~deal:p2:{hidden}", "--seed", seed,
                "--nodes", "200", "--json").stdout)
            del reply["stats"]["seconds"]
            answers.add(json.dumps(reply))
    assert len(answers) == 1


@pytest.mark.parametrize(("words", "sentence"), [
    ([], "name a game"),
    (["chess"], "there is no game 'chess'"),
    (["kuhn_poker"], "chance decides here"),
    (["kuhn_poker", "--json"], "chance decides here"),
    (["tic_tac_toe", "--moves", "b2 a3 a1 b3 c3"], "the game is over here"),
    (["tic_tac_toe", "--moves", "b2 b2"], "'b2' is not legal for p2 here"),
    (["tic_tac_toe", "none.json"], "none.json"),
    (["tic_tac_toe", "a.json", "--position", "b.json"], "one position, not two"),
    (["tic_tac_toe", "--nodes", "0"], "0 is not within"),
    (["tic_tac_toe", "--movetime", "0"], "not a length of time"),
    (["tic_tac_toe", "--movetime", "nan"], "not a length of time"),
    (["tic_tac_toe", "--engine", "colour=red"], "the engine has no option 'colour'"),
    (["tic_tac_toe", "--engine", "seed"], "--engine seed: expected NAME=VALUE"),
    (["tic_tac_toe", "--engine", "c=x"], "option c: 'x' is not one of 0.0 .. 100.0"),
    (["tic_tac_toe", "--engine", "seed=-1"], "option seed: -1 is not one of"),
    (["tic_tac_toe", "--out", "x"], "--out is for a --batch"),
    (["--serve", "--out", "x"], "--out is for a --batch"),
    (["--serve", "--batch", "x"], "not allowed with"),
    (["tic_tac_toe", "--serve", "--moves", "b2"], "queries bring their own positions"),
    (["--batch", "none.jsonl"], "none.jsonl: No such file"),
    (["--batch", "-", "--out", "/dev/null/x"], "/dev/null/x: Not a directory"),
])
def test_bad_arguments_are_a_sentence(words, sentence, refused):
    assert sentence in refused("analyse", *words)


def test_every_option_of_the_engine_is_understood(run):
    """As a text from the command line, and as a value from a query: fractions, too."""
    for option in Engine.OPTIONS:
        for value in (option.default, str(option.default)):
            assert typed_options({option.name: value}) == {option.name: option.default}
    assert typed_options({"c": "0.25", "mix": 1}) == {"c": 0.25, "mix": 1.0}
    reply = run("analyse", "tic_tac_toe", "--engine", "c=0.25", "--nodes", "20", "--json").stdout
    assert json.loads(reply)["stats"]["simulations"] >= 20


def test_limits_are_those_of_the_engine():
    """The keys that queries and the command line pass on are fields of Limits."""
    from armillary.terminal.queries import LIMIT_KEYS
    assert set(LIMIT_KEYS) <= set(Limits.__dataclass_fields__)
