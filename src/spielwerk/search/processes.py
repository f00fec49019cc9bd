"""Games in other processes, one a core."""

from __future__ import annotations

import importlib
import importlib.util
import pickle
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, get_context
from typing import Any

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Game
from spielwerk.search.matches import Pairing, Played, Terms
from spielwerk.search.players import load_file, reason


class Worker:
    """A process that plays one game at a time."""

    def __init__(self, terms: Terms) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        with deaf_to_interrupts():
            self.process.start()
        theirs.close()
        self.pairing: Pairing | None = None
        self.tell(home_of(terms.game))
        self.tell(terms)

    def tell(self, message: object) -> None:
        """Send something over."""
        try:
            self.line.send(message)
        except OSError:
            raise self.failure() from None

    def begin(self, pairing: Pairing) -> None:
        """Let it play a game."""
        self.pairing = pairing
        self.tell(pairing)

    def result(self) -> Played:
        """Wait for the end of the game."""
        try:
            played: Played = self.line.recv()
        except (EOFError, OSError):
            raise self.failure() from None
        self.pairing = None
        return played

    def failure(self) -> SpielwerkError:
        """Say that the process is gone."""
        self.process.join()
        game = f" in game {self.pairing.number + 1}" if self.pairing else ""
        seats = f" ({', '.join(self.pairing.seats)})" if self.pairing else ""
        return SpielwerkError(
            f"A process that plays games ended{game}{seats} with exit code {self.process.exitcode};"
            " it may have said why above. In a script, start tournaments below"
            ' `if __name__ == "__main__":`, or take processes=1.'
        )

    def stop(self) -> None:
        """End the process, wherever it is."""
        self.process.terminate()
        self.process.join()
        self.line.close()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started here do not hear Ctrl-C, which is for us, not even while they load."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve(line: connection.Connection) -> None:
    """What a worker does: play what it is told to, until nobody is there to tell it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        load_home(*line.recv())
        terms: Terms = line.recv()
        while True:
            line.send(terms.play(line.recv()))
    except (EOFError, OSError):
        return


def home_of(game: Game) -> tuple[str, str]:
    """The module that a game comes from, and its file."""
    name = type(game).__module__
    return name, getattr(sys.modules[name], "__file__", None) or ""


def load_home(name: str, path: str) -> None:
    """Load the module of a game, which may be a file that no import would find."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        load_file(path, name)


def play_in_processes(terms: Terms, plan: Sequence[Pairing], processes: int) -> Iterator[Played]:
    """Play games in other processes, in the order in which they end; none stays behind."""
    try:
        pickle.dumps(terms)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise SpielwerkError(
            f"A player cannot be sent to other processes ({reason(error)}):"
            " make it in a function or class of a module, or take processes=1."
        ) from None
    todo = iter(plan)
    crew: dict[Any, Worker] = {}
    try:
        for pairing in islice(todo, processes):
            worker = Worker(terms)
            crew[worker.line] = worker
            worker.begin(pairing)
        while busy := [line for line, worker in crew.items() if worker.pairing]:
            for line in connection.wait(busy):
                yield crew[line].result()
                if pairing_left := next(todo, None):
                    crew[line].begin(pairing_left)
    finally:
        # A second Ctrl-C must not keep any of them alive.
        with deaf_to_interrupts():
            for worker in crew.values():
                worker.stop()
