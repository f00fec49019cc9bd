"""The command line, each command as a person or a pipe would use it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import spielwerk
from spielwerk.cli import app
from spielwerk.cli.play import Opponent, Table, finish
from spielwerk.cli.playouts import summary

CONNECT_FOUR = str(Path(__file__).parents[1] / "examples" / "connect_four.py")
COMMANDS = ("games", "play", "steps", "replay", "perft", "playouts")
KIPP4 = spielwerk.game("kipp4")
R3_WINS = "dll/ll.l/.d./.l../.../d..d/d.d n l t 2,2 16"
AGAINST_RANDOM: Mapping[int, Opponent] = {1: "random", 2: "random", 3: "random"}


PIPE = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None}
TERMINAL = PIPE | {"FORCE_COLOR": "1", "TERM": "xterm"}


def run(
    *words: str,
    stdin: str | bytes | None = None,
    env: Mapping[str, str | None] = PIPE,
    charset: str = "utf-8",
) -> Result:
    """Run a command in this process."""
    return CliRunner(charset).invoke(app, list(words), input=stdin, env=env)


def plain(text: str) -> str:
    """Without colours: help and usage have them where the environment asks for them."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def shown(*words: str, stdin: str | None = None) -> str:
    """What a command prints when all is well."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    return result.stdout


def refusal(*words: str, stdin: str | bytes | None = None) -> str:
    """The one line in which a command says what it could not use."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == 2, result.exception
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    return line.removeprefix("Error: ")


def row(table: str, name: str) -> list[str]:
    """The cells after the name at the start of a row."""
    (line,) = (line for line in table.splitlines() if line.split("  ")[1:2] == [name])
    return line.removeprefix(f"  {name}").split()


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    """A short record with a comment."""
    position = KIPP4.start().play("+g6").play("r1")
    record = spielwerk.Record.of(position, {"Players": "Ann, Ben"}, {1: "A corner."})
    path = tmp_path / "game.txt"
    path.write_text(record.text, encoding="utf-8")
    return path


# All commands.


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_an_example(command: str) -> None:
    last = plain(run(command, "--help").stdout).rstrip().splitlines()[-1]
    assert last.strip().startswith(f"spielwerk {command}")


def test_help_names_every_command() -> None:
    names = re.findall(r"^│ (\w+) ", plain(run("--help").stdout), re.M)
    assert names == [*COMMANDS]


def test_version() -> None:
    assert shown("--version") == f"spielwerk {spielwerk.__version__}\n"


def test_help_does_not_import_numba() -> None:
    code = (
        "import sys; from spielwerk.cli import app; app(['--help'], standalone_mode=False);"
        "sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("command", [("steps",), ("play",), ("perft", "2"), ("playouts",)])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["qbqq"], "There is no game 'qbqq'; did you mean qbq."),
        (["qbq", "-o", "players=5"], "players='5' is not possible: it can be 2, 3, 4."),
        (["qbq", "-o", "stacks=5"], "There is no option 'stacks'"),
        (["qbq", "-o", "players"], "players is no option: write name=value"),
        (["veier", "--position", "x"], "A Véier position has 3 fields"),
        (["kipp4", "--seed", "-1"], "The seed -1 is not possible"),
        (["missing.py"], "missing.py cannot be read: No such file or directory."),
    ],
)
def test_a_wrong_game_option_position_or_seed_is_one_line(
    command: tuple[str, ...], words: list[str], message: str
) -> None:
    name, *others = command
    assert refusal(name, words[0], *others, *words[1:]).startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"import nothing_like_this", "cannot be loaded: ModuleNotFoundError"),
        (b"def", "cannot be loaded: SyntaxError"),
        (b"# \xff", "cannot be read: it is not a text in UTF-8"),
        (b"import spielwerk", "registers no game"),
    ],
)
def test_a_game_file_that_is_no_game_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "game.py"
    path.write_bytes(content)
    assert message in refusal("steps", str(path))


