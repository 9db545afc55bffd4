"""The words of UGI+: queries, errors, options, info lines, pondering, long lists."""

from __future__ import annotations

import json
import queue
import re
import threading
import time
from collections.abc import Callable

import pytest

from armillary import Engine, Position, Result, new_game
from armillary.protocol.grammar import CODES
from armillary.protocol.queries import FEATURES
from armillary.protocol.records import parse_info
from armillary.protocol.server import Log
from armillary.protocol.session import Session


def saying(said: list[str]) -> Callable[[str], None]:
    """What a session says, line by line, into this list."""
    return lambda text: said.extend(text.split("\n"))


# ---- Queries ---------------------------------------------------------------------------------


def test_queries_of_an_open_game(talk):
    talk.say("position fen game=tic_tac_toe moves b2 a1")
    assert talk.ask("turn") == "p1"
    assert talk.ask("players") == "2"
    assert talk.ask("legal") == "a3 b3 c3 a2 c2 b1 c1"
    assert talk.ask("outcome") == "none"
    assert talk.ask("fen") == "game=tic_tac_toe;players=2 moves b2 a1"
    assert talk.ask("json") == (
        '{"game":"tic_tac_toe","players":2,"state":{"board":["...",".x.","o.."]}}')
    assert talk.ask("features").split() == list(FEATURES)
    assert "hearts" in talk.ask("games").split()
    assert talk.ask("perft 2") == "42"
    talk.say("position fen game=tic_tac_toe moves a1 b1 a2 b2 a3")
    assert talk.ask("turn") == "none"
    assert talk.ask("legal") == "none"
    assert talk.ask("outcome") == "ranks 1,2 scores 1,-1 shares 1,0 reason finished"
    assert talk.ask("perft 3") == "0"


def test_outcome_of_a_forfeit(talk):
    talk.say("position fen game=hearts;seed=1 moves 0000")
    mover = int(talk.session.table.fault.seat)
    ranks = [2 if seat == mover else 1 for seat in range(4)]
    shares = ["0" if seat == mover else ".3333" for seat in range(4)]
    assert talk.ask("outcome") == (f"ranks {','.join(map(str, ranks))} scores 0,0,0,0 "
                                   f"shares {','.join(shares)} reason forfeit")
    talk.say("position fen xyzzy")
    assert talk.ask("outcome") == "none reason bad_position"


@pytest.mark.parametrize("what", [
    "", "xyzzy", "perft", "perft x", "perft -1", "view", "view x", "turn turn", "p1turn x",
    "perft 99999999999", "view 99"])
def test_every_query_is_answered(talk, what):
    said = talk.say(f"query {what}")
    assert said[-1] == "response none"
    assert [line.split()[:2] for line in said[:-1]] == [["error", "bad_argument"]]


@pytest.mark.parametrize("what", ["players", "fen", "json", "key", "view 1", "perft 1"])
def test_queries_after_a_bad_start(talk, what):
    talk.say("position fen xyzzy")
    said = talk.say(f"query {what}")
    assert said[0].startswith("error bad_position")
    assert said[1] == "response none"


def test_perft_agrees_and_does_not_run_away(talk):
    assert talk.ask("perft 0") == "1"
    assert talk.ask("perft 4") == "2401"
    talk.say("position fen game=tic_tac_toe")
    assert talk.ask("perft 9") == "127872"
    talk.say("position fen game=hearts")
    begun = time.monotonic()
    assert talk.say("query perft 999999")[-1] == "response none"
    assert time.monotonic() - begun < 60


# ---- Errors ----------------------------------------------------------------------------------

@pytest.mark.parametrize(("line", "code"), [
    ("xyzzy", "unknown_command"), ("UGI", "unknown_command"), ("debug", "bad_argument"),
    ("debug maybe", "bad_argument"), ("setoption", "bad_argument"),
    ("setoption name", "bad_argument"), ("setoption name Threads value none", "bad_argument"),
    ("setoption name Threads value 0", "bad_argument"), ("setoption name Hash", "bad_argument"),
    ("setoption name Game value xyzzy", "bad_argument"),
    ("setoption name Ponder value 7", "bad_argument"),
    ("setoption name LogFile value /no/such/folder/log", "bad_argument"),
    ("setoption name LogFile value a\0b", "bad_argument"),
    ("ponderhit", "bad_argument"), ("position startpos moves 0000", "illegal_token"),
    ("position fen game=pig;players=0", "bad_position"),
])
def test_errors_have_a_code_and_a_text(talk, line, code):
    if "LogFile" in line:
        talk.session._open_log = Log
    (said,) = talk.say(line)
    word, found, text = said.split(" ", 2)
    assert (word, found) == ("error", code)
    assert code in CODES
    assert text


