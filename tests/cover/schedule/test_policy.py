"""The policy by itself: records and outlooks go in, choices come out, and no clock runs."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from rookery.cover.schedule.policy import (
    COVERS,
    PROOFS,
    SEARCHES,
    Outlook,
    PlannedStep,
    TakenStep,
    choose,
)

ALL = frozenset({"glance", "anneal", "again", "windows", "exact", "tree", "lp"})
WITHOUT_KERNELS = frozenset({"exchange", "windows", "exact", "tree", "lp"})
HARD = Outlook(left=60.0, able=ALL, candidates=3000, core=3000)
EASY = replace(HARD, core=400)
GLANCED = TakenStep("glance", 0.3, 0.3, 0.5)
FAILED = TakenStep("exact", 1.0, 1.0, 0.0)
ANNEALED = TakenStep("anneal", 20.0, 20.0, 0.1)


def simulated(outlook: Outlook, gains: dict[str, float], seconds: float = 60.0) -> list[TakenStep]:
    """Return one thread's trials: all last as planned, and gain so much a second."""
    record: list[TakenStep] = []
    left = seconds
    while left > 0 and len(record) < 1000:
        choice = choose(record, replace(outlook, left=left))
        if choice is None:
            break
        assert 0 < choice.seconds <= left
        gain = min(1.0, gains.get(choice.step, 0.0) * choice.seconds)
        record.append(TakenStep(choice.step, choice.seconds, choice.seconds, gain))
        left -= choice.seconds
    return record


def seconds_of(record: list[TakenStep], *steps: str) -> float:
    return sum(trial.seconds for trial in record if trial.step in steps)


def test_a_cover_comes_before_the_first_proof_but_where_proofs_are_easy():
    assert choose([], HARD) == PlannedStep("glance", 0.3)
    assert choose([GLANCED], HARD) == PlannedStep("exact", 1.0)
    assert choose([GLANCED], replace(HARD, left=6.0)) == PlannedStep("exact", pytest.approx(0.6))
    assert choose([], EASY) == PlannedStep("exact", pytest.approx(0.7 * 60))
    assert choose([], replace(EASY, core=401)).step == "glance"


def test_boxes_come_after_a_glance_and_get_what_a_proof_that_pays_gets():
    queens = replace(HARD, able=ALL - {"exact", "lp"} | {"box"})
    assert choose([], queens).step == "glance"
    assert choose([], replace(queens, able=frozenset({"box"}))).step == "box"
    assert choose([GLANCED], replace(queens, threads=2)) == PlannedStep("box", 60)
    assert choose([GLANCED], replace(queens, threads=2, busy=("box",))).step == "anneal"
    record = simulated(queens, {"anneal": 0.001})
    assert seconds_of(record, "box") == pytest.approx(0.7 * 60)
    assert seconds_of(record, *COVERS) > 0.25 * 60


def test_a_proof_that_does_not_pay_gives_way_to_cuts_and_trees():
    gains = {"anneal": 0.001, "windows": 0.001, "lp": 0.002, "tree": 0.001}
    record = simulated(HARD, gains, 120.0)
    steps = [trial.step for trial in record]
    assert steps[:4] == ["glance", "exact", "anneal", "lp"]
    assert steps.count("exact") == 1
    assert seconds_of(record, *PROOFS) == pytest.approx(0.3 * 120, abs=0.3)
    cuts = [trial.planned for trial in record if trial.step == "lp"]
    assert len(cuts) > 1
    assert max(cuts) == 10.0
    assert seconds_of(record, *COVERS) > 0.6 * 120


def test_a_proof_that_pays_gets_most_of_the_time_of_one_thread():
    record = simulated(HARD, {"exact": 0.05, "anneal": 0.001})
    assert seconds_of(record, *PROOFS) == pytest.approx(0.7 * 60, abs=5)
    assert record[1].step == "exact"
    paying, idle = (TakenStep("exact", 1.0, 1.0, gain / 59) for gain in (0.76, 0.74))
    later = replace(HARD, able=ALL - {"lp"}, left=59.0)
    assert choose([GLANCED, paying], later).step == "exact"
    assert choose([GLANCED, idle], later).step != "exact"