def test_a_directory_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.mkdir()
    assert refusal("steps", str(path)) == f"{path} cannot be read: Is a directory."


def test_a_letter_that_the_terminal_lacks_is_replaced() -> None:
    result = run("games", charset="ascii")
    assert result.exit_code == 0
    assert "V?ier" in result.stdout


def test_bold_in_a_terminal_only() -> None:
    assert "\x1b[1m" in run("steps", "kipp4", env=TERMINAL).stdout
    assert "\x1b" not in run("steps", "kipp4").stdout


# games


def test_games_lists_keys_names_players_and_options() -> None:
    lines = shown("games").splitlines()
    for key in spielwerk.games():
        assert any(line.split()[:1] == [key] for line in lines)
    (spitze,) = (line.split() for line in lines if line.startswith(" spitze"))
    assert spitze[:6] == ["spitze", "Spitze", "2", "setup=checkerboard", "how", "the"]


# steps


def test_steps_shows_the_picture_the_turn_and_the_steps() -> None:
    text = shown("steps", "kipp4")
    assert str(KIPP4.start()) in text
    assert "Player 1 (l), turn 1: 8 steps are possible." in text
    assert text.splitlines()[-1].split() == [*KIPP4.start().steps]


def test_steps_after_steps() -> None:
    text = shown("steps", "kipp4", "--after", "+g6 r1")
    assert str(KIPP4.start().play("+g6").play("r1")) in text
    assert "Player 2 (d), turn 2: " in text


def test_steps_of_a_position() -> None:
    text = shown("steps", "kipp4", "--position", R3_WINS)
    assert text.splitlines()[-1].split() == ["r1", "r2", "r3"]
    after = shown("steps", "kipp4", "--position", R3_WINS, "--after", "r3")
    assert after.endswith("\nPlayer 1 (l) has won.\n")


def test_steps_with_options() -> None:
    checkerboard = shown("steps", "spitze")
    ranks = shown("steps", "spitze", "-o", "setup=ranks", "--option", "turn_limit=9")
    assert str(spielwerk.game("spitze").start()) in checkerboard
    assert str(spielwerk.game("spitze", setup="ranks").start()) in ranks
    assert ranks.startswith("Spitze, setup=ranks, turn_limit=9\n")


def test_steps_at_a_die_are_its_faces() -> None:
    text = shown("steps", "blockit", "--seed", "7")
    assert "The die is thrown, turn 1: 6 faces." in text
    assert text.splitlines()[-1].split() == ["L1", "R1", "L2", "R2", "SW", "AB"]


def test_steps_of_a_deal_by_its_seed() -> None:
    first, second = (shown("steps", "blockit", "--seed", seed) for seed in "78")
    assert str(spielwerk.game("blockit").start(7)) in first
    assert str(spielwerk.game("blockit").start(8)) in second
    assert "seed " in shown("steps", "blockit")


def test_steps_of_somebodys_own_game() -> None:
    assert shown("steps", CONNECT_FOUR, "--after", "d d").splitlines()[-1].split() == [*"abcdefg"]


def test_steps_refuses_a_wrong_step_and_prints_nothing_else() -> None:
    assert refusal("steps", "kipp4", "--after", "+g6 +g6").startswith("+g6 is not possible")
    assert run("steps", "kipp4", "--after", "+g6 +g6").stdout == ""


def test_steps_refuses_a_seed_with_a_position() -> None:
    assert "--seed" in refusal("steps", "kipp4", "--position", R3_WINS, "--seed", "1")


# play


def make_table(
    position: spielwerk.Position, program: Mapping[int, Opponent], most: int = 10_000
) -> Table:
    """A table with a person who takes the first step that is possible, so often at most."""
    console = Console(file=io.StringIO(), highlight=False)
    table = Table(position, input, console, program, seed=1)

    def first_step(prompt: str) -> str:
        if len(table.past) == most:
            raise EOFError
        return table.position.steps[0]

    table.ask = first_step
    return table


