"""The kernel, move by move against a recount, compiled and as plain Python."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest
from tests.cover.boards import FAIRY, random_cover

from rookery.bits import highest_bit, lowest_bit
from rookery.cover import anneal_kernel as kernel
from rookery.cover.anneal import Annealer
from rookery.cover.attacks import candidates
from rookery.cover.bound import lagrangian, uncheckable
from rookery.cover.puzzle import SHOWDOWN_PIECES


def annealer_of(puzzle, seed=0) -> Annealer:
    table = candidates(puzzle)
    assert not uncheckable(table, len(puzzle.kings))
    return Annealer(puzzle, table, lagrangian(table, len(puzzle.kings), 50.0), seed)


def same_as_recount(annealer: Annealer) -> None:
    puzzle, state = annealer.puzzle, annealer.state
    kinds, columns = len(puzzle.pieces), puzzle.board.columns
    men = {
        divmod(at, columns): int(kind)
        for at, kind in enumerate(state.man)
        if kind not in (kernel.EMPTY, kinds)
    }
    occupied = set(men) | set(puzzle.kings)
    counts = dict.fromkeys(puzzle.kings, 0)
    for square, kind in men.items():
        for motion in puzzle.pieces[kind].motions:
            if motion.captures:
                for end in motion.squares(puzzle.board, square, occupied):
                    if end in counts:
                        counts[end] += 1
    assert list(state.checks) == list(counts.values())
    unchecked = state.unchecked[: state.tally[kernel.UNCHECKED]]
    assert sorted(unchecked) == [n for n, count in enumerate(counts.values()) if not count]
    standing = state.standing[: state.tally[kernel.STANDING]]
    assert sorted(divmod(int(at), columns) for at in standing) == sorted(men)
    cost = sum(puzzle.prices[kind] for kind in men.values())
    assert state.energy[kernel.COST] == pytest.approx(cost)
    weights = sum(state.weight[king] for king in unchecked)
    assert state.energy[kernel.ENERGY] == pytest.approx(cost + weights)


def random_exchanges(puzzle, seed: int, steps: int) -> None:
    annealer = annealer_of(puzzle, seed)
    rng = random.Random(seed)
    kinds = len(puzzle.pieces)
    state = annealer.state
    empty = [at for at, man in enumerate(state.man) if man == kernel.EMPTY]
    walls = {row * puzzle.board.columns + column for row, column in puzzle.board.walls}
    empty = [at for at in empty if at not in walls]
    for _ in range(steps):
        at = rng.choice(empty)
        state.tally[kernel.CHANGES] = 0
        if state.man[at] == kernel.EMPTY:
            kernel.exchange(annealer.rules, state, at, rng.randrange(kinds), 1)
        else:
            kernel.exchange(annealer.rules, state, at, int(state.man[at]), 0)
        same_as_recount(annealer)


def random_slices(puzzle, seed: int, slices: int, moves: int) -> None:
    annealer = annealer_of(puzzle, seed)
    for number in range(slices):
        annealer.run(moves, number / slices, (number + 1) / slices)
        same_as_recount(annealer)
        if annealer.men():
            assert puzzle.check(annealer.men()) == []
            assert puzzle.value(annealer.men()) == annealer.cost


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", range(8))
def test_every_exchange_equals_a_recount(seed, pieces):
    puzzle = random_cover(seed, 5 + seed % 3, 6, 0.3, pieces, walls=0.05 * (seed % 3))
    if uncheckable(candidates(puzzle), len(puzzle.kings)):
        puzzle = random_cover(seed, 6, 6, 0.3, SHOWDOWN_PIECES)
    random_exchanges(puzzle, seed, 150)


@pytest.mark.parametrize("seed", range(6))
def test_moves_and_their_undoing_equal_a_recount(seed):
    random_slices(random_cover(seed, 7, 6, 0.3), seed, slices=60, moves=37)


@pytest.mark.parametrize("side", [33, 62])
def test_the_longest_runs(side):
    random_exchanges(random_cover(1, 2, side, 0.2), 1, 80)


def test_the_same_moves_without_compilation():
    code = (
        "from tests.cover.test_anneal_kernel import *\n"
        "random_exchanges(random_cover(3, 6, 40, 0.2), 3, 40)\n"
        "random_slices(random_cover(4, 6, 6, 0.3), 4, slices=10, moves=40)\n"
        "print('same')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "same\n"), done.stderr


def test_the_change_buffer_holds_the_longest_move():
    puzzle = random_cover(2, 9, 9, 0.5, FAIRY)
    if uncheckable(candidates(puzzle), len(puzzle.kings)):
        puzzle = random_cover(2, 9, 9, 0.5)
    annealer = annealer_of(puzzle)
    longest = 0
    for number in range(300):
        annealer.run(20, number / 300, (number + 1) / 300)
        longest = max(longest, int(annealer.state.tally[kernel.CHANGES]))
    assert 0 < longest <= len(annealer.state.change)


@pytest.mark.parametrize("word", [1, 2, 3, 12, 2**40, 2**62, 2**62 + 1, 2**63 - 1])
def test_bits_of_a_word(word):
    from numba import njit

    low = njit(lambda x: lowest_bit(x))  # noqa: PLW0108
    high = njit(lambda x: highest_bit(x))  # noqa: PLW0108
    text = bin(word)[:1:-1]
    assert lowest_bit(word) == low(np.int64(word)) == text.index("1")
    assert highest_bit(word) == high(np.int64(word)) == len(text) - 1