def test_of_several_threads_one_stays_with_a_proof_that_pays():
    two = replace(HARD, threads=2)
    record = [GLANCED, TakenStep("exact", 1.0, 1.0, 0.2)]
    assert choose(record, two) == PlannedStep("lp", 10.0)  # leaves fewer candidates to the proof
    assert choose(record, replace(two, left=20.0)) == PlannedStep("lp", 6.0)
    assert choose([*record, TakenStep("lp", 5.0, 5.0, 0.1)], two) == PlannedStep("exact", 60.0)
    assert choose(record, replace(two, busy=("exact",))).step in COVERS
    assert choose(record, replace(two, busy=("lp",))).step in COVERS
    assert choose([], replace(EASY, threads=2)) == PlannedStep("exact", 60.0)
    assert choose([], replace(EASY, threads=2, busy=("exact",))).step == "glance"


def test_of_several_threads_one_raises_the_bound_all_the_time():
    spent = [GLANCED, FAILED, TakenStep("lp", 10.0, 10.0, 0.1)]
    assert choose(spent, HARD).step == "anneal"
    assert choose(spent, replace(HARD, threads=2, busy=("anneal",))).step == "tree"
    assert choose(spent, replace(HARD, threads=2, busy=("lp",))).step == "anneal"


def test_in_the_last_seconds_cuts_go_on_but_do_not_begin():
    late, begun = replace(HARD, left=2.0, threads=2), [GLANCED, ANNEALED, FAILED]
    assert choose(begun, late).step in COVERS
    assert choose([*begun, TakenStep("lp", 0.4, 0.4, 0.1)], late) == PlannedStep("lp", 0.8)


def test_what_raises_the_bound_faster_goes_on_twice_as_long():
    two, begun = replace(HARD, threads=2), [GLANCED, ANNEALED, FAILED]
    assert choose(begun, two) == PlannedStep("lp", 6.0)
    assert choose(begun, replace(two, left=4.0)) == PlannedStep("lp", pytest.approx(0.4))
    cuts = TakenStep("lp", 2.0, 2.0, 0.04)
    fast, slow = (TakenStep("tree", 2.0, 2.0, gain) for gain in (0.06, 0.02))
    assert choose([*begun, cuts, slow], two) == PlannedStep("lp", 4.0)
    assert choose([*begun, cuts, fast], two) == PlannedStep("tree", 4.0)
    still = [*begun, replace(cuts, gain=0.0), replace(slow, gain=0.0)]
    assert choose(still, two).step == "lp"  # cuts may take long to the next possible cost
    assert choose(still, replace(two, able=ALL - {"lp"})).step in COVERS


def test_a_small_core_is_taken_for_one_that_pays_until_a_proof_has_failed():
    small = replace(HARD, core=900)
    assert choose([GLANCED], small).seconds > 40
    assert choose([GLANCED], replace(HARD, core=901)) == choose([GLANCED], HARD)
    assert choose([GLANCED], replace(small, candidates=900)) == choose([GLANCED], HARD)
    assert choose([GLANCED, TakenStep("exact", 30.0, 30.0, 0.0)], small).step != "exact"


def test_crowded_boards_with_a_wide_gap_are_proved_by_a_tree():
    wide, pays = replace(HARD, gap=0.1, crowding=0.3), TakenStep("exact", 1.0, 1.0, 0.1)
    assert choose([GLANCED], wide) == PlannedStep("exact", 1.0)
    assert choose([GLANCED, pays], wide) == PlannedStep("tree", 10.0)
    assert choose([], replace(wide, core=400)).step == "tree"
    for near in (replace(wide, gap=0.02), replace(wide, crowding=0.1), replace(wide, gap=math.inf)):
        assert choose([GLANCED, pays], near) == PlannedStep("lp", 10.0)


