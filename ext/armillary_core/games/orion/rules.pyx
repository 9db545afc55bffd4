"""Master of Orion: fills GameOps.

2 to 4 seats, each a race, play 8 rounds. A round: income and exertion (cubes by the highest
resource), effects at its start, then one action a turn until all cubes are spent, then hands
are trimmed and the first-player token goes left. docs/rulings/orion.md lists every rule.

A turn is one decision; what follows from it (how a discount is split, what a card draws or
asks of an opponent) are frames above it on the stack, answered one by one.
"""

from armillary_core.games.orion.hidden cimport determinise, observe, seen_move
from armillary_core.games.orion.legal cimport actor, chance, legal, outcomes, sample, stream
from armillary_core.games.orion.play cimport play
from armillary_core.games.orion.policy cimport evaluate, suggest
from armillary_core.games.orion.score cimport check, returns
from armillary_core.games.orion.setup cimport setup
from armillary_core.games.orion.state cimport SEATS, State
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.types cimport HAS_CHANCE, HAS_HIDDEN

from armillary_core.games.orion.view import from_dict, to_dict
from armillary_core.kernel.game import Option

cdef GameOps OPS
OPS.name = b"orion"
OPS.state_size = sizeof(State)
OPS.flags = HAS_CHANCE | HAS_HIDDEN
OPS.max_moves = 512             # 64 kinds in 5 systems, 64 to exploit, and a few
# A seat has some 12 actions a round at most (10 cubes, and a few that come back), an action
# has at most some 30 decisions and draws; random games last 400 plies.
OPS.max_plies = 16384
OPS.min_seats = 2
OPS.max_seats = SEATS
OPS.setup = setup
OPS.actor = actor
OPS.legal = legal
OPS.play = play
OPS.returns = returns
OPS.chance = chance
OPS.outcomes = outcomes
OPS.stream = stream
OPS.observe = observe
OPS.seen_move = seen_move
OPS.determinise = determinise
OPS.sample = sample
OPS.suggest = suggest
OPS.evaluate = evaluate
OPS.check = check

OPTIONS = (
    Option("tutorial", False, "the learning game: everybody Human, no advisors"),
    Option("races", "choose", "whether seats choose their races or chance deals them",
           choices=("choose", "random")),
    Option("advisors", True, "whether there are advisors to hire"),
)

GAME = make_game(&OPS, OPTIONS, to_dict, from_dict)
