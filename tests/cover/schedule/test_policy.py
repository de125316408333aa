"""The policy by itself: records and outlooks go in, choices come out, and no clock runs."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from rookery.cover.schedule.policy import (
    COVERS,
    FEW_CORE,
    GROWTH,
    IDLE_SHARE,
    LONG_SECONDS,
    LP_LONGEST,
    LP_SECONDS,
    PROOF_SHARE,
    PROOFS,
    SEARCHES,
    SMALL_CORE,
    SYMMETRIC_SECONDS,
    SYMMETRIC_SHARE,
    TRAITS,
    TRIAL_SHARE,
    Choice,
    Outlook,
    Trial,
    choose,
    promise,
)

ALL = frozenset({"glance", "anneal", "focus", "again", "windows", "merge", "exact", "tree", "lp"})
WITHOUT_KERNELS = frozenset({"exchange", "windows", "exact", "tree", "lp"})
LP_LASTS = 0.1
BEFORE_CUTS = TRIAL_SHARE * LP_LONGEST
HARD = Outlook(left=60.0, able=ALL, candidates=3000, near=2500, core=3000)
EASY = replace(HARD, near=100, core=FEW_CORE)


def simulated(outlook: Outlook, gains: dict[str, float], seconds: float = 60.0) -> list[Trial]:
    """Return one thread's trials: all last as planned, but the LP, and gain so much a second.

    The LP ends before its time, so that there is nothing to go on with.
    """
    record: list[Trial] = []
    left = seconds
    while left > 0 and len(record) < 1000:
        ended = {trial.step for trial in record} & {"lp"}
        choice = choose(record, replace(outlook, left=left, able=outlook.able - ended))
        if choice is None:
            break
        assert 0 < choice.seconds <= left
        lasts = min(LP_LASTS, choice.seconds) if choice.step == "lp" else choice.seconds
        gain = min(1.0, gains.get(choice.step, 0.0) * lasts)
        record.append(Trial(choice.step, choice.seconds, lasts, gain))
        left -= lasts
    return record


def seconds_of(record: list[Trial], *steps: str) -> float:
    return sum(trial.seconds for trial in record if trial.step in steps)


def test_every_step_that_makes_covers_has_traits_and_none_that_proves() -> None:
    assert set(TRAITS) == set(COVERS)
    assert not set(COVERS) & set(PROOFS)


def test_a_cover_comes_before_the_first_proof_but_where_proofs_are_easy() -> None:
    assert choose([], HARD).step == "glance"
    assert choose([Trial("glance", 0.3, 0.3, 0.5)], HARD).step == "exact"
    assert choose([], EASY).step == "exact"


def test_symmetric_covers_are_searched_for_once_and_first() -> None:
    turned = replace(HARD, able=ALL | {"symmetric"}, threads=2)
    first = choose([], turned)
    assert first == Choice("symmetric", SYMMETRIC_SECONDS)
    assert choose([], replace(turned, left=10.0)) == Choice("symmetric", SYMMETRIC_SHARE * 10)
    assert choose([], replace(turned, busy=("symmetric",))).step == "glance"
    done = [Trial("symmetric", 5.0, 1.0, 0.0)]
    assert choose(done, turned).step == "glance"
    assert choose(done, replace(turned, able=ALL)) == choose([], replace(turned, able=ALL))


def test_boxes_come_after_a_glance_and_get_what_a_proof_that_pays_gets() -> None:
    queens = replace(HARD, able=ALL - {"exact"} | {"box"})
    begun = [Trial("glance", 0.3, 0.3, 0.5)]
    assert choose([], queens).step == "glance"
    assert choose([], replace(queens, left=1.0)).seconds < 1.0
    assert choose([], replace(queens, able=queens.able - {"glance"})).step == "box"
    assert choose(begun, queens).step == "box"
    assert choose(begun, replace(queens, threads=2)) == Choice("box", 60)
    beside = choose([], replace(queens, threads=2, busy=("glance",), core=1))
    assert beside.step in COVERS  # no longer proof keeps a thread from the boxes
    assert choose(begun, replace(queens, threads=2, busy=("box",))).step == "anneal"
    record = simulated(queens, {"anneal": 0.001})
    assert seconds_of(record, "box") == pytest.approx(PROOF_SHARE * 60)
    assert seconds_of(record, *COVERS) > 0.25 * 60


def test_a_proof_that_does_not_pay_keeps_to_its_share() -> None:
    record = simulated(HARD, {"anneal": 0.001, "windows": 0.001})
    assert sum(seconds_of(record, step) for step in SEARCHES) <= IDLE_SHARE * 60
    steps = [trial.step for trial in record]
    assert steps.count("lp") == 1
    cut = record[steps.index("lp") :]  # leaves fewer candidates
    proofs = [trial.planned for trial in cut if trial.step in SEARCHES]
    assert len(proofs) > 1
    assert all(after >= GROWTH * before for before, after in pairwise(proofs))
    assert seconds_of(record, *COVERS) > 0.75 * 60


def test_a_proof_that_pays_gets_most_of_the_time_of_one_thread() -> None:
    record = simulated(HARD, {"exact": 0.05, "anneal": 0.001})
    assert seconds_of(record, *PROOFS) == pytest.approx(PROOF_SHARE * 60, abs=5)
    assert record[2].step == "exact"


def test_of_several_threads_one_stays_with_a_proof_that_pays() -> None:
    record = [Trial("glance", 0.3, 0.3, 0.5), Trial("exact", 1.0, 1.0, 0.2)]
    assert choose(record, replace(HARD, threads=2)) == Choice("exact", BEFORE_CUTS)
    cut = [record[0], Trial("lp", 10.0, 10.0, 0.1), record[1]]
    assert choose(cut, replace(HARD, threads=2)) == Choice("exact", 60.0)
    assert choose(record, replace(HARD, threads=2, busy=("exact",))).step in COVERS
    assert choose(record, replace(HARD, threads=2, busy=("lp",))).step in COVERS


def test_cuts_get_more_of_the_time_beside_another_thread() -> None:
    record = [Trial("glance", 0.3, 0.3, 0.5), Trial("exact", 1.0, 1.0, 0.0)]
    record.append(Trial("anneal", 4.0, 4.0, 0.5))
    alone = choose(record, replace(HARD, able=frozenset({"anneal", "lp"}), left=10.0))
    beside = choose(record, replace(HARD, able=frozenset({"anneal", "lp"}), left=10.0, threads=2))
    assert alone is not None
    assert beside is not None
    assert (alone.step, beside.step) == ("lp", "lp")
    assert alone.seconds < beside.seconds


def test_what_raises_the_bound_faster_goes_on_where_no_proof_pays() -> None:
    begun = [Trial("glance", 0.3, 0.3, 0.5), Trial("exact", 1.0, 1.0, 0.0)]
    two = replace(HARD, left=45.0, threads=2)
    cuts = Trial("lp", LP_LONGEST, LP_LONGEST, 0.1)
    assert choose(begun, two) == Choice("lp", LP_LONGEST)
    assert choose([*begun, cuts], two).step == "tree"
    fast, slow = (Trial("tree", 2.0, 2.0, gain) for gain in (0.03, 0.01))
    able = ALL - {"exact", "tree"}
    assert choose([*begun, cuts, slow], replace(two, able=able)) == Choice("lp", LP_LONGEST)
    assert choose([*begun, cuts, fast], two) == Choice("tree", GROWTH * 2.0)
    assert choose([*begun, cuts, slow], replace(two, able=able - {"lp"})).step in COVERS
    spent = [*begun, cuts, *([replace(cuts, gain=0.05)] * 4)]
    assert choose(spent, replace(two, able=able, left=10.0)).step in COVERS


def test_with_few_candidates_in_the_core_a_thread_proves_at_once() -> None:
    assert choose([], replace(EASY, threads=2)) == Choice("exact", 60.0)
    assert choose([], replace(EASY, threads=2, busy=("exact",))).step == "anneal"


def test_a_small_core_is_taken_for_one_that_pays_until_a_proof_has_failed() -> None:
    small = replace(HARD, core=SMALL_CORE)
    record = [Trial("glance", 0.3, 0.3, 0.5)]
    assert choose(record, small).seconds > choose(record, HARD).seconds
    assert choose(record, replace(small, candidates=SMALL_CORE)) == choose(record, HARD)
    record.append(Trial("exact", 30.0, 30.0, 0.0))
    assert choose(record, small).step != "exact"


def test_a_thread_alone_anneals_before_the_linear_program() -> None:
    record = [Trial("glance", 0.3, 0.3, 0.5), Trial("exact", 1.0, 1.0, 0.0)]
    short = replace(HARD, left=5.0)
    assert choose(record, short).step == "anneal"
    assert choose(record, replace(short, threads=2)).step == "lp"
    record.append(Trial("anneal", 2.0, 2.0, 0.5))
    assert choose(record, replace(short, left=3.0)).step == "lp"


def test_what_gains_goes_on_and_what_does_not_gives_way() -> None:
    record = simulated(HARD, {"windows": 0.01})
    assert seconds_of(record, "windows") > 0.4 * 60
    record = simulated(HARD, {})
    assert {trial.step for trial in record} == ALL - {"focus"}
    assert promise(record, "windows") < promise([], "windows")


def test_a_short_time_is_annealed_whole() -> None:
    record = simulated(HARD, {"anneal": 0.5}, seconds=0.65)
    assert record[0] == Trial("anneal", 0.65, 0.65, 0.325)
    near = replace(HARD, near=10)
    first, second = simulated(near, {"anneal": 0.5}, seconds=0.65)[:2]
    assert (first.step, second.step) == ("anneal", "focus")
    assert first.planned + second.planned == pytest.approx(0.65)


def test_annealing_from_scratch_and_from_the_best_cover_take_turns() -> None:
    able = frozenset({"glance", "anneal", "again"})
    record = simulated(replace(HARD, able=able), {"glance": 0.5})
    steps = [trial.step for trial in record if trial.planned > 1.0]
    assert steps[:2] == ["anneal", "again"]
    assert seconds_of(record, "again") > 0.15 * 60
    assert seconds_of(record, "anneal") > 0.4 * 60
    glanced = [Trial("glance", 0.3, 0.3, 0.5)]
    beside = choose(glanced, replace(HARD, able=able, threads=2, busy=("anneal",)))
    assert beside is not None
    assert beside.step == "anneal"  # a first cover is not worth going on from


def test_no_annealing_begins_in_the_last_moment() -> None:
    short = Outlook(left=0.01, able=frozenset({"anneal"}), candidates=3000, near=2500, core=3000)
    assert choose([], short).step == "anneal"
    assert choose([Trial("anneal", 1.0, 0.99, 0.5)], short) is None


def test_a_short_time_ends_with_a_proof_where_it_is_easy() -> None:
    record = simulated(EASY, {"anneal": 0.5}, seconds=LONG_SECONDS - 0.1)
    assert [trial.step for trial in record] == ["anneal", "focus", "exact"]


def test_without_kernels_a_proof_that_pays_gets_as_much_as_with_them() -> None:
    record = simulated(replace(EASY, able=WITHOUT_KERNELS), {"exchange": 0.05})
    assert seconds_of(record, "exact") == pytest.approx(PROOF_SHARE * 60)
    assert seconds_of(record, "exchange") > 0.2 * 60


def test_boxes_do_not_wait_for_a_search_that_began_before_their_kernels_came() -> None:
    searched = [Trial("exact", PROOF_SHARE * 60, PROOF_SHARE * 60, 0.0)]
    with_box = replace(EASY, able=ALL - {*SEARCHES} | {"box"}, left=18.0)
    assert choose([Trial("glance", 0.3, 0.3, 0.0), *searched], with_box) == Choice("box", 18.0)
    beside = replace(with_box, threads=2, busy=("exact",))
    assert choose([Trial("exchange", 0.1, 0.1, 0.0)], beside) == Choice("box", 18.0)


def test_one_thread_at_most_exchanges() -> None:
    outlook = replace(HARD, able=frozenset({"exchange"}), threads=4)
    assert choose([], outlook) == Choice("exchange", 0.1)
    assert choose([], replace(outlook, busy=("exchange",))) is None


@pytest.mark.parametrize("outlook", [HARD, EASY])
def test_without_a_limit_rounds_grow(outlook: Outlook) -> None:
    record: list[Trial] = []
    for _ in range(200):
        choice = choose(record, replace(outlook, left=math.inf))
        assert choice is not None
        assert math.isfinite(choice.seconds)
        record.append(Trial(choice.step, choice.seconds, choice.seconds, 0.0))
    proofs = [trial.planned for trial in record if trial.step in SEARCHES]
    assert len(proofs) > 2
    assert proofs == sorted(proofs)
    cuts = [trial.planned for trial in record if trial.step == "lp"]
    assert min(cuts, default=LP_SECONDS) >= LP_SECONDS / GROWTH


def test_with_nothing_to_do_there_is_no_choice() -> None:
    assert choose([], replace(HARD, able=frozenset())) is None
    assert choose([], replace(HARD, able=frozenset({"windows"}), left=0.01)) is None
