"""TOML rows -> numbers for C tables, with errors that name file, card and field.

A game's `tables.pyx` describes its verbs once:

    VERBS = {"gain": Verb(1, x=Field("amount", 0, 99)), ...}

and gets back, for each card, a list of `(verb, a, b, c, x, y)` ready for `Effect` rows.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armillary_core.kernel.errors import DataError

SLOTS = ("a", "b", "c", "x", "y")


@dataclass(frozen=True)
class Field:
    """One operand: its name in the data, and its range or its words (the index is packed)."""

    name: str
    low: int = 0
    high: int = 255
    words: Sequence[str] | None = None
    default: int | str | None = None

    def pack(self, value: Any, where: str) -> int:
        """The operand as a number; DataError if it is not one."""
        if self.words is not None:
            if value in self.words:
                return self.words.index(value)
            raise DataError(f"{where}: field {self.name!r}: {value!r} is none of "
                            f"{', '.join(self.words)}")
        if not isinstance(value, int) or isinstance(value, bool):
            raise DataError(f"{where}: field {self.name!r}: {value!r} is not a whole number")
        if not self.low <= value <= self.high:
            raise DataError(f"{where}: field {self.name!r}: {value} is not within "
                            f"{self.low} .. {self.high}")
        return value


class Verb:
    """A verb of a game's effect rows: its number, and what stands in which slot."""

    def __init__(self, number: int, **slots: Field) -> None:
        unknown = set(slots) - set(SLOTS)
        if unknown or not 0 < number < 256:
            raise ValueError(f"verb {number}: bad number or slots {sorted(unknown)}")
        self.number, self.slots = number, slots


def read_table(path: Path, table: str) -> list[dict[str, Any]]:
    """The rows `[[table]]` of a TOML file, each with a unique `id`."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))[table]
    except OSError as problem:
        raise DataError(f"{path.name}: {problem.strerror}") from None
    except tomllib.TOMLDecodeError as problem:
        raise DataError(f"{path.name}: not TOML: {problem}") from None
    except KeyError:
        raise DataError(f"{path.name}: has no [[{table}]] rows") from None
    seen: set[str] = set()
    for n, row in enumerate(rows):
        name = row.get("id")
        if not isinstance(name, str):
            raise DataError(f"{path.name}: {table} {n + 1}: field 'id': missing")
        if name in seen:
            raise DataError(f"{path.name}: {table} {name!r}: field 'id': given twice")
        seen.add(name)
    return rows


def read_field(row: Mapping[str, Any], field: Field, where: str) -> int:
    """One field of a row, by its description."""
    value = row.get(field.name, field.default)
    if value is None:
        raise DataError(f"{where}: field {field.name!r}: missing")
    return field.pack(value, where)


def pack_effects(rows: Iterable[Mapping[str, Any]], verbs: Mapping[str, Verb],
                 where: str) -> list[tuple[int, int, int, int, int, int]]:
    """The effects of one card as (verb, a, b, c, x, y)."""
    packed = []
    for row in rows:
        name = row.get("verb")
        if name not in verbs:
            raise DataError(f"{where}: field 'verb': unknown verb {name!r} "
                            f"(known: {', '.join(verbs)})")
        verb = verbs[name]
        fields = {f.name for f in verb.slots.values()} | {"verb"}
        for extra in set(row) - fields:
            raise DataError(f"{where}: verb {name!r} has no field {extra!r}")
        numbers = {slot: read_field(row, f, where) for slot, f in verb.slots.items()}
        packed.append((verb.number, *(numbers.get(slot, 0) for slot in SLOTS)))
    return packed
