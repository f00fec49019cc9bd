"""A bot that knows no game takes a seat at a table: `python examples/table_bot.py JOIN_LINK`."""

import json
import random
import sys
import time
import urllib.error
import urllib.request


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
            time.sleep(0.5)  # a WebSocket would tell at once


if __name__ == "__main__":
    print(play(sys.argv[1]))
