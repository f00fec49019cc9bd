"""`python -m spielwerk` is `spielwerk`."""

from spielwerk.cli import app

if __name__ == "__main__":
    app(prog_name="spielwerk")
