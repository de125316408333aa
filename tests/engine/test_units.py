"""Units done twice: which, by whom, and what becomes of one that comes out differently."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from tests.command import rookery
from tests.marks import few
from tests.running.ledgers import COUNT, UNIT_SIZES, UNITS, N, execute, rows

import rookery as rk
from rookery.cli import status
from rookery.engine.units import Repeats
from rookery.queens.counting import halves
from rookery.running.units import Done

MOST_TIMES = 4


@pytest.fixture(autouse=True)
def units_of_one_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves, "UNIT_SIZES", UNIT_SIZES)


class Workers(ThreadPoolExecutor):
    """Threads that take turns as workers of different names; one unit in the list is wrong."""

    def __init__(self, names: str, wrong: int | None = None) -> None:
        super().__init__(1)
        self.names = names
        self.wrong = wrong
        self.sent = 0

    def submit(self, do: Any, /, *arguments: Any) -> Future[Any]:
        name, is_wrong = self.names[self.sent % len(self.names)], self.sent == self.wrong
        self.sent += 1

        def renamed() -> Any:
            batch = do(*arguments)
            dones = [
                replace(done, worker=name, value=done.value + is_wrong) for done in batch.value
            ]
            return replace(batch, value=dones)

        return super().submit(renamed)


def test_the_share_sets_the_number_of_repeats():
    first, again = (Repeats(1000, 0.05, seed=3) for _ in range(2))
    assert first.waiting == again.waiting
    assert len(first.waiting) == 50
    assert Repeats(1000, 0.05, seed=4).waiting != first.waiting
    assert Repeats(1000, 0.05, 3, checked=list(first.waiting)[:20]).waiting < first.waiting
    assert (len(Repeats(1000, 0.0001).waiting), Repeats(1000, 0.0).waiting) == (1, set())


@pytest.mark.parametrize("apart", [1, 4, 7])
def test_the_second_time_is_in_another_batch(apart):
    order = Repeats(100, 1.0).order(range(100), (), apart)
    assert sorted(order) == sorted([*range(100), *range(100)])
    places = {number: [at for at, other in enumerate(order) if other == number] for number in order}
    early = [places[number] for number in range(100 - apart)]
    assert all(first // apart < second // apart for first, second in early)


def test_a_unit_goes_to_one_worker_a_bounded_number_of_times():
    repeats = Repeats(2, 1.0)
    assert repeats.compare(Done(0, 5, 0.1, "a"), Done(0, 5, 0.1, "b"))
    first = Done(1, 5, 0.1, "a")
    assert [repeats.compare(first, first) for _ in range(MOST_TIMES)] == [False, False, False, True]
    assert not repeats.waiting


@pytest.mark.parametrize("share", few([0.25, 1.0]))
def test_a_verified_count_keeps_the_workers_of_each_unit(tmp_path, share):
    path = tmp_path / "ledger"
    with Workers("abc") as executor:
        result = rk.count(rk.Queens(N), executor=executor, save=path, verify=share)
    twice = -(-UNITS * share // 1)
    assert (result.value, result.status) == (COUNT, rk.Status.OPTIMAL)
    assert result.note == f"{twice:.0f} of {UNITS} units were run twice with equal results"
    joined = "SELECT units.worker, checks.worker FROM units JOIN checks USING (number)"
    workers = execute(path, joined)
    assert len(workers) == twice
    assert all(first != second for first, second in workers)
    again = rk.count(rk.Queens(N), resume=path, verify=share)  # nothing is left to be done
    assert (again.value, again.note) == (COUNT, result.note)
    execute(path, "UPDATE checks SET worker = 'd'")
    with pytest.raises(rk.LedgerError, match=r"the check of unit [0-9] was changed"):
        rk.count(rk.Queens(N), resume=path, verify=share)


def test_units_that_one_worker_had_twice_go_out_again(tmp_path):
    path = tmp_path / "ledger"
    with Workers("aab") as executor:
        assert rk.count(rk.Queens(N), executor=executor, save=path, verify=1).value == COUNT
        assert executor.sent > 2 * UNITS


def test_a_difference_names_the_unit_and_its_workers_and_keeps_the_ledger(tmp_path):
    path = tmp_path / "ledger"
    told = r"unit [0-9] gave [0-9]+ on [ab] and [0-9]+ on [ab]: one is wrong, neither is kept"
    with Workers("ab", wrong=3) as executor, pytest.raises(rk.WorkError, match=told):
        rk.count(rk.Queens(N), executor=executor, save=path, verify=1)
    assert 0 < len(rows(path)) < UNITS
    assert rk.count(rk.Queens(N), resume=path).value == COUNT


def test_the_units_of_a_ledger_are_verified_on_resume(tmp_path):
    path, told = tmp_path / "ledger", r"unit [0-9] gave [0-9]+ on a and [0-9]+ on b"
    with Workers("a", wrong=2) as executor:
        first = rk.count(rk.Queens(N), executor=executor, save=path)
    assert first.value == COUNT + 1
    with Workers("b") as executor, pytest.raises(rk.WorkError, match=told):
        rk.count(rk.Queens(N), executor=executor, resume=path, verify=1)
    with Workers("b") as executor:
        result = rk.count(rk.Queens(N), executor=executor, resume=path, verify=1)
    assert result.value == COUNT


def test_a_stopped_count_counts_no_unit_twice(tmp_path):
    path = tmp_path / "ledger"
    stopped = rk.count(rk.Queens(N), save=path, verify=1, limits=rk.Limits(work=5), threads=1)
    assert (stopped.status, stopped.reason) == (rk.Status.FEASIBLE, rk.Reason.WORK)
    assert execute(path, "SELECT sum(result) FROM units") == [(stopped.value,)]
    assert rk.count(rk.Queens(N), resume=path, verify=1).value == COUNT


def test_a_wrong_share_is_refused():
    for share in (-0.1, 1.5, float("nan"), "x"):
        with pytest.raises(rk.PuzzleError, match="expected verify from 0 to 1"):
            rk.count(rk.Queens(12), verify=share)  # type: ignore[arg-type]
    with pytest.raises(rk.PuzzleError, match="this count does not split into work units, so "):
        rk.count(rk.Tour.parse(["Q...", "....", "N..B"]), verify=1)


def test_the_command_line_says_how_many_were_compared(tmp_path):
    path = str(tmp_path / "ledger")
    arguments = ["queens", str(N), "--count", "--save", path, "--verify", "0.3"]
    run = rookery(*arguments)
    assert (run.exit_code, run.stdout) == (status.DONE, f"{COUNT}\n")
    assert run.stderr == f"rookery: 2 of {UNITS} units were run twice with equal results\n"
    run = rookery("queens 8 --verify 0.3")
    assert (run.exit_code, "expected --verify with --count" in run.stderr) == (status.BAD, True)
