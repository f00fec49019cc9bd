"""The tree search and the levels on positions whose answer is known."""

from __future__ import annotations

import pytest

from examples.connect_four import ConnectFour
from spielwerk.search.bot import Bot
from spielwerk.search.search import Search
from spielwerk.search.solver import forced_win
from tests.search.test_known_positions import KNOWN, KnownPosition

SIMULATIONS = 60_000
CONNECT_FOUR = ConnectFour()


WINS = [known for known in KNOWN if known.value == "win"]


@pytest.mark.parametrize("known", [win for win in WINS if (win.turns or 3) <= 3], ids=str)
def test_the_search_finds_forced_wins(known: KnownPosition) -> None:
    thoughts = Search(known.position, seed=1).run(SIMULATIONS)
    assert thoughts.best.step in known.steps
    assert thoughts.best.step != known.tempting


@pytest.mark.parametrize("known", WINS, ids=str)
def test_level_7_finds_every_forced_win(known: KnownPosition) -> None:
    assert Bot(level=7).choose(known.position) in known.steps


@pytest.mark.parametrize("known", [known for known in KNOWN if known.value == "loss"], ids=str)
def test_the_search_sees_a_forced_loss_coming(known: KnownPosition) -> None:
    thoughts = Search(known.position, seed=1).run(SIMULATIONS)
    assert thoughts.proven == "loss" or thoughts.expected < 0


@pytest.mark.parametrize("level", [3, 5])
@pytest.mark.parametrize(
    "known", [known for known in KNOWN if known.value == "hold" or known.turns == 1], ids=str
)
def test_levels_take_a_win_in_one_turn_and_stop_one(known: KnownPosition, level: int) -> None:
    assert Bot(level).choose(known.position) in known.steps


# Found in random games: one step alone wins by force, in three to five own turns.
TACTICS = [
    ("......./......./....o../.o.oxx./.xxoxxx/.ooxoox o", "d"),
    ("......./..x..../..o..../..x..../x.ooxxo/xoxooxo x", "f"),
    ("......./......./..o.o.o/xooxx.x/xoxxo.x/oxxoxoo x", "d"),
    ("......./x..o.../x..x.x./oxox.o./oxoxoxo/xoooxxo x", "c"),
    ("......./....o../....x../....o../.ox.x../xoxxo.. o", "b"),
    ("......./......./.o.x.../.x.x.../.o.o.../oxxx.o. o", "e"),
    (".....o./.x...o./.o..ox./.ooxxox/.xxoxox/xoxoxxo o", "c"),
    ("o....../x....../o....ox/x..x.ox/o.xx.xo/xooo.xo x", "e"),
    ("......./......./......./xoox..x/oxxo..o/xoooxxx o", "c"),
    ("......./......./......./.xo.x.x/.oxooxo/oxxoxxo o", "f"),
]


@pytest.mark.parametrize(("rows", "step"), TACTICS)
def test_tactics_of_connect_four_are_found(rows: str, step: str) -> None:
    position = CONNECT_FOUR.position(rows)
    thoughts = Search(position, seed=1).run(300_000)
    assert thoughts.best.step == step
    assert thoughts.proven == "win"
    solution = forced_win(position, 5)
    assert solution
    assert solution.line[0] == step