def said(table: Table) -> str:
    """All that was printed at a table."""
    assert isinstance(table.console.file, io.StringIO)
    return table.console.file.getvalue()


@pytest.mark.parametrize("key", spielwerk.games())
def test_a_whole_game_against_random(key: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table = make_table(spielwerk.game(key).start(seed=3), AGAINST_RANDOM)
    table.play()
    finish(table, str(path))
    assert table.position.over
    assert spielwerk.Record.read(path.read_text()).final == table.position
    assert "Scores: " in said(table) or table.position.scores is None


@pytest.mark.parametrize("key", spielwerk.games())
def test_going_back_to_the_start_step_by_step(key: str) -> None:
    table = make_table(spielwerk.game(key).start(seed=3), AGAINST_RANDOM, most=6)
    with pytest.raises(EOFError):
        table.play()
    reached = table.position
    for _ in range(6):
        table.go_back()
        assert table.position.player == 0
    assert len(table.position.history) < 3  # at most a die came before the first own step
    assert not table.past
    # The same steps again: the dice and the program do the same again.
    with pytest.raises(EOFError):
        table.play()
    assert table.position == reached
    assert table.position.history == reached.history


def test_two_people_play_to_the_end() -> None:
    text = shown("play", "kipp4", "--position", R3_WINS, stdin="r3\n")
    assert "Player 1 (l), turn 17: 3 steps are possible." in text
    assert "Player 1 (l) has won." in text
    assert text.endswith(f'[Position "{R3_WINS}"]\n[Result "1-0"]\n\n17. r3 1-0\n\n')


def test_a_game_that_is_over_is_not_asked_about() -> None:
    over = KIPP4.position(R3_WINS).play("r3").text
    text = shown("play", "kipp4", "--position", over, stdin="+g6\n")
    assert "possible." not in text
    assert "Player 1 has won." in text


def test_a_wrong_step_loses_nothing() -> None:
    text = shown("play", "kipp4", stdin="+g6\nnonsense\n+g6\n\nr1\n")
    assert "'nonsense' is no step of KIPP4." in text
    assert "+g6 is not possible: " in text
    assert "1. +g6 r1 *" in text


@pytest.mark.parametrize("stdin", ["", "+g6", "+g6\n", "quit\n", "+g6\nquit", "\n\n"])
def test_the_end_of_input_is_a_polite_end(stdin: str) -> None:
    text = shown("play", "kipp4", stdin=stdin)
    assert "Stopped before the end." in text
    assert ("1. +g6 *" in text) == ("+g6" in stdin)


def test_bytes_that_are_no_text_are_just_a_wrong_step() -> None:
    result = run("play", "kipp4", stdin=b"\xff\xfe\n+g6\n")
    assert result.exit_code == 0
    assert "1. +g6 *" in result.stdout


def test_ctrl_c_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["+g6"])

    def answer_or_interrupt(prompt: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", answer_or_interrupt)
    path = tmp_path / "game.txt"
    assert f"The record is in {path}." in shown("play", "kipp4", "--save", str(path))
    assert spielwerk.Record.read(path.read_text()).steps == ("+g6",)


def test_a_question_mark_lists_the_steps() -> None:
    text = shown("play", "kipp4", stdin="?\n?d5\n?+\n?h9\n")
    answers = [answer.splitlines()[0].split() for answer in text.split("> ")[1:5]]
    places = ["+g6", "+a6", "+b1", "+f1"]
    assert answers[0] == [*KIPP4.start().steps]
    assert answers[1:3] == [["-d5"], places]
    assert " ".join(answers[3]) == "No step that is possible has h9."


def test_undo_takes_back_the_last_step() -> None:
    text = shown("play", "kipp4", stdin="undo\n+g6\nr1\nundo\nundo\n+a6\n")
    assert "There is nothing to take back." in text
    assert "1. +a6 *" in text


def test_undo_takes_back_the_turn_of_the_program() -> None:
    text = shown("play", "kipp4", "--against", "random", stdin="+g6\nr1\nundo\n")
    assert text.count("Player 2 (d) plays ") == 2
    assert "1. +g6 *" in text


def test_text_prints_the_position_text() -> None:
    assert f"> {KIPP4.start().text}\n" in shown("play", "kipp4", stdin="text\n")
    blockit = spielwerk.game("blockit").start(7)
    text = shown("play", "blockit", "--seed", "7", stdin="text\n")
    assert blockit.text.split()[0] in text


def test_help_lists_the_words_again() -> None:
    assert shown("play", "kipp4", stdin="help\n").count("Type a step") == 2


def test_save_during_the_game(tmp_path: Path) -> None:
    path, nowhere = tmp_path / "my game.txt", tmp_path / "no" / "such"
    text = shown("play", "kipp4", stdin=f"+g6\nsave\nsave {path}\nr1\nsave {nowhere}\nsave a\0b\n")
    assert "Name a file" in text
    assert f"{nowhere} cannot be written: No such file or directory." in text
    assert "b cannot be written: " in text
    assert spielwerk.Record.read(path.read_text()).steps == ("+g6",)
    assert "1. +g6 r1 *" in text


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_save_and_replay(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    words = ("play", "kipp4", "-o", "turn_limit=30", "--against", "random", "--save", str(path))
    assert "[Game" not in shown(*words, stdin="+g6\nr2\n")
    assert path.read_text().startswith("{" if name == "game.json" else "[")
    text = shown("replay", str(path))
    assert "Options: turn_limit=30\n" in text
    assert "Players: person, random\n" in text
    assert "1. Player 1 (l): +g6" in text


def test_a_record_that_cannot_be_saved_is_printed(tmp_path: Path) -> None:
    result = run("play", "kipp4", "--save", str(tmp_path), stdin="+g6\n")
    assert result.exit_code == 2
    assert "1. +g6 *" in result.stdout
    assert result.stderr == f"Error: {tmp_path} cannot be written: Is a directory.\n"


def test_the_seat_is_mine() -> None:
    first = shown("play", "qbq", "--against", "random", "-o", "players=3")
    third = shown("play", "qbq", "--against", "random", "-o", "players=3", "--seat", "3")
    assert "You are player 1 of 3." in first
    assert "plays" not in first
    assert "You are player 3 of 3." in third
    assert "Player 1 (b) plays " in third
    assert "Player 2 (g) plays " in third
    assert "Player 3 (o), turn 3: " in third


def test_a_seat_that_is_not_there_is_refused() -> None:
    refused = refusal("play", "qbq", "--against", "random", "--seat", "3")
    assert refused == "There is no seat 3: there is 1 to 2."
    assert "--against" in refusal("play", "qbq", "--seat", "2")


def test_the_seed_decides_deal_dice_and_program() -> None:
    games = [
        shown("play", "blockit", "--against", "random", "--seat", "2", "--seed", seed)
        for seed in ("4", "4", "5")
    ]
    assert games[0] == games[1] != games[2]
    assert "The die shows " in games[0]
    assert '[Seed "4"]' in games[0]


def test_solo_play_ends_with_a_score() -> None:
    table = make_table(spielwerk.game("blockit", solo="turns", turns=5).start(1), {})
    table.play()
    finish(table, None)
    assert "The game is over. Score: " in said(table)


# replay


def test_replay_shows_headers_positions_steps_and_comments(record_file: Path) -> None:
    text = shown("replay", str(record_file))
    assert text.startswith("Game: kipp4\nRules: 1\nPlayers: Ann, Ben\nResult: *\n")
    for position in spielwerk.Record.read(record_file.read_text()).positions():
        assert str(position) in text
    assert "1. Player 1 (l): +g6\n   A corner.\n" in text
    assert "2. Player 1 (l): r1\n" in text


def test_replay_of_the_last_position_only(record_file: Path) -> None:
    text = shown("replay", str(record_file), "--final")
    assert str(KIPP4.start().play("+g6").play("r1")) in text
    assert str(KIPP4.start()) not in text
    assert text.endswith("\nPlayer 2 (d), turn 2: 8 steps are possible.\n")


def test_replay_converts_to_json_and_back(record_file: Path) -> None:
    as_json = shown("replay", str(record_file), "--json")
    assert json.loads(as_json)["steps"] == ["+g6", "r1"]
    assert shown("replay", "-", "--text", stdin=as_json) == record_file.read_text()


def test_replay_names_the_die() -> None:
    start = spielwerk.game("blockit").start(7)
    assert "1. The die: L1\n" in shown(
        "replay", "-", stdin=spielwerk.Record.of(start.play("L1")).text
    )


def test_replay_of_somebodys_own_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    shown("play", CONNECT_FOUR, "--save", str(path), stdin="d\nd\n")
    assert "2. Player 2 (o): d\n" in shown("replay", str(path), "--game", CONNECT_FOUR)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Game "kipp4"] 1. +g6 r4 *', "Step 2, in turn 1: 'r4' is no step of KIPP4."),
        ('[Game "kipp4"] 1. +g6 r1 2. +g6 r1 *', "Step 3, in turn 2: +g6 is not possible"),
        ('[Game "chess"] 1. e4', "There is no game 'chess'"),
        ("", "A record begins with its game"),
        ("{}", "A record in JSON has headers, steps and comments"),
        ("{", "This is not JSON"),
        ('[Game "kipp4"] [Rules "a\nb"]', "The record follows version a b of the rules"),
    ],
)
def test_a_wrong_record_is_refused(text: str, message: str) -> None:
    assert refusal("replay", "-", stdin=text).startswith(message)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff")
    assert refusal("replay", str(picture)).endswith("it is not a text in UTF-8.")
    assert refusal("replay", "-", stdin=b"\xff").endswith("it is not a text in UTF-8.")
    assert refusal("replay", str(tmp_path)).endswith("cannot be read: Is a directory.")
    assert refusal("replay", "none.txt") == "none.txt cannot be read: No such file or directory."