def test_errors_are_one_printable_line(talk):
    for line in (b"\xff\xfe\x00", "é\u2028\x85".encode(), b"x" * 1_000_000,
                 b"position fen \x1b[31m\xff", b"position startpos moves \x00\x07"):
        for said in talk.say(line):
            assert said.isascii()
            assert said.isprintable()
            assert len(said) < 1000


def test_debug_tells_of_options_that_do_not_exist(talk):
    lines = ["setoption name Treads value 2", "setoption name Threads value 1"]
    assert talk.say(*lines) == []
    assert talk.say("debug on", *lines) == ["info string there is no option Treads"]
    assert talk.say("debug off", *lines) == []


def test_debug_and_empty_lines_are_silent(talk):
    assert talk.say("debug on", "debug off", "", "   ", b"\r\n", b"\t") == []


# ---- Options ---------------------------------------------------------------------------------

def test_options_reach_the_engine(talk):
    talk.say("setoption name Threads value 2", "setoption name hash value 16",
             "setoption name Seed value 77", "setoption name Strength value 5",
             "setoption name Algorithm value FLAT", "setoption name Nodes value 123")
    got = {name: talk.session.engine.options[name]
           for name in ("threads", "hash", "seed", "level", "algorithm", "nodes")}
    assert got == {"threads": 2, "hash": 16, "seed": 77, "level": 5, "algorithm": "flat",
                   "nodes": 123}
    assert 0 < parse_info(talk.say("go")[-2]).nodes <= 123


def test_a_new_option_of_the_engine_is_offered():
    from armillary import Option

    class Grown(Engine):
        OPTIONS = (*Engine.OPTIONS, Option("root_noise", 3, "…", low=0, high=9),
                   Option("multipv", 1, "…", low=1, high=256))

        def configure(self, **options):
            self.options.update(options)

    said: list[str] = []
    session = Session(saying(said), lambda work: work(), engine=Grown())
    session.handle(b"ugi")
    assert "option name RootNoise type spin default 3 min 0 max 9" in said
    assert len([line for line in said if line.lower().startswith("option name multipv ")]) == 1
    session.handle(b"setoption name root noise value 7")
    session.handle(b"setoption name MultiPV value 4")
    assert session.engine.options["root_noise"] == 7
    assert session.engine.options["multipv"] == 4


def test_players_of_startpos(talk):
    talk.say("setoption name Game value kuhn_poker", "setoption name Players value 4")
    assert talk.ask("players") == "4"
    talk.say("setoption name Players value 0")
    assert talk.ask("players") == "2"
    talk.say("setoption name Game value tic_tac_toe", "setoption name Players value 5")
    assert talk.ask("gameover") == "true"
    talk.say("position fen game=tic_tac_toe")
    assert talk.ask("gameover") == "false"


def test_log_file(launch, tmp_path):
    path = tmp_path / "engine.log"
    engine = launch()
    engine.send(f"setoption name LogFile value {path}", "isready")
    engine.until("readyok")
    engine.send("setoption name LogFile value <empty>", "isready")
    engine.until("readyok")
    assert path.read_text().splitlines() == [
        "> isready", "< readyok", "> setoption name LogFile value <empty>"]


def test_a_log_that_was_just_closed_is_no_fault(tmp_path):
    """The last words of a search may meet a `setoption name LogFile` that closes the file."""
    log = Log(str(tmp_path / "log"))
    log.close()
    log.write(b"< ", b"bestmove a")


# ---- Searching -------------------------------------------------------------------------------

