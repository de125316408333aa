"""Peaceable armies of queens: colours of lines, by search and by annealing."""
