"""Master of Orion: notation, names in two languages, and the board as text.

Moves are `build:colony_ship/2`, `exploit:frigate`, `attack:p3`, `~draw:p1:titan`, …;
docs/games/orion.md lists them all, and the keys of a position in JSON.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from armillary_core.games.orion.tables import (
    ADVISOR_NAMES,
    CARD_NAMES,
    OPTION_TEXTS,
    RACE_NAMES,
    ROWS_BY_ID,
)
from armillary_core.games.orion.view import deck_size, reserves, scores

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Master of Orion: The Board Game"
SUMMARY = "races, advisors and star systems; 90 structures, 8 rounds"

#: Twenty plies of the policy, then the evaluation: 0.78 [0.71, 0.86] of the games against
#: playouts to the end, at equal nodes; see docs/search.md.
SEARCH = {"cutoff": 20}

UNKNOWN = 255
ADVISOR, RACE, SEAT, TRADE, ADVISOR_SLOT = 64, 80, 96, 104, 6

LANGUAGES = ("en", "ru")

#: Names of cards, advisors and races by language and id.
NAMES: dict[str, dict[str, str]] = {
    lang: {name: row.get(f"name_{lang}", name) for name, row in ROWS_BY_ID.items()}
    for lang in ("en", "ru")
}
#: What a card, an advisor or a race says, by id.
TEXTS: dict[str, str] = {name: row.get("text", "") for name, row in ROWS_BY_ID.items()}

_CARDS: list[str] = CARD_NAMES
_OPTIONS: list[str] = OPTION_TEXTS
_RESOURCES = ("food", "fleet", "production")
_IDS: dict[int, str] = {
    **dict(enumerate(_CARDS)),
    **{ADVISOR + n: name for n, name in enumerate(ADVISOR_NAMES)},
    **{RACE + n: name for n, name in enumerate(RACE_NAMES)},
}
_NUMBERS = {name: number for number, name in _IDS.items()}
_PLAIN = {2: "keep", 4: "research", 5: "propaganda", 13: "pass"}
_NAMED = {1: "race", 3: "discard", 6: "exploit", 7: "deal", 20: "take",
          23: "~advisor"}
_PLACED = {10: "build", 11: "activate", 14: "effect"}
_ORDERED = {19: "order"}
_SEATED = {16: "sink", 17: "block"}
_CHANCE = {22: "~draw", 24: "~race"}
_KINDS = {word: kind for table in (_PLAIN, _NAMED, _PLACED, _ORDERED, _SEATED, _CHANCE)
          for kind, word in table.items()}


# ---- Moves -----------------------------------------------------------------------------

def move_text(value: int) -> str:
    """The move as a token."""
    kind, a, b, c = (value >> shift & 0xFF for shift in (0, 8, 16, 24))
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _NAMED:
        return f"{_NAMED[kind]}:{_IDS[a]}"
    if kind in _PLACED:
        return f"{_PLACED[kind]}:{_IDS[a]}" + (f"/{b}" if b else "")
    if kind in _ORDERED:
        return f"order:{_IDS[a]}{'*' * (b == 1)}"
    if kind in _SEATED:
        return f"{_SEATED[kind]}:p{a + 1}/{'a' if b == ADVISOR_SLOT else b}"
    if kind in _CHANCE:
        return f"{_CHANCE[kind]}:p{a + 1}:{'?' if b == UNKNOWN else _IDS[b]}"
    if kind == 8:
        return f"attack:p{a - SEAT + 1}"
    if kind == 9:
        return f"trade:{_RESOURCES[(a - TRADE) // 3]}/{_RESOURCES[(a - TRADE) % 3]}"
    if kind == 12:
        parts = [f"{name}{n}" for name, n in zip(_RESOURCES, (a, b, c), strict=True) if n]
        return f"pay:{','.join(parts) or 'nothing'}"
    if kind == 15:
        return f"target:p{a + 1}"
    if kind == 18:
        return f"system:{a}"
    if kind == 21:
        return _OPTIONS[a]
    raise ValueError(f"{value:#x} is no move")


def parse_move(text: str) -> int:
    """The move that a token stands for."""
    word, _, rest = text.partition(":")
    if text in _OPTIONS:
        return 21 | _OPTIONS.index(text) << 8
    if word in _KINDS:
        kind = _KINDS[word]
        if kind in _PLAIN:
            return kind
        if kind in _NAMED:
            return kind | _NUMBERS[rest] << 8
        if kind in _PLACED:
            name, _, system = rest.partition("/")
            return kind | _NUMBERS[name] << 8 | (_small(system) << 16 if system else 0)
        if kind in _ORDERED:
            return kind | _NUMBERS[rest.removesuffix("*")] << 8 | rest.endswith("*") << 16
        if kind in _SEATED:
            seat, _, place = rest.partition("/")
            return kind | _seat(seat) << 8 | (ADVISOR_SLOT if place == "a" else _small(place)) << 16
        seat, _, name = rest.partition(":")
        return kind | _seat(seat) << 8 | (UNKNOWN if name == "?" else _NUMBERS[name]) << 16
    if word == "attack":
        return 8 | SEAT + _seat(rest) << 8
    if word == "trade":
        given, _, taken = rest.partition("/")
        return 9 | TRADE + 3 * _RESOURCES.index(given) + _RESOURCES.index(taken) << 8
    if word == "pay":
        return _payment(rest)
    if word == "target":
        return 15 | _seat(rest) << 8
    if word == "system":
        return 18 | _small(rest) << 8
    raise ValueError(f"{text!r} is no move")


def _small(text: str) -> int:
    if len(text) != 1 or text not in "123456789":
        raise ValueError(f"{text!r} is no number")
    return int(text)


def _seat(text: str) -> int:
    if not text.startswith("p"):
        raise ValueError(f"{text!r} is no seat")
    return _small(text[1:]) - 1


def _payment(text: str) -> int:
    value = 12
    if text != "nothing":
        for part in text.split(","):
            name = part.rstrip("0123456789")
            value |= int(part[len(name):]) << 8 + 8 * _RESOURCES.index(name)
    return value


# ---- The board -------------------------------------------------------------------------

WORDS = {
    "en": {"round": "Round", "deck": "deck", "pile": "discard pile", "top": "top", "table":
           "advisors to hire", "food": "food", "fleet": "fleets", "production": "production",
           "loyalty": "loyalty", "points": "points", "total": "total", "cubes": "actions",
           "reserve": "reserve", "hand": "hand", "advisor": "advisor", "first": "first player",
           "none": "none", "over": "the game is over", "chance": "chance", "drawn": "drawn",
           "attacks": "attacked", "propaganda": "propaganda used", "acts": "to decide"},
    "ru": {"round": "Раунд", "deck": "колода", "pile": "сброс", "top": "верхняя", "table":      # noqa: RUF001
           "свободные советники", "food": "еда", "fleet": "флоты", "production": "производство",
           "loyalty": "лояльность", "points": "очки", "total": "итого", "cubes": "действия",
           "reserve": "резерв", "hand": "рука", "advisor": "советник", "first": "первый игрок",
           "none": "нет", "over": "игра окончена", "chance": "случай", "drawn": "взято",
           "attacks": "атаковал", "propaganda": "пропаганда была", "acts": "решает"},
}
WIDTH = 80          # of a terminal


def name_of(word: str, lang: str = "en") -> str:
    """The name of an id; a cube in its slot stays `*`, an unknown card `?`."""
    return NAMES[lang].get(word.rstrip("*"), word) + "*" * word.endswith("*")


def move_name(value: int, lang: str = "en") -> str:
    """What the ids in a move are called, for people who do not know them."""
    words = re.split("[:/,*]", move_text(value))
    return ", ".join(NAMES[lang][word] for word in words if word in NAMES[lang])


def factions(position: Position) -> list[str]:
    """The race of each seat, for tables of results."""
    return [seat["race"] for seat in position.to_dict()["state"]["seats"]]


def wrap(head: str, parts: list[str], joint: str = ", ") -> list[str]:
    """Parts behind a head, on as many lines as they need."""
    lines, line = [], head
    for n, part in enumerate(parts):
        piece = part + (joint.rstrip() if n + 1 < len(parts) else "")
        if len(line) + 1 + len(piece) > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = " " * len(head)
        line += ("" if line.endswith(" ") else " ") + piece
    return [*lines, line.rstrip()]


def draw(position: Position, lang: str = "en") -> str:
    """Every seat's tracks, systems and hand; what the viewer cannot see is `?`."""
    words = WORDS[lang]
    state = position.to_dict()["state"]
    raw = position.to_bytes()
    actor = position.actor
    if actor is None:
        acting = words["over"]
    else:
        acting = f"{words['acts']}: {words['chance'] if actor < 0 else f'p{actor + 1}'}"
    pile = state["discard"]
    top = f" ({words['top']}: {name_of(pile[-1], lang)})" if pile else ""
    lines = [f"{words['round']} {state['round']}   {words['first']} {state['first']}   {acting}",
             f"{words['deck']} {deck_size(raw)}   {words['pile']} {len(pile)}{top}"]
    table = [name_of(name, lang) for name in state["advisors"]] or [words["none"]]
    lines += wrap(f"{words['table']}:", table)
    totals, cubes = scores(raw), reserves(raw)
    for seat, data in enumerate(state["seats"]):
        mark = ">" if actor == seat else " "
        lines += ["", *_draw_seat(data, f"{mark} p{seat + 1}", totals[seat], cubes[seat], lang)]
    if state["drawn"]:
        lines += ["", *wrap(f"{words['drawn']}:", [name_of(c, lang) for c in state["drawn"]])]
    return "\n".join(lines)


