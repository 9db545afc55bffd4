"""The template game: TOML -> C arrays, at import. Refuses what does not fit."""

import tomllib
from pathlib import Path

from armillary_core.kernel.rows import Field, Verb, pack_effects, read_field, read_table

from armillary_core.games.template.state cimport CARDS
from armillary_core.games.template.tables cimport DRAW, GAIN, KINDS, ROLL_DIE, ROWS, STEAL_FROM

VERBS = {
    "gain": Verb(GAIN, x=Field("amount", 1, 20)),
    "steal": Verb(STEAL_FROM, x=Field("amount", 1, 20)),
    "roll": Verb(ROLL_DIE),
    "draw": Verb(DRAW, x=Field("amount", 1, 3)),
}

#: The names of the kinds of cards, in the order of their numbers.
CARD_NAMES = []


def load(folder):
    """Fill the tables from the TOML files of a folder."""
    cdef int card = 0
    cdef int row = 0
    cdef int kind
    path = Path(folder) / "cards.toml"
    rows = read_table(path, "card")
    rules = tomllib.loads(path.read_text(encoding="utf-8")).get("rules", {})
    TABLES.hand = read_field(rules, Field("hand", 1, 5), f"{path.name}: rules")
    TABLES.sides = read_field(rules, Field("sides", 2, 20), f"{path.name}: rules")
    for kind, data in enumerate(rows):
        where = f"{path.name}: card {data['id']!r}"
        packed = pack_effects(data.get("effects", []), VERBS, where)
        copies = read_field(data, Field("copies", 1, CARDS), where)
        if kind >= KINDS or card + copies > CARDS or row + len(packed) > ROWS:
            raise ValueError(f"{where}: more than the tables hold")
        for _ in range(copies):
            TABLES.kind[card] = kind
            card += 1
        TABLES.effects[kind].first = row
        TABLES.effects[kind].count = len(packed)
        for numbers in packed:
            TABLES.row[row].verb = numbers[0]
            TABLES.row[row].x = numbers[4]
            row += 1
    TABLES.cards = card
    TABLES.kinds = len(rows)
    CARD_NAMES[:] = [data["id"] for data in rows]


load(Path(__file__).parent / "data")
