"""Chance, seeds, views and folding over the wire."""

from __future__ import annotations

import random

import pytest

from armillary import CHANCE, Position, new_game
from helpers import Case, choose


def spec(case: Case, **more: object) -> str:
    terms = {"game": case.name, "players": case.seats, **more,
             **{f"opt.{k}": str(v).lower() if isinstance(v, bool) else v for k, v in case.options}}
    return ";".join(f"{key}={value}" for key, value in terms.items())


def listed(case: Case) -> bool:
    return case.name != "bounds"        # the kernel's own game has no folder


# ---- Chance ----------------------------------------------------------------------------------

def test_it_waits_for_the_outcome(talk):
    talk.say("position fen game=kuhn_poker")
    assert [talk.ask(q) for q in ("turn", "p1turn", "gameover", "result", "legal")] == [
        "chance", "false", "false", "none", "none"]
    assert talk.ask("chance") == "~deal:p1:J 0.333333 ~deal:p1:Q 0.333333 ~deal:p1:K 0.333333"
    assert talk.say("go nodes 5") == [
        "error bad_position chance must decide first (see: query chance)", "bestmove 0000"]
    talk.say("position fen game=kuhn_poker moves ~deal:p1:J ~deal:p2:K")
    assert [talk.ask(q) for q in ("turn", "legal", "chance")] == ["p1", "pass bet", "none"]


def test_listed_outcomes_come_before_the_seed(talk):
    """A token that begins with ~ is taken; elsewhere the seed answers."""
    drawn = new_game("template", 2, seed=4)
    first = str(drawn.moves[0])
    talk.say("position fen game=template;seed=4")
    assert talk.ask("key") == f"{drawn.key:016x}"
    talk.say(f"position fen game=template;seed=4 moves {first}")
    assert talk.ask("key") == f"{drawn.key:016x}"
    other = next(str(m) for m in new_game("template", 2).legal_moves if str(m) != first)
    talk.say(f"position fen game=template;seed=4 moves {other}")
    assert talk.ask("turn") == "p1"
    assert talk.ask("fen").split()[2] == other
    assert talk.ask("key") != f"{drawn.key:016x}"


def test_a_cached_start_takes_outcomes_that_come_later(talk):
    """The seed's answer to the shorter list must not stick."""
    talk.say("position fen game=pig;seed=9 moves roll")
    rolled = talk.ask("fen").split()[-1]
    face = 1 + int(rolled[-1]) % 6
    talk.say(f"position fen game=pig;seed=9 moves roll ~roll:{face}")
    assert talk.ask("fen").split()[-1] == f"~roll:{face}"
    talk.say("position fen game=pig;seed=9 moves roll")
    assert talk.ask("fen").split()[-1] == rolled


def test_seeded_games_over_the_wire_are_those_of_the_package(chance_case: Case, talk):
    if not listed(chance_case):
        return
    for seed in range(2):
        position = chance_case.start(seed)
        rng = random.Random(seed)
        moves: list[str] = []
        for _ in range(60):
            talk.say(" ".join([f"position fen {spec(chance_case, seed=seed)} moves", *moves]))
            assert talk.ask("key") == f"{position.key:016x}"
            assert talk.ask("json") == Position.to_json(position).replace(" ", "\\u0020")
            if position.is_over:
                break
            move = choose(position, rng)
            assert talk.ask("turn") == f"p{position.actor + 1}"
            position.play(move)
            moves.append(str(move))
        # The record alone, without the seed, leads to the same place.
        record = talk.ask("fen").split()
        record[0] = ";".join(part for part in record[0].split(";") if not part.startswith("seed"))
        key = talk.ask("key")
        talk.say(f"position fen {' '.join(record)}")
        assert talk.ask("key") == key


def test_json_goes_on_from_the_middle(talk):
    talk.say("position fen game=pig;seed=3 moves roll roll")
    middle = talk.ask("json")
    talk.say("position fen game=pig;seed=3 moves roll roll stop roll roll")
    key = talk.ask("key")
    talk.say(f"position fen {middle} moves stop roll roll")
    assert talk.ask("key") == key


# ---- Views -----------------------------------------------------------------------------------

