from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from tests.kernels import Kernels
from tests.marks import few

from rookery.compiled.lanes import lanes_named, widest
from rookery.queens.counting import halves_kernel
from rookery.queens.counting import units as counting
from rookery.queens.counting.completions import count_completions
from rookery.queens.counting.halves import Plan, last_weights, plan_for, prefixes, units
from rookery.queens.counting.units import UnitCounter, sets_of, squares_of
from rookery.queens.listing.plain import count
from rookery.queens.puzzle import Queens

# OEIS A000170
KNOWN = {8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596, 15: 2279184}
KNOWN |= {16: 14772512}
NAMES = ["avx512", "avx2", "portable"]
RUNNABLE = NAMES[NAMES.index(widest()) :]


def total(plan: Plan, lanes: str) -> int:
    return sum(map(UnitCounter(plan, lanes), units(plan)))


@pytest.mark.parametrize("lanes", RUNNABLE)
@pytest.mark.parametrize(("n", "known"), KNOWN.items())
def test_known_counts(n: int, known: int, lanes: str) -> None:
    assert total(plan_for(Queens(n)), lanes) == known


@pytest.mark.slow
@pytest.mark.parametrize(("n", "known"), [(17, 95815104), (18, 666090624)])
def test_known_larger_counts(n: int, known: int) -> None:
    assert total(plan_for(Queens(n)), widest()) == known


@pytest.mark.parametrize(("n", "half"), few([(12, 4), (13, 4), (14, 5), (15, 5)], 2))
def test_any_cut_gives_the_same_count(n: int, half: int) -> None:
    assert total(Plan(n, half), widest()) == KNOWN[n]


@pytest.mark.parametrize("seed", range(30))
def test_given_and_blocked_squares(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(8, 10)
    squares = [(row, column) for row in range(n) for column in range(n)]
    puzzle = Queens(n, given=rng.sample(squares, seed % 3), blocked=rng.sample(squares, 8))
    assert total(plan_for(puzzle), widest()) == count(puzzle)


@pytest.mark.parametrize("prefix", list(prefixes(Plan(9, 3)))[::5])
def test_a_unit_counts_the_placements_through_its_queens(prefix: tuple[int, ...]) -> None:
    plan = Plan(9, 3)
    rows = [plan.half + row for row in plan.order]
    expected = sum(
        weight * count(Queens(9, given=zip(rows, (*prefix, column), strict=True)))
        for column, weight in enumerate(last_weights(plan, prefix))
        if weight
    )
    assert UnitCounter(plan, widest())((prefix,)) == expected


@pytest.mark.parametrize("n", [22, 24, 26, 28])
def test_a_prefix_of_a_large_board_counts_what_depth_first_search_finds(n: int) -> None:
    plan = plan_for(Queens(n))
    prefix = next(prefixes(plan))
    assert set(last_weights(plan, prefix)) == {0, 4}  # it has four images
    rows = [plan.half + row for row in plan.order]
    *_, (found, _) = count_completions(Queens(n, given=zip(rows, prefix, strict=False)))
    assert UnitCounter(plan, widest())((prefix,)) == 4 * found > 0


def test_shorter_prefixes_count_all_that_begin_with_them() -> None:
    plan = Plan(12, 4)
    counter = UnitCounter(plan, widest())
    assert sum(counter((prefix,)) for prefix in prefixes(plan, 2)) == KNOWN[12]


def test_a_stopped_counter_ends_its_unit() -> None:
    counter = UnitCounter(Plan(12, 4), widest())
    counter.stop()
    with pytest.raises(InterruptedError):
        counter(((),))


def test_sent_to_another_process_it_counts_the_same() -> None:
    counter = pickle.loads(pickle.dumps(UnitCounter(plan_for(Queens(9)), widest())))
    assert sum(map(counter, units(counter.plan))) == 352


def test_lists_grow_from_next_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "FIRST_ROOM", 0)
    assert total(plan_for(Queens(12)), widest()) == KNOWN[12]


@pytest.mark.parametrize("lanes", RUNNABLE)
def test_a_row_without_room_says_so_and_writes_nothing_beyond(lanes: str) -> None:
    plan = Plan(10, 4)
    sets, squares = sets_of(9, 4), squares_of(plan, counting.UPPER)
    free = np.array([c for c in range(10) if c != 3], np.int64)
    first = counting._fillings(halves_kernel.SPARE + 1, 200)
    counting._begin(first, [3, -1])
    needed = 7 + halves_kernel.SPARE  # from each of the free squares of the next row
    for room in range(halves_kernel.SPARE, needed + 3):
        guarded = [np.full(room + 64, 77, np.uint32) for _ in range(4)]
        into = halves_kernel.HalfFillings(
            *(words[:room] for words in guarded), np.zeros(201, np.int64)
        )
        row = (lanes_named(lanes), sets, free, squares, 1, False, first, into)
        reached = halves_kernel.add_row(*row, (0, 9))
        assert (reached == 9) == (room >= needed)
        assert all((words[room:] == 77).all() for words in guarded)


PRINT_FILLINGS = """
from rookery.queens.counting.units import UnitCounter
from rookery.queens.counting.halves import Plan, prefixes

for plan in (Plan(8, 3), Plan(9, 3), Plan(10, 3)):
    for prefix in prefixes(plan):
        counter = UnitCounter(plan, "portable")
        print(prefix, counter((prefix,)))
        workspace = counter._idle.get()
        for fillings in workspace.whole:
            sets = workspace.sets.first[plan.half + 1] - workspace.sets.first[plan.half]
            end = fillings.start[sets]
            print(fillings.start.tolist(), fillings.key[:end], fillings.reach[:end])
"""


@pytest.mark.slow
def test_kernels_do_the_same_uncompiled(kernels: Kernels) -> None:
    compiled = kernels.compiled(PRINT_FILLINGS)
    assert compiled == kernels.plain(PRINT_FILLINGS)
    assert compiled.count("(") > 20
