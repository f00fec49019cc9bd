"""The solver against plain brute force, and what it does when it cannot answer."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import spielwerk
from examples.connect_four import ConnectFour
from spielwerk import Game, Position
from spielwerk.core.game import Notation, Rules
from spielwerk.core.kernel import State, rule
from spielwerk.core.state import HEADER, PLAYER, RESULT, TURNS, WON
from spielwerk.search import solver
from spielwerk.search.solver import (
    NotSolvable,
    Solution,
    forced_win,
    safe_steps,
    solve,
    winning_steps,
)
from tests.rules import qbq_boards, spitze_boards, veier_boards
from tests.rules.veier_boards import COLUMNS as ROWS
from tests.search import brute_force
from tests.search.toys import Nim, no_deal, nothing

CONNECT_FOUR = ConnectFour()
KIPP4 = spielwerk.game("kipp4")
SPITZE = spielwerk.game("spitze")
QBQ = spielwerk.game("qbq")

# The files and ranks of each colour's fields in QBQ.
FIELDS = {"b": ("abc", "123"), "g": ("abc", "456"), "o": ("def", "456"), "r": ("def", "123")}

WIN_IN_ONE = "d../l.dl/.../l.../.ld/..l./.dl s l a 2,4 26"
WIN_IN_TWO = "l.l/l.dd/.d./..ld/l.d/d.d./ll. s l a 1,1 42"

# Each side has jumps that build nothing, and can come back to where it was.
CIRCLES = (
    "d,ldd,ll,.,.,./.,.,.,ldd,.,./ld,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./ddl,.,dd,l,.,. d - 20",
    ".,.,.,dl,ld,./.,.,.,.,.,./.,.,.,.,.,./.,.,ll,.,.,ld/.,.,ldd,l,l,ldd/.,.,.,.,d,. l - 20",
    ".,.,.,.,.,./.,.,.,.,.,./.,ldd,.,.,l,./.,.,.,.,ld,./.,.,.,.,.,d/.,.,.,.,ldd,dl l - 20",
    ".,.,.,.,.,./.,.,.,.,.,./l,.,.,.,.,./ldd,.,d,.,.,ddl/.,.,ld,.,.,./.,.,.,.,.,ldd l - 20",
)
# Here a game can wander for more turns than there are to a turn limit.
MANY_CIRCLES = (
    ".,.,.,.,.,ldd/ld,.,l,d,.,dd/dll,l,d,.,.,."
    "/lll,dld,.,d,l,d/.,lll,dl,.,dd,./ld,.,.,.,ld,dl l - 22"
)


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game but its end, where somebody is to move."""
    choices = random.Random(seed)
    position, played = game.start(seed=seed), []
    while not position.over:
        played.append(position)
        position = position.play(choices.choice(position.steps))
    return [position for position in played if position.player is not None]


def late(game: Game, seeds: range, last: int) -> Iterator[Position]:
    """Positions shortly before the end of random games."""
    for seed in seeds:
        yield random_game(game, seed)[-1 - seed % last :][0]


def agree(position: Position) -> bool:
    """Solve a position both ways; False if that is too much for brute force."""
    seat = position.player
    assert seat is not None
    try:
        expected = brute_force.solve(position, seat, {}, most=150)
    except brute_force.TooLarge:
        return False
    solution = solve(position)
    assert solution is not None
    end = played(position, solution)
    assert brute_force.end_value(end, seat) == expected
    assert (solution.returns, solution.turns) == (end.returns, end.turns - position.turns)
    return solution.margin == expected[1]


def agree_with_circles(position: Position) -> int:
    """Solve a position both ways; how many circles that met, and -1 if that is too much."""
    seat = position.player
    assert seat is not None
    brute = brute_force.WithCircles(seat, most=150)
    try:
        expected = brute.solve(position)
    except brute_force.TooLarge:
        return -1
    solution = solve(position)
    assert solution is not None
    end = played(position, solution)
    assert brute_force.end_value(end, seat)[:2] == expected
    assert solution.margin == expected[1]
    return brute.circles


def played(position: Position, solution: Solution) -> Position:
    """The end of the solution's line."""
    for step in solution.line:
        position = position.play(step)
    assert position.over
    return position


