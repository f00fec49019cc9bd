"""The command line; one module a command."""

from typing import Annotated

import typer

import spielwerk
from spielwerk.cli import (
    games,
    guide,
    perft,
    picture,
    play,
    playouts,
    replay,
    serve,
    steps,
    tables,
    think,
    tournament,
)
from spielwerk.cli.common import Commands, tolerate_any_text

app = typer.Typer(cls=Commands, no_args_is_help=True, pretty_exceptions_enable=False)


def print_version(wanted: bool) -> None:
    """Print the version and stop there."""
    if wanted:
        typer.echo(f"spielwerk {spielwerk.__version__}")
        raise typer.Exit


@app.callback(epilog=games.EXAMPLES + "\nspielwerk play kipp4 --against 3")
def spielwerk_command(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Modern abstract board games: play them, look at them, count them."""
    tolerate_any_text()


app.command("games", epilog=games.EXAMPLES)(games.show_games)
app.command("serve", epilog=serve.EXAMPLES)(serve.serve)
app.add_typer(tables.app, name="tables", epilog=tables.EXAMPLES)
app.command("guide", epilog=guide.EXAMPLES)(guide.show_guide)
app.command("play", epilog=play.EXAMPLES)(play.play_game)
app.command("steps", epilog=steps.EXAMPLES)(steps.show_steps)
app.command("think", epilog=think.EXAMPLES)(think.think_aloud)
app.command("replay", epilog=replay.EXAMPLES)(replay.replay_record)
app.command("picture", epilog=picture.PICTURE_EXAMPLES)(picture.draw_position)
app.command("film", epilog=picture.FILM_EXAMPLES)(picture.film_record)
app.command("perft", epilog=perft.EXAMPLES)(perft.count_sequences)
app.command("playouts", epilog=playouts.EXAMPLES)(playouts.play_out)
app.command("tournament", epilog=tournament.EXAMPLES)(tournament.play_tournament)
