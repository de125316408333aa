"""Samplers of uniformly random placements."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rookery.compiled.sets import KernelSet
from rookery.engine.drive import run_to_limit
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import LimitError, PuzzleError
from rookery.queens.listing.blocks import CHUNK, LISTS, check_listable
from rookery.queens.listing.plain import REMEMBERED_SIDE, open_columns
from rookery.queens.listing.plain import placements as plain_placements
from rookery.queens.puzzle import Placement, Queens, contradiction
from rookery.results.limits import Limits
from rookery.results.settings import Settings

LISTED_FREE_COLUMNS = 15  # columns; such boards have at most 2,279,184 placements
LARGEST_FREE_COLUMNS = 18  # columns; the limit of sampling by pairs of fillings


def _run_pairs() -> None:
    import numpy as np

    from rookery.queens.listing.pairs import PairSampler

    PairSampler(Queens(8), threads=1, check_deadline=bool).draw(1, np.random.default_rng(0))


PAIRS = KernelSet("queens-pairs", "queens: random placements of large boards", _run_pairs)


def sample(puzzle: Queens, k: int, settings: Settings) -> list[Placement]:
    """Draw random placements with replacement; see `rookery.sample`."""
    check_listable(puzzle)
    fault = contradiction(puzzle)
    if fault is not None:
        raise PuzzleError(expected="a puzzle with a placement", found=f"one with none: {fault}")
    if not k:
        return []
    run = Run(puzzle, replace(settings, limits=Limits(seconds=settings.limits.seconds)))
    if run_to_limit(_draw(puzzle, k, Random(settings.seed), run), run):
        raise LimitError(f"no sample within {settings.limits.seconds:g} s")
    if not run.answer:
        raise PuzzleError(expected="a puzzle with a placement", found="one with none")
    drawn: list[Placement] = run.answer
    return drawn


def _draw(puzzle: Queens, k: int, random: Random, run: Run) -> Steps:
    """Draw k placements, in random order."""
    free = open_columns(puzzle)
    if puzzle.n <= REMEMBERED_SIDE:
        every = list(plain_placements(puzzle))
        return Partial([every[random.randrange(len(every))] for _ in range(k) if every])
    if free > LARGEST_FREE_COLUMNS:
        raise LimitError(
            f"exact sampling takes boards with up to {LARGEST_FREE_COLUMNS} columns "
            f"without a given queen, got {free}"
        )
    yield Partial()  # look at the deadline before anything is imported
    draw = _draw_from_all if free <= LISTED_FREE_COLUMNS else _draw_from_pairs
    return (yield from draw(puzzle, k, random, run))


def _draw_from_all(puzzle: Queens, k: int, random: Random, run: Run) -> Steps:
    """Sample the stream of all placements, chunk by chunk.

    A chunk of m placements after the first s replaces each of the k samples with probability
    m / (s + m). In the end each sample is any placement with the same probability (J. S. Vitter,
    "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11, 1985).
    """
    import numpy as np

    yield from run.kernels(LISTS)
    from rookery.queens.listing.chunks import slices

    generator = np.random.default_rng(random.getrandbits(64))
    drawn = np.zeros((k, puzzle.n), np.int16)
    seen = 0
    for chunk in slices(puzzle, CHUNK):
        yield Partial()
        if not len(chunk):
            continue
        ordinals = generator.integers(0, seen + len(chunk), k)
        late = ordinals >= seen
        drawn[late] = chunk[ordinals[late] - seen]
        seen += len(chunk)
    return Partial(list(map(tuple, drawn.tolist())) if seen else [])


def _draw_from_pairs(puzzle: Queens, k: int, random: Random, run: Run) -> Steps:
    """Draw pairs of fillings of two parts of the board, and keep the pairs that are placements."""
    import numpy as np

    yield from run.kernels(PAIRS)
    from rookery.queens.listing.pairs import PairSampler

    sampler = PairSampler(puzzle, run.settings.threads, run.check_deadline)
    drawn = sampler.draw(k, np.random.default_rng(random.getrandbits(64)))
    if drawn is None:
        return (yield from _draw_from_all(puzzle, k, random, run))
    return Partial(list(map(tuple, drawn.tolist())))