def small_veier(seed: int, last_turn: bool) -> Position:
    """Véier with a board almost full of rows of three, and small supplies."""
    choices = random.Random(seed)
    cells = [(row, column) for row, ends in ROWS.items() for column in range(ends[0], ends[1] + 1)]
    pieces: dict[str, list[str]] = {"x": [], "o": []}
    for row, column in choices.sample(cells, len(cells)):
        owner = "xxxooo"[(column + 2 * ord(row)) % 6]
        pieces[owner].append(f"{row}{column}")
    supplies = [choices.randint(1, 3) for _ in "xo"]
    x, o = (
        " ".join(mine[: 45 - supply])
        for mine, supply in zip(pieces.values(), supplies, strict=True)
    )
    fields = veier_boards.text(x, o, choices.choice("xo"), f"{supplies[0]},{supplies[1]}")
    return spielwerk.game("veier", last_turn=last_turn).position(fields)


@pytest.mark.parametrize("last_turn", [False, True])
def test_veier_is_solved_as_by_brute_force(last_turn: bool) -> None:
    positions = [small_veier(seed, last_turn) for seed in range(100)]
    assert sum(agree(position) for position in positions if not position.over) > 80


def small_spitze(seed: int) -> Position | None:
    """Spitze with two or three single pieces and some towers, if such a position can be."""
    choices = random.Random(seed)
    towers = ["l", "d", "l", *choices.choices(["ld", "dl", "ll", "dd", "ldd", "ddl"], k=9)]
    squares = choices.sample(spitze_boards.SQUARES, 11)
    fields = f"{choices.choice('ld')} - 20"
    try:
        position = SPITZE.position(
            spitze_boards.text(fields, **dict(zip(squares, towers[seed % 2 :], strict=False)))
        )
    except spielwerk.SpielwerkError:
        return None
    return None if position.over else position


def test_spitze_is_solved_as_by_brute_force() -> None:
    positions = [position for position in map(small_spitze, range(90)) if position]
    assert sum(agree_with_circles(position) >= 0 for position in positions) > 20


def test_spitze_is_solved_at_the_end_of_random_games() -> None:
    assert sum(agree_with_circles(position) >= 0 for position in late(SPITZE, range(40), 4)) > 15


# Connect Four, against alpha-beta on bit boards: seven bits a column, the highest always empty.

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


def has_four(stones: int) -> bool:
    for direction in (1, 6, 7, 8):
        pairs = stones & stones >> direction
        if pairs & pairs >> 2 * direction:
            return True
    return False


def drop(stones: int, column: int) -> int:
    """The stone that falls into a column, 0 if it is full."""
    return (stones + (1 << 7 * column)) & (0b111111 << 7 * column)


