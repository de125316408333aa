"""Annealing and row weighting on the true rules."""