def test_a_small_set_cover_is_left_to_branching():
    leapers = replace(EASY, able=ALL | {"branch"}, gap=0.1, crowding=1.0)
    assert choose([], leapers) == PlannedStep("branch", pytest.approx(0.7 * 60))
    assert choose([FAILED], leapers) == PlannedStep("branch", pytest.approx(0.7 * 61 - 1))
    many, begun = replace(leapers, core=401), [GLANCED, ANNEALED, FAILED]
    assert choose(begun, many) == PlannedStep("lp", 6.0)
    assert choose([*begun, TakenStep("lp", 1.0, 1.0, 0.0)], many) == PlannedStep("branch", 6.0)


def test_all_that_makes_covers_cheaper_gets_its_turn():
    record = simulated(replace(HARD, able=ALL - set(PROOFS)), {})
    assert [trial.step for trial in record[:4]] == ["glance", "anneal", "again", "windows"]
    assert record[1].planned == pytest.approx(0.45 * (60 - 0.3))
    assert record[3].planned == pytest.approx(0.1 * (60 - sum(t.seconds for t in record[:3])))
    assert max(t.planned for t in record if t.step != "anneal") == 5.0
    assert seconds_of(record, "again") == pytest.approx(seconds_of(record, "windows"), abs=6)
    beside = replace(HARD, threads=2, busy=("again", "exact"), able=ALL)
    assert choose([GLANCED, TakenStep("anneal", 20.0, 20.0, 0.1)], beside).step == "windows"


def test_a_short_time_is_annealed_whole():
    assert choose([], replace(HARD, left=2.4)) == PlannedStep("anneal", 2.4)
    assert choose([], replace(HARD, left=2.6)).step == "glance"
    assert choose([TakenStep("anneal", 0.6, 0.6, 0.5)], replace(HARD, left=0.05)) is None
    assert choose([TakenStep("anneal", 0.6, 0.6, 0.5)], replace(HARD, left=0.15)).step in COVERS


def test_a_short_time_ends_with_a_proof_where_it_is_easy():
    record = simulated(EASY, {"anneal": 0.5}, seconds=2.0)
    assert [(trial.step, trial.planned) for trial in record] == [
        ("anneal", pytest.approx(1.2)),
        ("exact", pytest.approx(0.8)),
    ]


def test_proofs_are_short_and_double_while_kernels_may_bring_better_ones():
    waiting = replace(EASY, able=WITHOUT_KERNELS, is_waiting=True)
    assert choose([], waiting) == PlannedStep("exact", 1.0)
    assert choose([TakenStep("exact", 1.0, 1.0, 0.0)], waiting) == PlannedStep("exact", 2.0)
    record = simulated(waiting, {"exchange": 0.05})
    assert seconds_of(record, "exact") > 0.5 * 60


def test_one_thread_at_most_exchanges():
    outlook = replace(HARD, able=frozenset({"exchange"}), threads=4)
    assert choose([], outlook) == PlannedStep("exchange", 0.1)
    assert choose([], replace(outlook, busy=("exchange",))) is None


@pytest.mark.parametrize("outlook", [HARD, EASY])
def test_without_a_limit_rounds_grow(outlook):
    record: list[TakenStep] = []
    for _ in range(200):
        choice = choose(record, replace(outlook, left=math.inf))
        assert math.isfinite(choice.seconds)
        record.append(TakenStep(choice.step, choice.seconds, choice.seconds, 0.0))
    first = choose([GLANCED, FAILED], replace(HARD, left=math.inf, able=frozenset({"anneal"})))
    assert first == PlannedStep("anneal", pytest.approx(0.45 * 30))
    annealed = [trial.planned for trial in record if trial.step == "anneal"]
    assert all(after >= before for before, after in pairwise(annealed))
    assert {trial.step for trial in record} & set(SEARCHES)


def test_with_nothing_to_do_there_is_no_choice():
    assert choose([], replace(HARD, able=frozenset())) is None
    assert choose([GLANCED], replace(HARD, able=frozenset({"windows"}), left=0.01)) is None
