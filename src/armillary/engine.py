"""The engine: searches positions within limits. Owns the tree and the threads.

>>> import armillary
>>> engine = armillary.Engine(seed=1)
>>> position = armillary.new_game("tic_tac_toe")
>>> for move in ("a3", "a1", "b3", "b1"):
...     position.play(move)
>>> result = engine.search(position, armillary.Limits(nodes=500))
>>> result.move, result.shares, result.proven
(<c3>, (1.0, 0.0), True)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from armillary import options as option_table
from armillary.clock import time_for
from armillary.position import Position
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.game import Game
from armillary_core.kernel.position import Move
from armillary_core.search.baselines import greedy_values
from armillary_core.search.searcher import Searcher

if TYPE_CHECKING:
    from armillary_core.search.searcher import Row

INFO_SECONDS = 0.1          # between two reports


@dataclass(frozen=True)
class Limits:
    """When a search ends: at the first limit reached. Times are seconds.

    With none at all the engine's option `nodes` decides. `infinite` goes on until
    `Engine.stop`. `clock` and `increment` hold what each seat has left and gains a move.
    """

    nodes: int | None = None
    movetime: float | None = None
    depth: int | None = None            # plies of the tree
    infinite: bool = False
    clock: Mapping[int, float] = field(default_factory=dict)
    increment: Mapping[int, float] = field(default_factory=dict)
    searchmoves: Sequence[Move | str] = ()


class Line(NamedTuple):
    """One root move: how often it was tried, and what came of it."""

    move: Move
    visits: int
    shares: tuple[float, ...]       # of the win, by seat
    error: float                    # standard error of the mover's share
    prior: float
    pv: tuple[Move, ...]            # begins with the move


class Stats(NamedTuple):
    """What the search cost."""

    nodes: int                      # edges of the tree
    simulations: int
    depth: int                      # of the principal variation
    seldepth: int                   # the deepest ply of the tree
    memory: int                     # bytes of tree
    hashfull: int                   # permille of the limit in MB
    seconds: float


class Result(NamedTuple):
    """What a search found."""

    move: Move
    visits: int                     # of that move
    shares: tuple[float, ...]       # expected share of the win, by seat
    error: float                    # its standard error for the seat to move
    scores: tuple[float, ...]       # expected final scores by seat; empty if no game was finished
    pv: tuple[Move, ...]
    lines: tuple[Line, ...]         # every root move, the best first
    spread: float                   # standard deviation of the value over hidden worlds
    proven: bool                    # the value is exact
    stats: Stats


class Stop:
    """Ends one search, from any thread and at any time: one that has not begun yet makes a
    single simulation, one that has ended is left in peace, and so is the next."""

    def __init__(self) -> None:
        self.is_set = False
        self._searcher: Searcher | None = None
        self._lock = threading.Lock()   # nobody is told to stop who has just begun another search

    def set(self) -> None:
        """End the search."""
        with self._lock:
            self.is_set = True
            if self._searcher is not None:
                self._searcher.stop()

    def watch(self, searcher: Searcher | None) -> bool:
        """From now on this searcher is the one to be stopped; False if it is too late."""
        with self._lock:
            self._searcher = searcher
            return not self.is_set


class Engine:
    """A searcher with options (see `armillary.options`). One search at a time; `stop` from any
    thread.

    >>> Engine(threads=0)
    Traceback (most recent call last):
    armillary.ArmillaryError: option threads: 0 is not one of 1 .. 64
    """

    OPTIONS = option_table.OPTIONS

    def __init__(self, **options: Any) -> None:
        self.options: dict[str, Any] = {o.name: o.default for o in self.OPTIONS}
        self._chosen: set[str] = set()      # options that the caller has set
        self._stop = Stop()                 # of the last search
        self._searcher: Searcher | None = None
        self._asked_for: tuple[Any, ...] = ()   # the question that it answers, and
        self._made_for: tuple[Any, ...] = ()    # the settings that it was made for
        self._past: tuple[Any, ...] | None = None
        self.configure(**options)

    def configure(self, **options: Any) -> None:
        """Change options; ArmillaryError names a bad one and changes nothing."""
        values = {name: option_table.read(name, value) for name, value in options.items()}
        if any(self.options[name] != value for name, value in values.items() if name != "seed"):
            self._asked_for = ()        # the searcher must be looked at again
        self.options.update(values)
        if not self._chosen.issuperset(values):
            self._asked_for = ()
            self._chosen.update(values)

    def reset(self, **options: Any) -> None:
        """Have the options of a new engine that is given these; ArmillaryError as above."""
        self.configure(**{option.name: option.default for option in self.OPTIONS} | options)
        self._chosen = set(options)
        self._asked_for = ()

    def options_for(self, game: Game) -> dict[str, Any]:
        """The options as a search of this game uses them: where the caller has not chosen,
        those that the game's module recommends (`SEARCH`)."""
        advice = getattr(game.notation, "SEARCH", {})
        return self.options | {name: option_table.read(name, value)
                               for name, value in advice.items() if name not in self._chosen}

    def clear(self) -> None:
        """Forget everything learned: a new game begins."""
        self._past = None

    def stop(self) -> None:
        """End the search that is going on, from any thread. One that may not have begun yet
        is better given a Stop."""
        self._stop.set()

    def search(self, position: Position, limits: Limits | None = None,
               info: Callable[[Result], None] | None = None, stop: Stop | None = None) -> Result:
        """Search for the seat to move; it sees only that seat's view of the position.

        `info` is told the state of things at most ten times a second. `stop` ends this search,
        even if it was set before. Blocks, without the GIL. ArmillaryError if nobody has to move.
        """
        begun = time.perf_counter()
        self._stop = stop or Stop()
        limits = limits or Limits()
        seat = position.actor
        if seat is None or seat < 0:
            raise ArmillaryError("the game is over" if seat is None
                                 else "chance has to move here, not a seat")
        view = position.view(seat)
        moves = _root_moves(view, limits.searchmoves)
        algorithm = self.options["algorithm"]
        if algorithm == "random" or (algorithm == "greedy"):
            result = self._baseline(view, moves, algorithm, begun)
        elif algorithm == "pimc" and view.game.has_hidden:
            result = self._pimc(view, moves, limits, info, begun)
        else:
            result = self._tree(view, moves, limits, info, begun, position)
        return self._soften(result)

    def tree(self, depth: int = 3) -> str:
        """The tree of the last search as text: a line an edge, with its visits and mean."""
        return self._searcher.dump(depth) if self._searcher is not None else ""

    # ---- The tree search ---------------------------------------------------------------

    def _tree(self, view: Position, moves: list[Move], limits: Limits,
              info: Callable[[Result], None] | None, begun: float,
              position: Position | None, algorithm: str | None = None) -> Result:
        """Search the view; the tree is kept from the last search if `position` followed it."""
        searcher = self._prepare(view, limits, algorithm)
        labels = self._labels(position, limits) if position is not None else None
        searcher.begin(view, moves, self.options["seed"], labels)
        nodes, seconds = self._budget(view, limits)
        early = self.options["early_stop"] and not limits.infinite
        stop = self._stop
        if not stop.watch(searcher):
            nodes, seconds = 1, 0.0
        try:
            if self.options["root"] == "halving" and nodes and not seconds and len(moves) > 1:
                last = searcher.halve(nodes)
                return _report(searcher, begun, last)
            spent = time.perf_counter() - begun
            while not searcher.run(nodes, max(seconds - spent, 1e-4) if seconds else 0.0,
                                   INFO_SECONDS if info else 0.0, early):
                if info is not None:
                    info(_report(searcher, begun))
            return _report(searcher, begun)
        finally:
            stop.watch(None)

    def _prepare(self, view: Position, limits: Limits, algorithm: str | None) -> Searcher:
        """A searcher for these options: the last one, if they have not changed."""
        asked = (view.game.name, view.seats, limits.depth, algorithm)
        if asked == self._asked_for and self._searcher is not None:
            return self._searcher
        options = self.options_for(view.game)
        params = option_table.pack(options)
        name = algorithm or options["algorithm"]
        hidden = view.game.has_hidden and name != "uct"
        if name == "auto":
            name = "mo_ismcts" if hidden else "uct"
        params["redraw"] = hidden
        params["multi"] = name == "mo_ismcts" and hidden
        if hidden or name == "flat":
            params["solver"] = 0
        if name == "flat":
            params["max_depth"] = 1
        elif limits.depth:
            params["max_depth"] = min(limits.depth, params["max_depth"])
        if not view.game.has_suggest and params["policy"] == 1:
            params["policy"] = 0
        threads = self.options["threads"]
        apart = self.options["parallel"] == "root" or hidden
        wanted = (tuple(sorted(params.items())), self.options["hash"], threads, apart,
                  view.game.name, view.seats)
        if wanted != self._made_for or self._searcher is None:
            self._searcher = None       # free the old tree before the new one is made
            self._searcher = Searcher(params, self.options["hash"], threads,
                                      apart and threads > 1)
            self._made_for = wanted
            self._past = None
        self._asked_for = asked
        return self._searcher

    def _budget(self, view: Position, limits: Limits) -> tuple[int, float]:
        """(simulations, seconds); 0 is no limit."""
        if limits.infinite:
            return 0, 0.0
        nodes = limits.nodes or 0
        seconds = limits.movetime or 0.0
        if limits.clock:
            own = time_for(view, limits)
            seconds = min(seconds, own) if seconds else own
        if seconds:
            seconds = max(0.001, seconds - self.options["overhead"] / 1000)
        if not nodes and not seconds:
            nodes = self.options["nodes"]
        cap = level_nodes(self.options["level"])
        if cap:
            nodes = min(nodes, cap) if nodes else cap
        return nodes, seconds

    def _labels(self, position: Position, limits: Limits) -> list[int] | None:
        """What the seat saw since the last search, if this position follows that one."""
        past, self._past = self._past, None
        seat = position.actor
        if limits.searchmoves or not self.options["reuse"] or seat is None:
            return None
        seen = position.seen_moves(seat)
        now = (position.game.name, position.seats, position.options, seat,
               position.start_key(seat))
        self._past = (now, seen)
        if past is None or past[0] != now or seen[:len(past[1])] != past[1]:
            return None
        return [int(move) for move in seen[len(past[1]):]]

    # ---- Others ------------------------------------------------------------------------

    def _pimc(self, view: Position, moves: list[Move], limits: Limits,
              info: Callable[[Result], None] | None, begun: float) -> Result:
        """Perfect-information searches in several worlds, their visits added up."""
        nodes, seconds = self._budget(view, limits)
        count = self.options["samples"]
        if nodes:                       # a world is worth nothing if its moves are hardly tried
            count = max(1, min(count, nodes // (8 * len(moves))))
        totals: dict[Move, list[Any]] = {m: [0, 0.0, [0.0] * view.seats] for m in moves}
        seat = view.actor
        assert seat is not None
        simulations, last = 0, None
        values: list[float] = []
        for n in range(count):
            if values and (self._stop.is_set
                           or (seconds and time.perf_counter() - begun >= seconds)):
                break
            world = view.determinise(seat, self.options["seed"] * 1009 + n)
            part = Limits(nodes=max(1, nodes // count) if nodes else None,
                          movetime=seconds / count + self.options["overhead"] / 1000
                          if seconds else None, depth=limits.depth)
            last = self._tree(world, moves, part, None, begun, None, "uct")
            simulations += last.stats.simulations
            values.append(last.shares[seat])
            for line in last.lines:
                row = totals[line.move]
                row[0] += line.visits
                row[1] += line.visits * line.error**2
                row[2] = [a + line.visits * b for a, b in zip(row[2], line.shares, strict=True)]
        assert last is not None
        lines = tuple(sorted((Line(
            m, visits, tuple(x / max(visits, 1) for x in sums), (error / max(visits, 1))**0.5,
            1 / len(moves), (m,)) for m, (visits, error, sums) in totals.items()),
            key=lambda line: (-line.visits, -line.shares[seat])))
        mean = sum(values) / len(values)
        spread = (sum((v - mean)**2 for v in values) / len(values))**0.5
        stats = Stats(last.stats.nodes, simulations, 1, last.stats.seldepth, last.stats.memory,
                      last.stats.hashfull, time.perf_counter() - begun)
        best = lines[0]
        return Result(best.move, best.visits, best.shares, best.error, last.scores, best.pv,
                      lines, spread, False, stats)

    def _baseline(self, view: Position, moves: list[Move], algorithm: str,
                  begun: float) -> Result:
        """One ply: by the game's evaluation (or playouts), or by nothing at all."""
        import random  # only here and below: the engine shall start fast
        dice = random.Random(f"{self.options['seed']}/{view.key}")
        order = list(moves)
        dice.shuffle(order)
        if algorithm == "random":
            even = tuple(1 / view.seats for _ in range(view.seats))
            lines = tuple(Line(m, 0, even, 0.5, 1 / len(moves), (m,)) for m in order)
            count = 0
        else:
            count = self.options["samples"]
            table = greedy_values(view, [int(m) for m in order], count, self.options["seed"])
            seat = view.actor
            assert seat is not None
            lines = tuple(sorted((Line(m, count, shares, error, 1 / len(moves), (m,))
                                  for m, (shares, error) in zip(order, table, strict=True)),
                                 key=lambda line: -line.shares[seat]))
        best = lines[0]
        stats = Stats(len(lines), count * len(lines), 1, 1, 0, 0, time.perf_counter() - begun)
        return Result(best.move, best.visits, best.shares, best.error, (), best.pv, lines, 0.0,
                      False, stats)

    def _soften(self, result: Result) -> Result:
        """Levels below the highest choose among good moves by chance, the lower the more so."""
        level = self.options["level"]
        if level >= 20 or len(result.lines) < 2:
            return result
        import random
        heat = (20 - level) / 19
        most = max(line.visits for line in result.lines) or 1
        weights = [((line.visits + 0.5 * heat) / most) ** (1 / (0.05 + heat))
                   for line in result.lines]
        dice = random.Random(f"{self.options['seed']}/{result.stats.simulations}/{most}")
        line = dice.choices(result.lines, weights)[0]
        return Result(line.move, line.visits, line.shares, line.error, result.scores, line.pv,
                      result.lines, result.spread, result.proven, result.stats)


def level_nodes(level: int) -> int:
    """The most simulations of a level; 0 is no limit."""
    return 0 if level >= 20 else int(8 * 1.6 ** (level - 1))


def _root_moves(view: Position, wanted: Sequence[Move | str]) -> list[Move]:
    moves = view.legal_moves
    if not wanted:
        return moves
    texts = {str(m) for m in wanted}
    for text in texts - {str(m) for m in moves}:
        raise ArmillaryError(f"searchmoves: {text!r} is not legal here")
    return [m for m in moves if str(m) in texts]


def _report(searcher: Searcher, begun: float, chosen: int | None = None) -> Result:
    """What the searcher knows by now; `chosen` is the index of the move if it is settled."""
    rows, proofs, seat = searcher.rows(), searcher.proofs(), searcher.seat
    order = _rank(rows, proofs, seat, searcher.root.seats)
    if chosen is not None:
        order.remove(chosen)
        order.insert(0, chosen)
    best = order[0]
    move, visits, shares, error, _, pv = rows[best]
    nodes, simulations, deepest, memory, full = searcher.statistics()
    proven = searcher.proof() is not None or (bool(proofs) and proofs[best] == seat)
    return Result(move, visits, shares, error, searcher.scores(best), pv,
                  tuple(map(Line._make, [rows[i] for i in order])), searcher.spread(), proven,
                  Stats(nodes, simulations, len(pv), deepest, memory, full,
                        time.perf_counter() - begun))


def _rank(rows: list[Row], proofs: list[int | None], seat: int, seats: int) -> list[int]:
    """The indices of the root moves, the one to play first. `proofs` is empty if there are none."""
    values = [(row[1], row[2][seat]) for row in rows]       # visits, mean share
    if proofs:
        # A proven tie is no longer visited: it stands above what is not surely better.
        hope = max((_floor(row, seat) for row, proof in zip(rows, proofs, strict=True)
                    if proof is None), default=0.0)

        def rank(i: int) -> tuple[Any, ...]:
            proof = proofs[i]
            lost = proof is not None and proof >= 0 and proof != seat
            return proof == seat, proof == -1 and hope <= 1 / seats, not lost, values[i]
        order = sorted(range(len(rows)), key=rank, reverse=True)
        if proofs[order[0]] is not None:
            return order
    else:
        order = sorted(range(len(rows)), key=values.__getitem__, reverse=True)
    # The robust child, unless another that was tried nearly as often is surely better.
    best = order[0]
    enough = values[best][0] / 2
    for i in order[1:]:
        visits, mean = values[i]
        if visits < enough:             # those that nothing is proven of come by their visits
            break
        if mean > values[best][1] and not (proofs and proofs[i] is not None) \
                and _floor(rows[i], seat) > _floor(rows[best], seat):
            best = i
    order.remove(best)
    order.insert(0, best)
    return order


def _floor(row: Row, seat: int) -> float:
    """What the seat's share surely is, at least."""
    return row[2][seat] - 2 * row[3]
