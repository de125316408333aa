"""The heaviest non-attacking placement of queens on a board of weights."""