def test_replay_takes_one_form_at_a_time(record_file: Path) -> None:
    assert "--final" in refusal("replay", str(record_file), "--json", "--final")


# perft


def test_perft_has_a_row_for_each_depth() -> None:
    table = shown("perft", "kipp4", "3")
    counts = [line.split()[1] for line in table.splitlines() if re.match(r" +\d+ ", line)]
    assert counts == [str(spielwerk.perft(KIPP4.start(), depth)) for depth in (1, 2, 3)]


@pytest.mark.parametrize("depth", [1, 3])
def test_perft_divided_adds_up(depth: int) -> None:
    table = shown("perft", "kipp4", str(depth), "--divide")
    counts = dict(re.findall(r"^ +(\S+) +(\d+) *$", table, re.M))
    total = int(counts.pop("all"))
    assert [*counts] == [*KIPP4.start().steps]
    assert sum(map(int, counts.values())) == total == spielwerk.perft(KIPP4.start(), depth)


def test_perft_of_a_position_and_of_somebodys_own_game() -> None:
    won = "......./......./......./......./ooo..../xxxx... o"
    first = shown("perft", CONNECT_FOUR, "1").splitlines()[-2].split()
    assert first[:2] == ["1", "7"]
    last = shown("perft", CONNECT_FOUR, "2", "--position", won).splitlines()[-2].split()
    assert last[:2] == ["2", "0"]


