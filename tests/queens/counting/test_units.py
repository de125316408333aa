import pickle
import random

import numpy as np
import pytest
from tests.compiled.test_lanes import RUNNABLE
from tests.marks import few

import rookery as rk
from rookery.compiled.lanes import lanes_named, widest
from rookery.queens.counting import halves_kernel, tables
from rookery.queens.counting import workspace as counting
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.counting.halves import Plan, identity, plan_for, prefixes, units
from rookery.queens.counting.tables import UPPER, HalfBoard, keys_beside, sets_of
from rookery.queens.placing import constructed
from rookery.queens.puzzle import Queens

# OEIS A000170
KNOWN = {8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596, 15: 2279184}
KNOWN |= {16: 14772512}
LARGER = {17: 95815104, 18: 666090624, 19: 4968057848}
LARGER_PLANS = [*map(plan_for, map(Queens, LARGER)), Plan(19, 8, 9)]  # the halves of 20 and 21 rows


@pytest.mark.parametrize(
    ("puzzle", "digest"),
    [
        (Queens(12), "f769bb9f9a5e"),
        (Queens(16), "8328d03ba0c0"),
        (Queens(17), "71a9128cbe09"),
        (Queens(19), "429a5415958f"),
        (Queens(20), "f86bb1d303bd"),
        (Queens(22), "f9f8813133c9"),
        (Queens(12, given=["a1"], blocked=["c5"]), "4b9a5cc028b4"),
    ],
)
def test_ledgers_of_earlier_versions_are_resumed(puzzle, digest):
    assert identity(puzzle, units(plan_for(puzzle)))["units"].startswith(digest)


def test_the_halves_of_large_boards():
    """Ledgers of their units, which are too many for a test, depend on them."""
    plans = {n: plan_for(Queens(n)) for n in (21, 23, 26, 27, 28)}
    halves = {n: (plan.upper, plan.lower) for n, plan in plans.items()}
    assert halves == {21: (8, 9), 23: (9, 9), 26: (9, 9), 27: (9, 10), 28: (9, 10)}


def total(plan: Plan, lanes: str) -> int:
    return sum(map(HalvesUnitCounter(plan, lanes), units(plan)))


@pytest.mark.parametrize("lanes", few(RUNNABLE))  # others are compiled anew
@pytest.mark.parametrize(("n", "known"), KNOWN.items())
def test_known_counts(n, known, lanes):
    assert total(plan_for(Queens(n)), lanes) == known


@pytest.mark.slow
@pytest.mark.parametrize("plan", LARGER_PLANS, ids=str)
def test_known_larger_counts(plan):
    assert total(plan, widest()) == LARGER[plan.n]


@pytest.mark.parametrize(
    "plan",
    few([Plan(13, 4, 5), Plan(12, 4, 4), Plan(13, 4, 4), Plan(14, 5, 6), Plan(15, 5, 5)]),
    ids=str,
)
def test_any_cut_gives_the_same_count(plan):
    assert total(plan, widest()) == KNOWN[plan.n]


@pytest.mark.parametrize("n", few([21, 23, 26, 28, 22, 24, 25, 27], 4))
def test_a_prefix_of_a_large_board_counts_what_depth_first_search_finds(n):
    rng = random.Random(n)
    column_in = constructed(n)
    empty = [(r, c) for r in range(n) for c in range(n) if column_in[r] != c]
    blocked = rng.sample(empty, n)
    plan = plan_for(Queens(n))
    middle = [plan.upper + row for row in plan.order[:-1]]
    others = rng.sample([row for row in range(n) if row not in middle], n - len(middle) - 12)
    given = [(row, column_in[row]) for row in others]
    plan = plan_for(Queens(n, given=given, blocked=blocked))
    prefix = tuple(column_in[row] for row in middle)
    queens = [*given, *((row, column_in[row]) for row in middle)]
    found = rk.count(Queens(n, given=queens, blocked=blocked), method="completions").value
    assert HalvesUnitCounter(plan, widest())((prefix,)) == found > 0


def test_shorter_prefixes_count_all_that_begin_with_them():
    plan = Plan(12, 4, 4)
    counter = HalvesUnitCounter(plan, widest())
    assert sum(counter((prefix,)) for prefix in prefixes(plan, 2)) == KNOWN[12]


def test_a_stopped_counter_ends_its_unit():
    counter = HalvesUnitCounter(Plan(12, 4, 4), widest())
    counter.stop()
    with pytest.raises(InterruptedError):
        counter(((),))


def test_a_pickled_counter_counts_the_same():
    counter = pickle.loads(pickle.dumps(HalvesUnitCounter(plan_for(Queens(9)), widest())))
    assert sum(map(counter, units(counter.plan))) == 352


def test_fillings_beyond_the_memory_are_joined_in_parts(monkeypatch):
    monkeypatch.setattr(counting, "FIRST_ROOM", 0)
    monkeypatch.setattr(counting, "MOST_STORED", 1000)
    counter = HalvesUnitCounter(plan_for(Queens(12)), widest())
    assert sum(map(counter, units(counter.plan))) == KNOWN[12]


@pytest.mark.parametrize(("n", "half", "bits"), few([(11, 4, 10), (12, 4, 11), (13, 5, 15)]))
def test_keys_too_long_for_a_word_are_made_shorter(monkeypatch, n, half, bits):
    monkeypatch.setattr(tables, "MOST_KEY_BITS", bits)
    plan = Plan(n, half, half)
    fits = {keys_beside(plan, prefix).fit for prefix in prefixes(plan)}
    assert fits == {False, True}
    assert total(plan, widest()) == KNOWN[n]


@pytest.mark.parametrize("lanes", RUNNABLE)
def test_a_full_buffer_stops_a_row_without_overflow(lanes):
    plan = Plan(10, 4, 4)
    keys = keys_beside(plan, (3,))
    sets, squares = sets_of(9, 4), HalfBoard(plan, UPPER).squares((3,), keys)
    free = np.array([c for c in range(10) if c != 3], np.int64)
    first = counting.room_for_fillings(halves_kernel.SPARE + 1, 200)
    counting.write_root(first, [3, -1])
    needed = 7 + halves_kernel.SPARE  # from each of the free squares of the next row
    for room in range(halves_kernel.SPARE, needed + 3):
        guarded = [np.full(room + 64, 77, np.uint32) for _ in range(4)]
        into = halves_kernel.HalfFillings(
            *(words[:room] for words in guarded), np.zeros(201, np.int64)
        )
        row = (lanes_named(lanes), sets, free, squares, 1, 3, True, first, into)
        reached = halves_kernel.add_row(*row, (0, 9))
        assert (reached == 9) == (room >= needed)
        assert all((words[room:] == 77).all() for words in guarded)
