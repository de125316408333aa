from __future__ import annotations

import threading
import time

import pytest

from rookery.work import run


@pytest.mark.parametrize("threads", [1, 3])
def test_every_unit_is_done_once(threads: int) -> None:
    ended = list(run(lambda unit: unit * unit, range(20), threads))
    assert sorted(done.number for done in ended) == list(range(20))
    assert all(done.value == done.number**2 and done.seconds >= 0 for done in ended)


def test_closing_drops_what_is_not_begun() -> None:
    begun = []

    def do(unit: int) -> None:
        begun.append(unit)
        time.sleep(0.01)

    running = run(do, range(1000), threads=2)
    next(running)
    running.close()
    assert len(begun) < 100
    assert threading.active_count() == 1


def test_an_error_comes_out() -> None:
    with pytest.raises(ZeroDivisionError):
        list(run(lambda unit: 1 // unit, [1, 0], threads=2))
