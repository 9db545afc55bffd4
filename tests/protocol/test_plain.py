"""Plain UGI, clause by clause, against the real process over pipes."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys

import pytest

from armillary import new_game
from wire import COMMAND, environment

# ---- Greeting, isready, options ------------------------------------------------------------


def test_ugi_lists_id_and_options_then_ugiok(launch):
    engine = launch()
    engine.send("ugi")
    lines = engine.until("ugiok")
    assert lines[-1] == "ugiok"
    assert [line.split()[1] for line in lines if line.startswith("id ")] == ["name", "author"]
    assert all(line.split()[0] in ("id", "option", "protocol") for line in lines[:-1])
    options = [line.split(" type ")[0].removeprefix("option name ") for line in lines
               if line.startswith("option ")]
    assert {"Game", "Players", "Seed", "Deterministic", "Threads", "Hash", "MultiPV",
            "MoveOverhead", "Ponder", "Strength", "TreeReuse", "Algorithm", "Protocol",
            "LogFile"} <= set(options)
    assert len(options) == len(set(options))


def test_isready_is_answered_even_while_a_search_runs(engine):
    engine.send("isready")
    assert engine.until("readyok") == ["readyok"]
    engine.send("go infinite")
    for _ in range(20):
        assert not [line for line in engine.sync() if not line.startswith("info ")]
    engine.send("stop")
    engine.until("bestmove")


def test_options_in_any_order_any_case_and_never_declared(engine):
    engine.send("setoption name multipv value 2", "setoption name No Such Thing value 9",
                "setoption name NoValueAtAll", "setoption name Move Overhead value 5",
                "setoption name GAME value tic_tac_toe")
    assert engine.sync() == []
    assert engine.ask("query legal") == "a3 b3 c3 a2 b2 c2 a1 b1 c1"


def test_a_game_may_be_chosen_after_the_position(engine):
    engine.send("position startpos moves b2", "setoption name Game value tic_tac_toe")
    engine.sync()
    assert engine.ask("query legal") == "a3 b3 c3 a2 c2 a1 b1 c1"


def test_uginewgame_and_position_are_silent(engine):
    engine.send("uginewgame", "position startpos", "position startpos moves d d",
                "position fen startpos moves d", "position fen game=pig;seed=1 moves roll")
    assert engine.sync() == []


# ---- position ------------------------------------------------------------------------------

@pytest.mark.parametrize("line", [
    "position startpos moves d c d", "position fen startpos moves d c d",
    "position startpos moves d moves c moves d", "position startpos moves d c moves d moves",
    "position  startpos   moves d\tc d\r", "position fen game=connect_four moves d c d",
    'position fen {"game":"connect_four","players":2} moves d c d',
])
def test_ways_to_say_the_same_position(engine, line):
    for _ in range(3):                              # idempotent
        engine.send(line)
        position = new_game("connect_four")
        for move in ("d", "c", "d"):
            position.play(move)
        assert engine.ask("query key") == f"{position.key:016x}"
    engine.send("position startpos")                # stateless
    assert engine.ask("query key") == f"{new_game('connect_four').key:016x}"


# ---- query ---------------------------------------------------------------------------------

@pytest.mark.parametrize(("moves", "turn", "over", "result"), [
    ("", "true", "false", "none"), ("d", "false", "false", "none"),
    ("a b a b a b a", "false", "true", "p1win"), ("g a b a b a b a", "false", "true", "p2win"),
])
def test_queries(engine, moves, turn, over, result):
    engine.send(f"position startpos moves {moves}")
    for what, answer in (("p1turn", turn), ("gameover", over), ("result", result)):
        engine.send(f"query {what}")
        assert engine.sync() == [f"response {answer}"]


def test_a_drawn_game(engine):
    engine.send("position fen game=tic_tac_toe moves b2 a1 a3 c1 b1 b3 a2 c2 c3")
    assert [engine.ask(f"query {q}") for q in ("gameover", "result")] == ["true", "draw"]


# ---- go and stop -----------------------------------------------------------------------------

@pytest.mark.parametrize("go", [
    "go", "go nodes 50", "go depth 3", "go movetime 30", "go p1time 300 p2time 300",
    "go p1time 200 p2time 200 p1inc 20 p2inc 20", "go nodes 0", "go movetime 0",
    "go p1time -5 p2time -5", "go nodes x", "go xyzzy", "go depth 2 nodes 60 movetime 1000",
    "go nodes 99999999999999999999999999 movetime 20",
])
def test_every_go_ends_in_one_bestmove_of_two_words(engine, go):
    engine.send("position startpos", go)
    line = engine.until("bestmove")[-1]
    assert len(line.split(" ")) == 2
    assert line.split(" ")[1] in "abcdefg"
    assert engine.sync() == []


def test_stop_ends_a_search_and_only_one(engine):
    engine.send("position startpos", "go infinite")
    assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.send("stop", "stop")
    assert engine.until("bestmove")[-1].split()[1] in "abcdefg"
    assert engine.sync() == []


def test_stop_before_go_is_nothing(engine):
    engine.send("stop", "stop")
    assert engine.sync() == []
    engine.send("go infinite")
    assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.send("stop")
    engine.until("bestmove")


def test_stop_right_behind_go_is_not_lost(engine):
    for _ in range(50):
        engine.send("go infinite", "stop")
        engine.until("bestmove")


def test_every_go_of_many_is_answered(engine):
    engine.send("go infinite", "go nodes 10", "go")
    engine.sync()
    engine.send("stop")
    moves = {engine.until("bestmove")[-1] for _ in range(3)}
    assert len(moves) == 1
    assert engine.sync() == []


def test_an_infinite_search_that_is_decided_waits_for_stop(engine):
    engine.send("position fen game=tic_tac_toe moves a1 b1 a2 b2 c1 c2 b3 c3", "go infinite")
    assert engine.ask("query legal") == "a3"
    assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.send("stop")
    assert engine.until("bestmove")[-1] == "bestmove a3"


# ---- The end ----------------------------------------------------------------------------------

@pytest.mark.parametrize("before", [(), ("ugi",), ("go infinite",), ("go nodes 100000000",)])
@pytest.mark.parametrize("how", ["quit", "end of input", "last line without end"])
def test_quit_and_end_of_input_end_the_program(launch, before, how):
    engine = launch()
    engine.send(*before)
    if how == "quit":
        engine.send("quit")
    elif how == "end of input":
        engine.process.stdin.close()
    else:
        engine.process.stdin.write(b"quit")
        engine.process.stdin.close()
    assert engine.end() == 0


@pytest.mark.parametrize("closed", ["stdout", "both"])
@pytest.mark.parametrize("lines", [
    b"ugi\n", b"go infinite\n", b"go movetime 50\n", b"go infinite\nisready\nstop\n"])
def test_a_broken_pipe_ends_the_program(closed, lines):
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, bufsize=0, env=environment()) as process:
        process.stdin.write(b"isready\n")
        assert process.stdout.read(8) == b"readyok\n"
        process.stdin.write(lines)
        process.stdout.close()
        if closed == "both":
            process.stdin.close()
        else:
            process.stdin.write(b"isready\n" * 3)
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


def test_every_line_is_flushed(launch):
    """Answers come while the input stays open, one by one."""
    engine = launch()
    for _ in range(5):
        engine.send("isready")
        assert engine.read() == "readyok"


# ---- A bad token is a forfeit, not a crash ------------------------------------------------------

@pytest.mark.parametrize(("moves", "result"), [
    ("0000", "p2win"), ("d 0000", "p1win"), ("x", "p2win"), ("d d xyzzy d d", "p2win"),
    ("d " + "y" * 300, "p1win"), ("a a a a a a a", "p2win"), ("A", "p2win"), ("?", "p2win"),
])
def test_the_first_illegal_move_forfeits(engine, moves, result):
    engine.send(f"position startpos moves {moves}")
    assert [line.split()[:2] for line in engine.sync()] == [["error", "illegal_token"]]
    assert engine.ask("query gameover") == "true"
    assert engine.ask("query result") == result
    engine.send("go nodes 10")
    lines = engine.until("bestmove")
    assert lines[-1] == "bestmove 0000"
    assert all(line.startswith("error ") for line in lines[:-1])
    engine.send("position startpos moves d")
    assert engine.ask("query gameover") == "false"


@pytest.mark.parametrize("line", [
    "position fen xyzzy", "position fen game=xyzzy", "position fen game=pig;players=99",
    'position fen {"game":"pig","state":{}}', "position fen {", "position", "position fen",
    "position xyzzy", "position startpos d", "position fen game=pig;game=pig",
    "position fen game=pig moves ~roll:4", "position fen game=kuhn_poker moves ~deal:p1:9",
    "position fen game=kuhn_poker moves bet", "position fen game=pig moves roll ~roll:7",
    "position fen game=pig moves roll stop", 'position fen {"game":"pig","x":1}',
    "position fen game=hearts;teams=1/2", "position fen game=pig;opt.seats=3",
    "position fen game=kuhn_poker;view=1;seed=3", "position fen game=pig;chance=99",
    "position fen game=pig;rules=99", "position fen [1]", "position fen {}",
    "position fen game=pig;players=" + "9" * 5000, "position fen " + "{" * 20000,
    "position fen " + '{"state":' * 5000,
])
def test_bad_starts_and_bad_chance_have_no_result(engine, line):
    engine.send(line)
    errors = engine.sync()
    if line == "position fen {}":                   # the option Game decides
        assert errors == []
        return
    assert [error.split()[0] for error in errors] == ["error"]
    assert errors[0].split()[1] in ("bad_position", "illegal_token")
    assert engine.ask("query gameover") == "true"
    assert engine.ask("query result") == "none"
    engine.send("go nodes 10")
    assert engine.until("bestmove")[-1] == "bestmove 0000"


def test_the_error_says_what_and_where(engine):
    engine.send("position startpos moves d d x d")
    assert engine.sync() == ["error illegal_token token 3: 'x' is not legal for p1 here; "
                             "legal: a b c d e f g"]


def test_go_after_the_end_gives_the_null_move(engine):
    engine.send("position startpos moves a b a b a b a", "go")
    assert engine.until("bestmove")[-1] == "bestmove 0000"


# ---- The program ---------------------------------------------------------------------------------

def test_starting_the_engine_imports_nothing_heavy():
    code = ("import sys; from armillary.cli import main\n"
            "main([])\n"
            "print([m for m in ('numpy', 'rich', 'asyncio', 'argparse', 'subprocess', 'socket')"
            " if m in sys.modules], file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code], input=b"ugi\nquit\n", timeout=60,
                          capture_output=True, env=environment(), check=True)
    assert done.stderr.decode().strip() == "[]"


def test_settings_on_the_command_line(launch):
    engine = launch("Game=tic_tac_toe", "MultiPV=2")
    assert engine.ask("query legal").startswith("a3 ")
    engine.send("go nodes 50")
    assert len([line for line in engine.until("bestmove") if " multipv " in line]) == 2


@pytest.mark.parametrize(("words", "sentence"), [
    (["xyzzy"], "xyzzy: expected NAME=VALUE"), (["Gmae=pig"], "there is no option Gmae"),
    (["Threads=0"], "Threads: 0 is not"), (["Game=pig", "LogFile=/no/such/folder/log"], "LogFile"),
])
def test_wrong_settings_on_the_command_line_are_refused(words, sentence):
    """Not told to the client, who did not ask: to the person who starts the engine."""
    done = subprocess.run([*COMMAND, "ugi", *words], input="ugi\nquit\n", timeout=60,
                          capture_output=True, text=True, env=environment(), check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("armillary ugi: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_somebody_at_a_terminal_gets_a_hint():
    terminal, screen = pty.openpty()
    with subprocess.Popen(COMMAND, stdin=screen, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment()) as process:
        os.write(terminal, b"isready\nquit\n")
        assert process.stdout.read() == b"readyok\n"
        hint = process.stderr.read().decode()
        assert process.wait(30) == 0
    os.close(terminal)
    os.close(screen)
    assert len(hint.splitlines()) == 1
    assert "UGI" in hint


def test_interrupt_ends_it_quietly():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, bufsize=0, env=environment()) as process:
        process.stdin.write(b"go infinite\nisready\n")
        while b"readyok" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == b""


def test_help_and_unknown_commands_still_work():
    for words, status in ((["--help"], 0), (["ugi", "--help"], 0), (["xyzzy"], 2)):
        done = subprocess.run([*COMMAND, *words], stdin=subprocess.DEVNULL, timeout=60,
                              capture_output=True, text=True, env=environment(), check=False)
        assert done.returncode == status
        assert "usage: armillary" in done.stdout + done.stderr