def test_perft_of_a_deal_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spielwerk, "perft", lambda position, depth: 6)
    assert shown("perft", "blockit", "1", "--seed", "7").startswith("Block It!, seed 7")
    assert shown("perft", "blockit", "1", "--seed", "8").startswith("Block It!, seed 8")


@pytest.mark.parametrize("depth", ["0", "101", "x"])
def test_perft_refuses_a_depth_that_makes_no_sense(depth: str) -> None:
    result = run("perft", "kipp4", depth)
    assert result.exit_code == 2
    assert "DEPTH" in plain(result.stderr)


# playouts


def test_playouts_sum_up() -> None:
    table = shown("playouts", "kipp4", "--count", "2000", "--seed", "1")
    done = spielwerk.playouts(KIPP4, 2000, seed=1)
    assert row(table, "games") == ["2,000"]
    assert row(table, "steps") == [f"{done.steps:,}"]
    assert row(table, "wins of player 1")[0] == f"{done.wins[0]:,}"
    assert row(table, "wins of player 2")[0] == f"{done.wins[1]:,}"
    assert row(table, "draws") == [f"{done.draws:,}", f"{done.draws / 20:.1f}", "%"]
    assert "score" not in table


def test_playouts_are_the_same_on_any_number_of_threads() -> None:
    one, two, other = (
        row(shown("playouts", "kipp4", "--count", "1500", *words), "steps")
        for words in (["--threads", "1"], ["--threads", "2"], ["--seed", "1", "--device", "cpu"])
    )
    assert one == two != other


