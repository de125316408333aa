"""Listings of made-up answers: what comes out, what is told, and what their results are."""

from collections.abc import Iterator

import pytest
from tests.limited import settings_of

import rookery as rk
from rookery.engine.drive import Listing, by_number, of_blocks
from rookery.results.settings import Settings

PUZZLE = rk.Queens(4)
BLOCKS = [["a", "b"], [], ["c", "d", "e"]]


def why_none() -> str:
    return "because"


def listing(blocks, settings=None, first=None, why=why_none) -> Listing:
    return Listing(of_blocks(iter(blocks)), settings or Settings(), by_number(PUZZLE, why), first)


@pytest.mark.parametrize(
    ("first", "out"),
    [
        (None, BLOCKS),
        (1, [["a"]]),
        (2, [["a", "b"]]),
        (4, [["a", "b"], [], ["c", "d"]]),
        (5, BLOCKS),
        (6, BLOCKS),
    ],
)
def test_as_many_come_out_as_are_enough(first, out):
    listed = listing(BLOCKS, first=first)
    assert list(listed) == out
    assert (listed.found, listed.last) == (sum(map(len, out)), out[-1][-1])
    enough = first is not None and first <= 5
    assert listed.reason is (rk.Reason.DONE if enough else rk.Reason.PROVED)
    result = listed.result
    assert (result.value, result.answer) == (listed.found, None)
    expected = (rk.Status.FEASIBLE, None) if enough else (rk.Status.OPTIMAL, 5)
    assert (result.status, result.bound) == expected


def test_listeners_hear_of_each_block(monkeypatch):
    monkeypatch.setattr("rookery.engine.run.REPORT_SECONDS", 0.0)
    told: list[rk.Progress] = []
    for _ in listing([[], *BLOCKS], Settings(on_progress=told.append)):
        pass
    assert [progress.value for progress in told] == [None, 2, 2, 5]


@pytest.mark.parametrize(
    ("why", "expected"),
    [(why_none, (rk.Status.INFEASIBLE, "because", None)), (None, (rk.Status.OPTIMAL, "", 0))],
)
def test_without_answers_there_is_a_reason_or_none_was_asked_for(why, expected):
    nothing = listing([], why=why)
    assert list(nothing) == []
    assert (nothing.result.status, nothing.result.note, nothing.result.value) == expected


@pytest.mark.parametrize(("looks", "found", "status"), [(0, 0, "unknown"), (1, 2, "feasible")])
def test_a_listing_ends_with_the_time(looks, found, status):
    listed = listing(BLOCKS, settings_of(looks))
    assert sum(map(len, listed)) == found
    result = listed.result
    assert (listed.reason, result.status.value) == (rk.Reason.TIME, status)
    assert (result.value, result.bound) == (found or None, None)


def failing(error: BaseException) -> Iterator[list[str]]:
    yield ["a"]
    raise error


def test_an_interrupt_ends_a_listing():
    listed = listing(failing(KeyboardInterrupt()))
    assert list(listed) == [["a"]]
    assert (listed.reason, listed.result.status) == (rk.Reason.INTERRUPTED, rk.Status.FEASIBLE)


def test_a_limit_error_is_the_end_only_where_the_time_is_over():
    with pytest.raises(rk.LimitError):
        list(listing(failing(rk.LimitError("too large"))))
    late = listing(failing(rk.LimitError("late")), settings_of(2))
    assert list(late) == [["a"]]
    assert late.reason is rk.Reason.TIME
