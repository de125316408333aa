"""Covers of large boards are checked when they are found; all others at the end."""

from __future__ import annotations

import math

import pytest
from tests.cover.runs import run_of

from rookery.cover import offers
from rookery.cover.offers import offered
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run
from rookery.errors import RookeryError
from rookery.results import limits
from rookery.results.result import Reason

ROW = tuple((0, 4, column) for column in range(9))
TWO_ROWS = tuple((0, row, column) for row in (3, 4) for column in range(9))
ROOKS = Cover.domination(9, piece="R")


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the clock stand still but in checks, which take half a second a piece; count these."""
    now, checked = [0.0], []

    def check(puzzle: Cover, answer: tuple[object, ...]) -> list[str]:
        checked.append(len(answer))
        now[0] += len(answer) / 2
        return []

    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(Cover, "check", check)
    return checked


def offer(run: Run, cover: tuple[tuple[int, int, int], ...]) -> None:
    if better := offered(run, cover, "test"):
        run.take(better)


def test_a_cover_of_a_large_board_is_checked_when_it_is_found(
    checked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "LARGE", 81)
    run = run_of(ROOKS, seconds=100)
    offer(run, TWO_ROWS)
    assert run.remaining() == 100 - 9 - 9  # for the check done, and one to come
    offer(run, ROW)
    offer(run, ROW)
    assert checked == [18, 9]
    assert run.answer == ROW
    assert run.best(Reason.TIME).is_checked


def test_a_check_that_ends_late_takes_no_more_time_than_there_is(
    checked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "LARGE", 81)
    run = run_of(ROOKS, seconds=12)
    offer(run, TWO_ROWS)
    assert run.reason_to_stop() is Reason.TIME


def test_a_wrong_cover_of_a_large_board_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "LARGE", 81)
    with pytest.raises(RookeryError, match="wrong cover: square at row"):
        offer(run_of(ROOKS), ROW[:3])


def test_a_wrong_cover_of_a_strict_puzzle_is_none() -> None:
    apart = Cover.domination(9, piece="R", independent=True)
    assert offered(run_of(apart), ROW, "test") is None
    diagonal = [(0, line, line) for line in range(9)]
    assert offered(run_of(apart), diagonal, "test") is not None


def test_nothing_is_checked_or_kept_on_a_small_board(
    checked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = run_of(ROOKS, seconds=100)
    offer(small, ROW)
    assert checked == []
    assert small.remaining() == 100
    assert not small.best(Reason.TIME).is_checked
    monkeypatch.setattr(offers, "LARGE", 81)
    endless = run_of(ROOKS)
    offer(endless, ROW)
    assert checked == [9]
    assert endless.remaining() == math.inf
