"""Counts cut into units: the same as whole, kept by a ledger, done by workers, gone on with."""

import pytest
from tests.nonattacking.boards import PAWNS

import rookery as rk
from rookery.nonattacking.counting import by_number, works
from rookery.nonattacking.counting.blockers import BlockersWork
from rookery.nonattacking.counting.by_number import ComponentsWork
from rookery.nonattacking.counting.slices import with_counts
from rookery.nonattacking.counting.work import identity
from rookery.running.processes import processes

#: Each with whether it has units at all.
PUZZLES = [
    (rk.NonAttacking(5, "queen", (2, 4), given=["a1"], blocked=["c3"]), True),
    (rk.NonAttacking(6, "rook"), False),
    (rk.NonAttacking(rk.Board(7, wrap="torus"), "queen", 7, blocked=["a1"]), True),
    (rk.NonAttacking(6, "RN", 6, given=["a1"]), True),
    (rk.NonAttacking(4, "dabbaba"), True),
    (rk.NonAttacking(4, ["N", "W"]), True),
    (rk.NonAttacking(3, "queen", given=["a1", "c3"]), False),
    (rk.NonAttacking(4, "cannon"), True),
    (rk.NonAttacking(6, "grasshopper", (2, None), given=["a1"]), True),
    (rk.NonAttacking(rk.Board(5, 6), "gB"), True),
    (rk.NonAttacking(4, {"queen": None, "pawn": (0, 1)}, **PAWNS), True),
    (rk.NonAttacking(5, "king", rows=1, columns=(0, 2)), True),
    (rk.NonAttacking(rk.Board(3, 4), "cannon", maximal=True, given=["b2"]), True),
    (rk.NonAttacking(6, "queen", maximal=True), True),
]


@pytest.mark.parametrize(("puzzle", "has_units"), PUZZLES)
def test_units_add_up_to_the_whole(tmp_path, puzzle, has_units):
    whole = rk.count(puzzle, threads=1)
    save = tmp_path / "kept"
    stopped = rk.count(puzzle, threads=1, save=save, limits=rk.Limits(work=1))
    assert stopped.value <= whole.value
    assert (stopped.status is rk.Status.OPTIMAL) is (stopped.share is None)
    heard: list[rk.Progress] = []
    found = rk.count(puzzle, threads=2, resume=save, verify=0.5, on_progress=heard.append)
    assert (found.value, found.by_number) == (whole.value, whole.by_number)
    assert (found.status, found.method) == (rk.Status.OPTIMAL, whole.method)
    told = [progress for progress in heard if progress.total]
    assert bool(told) is has_units
    assert not told or told[-1].done == told[-1].total
    again = rk.count(puzzle, resume=save)
    assert (again.value, again.by_number) == (whole.value, whole.by_number)


#: How each method cuts its work: a puzzle, and the digest of its units.
WORKS = [
    (ComponentsWork, rk.NonAttacking(3, "queen"), "f6636e130315"),
    (BlockersWork, rk.NonAttacking(3, {"queen": 1, "pawn": 1}, **PAWNS), "15f911bf08e2"),
    (works.ColumnsWork, rk.NonAttacking(4, "king", rows=1, columns=1), "46072568fda0"),
    (works.HoppersWork, rk.NonAttacking(4, "gQ"), "2670e74c7316"),
    (works.MaximalWork, rk.NonAttacking(5, "queen", maximal=True), "40260fbdd540"),
    (works.FrontierWork, rk.NonAttacking(3, "cannon"), "e00f8d0f2692"),
    (works.RowsWork, rk.NonAttacking(4, "QN", 4), "331a6c427e66"),
    (works.SearchWork, rk.NonAttacking(5, "king"), "8e5f627187ac"),
]


@pytest.mark.parametrize(("make", "puzzle", "units"), WORKS)
def test_ledgers_of_earlier_versions_are_resumed(make, puzzle, units):
    assert identity(make(puzzle))["units"].startswith(units)


@pytest.mark.parametrize(("make", "puzzle", "units"), WORKS)
def test_the_share_done_rises_from_none_to_all(make, puzzle, units):
    work = make(puzzle, is_fine=False)
    for slices in (work.count(work.units[0]), work.twin()):
        shares = [part.share for part in with_counts(slices) if part]
        assert 0 <= shares[0] <= shares[-1] == 1
        assert shares == sorted(shares)


def test_a_ledger_of_other_work_is_refused(tmp_path, monkeypatch):
    save, puzzle = tmp_path / "kept", rk.NonAttacking(6, "queen")
    rk.count(puzzle, limits=rk.Limits(work=3), save=save)
    for other in (
        rk.NonAttacking(6, "king"),
        rk.NonAttacking(6, "queen", blocked=["a1"]),
        rk.NonAttacking(rk.Board(6, wrap="torus"), "queen"),
        rk.NonAttacking(6, "queen", (0, 3)),
    ):
        with pytest.raises(rk.LedgerError, match="other work"):
            rk.count(other, resume=save)
    monkeypatch.setattr(by_number, "LEAST_UNITS", 3)
    with pytest.raises(rk.LedgerError, match="expected units"):
        rk.count(puzzle, resume=save)


def test_weights_do_not_matter_to_a_ledger(tmp_path):
    save = tmp_path / "kept"
    rk.count(rk.NonAttacking(3, "king"), save=save)
    weighed = rk.NonAttacking(3, "king", weights=[[1, 2, 3]] * 3, lightest=True)
    assert rk.count(weighed, resume=save).value == 35


def test_n_queens_are_kept_as_queens_are(tmp_path):
    save = tmp_path / "kept"
    found = rk.count(rk.NonAttacking(12, "queen", 12), limits=rk.Limits(work=1), save=save)
    assert found.method == "queens"
    assert rk.count(rk.Queens(12), resume=save).value == 14200
    small = rk.count(rk.NonAttacking(4, "queen", 4, rows=1), save=tmp_path / "small")
    assert (small.value, small.method) == (2, "queens")


@pytest.mark.slow
def test_processes_do_the_units():
    for puzzle, _ in [*PUZZLES, (rk.NonAttacking(14, "king"), True)]:
        whole = rk.count(puzzle)
        found = rk.count(puzzle, executor=processes(2), verify=0.1)
        assert (found.value, found.by_number) == (whole.value, whole.by_number)
