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

    def __init__(self, name: str | None = None) -> None:
        folder = os.environ.get(FOLDER)
        self._own = Path(folder) / f"{name or os.getpid()}.sock" if folder else None
        self._mailbox: socket.socket | None = None

    def open(self, take: Take) -> None:
        """From now on connections are taken from others."""
        if self._own is not None:
            self._mailbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._mailbox.setblocking(False)
            self._mailbox.bind(str(self._own))
            loop = asyncio.get_running_loop()
            loop.add_reader(self._mailbox, self._receive, self._mailbox, take)

    def _receive(self, mailbox: socket.socket, take: Take) -> None:
        with suppress(BlockingIOError):
            while True:  # few can wait in a mailbox
                head, handed, _, _ = socket.recv_fds(mailbox, LONGEST, 1)
                for connection in handed:
                    take(socket.socket(fileno=connection), head)

    def hand_over(self, target: bytes, connection: int, head: bytes) -> bool:
        """Give a connection to the worker whose table it is; False if it is ours to serve."""
        found = LIVE.match(target)
        if self._own is None or self._mailbox is None or found is None:
            return False
        # socket.send_fds takes an address, and does not heed it.
        along = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))]
        for path in sorted(
            {self._own, *self._own.parent.glob("*.sock")},
            key=lambda path: hashlib.sha256(found[1] + path.name.encode()).digest(),
        ):
            if path == self._own:
                return False
            try:
                self._mailbox.sendmsg([head], along, 0, str(path))
            except ConnectionRefusedError:
                path.unlink(missing_ok=True)  # it has died
            except OSError:
                return False  # it has too much to do
            else:
                return True
        return False

    def close(self) -> None:
        """Nothing is taken any more."""
        if self._own is not None and self._mailbox is not None:
            asyncio.get_running_loop().remove_reader(self._mailbox)
            self._own.unlink(missing_ok=True)
            self._mailbox.close()
