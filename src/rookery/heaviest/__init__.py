"""The heaviest placement of non-attacking queens on a board of weights."""
