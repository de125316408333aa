"""The server's process: socket, connections and shutdown."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rookery.web.app import create_app
from rookery.web.bounds import Bounds
from rookery.web.safety import ABORT, AccessRules

HEADER_SECONDS = 10.0  # for a client to send the headers of a request
CONNECTIONS = 500  # open at once; beyond, the oldest idle one is closed
LARGEST_HEADERS = 1 << 14  # bytes
LAST_SECONDS = 1  # for open requests at shutdown


def serve(
    listener: socket.socket, bounds: Bounds, access: AccessRules, public_url: str = ""
) -> None:
    """Answer requests on a listening socket until a signal; then end all processes."""
    config = uvicorn.Config(
        create_app(bounds, access, public_url),
        http=Connection,
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LARGEST_HEADERS,
        timeout_graceful_shutdown=LAST_SECONDS,
    )
    PageServer(config).run([listener])


class PageServer(uvicorn.Server):
    """A server that stops its jobs at shutdown instead of waiting for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all jobs, then all connections."""
        app: Any = self.config.app
        app.state.server.close()
        await super().shutdown(sockets)


class Connection(H11Protocol):
    """A connection that is closed if it idles too long or others need its place."""

    _waiting: asyncio.TimerHandle | None = None
    _opened = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout of the first request's headers."""
        self.app_state = self.app_state | {ABORT: transport.abort}
        super().connection_made(transport)
        self._opened = self.loop.time()
        self._wait()
        if len(self.connections) > CONNECTIONS:  # cut off the oldest without a request at work
            others: set[Any] = self.connections
            idle = [one for one in others if one.cycle is None or one.cycle.response_complete]
            min(idle, key=lambda one: one._opened).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass data on; limit the time until a request's headers are complete."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._rest()
        elif before is None or before.response_complete:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        self._rest()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _rest(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