def test_playouts_from_a_position() -> None:
    won = "......./......./......./......./ooo..../xxx.... x"
    table = shown("playouts", CONNECT_FOUR, "--count", "700", "--position", won)
    assert row(table, "games") == ["700"]
    share = float(row(table, "wins of player 1")[1])
    assert share > float(row(shown("playouts", CONNECT_FOUR), "wins of player 1")[1])


def test_playouts_of_a_game_that_counts() -> None:
    results, lengths = np.array([2, 1], np.int8), np.array([80, 81], np.int32)
    scores = np.array([[5, 2], [3, 3]], np.int16)
    done = spielwerk.Playouts(spielwerk.game("veier"), results, lengths, scores, seconds=2.0)
    console = Console(file=io.StringIO(), width=80)
    console.print(summary(done))
    assert isinstance(console.file, io.StringIO)
    table = console.file.getvalue()
    assert row(table, "steps/s") == ["80"]
    assert row(table, "steps in a game") == ["80.5"]
    assert row(table, "wins of player 1") == ["1", "50.0", "%"]
    assert row(table, "mean score of player 1") == ["4.00"]
    assert row(table, "mean score of player 2") == ["2.50"]


def test_playouts_show_a_bar_in_a_terminal_only() -> None:
    terminal = run("playouts", "kipp4", "--count", "600", env=TERMINAL).stdout
    assert "600/600" in terminal
    assert "about " in terminal
    assert "about " not in shown("playouts", "kipp4", "--count", "600")


def test_playouts_end_cleanly_when_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    playouts = spielwerk.playouts

    def interrupted(start: spielwerk.Game, count: int, **options: object) -> spielwerk.Playouts:
        if "progress" in options:
            raise KeyboardInterrupt
        return playouts(start, count)

    monkeypatch.setattr(spielwerk, "playouts", interrupted)
    result = run("playouts", "kipp4", "--count", "2000")
    assert result.exit_code == 130
    assert result.stdout == "Stopped after 0 of 2,000 games.\n"


def test_playouts_on_a_device_that_does_not_exist() -> None:
    assert refusal("playouts", "kipp4", "--device", "tpu").startswith("There is no device 'tpu'")


@pytest.mark.parametrize("words", [("--count", "0"), ("--threads", "0"), ("--count", "many")])
def test_playouts_refuse_numbers_that_make_no_sense(words: tuple[str, str]) -> None:
    result = run("playouts", "kipp4", *words)
    assert result.exit_code == 2
    assert words[0] in plain(result.stderr)
