"""Workers of one machine: all who look at a table come to the same one, which draws it once.

Any worker can serve any table; but where two of them do, each draws every step. So a worker that
is called hands the connection, as it is, to the one whose table it is among those that run. Each
has a socket in a folder that they share; where one does not answer, whoever was called serves.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import socket
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

FOLDER = "SPIELWERK_NEIGHBOURS"
LIVE = re.compile(rb"/api/tables/([^/?]+)/live")
LONGEST = 2**17
"""Bytes of a message: the head of a request."""
Take = Callable[[socket.socket, bytes], None]
"""Is called with a connection, and the request that came on it."""


class Neighbours:
    """The workers of this machine, if there are several."""

    def __init__(self) -> None:
        folder = os.environ.get(FOLDER)
        self._folder = Path(folder) if folder else None
        self._name = f"{os.getpid()}.sock"
        self._mailbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._mailbox.setblocking(False)

    def open(self, take: Take) -> None:
        """From now on connections are taken from others."""
        if self._folder is not None:
            self._mailbox.bind(str(self._folder / self._name))
            loop = asyncio.get_running_loop()
            loop.add_reader(self._mailbox.fileno(), self._receive, take)

    def _receive(self, take: Take) -> None:
        with suppress(BlockingIOError):
            while True:  # few can wait in a mailbox
                head, handed, _, _ = socket.recv_fds(self._mailbox, LONGEST, 1)
                for connection in handed:
                    take(socket.socket(fileno=connection), head)

    def hand_over(self, target: bytes, connection: int, head: bytes) -> bool:
        """Give a connection to the worker whose table it is; False if it is ours to serve."""
        found = LIVE.match(target)
        if self._folder is None or found is None:
            return False
        # socket.send_fds takes an address, and does not heed it.
        along = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))]
        names = {path.name for path in self._folder.glob("*.sock")} | {self._name}
        for name in sorted(
            names, key=lambda name: hashlib.sha256(found[1] + name.encode()).digest()
        ):
            if name == self._name:
                return False
            try:
                self._mailbox.sendmsg([head], along, 0, str(self._folder / name))
            except ConnectionRefusedError:
                (self._folder / name).unlink(missing_ok=True)  # it has died
            except OSError:
                return False  # it has too much to do
            else:
                return True
        return False

    def close(self) -> None:
        """Nothing is taken any more."""
        if self._folder is not None:
            asyncio.get_running_loop().remove_reader(self._mailbox.fileno())
            (self._folder / self._name).unlink(missing_ok=True)
        self._mailbox.close()
