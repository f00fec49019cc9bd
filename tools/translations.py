"""Bring the message catalogues up to date with the texts in the code.

    python tools/translations.py     what is new is added, empty; what is gone is dropped

Then fill in what is empty in src/spielwerk/translations. A test fails as long as something is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from spielwerk.pictures.words import CATALOGUES, LANGUAGES

SOURCE = CATALOGUES.parent
FOLDERS = {
    "games": ("python", "say"),
    "pictures": ("python", "say"),
    "server": ("python", "say"),
    "web": ("jinja2", "_"),
}
"""Where texts for people are said, in what, and by which name; the command line speaks English."""
WIDTH = 120


def main() -> None:
    """Update, and say how many texts are missing."""
    texts = texts_in_code()
    missing = 0
    for language in LANGUAGES[1:]:
        path = CATALOGUES / f"{language}.po"
        updated = update(read(path, language), texts, language)
        with path.open("wb") as file:
            write_po(file, updated, width=WIDTH, omit_header=True, no_location=False)
        empty = [message for message in updated if message.id and not message.string]
        missing += len(empty)
        print(f"{language}: {len(updated)} texts, {len(empty)} missing")
    sys.exit(missing > 0)


def texts_in_code() -> dict[str, list[str]]:
    """Each text that is said, with the files that say it."""
    texts: dict[str, list[str]] = {}
    for folder, (kind, name) in FOLDERS.items():
        method = [("**.py" if kind == "python" else "**.html", kind)]
        found = extract_from_dir(SOURCE / folder, method, {}, keywords={name: None})
        for file, _, text, *_ in found:
            places = texts.setdefault(str(text), [])
            place = f"{folder}/{Path(file).as_posix()}"
            if place not in places:
                places.append(place)
    return texts


def read(path: Path, language: str) -> Catalog:
    """A catalogue; an empty one if there is none yet."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(old: Catalog, texts: dict[str, list[str]], language: str) -> Catalog:
    """The texts of the code with what the old catalogue knows of them."""
    updated = Catalog(locale=language)
    for text in sorted(texts, key=lambda text: (texts[text], text)):
        known = old.get(text)
        string = known.string if known else ""
        updated.add(text, string, locations=[(place, 0) for place in texts[text]])
    return updated


if __name__ == "__main__":
    main()
