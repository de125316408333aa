"""Region puzzles with one answer, made at random from a seed."""
