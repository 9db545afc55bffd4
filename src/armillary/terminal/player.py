"""A person against the engine, line by line: the loop behind `armillary play`."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import shutil
import textwrap
from collections.abc import Iterator
from pathlib import Path

from armillary.engine import Engine, Limits
from armillary.position import Position
from armillary.terminal.messages import Messages
from armillary.terminal.prompt import Prompt, columns, fold
from armillary.terminal.session import Session, folder, new_path, unfinished
from armillary.terminal.thinking import think
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.position import Move

COMMANDS = ("moves", "board", "hint", "undo", "save", "resume", "help", "quit")
EVENTS = 12         # outcomes of chance told in full; more are counted
HINTS = 3           # moves that a hint names


class Player:
    """The screen, the keyboard and the engines around a Session."""

    def __init__(self, session: Session) -> None:
        self.prompt = Prompt(self.words)
        self.is_terminal = self.prompt.is_terminal
        self.enter(session)

    def enter(self, session: Session) -> None:
        """Make this the game in play."""
        self.session = session
        self.say = Messages(session.settings.lang)
        self.engines: dict[int, Engine] = {}
        self.told = 0               # moves of the game that the person has been shown
        self.quiet = False          # whether the board on the screen is still the present one

    @property
    def position(self) -> Position:
        """The game's position; only views of it are shown or searched."""
        return self.session.position

    # ---- The loop ----------------------------------------------------------------------

    def run(self) -> int:
        """Play until the end of the game or of the person's patience; the exit status."""
        try:
            self.greet()
            self.session.save()
            while not self.position.is_over:
                if self.position.actor == self.session.human:
                    if not self.turn():
                        self.leave()
                        return 0
                else:
                    self.engine_move()
            self.finish()
        except KeyboardInterrupt:
            print()
            self.leave()
            return 130
        return 0

    def greet(self) -> None:
        """Who plays what, and where it is kept."""
        settings, session = self.session.settings, self.session
        limit = (self.say("limit_nodes", nodes=settings.nodes) if settings.nodes
                 else self.say("limit_time", seconds=settings.movetime))
        strength = self.say("strength_level", level=settings.level, limit=limit)
        self.write(self.say("title", title=self.position.game.notation.TITLE, strength=strength,
                            seats=self.position.seats, human=session.human + 1))
        played = sum(actor >= 0 for actor in session.actors)
        if played:
            print(self.say("resumed", path=session.path, moves=played))
            self.told = len(session.actors)
        else:
            print(self.say("saved_each_move", path=session.path))
        self.write(self.say("type_help"))

    def leave(self) -> None:
        """Say how to go on."""
        self.session.save()
        path = self.session.path
        where = "" if path.parent == folder() else f" {path}"
        print(self.say("bye", path=path, game=self.position.game.name, where=where))

    def turn(self) -> bool:
        """Ask until the person has moved; False if there is no more to come."""
        if not self.quiet:
            self.show_events()
            self.show_board()
            self.show_moves()
            self.quiet = True
        line = self.prompt.ask(self.say("prompt", human=self.session.human + 1))
        if line is None:
            return False
        tokens = [str(move) for move in self.position.legal_moves]
        word, _, rest = line.partition(" ")
        if line in tokens:
            self.play(line)
        elif line.isdecimal() and line.isascii():
            if 1 <= int(line[:9]) <= len(tokens):
                self.play(tokens[int(line) - 1])
            else:
                print(self.say("bad_number", count=len(tokens), number=line))
        elif word.removeprefix("/") in COMMANDS:
            return self.command(word.removeprefix("/"), rest.strip())
        elif line:
            print(self.say("not_understood", text=line[:80]))
            near = difflib.get_close_matches(line[:80], [*tokens, *COMMANDS], 3, 0.5)
            if near:
                print(self.say("did_you_mean", words=", ".join(near)))
        return True

    def play(self, token: str) -> None:
        """The person's move."""
        self.session.play(token)
        self.autosave()
        self.quiet = False

    def autosave(self) -> None:
        """Save; a disk that is full must not end the game."""
        try:
            self.session.save()
        except ArmillaryError as problem:
            print(problem)

    # ---- The engine --------------------------------------------------------------------

    def limits(self) -> Limits:
        """How long the engine may think."""
        settings = self.session.settings
        return Limits(nodes=settings.nodes, movetime=None if settings.nodes else settings.movetime)

    def engine(self, seat: int, level: int) -> Engine:
        """The engine of a seat: each has its own, so that none learns what another knows."""
        if seat not in self.engines:
            # Another stream than that of the dice, so that a search cannot foresee them.
            seeds = self.position.seed_state
            text = f"search of seat {seat} in game {seeds and seeds[0]}"
            seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
            self.engines[seat] = Engine(seed=seed, level=level)
        return self.engines[seat]

    def engine_move(self) -> None:
        """Let the seat to move be played by its engine, which sees its view only."""
        seat = self.position.actor
        assert seat is not None         # chance answers from the seed
        with self.busy(self.say("thinking", seat=seat + 1)):
            result, _ = think(self.engine(seat, self.session.settings.level),
                              self.position.view(seat), self.limits())
        self.session.play(str(result.move))
        self.autosave()
        self.quiet = False

    @contextlib.contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """Show that something is going on, if somebody is watching."""
        if not self.is_terminal:
            yield
            return
        from rich.console import Console
        with Console(highlight=False).status(text):
            yield

    # ---- Commands ----------------------------------------------------------------------

    def words(self) -> list[str]:
        """What Tab may complete to."""
        tokens = ([str(move) for move in self.position.legal_moves]
                  if self.position.actor == self.session.human else [])
        return sorted({*tokens, *COMMANDS})

    def command(self, word: str, rest: str) -> bool:
        """Do what a command asks; False to leave."""
        if word == "quit":
            return False
        try:
            if word == "moves":
                self.show_moves(rest, whole=True)
            elif word == "board":
                self.show_board()
            elif word == "hint":
                self.hint()
            elif word == "undo":
                self.undo()
            elif word == "save":
                self.save_copy(rest)
            elif word == "resume":
                self.resume(rest)
            else:
                print(self.say("help").strip("\n"))
        except ArmillaryError as problem:
            print(problem)
        return True

    def hint(self) -> None:
        """What a strong engine with the person's knowledge thinks."""
        seat = self.session.human
        with self.busy(self.say("thinking_hint")):
            result, _ = think(self.engine(seat, 20), self.position.view(seat), self.limits())
        for line in result.lines[:HINTS]:
            self.write(self.say("hint", move=self.named(line.move),
                                share=100 * line.shares[seat], error=100 * line.error))

    def undo(self) -> None:
        """Back to the person's last decision."""
        taken = self.session.undo()
        if taken is None:
            print(self.say("nothing_to_undo"))
            return
        self.autosave()
        for engine in self.engines.values():
            engine.clear()
        print(self.say("undone", move=taken))
        self.told = len(self.session.actors)
        self.quiet = False

    def save_copy(self, rest: str) -> None:
        """A copy under a name of the person's own."""
        if not rest:
            print(self.say("save_where"))
            return
        path = Path(rest).expanduser()
        self.session.save(path)
        print(self.say("saved", path=path))

    def resume(self, rest: str) -> None:
        """Leave this game where it is and go on with another."""
        name = self.position.game.name
        found = unfinished(name, self.session.path)
        path = Path(rest).expanduser() if rest else found and found[0]
        if not path:
            print(self.say("nothing_to_resume", game=name))
            return
        other = Session.load(path)
        self.session.save()
        self.enter(other)
        self.greet()

    # ---- The screen --------------------------------------------------------------------

    def width(self) -> int:
        """Columns to write into."""
        return columns() or 80

    def write(self, text: str) -> None:
        """A sentence, wrapped."""
        print(textwrap.fill(text, self.width(), break_long_words=False, break_on_hyphens=False))

    def show_events(self) -> None:
        """What has happened since the person looked last."""
        events = list(self.session.events(self.told))
        self.told += len(events)
        outcomes: list[str] = []

        def tell_outcomes() -> None:
            if outcomes:
                hidden = len(outcomes) - EVENTS
                earlier = [self.say("earlier", count=hidden)] if hidden > 0 else []
                self.write(self.say("chance", moves=" ".join([*earlier, *outcomes[-EVENTS:]])))
                outcomes.clear()

        for actor, move in events:
            if actor < 0:
                outcomes.append(str(move))
                continue
            tell_outcomes()
            key = "you_play" if actor == self.session.human else "plays"
            print(self.say(key, seat=actor + 1, move=self.named(move)))
        tell_outcomes()

    def show_board(self) -> None:
        """The board as the person may see it."""
        board = self.position.view(self.session.human).draw(self.say.lang)
        print(f"\n{fold(board, columns())}\n")

    def named(self, move: Move) -> str:
        """The token, and what people call the move where its game has a name for it."""
        name_of = getattr(self.position.game.notation, "move_name", None)
        name = name_of(move.value, self.say.lang) if name_of else ""
        return f"{move} ({name})" if name else str(move)

    def show_moves(self, text: str = "", whole: bool = False) -> None:
        """The legal moves with their numbers, in columns; all, or about half a screen."""
        entries = [f"{number:>3} {entry}" for number, entry in
                   enumerate(map(self.named, self.position.legal_moves), 1)
                   if text.lower() in entry.lower()]
        if not entries:
            print(self.say("no_such_moves", count=len(self.position.legal_moves), text=text))
            return
        column = max(map(len, entries)) + 2
        across = max(1, self.width() // column)
        fits = across * max(4, shutil.get_terminal_size().lines // 2)
        if whole or not self.is_terminal or len(entries) <= fits + 2 * across:
            fits = len(entries)
        for first in range(0, min(len(entries), fits), across):
            row = entries[first:min(first + across, fits)]
            print("".join(f"{entry:{column}}" for entry in row).rstrip())
        if len(entries) > fits:
            self.write(self.say("more_moves", count=len(entries) - fits))

    def finish(self) -> None:
        """The last events, the last board and the result."""
        self.show_events()
        self.show_board()
        print(self.say("over"))
        outcome, human = self.position.outcome, self.session.human
        assert outcome is not None
        for seat, rank in enumerate(outcome.ranks):
            print(self.say("result_row", seat=seat + 1, rank=rank, score=outcome.scores[seat],
                           share=outcome.shares[seat])
                  + (self.say("you") if seat == human else ""))
        if human not in outcome.winners:
            print(self.say("you_lost", rank=outcome.ranks[human], seats=self.position.seats))
        else:
            print(self.say("you_won" if len(outcome.winners) == 1 else "you_shared"))
        print(self.say("kept", path=self.session.path))


# ---- Beginning -------------------------------------------------------------------------

def offer_to_resume(game: str, lang: str) -> Path | None:
    """In a terminal, ask whether to go on with an unfinished game."""
    found = unfinished(game)
    prompt = Prompt(list)
    if found is None or not found[1] or not prompt.is_terminal:
        return None                     # in a game where nobody has moved there is nothing to lose
    say = Messages(lang)
    path, moves = found
    while True:
        answer = prompt.ask(say("offer", path=path, moves=moves))
        if answer is None:
            raise KeyboardInterrupt
        if not answer or answer.lower() in say.words("yes"):
            return path
        if answer.lower() in say.words("no"):
            return None


def path_for(game: str, wanted: str | None) -> Path:
    """Where a new game is kept; a file that is there already is never overwritten."""
    if wanted is None:
        return new_path(game)
    path = Path(wanted).expanduser()
    if path.exists():
        raise ArmillaryError(f"{path} is there already; --resume {path} goes on with it")
    return path
