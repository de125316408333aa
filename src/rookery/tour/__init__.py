"""Shortest tours: the fewest moves of one piece that visit every target, then the goal."""

from rookery.errors import name_puzzle

name_puzzle(__name__, "Tour")
