"""Game number n of a match: a pure function of the configuration and n.

A block is one seed and one line-up, turned once around the table: as many games as the
line-up has different turns. With one candidate and N - 1 copies of the base these are N
games, the candidate once in each seat; between equal players its mean share is exactly 1/N,
whatever the seats are worth. A round is one block of every line-up, all on the same seed.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from dataclasses import dataclass

from armillary.match.config import MatchConfig

#: Changes whenever the same configuration would give other games.
SCHEDULE_VERSION = 1


@dataclass(frozen=True)
class Plan:
    """One game to be played."""

    index: int
    block: int
    round: int
    seats: tuple[int, ...]          # which engine sits where
    seed: int                       # of dice and decks; common to the round

    def player_seed(self, seat: int) -> int:
        """The seed of that seat's own random numbers, alike in no two games or seats."""
        return derive("player", self.seed, self.index, seat)


class Schedule:
    """The games of a configuration, by number; it has no end."""

    def __init__(self, config: MatchConfig) -> None:
        self.config = config
        self.lineups = lineups(config)
        self.turns = [different_turns(lineup) for lineup in self.lineups]
        self.round_size = sum(self.turns)
        # Within a round: game -> (line-up, turn), and the first game of each line-up.
        self._cells = [(n, turn) for n, count in enumerate(self.turns) for turn in range(count)]
        self._first = [0, *itertools.accumulate(self.turns)][:-1]

    @property
    def games(self) -> int:
        """How many games `config.blocks` blocks have."""
        return self.first_game(self.config.blocks)

    def first_game(self, block: int) -> int:
        """The number of the first game of a block."""
        full, rest = divmod(block, len(self.lineups))
        return full * self.round_size + self._first[rest]

    def block_games(self, block: int) -> range:
        """The games of a block."""
        first = self.first_game(block)
        return range(first, first + self.turns[block % len(self.lineups)])

    def plan(self, index: int) -> Plan:
        """Game number `index`, counted from 0."""
        number, cell = divmod(index, self.round_size)
        which, turn = self._cells[cell]
        lineup = self.lineups[which]
        if len(set(lineup)) == len(lineup) > 2:
            # All different: over the rounds everybody shall sit beside everybody.
            shuffled = list(lineup)
            random.Random(derive("order", self.config.seed, number, which)).shuffle(shuffled)
            lineup = tuple(shuffled)
        seats = lineup[-turn:] + lineup[:-turn] if turn else lineup
        return Plan(index, number * len(self.lineups) + which, number, seats,
                    derive("round", self.config.seed, number))


def lineups(config: MatchConfig) -> list[tuple[int, ...]]:
    """Who meets whom: engine numbers by seat, before turning."""
    names = [spec.name for spec in config.engines]
    if config.lineups:
        return [tuple(names.index(name) for name in lineup) for lineup in config.lineups]
    count, seats = len(names), config.seats
    if config.tournament in ("match", "gauntlet"):
        return [(0, *[other] * (seats - 1)) for other in range(1, count)]
    if count >= seats:
        return list(itertools.combinations(range(count), seats))
    # Too few to fill a table: everybody alone among copies of everybody else.
    return [(one, *[other] * (seats - 1)) for one, other in itertools.permutations(range(count), 2)]


def different_turns(lineup: tuple[int, ...]) -> int:
    """How many turns of the line-up are different: 4 of abbb, 2 of abab."""
    return next(n for n in range(1, len(lineup) + 1) if lineup[n:] + lineup[:n] == lineup)


def derive(*parts: object) -> int:
    """A number of 53 bits (exact in every JSON reader) that depends on all parts."""
    text = ":".join(map(str, (f"armillary-match/{SCHEDULE_VERSION}", *parts)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 11
