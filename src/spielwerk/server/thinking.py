"""The process in which computer players think: questions and answers are lines of JSON.

It has a process of its own so that nothing it does, compiling included, can hold up the server.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from spielwerk.batch.playouts import cores
from spielwerk.core.position import Position
from spielwerk.core.registry import game, games
from spielwerk.search.bot import Bot
from spielwerk.server.setup import Setup

HINTS = 3
"""How many of the best steps a hint tells."""


def position_of(question: dict[str, Any]) -> Position:
    """The position that is asked about, with its past."""
    position = Setup.of(question["setup"]).start
    for step in question["steps"]:
        position = position.play(step)
    return position


def choose(question: dict[str, Any], stop: threading.Event, threads: int) -> dict[str, Any]:
    """The step that a level takes."""
    bot = Bot(question["level"], seed=question["seed"], threads=threads)
    return {"step": bot.choose(position_of(question), stop=stop)}


def think(question: dict[str, Any], stop: threading.Event, threads: int) -> dict[str, Any]:
    """What to think of a position: the best steps with what to expect of them."""
    budget = {name: question[name] for name in ("seconds", "simulations") if name in question}
    thoughts = Bot(**budget, threads=threads).think(position_of(question), stop=stop)
    return {
        "expected": thoughts.expected,
        "steps": [
            {
                "step": thought.step,
                "expected": thought.expected,
                "proven": thought.proven,
                "line": thought.line,
            }
            for thought in thoughts.steps[:HINTS]
        ],
    }


KINDS: dict[str, Callable[[dict[str, Any], threading.Event, int], dict[str, Any]]] = {
    "choose": choose,
    "think": think,
}


class Desk:
    """Takes questions, has them answered by threads, and hands the answers out."""

    def __init__(self) -> None:
        self.stops: dict[int, threading.Event] = {}
        self.writing = threading.Lock()
        self.pool = ThreadPoolExecutor(cores())

    @property
    def share(self) -> int:
        """How many threads a question may use that is answered now; seconds are then worth more."""
        return max(1, cores() // max(1, len(self.stops)))

    def run(self) -> None:
        """Until there are no more questions."""
        threading.Thread(target=warm_up, daemon=True).start()
        for line in sys.stdin:
            question = json.loads(line)
            number = question["number"]
            if question["kind"] == "stop":
                if number in self.stops:
                    self.stops[number].set()
            else:
                self.stops[number] = threading.Event()
                self.pool.submit(self.answer, number, question)
        for stop in self.stops.values():
            stop.set()
        self.pool.shutdown(cancel_futures=True)

    def answer(self, number: int, question: dict[str, Any]) -> None:
        """Answer one question; whatever goes wrong is an answer too."""
        stop = self.stops[number]
        try:
            told = {} if stop.is_set() else KINDS[question["kind"]](question, stop, self.share)
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        del self.stops[number]
        with self.writing:
            sys.stdout.write(json.dumps({"number": number, **told}) + "\n")
            sys.stdout.flush()


def warm_up() -> None:
    """Compile what thinking needs, or load it: nobody's first step or hint shall wait for it.

    The search comes first, which every level needs; then the solver of levels from 5 on.
    """
    for bot in (Bot(1), Bot(simulations=1)):
        for key in games():
            start = game(key).start(1)
            bot.choose(start.play(start.steps[0]))


if __name__ == "__main__":
    Desk().run()
