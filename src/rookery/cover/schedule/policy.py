"""The choice of the next step and its length: two lanes, with one rule each.

*Covers* make the incumbent cheaper, *proofs* raise the bound; of several threads one at most is at
a proof. docs/methods/cover.md explains the rules. All this is a function of a record of the steps
taken; no clock is read here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass

COVERS = ("exchange", "glance", "anneal", "again", "windows")
SEARCHES = ("exact", "tree", "branch")
PROOFS = ("box", "lp", *SEARCHES)
RAISING = ("lp", "branch", "tree")  # the bound, where no proof pays

# Chosen by `benchmarks cover` at 0.65 and 6 s and by `cover_parts`, five seeds, in pairs.
SHORT_SECONDS = 2.5  # seconds; with less time left no proof begins that may fail
ROUND_SECONDS = 30.0  # without a limit: taken for the time left; later all the time spent
FEW_CORE = 400  # candidates; a proof finds the best among so few at once
SMALL_CORE = 900  # candidates left of at least twice as many; a proof is then likely to pay
PAYS = 0.75  # share of the gap that a worthwhile proof would close in the time left
PROOF_SHARE = 0.7  # share of the time of a thread alone, for a proof that pays
BOUND_SHARE = 0.3  # the same, for cuts and trees if no proof pays, and for cuts before a proof
PROBE_SHARE, PROBE_SECONDS = 0.1, 1.0  # share of the time left, and limit, for the first proof
LONGEST_CUTS = 10.0  # seconds of cuts, of a tree, or of a proof before another way was tried
GLANCE_SECONDS = 0.3  # a fair cover, and the shortest slice of other steps
LONG_SHARE = 0.45  # share of the time left, for an annealing
SLICE_SHARE, SLICE_SECONDS = 0.1, 5.0  # share of the time left, and limit, for other slices
EXCHANGE_SECONDS = 0.1  # seconds; short, so that kernels are used as soon as they are ready
SHORT_SHARE = 0.6  # share of a short time, for an annealing before a proof
LEAST_SECONDS = 0.1  # seconds; with less time left only the first step begins
# Where a tree is done sooner: of the bound, the gap at least; of the squares, the targets.
TREE_GAP, TREE_CROWDING = 0.04, 0.2


@dataclass(frozen=True)
class TakenStep:
    """A step that was taken."""

    step: str
    planned: float  # seconds
    seconds: float  # that it took
    gain: float  # share of the gap that it closed, 0 to 1


@dataclass(frozen=True)
class Outlook:
    """The state of a search when a thread asks for its next step."""

    left: float  # seconds; infinite without a limit
    able: frozenset[str]  # steps that can be taken
    busy: tuple[str, ...] = ()  # steps of the other threads
    threads: int = 1
    candidates: int = 0
    core: int = 0  # candidates that a cheaper cover may have
    gap: float = 0.0  # gap of cost and bound, as a share of the bound; infinite without a cover
    crowding: float = 0.0  # targets, as a share of the squares
    is_waiting: bool = False  # for kernels that are being loaded or compiled


@dataclass(frozen=True)
class PlannedStep:
    """The next step, and the seconds that it may last."""

    step: str
    seconds: float


def choose(record: Sequence[TakenStep], outlook: Outlook) -> PlannedStep | None:
    """Return the next step of a thread, or None if no step is available.

    >>> outlook = Outlook(left=10.0, able=frozenset({"glance", "anneal", "exact"}), core=900)
    >>> choose([], outlook)
    PlannedStep(step='glance', seconds=0.3)
    >>> choose([TakenStep("glance", 0.3, 0.3, 0.1)], outlook)
    PlannedStep(step='exact', seconds=1.0)
    """
    taken = {*outlook.busy, *(past.step for past in record)}
    begun = any(past.step in COVERS for past in record)
    may_wait = outlook.left < SHORT_SECONDS or outlook.core > FEW_CORE
    covers_first = may_wait and not begun and not outlook.able.isdisjoint(COVERS)
    is_proving = not set(PROOFS).isdisjoint(outlook.busy)
    proof = None if covers_first or is_proving else _proof(record, outlook, taken)
    return proof or _cover(record, outlook, taken)


def _proof(record: Sequence[TakenStep], outlook: Outlook, taken: Set[str]) -> PlannedStep | None:
    """Return a worthwhile proof, or else the faster of cuts and trees, within their share."""
    able, core = outlook.able, outlook.core
    is_short = outlook.left < SHORT_SECONDS
    # Cuts resume where they stopped, so of all proofs they alone go on in a short time.
    if is_short and ("lp" not in taken or outlook.left < GLANCE_SECONDS):
        follows = core <= FEW_CORE and "exact" in able and "exact" not in taken
        return PlannedStep("exact", outlook.left) if follows else None
    left, shares = _horizon(record, outlook), not able.isdisjoint(COVERS)
    is_alone = shares and outlook.threads == 1
    short = max(GLANCE_SECONDS, PROBE_SHARE * left)
    last = {past.step: past for past in record}
    in_all = sum(past.seconds for past in record)
    spent = sum(past.seconds for past in record if past.step in PROOFS)
    is_likely = core <= max(FEW_CORE, min(SMALL_CORE, outlook.candidates / 2))
    is_wide = TREE_GAP < outlook.gap < math.inf and outlook.crowding >= TREE_CROWDING
    usual = "tree" if is_wide else "exact"
    proof = next((search for search in ("box", "branch") if search in able), usual)
    searched = last.get(proof, last.get("exact"))
    if "exact" in able and not (is_likely or searched):
        return PlannedStep("exact", min(PROBE_SECONDS, short))
    is_sure = core <= FEW_CORE or proof == "box"
    if proof in able and (is_sure or _speed(searched) * left >= PAYS):
        most = PROOF_SHARE * (in_all + left) - spent if is_alone else left
        if not is_likely and "lp" in able and "lp" not in last:
            if proof == "exact":  # cuts first leave fewer candidates to it
                proof, most = "lp", min(most, BOUND_SHARE * left)
            most = min(most, LONGEST_CUTS)  # what a tree leaves open may be easier after cuts
        if outlook.is_waiting:  # kernels may soon bring a better search, and covers
            most = min(most, 2 * searched.planned if searched else PROBE_SECONDS)
        return PlannedStep(proof, min(left, most)) if most > 0 else None
    most = BOUND_SHARE * (in_all + left) - spent if is_alone else left
    anneals_first = is_alone and "anneal" in able - taken
    if anneals_first or most <= 0:
        return None
    raising = [step for step in RAISING if step in able and (step == "lp" or not is_short)]
    step = max(raising, key=lambda step: _speed(last.get(step)), default="")
    if not step or not (step == "lp" or _speed(last.get(step))):
        return None  # unlike a search, cuts may take long to the next cost
    longer = 2 * last[step].planned if step in last else short
    in_time = left - LEAST_SECONDS if is_short else left  # a linear program may end late
    return PlannedStep(step, min(in_time, longer, LONGEST_CUTS, max(GLANCE_SECONDS, most)))


def _cover(record: Sequence[TakenStep], outlook: Outlook, taken: Set[str]) -> PlannedStep | None:
    """Return a step of covers: a glance, an annealing, and then the step with the least time."""
    able = [step for step in COVERS if step in outlook.able]
    begun, is_short = not taken.isdisjoint(COVERS), outlook.left < SHORT_SECONDS
    if begun and outlook.left < LEAST_SECONDS:
        return None
    if "glance" in able and not (begun or is_short):
        return PlannedStep("glance", GLANCE_SECONDS)
    left = _horizon(record, outlook)
    if "anneal" in able and "anneal" not in taken:
        proof_follows = outlook.core <= FEW_CORE and not outlook.able.isdisjoint(("box", "exact"))
        share = LONG_SHARE if not is_short else SHORT_SHARE if proof_follows else 1.0
        return PlannedStep("anneal", share * left)
    spent = dict.fromkeys((step for step in able if step != "glance"), 0.0)
    if "exchange" in outlook.busy:  # plain Python, in which two threads do no more than one
        spent.pop("exchange", None)
    for past in record:
        if past.step in spent:
            spent[past.step] += past.seconds
    if not spent:
        return None
    step = min(spent, key=lambda name: (outlook.busy.count(name), spent[name]))
    share = LONG_SHARE if step in ("anneal", "again") else SLICE_SHARE
    most = EXCHANGE_SECONDS if step == "exchange" else SLICE_SECONDS
    longest = math.inf if step == "anneal" else most
    return PlannedStep(step, min(left, longest, max(GLANCE_SECONDS, share * left)))


def _speed(past: TakenStep | None) -> float:
    """Return the share of the gap that a step closed per second, infinite for an untried one."""
    return math.inf if past is None else past.gain / past.seconds


def _horizon(record: Sequence[TakenStep], outlook: Outlook) -> float:
    """Return the seconds that shares are taken of."""
    if outlook.left < math.inf:
        return outlook.left
    return max(ROUND_SECONDS, sum(past.seconds for past in record) / outlook.threads)
