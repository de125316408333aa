"""The page and the HTTP API behind it: puzzles in, live answers out, within fixed bounds.

A request passes `safety` (who may ask, how much may come in), `schemas` (what it looks like) and
`app` (how it is answered). Nothing is solved in the server's own process: `jobs` is the queue,
`pool` keeps worker processes warm, and each of them runs `worker`, which does one of `tasks` at a
time.
"""
