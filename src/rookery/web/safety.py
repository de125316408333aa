"""Access rules, limits on requests, and the headers of every response.

The guard stands before the application. It passes on only requests with a known host and origin,
the token if one is set, and a complete body of bounded size. A request without the token is refused
before its body is read, and does not count towards the limit on requests.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookery.errors import shown
from rookery.web import DEPTH, LOOPBACK, Bounds

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
    "cross-origin-resource-policy": "same-origin",
}
API = "/api/"
THROWN_AWAY = 16  # times the body limit; read and dropped before a larger body is refused
TOO_MANY = "too many requests at once; try again in a while"
ABORT = "abort"  # key in a request's state of the function that ends its connection

# A string, to its closing quote or the body's end: every quote matches, so one pass is enough.
_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_ENCODED_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_log = logging.getLogger("rookery.web")


class Refused(Exception):
    """A request that is refused."""

    def __init__(self, status: int, error: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.headers = headers or {}


@dataclass(frozen=True)
class AccessRules:
    """The rules of access.

    `hosts` are the accepted host names of the server, in lower case; None accepts any. They keep
    out foreign pages whose name is made to resolve to this server (DNS rebinding). `token` is the
    bearer token that requests below ``/api/`` must have; if empty, none is needed.
    """

    hosts: frozenset[str] | None = frozenset(LOOPBACK)
    token: str = ""

    def check(self, path: str, headers: dict[bytes, bytes]) -> None:
        """Let a request pass, or raise `Refused`."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self.hosts is not None and _name_of(host) not in self.hosts:
            names = " or ".join(sorted(self.hosts))
            raise Refused(403, f"expected the host {names}, got {shown(host)}")
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if origin and origin.partition("://")[2] != host:
            raise Refused(403, f"expected a request from {shown(host)} itself, got {shown(origin)}")
        if self.token and path.startswith(API):
            scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
            right = hmac.compare_digest(token.strip(), self.token.encode())
            if not right or scheme.lower() != b"bearer":
                raise Refused(
                    401, "expected the server's token as bearer", {"www-authenticate": "Bearer"}
                )


def _name_of(host: str) -> str:
    """Return the name in a Host header, without its port.

    >>> _name_of("localhost:8750"), _name_of("[::1]:80"), _name_of("127.0.0.1")
    ('localhost', '::1', '127.0.0.1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


class Guard:
    """An ASGI application around another that lets only acceptable requests through."""

    def __init__(self, app: ASGIApp, access: AccessRules, bounds: Bounds) -> None:
        self._app = app
        self._access = access
        self._bounds = bounds
        self._served: Counter[bool] = Counter()  # requests in progress, by whether below API
        self._arriving: dict[str, list[asyncio.Timeout]] = {}  # bodies of each peer, oldest first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        reply = _Reply(send, self._bounds.send_seconds, scope.get("state", {}).get(ABORT))
        try:
            await self._let_through(scope, receive, reply)
        except Refused as refused:
            await reply.refuse(refused)
        except TimeoutError:
            reply.abort()
        except Exception:
            _log.exception("%s %s", scope["method"], scope["path"])
            await reply.refuse(Refused(500, "a fault of rookery; the server's log says more"))

    async def _let_through(self, scope: Scope, receive: Receive, reply: _Reply) -> None:
        headers = dict(reversed(scope["headers"]))
        self._access.check(scope["path"], headers)
        below_api = scope["path"].startswith(API)
        if scope["method"] == "POST" and below_api:
            peer, _ = scope.get("client") or ("", 0)
            body = await self._body(peer, headers, receive)
            kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
            if body and kind != b"application/json":
                expected = "expected a body of type application/json"
                raise Refused(415, f"{expected}, got {shown(kind)}")
            if depth(body) > DEPTH:
                raise Refused(400, f"expected a body nested at most {DEPTH} deep, got deeper")
            messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
            later = receive

            async def replay() -> Message:
                return messages.pop() if messages else await later()

            receive = replay
        if self._served[below_api] >= self._bounds.requests:
            raise _too_many()
        self._served[below_api] += 1
        try:
            await self._app(scope, receive, reply.send)
        finally:
            self._served[below_api] -= 1

    async def _body(self, peer: str, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """Return the body of a request; drop the oldest if too many arrive from one peer."""
        # Keep reading a body that is too large for a while: its sender may read only afterwards.
        most = self._bounds.body_bytes
        told = headers.get(b"content-length", b"0")
        if told.isdigit() and int(told[:20]) > THROWN_AWAY * most:
            raise _too_large(most)
        parts: list[bytes] = []
        size = 0
        arriving = self._arriving.setdefault(peer, [])
        try:
            async with asyncio.timeout(self._bounds.body_seconds) as patience:
                arriving.append(patience)
                if len(arriving) > self._bounds.bodies and not arriving[0].expired():
                    arriving.pop(0).reschedule(0.0)
                async for part in _parts(receive):
                    size += len(part)
                    if size <= most:
                        parts.append(part)
                    elif size > THROWN_AWAY * most:
                        break
        except TimeoutError:
            if patience not in arriving:
                raise _too_many() from None
            error = f"the body did not arrive within {self._bounds.body_seconds:g} seconds"
            raise Refused(408, error, _CLOSE) from None
        finally:
            if patience in arriving:
                arriving.remove(patience)
            if not arriving:
                self._arriving.pop(peer, None)
        if size > most:
            raise _too_large(most)
        return b"".join(parts)


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    """Yield the parts of a body as they arrive."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "the request ended before its body did")
        yield message.get("body", b"")
        more = message.get("more_body", False)


_CLOSE = {"connection": "close"}


def _too_many() -> Refused:
    return Refused(503, TOO_MANY, {"retry-after": "5"})


def _too_large(most: int) -> Refused:
    return Refused(413, f"expected a body of at most {most} bytes, got more", _CLOSE)


def depth(body: bytes) -> int:
    r"""Return the nesting depth of lists and objects in a JSON text.

    >>> depth(b'[{"a": "[[["}, []]'), depth(b"[" * 9), depth(b"]")
    (2, 9, 0)
    """
    now = most = 0
    for letter in _TEXT.sub(b"", body):
        if letter in b"[{":
            now += 1
            most = max(most, now)
        elif letter in b"]}":
            now -= 1
    return most


class _Reply:
    """Sender of a response with the common headers; it disconnects a client that does not read."""

    def __init__(self, send: Send, seconds: float, abort: Callable[[], None] | None) -> None:
        self._send = send
        self._seconds = seconds
        self._abort = abort
        self._started = False

    async def send(self, message: Message) -> None:
        """Send a part of the response. Raises a `TimeoutError` if the client does not read it."""
        if message["type"] == "http.response.start":
            self._started = True
            named = {name for name, _ in _ENCODED_HEADERS}
            kept = [header for header in message.get("headers", ()) if header[0] not in named]
            message = {**message, "headers": [*kept, *_ENCODED_HEADERS]}
        async with asyncio.timeout(self._seconds):
            await self._send(message)

    async def refuse(self, refused: Refused) -> None:
        """Respond with an error; if a response has already begun, close the connection."""
        if self._started:
            self.abort()
            return
        body = json.dumps({"error": refused.error, "place": None}).encode()
        headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            **refused.headers,
        }
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        start: dict[str, Any] = {"status": refused.status, "headers": encoded}
        await self.send({"type": "http.response.start", **start})
        await self.send({"type": "http.response.body", "body": body})

    def abort(self) -> None:
        """Close the connection at once, dropping unsent data."""
        if self._abort is not None:
            self._abort()
