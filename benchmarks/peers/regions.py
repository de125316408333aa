"""Region puzzles: whether they have one answer, and generating them."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout

import rookery as rk
from rookery.regions.methods import SEARCH

MOST_SECONDS = 300.0  # to compile kernels before anything is timed


def boards(size: str, number: str) -> list[tuple[str, ...]]:
    """Return boards with one star a row, which have one answer."""
    return [rk.generate_regions(int(size), seed=seed).rows for seed in range(int(number))]


def rookery_unique(size: str, number: str) -> Callable[[], int]:
    """Count the boards with one answer, read from their rows."""
    rows = boards(size, number)
    SEARCH.wait(MOST_SECONDS)
    return lambda: sum(rk.is_unique(rk.Regions(one)) for one in rows)


def puzzle_solver_unique(size: str, number: str) -> Callable[[], int]:
    """Count them by multi-puzzle-solver, which asks CP-SAT for all answers."""
    import numpy as np
    from puzzle_solver.puzzles.star_battle.star_battle import Board

    numbered = [
        np.array([[str("ABCDEFGHIJK".index(letter)) for letter in row] for row in rows])
        for rows in boards(size, number)
    ]
    return lambda: sum(len(Board(one, 1).solve_and_print(verbose=False)) == 1 for one in numbered)


def rookery_generate(size: str, number: str) -> Callable[[], int]:
    """Generate puzzles that rules solve, with regions of three squares or more as the peer's."""

    def generate() -> int:
        seeds = range(int(number))
        made = [
            rk.generate_regions(int(size), difficulty="any", sizes=(3, None), seed=seed)
            for seed in seeds
        ]
        return len(made)

    SEARCH.wait(MOST_SECONDS)
    return generate


def queens_generator(size: str, number: str) -> Callable[[], int]:
    """Generate puzzles by queens-generator, which its own rules solve."""
    from speed_stars import generate_speed_stars_puzzle

    def generate() -> int:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            for seed in range(int(number)):
                random.seed(seed)
                generate_speed_stars_puzzle(grid_size=int(size))
        return int(number)

    return generate
