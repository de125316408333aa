"""Covers of large boards are checked when they are found; all others at the end."""

import math

import pytest
from tests.cover.runs import run_of

from rookery import Cover, Reason, RookeryError
from rookery.cover.offers import offered
from rookery.engine.run import Run
from rookery.results import limits

SIDE = 100  # of the smallest board whose covers are checked when they are found
ROW = tuple((0, 4, column) for column in range(SIDE))
TWO_ROWS = tuple((0, row, column) for row in (3, 4) for column in range(SIDE))
ROOKS = Cover.domination(SIDE, piece="R")


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the clock stand still but in checks, which take a second a piece; count these."""
    now, checked = [0.0], []

    def check(puzzle: Cover, answer: tuple[object, ...]) -> list[str]:
        checked.append(len(answer))
        now[0] += len(answer)
        return []

    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(Cover, "check", check)
    return checked


def offer(run: Run, cover: tuple[tuple[int, int, int], ...]) -> None:
    if better := offered(run, cover, "test"):
        run.take(better)


def test_a_cover_of_a_large_board_is_checked_when_it_is_found(checked):
    run, late, endless = (run_of(ROOKS, seconds=seconds) for seconds in (1000, 700, None))
    offer(run, TWO_ROWS)
    assert run.remaining() == 1000 - 200 - 200  # for the check done, and one to come
    offer(run, ROW)
    offer(run, ROW)
    assert checked == [200, 100]
    assert run.answer == ROW
    assert run.best(Reason.TIME).is_checked
    offer(endless, ROW)
    assert endless.remaining() == math.inf
    offer(late, TWO_ROWS)
    assert checked == [200, 100, 100, 200]
    assert late.reason_to_stop() is Reason.TIME


def test_a_wrong_cover_of_a_large_board_is_refused():
    with pytest.raises(RookeryError, match="wrong cover: square at d100"):
        offer(run_of(ROOKS), ROW[:3])


def test_a_wrong_cover_of_a_strict_puzzle_is_none():
    apart = Cover.domination(9, piece="R", independent=True)
    assert offered(run_of(apart), ROW[:9], "test") is None
    diagonal = [(0, line, line) for line in range(9)]
    assert offered(run_of(apart), diagonal, "test") is not None


def test_nothing_is_checked_or_kept_on_a_small_board(checked):
    small = run_of(Cover.domination(SIDE - 1, piece="R"), seconds=100)
    offer(small, ROW[:-1])
    assert checked == []
    assert small.remaining() == 100
    assert not small.best(Reason.TIME).is_checked
