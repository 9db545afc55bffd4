"""The referee: plays one game of a match, and writes down what happened.

He owns dice and hidden cards. A seat is asked for a move and shown only its own view; a move
is checked, and the time it took; a forced move is played without asking. An engine that
breaks the rules forfeits: of two seats the other has won; at a larger table a seeded random
player goes on in its seat, it ranks last, and the block is void.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from armillary.match.config import EngineSpec, MatchConfig
from armillary.match.players import Clocks, EnginePlayer, Fault, Player, RandomPlayer
from armillary.match.schedule import Plan, Schedule
from armillary.position import Outcome, Position
from armillary_core.kernel.errors import IllegalMove

#: Makes the player of an engine; a test may hand in another.
MakePlayer = Callable[[EngineSpec, MatchConfig], Player]


def make_player(spec: EngineSpec, config: MatchConfig) -> Player:
    """A player for this engine, in process or as a program."""
    if spec.command:
        from armillary.match.pipes import PipePlayer
        return PipePlayer(spec, config.faults)
    return EnginePlayer(spec)


class Stopped(Exception):
    """The game was ended from outside, and is of no use."""


class Referee:
    """Plays games of one configuration, one at a time; keeps the engines between them."""

    def __init__(self, config: MatchConfig, make: MakePlayer = make_player) -> None:
        self.config = config
        self.schedule = Schedule(config)
        self.start = config.start()
        self.spec = start_spec(config)
        self.stopped = False                # set by another thread: end at the next move
        self._make = make
        self._players: dict[tuple[int, int], Player] = {}
        self._texts: dict[int, str] = {}

    def close(self) -> None:
        """End all engines."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def play(self, index: int, attempt: int = 0) -> dict[str, Any]:
        """Game number `index`: its record."""
        plan = self.schedule.plan(index)
        keys = [(engine, plan.seats[:seat].count(engine))
                for seat, engine in enumerate(plan.seats)]
        game = _Game(self, plan, [self._player(key) for key in keys])
        begun = time.time()
        game.run()
        for seat, key in enumerate(keys):
            if any(f["seat"] == seat and f["dead"] for f in game.faults):
                self._players.pop(key).close()
        names = [self.config.engines[n].name for n in plan.seats]
        return {"id": index, "attempt": attempt, "block": plan.block, "engines": names,
                "start": f"{self.spec};seed={plan.seed}", "at": round(begun, 3),
                **game.record(self.text)}

    def text(self, move: int) -> str:
        """The text of a move; made once."""
        found = self._texts.get(move)
        if found is None:
            if len(self._texts) > 100_000:
                self._texts.clear()
            found = self._texts[move] = self.start.game.notation.move_text(move)
        return found

    def _player(self, key: tuple[int, int]) -> Player:
        if key not in self._players:
            self._players[key] = self._make(self.config.engines[key[0]], self.config)
        return self._players[key]


