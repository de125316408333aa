"""Drawings of boards, puzzles and answers."""
