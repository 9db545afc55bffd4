"""The position that a client described: START and a list of tokens, played out.

A bad token never raises: the position is poisoned, and says who forfeits. The list that a
client sends again and again, a little longer each time, is played only where it is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armillary.games import game
from armillary.position import CHANCE, Position
from armillary.protocol.grammar import (
    MAX_TOKEN,
    Problem,
    Start,
    one_word,
    parse_start,
    printable,
    teams_text,
)
from armillary_core.kernel.errors import ArmillaryError, IllegalMove
from armillary_core.kernel.position import SEED_VERSION

SNAPSHOT = 64           # tokens between two stored positions of a list
RULES_VERSION = 1       # of a game whose notation names no other as RULES


@dataclass(frozen=True)
class Fault:
    """Why a position is poisoned."""

    code: str
    text: str
    seat: int | None = None     # who forfeits; None: nobody, there is no result


class Table:
    """One described position. `position` is None only after a bad START."""

    def __init__(self) -> None:
        self.start = Start()
        self.fault: Fault | None = None
        self.position: Position | None = None   # what everybody asks
        self._word = ""
        self._terms: tuple[str, int] | None = None
        self._tokens: list[str] = []            # those that were played
        self._raw: list[tuple[int, Position]] = []  # after so many tokens, before seeded chance

    # ---- Setting up --------------------------------------------------------------------

    def set(self, word: str, tokens: Sequence[str], default_game: str, players: int) -> None:
        """Become what START and these tokens describe; `fault` tells what was wrong."""
        self.fault = None
        if word != self._word or (default_game, players) != self._terms or not self._raw:
            self._raw, self._tokens, self.position = [], [], None
            self._word, self._terms = word, (default_game, players)
            try:
                self.start = parse_start(word)
                self._raw.append((0, begin(self.start, default_game, players)))
            except Problem as problem:
                self.fault = Fault(problem.code, problem.text)
                return
            except (ArmillaryError, ValueError, TypeError, OverflowError) as problem:
                self.fault = Fault("bad_position", str(problem))
                return
        self._play(tokens)

    def _play(self, tokens: Sequence[str]) -> None:
        same = _common(self._tokens, tokens)
        while self._raw[-1][0] > same:
            self._raw.pop()
        done, stored = self._raw[-1]
        position = stored.copy()
        for n, token in enumerate(tokens[done:], done):
            self.fault = self._step(position, token, n)
            if self.fault:
                break
            if (n + 1) % SNAPSHOT == 0:
                self._raw.append((n + 1, position.copy()))
            done = n + 1
        self._tokens = list(tokens[:done])
        if done > self._raw[-1][0]:
            self._raw.append((done, position.copy()))
        # All but the newest stand where a multiple of SNAPSHOT does.
        self._raw = [row for row in self._raw[:-1] if row[0] % SNAPSHOT == 0] + self._raw[-1:]
        self._settle(position)
        self.position = position

    def _step(self, position: Position, token: str, n: int) -> Fault | None:
        if not token.startswith("~"):
            self._settle(position)
        actor = position.actor
        try:
            if len(token) > MAX_TOKEN:
                raise IllegalMove(f"a token has at most {MAX_TOKEN} bytes")
            if (actor == CHANCE) != token.startswith("~") and actor is not None:
                who = "chance" if actor == CHANCE else f"p{actor + 1}"
                raise IllegalMove(f"{token}: it is for {who} to decide")
            if self.start.seed is not None:
                position.count_outcome()
            position.play(token)
        except IllegalMove as problem:
            seat = None if token.startswith("~") or actor is None or actor < 0 else actor
            return Fault("illegal_token", f"token {n + 1}: {printable(str(problem))}", seat)
        return None

    def _settle(self, position: Position) -> None:
        """Let the seed of the START answer chance, up to the next decision."""
        if self.start.seed is not None and position.actor == CHANCE:
            position.sow(self.start.seed)
            position.sow(None)

    # ---- Questions ---------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.fault is not None or self.position is None or self.position.is_over

    @property
    def actor(self) -> int | None:
        """The seat to move, CHANCE, or None."""
        return None if self.is_over or self.position is None else self.position.actor

    @property
    def first_side(self) -> frozenset[int]:
        """The seats that a plain referee calls p1."""
        return self.start.teams[0] if self.start.teams is not None else frozenset({0})

    def result(self) -> str:
        """p1win, p2win, …, draw or none."""
        if self.fault is not None:
            if self.fault.seat is None:
                return "none"
            return "p2win" if self.fault.seat in self.first_side else "p1win"
        outcome = self.position.outcome if self.position is not None else None
        if outcome is None:
            return "none"
        winners = outcome.winners
        if self.start.teams is not None:
            sides = {seat in self.first_side for seat in winners}
            return "draw" if len(sides) > 1 else "p1win" if True in sides else "p2win"
        return f"p{winners[0] + 1}win" if len(winners) == 1 else "draw"

    def outcome(self) -> str:
        """`ranks … scores … shares … reason …`, or none."""
        position = self.position
        if self.fault is not None:
            if self.fault.seat is None or position is None:
                return f"none reason {self.fault.code}"
            others = position.seats - 1
            ranks = [2 if seat == self.fault.seat else 1 for seat in range(position.seats)]
            shares = [1 / others if rank == 1 else 0.0 for rank in ranks]
            scores, reason = (0.0,) * position.seats, "forfeit"
        else:
            outcome = position.outcome if position is not None else None
            if outcome is None:
                return "none"
            ranks, shares, scores, reason = (list(outcome.ranks), list(outcome.shares),
                                             outcome.scores, "finished")
        return " ".join(["ranks", ",".join(map(str, ranks)), "scores", vector(scores),
                         "shares", vector(shares), "reason", reason])

    def to_json(self) -> str:
        """The position as a START; ASCII, no blanks."""
        assert self.position is not None
        position = self.position.copy()
        if self.start.seed is not None:
            position.sow(self.start.seed)       # nothing is pending: this only names it
        data = position.to_dict()
        if self.start.teams is not None:
            data["teams"] = teams_text(self.start.teams)
        return one_word(data)

    def record(self) -> str:
        """`START moves …`: the start in its shortest form, and every move, outcomes too."""
        assert self.position is not None
        moves = [str(move) for move in self.position.moves]
        return " ".join([self._start_word(self.start.view), "moves", *moves])

    def _start_word(self, view: int | None) -> str:
        position = self.position
        assert position is not None
        if self.start.state is not None:
            return self._word
        words = [f"game={position.game.name}", f"players={position.seats}"]
        if self.start.seed is not None and view is None:
            words.append(f"seed={self.start.seed}")
        if view is not None:
            words.append(f"view={view + 1}")
        if self.start.teams is not None:
            words.append(f"teams={teams_text(self.start.teams)}")
        words += [f"opt.{name}={str(value).lower() if isinstance(value, bool) else value}"
                  for name, value in position.options.items()]
        return ";".join(words)

    def view(self, seat: int) -> str:
        """`START moves …` for one seat: only what it saw, and all of that.

        Where a move does not show all that the seat learned by it (cards that are passed
        to it, hands laid open), the START is the JSON of what the seat knew then.
        """
        position = self.position
        assert position is not None
        if position.view_of is not None:
            position.view(seat)                 # refuses another seat
            return self.record()
        truth = begin(self.start, position.game.name, position.seats)
        known = truth.view(seat)
        start = self._start_word(seat) if self.start.state is None else None
        tokens: list[str] = []
        base = known.to_dict()
        seen_moves = position.seen_moves(seat)
        for move, seen in zip(position.moves, seen_moves, strict=True):
            truth.play(move)
            now = truth.view(seat)
            if now == known:
                continue                        # the seat did not notice anything
            known.play(seen)
            if known == now:
                tokens.append(str(seen))
            else:
                start, tokens, known, base = None, [], now, now.to_dict()
        if start is None:
            if self.start.teams is not None:
                base["teams"] = teams_text(self.start.teams)
            start = one_word(base)
        return " ".join([start, "moves", *tokens])


def vector(numbers: Sequence[float], digits: int = 4) -> str:
    """Numbers as one word: `.5,0,-3.25`."""
    words = []
    for number in numbers:
        text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
        words.append("0" if text in ("-0", "") else text.replace("0.", ".", 1)
                     if text.startswith(("0.", "-0.")) else text)
    return ",".join(words)


def begin(start: Start, default_game: str, players: int = 0) -> Position:
    """The first position of a START, with chance still pending. The defaults are of `startpos`:
    its game, and its number of seats (0: the fewest)."""
    name = start.game if start.game is not None else default_game
    the_game = game(name)
    rules = getattr(the_game.notation, "RULES", RULES_VERSION)
    for what, wanted, ours in (("chance", start.chance, SEED_VERSION),
                               ("rules", start.rules, rules)):
        if wanted not in (None, ours):
            raise Problem("bad_position", f"{what} of version {wanted}: this is version {ours}")
    seats = start.players
    if seats is None:
        seats = players if players and start.game is None else the_game.min_seats
    if start.state is not None:
        data = {"game": name, "players": seats, "options": start.options,
                "streams": start.streams, "state": start.state}
        if start.view is not None:
            data["view"] = start.view + 1
        position = Position.from_json(data)
    else:
        position = Position(the_game, seats, None, start.options)
        if start.view is not None:
            position = position.view(start.view)
    if start.teams is not None and sum(map(len, start.teams)) != seats:
        raise Problem("bad_position", f"teams: there are {seats} seats")
    return position


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the common prefix."""
    n = min(len(a), len(b))
    if a[:n] == b[:n]:
        return n
    return next(i for i in range(n) if a[i] != b[i])
