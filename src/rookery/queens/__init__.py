"""Non-attacking queens: one in every row and column, at most one on every diagonal."""

from rookery.errors import name_puzzle

name_puzzle(__name__, "Queens")
