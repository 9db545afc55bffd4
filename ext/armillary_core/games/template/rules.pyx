"""The template game: fills GameOps. Copy the folder, change the words, begin.

Rules: each of 2 to 4 seats is dealt 3 cards. In turn, a seat plays a card and does what it
says: gain points, steal them from a seat of one's choice, roll a die for points, draw. A
seat without cards is passed over; when nobody has cards the most points win, and a tie
shares the win.

It is as small as a game can be that has a deck, hidden hands, dice, data rows with verbs,
and a decision in the middle of an effect.
"""

from armillary_core.games.template.hidden cimport determinise, observe, seen_move
from armillary_core.games.template.legal cimport actor, chance, legal, outcomes, stream
from armillary_core.games.template.play cimport play
from armillary_core.games.template.score cimport check, evaluate, returns
from armillary_core.games.template.setup cimport setup
from armillary_core.games.template.state cimport CARDS, SEATS, State
from armillary_core.kernel.game cimport GameOps, make_game
from armillary_core.kernel.types cimport HAS_CHANCE, HAS_HIDDEN

from armillary_core.games.template.view import from_dict, to_dict

cdef GameOps OPS
OPS.name = b"template"
OPS.state_size = sizeof(State)
OPS.flags = HAS_CHANCE | HAS_HIDDEN
OPS.max_moves = CARDS
OPS.max_plies = 8 * CARDS       # a card is dealt, played, and may ask and roll
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
OPS.evaluate = evaluate
OPS.check = check

GAME = make_game(&OPS, (), to_dict, from_dict)
