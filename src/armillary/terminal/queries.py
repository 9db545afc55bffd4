"""Queries: a position with limits and wishes, as one JSON object. Batch and server read them.

A query is a position as `Position.to_json` writes it, with more keys beside:

    id            a text or a whole number, repeated in every reply
    moves         tokens to play first, a list or one text
    nodes movetime depth infinite      limits; movetime in seconds
    allow avoid   tokens: search only these, or all but these
    multipv       how many root moves to report (default: all)
    priority      a whole number; higher goes first (server)
    report_every  seconds between partial reports (server)
    engine        options of the engine, an object
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from armillary.engine import Engine, Limits, Result
from armillary.position import Position
from armillary.terminal.positions import play_tokens, read_start
from armillary.terminal.results import as_dict
from armillary.terminal.thinking import require_decision, typed_options
from armillary_core.kernel.errors import ArmillaryError

Id = str | int | None

POSITION_KEYS = ("game", "players", "options", "seed", "streams", "view", "state")
LIMIT_KEYS = ("nodes", "movetime", "depth", "infinite")
OTHER_KEYS = ("id", "moves", "allow", "avoid", "multipv", "priority", "report_every", "engine")


@dataclass(frozen=True)
class Defaults:
    """What holds for queries that do not say otherwise."""

    game: str | None = None
    limits: Mapping[str, Any] = field(default_factory=dict)
    multipv: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Query:
    """A query, checked."""

    id: Id
    position: Position
    limits: Limits
    multipv: int | None
    priority: int
    report_every: float | None
    options: Mapping[str, Any]

    def reply(self, result: Result) -> dict[str, Any]:
        """What is told of a result."""
        return {"id": self.id, **as_dict(result, self.position, self.multipv)}


def read_object(line: bytes | str) -> dict[str, Any]:
    """A line as a JSON object; ArmillaryError if it is none."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise ArmillaryError(f"not JSON: {problem}") from None
    if not isinstance(data, dict):
        raise ArmillaryError("a query is a JSON object")
    return data


def id_of(data: Mapping[str, Any]) -> Id:
    """The id, or None where there is none that can be repeated."""
    found = data.get("id")
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None


def read_query(data: Mapping[str, Any], defaults: Defaults) -> Query:
    """The query of an object; ArmillaryError says what is wrong with it."""
    known = (*POSITION_KEYS, *LIMIT_KEYS, *OTHER_KEYS)
    for key in data:
        if key not in known:
            raise ArmillaryError(f"unknown key {key!r} (keys: {', '.join(known)})")
    if "id" in data and id_of(data) is None:
        raise ArmillaryError("id: must be a text or a whole number")
    start = {key: data[key] for key in POSITION_KEYS if key in data}
    if defaults.game is not None:
        if start.setdefault("game", defaults.game) != defaults.game:
            raise ArmillaryError(f"a position of {start['game']}, not of {defaults.game}")
    elif "game" not in start:
        raise ArmillaryError('"game" is missing')
    position, seed = read_start(start)
    play_tokens(position, _tokens(data, "moves"), seed)
    require_decision(position)
    options = data.get("engine", {})
    if not isinstance(options, dict):
        raise ArmillaryError("engine: must be an object of options")
    return Query(
        id_of(data), position, _limits(data, position, defaults),
        _whole(data, "multipv", 1, defaults.multipv), _whole(data, "priority", -2**31, 0) or 0,
        _positive(data, "report_every"), {**defaults.options, **typed_options(options)})


def _limits(data: Mapping[str, Any], position: Position, defaults: Defaults) -> Limits:
    given = {key: data[key] for key in LIMIT_KEYS if data.get(key) is not None}
    source = given or defaults.limits
    infinite = source.get("infinite", False)
    if not isinstance(infinite, bool):
        raise ArmillaryError("infinite: must be true or false")
    return Limits(nodes=_whole(source, "nodes", 1), movetime=_positive(source, "movetime"),
                  depth=_whole(source, "depth", 1), infinite=infinite,
                  searchmoves=_wanted(data, position))


def _wanted(data: Mapping[str, Any], position: Position) -> tuple[str, ...]:
    """The root moves to search; empty for all of them."""
    legal = [str(move) for move in position.legal_moves]
    named = {key: _tokens(data, key) for key in ("allow", "avoid")}
    for key, tokens in named.items():
        for token in tokens:
            if token not in legal:
                raise ArmillaryError(f"{key}: {position.refusal(token)}")
    if not named["allow"] and not named["avoid"]:
        return ()
    left = tuple(token for token in legal if token not in named["avoid"]
                 and (not named["allow"] or token in named["allow"]))
    if not left:
        raise ArmillaryError("allow and avoid leave no move to search")
    return left


def _tokens(data: Mapping[str, Any], key: str) -> list[str]:
    value = data.get(key) or []
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list) or not all(isinstance(token, str) for token in value):
        raise ArmillaryError(f"{key}: must be a list of tokens, or one text of them")
    return value


def _whole(data: Mapping[str, Any], key: str, low: int, default: int | None = None) -> int | None:
    value = data.get(key)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value < 2**31:
        raise ArmillaryError(f"{key}: must be a whole number, {low} .. {2**31 - 1}")
    return value


def _positive(data: Mapping[str, Any], key: str) -> float | None:
    value = data.get(key)
    if value is None:
        return None
    if (not isinstance(value, int | float) or isinstance(value, bool)
            or not math.isfinite(value) or not 0 < value <= 1e6):
        raise ArmillaryError(f"{key}: must be seconds, more than 0")
    return float(value)


def prepare(engine: Engine, query: Query) -> None:
    """Make the answer a function of the query alone: nothing of an earlier one remains."""
    engine.reset(**query.options)
    engine.clear()
