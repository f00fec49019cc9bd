"""`spielwerk play`: a game in the terminal."""

from __future__ import annotations

import contextlib
import random
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

import typer
from rich.console import Console

from spielwerk.cli.common import (
    FileError,
    GameKey,
    Options,
    PositionText,
    find_game,
    heading,
    make_console,
    say,
    say_why,
    show,
    write_record,
)
from spielwerk.cli.words import in_columns, outcome, outlook, seat
from spielwerk.core.errors import IllegalStep, SpielwerkError
from spielwerk.core.position import Position
from spielwerk.core.record import Record
from spielwerk.search.bot import Bot
from spielwerk.search.players import Chooser, NamedPlayer, check_player

EXAMPLES = (
    "Examples:\nspielwerk play kipp4 --against 3"
    "\nspielwerk play qbq -o players=3 --against 5 --seat 2"
    "\nspielwerk play blockit --seed 7 --save game.txt"
)
HELP = """Type a step, or one of these:
  ?          the steps that are possible; ?c4 those with c4
  undo       take your last step back
  hint       what the program would do
  text       the position text
  save FILE  write the record of the game so far
  quit       stop
  help       this list"""

PERSON = "person"
HINT_LEVEL = 6


def play_game(
    game: GameKey,
    option: Options = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="Who takes the other seats: a level from 1 to 8, or another player of"
            " `spielwerk tournament`. People unless given.",
        ),
    ] = None,
    own_seat: Annotated[
        int | None, typer.Option("--seat", min=1, help="Your seat; 1 unless given.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For the deal, the dice, the program.")] = None,
    position: PositionText = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the record there; as JSON if it ends in .json."),
    ] = None,
) -> None:
    """Play in the terminal: people among themselves, or against the program."""
    asked = find_game(game, option)
    program = seats_of_program(asked.players, against, own_seat)
    start = asked.start(seed) if position is None else asked.position(position)
    console = make_console()
    table = Table(start, input, console, program, secrets.randbits(32) if seed is None else seed)
    table.seat_program()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # lets `input` edit lines and recall them
    say(console, heading(start), style="bold")
    if program:
        say(console, f"You are player {own_seat or 1} of {asked.players}.")
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        table.play()
    finish(table, save)


def seats_of_program(players: int, against: str | None, own_seat: int | None) -> dict[int, str]:
    """Who takes each seat that is not yours."""
    if against is None:
        if own_seat is not None:
            raise SpielwerkError("--seat is for a game --against the program.")
        return {}
    own = own_seat or 1
    if own > players:
        raise SpielwerkError(f"There is no seat {own}: there is 1 to {players}.")
    return {player: against for player in range(players) if player != own - 1}


