"""A compliance list for engines: what a UGI or UGI+ program must do, tried one by one.

Level 1 is plain UGI, which every referee relies on. Level 2 adds the words of UGI+ that make
a frontend possible without knowing the game; level 3 chance, views, folding and pondering.
An engine has a level if it passes everything up to it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from armillary.protocol.grammar import CODES
from armillary.protocol.pipe import Pipe
from armillary.protocol.records import EngineError, parse_info

LEVELS = {0: "none", 1: "plain UGI", 2: "UGI+, open games", 3: "UGI+, whole"}
MAX_PLIES = 2000


@dataclass(frozen=True)
class Verdict:
    """One item of the list, tried."""

    level: int
    name: str
    state: str              # pass, fail or skip
    detail: str = ""


class Skip(Exception):
    """There is nothing to try this on."""


Check = Callable[[Pipe], str | None]
_CHECKS: list[tuple[int, str, Check]] = []


def _item(level: int, name: str) -> Callable[[Check], Check]:
    def keep(check: Check) -> Check:
        _CHECKS.append((level, name, check))
        return check
    return keep


def run_checks(command: Sequence[str], patience: float = 5.0,
               highest: int = 3) -> Iterator[Verdict]:
    """Try everything up to a level, each item with a process of its own."""
    greeted = False
    for level, name, check in _CHECKS:
        if level > highest:
            return
        try:
            with Pipe(command, patience) as pipe:
                pipe.send("ugi")
                pipe.until("ugiok")
                greeted = True
                detail = check(pipe) or ""
            yield Verdict(level, name, "pass", detail)
        except Skip as reason:
            yield Verdict(level, name, "skip", str(reason))
        except (EngineError, AssertionError, OSError, ValueError) as problem:
            yield Verdict(level, name, "fail", str(problem).splitlines()[0][:200] or "wrong answer")
            if not greeted:             # it is no engine: nothing else can be tried
                return


def level_of(verdicts: Sequence[Verdict]) -> int:
    """The highest level below which nothing has failed."""
    failed = [verdict.level for verdict in verdicts if verdict.state == "fail"]
    return min(failed, default=max(LEVELS) + 1) - 1


# ---- What the items share ----------------------------------------------------------------

def _want(true: bool, text: str) -> None:
    if not true:
        raise AssertionError(text)


def _one_of(answer: str, words: Sequence[str]) -> None:
    _want(answer in words, f"answered {answer!r}, expected one of {' '.join(words)}")


def _best(pipe: Pipe, go: str) -> str:
    """The move that this `go` ends in; exactly one bestmove, of two words."""
    pipe.send(go)
    words = pipe.until("bestmove")[-1].split(" ")
    _want(len(words) == 2 and bool(words[1]), f"{go}: bestmove has {len(words)} words")
    more = [line for line in pipe.sync() if line.startswith("bestmove")]
    _want(not more, f"{go}: a second bestmove")
    return words[1]


def _is_true(pipe: Pipe, what: str) -> bool:
    answer = pipe.ask(f"query {what}")
    _one_of(answer, ("true", "false"))
    return answer == "true"


def _silent(pipe: Pipe, *lines: str) -> None:
    pipe.send(*lines)
    said = [line for line in pipe.sync() if not line.startswith(("info ", "error "))]
    _want(not said, f"{lines[0][:40]}: not silent: {said[:1]}")


def _games(pipe: Pipe) -> list[str]:
    games = pipe.ask("query games").split()
    _want(bool(games), "query games: no games")
    return games


def _start(pipe: Pipe, fits: Callable[[str], bool], what: str) -> str:
    """The first game that fits."""
    for name in _games(pipe):
        if fits(name):
            return name
    raise Skip(f"no game {what}")


def _is_chance(pipe: Pipe, name: str) -> bool:
    pipe.send(f"position fen game={name}")
    return pipe.ask("query turn") == "chance"


def _is_hidden(pipe: Pipe, name: str) -> bool:
    pipe.send(f"position fen game={name};seed=1")
    return "?" in pipe.ask("query view 1")


# ---- Level 1: plain UGI --------------------------------------------------------------------

@_item(1, "greets with id lines and the whole line ugiok")
def _greeting(pipe: Pipe) -> str:
    names = [line for line in pipe.lines if line.startswith("id name ")]
    _want(len(names) == 1, "no id name, or several")
    _want(pipe.lines[-1] == "ugiok", "ugiok is not a line of its own")
    return names[0].removeprefix("id name ")


@_item(1, "answers isready with the whole line readyok")
def _ready(pipe: Pipe) -> None:
    pipe.send("isready")
    _want(pipe.until("readyok")[-1] == "readyok", "readyok is not a line of its own")


@_item(1, "ignores options that it does not know")
def _unknown_option(pipe: Pipe) -> None:
    _silent(pipe, "setoption name No Such Option value 17", "setoption name Threads value 1")


@_item(1, "is silent on uginewgame and position")
def _silence(pipe: Pipe) -> None:
    _silent(pipe, "uginewgame", "position startpos", "position startpos moves",
            "position fen startpos")


@_item(1, "answers p1turn, gameover and result at the start")
def _queries(pipe: Pipe) -> None:
    pipe.send("position startpos")
    _want(not _is_true(pipe, "gameover"), "the start is over")
    _is_true(pipe, "p1turn")
    _one_of(pipe.ask("query result"), ("none",))


@_item(1, "ends every go: without limits, movetime, nodes, depth, clocks")
def _go(pipe: Pipe) -> None:
    pipe.send("position startpos")
    for words in ("go movetime 50", "go nodes 50", "go depth 2", "go",
                  "go p1time 500 p2time 500 p1inc 10 p2inc 10"):
        _want(_best(pipe, words) != "0000", f"{words}: no move at the start")


@_item(1, "stops at once, and only then ends go infinite")
def _stop(pipe: Pipe) -> None:
    pipe.send("position startpos", "go infinite")
    _want(not any(line.startswith("bestmove") for line in pipe.sync()), "did not go on")
    pipe.send("stop")
    pipe.until("bestmove", 1.0)
    _silent(pipe, "stop")


@_item(1, "answers isready and query while it searches")
def _busy(pipe: Pipe) -> None:
    pipe.send("position startpos", "go infinite")
    pipe.sync()
    pipe.ask("query gameover")
    pipe.send("stop")
    pipe.until("bestmove", 1.0)


@_item(1, "takes its own moves, and plays a game to the end")
def _whole_game(pipe: Pipe) -> str:
    moves: list[str] = []
    for _ in range(MAX_PLIES):
        line = " ".join(["position startpos moves", *moves])
        pipe.send(line, line)
        if _is_true(pipe, "gameover"):
            result = pipe.ask("query result")
            _want(result == "draw" or result.endswith("win"), f"ended with the result {result}")
            return f"{len(moves)} moves, {result}"
        moves.append(_best(pipe, "go nodes 1"))
        _want(moves[-1] != "0000", "gave up in the middle of a game")
    raise Skip(f"not over after {MAX_PLIES} moves")


@_item(1, "reads several lists of moves as one")
def _lists(pipe: Pipe) -> None:
    pipe.send("position startpos")
    turn = _is_true(pipe, "p1turn")
    first = _best(pipe, "go nodes 1")
    pipe.send(f"position startpos moves {first}")
    second = _best(pipe, "go nodes 1")
    pipe.send(f"position startpos moves {first} {second}")
    whole = _is_true(pipe, "p1turn")
    pipe.send(f"position fen startpos moves {first} moves {second} moves")
    _want(_is_true(pipe, "p1turn") == whole, "another position")
    pipe.send("position startpos")
    _want(_is_true(pipe, "p1turn") == turn, "position depends on what was before")


@_item(1, "makes a bad token a forfeit: gameover, the other side wins, bestmove 0000")
def _forfeit(pipe: Pipe) -> None:
    for token in ("0000", "no/such?move"):
        pipe.send("position startpos")
        loser = "p1" if _is_true(pipe, "p1turn") else "p2"
        pipe.send(f"position startpos moves {token}")
        _want(_is_true(pipe, "gameover"), f"{token}: the game goes on")
        _one_of(pipe.ask("query result"), ("p2win" if loser == "p1" else "p1win",))
        _want(_best(pipe, "go nodes 10") == "0000", f"{token}: still moves")


@_item(1, "takes a bad start for a game without result")
def _bad_start(pipe: Pipe) -> None:
    pipe.send("position fen no_such_start{;")
    _want(_is_true(pipe, "gameover"), "the game goes on")
    _one_of(pipe.ask("query result"), ("none",))
    _want(_best(pipe, "go nodes 10") == "0000", "still moves")
    pipe.send("position startpos")
    _want(not _is_true(pipe, "gameover"), "does not recover")


@_item(1, "survives junk")
def _junk(pipe: Pipe) -> None:
    pipe.send("", "   ", "xyzzy", b"\xff\xfe\x00\x80", b"go\x00", "position", "setoption", "query",
              "query xyzzy", "x" * 100_000, "stop", "ponderhit")
    pipe.send("stop")
    pipe.sync()
    pipe.send("position startpos")
    _is_true(pipe, "p1turn")


@_item(1, "ends on quit, also while it searches")
def _quit(pipe: Pipe) -> None:
    pipe.send("position startpos", "go infinite", "quit")
    pipe.end()


@_item(1, "ends when its input ends")
def _end_of_input(pipe: Pipe) -> None:
    pipe.send("position startpos", "go infinite")
    pipe.process.stdin.close()
    pipe.end()


# ---- Level 2: UGI+ for open games ------------------------------------------------------------

@_item(2, "says protocol ugi+ 1 before ugiok")
def _protocol(pipe: Pipe) -> str:
    found = [line for line in pipe.lines if line.startswith("protocol ugi+ 1")]
    _want(bool(found), "no such line")
    return found[0]


@_item(2, "answers turn, players, legal, outcome, key, fen and json")
def _questions(pipe: Pipe) -> None:
    pipe.send("position startpos")
    players = pipe.ask("query players")
    _want(players.isdecimal(), f"players: {players}")
    _one_of(pipe.ask("query turn"), [*(f"p{k + 1}" for k in range(int(players))), "chance"])
    _one_of(pipe.ask("query outcome"), ("none",))
    key = pipe.ask("query key")
    _want(len(key) == 16 and not set(key) - set("0123456789abcdef"), f"key: {key}")
    for what in ("fen", "json"):
        start = pipe.ask(f"query {what}")
        pipe.send(f"position fen {start}")
        _want(pipe.ask("query key") == key, f"{what} leads to another position")


@_item(2, "lists the legal moves, and takes each of them")
def _legal(pipe: Pipe) -> str:
    pipe.send("position startpos")
    if pipe.ask("query turn") == "chance":
        raise Skip("its first game begins with chance")
    moves = pipe.ask("query legal").split()
    _want(bool(moves) and len(set(moves)) == len(moves), "none, or some twice")
    for move in moves:
        pipe.send(f"position startpos moves {move}")
        _want(pipe.ask("query outcome").partition(" reason ")[2] != "forfeit", f"refuses {move}")
    pipe.send("position startpos")
    _want(_best(pipe, "go nodes 20") in moves, "its own choice is not among them")
    _want(_best(pipe, f"go nodes 20 searchmoves {moves[-1]}") == moves[-1], "searchmoves")
    return f"{len(moves)} moves"


@_item(2, "tells info with shares of the win that sum to 1")
def _info(pipe: Pipe) -> None:
    pipe.send("position startpos", "go nodes 100")
    infos = [parse_info(line) for line in pipe.until("bestmove") if line.startswith("info ")]
    told = [info for info in infos if info.shares]
    _want(bool(told), "no info line with wp")
    _want(all(abs(sum(info.shares) - 1) < 1e-6 for info in told), "wp does not sum to 1")
    _want(bool(told[-1].pv), "no pv")


@_item(2, "names what is wrong: error CODE text, besides the answer that is due")
def _errors(pipe: Pipe) -> None:
    for line, code in (("xyzzy", "unknown_command"), ("query xyzzy", "bad_argument"),
                       ("position fen xyzzy", "bad_position"),
                       ("position startpos moves xyzzy", "illegal_token")):
        pipe.send(line)
        said = [text.split(" ")[1] for text in pipe.sync() if text.startswith("error ")]
        _want(code in said and set(said) <= set(CODES), f"{line}: errors {said}, not {code}")


@_item(2, "refuses position and setoption while it searches, and changes nothing")
def _refuses(pipe: Pipe) -> None:
    pipe.send("position startpos")
    key = pipe.ask("query key")
    pipe.send("go infinite", "position startpos moves 0000", "setoption name MultiPV value 2")
    said = [line for line in pipe.sync() if line.startswith("error busy")]
    _want(len(said) == 2, f"{len(said)} times error busy, not 2")
    pipe.send("stop")
    pipe.until("bestmove")
    _want(pipe.ask("query key") == key, "the position has changed")


@_item(2, "repeats itself with a seed: Threads 1, Seed, go nodes")
def _repeats(pipe: Pipe) -> None:
    pipe.send("setoption name Threads value 1", "setoption name Seed value 5")
    runs = []
    for _ in range(2):
        pipe.send("uginewgame", "position startpos", "go nodes 300")
        runs.append([_timeless(line) for line in pipe.until("bestmove")])
    _want(runs[0] == runs[1], "two runs differ")


def _timeless(line: str) -> str:
    words = line.split()
    for word in ("time", "nps"):
        if words[0] == "info" and word in words:
            at = words.index(word)
            del words[at:at + 2]
    return " ".join(words)


# ---- Level 3: chance, views, folding, pondering ----------------------------------------------

@_item(3, "waits for chance, and takes the outcomes that it is told")
def _chance(pipe: Pipe) -> str:
    name = _start(pipe, lambda game: _is_chance(pipe, game), "begins with chance")
    pipe.send(f"position fen game={name}")
    words = pipe.ask("query chance").split()
    outcomes, weights = words[::2], [float(word) for word in words[1::2]]
    _want(abs(sum(weights) - 1) < 1e-3, "the probabilities do not sum to 1")
    for outcome in outcomes:
        _want(outcome.startswith("~"), f"{outcome} does not begin with ~")
        pipe.send(f"position fen game={name} moves {outcome}")
        _want(not _is_true(pipe, "gameover"), f"refuses {outcome}")
    pipe.send(f"position fen game={name} moves ~no_such_outcome")
    _want(_is_true(pipe, "gameover"), "takes what is no outcome")
    _one_of(pipe.ask("query result"), ("none",))
    return name


@_item(3, "derives outcomes from a seed, the same every time")
def _seeds(pipe: Pipe) -> str:
    name = _start(pipe, lambda game: _is_chance(pipe, game), "begins with chance")
    keys = []
    for seed in itertools.chain(range(8), range(8)):
        pipe.send(f"position fen game={name};seed={seed}")
        _want(pipe.ask("query turn") != "chance", "still waits")
        keys.append(pipe.ask("query key"))
    _want(keys[:8] == keys[8:], "not the same every time")
    _want(len(set(keys)) > 1, "all seeds are the same")
    return name


@_item(3, "gives a seat's view, without seed and hidden cards, and searches there")
def _views(pipe: Pipe) -> str:
    name = _start(pipe, lambda game: _is_hidden(pipe, game), "hides anything")
    pipe.send(f"position fen game={name};seed=1")
    seat = pipe.ask("query turn").removeprefix("p")
    view = pipe.ask(f"query view {seat}")
    _want("seed" not in view.split(" ")[0], "the view tells the seed")
    legal = pipe.ask("query legal")
    pipe.send("setoption name Seed value 3", "uginewgame", "go nodes 200")
    direct = [_timeless(line) for line in pipe.until("bestmove")]
    pipe.send(f"position fen {view}")
    _want(pipe.ask("query legal") == legal, "other moves in the view")
    pipe.send("uginewgame", "go nodes 200")
    masked = [_timeless(line) for line in pipe.until("bestmove")]
    _want(direct == masked, "another answer where it knows less: it peeks")
    return name


@_item(3, "folds many seats onto two sides")
def _teams(pipe: Pipe) -> str:
    def seats(name: str) -> int:
        for players in (4, 3):
            pipe.send(f"position fen game={name};players={players};seed=1")
            if pipe.ask("query turn").startswith("p"):
                return players
        return 0
    name = _start(pipe, lambda game: seats(game) > 2, "has more than two seats")
    players = seats(name)
    turn = pipe.ask("query turn").removeprefix("p")
    others = "".join(str(k + 1) for k in range(players) if str(k + 1) != turn)
    for teams, mine in ((f"{turn}/{others}", True), (f"{others}/{turn}", False)):
        pipe.send(f"position fen game={name};players={players};seed=1;teams={teams}")
        _want(_is_true(pipe, "p1turn") is mine, f"teams={teams}: p1turn is wrong")
        pipe.send(f"position fen game={name};players={players};seed=1;teams={teams} moves 0000")
        _one_of(pipe.ask("query result"), ("p2win" if mine else "p1win",))
    return name


@_item(3, "ponders, and goes on in earnest at ponderhit")
def _ponders(pipe: Pipe) -> None:
    pipe.send("position startpos", "go ponder nodes 50")
    _want(not any(line.startswith("bestmove") for line in pipe.sync()), "does not wait")
    pipe.send("ponderhit")
    pipe.until("bestmove")
    pipe.send("position startpos", "go ponder nodes 50", "stop")
    pipe.until("bestmove", 1.0)


@_item(3, "says bestmove X ponder Y only to who asked for it")
def _opts_in(pipe: Pipe) -> None:
    pipe.send("setoption name Protocol value ugi+1", "position startpos", "go nodes 1000")
    words = pipe.until("bestmove")[-1].split()
    _want(len(words) == 2 or (len(words) == 4 and words[2] == "ponder"), " ".join(words))
    pipe.send("setoption name Protocol value ugi")
    _best(pipe, "go nodes 1000")


@_item(3, "counts move sequences: query perft")
def _perft(pipe: Pipe) -> None:
    pipe.send("position startpos")
    _want(pipe.ask("query perft 0") == "1", "perft 0 is not 1")
    if pipe.ask("query turn").startswith("p"):
        _want(pipe.ask("query perft 1") == str(len(pipe.ask("query legal").split())), "perft 1")
