"""Listing placements: all in order, many at a time, or some at random."""
