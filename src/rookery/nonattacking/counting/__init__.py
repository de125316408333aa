"""Counts of placements of 0, 1, 2, ... pieces."""
