"""Limits of a single request and of all requests together."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20

SIDE = 32  # the longest side of a board

SQUARES = SIDE * SIDE

PLACEMENTS = 1000  # the most placements in one answer

DEPTH = 16  # nesting of lists and objects in a body


LOOPBACK = ("localhost", "127.0.0.1", "::1")  # names of this machine for itself


@dataclass(frozen=True)
class Bounds:
    """The limits of a server; those that a user may choose are options of ``rookery web``.

    Attributes
    ----------
    seconds
        Of one solve, at most.
    jobs
        Solves that run at once; others queue.
    waiting
        How many may queue.
    memory
        Bytes of data that a worker may hold.
    body_bytes, body_seconds
        The size of a request's body, and how long it may take to arrive.
    send_seconds
        How long a client may take to read what it was sent, before it is cut off.
    bodies
        How many bodies one peer may be sending at once; with more, the oldest is given up.
    requests
        How many may be answered at once, queued solves among them; as many again of the page's
        own files, which need no token.
    """

    seconds: float = 60.0
    jobs: int = 2
    waiting: int = 100
    memory: int = 2048 * MIB
    body_bytes: int = 256 * 1024
    body_seconds: float = 10.0
    send_seconds: float = 20.0
    bodies: int = 32
    requests: int = 200
