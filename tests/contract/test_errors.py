"""What a caller gets wrong is answered with an ArmillaryError that names it."""

import pytest

import armillary
from armillary import ArmillaryError, BadPosition, Position
from armillary.games import enumerated
from armillary_core.kernel.game import Game, Option
from helpers import Case


def test_unknown_game():
    with pytest.raises(ArmillaryError, match="no game 'tick_tac_toe'; did you mean tic_tac_toe"):
        armillary.new_game("tick_tac_toe")
    for name in ("", "connect_four/", "../games", "zzz", "kernel"):
        with pytest.raises(ArmillaryError, match=f"there is no game '{name}'.*connect_four"):
            armillary.game(name)


@pytest.mark.parametrize("off", [-1, 1])
def test_impossible_seats(case: Case, off: int):
    game = case.game
    seats = game.min_seats - 1 if off < 0 else game.max_seats + 1
    with pytest.raises(ArmillaryError, match=f"{game.name} is for .*{game.max_seats}.*not {seats}"):
        armillary.new_game(game.name, seats)


@pytest.mark.parametrize("seats", [0, -1, 255, 256, 258, 1 << 31, 1 << 32, 10 ** 30, "2", 2.0,
                                   True])
def test_absurd_seats(game_name: str, seats):
    with pytest.raises(ArmillaryError, match=r"is for|seats"):
        armillary.new_game(game_name, seats)
    with pytest.raises(ArmillaryError):
        Position.from_json({"game": game_name, "players": seats})


@pytest.mark.parametrize("seed", [-1, 1 << 64, 10 ** 30, "7", 1.5, True, [1]], ids=repr)
def test_impossible_seed(game_name: str, seed):
    with pytest.raises(ArmillaryError, match="seed"):
        armillary.new_game(game_name, seed=seed)
    with pytest.raises(ArmillaryError, match="seed"):
        Position.from_json({"game": game_name, "seed": seed})
    position = armillary.new_game(game_name)
    with pytest.raises(ArmillaryError, match="seed"):
        position.sow(seed)
    assert position.seed_state is None


def test_unknown_option(game_name: str):
    with pytest.raises(ArmillaryError, match=f"{game_name} has no option 'no_such'"):
        armillary.new_game(game_name, no_such=1)
    with pytest.raises(ArmillaryError, match="no_such"):
        Position.from_json({"game": game_name, "options": {"no_such": 1}})


def test_impossible_option_values(game_name: str):
    for option in armillary.game(game_name).options:
        wrong = ["no_such_value", None, [1], {}, 1.5, 10 ** 30, -(10 ** 30), "--5", "1 ", "\ud800"]
        if not isinstance(option.default, bool) and option.choices is None:
            wrong += [option.low - 1, option.high + 1, str(option.high + 1), True]
        for value in wrong:
            with pytest.raises(ArmillaryError, match=f"option {option.name}: .*is not one of"):
                armillary.new_game(game_name, **{option.name: value})


def test_options_are_described(game_name: str):
    for option in armillary.game(game_name).options:
        assert option.name.isidentifier()
        assert option.help
        assert option.describe()
        assert option.from_int(option.to_int(option.default)) == option.default
        assert option.name in repr(option)


def test_options_are_read_from_text():
    number = Option("n", 5, "", low=-3, high=9)
    switch = Option("s", True, "")
    word = Option("w", "b", "", choices=("a", "b"))
    assert [number.to_int(v) for v in (-3, "9", "-3")] == [-3, 9, -3]
    assert [switch.to_int(v) for v in (True, "off", "TRUE", "0")] == [1, 0, 1, 0]
    assert [word.to_int(v) for v in ("a", "b")] == [0, 1]
    assert (switch.from_int(1), word.from_int(0), number.from_int(4)) == (True, "a", 4)
    for option, value in ((number, 10), (number, "9" * 5000), (switch, 1), (switch, "maybe"),
                          (word, "c")):
        with pytest.raises(ArmillaryError):
            option.to_int(value)


@pytest.mark.parametrize("seat", [-1, 99, 1 << 40, "0", None, 0.0, True], ids=repr)
def test_impossible_seat(case: Case, seat):
    position = case.start()
    for ask in (position.view, position.observe, position.seen_moves,
                lambda s: position.determinise(s, 1)):
        with pytest.raises(ArmillaryError, match="seat"):
            ask(seat)


@pytest.mark.parametrize("text", [
    "", "{", "[]", "3", "null", '"connect_four"', "{}", '{"game":3}', '{"game":null}',
    '{"game":"no_such"}', '{"game":"connect_four","colour":1}', "\ud800",
    '{"game":"connect_four","state":3}', '{"game":"connect_four","options":[]}',
    '{"game":"connect_four","streams":[]}', '{"game":"connect_four","view":1}',
    '{"game":"connect_four","view":"1"}', "[" * 100000, "9" * 5000, b"\xff\xfe",
    '{"game":"connect_four","seed":1e400}', '{"game":"connect_four","players":NaN}',
], ids=lambda text: ascii(text)[:40])
def test_what_is_no_position(text):
    with pytest.raises(ArmillaryError):
        Position.from_json(text)


def test_view_is_checked(game_name: str):
    data = armillary.new_game(game_name).to_dict()
    for view in (0, -1, data["players"] + 1, 10 ** 30, "1", 1.0, True):
        with pytest.raises(BadPosition, match="view"):
            Position.from_json({**data, "view": view})


@pytest.mark.parametrize("streams", [
    {"x": 1}, {"0": -1}, {"0": 1 << 32}, {"-1": 0}, {str(1 << 32): 0}, {"0": "1"}, {"0": None},
    {"0": 1.0}, {"0": [1]}, {"": 0},
], ids=repr)
def test_streams_are_checked(game_name: str, streams):
    data = armillary.new_game(game_name).to_dict()
    with pytest.raises(ArmillaryError):
        Position.from_json({**data, "seed": 1, "streams": streams})


def test_games_cannot_be_made_from_python():
    with pytest.raises(TypeError, match=r"armillary\.game"):
        Game()


def test_two_moves_may_not_share_a_text():
    with pytest.raises(ValueError, match="same text"):
        enumerated([(1, "a"), (2, "a")])
