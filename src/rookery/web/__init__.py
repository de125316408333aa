"""The page and the HTTP API behind it: puzzles in, live answers out, within fixed bounds.

A request passes `safety` (access rules and limits), `schemas` (validation) and `app` (handlers).
The server's own process solves nothing: `jobs` is the queue, `pool` keeps worker processes warm,
and each of them runs `worker`, which executes one of `tasks` at a time.
"""
