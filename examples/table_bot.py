"""A bot that takes a seat at a table by HTTP: `python examples/table_bot.py JOIN_LINK`.

It needs nothing but Python, and knows no game: it takes any step that the table offers.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

PAUSE = 0.5  # seconds between two looks; a WebSocket would tell at once


def ask(url, secret, data=None):
    """What the server answers, also when it refuses."""
    body = None if data is None else json.dumps(data).encode()
    headers = {"X-Seats": secret, "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def play(link, choose=random.choice):
    """Play a seat until the game is over; the result in words."""
    page, _, secret = link.partition("#seat=")
    server, _, table = page.partition("/t/")
    url = f"{server}/api/tables/{table}"
    while True:
        seen = ask(url, secret)
        if seen["over"]:
            return seen["result"]["told"]
        if seen["touches"]:  # it is our turn
            step = choose([touch["step"] for touch in seen["touches"]])
            ask(f"{url}/steps", secret, {"number": seen["number"], "step": step})
        else:
            time.sleep(PAUSE)


if __name__ == "__main__":
    print(play(sys.argv[1]))
