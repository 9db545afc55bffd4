"""`armillary play`, in a terminal and over pipes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time

import pytest

import helpers
from armillary.games import game
from armillary.terminal.player import Player
from armillary.terminal.prompt import fold
from armillary.terminal.session import Session, Settings
from terminal.driver import COMMAND, end, screen_lines

QUICK = ("--nodes", "20", "--seed", "3")


def first_path(text: str) -> str:
    found = re.search(r"\S+\.json", text)
    assert found
    return found.group()


# ---- Over pipes ------------------------------------------------------------------------

def test_a_whole_game_over_a_pipe(run, tmp_path):
    out = run("play", "tic_tac_toe", *QUICK, typed="1\n" * 9).stdout
    assert "\x1b" not in out
    assert "You play a3" in out
    assert re.search(r"p2 plays [abc][123]", out)
    assert "The game is over." in out
    assert re.search(r"p1  place [12]  score -?[01]  share of the win [01]\.[05]0  <- you", out)
    saved = json.loads((tmp_path / first_path(out)).read_text())
    assert saved["outcome"]["ranks"] in ([1, 2], [2, 1], [1, 1])
    assert saved["tokens"][0] == "a3"


def test_the_same_seed_and_nodes_give_the_same_game(run):
    games = [re.sub(r"\S+\.json", "", run("play", "pig", *QUICK, typed="roll\nstop\n" * 4).stdout)
             for _ in range(2)]
    assert games[0] == games[1]
    assert "chance: ~roll:" in games[0]


def test_every_command(run, tmp_path):
    typed = "\n".join(["hint", "moves 3", "moves zz", "b2", "undo", "undo", "board", "a9", "/help",
                       "99", "0", "save", "save copy.json", "resume nowhere.json", "resume", "",
                       "quit"])
    out = run("play", "tic_tac_toe", *QUICK, typed=typed).stdout
    assert re.search(r"^[abc][123]  \d+\.\d % for you \(± \d+\.\d\)$", out, re.M)
    assert "  1 a3    2 b3    3 c3\n" in out
    assert "None of the 9 legal moves contains 'zz'." in out
    assert "Taken back to before your b2." in out
    assert "There is no move of yours to take back." in out
    assert "'a9' is neither a legal move nor a command.\nDid you mean a" in out
    assert "take your last move back" in out
    assert "There are moves 1 to 9, not 99." in out
    assert "There are moves 1 to 9, not 0." in out
    assert "Say where: save FILE" in out
    assert "nowhere.json: No such file" in out
    assert "There is no other unfinished game of tic_tac_toe." in out
    assert out.rstrip().endswith("armillary play tic_tac_toe --resume")
    assert Session.load(tmp_path / "copy.json").position.moves == []


def test_the_end_of_input_leaves_the_game_saved(run):
    out = run("play", "connect_four", *QUICK, typed="d").stdout
    path = first_path(out)
    again = run("play", "connect_four", "--resume", typed="quit\n").stdout
    assert f"Resumed from {path}; moves played: 2." in again
    assert run("play", "connect_four", "--resume", path, typed="quit\n").stdout == again


def test_resume_within_a_game(run):
    run("play", "connect_four", *QUICK, typed="d\n")
    out = run("play", "connect_four", *QUICK, typed="resume\nundo\nquit\n").stdout
    assert "moves played: 2." in out
    assert "Taken back to before your d." in out


def test_junk_on_the_input_is_answered(run, tmp_path, environment):
    junk = b"\xff\xfe\x00\x07 \n" + b"x" * 100_000 + b"\n\n   \n/\n-1\n1e9\n\xc2\xb2\n"
    done = subprocess.run([*COMMAND, "play", "tic_tac_toe", *QUICK], input=junk, timeout=60,
                          capture_output=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.count(b"is neither a legal move nor a command") == 6


@pytest.mark.parametrize("words", [["play", "hearts", *QUICK, "--lang", "ru"],
                                   ["analyse", "hearts", "--seed", "1", "--nodes", "20"]])
def test_a_terminal_without_unicode(words, environment, tmp_path):
    done = subprocess.run([*COMMAND, *words], input=b"hint\nquit\n", capture_output=True,
                          env={**environment, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
                          cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


@pytest.mark.parametrize("words", ["play pig", "analyse --serve", "analyse --batch -",
                                   "analyse pig --nodes 4", "games", "playout pig --games 9"])
@pytest.mark.parametrize("closed", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_closed_streams_are_the_end_of_input(words, closed, environment, tmp_path):
    done = subprocess.run(["sh", "-c", f'"$0" -m armillary {words} {closed}', COMMAND[0]],
                          capture_output=True, env=environment, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_from_a_position_as_another_seat_in_russian(run, tmp_path):
    (tmp_path / "p.json").write_text('{"game":"tic_tac_toe","state":{"board":["x..","...","..."]}}')
    out = run("play", "tic_tac_toe", "--position", "p.json", "--moves", "b2", "--as", "p1",
              *QUICK, "--lang", "ru", typed="c1\nmoves\nquit\n").stdout
    assert "Вы играете за p1" in out
    assert "x . .\n. o .\n. . .\n" in out
    assert "Ваш ход: c1" in out


def test_the_engine_begins_when_the_person_is_not_first(run):
    out = run("play", "connect_four", "--as", "p2", *QUICK, typed="quit\n").stdout
    assert "p1 plays" in out.split("p2> ")[0]


def test_a_game_may_name_its_moves(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(game("pig").notation, "move_name", raising=False,
                        value=lambda value, lang: {1: "бросить", 2: "хватит"}[value])
    player = Player(Session({"game": "pig", "seed": 1}, 0, Settings(lang="ru", nodes=20),
                            tmp_path / "x.json"))
    player.show_moves()
    assert "1 roll (бросить)" in capsys.readouterr().out
    player.show_moves("БРОС")
    assert "roll (бросить)" in capsys.readouterr().out
    player.hint()
    assert re.search(r"^roll \(бросить\)  \d+\.\d % для вас", capsys.readouterr().out, re.M)
    player.play("roll")
    player.show_events()
    assert "Ваш ход: roll (бросить)\n" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "sentence"), [
    (["chess"], "there is no game 'chess'"),
    (["pig", "--as", "p3"], "--as p3: the seats are p1 .. p2"),
    (["pig", "--as", "me"], "--as me: the seats are p1 .. p2"),
    (["pig", "--seats", "99"], "pig is for 2 to"),
    (["pig", "--level", "21"], "21 is not within 1 .. 20"),
    (["pig", "--movetime", "never"], "'never' is not a length of time"),
    (["pig", "--movetime", "1", "--nodes", "1"], "--movetime or --nodes"),
    (["pig", "--lang", "xx"], "invalid choice"),
    (["pig", "--moves", "roll ~roll:7"], "'~roll:7' is not a possible outcome"),
    (["pig", "--resume"], "no unfinished game of pig"),
    (["pig", "--resume", "none.json"], "none.json: No such file"),
    (["pig", "--resume", "junk.json"], "junk.json is not a saved game"),
    (["pig", "--resume", "other.json"], "other.json is a game of tic_tac_toe"),
    (["pig", "--resume", "--seed", "1"], "--resume brings its own"),
    (["pig", "--save", "junk.json"], "junk.json is there already"),
    (["pig", "--save", "/dev/null/x.json"], "cannot save the game"),
    (["pig", "--position", "none.json"], "none.json"),
    (["kuhn_poker", "--position", "view.json"], "not a view"),
])
def test_bad_arguments_are_a_sentence(words, sentence, refused, tmp_path):
    (tmp_path / "junk.json").write_text("{")
    (tmp_path / "view.json").write_text('{"game":"kuhn_poker","players":2,"view":1,'
                                        '"state":{"cards":["K","?"],"bets":""}}')
    Session({"game": "tic_tac_toe", "seed": 1}, 0, Settings(), tmp_path / "other.json").save()
    assert sentence in refused("play", *words)


# ---- In a terminal ---------------------------------------------------------------------

@pytest.mark.parametrize("columns", [80, 120])
def test_in_a_terminal(spawn, columns):
    child = spawn("play", "hearts", *QUICK, "--save", "g.json", columns=columns)
    child.expect("p1> ")
    screen = child.before
    child.send("he\t\r")                                # Tab completes a command,
    child.expect("take your last move back")
    child.expect("p1> ")
    card = re.search(r"pass:(\w\w)", screen)
    assert card
    child.send(f"pass:{card.group(1)[0]}\t\t")          # and a token, colon and all
    child.expect(r"pass:\w\w")
    child.sendcontrol("u")
    child.sendline("1")
    child.expect("You play pass:")
    child.expect("p1> ")
    screen += child.before
    child.sendline("quit")
    child.expect("go on with: armillary play hearts --resume g.json")
    assert end(child) == 0
    lines = screen_lines(screen)
    assert max(map(len, lines)) <= columns
    widest = max(len(line) for line in lines if re.match(r" +1 pass:", line))
    assert widest > columns - 20                        # the moves make use of the width


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_heavy_game_fits_into_80_columns(spawn, lang):
    child = spawn("play", "orion", *QUICK, "--seats", "4", "--lang", lang, "--save", "g.json")
    screen = ""
    for _ in range(5):
        child.expect("p1> ")
        screen += child.before
        child.sendline("hint")
        child.expect("p1> ")
        screen += child.before
        child.sendline("1")
    child.expect("p1> ")
    child.sendline("quit")
    assert end(child) == 0
    assert max(map(len, screen_lines(screen))) <= 80


def test_a_board_that_is_too_wide_is_folded():
    board = "discard: survey survey mine\n  x . .\n\n  hand: raid scan relay, raid"
    assert fold(board, 20) == ("discard: survey\n    survey mine\n  x . .\n\n"
                               "  hand: raid scan\n      relay, raid")
    assert fold(board, 40) == fold(board, None) == board


def test_a_long_list_of_moves_is_cut_to_the_screen(capsys, tmp_path):
    player = Player(Session({"game": helpers.BOUNDS, "seed": 1}, 0, Settings(), tmp_path / "x"))
    player.is_terminal = True
    player.show_moves()
    short = capsys.readouterr().out
    assert "more: `moves` lists all" in short
    player.show_moves(whole=True)
    count = len(player.position.legal_moves)
    numbers = re.findall(r"(?:^|\s)(\d+) \S", capsys.readouterr().out)
    assert [int(number) for number in numbers] == list(range(1, count + 1))
    assert short.count("\n") < 40 < count


def test_killed_at_the_prompt_and_resumed(spawn, run):
    child = spawn("play", "connect_four", *QUICK)
    child.expect("p1> ")
    child.sendline("d")
    child.expect("p2 plays")
    child.expect("p1> ")
    board = [line for line in screen_lines(child.before) if re.fullmatch(r"[xo.]( [xo.]){6}", line)]
    child.kill(signal.SIGKILL)
    child.close()
    child = spawn("play", "connect_four")
    child.expect(r"An unfinished game \(moves played: 2\) is saved in .*\[Y/n\]")
    child.sendline("maybe")
    child.expect(r"\[Y/n\]")
    child.sendline("y")
    child.expect("moves played: 2")
    child.expect("p1> ")
    assert [line for line in screen_lines(child.before)
            if re.fullmatch(r"[xo.]( [xo.]){6}", line)] == board
    child.sendeof()
    assert end(child) == 0


def test_the_offer_counts_decisions_and_needs_one(spawn, run):
    """What chance did is no move of a person, and a game without a move is not worth a question."""
    run("play", "hearts", *QUICK, typed="quit\n")
    child = spawn("play", "hearts", "--nodes", "20")
    child.expect("Saved after every move")
    child.expect("p1> ")
    child.sendline("quit")
    end(child)
    run("play", "hearts", *QUICK, typed="1\nquit\n")
    child = spawn("play", "hearts", "--nodes", "20")
    child.expect(r"An unfinished game \(moves played: 1\)")
    child.sendline("")
    child.expect("moves played: 1")
    child.expect("p1> ")
    child.sendeof()
    assert end(child) == 0


def test_the_offer_may_be_declined(spawn, run):
    run("play", "connect_four", *QUICK, typed="d\n")
    child = spawn("play", "connect_four", "--nodes", "20")
    child.expect(r"\[Y/n\]")
    child.sendline("n")
    child.expect("Saved after every move")
    child.expect("p1> ")
    child.sendline("undo")
    child.expect("no move of yours")
    child.expect("p1> ")
    time.sleep(0.2)     # a signal just before readline waits is heard only with the next key
    child.sendcontrol("c")
    child.expect("go on with")
    assert end(child) == 130


def test_killed_while_the_engine_thinks_and_resumed(spawn, run, tmp_path):
    child = spawn("play", "connect_four", "--movetime", "10m", "--save", "g.json")
    child.expect("p1> ")
    child.sendline("d")
    child.expect("p2 is thinking")
    child.kill(signal.SIGKILL)
    child.close()
    assert [str(m) for m in Session.load(tmp_path / "g.json").position.moves] == ["d"]
    child = spawn("play", "connect_four", "--resume", "g.json")
    child.expect("moves played: 1")
    child.expect("p2 is thinking")
    child.sendcontrol("c")                              # move now
    child.expect("p2 plays")
    child.expect("p1> ")
    child.sendline("quit")
    assert end(child) == 0
