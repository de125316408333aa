"""Peaceful placements: one queen in every row and column, none attacking another."""
