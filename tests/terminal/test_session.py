"""A game in play, over every game: undo, the file, and who is shown what."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

import armillary
from armillary import CHANCE, ArmillaryError, Engine
from armillary.terminal.player import Player
from armillary.terminal.session import Session, Settings, unfinished

PLIES = 40


def begin(case, path: Path, human: int = 0, seed: int = 5) -> Session:
    start = {"game": case.name, "players": case.seats, "options": dict(case.options), "seed": seed}
    return Session(start, human, Settings(nodes=2, movetime=None), path)


def play_on(session: Session, rng: random.Random, plies: int = PLIES) -> None:
    for _ in range(plies):
        if session.position.is_over:
            return
        session.play(rng.choice(session.position.legal_moves))


def test_a_saved_game_comes_back_the_same_and_goes_on_the_same(case, tmp_path):
    session = begin(case, tmp_path / "game.json")
    rng = random.Random(1)
    play_on(session, rng, 20)
    session.save()
    other = Session.load(session.path)
    assert other.position == session.position
    assert other.position.moves == session.position.moves
    assert other.actors == session.actors
    state = rng.getstate()
    play_on(session, rng)
    rng.setstate(state)
    play_on(other, rng)
    assert other.position.moves == session.position.moves       # the same dice, too


def test_undo_goes_back_to_the_last_own_decision(case, tmp_path):
    session = begin(case, tmp_path / "game.json")
    rng = random.Random(2)
    own = []
    for _ in range(PLIES):
        if session.position.is_over:
            break
        move = rng.choice(session.position.legal_moves)
        if session.position.actor == session.human:
            own.append((session.position.copy(), str(move)))
        session.play(move)
    for before, move in reversed(own):
        assert session.undo() == move
        assert session.position == before
        assert session.position.moves == before.moves
        assert session.position.seed_state == before.seed_state
    assert session.undo() is None


def test_actors_say_who_made_each_move(case, tmp_path):
    session = begin(case, tmp_path / "game.json")
    play_on(session, random.Random(3))
    walk = armillary.new_game(case.name, case.seats, **dict(case.options))
    for actor, move in zip(session.actors, session.position.moves, strict=True):
        assert walk.actor == actor
        assert (actor == CHANCE) == str(move).startswith("~")
        walk.play(move)


def test_engines_are_given_views_only(hidden_case, tmp_path, monkeypatch):
    """Each seat has an engine of its own, and that never sees anything but its seat's view."""
    seen = []
    search = Engine.search

    def watched(self, position, limits=None, info=None):
        seen.append((id(self), position.view_of, position.actor, position.seed_state,
                     position.moves))
        return search(self, position, limits, info)

    monkeypatch.setattr(Engine, "search", watched)
    player = Player(begin(hidden_case, tmp_path / "game.json"))
    for _ in range(12):
        if player.position.is_over:
            break
        if player.position.actor == 0:
            player.play(str(player.position.legal_moves[0]))
        else:
            player.engine_move()
    assert all(view == actor and seed is None and not moves
               for _, view, actor, seed, moves in seen)
    assert len({engine for engine, *_ in seen}) == len({actor for _, _, actor, *_ in seen})


def test_what_is_shown_depends_on_the_view_alone(hidden_case, tmp_path, capsys):
    """Worlds that the person cannot tell apart give the same screen, move list and hint."""
    start = hidden_case.start(7)
    rng = random.Random(4)
    for _ in range(6):
        ahead = start.copy()
        ahead.play(rng.choice(start.legal_moves))
        start = start if ahead.is_over else ahead
    human = start.actor
    assert human is not None
    screens = set()
    for seed in range(8):
        world = start.determinise(human, seed)
        data = {**world.to_dict(), "seed": 9}
        player = Player(Session(data, human, Settings(nodes=20, movetime=None),
                                tmp_path / "game.json"))
        player.show_board()
        player.show_moves()
        player.hint()
        screens.add(capsys.readouterr().out)
    assert len(screens) == 1


def test_the_file_is_never_torn(tmp_path, monkeypatch):
    """A write that fails in the middle leaves the old file, and no litter."""
    session = Session({"game": "tic_tac_toe", "seed": 1}, 0, Settings(), tmp_path / "game.json")
    session.save()
    before = session.path.read_bytes()
    session.play("b2")

    def fail(*_: object) -> None:
        raise OSError("no space left")
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(ArmillaryError, match="no space left"):
        session.save()
    assert session.path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [session.path]


@pytest.mark.parametrize("change", [
    {"tokens": ["b2", "b2"]}, {"tokens": "b2"}, {"tokens": [None]}, {"tokens": None},
    {"human": 3}, {"human": None}, {"start": {}}, {"start": []}, {"start": {"game": "chess"}},
    {"start": {"game": "tic_tac_toe"}}, {"settings": None}, {"settings": {"level": "x"}},
    {"settings": {"movetime": "soon"}}, {"settings": {"lang": "xx"}}, {"format": "other"},
    {"seed_version": -1},
])
def test_a_broken_file_is_a_sentence(change, tmp_path):
    session = Session({"game": "tic_tac_toe", "seed": 1}, 0, Settings(), tmp_path / "game.json")
    session.play("b2")
    session.path.write_text(json.dumps({**session.to_dict(), **change}))
    with pytest.raises(ArmillaryError, match=r"game\.json"):
        Session.load(session.path)


def test_a_file_whose_dice_are_not_those_of_its_seed_is_refused(tmp_path):
    session = Session({"game": "pig", "seed": 1}, 0, Settings(), tmp_path / "game.json")
    session.play("roll")
    data = session.to_dict()
    data["tokens"][1] = "~roll:1" if data["tokens"][1] != "~roll:1" else "~roll:2"
    session.path.write_text(json.dumps(data))
    with pytest.raises(ArmillaryError, match="recorded outcomes of chance"):
        Session.load(session.path)


def test_the_last_unfinished_game_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert unfinished("pig") is None
    folder = tmp_path / "armillary"
    for number, (name, tokens) in enumerate([("pig", 0), ("tic_tac_toe", 0), ("pig", 2)]):
        session = Session({"game": name, "seed": 1}, 0, Settings(),
                          folder / f"{name}-2000010{number}.json")
        for _ in range(tokens):
            session.play("roll")
        session.save()
        os.utime(session.path, (number, number))
    (folder / "pig-20000109.json").write_text("junk")
    found = unfinished("pig")
    assert found is not None
    assert found[0].name == "pig-20000102.json"
    other = unfinished("pig", besides=found[0])
    assert other is not None
    assert other[0].name == "pig-20000100.json"
