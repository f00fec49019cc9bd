"""The games as the pages list them; what is told of one comes from its own card."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from spielwerk.core.registry import game_class
from spielwerk.server.games import game_out
from tests.ways import KEYS


@pytest.mark.parametrize("key", KEYS)
def test_a_card_tells_of_every_option_and_of_none_that_is_not_there(key: str) -> None:
    kind = game_class(key)
    options = {option.name: option.choices for option in kind.all_options}
    told = kind.find_card().options
    assert told.keys() == options.keys()
    for name, option in told.items():
        assert set(option.choices) <= set(options[name])
        assert set(option.clocks) <= set(options[name])
        for other, values in option.when.items():
            assert set(values) <= set(options[other])


def test_every_choice_has_words_not_letters() -> None:
    options = {option["name"]: option for option in game_out("blockit", "de")["options"]}
    assert options["colour"]["choices"][0]["label"] == "rot"
    assert [choice["label"] for choice in options["players"]["choices"]] == ["1", "2", "3", "4"]


def test_side_by_side_the_second_seat_is_green() -> None:
    shown = game_out("qbq", "en")
    assert shown["seat_names"]["2"] == ["Blue", "Orange"]
    seats = next(option for option in shown["options"] if option["name"] == "seats")
    names = {choice["value"]: choice["seat_names"] for choice in seats["choices"]}
    assert names == {"opposite": None, "adjacent": ["Blue", "Green"]}


def test_a_game_without_a_card_is_not_offered(client: TestClient) -> None:
    import examples.connect_four  # noqa: F401  # makes it known

    assert [game["key"] for game in client.get("/api/games").json()] == list(KEYS)
    for page in ("new", "learn", "guide"):
        assert client.get(f"/{page}/connect_four").status_code == 404, page
