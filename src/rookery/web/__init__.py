"""The page and the HTTP API behind it: puzzles in, live answers out, within fixed bounds.

A request passes `safety` (access rules and limits), `schemas` (validation) and `app` (handlers).
The server's own process solves nothing: `jobs` is the queue, `pool` keeps worker processes warm,
and each of them runs `worker`, which executes one of `tasks` at a time. The limits of a single
request and of all requests together stand here.
"""

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
    """The limits of a server; those that a user may choose are options of ``rookery web``."""

    seconds: float = 60.0  # seconds of one solve, at most
    jobs: int = 2  # solves that run at once; others queue
    waiting: int = 100  # solves in the queue, at most
    memory: int = 2048 * MIB  # bytes of data that a worker may hold
    body_bytes: int = 256 * 1024  # bytes of a request's body
    body_seconds: float = 10.0  # seconds for a body to arrive
    send_seconds: float = 20.0  # for a client to read a response, before it is disconnected
    bodies: int = 32  # arriving from one peer at once; beyond, the oldest is dropped
    # Requests in progress or queued at a time; the page's files have a limit of the same size.
    requests: int = 200
