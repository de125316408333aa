"""Non-attacking pieces of any kinds on any board: the most, the heaviest, all, how many."""

from rookery.errors import name_puzzle

name_puzzle(__name__, "NonAttacking")
