"""Annealing on the true rules."""
