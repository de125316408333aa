"""Addresses and strings in which other programs keep Star Battle puzzles, read and written."""
