"""The contract of text: a move is one token, and reads back; a board fits a terminal."""

import itertools
import random
import string

import pytest

from armillary import CHANCE, IllegalMove, Move
from helpers import Case, positions


def _tokens(case: Case) -> dict[str, Move]:
    return {str(m): m for p in positions(case) for m in [*p.legal_moves, *p.moves]}


def test_move_text_is_a_token_and_reads_back(case: Case):
    notation = case.game.notation
    for text, move in _tokens(case).items():
        assert text
        assert text.isascii()
        assert text.isprintable()
        assert not set(text) & set(string.whitespace)
        assert len(text) <= 255
        assert text not in {"moves", "0000"}, "words of the protocol"
        assert notation.parse_move(text) == int(move)
        assert notation.move_text(int(move)) == text
        assert move == text
        assert repr(move) == f"<{text}>"


def test_texts_are_distinct(case: Case):
    for position in positions(case):
        texts = [str(m) for m in position.legal_moves]
        assert len(set(texts)) == len(texts)


def test_chance_alone_begins_with_a_tilde(case: Case):
    for position in positions(case):
        for move in position.legal_moves:
            assert str(move).startswith("~") == (position.actor == CHANCE)


def test_a_text_has_one_spelling(case: Case):
    """Near misses of a token are refused, or they are the token of the move that is made."""
    rng = random.Random(4)
    letters = string.ascii_letters + string.digits + "~:?+-_ ./٣"
    tokens = sorted(_tokens(case))
    for position in positions(case):
        if position.is_over:
            continue
        for text in rng.sample(tokens, min(10, len(tokens))):
            at = rng.randrange(len(text) + 1)
            letter = rng.choice(letters)
            near = rng.choice([
                text[:at] + letter + text[at:], text[:at] + letter + text[at + 1:],
                text[:at] + text[at + 1:], text.upper(), text + " ", " " + text, text + ":",
                text.replace("1", "01"), text.replace("p1", "p0"), text.replace("2", "+2"),
            ])
            twin = position.copy()
            try:
                twin.play(near)
            except IllegalMove:
                continue
            assert str(twin.moves[-1]) == near


def test_moves_are_plain_values(case: Case):
    moves = case.start().legal_moves
    again = case.start().legal_moves
    assert moves == again
    assert len(set(moves) | set(again)) == len(moves)
    assert moves == sorted(moves)
    assert all(b > a for a, b in itertools.pairwise(moves))
    assert all(m != 3.5 and int(m) == m.value == m.__index__() for m in moves)


def test_a_number_that_is_no_move_still_prints(case: Case):
    assert str(Move(case.game, 0))


def test_notation_module_is_complete(case: Case):
    notation = case.game.notation
    for word in ("move_text", "parse_move", "draw"):
        assert callable(getattr(notation, word))
    if case.name != "bounds":
        assert notation.TITLE
        assert notation.SUMMARY
        assert notation.__doc__


@pytest.mark.parametrize("viewed", [False, True], ids=["whole", "views"])
def test_board_fits_a_terminal(case: Case, viewed: bool):
    for position in positions(case):
        views = [position.view(s) for s in range(position.seats)] if viewed else [position]
        for view in views:
            text = str(view)
            assert text.strip()
            assert max(map(len, text.splitlines())) <= 100
            assert "\t" not in text
            assert case.name in repr(view)