def test_info_lines(talk):
    talk.say("setoption name MultiPV value 3", "position fen game=hearts;seed=1")
    *lines, best = talk.say("go nodes 300")
    infos = [parse_info(line) for line in lines]
    assert [info.multipv for info in infos] == [1, 2, 3]
    assert len({(info.nodes, info.depth) for info in infos}) == 1
    assert 0 < infos[0].nodes <= 300
    assert all(len(info.shares) == 4 for info in infos)
    assert all(abs(sum(info.shares) - 1) < 1e-9 for info in infos)
    assert len(infos[0].scores) in (0, 4)
    assert best == f"bestmove {infos[0].pv[0]}"
    pattern = (r"info depth \d+ seldepth \d+ time \d+ nodes \d+ nps \d+ hashfull \d+ multipv \d+ "
               r"visits \d+ wp [.\d,]+( vp [-.\d,]+)? score cp -?\d+ pv \S+( \S+)*")
    assert all(re.fullmatch(pattern, line) for line in lines)


def test_searchmoves(talk):
    assert talk.say("go nodes 50 searchmoves c")[-1] == "bestmove c"
    assert talk.say("go searchmoves f nodes 50")[-1] == "bestmove f"
    said = talk.say("go nodes 50 searchmoves xyzzy e")
    assert said[0].startswith("error illegal_token")
    assert said[-1] == "bestmove e"
    assert talk.say("go nodes 50 searchmoves xyzzy")[-1].split()[1] in "abcdefg"


def test_at_most_ten_updates_a_second(engine):
    begun = time.monotonic()
    engine.send("setoption name MultiPV value 2", "position startpos", "go movetime 1200")
    lines = [line for line in engine.until("bestmove") if line.startswith("info ")]
    seconds = time.monotonic() - begun
    updates = {parse_info(line).nodes for line in lines}
    assert len(lines) == 2 * len(updates), "the rows of one update carry the same nodes"
    assert 1 <= len(updates) <= 10 * seconds + 2


def test_the_same_search_tells_the_same(engine):
    runs = set()
    engine.send("setoption name Threads value 1", "setoption name Seed value 11")
    for _ in range(3):
        engine.send("uginewgame", "position fen game=leduc_poker;seed=4", "go nodes 30000")
        lines = engine.until("bestmove")
        runs.add(tuple(re.sub(r" (time|nps) \d+", "", line) for line in lines))
    assert len(runs) == 1


def test_deterministic_searches_do_not_ask_the_clock(talk):
    talk.say("setoption name Deterministic value true", "setoption name Nodes value 70")
    runs = {re.sub(r" (time|nps) \d+", "", "\n".join(talk.say(go)))
            for go in ("go movetime 1", "go movetime 100", "go p1time 9 p2time 9", "go")}
    assert len(runs) == 1


def test_busy(engine):
    engine.send("position startpos moves d")
    key = engine.ask("query key")
    engine.send("go infinite", "position startpos", "setoption name Game value pig", "uginewgame")
    assert [line.split()[1] for line in engine.sync() if line.startswith("error")] == ["busy"] * 3
    assert engine.ask("query key") == key
    engine.send("stop")
    engine.until("bestmove")
    assert engine.ask("query key") == key
    engine.send("position startpos", "uginewgame")
    assert engine.sync() == []


def test_nobody_needs_to_wait_for_a_stopped_search(engine):
    for _ in range(20):
        engine.send("position startpos", "go infinite", "stop", "position startpos moves d",
                    "setoption name MultiPV value 1", "go nodes 5")
        said = [line.split()[0] for line in engine.until("bestmove") + engine.until("bestmove")]
        assert "error" not in said
        assert engine.ask("query turn") == "p2"


def test_queries_are_answered_while_it_searches(engine):
    engine.send("position fen game=hearts;seed=1", "go infinite")
    assert engine.ask("query turn").startswith("p")
    assert len(engine.ask("query legal").split()) == 13
    assert engine.ask("query view 2").startswith("game=hearts;players=4;view=2 ")
    engine.send("stop")
    engine.until("bestmove")


def test_ponder(engine):
    for ending in ("ponderhit", "stop"):
        engine.send("position startpos", "go ponder nodes 40")
        assert not any(line.startswith("bestmove") for line in engine.sync())
        engine.send(ending)
        engine.until("bestmove")
        assert engine.sync() == []
    engine.send("go ponder infinite", "ponderhit")
    assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.send("stop")
    engine.until("bestmove")
    engine.send("go ponder", "ponderhit", "go nodes 5")
    engine.until("bestmove")


