"""Uniformly random placements."""

from __future__ import annotations

from os import cpu_count
from random import Random

from rookery.errors import LimitError, PuzzleError, shown
from rookery.queens.kernel_sets import LISTS, PAIRS
from rookery.queens.listing.blocks import CHUNK, check_listable
from rookery.queens.listing.plain import REMEMBERED_SIDE, Placement, open_rows
from rookery.queens.listing.plain import placements as plain_placements
from rookery.queens.puzzle import Queens, contradiction
from rookery.results.settings import Settings

LISTED_FREE_COLUMNS = 15  # at most 2,279,184 placements
LARGEST_FREE_COLUMNS = 18  # of boards whose placements are drawn from pairs of halves


def sample(
    puzzle: Queens,
    k: int,
    seed: int = 0,
    settings: Settings | None = None,
) -> list[Placement]:
    """Return placements drawn at random with replacement; see `rookery.sample`.

    Parameters
    ----------
    puzzle, k, seed
        As for `rookery.sample`.
    settings
        Their clock runs; no limits when None.
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 0:
        raise PuzzleError(expected="a sample of 0 or more placements", found=shown(k))
    check_listable(puzzle)
    fault = contradiction(puzzle)
    if fault is not None:
        raise PuzzleError(expected="a puzzle with a placement", found=f"one with none: {fault}")
    settings = Settings(threads=cpu_count() or 1) if settings is None else settings
    return _Sampler(seed, settings).draw(puzzle, k) if k else []


def _too_late(settings: Settings) -> LimitError:
    return LimitError(f"no sample within {settings.limits.seconds:g} s")


class _Sampler:
    """Draws from the placements of a puzzle under limits."""

    def __init__(self, seed: int, settings: Settings) -> None:
        self._random = Random(seed)
        self._settings = settings

    def draw(self, puzzle: Queens, k: int) -> list[Placement]:
        """Return k placements, in random order."""
        free = sum(bits.bit_count() > 1 for bits in open_rows(puzzle))
        if puzzle.n <= REMEMBERED_SIDE:
            found = list(plain_placements(puzzle))
            drawn = [found[self._random.randrange(len(found))] for _ in range(k) if found]
        elif free <= LISTED_FREE_COLUMNS:
            drawn = self._from_all(puzzle, k)
        elif free <= LARGEST_FREE_COLUMNS:
            drawn = self._from_pairs(puzzle, k)
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
            self._look()
            if not len(chunk):
                continue
            ordinals = random.integers(0, seen + len(chunk), k)
            late = ordinals >= seen
            drawn[late] = chunk[ordinals[late] - seen]
            seen += len(chunk)
        return list(map(tuple, drawn.tolist())) if seen else []

    def _from_pairs(self, puzzle: Queens, k: int) -> list[Placement]:
        """Draw pairs of fillings of two parts of the board, and keep those that fit."""
        import numpy as np

        if not self._settings.wait_for(PAIRS):
            raise _too_late(self._settings)
        from rookery.queens.listing.pairs import PairSampler

        sampler = PairSampler(puzzle, self._settings.threads, self._look)
        drawn = sampler.draw(k, np.random.default_rng(self._random.getrandbits(64)))
        return self._from_all(puzzle, k) if drawn is None else list(map(tuple, drawn.tolist()))

    def _look(self) -> None:
        if not self._settings.clock.left():
            raise _too_late(self._settings)
