"""Whatever comes in, the engine stays alive and answers, or ends cleanly."""

from __future__ import annotations

import itertools
import subprocess
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.protocol import grammar
from armillary.protocol.records import parse_info
from wire import COMMAND, Talk, environment
from wire_fuzz import DIALOGUES, bad_answer, fuzzed_lines

LINES = 2000
BATCH = 20


def test_fuzzed_lines_leave_it_alive(engine):
    lines = fuzzed_lines(seed=1, huge_each=400)
    for _ in range(LINES // BATCH):
        batch = list(itertools.islice(lines, BATCH))
        batch += [b"stop", b"isready"]
        engine.send(*batch)
        for _ in range(sum(line.split()[:1] == [b"isready"] for line in batch)):
            assert not any(map(bad_answer, engine.until(lambda line: line == "readyok"))), batch
    engine.send("setoption name Game value connect_four", "setoption name Players value 0",
                "position startpos")
    assert engine.ask("query legal") == "a b c d e f g"
    engine.send("go nodes 20")
    engine.until("bestmove")
    engine.send("quit")
    assert engine.end() == 0
    assert engine.stderr == ""


def test_every_go_and_query_of_a_fuzzed_session_is_answered():
    """As many bestmoves as `go`, as many responses as `query`."""
    talk = Talk()
    for line in itertools.islice(fuzzed_lines(seed=2, huge_each=10**9), 1500):
        words = line.split()
        if b"infinite" in words or b"ponder" in words:
            continue                        # these wait, and nobody would stop them here
        said = [text.split(" ")[0] for text in talk.say(line)]
        head = words[0] if words else b""
        assert said.count("bestmove") == (head == b"go"), line
        assert said.count("response") == (head == b"query"), line
        assert said.count("readyok") == (head == b"isready"), line
        assert said.count("ugiok") == (head == b"ugi"), line


@pytest.mark.parametrize("cut", range(0, 240, 23))
@pytest.mark.parametrize("close", ["stdin", "stdout"])
def test_pipes_closed_in_the_middle(cut, close):
    script = ("\n".join(DIALOGUES[16:20]) + "\ngo infinite\nisready\nstop\nquery json\n"
              "go nodes 100000\nposition startpos moves d d\nugi\n").encode()[:cut]
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, bufsize=0, env=environment()) as process:
        if close == "stdout":
            process.stdout.close()
        process.stdin.write(script)
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_a_line_without_end_is_cut(launch):
    """17 MB and no line end: dropped beyond the limit, and answered like any other."""
    engine = launch()
    engine.send(b"x" * (17 << 20))
    (line,) = engine.sync()
    assert line.startswith("error unknown_command xxx")


@given(st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_answered_or_ignored(data):
    talk = Talk.shared()
    for line in data.split(b"\n"):
        if not any(word in line for word in (b"quit", b"infinite", b"ponder")):
            assert not any(map(bad_answer, talk.say(line)))


@given(st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_parsers_refuse_in_their_own_words(text):
    words = text.split()
    attempts = [(parse, words) for parse in (grammar.parse_position, grammar.parse_setoption)]
    attempts += [(grammar.parse_start, start)
                 for start in (text, "{" + text + "}", f"game={text}", f"teams={text}")]
    for parse, what in attempts:
        with suppress(grammar.Problem):
            parse(what)
    grammar.parse_go(words)
    parse_info(f"info {text}")
    assert grammar.printable(text).isascii()
