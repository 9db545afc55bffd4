"""Proof that a record file is right: every game is the scheduled one, and replays as written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from armillary.match.config import MatchConfig
from armillary.match.records import config_of, read, rules_hash
from armillary.match.referee import factions, settle, start_spec
from armillary.match.schedule import SCHEDULE_VERSION, Schedule
from armillary.position import Position
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.position import SEED_VERSION


@dataclass
class Verdict:
    """What a verification found; no problems means that all is well."""

    games: int = 0
    moves: int = 0
    complete: int = 0                   # blocks with all their games
    partial: int = 0                    # blocks with some
    problems: list[str] = field(default_factory=list)


def verify(path: str | Path) -> Verdict:
    """Replay every game of the file; compare tokens, keys, scores, shares and ranks."""
    head, games = read(path)
    found = Verdict()
    try:
        config = config_of(head)
    except ArmillaryError as problem:
        found.problems.append(f"header: {problem}")
        return found
    now = {"identity": config.identity, "rules": rules_hash(config),
           "schedule": SCHEDULE_VERSION, "chance": SEED_VERSION}
    for key, value in now.items():
        if head.get(key) != value:
            found.problems.append(f"header: {key} is {head.get(key)}, should be {value}")
    if found.problems:
        return found
    schedule = Schedule(config)
    start = config.start()
    seen: set[tuple[int, int]] = set()
    for game in games:
        task = (game["id"], game["attempt"])
        try:
            wrong = "is there twice" if task in seen else check_game(game, schedule, start)
        except (TypeError, ValueError, LookupError, AttributeError) as problem:
            wrong = f"is no record: {problem}"
        if wrong:
            found.problems.append(f"game {game['id']} (attempt {game['attempt']}): {wrong}")
        seen.add(task)
        found.games += 1
        found.moves += len(game["moves"].split())
    played = {index for index, _ in seen}
    for block in {schedule.plan(index).block for index in played}:
        if set(schedule.block_games(block)) <= played:
            found.complete += 1
        else:
            found.partial += 1
    return found


def check_game(game: dict[str, Any], schedule: Schedule, start: Position) -> str | None:
    """What is wrong with a record; None if nothing is."""
    config = schedule.config
    plan = schedule.plan(game["id"])
    planned = {"block": plan.block, "engines": [config.engines[n].name for n in plan.seats],
               "start": f"{start_spec(config)};seed={plan.seed}"}
    for key, value in planned.items():
        if game.get(key) != value:
            return f"{key} is {game.get(key)!r}, the schedule says {value!r}"
    if game["end"].startswith("void:"):
        even = {"moves": "", "void": True, "ranks": [1] * config.seats, "scores": None,
                "shares": [1 / config.seats] * config.seats}
        return _differing(game, even, "a game that was not played has")
    tokens = game["moves"].split()
    position = start.copy()
    position.sow(plan.seed)
    by = ""
    for number, token in enumerate(tokens, 1):
        if token[0] == "~":
            by += "~"
            continue                    # chance answers from the seed; compared below
        by += str((position.actor or 0) + 1)
        try:
            position.play(token)
        except ArmillaryError as problem:
            return f"move {number}: {problem}"
    replayed = [str(move) for move in position.moves]
    if replayed != tokens:
        n = next((n for n, (a, b) in enumerate(zip(replayed, tokens, strict=False)) if a != b),
                 min(len(replayed), len(tokens)))
        return f"move {n + 1} is {' '.join(tokens[n:n + 1])!r}, replayed {replayed[n:n + 1]}"
    if game.get("by") != by:
        return f"by is {game.get('by')!r}, replayed {by!r}"
    return _check_end(game, position)


def _check_end(game: dict[str, Any], position: Position) -> str | None:
    faults = game.get("faults", [])
    lost = [fault.get("seat") for fault in faults]
    for fault, seat in zip(faults, lost, strict=True):
        if seat not in range(position.seats) or fault.get("engine") != game["engines"][seat]:
            return f"a fault of {fault.get('engine')!r} in seat {seat!r}, where it does not sit"
    outcome = position.outcome
    if outcome is None and not (faults and position.seats == 2):    # larger tables play on
        return "the game is not over"
    if outcome is not None and faults and position.seats == 2:
        return "the game went on after a forfeit"
    shares, ranks = settle(outcome, position.seats, lost)
    told = {"key": f"{position.key:016x}", "shares": shares, "ranks": ranks,
            "scores": None if outcome is None else list(outcome.scores),
            "end": f"forfeit:{faults[0].get('kind')}" if faults else "normal",
            "void": bool(faults) and position.seats > 2,
            "factions": factions(position) or None}
    if len(game["stats"]) != len(position.moves):
        return "stats and moves differ in length"
    return _differing({"void": False, **game}, told, "replayed")


def _differing(game: dict[str, Any], told: dict[str, Any], words: str) -> str | None:
    return next((f"{key} is {game.get(key)!r}, {words} {value!r}"
                 for key, value in told.items() if game.get(key) != value), None)


def replay(game: dict[str, Any], config: MatchConfig) -> Iterator[tuple[str | None, Position]]:
    """Each move of a record with the position after it; the start comes with None."""
    position = config.start()
    yield None, position
    for token in game["moves"].split():
        position.play(token)
        yield token, position


def export(head: dict[str, Any], games: list[dict[str, Any]]) -> Iterator[str]:
    """The games in the manner of PGN: tags, then numbered moves; chance keeps its tokens."""
    name = head["config"]["game"]
    for game in games:
        tags = {"Event": f"match {head['identity']}", "Game": name, "Round": game["id"] + 1,
                **{f"P{n}": engine for n, engine in enumerate(game["engines"], 1)},
                "Start": game["start"],
                "Result": ",".join(f"{share:g}" for share in game["shares"]),
                "Termination": game["end"]}
        for key, value in tags.items():
            text = str(value).replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{key} "{text}"]'
        yield ""
        line = ""
        count = 0
        for token in game["moves"].split():
            if token[0] != "~":
                count += 1
                token = f"{count}. {token}"
            if len(line) + len(token) > 96:
                yield line
                line = ""
            line += f" {token}" if line else token
        if line:
            yield line
        yield ""
