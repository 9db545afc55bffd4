"""One game of a person against the engine: its state, its undo, and its file.

The file is one JSON object: the start (with the seed of dice and decks), every token played
since, who is the person, and the settings. It is written anew after every move, by way of a
neighbour that replaces it, so that a kill at any time leaves the last or the present state.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from armillary.position import CHANCE, Position
from armillary.terminal.messages import catalogues
from armillary.terminal.thinking import typed_options
from armillary_core.kernel.errors import ArmillaryError, BadPosition
from armillary_core.kernel.position import SEED_VERSION, Move

FORMAT = "armillary game 1"


@dataclass
class Settings:
    """How the engine plays, and the language."""

    level: int = 20
    movetime: float | None = 1.0
    nodes: int | None = None
    lang: str = "en"

    def check(self) -> None:
        """ArmillaryError if they do not come from here."""
        typed_options({"level": self.level})
        if self.lang not in catalogues():
            raise ArmillaryError(f"lang: {self.lang!r} is not one of {', '.join(catalogues())}")
        for limit in (self.movetime, self.nodes):
            if limit is not None and not (isinstance(limit, int | float) and limit > 0):
                raise ArmillaryError(f"{limit!r} is no limit of a search")


@dataclass
class Session:
    """A game in play; `start` has a seed, so that chance never waits."""

    start: dict[str, Any]
    human: int
    settings: Settings
    path: Path
    position: Position = field(init=False)
    actors: list[int] = field(init=False)       # who made each move of position.moves

    def __post_init__(self) -> None:
        self.restart()

    # ---- Playing -----------------------------------------------------------------------

    def restart(self) -> None:
        """Back to the start, in memory."""
        self.position = Position.from_json(self.start)
        if self.position.seed_state is None or self.position.view_of is not None:
            raise ArmillaryError("a game to play needs a seed, and the whole position, not a view")
        self.position.seat_number(self.human)
        self.actors = [CHANCE] * len(self.position.moves)

    def play(self, move: Move | str) -> None:
        """Play a move of the seat to move, in memory."""
        seat = self.position.actor
        self.position.play(move)
        assert seat is not None         # nobody moves after the end
        self.actors.append(seat)
        self.actors += [CHANCE] * (len(self.position.moves) - len(self.actors))

    def undo(self) -> str | None:
        """Go back to the person's last decision; the move taken back, None if there is none."""
        if self.human not in self.actors:
            return None
        count = len(self.actors) - 1 - self.actors[::-1].index(self.human)
        moves, actors = self.position.moves, self.actors
        self.restart()
        self.replay([str(move) for move in moves[:count]])
        assert self.actors == actors[:count]
        return str(moves[count])

    def replay(self, tokens: list[str]) -> None:
        """Play a full list from the start; the seed must give the same outcomes of chance."""
        while len(self.actors) < len(tokens):
            self.play(tokens[len(self.actors)])
        if [str(move) for move in self.position.moves] != tokens:
            raise BadPosition("the seed does not give the recorded outcomes of chance")

    def events(self, since: int) -> Iterator[tuple[int, Move]]:
        """(actor, move) from that one on, as the person saw them."""
        yield from zip(self.actors[since:], self.position.seen_moves(self.human)[since:],
                       strict=True)

    # ---- The file ----------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        outcome = self.position.outcome
        return {
            "format": FORMAT, "seed_version": SEED_VERSION, "human": self.human + 1,
            "settings": asdict(self.settings), "start": self.start,
            "tokens": [str(move) for move in self.position.moves],
            "outcome": outcome and {"ranks": outcome.ranks, "scores": outcome.scores,
                                    "shares": outcome.shares},
        }

    def save(self, path: Path | None = None) -> None:
        """Write the file, or a copy of it; ArmillaryError if it cannot be written."""
        path = path or self.path
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("w", encoding="utf-8") as file:
                json.dump(self.to_dict(), file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except OSError as problem:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise ArmillaryError(f"cannot save the game: {problem}") from None

    @classmethod
    def load(cls, path: Path) -> Session:
        """The game of a file; ArmillaryError says what is wrong with it."""
        data = read_saved(path)
        try:
            known = {f.name for f in fields(Settings)}
            settings = Settings(**{k: v for k, v in data["settings"].items() if k in known})
            settings.check()
            session = cls(dict(data["start"]), int(data["human"]) - 1, settings, path)
            session.replay([str(token) for token in data["tokens"]])
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise ArmillaryError(f"{path}: not a saved game that can be resumed: {problem}"
                                 ) from None
        return session


def read_saved(path: Path) -> dict[str, Any]:
    """The plain data of a saved game."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise ArmillaryError(f"{path}: {problem.strerror}") from None
    except (ValueError, RecursionError):
        raise ArmillaryError(f"{path} is not a saved game") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ArmillaryError(f"{path} is not a saved game ({FORMAT!r})")
    if data.get("seed_version") != SEED_VERSION:
        raise ArmillaryError(f"{path}: its dice are of another version of Armillary")
    return data


# ---- Where games are kept --------------------------------------------------------------

def folder() -> Path:
    """Where games are kept unless told: the state folder of the XDG base directories."""
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "armillary"


def new_path(game: str) -> Path:
    """A file for a new game, named by the time; a number tells two of one second apart."""
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (f"{stem}{suffix}.json" for suffix in ["", *(f"-{n}" for n in range(2, 1000))])
    return next(path for path in map(folder().joinpath, names) if not path.exists())


def unfinished(game: str, besides: Path | None = None) -> tuple[Path, int] | None:
    """The unfinished game that was saved last, and how many moves it has; None if there is none."""
    found = [(path.stat().st_mtime_ns, path) for path in folder().glob(f"{game}-[0-9]*.json")]
    for _, path in sorted(found, reverse=True):
        try:
            data = read_saved(path)
        except ArmillaryError:
            continue
        start = data.get("start")
        if (path != besides and data.get("outcome") is None and isinstance(start, dict)
                and start.get("game") == game):
            return path, sum(not str(token).startswith("~") for token in data.get("tokens", ()))
    return None