def start_spec(config: MatchConfig) -> str:
    """The start as one word: game=hearts;players=4;opt.passing=left."""
    terms = [f"game={config.game}", f"players={config.seats}"]
    return ";".join(terms + [f"opt.{name}={_word(value)}"
                             for name, value in config.options.items()])


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Game:
    """One game in play."""

    def __init__(self, referee: Referee, plan: Plan, players: list[Player]) -> None:
        self.specs = [referee.config.engines[n] for n in plan.seats]
        self.names = [spec.name for spec in self.specs]
        self.referee = referee
        self.rules = referee.config.faults
        self.plan = plan
        self.players: list[Player | RandomPlayer] = list(players)
        self.clocks = Clocks.start(self.specs)
        self.position = referee.start.copy()
        self.start = referee.spec
        self.stats: list[Any] = []          # one entry a decision: [ms, nodes, share], or None
        self.movers: list[int] = []         # the seat of each decision
        self.faults: list[dict[str, Any]] = []

    def run(self) -> None:
        """Play to the end."""
        self.position.sow(self.plan.seed)
        for seat, player in enumerate(self.players):
            assert not isinstance(player, RandomPlayer)
            try:
                player.new_game(self.plan.player_seed(seat), self.start)
            except Fault as fault:
                if self.forfeit(seat, fault):
                    return
        position, players = self.position, self.players
        stats, movers = self.stats, self.movers
        simple = self.clocks is None and not any(spec.movetime for spec in self.specs)
        clock = time.perf_counter
        while (actor := position.actor) is not None:
            seat = actor
            moves = position.legal_moves
            if len(moves) == 1:
                position.play(moves[0])
                stats.append(None)
                movers.append(seat)
                continue
            if self.referee.stopped:
                raise Stopped
            begun = clock()
            try:
                move, nodes, share, ms = players[seat].choose(position, seat, self.clocks)
                if ms is None:
                    ms = (clock() - begun) * 1000
                if not simple:
                    self.spend(seat, ms)
                position.play(move)
            except IllegalMove as problem:
                if self.forfeit(seat, Fault("illegal", str(problem))):
                    return
            except Fault as fault:
                if self.forfeit(seat, fault):
                    return
            else:
                movers.append(seat)
                stats.append(None if nodes is None and share is None else
                             [round(ms, 2), nodes, None if share is None else round(share, 4)])

    def spend(self, seat: int, ms: float) -> None:
        """Take the time off the clock; Fault if it was too much."""
        if isinstance(self.players[seat], RandomPlayer):
            return
        spec, margin = self.specs[seat], self.rules.margin
        if spec.movetime is not None and ms > spec.movetime + margin:
            raise Fault("time", f"{ms:.0f} ms for a move of {spec.movetime} (+{margin})")
        left = self.clocks.left[seat] if self.clocks else None
        if self.clocks is not None and left is not None:
            if ms > left + margin:
                raise Fault("time", f"{ms:.0f} ms with {left:.0f} on the clock (+{margin})")
            self.clocks.left[seat] = max(left - ms, 0) + spec.increment

    def forfeit(self, seat: int, fault: Fault) -> bool:
        """Write the fault down; whether the game ends with it."""
        self.faults.append({
            "seat": seat, "engine": self.names[seat], "kind": fault.kind, "text": fault.text[:500],
            "ply": len(self.position.moves), "dead": fault.dead,
            **({"stderr": fault.stderr} if fault.stderr else {})})
        self.players[seat] = RandomPlayer(self.plan.player_seed(seat))
        return len(self.players) == 2

    def record(self, text: Callable[[int], str]) -> dict[str, Any]:
        """What the referee saw."""
        tokens = [text(int(move)) for move in self.position.moves]
        decisions = zip(self.movers, self.stats, strict=True)
        rows = [(-1, None) if token[0] == "~" else next(decisions) for token in tokens]
        outcome = self.position.outcome
        shares, ranks = settle(outcome, len(self.players), [f["seat"] for f in self.faults])
        record: dict[str, Any] = {
            "moves": " ".join(tokens), "by": "".join("12345678~"[seat] for seat, _ in rows),
            "stats": [entry for _, entry in rows], "key": f"{self.position.key:016x}",
            "ranks": ranks, "scores": None if outcome is None else list(outcome.scores),
            "shares": shares,
            "end": f"forfeit:{self.faults[0]['kind']}" if self.faults else "normal"}
        if self.faults:
            record["faults"] = self.faults
            record["void"] = len(self.players) > 2
        named = factions(self.position)
        if named:
            record["factions"] = named
        return record


def settle(outcome: Outcome | None, seats: int,
           forfeited: list[int]) -> tuple[list[float], list[int]]:
    """Shares and ranks, with those who forfeited last and without a share."""
    if not forfeited:
        assert outcome is not None
        return list(outcome.shares), list(outcome.ranks)
    shares = list(outcome.shares) if outcome else [1 / seats] * seats
    places = list(outcome.ranks) if outcome else [1] * seats
    lost = set(forfeited)
    kept = sum(share for seat, share in enumerate(shares) if seat not in lost)
    honest = seats - len(lost)
    if not honest:
        return [1 / seats] * seats, [1] * seats
    for seat in range(seats):
        if seat in lost:
            shares[seat], places[seat] = 0.0, seats + 1
        else:
            shares[seat] = shares[seat] / kept if kept else 1 / honest
    return shares, [1 + sum(other < mine for other in places) for mine in places]


def factions(position: Position) -> list[str] | None:
    """What each seat played, where the game's notation has a word for it; "-" for a seat that
    had not chosen when the game ended."""
    name = getattr(position.game.notation, "factions", None)
    return None if name is None else [str(word or "-") for word in name(position)]
