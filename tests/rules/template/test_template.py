"""The template game: what each verb does, and what its data may not say."""

from pathlib import Path

import pytest

import armillary
from armillary import DataError, Position
from armillary_core.games.template import tables
from armillary_core.kernel.rows import Field, Verb, pack_effects, read_field, read_table


def start(*hands: list[str], scores: list[int] | None = None) -> Position:
    """A position in which the first seat is to play."""
    return Position.from_json({"game": "template", "players": len(hands), "state": {
        "scores": scores or [0] * len(hands), "hands": list(hands), "discard": [],
        "pending": [["turn", "p1", 0, 0, 0, 0]]}})


def state(position: Position) -> dict:
    return position.to_dict()["state"]


def texts(position: Position) -> list[str]:
    return [str(m) for m in position.legal_moves]


def test_each_seat_is_dealt_three():
    position = armillary.new_game("template", 3, seed=1)
    assert [len(hand) for hand in state(position)["hands"]] == [3, 3, 3]
    assert position.actor == 0


def test_copies_are_one_move():
    assert texts(start(["mine", "mine", "scan"], ["raid"])) == ["play:mine", "play:scan"]


@pytest.mark.parametrize(("card", "points"), [("survey", 1), ("mine", 2)])
def test_gain(card: str, points: int):
    position = start([card], ["mine"])
    position.play(f"play:{card}")
    assert state(position)["scores"] == [points, 0]
    assert state(position)["discard"] == [card]
    assert position.actor == 1


@pytest.mark.parametrize(("theirs", "after"), [(5, [2, 3, 0]), (1, [1, 0, 0]), (0, [0, 0, 0])])
def test_steal(theirs: int, after: list[int]):
    position = start(["raid"], ["mine"], ["mine"], scores=[0, theirs, 0])
    position.play("play:raid")
    assert position.actor == 0, "a decision in the middle of an effect"
    assert texts(position) == ["steal:p2", "steal:p3"]
    position.play("steal:p2")
    assert state(position)["scores"] == after


def test_roll():
    position = start(["scan"], ["mine"])
    position.play("play:scan")
    assert position.actor == armillary.CHANCE
    assert texts(position) == ["~roll:1", "~roll:2", "~roll:3"]
    position.play("~roll:3")
    assert state(position)["scores"] == [3, 0]


def test_draw():
    position = start(["relay"], ["mine"])
    position.play("play:relay")
    assert state(position)["scores"] == [1, 0], "gains come first"
    weights = {str(m): p for m, p in position.chance_outcomes}
    # 14 cards are left: four surveys, two mines, three raids, three scans, two relays.
    assert weights == pytest.approx({
        "~deal:p1:survey": 4 / 14, "~deal:p1:mine": 2 / 14, "~deal:p1:raid": 3 / 14,
        "~deal:p1:scan": 3 / 14, "~deal:p1:relay": 2 / 14})
    position.play("~deal:p1:scan")
    assert state(position)["hands"][0] == ["scan"]


def test_seats_without_cards_are_passed_over():
    position = start(["mine", "mine"], [], ["survey"])
    position.play("play:mine")
    assert position.actor == 2
    position.play("play:survey")
    assert position.actor == 0
    position.play("play:mine")
    assert position.outcome.scores == (4, 0, 1)


def test_a_tie_shares_the_win():
    position = start(["mine"], ["mine"])
    position.play("play:mine")
    position.play("play:mine")
    assert position.outcome.shares == (0.5, 0.5)


# ---- Data ---------------------------------------------------------------------------------

def test_every_row_says_where_it_comes_from():
    folder = Path(tables.__file__).parent / "data"
    rows = read_table(folder / "cards.toml", "card")
    assert [row["id"] for row in rows] == tables.CARD_NAMES
    assert all(row["source"] in {"rulebook", "public", "reconstructed"} for row in rows)


@pytest.mark.parametrize(("effect", "why"), [
    ({"verb": "fly"}, r"cards: field 'verb': unknown verb 'fly' \(known: gain, steal"),
    ({}, "unknown verb None"),
    ({"verb": "gain"}, "field 'amount': missing"),
    ({"verb": "gain", "amount": 99}, r"'amount': 99 is not within 1 \.\. 20"),
    ({"verb": "gain", "amount": "two"}, "'two' is not a whole number"),
    ({"verb": "gain", "amount": True}, "True is not a whole number"),
    ({"verb": "roll", "amount": 1}, "verb 'roll' has no field 'amount'"),
])
def test_a_bad_row_is_named(effect: dict, why: str):
    with pytest.raises(DataError, match=why):
        pack_effects([effect], tables.VERBS, "cards")


def test_rows_are_packed():
    assert pack_effects([{"verb": "gain", "amount": 3}, {"verb": "roll"}], tables.VERBS, "x") == [
        (tables.VERBS["gain"].number, 0, 0, 0, 3, 0), (tables.VERBS["roll"].number, 0, 0, 0, 0, 0)]
    word = Field("colour", words=("red", "blue"), default="blue")
    assert (read_field({}, word, "x"), read_field({"colour": "red"}, word, "x")) == (1, 0)
    with pytest.raises(DataError, match="'green' is none of red, blue"):
        word.pack("green", "x")
    for number, slots in ((0, {}), (256, {}), (1, {"z": Field("a")})):
        with pytest.raises(ValueError, match="bad number or slots"):
            Verb(number, **slots)


@pytest.mark.parametrize(("text", "why"), [
    ("[[card]]\nid = 3", "card 1: field 'id': missing"),
    ("[[card]]\nid = 'a'\n[[card]]\nid = 'a'", "card 'a': field 'id': given twice"),
    ("[other]", r"has no \[\[card\]\] rows"), ("x = ", "not TOML"), (None, "No such file"),
])
def test_a_bad_file_is_named(tmp_path: Path, text: str | None, why: str):
    path = tmp_path / "cards.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(DataError, match=f"cards.toml: .*{why}|cards.toml: {why}"):
        read_table(path, "card")
