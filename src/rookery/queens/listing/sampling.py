"""Uniformly random placements."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from itertools import accumulate, product
from os import cpu_count
from random import Random

from rookery.errors import LimitError, PuzzleError, shown
from rookery.queens.kernel_sets import LISTS
from rookery.queens.listing.blocks import CHUNK, check_listable
from rookery.queens.listing.plain import REMEMBERED_SIDE, Placement, open_rows
from rookery.queens.listing.plain import placements as plain_placements
from rookery.queens.methods import COUNTERS
from rookery.queens.puzzle import Queens, contradiction
from rookery.results.methods import choose
from rookery.results.result import Reason
from rookery.results.settings import Settings

LISTED_FREE_COLUMNS = 15  # at most 2,279,184 placements
LISTED_COUNT = 1_000_000  # placements listed where more columns are free
LARGEST_FREE_COLUMNS = 18

Counting = Callable[[Queens], int]


def counting_within(settings: Settings) -> Counting:
    """Return a function that returns how many placements a puzzle has, within the limits.

    It raises a `LimitError` when they are reached.
    """

    def count_of(puzzle: Queens) -> int:
        counted = choose(COUNTERS, "auto", puzzle).run(puzzle, settings)
        if counted.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        if counted.reason is not Reason.PROVED:
            raise _too_late(settings)
        return int(counted.value or 0)

    return count_of


def sample(
    puzzle: Queens,
    k: int,
    seed: int = 0,
    settings: Settings | None = None,
    counting: Counting | None = None,
) -> list[Placement]:
    """Return placements drawn at random with replacement; see `rookery.sample`.

    Parameters
    ----------
    puzzle, k, seed
        As for `rookery.sample`.
    settings
        Their clock runs; no limits when None.
    counting
        Returns how many placements a puzzle has; by the methods of `Queens` when None.
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 0:
        raise PuzzleError(expected="a sample of 0 or more placements", found=shown(k))
    check_listable(puzzle)
    fault = contradiction(puzzle)
    if fault is not None:
        raise PuzzleError(expected="a puzzle with a placement", found=f"one with none: {fault}")
    settings = Settings(threads=cpu_count() or 1) if settings is None else settings
    counting = counting_within(settings) if counting is None else counting
    return _Sampler(seed, counting, settings).draw(puzzle, k) if k else []


def _too_late(settings: Settings) -> LimitError:
    return LimitError(f"no sample within {settings.limits.seconds:g} s")


class _Sampler:
    """Draws from the placements of puzzles, one random stream for all."""

    def __init__(self, seed: int, counting: Counting, settings: Settings) -> None:
        self._random = Random(seed)
        self._settings = settings
        self._counting = counting

    def draw(self, puzzle: Queens, k: int, count: int | None = None) -> list[Placement]:
        """Return k placements, in random order; `count` is how many there are, if known."""
        free = sum(bits.bit_count() > 1 for bits in open_rows(puzzle))
        if puzzle.n <= REMEMBERED_SIDE:
            found = list(plain_placements(puzzle))
            drawn = [found[self._random.randrange(len(found))] for _ in range(k) if found]
        elif free <= LISTED_FREE_COLUMNS if count is None else count <= LISTED_COUNT:
            drawn = self._from_all(puzzle, k)
        elif free <= LARGEST_FREE_COLUMNS:
            drawn = self._by_first_queens(puzzle, k)
        else:
            raise LimitError(
                f"exact sampling takes boards with up to {LARGEST_FREE_COLUMNS} columns "
                f"without a given queen, got {free}"
            )
        if not drawn:
            raise PuzzleError(expected="a puzzle with a placement", found="one with none")
        return drawn

    def _from_all(self, puzzle: Queens, k: int) -> list[Placement]:
        """Draw while all placements pass by, chunk after chunk.

        When m more have come after s, each of the k is one of the m with probability
        m / (s + m), or else stays what it was (J. S. Vitter, "Random sampling with a
        reservoir", ACM Transactions on Mathematical Software 11, 1985), so that in the end
        each is any of them with the same probability.
        """
        import numpy as np

        from rookery.queens.listing.chunks import slices

        random = np.random.default_rng(self._random.getrandbits(64))
        drawn = np.zeros((k, puzzle.n), np.int16)
        seen = 0
        if not self._settings.wait_for(LISTS):
            raise _too_late(self._settings)
        for chunk in slices(puzzle, CHUNK):
            if not self._settings.clock.left():
                raise _too_late(self._settings)
            if not len(chunk):
                continue
            ordinals = random.integers(0, seen + len(chunk), k)
            late = ordinals >= seen
            drawn[late] = chunk[ordinals[late] - seen]
            seen += len(chunk)
        return list(map(tuple, drawn.tolist())) if seen else []

    def _by_first_queens(self, puzzle: Queens, k: int) -> list[Placement]:
        """Draw the queen of a row by the counts of its completions.

        Of the open row nearest to the middle: counting by halves fixes the queens there anyway.
        """
        open_in = open_rows(puzzle)
        squares: dict[int, list[int]] = {row: [] for row in range(puzzle.n)}
        for column, row in product(range(puzzle.n), repeat=2):
            if open_in[column] >> row & 1:
                squares[row].append(column)
        many = [row for row, columns in squares.items() if len(columns) > 1]
        row = min(many, key=lambda row: abs(2 * row + 1 - puzzle.n))
        children = [
            Queens(puzzle.n, puzzle.given | {(row, column)}, puzzle.blocked)
            for column in squares[row]
        ]
        counts = [self._counting(child) for child in children]
        if not any(counts):
            return []
        times = Counter(_choices(self._random, counts, k))
        drawn = [
            placement
            for child in times
            for placement in self.draw(children[child], times[child], counts[child])
        ]
        self._random.shuffle(drawn)
        return drawn


def _choices(random: Random, weights: list[int], k: int) -> list[int]:
    """Return k indices drawn with probabilities in proportion to whole weights, exactly."""
    upto = list(accumulate(weights))
    return [bisect_right(upto, random.randrange(upto[-1])) for _ in range(k)]
