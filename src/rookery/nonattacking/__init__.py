"""Non-attacking pieces of any kinds on any board: placed, counted and listed."""

from rookery.errors import name_puzzle

name_puzzle(__name__, "NonAttacking")
