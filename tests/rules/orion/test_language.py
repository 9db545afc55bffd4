"""Names for people: the board, the moves and the factions, in both languages."""

import random

import armillary
from armillary.games import orion
from rules.orion.support import at, play, seat

CYRILLIC = range(0x400, 0x500)


def test_the_board_speaks_both_languages():
    position = armillary.new_game("orion", 2, seed=1)
    dice = random.Random(1)
    for _ in range(60):
        position.play(dice.choice(position.legal_moves))
    english, russian = position.draw("en"), position.draw("ru")
    assert english == str(position)
    assert "Round" in english
    assert not any(ord(letter) in CYRILLIC for letter in english.lower())
    assert any(ord(letter) in CYRILLIC for letter in russian.lower())
    for text in (english, russian):
        assert max(map(len, text.splitlines())) <= 80


def test_the_board_tells_who_has_used_propaganda():
    position = at(seat(cubes=2, loyalty=5), seat(cubes=2))
    assert "propaganda" not in str(position)
    play(position, "propaganda")
    assert [line.startswith("     actions 1") for line in str(position).splitlines()
            if "propaganda used" in line] == [True]


def test_moves_have_names():
    position = armillary.new_game("orion", 2, seed=1)
    for move in position.legal_moves:
        word = str(move).partition(":")[2]
        if word in orion.NAMES["ru"]:
            assert orion.move_name(move.value, "ru") == orion.NAMES["ru"][word]
            assert orion.move_name(move.value) == orion.NAMES["en"][word]


def test_factions_are_races():
    position = armillary.new_game("orion", 3, seed=2)
    dice = random.Random(2)
    while not position.is_over:
        position.play(dice.choice(position.legal_moves))
    found = orion.factions(position)
    assert len(found) == 3
    assert set(found) <= set(orion.RACE_NAMES)
