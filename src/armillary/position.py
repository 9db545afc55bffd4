"""Positions: the Python face of a game in play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from armillary.games import game
from armillary_core.kernel.errors import BadPosition
from armillary_core.kernel.position import Position as CorePosition

#: What `Position.actor` answers where dice or a deck must decide.
CHANCE = -1

_KEYS = {"game", "players", "options", "seed", "streams", "view", "state"}


@dataclass(frozen=True)
class Outcome:
    """How a game ended, by seat.

    `shares` are the shares of the win and sum to 1 (in games for points, a linear map of
    the points); `scores` are what the rules count; `ranks` begin with 1, and ties share one.
    """

    shares: tuple[float, ...]
    scores: tuple[float, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat: by share of the win, then by score."""
        results = list(zip(self.shares, self.scores, strict=True))
        return tuple(1 + sum(other > mine for other in results) for mine in results)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Position(CorePosition):
    """A position of a game: ask it what may be played, and play.

    >>> import armillary
    >>> p = armillary.new_game("tic_tac_toe")
    >>> p.legal_moves[:3], p.actor
    ([<a3>, <b3>, <c3>], 0)
    >>> for move in ("b2", "a3", "a1", "b3", "c3"):
    ...     p.play(move)
    >>> print(p)
    o o x
    . x .
    x . .
    >>> p.is_over, p.outcome.ranks
    (True, (1, 2))

    An illegal move changes nothing and says what was legal:

    >>> p = armillary.new_game("tic_tac_toe")
    >>> p.play("b2"); p.play("b2")
    Traceback (most recent call last):
    armillary.IllegalMove: 'b2' is not legal for p2 here; legal: a3 b3 c3 a2 c2 a1 b1 c1

    With a seed, dice and decks answer by themselves; without one the position waits, and
    `legal_moves` are the outcomes:

    >>> armillary.new_game("pig", seed=1).actor
    0
    >>> p = armillary.new_game("kuhn_poker")
    >>> p.actor == armillary.CHANCE, p.legal_moves
    (True, [<~deal:p1:J>, <~deal:p1:Q>, <~deal:p1:K>])

    A view holds what one seat knows, and nothing else:

    >>> p = armillary.new_game("kuhn_poker", seed=1)
    >>> p.view(0).to_json()
    '{"game":"kuhn_poker","players":2,"view":1,"state":{"cards":["K","?"],"bets":""}}'

    It plays on by what its seat saw of the moves; what it could not see is `?`:

    >>> view = armillary.new_game("kuhn_poker").view(0)
    >>> for seen in ("~deal:p1:K", "~deal:p2:?", "bet"):
    ...     view.play(seen)
    >>> view.actor, view.moves
    (1, [<~deal:p1:K>, <~deal:p2:?>, <bet>])

    Positions can be written and read as JSON, copied, compared and hashed:

    >>> p.copy() == p, Position.from_json(p.to_json()) == p
    (True, True)
    """

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.game.notation.draw(self))

    def draw(self, lang: str = "en") -> str:
        """The board as text, in another language where the game knows it."""
        notation = self.game.notation
        if lang in getattr(notation, "LANGUAGES", ()):
            return str(notation.draw(self, lang))
        return str(notation.draw(self))

    def __repr__(self) -> str:
        seed = self.seed_state
        terms = f", seed={seed[0]}" if seed else ""
        who = "" if self.view_of is None else f", view of seat {self.view_of}"
        return f"<Position {self.game.name}, {self.seats} seats{terms}{who}, key {self.key:016x}>"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        result = self.returns()
        return None if result is None else Outcome(*result)

    def to_dict(self) -> dict[str, Any]:
        """The position as plain data; cards that the viewer cannot see are "?"."""
        data: dict[str, Any] = {"game": self.game.name, "players": self.seats}
        if self.options:
            data["options"] = self.options
        if self.seed_state is not None:
            data["seed"], streams = self.seed_state
            data["streams"] = {str(k): v for k, v in streams.items()}
        if self.view_of is not None:
            data["view"] = self.view_of + 1
        data["state"] = self.game.to_dict(self.to_bytes(), self.view_of)
        return data

    def to_json(self) -> str:
        """One compact line; `from_json` reads it back. Seats count from 1 in text."""
        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes | Mapping[str, Any]) -> Position:
        """The position that such a line (or the same as a dict) describes.

        Without "state" it is the start of the game. BadPosition says what is wrong.

        >>> import armillary
        >>> Position.from_json('{"game":"tic_tac_toe","state":{"board":["xx.","...","..."]}}')
        Traceback (most recent call last):
        armillary.BadPosition: tic_tac_toe: the turn and the marks disagree
        >>> Position.from_json('{"game":"tic_tac_toe","state":{"board":["xx.","oo.","..."]}}').actor
        0
        """
        if isinstance(text, Mapping):
            data: Any = dict(text)
        else:
            try:
                data = json.loads(text)
            except (ValueError, RecursionError) as problem:
                raise BadPosition(f"not JSON: {problem}") from None
        if not isinstance(data, dict) or not isinstance(data.get("game"), str):
            raise BadPosition('a position is an object with at least a "game"')
        unknown = sorted(set(data) - _KEYS)
        if unknown:
            raise BadPosition(f"unknown key {unknown[0]!r} (keys: {', '.join(sorted(_KEYS))})")
        the_game = game(data["game"])
        seats = data.get("players", the_game.min_seats)
        options = data.get("options", {})
        streams = data.get("streams", {})
        for name, value in (("options", options), ("streams", streams)):
            if not isinstance(value, dict):
                raise BadPosition(f"{name}: {value!r} is not an object")
        viewer = data.get("view")
        if viewer is not None:
            if not isinstance(viewer, int) or isinstance(viewer, bool):
                raise BadPosition(f"view: {viewer!r} is not the number of a seat")
            viewer -= 1
        if "state" not in data:
            if viewer is not None:
                raise BadPosition('a "view" needs a "state"')
            return cls(the_game, seats, data.get("seed"), options)
        if not isinstance(data["state"], dict):
            raise BadPosition(f"state: {data['state']!r} is not an object")
        try:
            counts = {int(k): v for k, v in streams.items()}
            values = the_game.read_options(options)
            if not isinstance(seats, int) or isinstance(seats, bool):
                raise BadPosition(f"players: {seats!r} is not a whole number")
            if not the_game.min_seats <= seats <= the_game.max_seats:
                raise BadPosition(f"players: {the_game.name} is for {the_game.min_seats} to "
                                  f"{the_game.max_seats}, not {seats}")
            if viewer is not None and not 0 <= viewer < seats:
                raise BadPosition(f"view: {viewer + 1} is not within 1 .. {seats}")
            raw = the_game.from_dict(data["state"], seats, values, viewer)
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as problem:
            raise BadPosition(f"{the_game.name}: {problem}") from None
        position = cls.__new__(cls)
        position.load(the_game, seats, options, raw, viewer, data.get("seed"), counts)
        return position

    @classmethod
    def from_bytes(cls, name: str, data: bytes, **options: Any) -> Position:
        """The position with this raw state (see `to_bytes`)."""
        position = cls.__new__(cls)
        position.load(game(name), data[0] if data else 0, options, data)
        return position


def new_game(name: str, seats: int | None = None, seed: int | None = None,
             **options: Any) -> Position:
    """The start of a game, with the fewest seats unless told.

    A seed (0 .. 2^64 - 1) makes dice and decks answer by themselves.

    >>> import armillary
    >>> armillary.new_game("pig", seats=3, seed=5, winscore=50)
    <Position pig, 3 seats, seed=5, key 8ba5c36be586ba3d>
    """
    return Position(game(name), seats, seed, options)
