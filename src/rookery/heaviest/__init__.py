"""The heaviest peaceful placement of queens on a board of weights."""
