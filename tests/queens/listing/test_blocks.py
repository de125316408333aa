from itertools import islice

import numpy as np
import pytest
from tests.children import python

import rookery as rk
from rookery.queens.listing import blocks as listing
from rookery.queens.listing.plain import placements as plain


def test_the_handover_before_anything_was_found(monkeypatch):
    monkeypatch.setattr(listing, "PLAIN_TICKS", 1)
    puzzle = rk.Queens(12, given=["l1"])
    assert list(rk.placements(puzzle)) == list(plain(puzzle))


def test_chunks_are_arrays_of_at_most_their_size_and_not_written_to_again():
    chunks, copies = [], []
    for chunk in rk.placement_chunks(rk.Queens(12), size=1000):
        chunks.append(chunk)
        copies.append(chunk.copy())
    assert {chunk.dtype for chunk in chunks} == {np.dtype(np.int8)}
    assert max(map(len, chunks)) <= 1000
    assert min(map(len, chunks)) >= 1
    assert sum(map(len, chunks)) == 14_200  # A000170
    assert all(map(np.array_equal, chunks, copies))


def test_progress_tells_how_many_are_listed(monkeypatch):
    monkeypatch.setattr("rookery.engine.run.REPORT_SECONDS", 0.0)
    told = []
    rk.solve(rk.Queens(12), method="listing", on_progress=told.append)
    numbers = [progress.value or 0 for progress in told]
    assert numbers == sorted(numbers)
    assert len({*numbers, 0, 14_200}) > 2  # some on the way


def test_a_puzzle_without_placements_has_no_chunk():
    assert list(rk.placement_chunks(rk.Queens(3))) == []
    assert list(rk.placement_chunks(rk.Queens(12, given=["a1", "b2"]))) == []


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ((0, 1), "expected 4 rows to start from, got (0, 1)"),
        ((0, 1, 2, 4), "a row from 0 to 3 in column 3 to start from, got 4"),
        ((-1, 1, 2, 3), "a row from 0 to 3 in column 0 to start from, got -1"),
        ("abcd", "start[0]: expected a square such as 'a1', got 'abcd'"),
        (5, "expected 4 rows to start from, got 5"),
        ((0.5, 1, 2, 3), "expected 4 rows to start from"),
    ],
)
def test_a_wrong_start(start, words):
    for function in (rk.placements, rk.placement_chunks):
        with pytest.raises(rk.PuzzleError) as error:
            next(iter(function(rk.Queens(4), start=start)), None)
        assert words in str(error.value)


@pytest.mark.parametrize("size", [0, -1, 2.5, True, "9"])
def test_a_wrong_size(size):
    with pytest.raises(rk.PuzzleError, match="expected a size of at least 1"):
        rk.placement_chunks(rk.Queens(4), size=size)


def test_boards_too_large_to_list():
    for function in (rk.placements, rk.placement_chunks):
        with pytest.raises(rk.LimitError, match=r"up to 1,000 rows, got 1,000,000,000"):
            next(iter(function(rk.Queens(10**9))))


def test_small_boards_and_first_placements_need_no_arrays():
    program = (
        "import sys, rookery as rk; from itertools import islice\n"
        "assert len(list(rk.placements(rk.Queens(10)))) == 724\n"
        "assert len(list(islice(rk.placements(rk.Queens(14)), 3))) == 3\n"
        "assert rk.placement(rk.Queens(9, given=['a1'])).value == 1\n"
        "assert rk.sample(rk.Queens(8), 5)\n"
        "assert rk.count(rk.Queens(8), fundamental=True).value == 12\n"
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    python("-c", program)


def test_lazy_on_a_board_too_large_to_finish():
    found = list(islice(rk.placements(rk.Queens(20)), 4000))  # more than plain Python looks for
    assert found == sorted(set(found))
    (chunk,) = islice(rk.placement_chunks(rk.Queens(20), size=4000), 1)
    assert found[: len(chunk)] == list(map(tuple, chunk.tolist()))