def worth(own: int, other: int, alpha: int, beta: int) -> int:
    """For who is to move: 100 less the stones on the board at a win, the reverse at a loss."""
    stones = own | other
    moves = [own | move for column in CENTRE_FIRST if (move := drop(stones, column))]
    for following in moves:
        if has_four(following):
            return 99 - stones.bit_count()
    best = -100 if moves else 0
    for following in moves:
        best = max(best, -worth(other, following, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def board(choices: random.Random, stones: int) -> tuple[int, int]:
    """A board with so many stones and no four in a row: the stones of who is next, of the other."""
    own = other = 0
    for _ in range(stones):
        moves = [drop(own | other, column) for column in CENTRE_FIRST]
        quiet = [move for move in moves if move and not has_four(own | move)]
        if not quiet:
            return board(choices, stones)
        own, other = other, own | choices.choice(quiet)
    return own, other


def text(own: int, other: int) -> str:
    mine, theirs = "xo" if (own | other).bit_count() % 2 == 0 else "ox"
    rows = (
        "".join(
            mine if own >> at & 1 else theirs if other >> at & 1 else "."
            for at in range(row, 49, 7)
        )
        for row in (5, 4, 3, 2, 1, 0)
    )
    return f"{'/'.join(rows)} {mine}"


def test_connect_four_is_solved_as_by_plain_alpha_beta() -> None:
    choices = random.Random(1)
    for _ in range(2000):
        own, other = board(choices, choices.randint(30, 41))
        position = CONNECT_FOUR.position(text(own, other))
        expected = worth(own, other, -100, 100)
        solution = solve(position)
        assert solution is not None
        result = (expected > 0) - (expected < 0)
        assert solution.returns[position.turns % 2] == result
        assert not result or solution.turns == 100 - abs(expected) - position.turns


def test_turns_of_many_steps_are_solved() -> None:
    for a, b, c in product(range(4), repeat=3):
        if a or b or c:
            solution = solve(Nim().position(f"{a},{b},{c} 0 0"))
            assert solution is not None
            assert solution.returns[0] == (1 if a ^ b ^ c else -1)


# Forced wins.


def check_forced_win(position: Position, turns: int) -> bool:
    """Ask both ways whether there is a forced win within so many own turns."""
    assert position.player is not None
    win = forced_win(position, turns)
    horizon = position.turns + position.game.players * (turns - 1) + 1
    assert (win is not None) == brute_force.wins_before(position, position.player, horizon)
    if win is not None:
        assert played(position, win).winner == position.player
        assert win.turns <= horizon - position.turns
    return win is not None


def check_at_once(position: Position, choices: random.Random) -> bool:
    """Ask both ways which steps win at once, and which of some are safe; whether any wins."""
    winning = winning_steps(position)
    assert winning == brute_force.winning_steps(position)
    assert check_forced_win(position, 1) == bool(winning)
    some = choices.sample(position.steps, min(3, len(position.steps)))
    safe = [step for step in some if brute_force.is_safe(position, step)]
    assert list(safe_steps(position, some)) == safe
    return bool(winning)


@pytest.mark.parametrize(
    "game",
    [KIPP4, *(spielwerk.game("blockit", players=players) for players in (2, 3, 4))],
    ids=repr,
)
def test_steps_that_win_or_lose_at_once_are_found(game: Game) -> None:
    choices = random.Random(0)
    wins = [check_at_once(position, choices) for position in late(game, range(18), 6)]
    assert 0 < sum(wins) < len(wins)


def almost_formed(game: Game, choices: random.Random) -> Position:
    """QBQ with most colours one cube away from a formation."""
    colours = game.start().text.split()[3]
    stacks, taken = {}, set()
    for colour in colours:
        files, ranks = FIELDS[colour]
        square = [file + rank for file in files[:2] for rank in ranks[:2]]
        strays = [file + rank for file in "abcdef" for rank in "123456"]
        cubes = [*choices.sample(square, 3), choices.choice(strays)]
        stacks[colour] = " ".join(cube for cube in dict.fromkeys(cubes) if cube not in taken)
        taken.update(cubes)
    return game.position(qbq_boards.text(**stacks, player=colours[0], colours=colours, turns=20))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_formations_that_can_be_completed_at_once_are_found(players: int) -> None:
    choices = random.Random(players)
    game = spielwerk.game("qbq", players=players)
    positions = [almost_formed(game, choices) for _ in range(16)]
    wins = [check_at_once(position, choices) for position in positions if not position.over]
    assert 0 < sum(wins) < len(wins)


def test_wins_in_two_turns_are_found() -> None:
    wins = [check_forced_win(position, 2) for position in late(KIPP4, range(24), 10)]
    assert 0 < sum(wins) < len(wins)


def test_the_shortest_win_is_found() -> None:
    position = KIPP4.position(WIN_IN_ONE)
    win = forced_win(position, 3)
    assert win is not None
    assert (win.line, win.turns) == (("d3-c4", "r2"), 1)
    assert (win.returns, win.margin) == ((1.0, -1.0), 0)
    longer = forced_win(KIPP4.position(WIN_IN_TWO), 3)
    assert longer is not None
    assert longer.turns == 3


# Repetition.


def test_what_stands_for_the_third_time_is_no_way_to_a_win() -> None:
    position = KIPP4.position(WIN_IN_TWO)
    win = forced_win(position)
    assert win is not None
    first_turn = position.play(win.line[0]).play(win.line[1])
    once = (*position.turn_starts, first_turn.turn_starts[-1])
    twice = (*once, first_turn.turn_starts[-1])
    assert forced_win(replace(position, turn_starts=once)) is not None
    assert forced_win(replace(position, turn_starts=twice)) is None


# A game with four places, START, ASIDE, ROUND and BACK: from the start two ways lead to the same
# place, and on from there one of them comes again. Halted, it is won by player 0.
PLACE = HEADER
START, ASIDE, ROUND, BACK = range(4)
WAYS = np.array([[ASIDE, ROUND], [BACK, BACK], [BACK, BACK], [ROUND, ROUND]])


@rule
def ways(state: State, found: State) -> int:
    for i in range(2):
        found[i] = WAYS[state[PLACE], i]
    return 2 if state[PLACE] == START else 1


@rule
def walk(state: State, place: int) -> None:
    state[PLACE] = place
    state[TURNS] += 1
    state[PLAYER] = 1 - state[PLAYER]


@rule
def halt_for_player_0(state: State) -> None:
    state[RESULT] = WON


def read(fields: Sequence[str], state: State) -> None:
    state[PLACE] = int(fields[0])


def write(state: Sequence[int]) -> str:
    return str(state[PLACE])


class Walk(Game):
    """Who has gone round before gets there for the third time."""

    key, name, version = "toy_walk", "Walk", "1"
    rules = Rules(PLACE + 1, 2, no_deal, ways, walk, nothing, halt_for_player_0)
    notation = Notation(("start", "aside", "round", "back"), "place", read, write, write)
    repetition = True


def test_the_way_to_a_position_matters_where_it_stood_twice() -> None:
    start = Walk().start()
    round_before = start.play("round").turn_starts[-1]
    assert forced_win(start) is None
    win = forced_win(replace(start, turn_starts=(round_before, *start.turn_starts)))
    assert win is not None
    assert win.line == ("round", "back", "round")


@pytest.mark.parametrize("text", CIRCLES)
def test_games_that_can_go_round_in_circles_are_solved(text: str) -> None:
    assert agree_with_circles(SPITZE.position(text)) > 0


@pytest.mark.parametrize("text", CIRCLES)
def test_near_the_turn_limit_every_turn_counts(text: str) -> None:
    for turns in range(1, 7):
        position = spielwerk.game("spitze", turn_limit=20 + turns).position(text)
        assert agree(position)


def test_a_turn_limit_that_is_far_away_changes_nothing() -> None:
    solutions = [
        solve(spielwerk.game("spitze", turn_limit=limit).position(MANY_CIRCLES))
        for limit in (0, 23 + solver.FAR)
    ]
    assert [solution.margin for solution in solutions if solution] == [-12, -12]


@pytest.mark.parametrize("text", CIRCLES)
def test_circles_that_were_gone_round_before_are_counted(text: str) -> None:
    position = SPITZE.position(text)
    for step in position.steps:
        after = position.play(step)
        if not after.over:
            starts = (*position.turn_starts, *2 * (after.turn_starts[-1],))
            assert agree_with_circles(replace(position, turn_starts=starts)) >= 0


# Giving up.


def test_a_search_ends_when_it_has_looked_at_so_many_positions() -> None:
    start = SPITZE.start()
    assert solve(start, nodes=1) is None
    assert solve(start, nodes=10_000) is None
    assert forced_win(start, 9, nodes=10_000) is None


def test_a_search_is_cancelled_from_another_thread() -> None:
    stop = threading.Event()
    answers: list[Solution | None] = []
    search = threading.Thread(
        target=lambda: answers.append(solve(SPITZE.start(), nodes=10**12, stop=stop))
    )
    search.start()
    stop.set()
    search.join(60)
    assert answers == [None]


def test_a_search_that_was_cancelled_before_it_began_gives_up_at_once() -> None:
    stop = threading.Event()
    stop.set()
    assert solve(KIPP4.position(WIN_IN_ONE), stop=stop) is None
    assert forced_win(KIPP4.position(WIN_IN_ONE), stop=stop) is None


def test_the_table_and_the_stack_are_bounded() -> None:
    search = solver.AlphaBeta(QBQ.start(), nodes=10**12)
    assert sum(array.nbytes for array in search.table) == 24 * 2**20
    stack = (search.states, search.found, search.worth, search.stack)
    assert sum(array.nbytes for array in stack) < 10 * 2**20


def test_a_small_budget_takes_a_small_table() -> None:
    search = solver.AlphaBeta(QBQ.start(), nodes=1000)
    assert len(search.table[0]) == 1024


def test_the_only_step_is_found() -> None:
    position = CONNECT_FOUR.position("xxoxxo./ooxooxx/xxoxxoo/ooxooxx/xxoxxoo/ooxooxx x")
    solution = solve(position)
    assert solution is not None
    assert solution.line == ("g",)
    assert list(safe_steps(position, position.steps)) == ["g"]


@pytest.mark.parametrize("ask", [solve, forced_win, winning_steps])
def test_a_game_that_is_over_is_refused(ask: Callable[[Position], object]) -> None:
    with pytest.raises(NotSolvable, match="over"):
        ask(KIPP4.start().halt())


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(NotSolvable, match="two players, not 3"):
        solve(spielwerk.game("qbq", players=3).start())
    with pytest.raises(NotSolvable, match="die"):
        forced_win(spielwerk.game("blockit").start(seed=1))
    with pytest.raises(NotSolvable, match="has a die"):
        solve(spielwerk.game("blockit").start(seed=1).play("L1"))
    with pytest.raises(NotSolvable, match="0 turns"):
        forced_win(KIPP4.start(), 0)


def test_a_step_that_is_not_possible_is_refused() -> None:
    with pytest.raises(spielwerk.IllegalStep, match="not possible"):
        list(safe_steps(KIPP4.start(), ["+d5"]))
