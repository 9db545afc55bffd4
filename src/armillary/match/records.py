"""`match.jsonl`: a header line, then one line a game, appended and synced as games end.

Killed at any moment the file holds every game that had ended, and at worst the beginning of
one more line, which the next run drops. A file belongs to one configuration, to one version
of the rules and of the seeded chance, and to one runner at a time; anything else is refused.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from armillary._version import __version__
from armillary.match.config import MatchConfig
from armillary.match.schedule import SCHEDULE_VERSION
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.position import SEED_VERSION
from armillary_core.search.signature import playout_signature

FORMAT = 1
#: At high rates several games share one fsync; none waits longer than this.
SYNC_SECONDS = 0.05


#: (game, attempt)
Task = tuple[int, int]

#: What every header and every game must have.
HEADER: dict[str, type] = {"format": int, "identity": str, "config": dict, "versions": dict}
GAME: dict[str, type] = {"id": int, "attempt": int, "block": int, "engines": list, "moves": str,
                         "stats": list, "ranks": list, "shares": list, "end": str}


class RecordError(ArmillaryError):
    """The file is not what it should be: the message says where."""


def rules_hash(config: MatchConfig) -> str:
    """A number that changes with the rules: seeded random games, hashed."""
    return f"{playout_signature(config.start(), 50, 1):016x}"


def header(config: MatchConfig, versions: dict[str, str | None]) -> dict[str, Any]:
    """The first line. `versions` are what the engines call themselves."""
    return {"format": FORMAT, "identity": config.identity, "config": config.to_dict(),
            "versions": versions, "rules": rules_hash(config), "armillary": __version__,
            "schedule": SCHEDULE_VERSION, "chance": SEED_VERSION, "at": round(time.time(), 3)}


def dumps(record: dict[str, Any]) -> bytes:
    """One line."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"


def summary(record: dict[str, Any]) -> dict[str, Any]:
    """What the ledger must know of a record."""
    return {"id": record["id"], "attempt": record["attempt"], "shares": record["shares"],
            "ranks": record["ranks"], "void": record.get("void", False), "end": record["end"],
            "faulty": [fault["engine"] for fault in record.get("faults", ())]}


# ---- Reading ---------------------------------------------------------------------------

def read(path: str | Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header and all games, a torn last line left out."""
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise RecordError(f"{path}: {problem.strerror}") from None
    lines = list(_lines(data, str(path)))
    if not lines:
        raise RecordError(f"{path}: no header")
    return lines[0], lines[1:]


def read_games(path: str | Path) -> list[dict[str, Any]]:
    """The games that count: of a block that was replayed, only the last attempt."""
    return final_games(read(path)[1])


def final_games(games: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last attempt at each game, in schedule order."""
    last: dict[int, dict[str, Any]] = {}
    for game in games:
        known = last.get(game["id"])
        if known is None or known["attempt"] < game["attempt"]:
            last[game["id"]] = game
    return [last[index] for index in sorted(last)]


def config_of(head: dict[str, Any]) -> MatchConfig:
    """The configuration in a header."""
    return MatchConfig.from_dict(head["config"])


def _lines(data: bytes, name: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(data[:data.rfind(b"\n") + 1].split(b"\n")[:-1], 1):
        try:
            found = json.loads(line)
        except ValueError:
            raise RecordError(f"{name}: line {number} is not JSON") from None
        kind, wanted = ("a header", HEADER) if number == 1 else ("a game", GAME)
        if not isinstance(found, dict) or not all(
                isinstance(found.get(key), type_) for key, type_ in wanted.items()):
            raise RecordError(f"{name}: line {number} is not {kind}")
        if number == 1 and found["format"] != FORMAT:
            raise RecordError(f"{name}: format {found['format']}, this version reads {FORMAT}")
        yield found


# ---- Writing ---------------------------------------------------------------------------

class RecordFile:
    """A record file open for appending; `games` are those that were there before."""

    def __init__(self, path: str | Path, config: MatchConfig) -> None:
        self.path = Path(path)
        self.games: list[dict[str, Any]] = []
        self.head: dict[str, Any] | None = None
        self._unsynced = 0
        self._synced = 0.0
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = open(self.path, "a+b", buffering=0)  # noqa: SIM115
        try:
            self._open(config)
        except BaseException:
            self._file.close()
            raise

    def _open(self, config: MatchConfig) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RecordError(f"{self.path}: another runner is writing this file") from None
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        lines = list(_lines(data, str(self.path)))
        if lines:
            self.head, self.games = lines[0], lines[1:]
            self._same(config)
        if whole < len(data):               # a torn last line
            self._file.truncate(whole)
            os.fsync(self._file.fileno())

    def _same(self, config: MatchConfig) -> None:
        assert self.head is not None
        now = {"identity": config.identity, "rules": rules_hash(config),
               "schedule": SCHEDULE_VERSION, "chance": SEED_VERSION}
        words = {"identity": "another configuration", "rules": "other rules of the game",
                 "schedule": "another schedule", "chance": "another function of seeds"}
        for key, value in now.items():
            if self.head.get(key) != value:
                raise RecordError(
                    f"{self.path} was begun with {words[key]} ({self.head.get(key)}, now {value})"
                    f"{self._difference(config)}; give another file, or the same configuration")

    def _difference(self, config: MatchConfig) -> str:
        assert self.head is not None
        old, new = self.head["config"], config.to_dict()
        names = [key for key in new if key != "blocks" and _plain(old.get(key)) != _plain(new[key])]
        return f": {', '.join(names)} differ" if names else ""

    def begin(self, head: dict[str, Any]) -> None:
        """Write the header of a new file."""
        self.head = head
        self.append([dumps(head)])
        self.sync()
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)                # the name, too, must survive
        finally:
            os.close(folder)

    def append(self, lines: list[bytes]) -> None:
        """Append whole lines in one write; sync at once or, at high rates, very soon."""
        data = memoryview(b"".join(lines))
        while data:
            data = data[self._file.write(data):]
        self._unsynced += len(lines)
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        """Have the disk hold all that was appended."""
        if self._unsynced:
            os.fsync(self._file.fileno())
            self._unsynced = 0
            self._synced = time.monotonic()

    def close(self) -> None:
        """Sync and let go of the file."""
        self.sync()
        self._file.close()


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