def _draw_seat(data: dict[str, Any], head: str, total: int, reserve: int, lang: str) -> list[str]:
    words = WORDS[lang]
    race = name_of(data["race"], lang) if data["race"] else "-"
    tracks = "  ".join(f"{words[key]} {data[key]}" for key in (*_RESOURCES, "loyalty", "points"))
    lines = [f"{head} {race}  {tracks}  {words['total']} {total}"]
    cubes = f"     {words['cubes']} {data['cubes']}  {words['reserve']} {reserve}"
    if any(data["attacks"]):
        marks = " ".join(f"p{n + 1}x{k}" for n, k in enumerate(data["attacks"]) if k)
        cubes += f"  {words['attacks']} {marks}"
    if data["propaganda"]:
        cubes += f"  {words['propaganda']}"
    advisor = name_of(data["advisor"], lang) if data["advisor"] else words["none"]
    lines.append(f"{cubes}  {words['advisor']} {advisor}")
    systems = list(enumerate(data["systems"], 1))
    if "extra" in data:
        systems.append((5, data["extra"]))
    for number, cards in systems:
        shown = [name_of(card, lang) for card in reversed(cards)]
        shown[0] = f"[{shown[0]}]"
        lines += wrap(f"     {number}:", shown)
    return lines + wrap(f"     {words['hand']} {len(data['hand'])}:",
                        [name_of(card, lang) for card in data["hand"]])