def test_query_view_leads_to_the_view(hidden_case: Case, talk):
    """What `query view K` answers is a position like any other, and exactly the seat's view."""
    if not listed(hidden_case):
        return
    for seed in range(2):
        rng = random.Random(seed)
        truth = hidden_case.start()
        while not truth.is_over:
            truth.play(choose(truth, rng))
            if rng.random() > 0.2 and not truth.is_over:
                continue
            tokens = " ".join(str(move) for move in truth.moves)
            for seat in range(truth.seats):
                talk.say(f"position fen {spec(hidden_case)} moves {tokens}")
                view = talk.ask(f"view {seat + 1}")
                assert talk.say(f"position fen {view}") == []
                assert talk.ask("key") == f"{truth.view(seat).key:016x}"
                assert talk.ask(f"view {seat + 1}").split(" ")[1:] == view.split(" ")[1:]
                if truth.actor == seat:
                    assert talk.ask("legal").split() == [str(m) for m in truth.legal_moves]


def test_a_view_tells_neither_seed_nor_cards(talk):
    talk.say("position fen game=kuhn_poker;seed=1 moves bet")
    assert talk.ask("view 1") == "game=kuhn_poker;players=2;view=1 moves ~deal:p1:K ~deal:p2:? bet"
    assert talk.ask("view 2") == "game=kuhn_poker;players=2;view=2 moves ~deal:p1:? ~deal:p2:J bet"


def test_only_the_viewer_can_be_asked(talk):
    talk.say("position fen game=kuhn_poker;view=1 moves ~deal:p1:K ~deal:p2:? bet")
    assert talk.ask("turn") == "p2"
    assert talk.say("go nodes 5") == [
        "error bad_position p2 is to move, but this is what p1 knows", "bestmove 0000"]
    assert talk.say("query view 2")[0].startswith("error unsupported")
    assert talk.ask("view 9") == "none"
    assert talk.ask("view 0") == "none"


def test_a_view_takes_cards_that_its_world_did_not_hold(talk):
    """Whatever world stands behind the view: the other's card may be any of the two."""
    for card in ("J", "Q"):
        talk.say(f"position fen game=kuhn_poker;view=1 moves ~deal:p1:K ~deal:p2:{card} bet")
        assert talk.ask("gameover") == "false"
    talk.say("position fen game=kuhn_poker;view=1 moves ~deal:p1:K ~deal:p2:K")
    assert [talk.ask(q) for q in ("gameover", "result")] == ["true", "none"]


# ---- Folding ---------------------------------------------------------------------------------

@pytest.mark.parametrize(("teams", "first"), [
    ("1/234", {0}), ("13/24", {0, 2}), ("234/1", {1, 2, 3}), ("42/31", {1, 3})])
def test_folding(talk, teams, first):
    start = f"game=hearts;seed=2;teams={teams}"
    position = new_game("hearts", 4, seed=2)
    rng = random.Random(1)
    moves: list[str] = []
    while not position.is_over:
        talk.say(" ".join([f"position fen {start} moves", *moves]))
        assert talk.ask("p1turn") == ("true" if position.actor in first else "false")
        loser = position.actor in first
        talk.say(" ".join([f"position fen {start} moves", *moves, "0000"]))
        assert talk.ask("result") == ("p2win" if loser else "p1win")
        move = choose(position, rng)
        position.play(move)
        moves.append(str(move))
    talk.say(" ".join([f"position fen {start} moves", *moves]))
    sides = {seat in first for seat in position.outcome.winners}
    wanted = "draw" if len(sides) == 2 else "p1win" if True in sides else "p2win"
    assert talk.ask("result") == wanted
    assert talk.ask("p1turn") == "false"


def test_results_without_folding_name_the_seat(talk):
    for seed in range(12):
        position = new_game("hearts", 4, seed)
        rng = random.Random(seed)
        moves = []
        while not position.is_over:
            moves.append(str(choose(position, rng)))
            position.play(moves[-1])
        talk.say(" ".join([f"position fen game=hearts;seed={seed} moves", *moves]))
        winners = position.outcome.winners
        assert talk.ask("result") == (f"p{winners[0] + 1}win" if len(winners) == 1 else "draw")
        words = talk.ask("outcome").split()
        assert words[::2] == ["ranks", "scores", "shares", "reason"]
        assert words[1] == ",".join(map(str, position.outcome.ranks))
        assert [float(x) for x in words[5].split(",")] == pytest.approx(
            position.outcome.shares, abs=1e-4)
        assert words[7] == "finished"


def test_chance_is_nobodys_turn():
    assert new_game("kuhn_poker").actor == CHANCE