class Spy(Engine):
    """Remembers what it was asked."""

    def search(self, position, limits=None, info=None, stop=None):
        self.asked = (position, limits)
        return super().search(position, limits, info, stop)


def test_every_seat_has_a_clock():
    engine = Spy()
    session = Session(lambda line: None, lambda work: work(), engine=engine)
    session.handle(b"position fen game=pig;players=8;seed=1")
    words = " ".join(f"p{k}time {k}00 p{k}inc {k}0" for k in range(1, 10))
    session.handle(f"go nodes 20 {words}".encode())
    limits = engine.asked[1]
    assert limits.clock == {seat: (seat + 1) / 10 for seat in range(8)}
    assert limits.increment == {seat: (seat + 1) / 100 for seat in range(8)}


def test_the_search_gets_what_the_seat_saw_and_nothing_else():
    """With its history, so that a tree can be kept; without seed and hidden cards."""
    engine = Spy()
    session = Session(lambda line: None, lambda work: work(), engine=engine)
    session.handle(b"position fen game=kuhn_poker;seed=1 moves pass")
    session.handle(b"go nodes 20 movetime 5000 p1time 100 p2inc 20 searchmoves bet")
    position, limits = engine.asked
    assert [str(move) for move in position.moves] == ["~deal:p1:?", "~deal:p2:J", "pass"]
    assert (position.view_of, position.seed_state) == (1, None)
    assert position == Position.from_json(
        '{"game":"kuhn_poker","players":2,"view":2,"state":{"cards":["?","J"],"bets":"p"}}')
    assert (limits.nodes, limits.movetime, limits.clock, limits.increment) == (
        20, 5.0, {0: 0.1}, {1: 0.02})
    assert list(limits.searchmoves) == ["bet"]
    assert not limits.infinite


class Foreseeing(Engine):
    """Answers with a variation of two moves."""

    kind = ""           # how that reply begins

    def search(self, position, limits=None, info=None, stop=None):
        result = super().search(position, limits, info, stop)
        after = position.copy()
        after.play(result.move)
        reply = next(move for move in after.legal_moves if str(move).startswith(self.kind))
        return result._replace(pv=(result.move, reply))


def test_ponder_moves_only_for_who_asked():
    said: list[str] = []
    session = Session(saying(said), lambda work: work(), engine=Foreseeing())
    session.handle(b"go nodes 20")
    assert len(said[-1].split()) == 2
    session.handle(b"setoption name Protocol value ugi+1")
    session.handle(b"go nodes 20")
    assert said[-1].split()[::2] == ["bestmove", "ponder"]
    assert said[-1].split()[1] in "abcdefg"


def test_no_reply_is_named_that_hangs_on_a_hidden_card():
    said: list[str] = []
    engine = Foreseeing()
    session = Session(saying(said), lambda work: work(), engine=engine)
    session.handle(b"setoption name Protocol value ugi+1")
    session.handle(b"position fen game=leduc_poker;players=2;seed=1")
    session.handle(b"go nodes 20")
    assert said[-1].split()[::2] == ["bestmove", "ponder"]      # to call is always possible
    # Propaganda ends the turn. What the other then exploits is a card of the hand.
    position = {"game": "orion", "players": 2, "state": {"seats": [
        {"race": "human", "cubes": 2, "hand": []},
        {"race": "psilon", "cubes": 2, "hand": ["titan", "frigate"]}],
        "pending": [["turn", "p1"]]}}
    session.handle(f"position fen {json.dumps(position, separators=(',', ':'))}".encode())
    session.handle(b"go nodes 20 searchmoves propaganda")
    assert said[-1] == "bestmove propaganda ponder research"
    engine.kind = "exploit:"
    session.handle(b"go nodes 20 searchmoves propaganda")
    assert said[-1] == "bestmove propaganda"


class Broken(Engine):
    """Fails whenever it is asked."""

    def search(self, position, limits=None, info=None, stop=None):
        raise MemoryError("no room")


def test_a_search_that_fails_still_answers():
    said: list[str] = []
    session = Session(saying(said), lambda work: work(), engine=Broken())
    session.handle(b"go nodes 20")
    assert said == ["error unsupported MemoryError: no room", "bestmove a"]