@dataclass
class Table:
    """A game that goes on in the terminal."""

    position: Position
    ask: Callable[[str], str]
    """Asks a person for a line, like `input`."""
    console: Console
    program: Mapping[int, str]
    """Who takes each seat that no person takes."""
    seed: int
    choosers: dict[str, Chooser] = field(default_factory=dict)
    """The players of the program, by their names."""
    past: list[Position] = field(default_factory=list)
    """The positions in which a person has chosen, to go back to."""
    left: bool = False

    def play(self) -> None:
        """Go on to the end, or until somebody leaves."""
        say(self.console, f"{HELP}\n")
        while not self.position.over and not self.left:
            if self.position.player is None:
                self.throw()
            elif self.position.player in self.program:
                self.let_program_choose(self.position.player)
            else:
                self.let_person_choose()

    def seat_program(self) -> None:
        """Refuse a player that is none before the game begins."""
        for name in self.program.values():
            check_player(name, NamedPlayer(name))
            self.choosers[name] = NamedPlayer(name)(self.seed)

    @property
    def rng(self) -> random.Random:
        """Chance for this moment: the same again after going back."""
        return random.Random(f"{self.seed} {len(self.position.history)}")

    def throw(self) -> None:
        """Throw the die."""
        faces, chances = zip(*self.position.chance or (), strict=True)
        face = self.rng.choices(faces, chances)[0]
        say(self.console, f"The die shows {face}.")
        self.position = self.position.play(face)

    def let_program_choose(self, player: int) -> None:
        """The program takes a step."""
        with self.console.status("thinking…"):
            step = self.choosers[self.program[player]].choose(self.position)
        say(self.console, f"{seat(self.position, player)} plays {step}.")
        self.position = self.position.play(step)

    def let_person_choose(self) -> None:
        """Show the position and ask until there is another one."""
        show(self.console, self.position)
        say(self.console, outlook(self.position), style="bold")
        before = self.position
        while self.position is before and not self.left:
            self.obey(self.ask("> ").strip())

    def obey(self, line: str) -> None:
        """A step, or one of the words in HELP; a step that is possible goes first."""
        word, _, rest = line.partition(" ")
        words: Mapping[str, Callable[[], None]] = {
            "undo": self.go_back,
            "hint": self.hint,
            "text": lambda: say(self.console, self.position.text),
            "save": lambda: self.save(rest.strip()),
            "quit": self.leave,
            "help": lambda: say(self.console, HELP),
        }
        if word in words and line not in self.position.steps:
            words[word]()
        elif line.startswith("?"):
            self.list_steps(line[1:].strip())
        elif line:
            self.take_step(line)

    def take_step(self, token: str) -> None:
        """Take a step, or say why it is not possible."""
        try:
            after = self.position.play(token)
        except IllegalStep as error:
            say_why(self.console, error)
            return
        self.past.append(self.position)
        self.position = after

    def list_steps(self, about: str) -> None:
        """The steps that are possible: all of them, or those about a square."""
        found = steps_about(self.position.steps, about)
        if found:
            self.console.print(in_columns(found))
        else:
            say(self.console, f"No step that is possible has {about}.")

    def go_back(self) -> None:
        """Back to where a person chose last."""
        if self.past:
            self.position = self.past.pop()
        else:
            say(self.console, "There is nothing to take back.")

    def hint(self) -> None:
        """What the program would do, and what it expects of that."""
        with self.console.status("thinking…"):
            best = Bot(level=HINT_LEVEL, seed=self.seed).think(self.position).best
        expected = best.proven or f"expected result {best.expected:+.2f} from -1 to 1"
        say(self.console, f"{best.step}: {expected}; then {' '.join(best.line[1:]) or 'no more'}.")

    def save(self, name: str) -> None:
        """Write the record of the game so far."""
        if not name:
            say(self.console, "Name a file: save game.txt")
            return
        try:
            write_record(name, self.record)
        except FileError as error:
            say_why(self.console, error)
        else:
            say(self.console, f"The record is in {name}.")

    def leave(self) -> None:
        """Stop here."""
        self.left = True

    @property
    def record(self) -> Record:
        """The game so far."""
        names = (named(self.program.get(p, PERSON)) for p in range(self.position.game.players))
        return Record.of(self.position, {"Players": ", ".join(names)} if self.program else {})


def steps_about(steps: tuple[str, ...], about: str) -> list[str]:
    """Those with that square; if it is none, those that begin so.

    >>> steps_about(("f1", "f10", "a1-f1", "roll"), "f1")
    ['f1', 'a1-f1']
    >>> steps_about(("f1", "f10", "a1-f1", "roll"), "f")
    ['f1', 'f10']
    """
    with_square = [step for step in steps if about in re.findall(r"[a-z]\d+", step)]
    return with_square or [step for step in steps if step.startswith(about)]


def named(word: str) -> str:
    """A player in a record: `level 3`."""
    return f"level {word}" if word.isdecimal() else word


def finish(table: Table, save: str | None) -> None:
    """Say how it ended, and write the record or print it: it is never lost."""
    position, console, record = table.position, table.console, table.record
    if position.over:
        show(console, position)
        say(console, outcome(position), style="bold")
    else:
        say(console, "\nStopped before the end.")
    if save is None:
        say(console, f"\n{record.text}")
        return
    try:
        write_record(save, record)
    except FileError:
        say(console, f"\n{record.text}")
        raise
    say(console, f"The record is in {save}.")
