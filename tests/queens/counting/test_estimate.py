"""Estimates of counts: unbiased, with intervals of the stated confidence."""

from random import Random

import pytest
from tests.marks import few
from tests.queens.brute import count

import rookery as rk
from rookery.document import estimate_of
from rookery.queens.counting.estimate import Sampler
from rookery.queens.listing.plain import open_rows
from rookery.queens.puzzle import Queens
from rookery.results.estimate import of_samples

KNOWN = {9: 352, 12: 14_200, 14: 365_596}  # OEIS A000170


def sample_by_sets(puzzle: Queens, seed: int, number: int, size: int) -> float | None:
    """Return the sample that `Sampler` draws, computed with placements as tuples."""
    random = Random(f"{seed} {number}")
    prefixes: list[tuple[int, ...]] = [()]
    weight = 1.0
    for column, rows in enumerate(open_rows(puzzle)):
        children = [
            (*prefix, row)
            for prefix in prefixes
            for row in range(puzzle.n)
            if rows >> row & 1
            and all(abs(row - r) not in (0, column - c) for c, r in enumerate(prefix))
        ]
        if column == puzzle.n - 1:
            return weight * len(children)
        step = max(1.0, len(children) / size)
        weight *= step
        next_kept = random.random() * step
        prefixes = []
        for place, child in enumerate(children):
            if next_kept < place + 1:
                prefixes.append(child)
                next_kept += step


@pytest.mark.parametrize(
    "puzzle",
    [Queens(7), Queens(10), Queens(9, given=["c4"], blocked=["a1", "e5"]), Queens(12)],
    ids=str,
)
def test_samples_agree_with_plain_sets(puzzle):
    sampler = Sampler(puzzle, seed=3, size=20)
    for number in range(5):
        assert sampler(number)[0] == pytest.approx(sample_by_sets(puzzle, 3, number, 20))


@pytest.mark.parametrize("n", [64, 65, 130])
def test_boards_of_many_words(n):
    placement = rk.placement(Queens(n)).answer
    left_open = {0, 1, 2, n // 2, n // 2 + 1, n // 2 + 2, n - 3, n - 2, n - 1}
    given = [(row, column) for column, row in enumerate(placement) if column not in left_open]
    exact = rk.estimate(Queens(n, given=given))
    assert (exact.value, exact.error) == (rk.count(exact.puzzle).value, 0.0)
    sample, _ = Sampler(Queens(n), seed=1, size=2)(0)
    assert sample == pytest.approx(sample_by_sets(Queens(n), 1, 0, 2))


@pytest.mark.parametrize(
    "puzzle",
    [Queens(1), Queens(4), Queens(8), Queens(10), Queens(9, given=["a1"]), Queens(6, given=["a6"])],
    ids=str,
)
def test_small_boards_are_counted_exactly(puzzle):
    found = rk.estimate(puzzle)
    assert (found.value, found.error, found.reason) == (count(puzzle), 0.0, rk.Reason.PROVED)


def covering(n: int, size: int, estimates: int, samples: int) -> int:
    """Return the number of estimates whose interval covers the known count."""
    sampler = Sampler(Queens(n), seed=n, size=size)
    covered = 0
    for at in range(0, estimates * samples, samples):
        drawn = [sampler(number)[0] for number in range(at, at + samples)]
        low, high = of_samples(None, drawn, rk.Reason.WORK).interval() or (0.0, 0.0)
        covered += low <= KNOWN[n] <= high
    return covered


@pytest.mark.parametrize("n", few([9, 12, 14], 2))
def test_intervals_cover_the_count_as_often_as_they_say(n):
    """Of 60, a right interval of 95 per cent covers fewer than 51 once in two thousand times."""
    assert covering(n, size=300, estimates=60, samples=10) >= 51


def test_a_seed_repeats_on_any_number_of_threads():
    limits = rk.Limits(work=6)
    one, two, other = (
        rk.estimate(Queens(13), limits=limits, seed=seed, threads=threads)
        for seed, threads in ((1, 1), (1, 3), (2, 1))
    )
    assert (one.value, one.error, one.samples) == (two.value, two.error, 6)
    assert one.value != other.value
    assert (one.reason, one.method, one.seed) == (rk.Reason.WORK, "populations", 1)


def test_ctrl_c_keeps_the_samples_so_far_with_kernels_and_without(kernels, monkeypatch):
    monkeypatch.setattr("rookery.engine.run.REPORT_SECONDS", 0.0)

    def stop_at_eight(progress):
        if progress.estimate is not None and progress.estimate.samples == 8:
            raise KeyboardInterrupt

    for stall in (bool, kernels.stall):
        stall()
        found = rk.estimate(Queens(12), limits=60, on_progress=stop_at_eight, threads=1)
        assert (found.samples, found.value) == (8, pytest.approx(KNOWN[12], rel=0.5))
        assert found.reason is rk.Reason.INTERRUPTED
        assert found.error is not None
    small = rk.estimate(Queens(8), limits=5)
    assert (small.value, small.reason) == (92, rk.Reason.PROVED)
    given = Queens(10, given=["a1"])
    assert rk.estimate(given, limits=20).value == count(given)


def test_without_time_or_work_there_is_no_estimate():
    for limits in (rk.Limits(seconds=0), rk.Limits(work=0)):
        found = rk.estimate(Queens(14), limits=limits)
        assert (found.value, found.error, found.samples) == (None, None, 0)
        assert estimate_of(found.to_dict()).value is None


def test_other_puzzles_are_refused():
    with pytest.raises(rk.LimitError, match="boards of up to 200x200, got 201 rows"):
        rk.estimate(Queens(201))
    with pytest.raises(
        rk.PuzzleError,
        match="expected a Queens puzzle whose count can be estimated, got one of tour",
    ):
        rk.estimate(rk.Tour.parse(["Q..", "N.B"]))  # type: ignore[arg-type]
