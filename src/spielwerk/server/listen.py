"""How a server listens: nobody who is slow, half-open or silent ties it up."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from spielwerk.server.limits import Limiter
from spielwerk.server.neighbours import Neighbours
from spielwerk.server.settings import Settings

MOST_HEAD = 16_384
"""Bytes of the head of a request."""


def uvicorn_settings(settings: Settings) -> dict[str, Any]:
    """What uvicorn is to be started with."""
    limits = settings.usual_limits
    return {
        "http": PatientHttp,
        "ws": PatientWebSocket,
        "ws_max_size": limits.message,
        "ws_ping_interval": limits.patience,
        "ws_ping_timeout": limits.patience,
        "h11_max_incomplete_event_size": MOST_HEAD,
        "timeout_keep_alive": limits.idle,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "server_header": False,
    }


class Patience:
    """Gives a connection up when the other end does not take what it is sent."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    app_state: dict[str, Any]
    _stuck: asyncio.TimerHandle | None = None
    _counted: str | None = None
    """The machine at the other end, as long as this connection counts."""

    @property
    def limiter(self) -> Limiter:
        """The one of the server that this connection is to."""
        limiter: Limiter = self.app_state["limiter"]
        return limiter

    def pause_writing(self) -> None:
        """Much is waiting to be taken."""
        super().pause_writing()  # type: ignore[misc]
        patience = self.limiter.limits.patience
        self._stuck = self.loop.call_later(patience, self.transport.abort)

    def resume_writing(self) -> None:
        """It is taken."""
        super().resume_writing()  # type: ignore[misc]
        self.calm()

    def connection_lost(self, error: Exception | None) -> None:
        """It is over."""
        self.calm()
        if self._counted is not None:
            self.limiter.disconnect(self._counted)
        super().connection_lost(error)  # type: ignore[misc]

    def calm(self) -> None:
        """Nothing needs to be given up."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


class PatientHttp(Patience, H11Protocol):
    """HTTP; the head of a request has to come in time, and nobody gets too many connections."""

    _late: asyncio.TimerHandle | None = None
    handed = False
    """Whether another worker has handed it to this one."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._counted = self.client[0] if self.client else ""
        if not self.limiter.connect(self._counted):
            transport.abort()
            return
        give_up_silent(transport, self.limiter.limits.patience)
        self.wait_for_head()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a WebSocket's connection; perhaps another worker's."""
        if not self.handed and self.hand_over(event):
            self.connections.discard(self)
            self.transport.abort()  # the other end does not notice: it is connected to the other
            return
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, PatientWebSocket):
            socket._counted, self._counted = self._counted, None

    def hand_over(self, event: h11.Request) -> bool:
        """Whether the worker took it whose table it is about."""
        neighbours: Neighbours = self.app_state["neighbours"]
        lines = [event.method + b" " + event.target + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.headers]
        connection = self.transport.get_extra_info("socket").fileno()
        return neighbours.hand_over(event.target, connection, b"\r\n".join([*lines, b"", b""]))

    def data_received(self, data: bytes) -> None:
        """Something comes; a head is waited for from its first byte on."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self.stop_waiting()
        elif self._late is None and self.timeout_keep_alive_task is None:
            self.wait_for_head()

    def wait_for_head(self) -> None:
        """Give up when no whole head has come."""
        self._late = self.loop.call_later(self.limiter.limits.hello, self.transport.abort)

    def stop_waiting(self) -> None:
        """It has come."""
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def connection_lost(self, error: Exception | None) -> None:
        """It is over."""
        self.stop_waiting()
        super().connection_lost(error)


class PatientWebSocket(Patience, WebSocketsSansIOProtocol):
    """WebSockets; who does not answer pings is gone at once."""

    _unreadable = False

    def handle_parser_exception(self) -> None:
        """What came cannot be read, and what comes now is not; why is heard before all ends.

        Closed at once, with something unread, the connection would be reset at the other end.
        """
        told = self.conn.close_sent
        if self._unreadable or told is None or self.transport.is_closing():
            return
        self._unreadable = True
        news: Any = {"type": "websocket.disconnect", "code": told.code, "reason": told.reason}
        self.queue.put_nowait(news)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.write_eof()
        self.close_sent = True
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def keepalive_timeout(self) -> None:
        """No answer to a ping."""
        super().keepalive_timeout()
        self.transport.abort()


class Handed:
    """Connections that other workers have handed to this one."""

    def __init__(self, app: Any, settings: Settings, state: dict[str, Any]) -> None:
        self.config = uvicorn.Config(
            app, log_config=None, lifespan="off", **uvicorn_settings(settings)
        )
        self.config.load()
        self.state, self.app_state = ServerState(), state

    def take(self, connection: socket.socket, head: bytes) -> None:
        """Serve a connection on which a request has come."""
        protocol = PatientHttp(self.config, self.state, self.app_state)
        protocol.handed = True
        task = asyncio.create_task(self._serve(protocol, connection, head))
        self.state.tasks.add(task)
        task.add_done_callback(self.state.tasks.discard)

    async def _serve(self, protocol: PatientHttp, connection: socket.socket, head: bytes) -> None:
        connection.setblocking(False)
        with suppress(OSError):
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(lambda: protocol, connection)
            protocol.data_received(head)

    async def close(self) -> None:
        """Let all go, as a server does with its own."""
        for connection in list(self.state.connections):
            connection.shutdown()
        await asyncio.gather(*self.state.tasks, return_exceptions=True)


def give_up_silent(transport: asyncio.Transport, seconds: float) -> None:
    """Where the system can, let it give a connection up that takes nothing for so long."""
    connection = transport.get_extra_info("socket")
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None and connection is not None and connection.family != socket.AF_UNIX:
        connection.setsockopt(socket.IPPROTO_TCP, option, int(seconds * 1000))
