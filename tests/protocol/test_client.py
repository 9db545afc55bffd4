"""The client, asyncio and synchronous: against our engine, a plain one, and broken ones."""

from __future__ import annotations

import asyncio
import sys

import pytest

from armillary import new_game
from armillary.protocol.client import popen_ugi
from armillary.protocol.records import (
    EngineError,
    EngineTerminatedError,
    Limit,
    parse_info,
    position_words,
)
from armillary.protocol.simple import SimpleEngine
from wire import COMMAND, environment

#: A plain engine of another's make: it knows tic-tac-toe's first moves, and says little.
PLAIN = [sys.executable, "-u", "-c", """
import sys
ANSWERS = {"ugi": ["id name Plain", "option name Fun type check default true", "ugiok"],
           "isready": ["readyok"], "stop": ["bestmove c3"], "query": ["response none"],
           "go": ["something odd", "info", "info string hi pv", "bestmove b2"]}
for line in sys.stdin:
    words = line.split()
    if words == ["quit"]:
        break
    if "infinite" not in words:
        print(*ANSWERS.get(words[0], []), sep=chr(10))
"""]


def run(work):
    return asyncio.run(asyncio.wait_for(work, 60))


def test_play_analyse_and_follow():
    async def work():
        engine = await popen_ugi(COMMAND, env=environment())
        assert engine.id["name"].startswith("Armillary")
        assert "Threads" in engine.options
        assert "views" in engine.features
        await engine.ping()
        await engine.new_game()
        result = await engine.play("startpos moves d d", Limit(nodes=50))
        assert result.move in "abcdefg"
        assert 0 < result.info.nodes <= 50
        assert result.info.pv[0] == result.move
        lines = await engine.analyse("startpos", Limit(nodes=70), multipv=3)
        assert [info.multipv for info in lines] == [1, 2, 3]
        assert len((await engine.play("startpos", Limit(nodes=70))).lines) == 1     # no longer
        await engine.configure({"multipv": 2})
        assert len(await engine.analyse("startpos", Limit(nodes=70), multipv=4)) == 4
        assert len(await engine.analyse("startpos", Limit(nodes=70))) == 2
        async with await engine.analysis("startpos", Limit(nodes=70), multipv=7) as analysis:
            assert {info.multipv async for info in analysis} == set(range(1, 8))
        with pytest.raises(EngineError, match="MultiPV"):
            await engine.analyse("startpos", Limit(nodes=70), multipv=0)
        await engine.configure({"MultiPV": 1})
        position = new_game("tic_tac_toe")
        position.play("b2")
        assert (await engine.play(position, Limit(time=0.02))).move in map(
            str, position.legal_moves)
        assert await engine.query("turn", "startpos", ["d"]) == "p2"
        assert await engine.query("turn") == "p2"
        async with await engine.analysis("startpos") as analysis:
            seen = 0
            async for info in analysis:
                assert info.pv
                seen += 1
                if seen == 2:
                    break
        assert analysis.is_done
        assert (await analysis.wait()).move in "abcdefg"
        assert [info async for info in analysis][-1].nodes >= analysis.info.nodes
        await engine.analysis("startpos")           # the next search stops it
        assert (await engine.play("startpos", Limit(nodes=7), searchmoves=["e"])).move == "e"
        assert await engine.quit() == 0
        with pytest.raises(EngineTerminatedError):
            await engine.ping()
    run(work())


def test_no_move_to_give_is_none():
    async def work():
        engine = await popen_ugi(COMMAND, env=environment())
        result = await engine.play("startpos moves 0000", Limit(nodes=10))
        assert result.move is None
        assert result.error.startswith("illegal_token")
        await engine.quit()
    run(work())


def test_a_cancelled_search_leaves_the_engine_usable():
    async def work():
        engine = await popen_ugi(COMMAND, env=environment())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(engine.play("startpos", Limit(nodes=10**12)), 0.1)
        assert (await engine.play("startpos", Limit(nodes=10))).move in "abcdefg"
        await engine.quit()
    run(work())


