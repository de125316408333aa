"""The heaviest placement of non-attacking queens on a board of weights."""

from rookery.errors import name_puzzle

name_puzzle(__name__, "Heaviest")