class Late(Engine):
    """Begins a search only when it may, and keeps what came of each."""

    def __init__(self) -> None:
        super().__init__()
        self.may_begin = threading.Semaphore(0)
        self.results: list[Result] = []

    def search(self, position, limits=None, info=None, stop=None):
        assert self.may_begin.acquire(timeout=30)
        self.results.append(super().search(position, limits, info, stop))
        return self.results[-1]


class Threaded:
    """A session whose searches run in threads, and its bestmoves."""

    def __init__(self) -> None:
        self.engine = Late()
        self.best: queue.Queue[str] = queue.Queue()
        self.session = Session(
            lambda text: [self.best.put(line) for line in text.split("\n")
                          if line.startswith("bestmove")],
            lambda work: threading.Thread(target=work, daemon=True).start(), engine=self.engine)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.session.handle(line.encode())

    def simulations(self) -> list[int]:
        return [result.stats.simulations for result in self.engine.results]


def test_a_stop_before_the_search_has_begun_is_heard():
    for words in (["go infinite", "stop"], ["go infinite", "stop", "stop"],
                  ["go movetime 60000", "stop"], ["go ponder nodes 9", "stop"]):
        it = Threaded()
        it.say(*words)
        it.engine.may_begin.release()
        assert it.best.get(timeout=30) != "bestmove 0000"
        assert it.simulations() == [1]


def test_a_stop_after_the_end_does_not_touch_the_next_search():
    it = Threaded()
    it.engine.may_begin.release(2)
    it.say("go nodes 50")
    it.best.get(timeout=30)
    it.say("stop", "stop", "setoption name EarlyStop value false", "go nodes 300")
    it.best.get(timeout=30)
    assert it.simulations()[-1] >= 300


def test_a_stop_between_pondering_and_earnest_is_heard():
    it = Threaded()
    it.say("go ponder infinite")
    it.engine.may_begin.release()
    it.say("ponderhit")
    while not it.engine.results:        # the pondering is over; the rest waits to begin
        time.sleep(0.001)
    it.say("stop")
    it.engine.may_begin.release()
    assert it.best.get(timeout=30) != "bestmove 0000"
    assert it.best.empty()


def test_a_ponderhit_before_the_pondering_has_begun_is_heard():
    it = Threaded()
    it.say("setoption name EarlyStop value false", "go ponder nodes 200", "ponderhit")
    it.engine.may_begin.release(2)
    it.best.get(timeout=30)
    pondered, earnest = it.simulations()
    assert (pondered, earnest) == (1, 200)


# ---- Long lists ------------------------------------------------------------------------------

def long_game(count: int) -> list[str]:
    """Moves of a game of pig that goes on and on."""
    moves = []
    while len(moves) < count:
        moves += ["roll", "~roll:1"]
    return moves


def test_a_long_list_is_played_once(talk):
    """Sent again, longer, shorter and changed: always as if it had been sent alone."""
    moves = long_game(2000)
    start = "position fen game=pig;opt.horizon=10000 moves "
    assert talk.say(start + " ".join(moves)) == []
    played = []
    table = talk.session.table
    step, table._step = table._step, lambda *a: (played.append(1), step(*a))[1]
    for length in (2000, 2000, 1998, 2000, 1000, 1002, 64, 65, 0, 2000):
        played.clear()
        talk.say(start + " ".join(moves[:length]))
        position = new_game("pig", horizon=10000)
        for move in moves[:length]:
            position.play(move)
        assert talk.ask("key") == f"{position.key:016x}"
        assert len(played) <= 64 or length == 2000
    played.clear()
    talk.say(start + " ".join(moves))
    assert played == []


def test_cached_lists_do_not_mix(talk):
    for moves in ("d d", "d d c", "d d e", "d x", "d d c", "0000", "d d c b", "", "d"):
        talk.say(f"position startpos moves {moves}")
        twin = type(talk)()
        twin.say(f"position startpos moves {moves}")
        for what in ("key", "gameover", "result", "turn", "legal"):
            assert talk.ask(what) == twin.ask(what)


def test_a_position_after_an_unreadable_one(talk):
    talk.say("position startpos moves d", "position xyzzy")
    assert talk.ask("gameover") == "true"
    talk.say("position startpos moves d")
    assert talk.ask("gameover") == "false"
    assert talk.ask("turn") == "p2"