def test_options_are_checked():
    async def work():
        engine = await popen_ugi(COMMAND, env=environment())
        with pytest.raises(EngineError, match="no option 'Xyzzy'"):
            await engine.configure({"Xyzzy": 1})
        with pytest.raises(EngineError, match="Threads"):
            await engine.configure({"threads": 100000})
        for _ in range(100):            # more complaints than are kept
            await engine.query("xyzzy")
        with pytest.raises(EngineError, match="Threads"):
            await engine.configure({"threads": 100000})
        await engine.configure({"Ponder": True, "game": "pig"})
        assert await engine.query("legal") == "roll stop"
        await engine.quit()
    run(work())


def test_any_ugi_engine():
    async def work():
        engine = await popen_ugi(PLAIN)
        assert engine.id == {"name": "Plain"}
        assert engine.features == ()
        await engine.configure({"Fun": False})
        result = await engine.play("startpos", Limit(time=0.1))
        assert (result.move, result.ponder, result.info.pv) == ("b2", None, ())
        analysis = await engine.analysis("startpos")
        analysis.stop()
        assert (await analysis.wait()).move == "c3"
        assert await engine.quit() == 0
    run(work())


@pytest.mark.parametrize("code", ["", "print('ugi')", "import time; time.sleep(60)",
                                  "import sys; sys.exit(3)"])
def test_what_is_no_engine(code):
    async def work():
        with pytest.raises((EngineTerminatedError, TimeoutError)):
            await popen_ugi([sys.executable, "-c", code], timeout=2)
    run(work())


def test_an_engine_that_dies_in_a_search():
    async def work():
        engine = await popen_ugi(COMMAND, env=environment())
        search = await engine.analysis("startpos")
        engine.process.kill()
        with pytest.raises(EngineTerminatedError):
            await search.wait()
        with pytest.raises(EngineTerminatedError):
            async for _ in search:
                pass
        with pytest.raises(EngineTerminatedError):
            await engine.play("startpos", Limit(nodes=1))
    run(work())


def test_the_synchronous_twin():
    with SimpleEngine.popen_ugi(COMMAND, env=environment(), timeout=60) as engine:
        assert engine.id["name"].startswith("Armillary")
        engine.ping()
        engine.new_game()
        engine.configure({"MultiPV": 2})
        assert len(engine.analyse("startpos", Limit(nodes=30))) == 2
        assert engine.play("startpos", Limit(time=0.01)).move in "abcdefg"
        assert engine.query("players") == "2"
        with engine.analysis("startpos") as analysis:
            for info in analysis:
                assert info.shares
                analysis.stop()
        assert analysis.wait().move in "abcdefg"
        with pytest.raises(EngineError):
            engine.configure({"Xyzzy": 1})
    engine.close()                                  # again, and nothing happens
    with pytest.raises((FileNotFoundError, PermissionError)):
        SimpleEngine.popen_ugi("no-such-engine-anywhere")


def test_limits():
    assert Limit().words() == []
    limit = Limit(time=0.0001, nodes=5, depth=2, clocks={0: 1.5, 2: 0}, increments={1: 0.25})
    assert limit.words() == ["movetime", "1", "nodes", "5", "depth", "2", "p1time", "1500",
                             "p3time", "0", "p2inc", "250"]


@pytest.mark.parametrize("line", [
    "info", "info depth", "info depth x nodes", "info wp", "info wp x,y pv", "info score",
    "info score cp x", "info pv", "info string", "info nodes nan", "info time -", "info wp ,"])
def test_odd_info_lines_are_read(line):
    assert parse_info(line).nodes is None


def test_positions_are_one_line():
    assert position_words("startpos moves d") == "startpos moves d"
    assert position_words("game=pig;seed=1", ["roll"]) == "fen game=pig;seed=1 moves roll"
    with pytest.raises(ValueError, match="one line"):
        position_words("startpos\nquit")
    words = position_words(new_game("hearts", 4, seed=1)).split(" ")
    assert [words[0], *words[2:]] == ["fen", "moves"]
