"""No peeking over the wire: what a seat cannot know changes nothing that the engine says."""

from __future__ import annotations

import re

import pytest

from armillary import Position, new_game
from wire import Talk

#: Positions where much is hidden: the start, and the moves of the seats up to the question.
PLACES = [("kuhn_poker", 2, "pass"), ("leduc_poker", 3, "raise call"), ("template", 3, ""),
          ("hearts", 4, ""), ("orion", 3, "race:psilon race:human race:meklar keep keep")]
WORLDS = 100


def timeless(lines: list[str]) -> tuple[str, ...]:
    return tuple(re.sub(r" (time|nps) \d+", "", line) for line in lines)


def worlds(name: str, seats: int, moves: str) -> tuple[Position, list[Position]]:
    """One position, and many that its mover cannot tell from it."""
    truth = new_game(name, seats, seed=5)
    for move in moves.split():
        truth.play(move)
    seat = truth.actor
    assert isinstance(seat, int)
    found = [truth.determinise(seat, number) for number in range(WORLDS)]
    assert {world.view(seat).to_bytes() for world in found} == {truth.view(seat).to_bytes()}
    assert len({world.to_bytes() for world in found}) > 1, "nothing is hidden here"
    return truth, found


@pytest.mark.parametrize(("name", "seats", "moves"), PLACES)
def test_hidden_hands_and_seeds_do_not_matter(engine, name, seats, moves):
    """100 different hands, each with another referee's seed, one search seed: one answer."""
    truth, found = worlds(name, seats, moves)
    engine.send("setoption name Seed value 42", "setoption name Threads value 1",
                "setoption name MultiPV value 20")
    answers = set()
    for number, world in enumerate(found):
        data = {**world.to_dict(), "seed": number * 7919}
        position = Position.from_json(data)
        assert position.seed_state[0] == number * 7919
        text = position.to_json().replace(" ", "\\u0020")
        engine.send("uginewgame", f"position fen {text}", "go nodes 60")
        answers.add(timeless(engine.until("bestmove")))
    assert len(answers) == 1
    # And the same as of the view alone, which holds nothing hidden.
    view = truth.view(truth.actor).to_json().replace(" ", "\\u0020")
    engine.send("uginewgame", f"position fen {view}", "go nodes 60")
    assert timeless(engine.until("bestmove")) in answers


def test_moves_that_were_listed_do_not_matter(engine):
    """The same for lists of moves: all deals that leave p1 its king."""
    engine.send("setoption name Seed value 42", "setoption name Threads value 1")
    answers = set()
    lists = [f"game=kuhn_poker;players=3 moves ~deal:p1:K ~deal:p2:{a} ~deal:p3:{b}"
             for a in "TJQ" for b in "TJQ" if a != b]
    lists += ["game=kuhn_poker;players=3;view=1 moves ~deal:p1:K ~deal:p2:? ~deal:p3:?"]
    for start in lists:
        engine.send("uginewgame", f"position fen {start}", "go nodes 200")
        answers.add(timeless(engine.until("bestmove")))
    assert len(answers) == 1


def test_the_view_that_is_handed_out_hides_everything(talk):
    """All worlds of one view give the same `query view`, byte for byte."""
    for name, seats, moves in PLACES:
        truth, found = worlds(name, seats, moves)
        views = set()
        for world in found[:20]:
            talk.say(f"position fen {world.to_json().replace(' ', chr(92) + 'u0020')}")
            views.add(talk.ask(f"view {truth.actor + 1}"))
        assert len(views) == 1


def test_what_the_seat_holds_itself_does_matter():
    """The test above can fail: with another card of its own the engine answers otherwise."""
    answers = set()
    for card in "JQK":
        talk = Talk()
        other = "Q" if card != "Q" else "K"
        talk.say(f"position fen game=kuhn_poker moves ~deal:p1:{card} ~deal:p2:{other}")
        answers.add(timeless(talk.say("setoption name MultiPV value 2", "go nodes 100")))
    assert len(answers) == 3
