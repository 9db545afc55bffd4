"""Finished games to look back at: a saved game of `armillary play`, or one of a match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armillary.position import CHANCE, Outcome, Position
from armillary.terminal.positions import read_start, settle
from armillary.terminal.session import FORMAT
from armillary_core.kernel.errors import ArmillaryError, IllegalMove


@dataclass(frozen=True)
class Record:
    """A game that was played: how it began, what was played, how it ended."""

    name: str                       # what to call it
    start: Position                 # without a seed: chance waits for its recorded outcomes
    tokens: tuple[str, ...]         # decisions and outcomes
    players: tuple[str, ...]        # a name for each seat
    outcome: Outcome | None         # None if the game was broken off
    end: str = ""                   # why it ended, where that is not by the rules

    def walk(self) -> Iterator[tuple[Position, str]]:
        """Each token with the position before it; one position, moved along."""
        position = self.start.copy()
        for token in self.tokens:
            yield position, token
            position.play(token)


def read_record(path: Path, game_id: str | None) -> Record:
    """The game of a file; ArmillaryError says what is wrong."""
    try:
        text = path.read_text("utf-8")
    except OSError as problem:
        raise ArmillaryError(f"{path}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise ArmillaryError(f"{path} is not a record: not even text") from None
    lines = _objects(text)
    try:
        if lines and lines[0].get("format") == FORMAT:
            if game_id is not None:
                raise ArmillaryError("a saved game; --game chooses one of a match")
            return _saved(path.stem, lines[0])
        games = {str(line["id"]): line for line in lines
                 if "id" in line and "start" in line and ("moves" in line or "tokens" in line)}
        return _played(path.stem, choose(path, games, game_id))
    except ArmillaryError as problem:
        raise ArmillaryError(f"{path}: {problem}") from None
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise ArmillaryError(f"{path}: a broken record: {problem!r}") from None


def choose(path: Path, games: dict[str, dict[str, Any]], game_id: str | None) -> dict[str, Any]:
    """The game that was asked for; of one that was played again, the last attempt."""
    if not games:
        raise ArmillaryError("neither a saved game nor a record of a match with a game in it")
    known = ", ".join(list(games)[:10]) + (f", … ({len(games)} in all)" if len(games) > 10 else "")
    if game_id is None:
        if len(games) > 1:
            raise ArmillaryError(f"choose a game with --game ID; ids: {known}")
        return next(iter(games.values()))
    if game_id not in games:
        raise ArmillaryError(f"there is no game {game_id!r}; ids: {known}")
    return games[game_id]


def _objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects of the lines; what is no object (a torn last line) is left out."""
    found = []
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def _saved(name: str, data: dict[str, Any]) -> Record:
    position, seed = read_start(data["start"])
    names = [f"p{seat + 1}, the engine" for seat in range(position.seats)]
    names[data["human"] - 1] = f"p{data['human']}, the person"
    return _record(name, position, seed, data["tokens"], names, None, "")


def _played(name: str, game: dict[str, Any]) -> Record:
    position, seed = read_start(game["start"])
    engines = game.get("engines") or [""] * position.seats
    names = [f"p{n}, {engine}" if engine else f"p{n}" for n, engine in enumerate(engines, 1)]
    tokens = game["tokens"] if "tokens" in game else game["moves"]
    outcome = None
    if game.get("shares"):
        shares = tuple(float(share) for share in game["shares"])
        scores = tuple(float(score) for score in game.get("scores") or (0.0,) * len(shares))
        if not len(shares) == len(scores) == position.seats:
            raise ArmillaryError(f"shares and scores are not those of {position.seats} seats")
        outcome = Outcome(shares, scores)
    end = str(game.get("end") or game.get("termination") or "")
    return _record(f"{name}, game {game['id']}", position, seed, tokens, names, outcome,
                   "" if end == "normal" else end)


def _record(name: str, start: Position, seed: int | None, tokens: str | list[str],
            names: list[str], outcome: Outcome | None, end: str) -> Record:
    """Replay, so that every token is known to be legal where it stands."""
    words = tokens.split() if isinstance(tokens, str) else [str(token) for token in tokens]
    position = start.copy()
    for number, token in enumerate(words, 1):
        if seed is not None and position.actor == CHANCE and not token.startswith("~"):
            settle(position, seed)      # a record may leave to the seed what chance does
        try:
            position.play(token)
        except IllegalMove as problem:
            raise ArmillaryError(f"move {number}: {problem}") from None
    if len(names) != position.seats:
        raise ArmillaryError(f"{len(names)} players for {position.seats} seats")
    return Record(name, start, tuple(str(move) for move in position.moves), tuple(names),
                  position.outcome or outcome, end)
