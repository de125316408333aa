"""The choice of the next step and its length: two lanes, with one rule each.

*Covers* make the incumbent cheaper, *proofs* raise the bound; of several threads one at most is at
a proof. Covers: a glance, then a long annealing, and then whichever step had the least time.
Proofs: a short try, whose speed decides. If it would close most of the gap in the time left, it
goes on; else cuts and searches by a tree get a part of the time, the faster of them twice as long
each time. A short time has only an annealing, and a proof where few candidates are left.

All this is a function of a record of the steps taken; no clock is read here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass

COVERS = ("exchange", "glance", "anneal", "again", "windows", "merge")
PROOFS = ("box", "exact", "lp", "tree")
SEARCHES = ("exact", "tree")

# Chosen by `benchmarks cover` at 0.65 and 6 s and by `cover_parts`, five seeds, in pairs.
SHORT_SECONDS = 2.5  # with fewer left there is no time for a proof that may fail
ROUND_SECONDS = 30.0  # without a limit: taken for the time left; later all the time spent
FEW_CORE = 400  # candidates, among which a proof finds the best at once
SMALL_CORE = 900  # of at least twice as many, a proof is likely to pay
PAYS = 0.75  # of the gap, which a proof would close at its pace in the time left
PROOF_SHARE = 0.7  # of the time of a thread alone, for a proof that pays
# Of the time so far of all threads, for cuts and trees where no proof pays: of one, and of more.
BOUND_SHARE, BOUND_SHARE_BESIDE = 0.3, 0.42
PROBE_SHARE, PROBE_SECONDS = 0.1, 1.0  # of the time left, and at most, for the first proof
LONGEST_CUTS = 10.0  # seconds of cuts, of a tree, or of a proof before cuts
GLANCE_SECONDS = 0.3  # a fair cover, and the shortest slice of other steps
LONG_SHARE = 0.45  # of the time left, for an annealing
SLICE_SHARE, SLICE_SECONDS = 0.1, 5.0  # of the time left, and at most, for windows and the like
EXCHANGE_SECONDS = 0.1  # so short that kernels are used as soon as they are there
SHORT_SHARE = 0.6  # of a short time, for an annealing before a proof
LEAST_SECONDS = 0.1  # with fewer left no step is begun but the first
SYMMETRIC_SHARE, SYMMETRIC_SECONDS = 0.15, 5.0  # found in two seconds, if at all


@dataclass(frozen=True)
class Trial:
    """A step that was taken.

    Attributes
    ----------
    step
        Its name.
    planned, seconds
        Seconds that were planned, and that it took.
    gain
        The share of the gap that it closed, 0 to 1.
    """

    step: str
    planned: float
    seconds: float
    gain: float


@dataclass(frozen=True)
class Outlook:
    """The state of a search when a thread asks for its next step.

    Attributes
    ----------
    left
        Seconds left; infinite without a limit.
    able
        The steps that can be taken.
    busy
        The steps of the other threads.
    threads
        The number of threads.
    candidates, core
        The number of candidates, and of those that a cheaper cover may have.
    """

    left: float
    able: frozenset[str]
    busy: tuple[str, ...] = ()
    threads: int = 1
    candidates: int = 0
    core: int = 0


@dataclass(frozen=True)
class Choice:
    """The next step, and the seconds that it may last."""

    step: str
    seconds: float


def choose(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return the next step of a thread, None when there is nothing that it could do.

    >>> outlook = Outlook(left=10.0, able=frozenset({"glance", "anneal", "exact"}), core=900)
    >>> choose([], outlook)
    Choice(step='glance', seconds=0.3)
    >>> choose([Trial("glance", 0.3, 0.3, 0.1)], outlook)
    Choice(step='exact', seconds=1.0)
    """
    taken = {*outlook.busy, *(trial.step for trial in record)}
    if "symmetric" in outlook.able and "symmetric" not in taken:
        return Choice("symmetric", min(SYMMETRIC_SHARE * outlook.left, SYMMETRIC_SECONDS))
    begun = any(trial.step in COVERS for trial in record)
    may_wait = outlook.left < SHORT_SECONDS or outlook.core > FEW_CORE
    covers_first = may_wait and not begun and not outlook.able.isdisjoint(COVERS)
    is_proving = not set(PROOFS).isdisjoint(outlook.busy)
    proof = None if covers_first or is_proving else _proof(record, outlook, taken)
    return proof or _cover(record, outlook, taken)


def _proof(record: Sequence[Trial], outlook: Outlook, taken: Set[str]) -> Choice | None:
    """Return a proof that pays, or else the faster of cuts and trees, within their share."""
    if outlook.left < SHORT_SECONDS:
        follows = outlook.core <= FEW_CORE and "exact" in outlook.able and "exact" not in taken
        return Choice("exact", outlook.left) if follows else None
    left = _horizon(record, outlook)
    last = {trial.step: trial for trial in record}
    in_all = sum(trial.seconds for trial in record)
    spent = sum(trial.seconds for trial in record if trial.step in PROOFS)
    easy = outlook.core <= max(FEW_CORE, min(SMALL_CORE, outlook.candidates / 2))
    for step in ("box", "exact"):
        if step not in outlook.able:
            continue
        tried = last.get(step)
        if tried is None and not (easy or step == "box"):
            return Choice(step, min(PROBE_SECONDS, max(GLANCE_SECONDS, PROBE_SHARE * left)))
        is_sure = step == "box" or outlook.core <= FEW_CORE
        if is_sure or _speed(tried) * left >= PAYS:
            most = left if outlook.threads > 1 else PROOF_SHARE * (in_all + left) - spent
            if not easy and "lp" in outlook.able and "lp" not in last:
                most = min(most, LONGEST_CUTS)  # what it leaves open, cuts make easier
            return Choice(step, min(left, most)) if most > 0 else None
    share = BOUND_SHARE if outlook.threads == 1 else BOUND_SHARE_BESIDE
    if spent > share * in_all:
        return None
    able = [step for step in ("lp", "tree") if step in outlook.able]
    speeds: dict[str, float] = {step: _speed(last.get(step)) for step in able}
    step = max(speeds, key=speeds.__getitem__, default="")
    if not speeds or not (speeds[step] or step == "lp"):  # cuts may take long to the next cost
        return None
    wanted = 2 * last[step].planned if step in last else max(GLANCE_SECONDS, PROBE_SHARE * left)
    return Choice(step, min(left, wanted, LONGEST_CUTS))


def _cover(record: Sequence[Trial], outlook: Outlook, taken: Set[str]) -> Choice | None:
    """Return a step of covers: once each a glance and an annealing, then the one of least time."""
    able = [step for step in COVERS if step in outlook.able]
    begun, is_short = not taken.isdisjoint(COVERS), outlook.left < SHORT_SECONDS
    if begun and outlook.left < LEAST_SECONDS:
        return None
    if "glance" in able and not (begun or is_short):
        return Choice("glance", GLANCE_SECONDS)
    left = _horizon(record, outlook)
    if "anneal" in able and "anneal" not in taken:
        proof_follows = outlook.core <= FEW_CORE and not outlook.able.isdisjoint(("box", "exact"))
        share = LONG_SHARE if not is_short else SHORT_SHARE if proof_follows else 1.0
        return Choice("anneal", share * left)
    spent = dict.fromkeys((step for step in able if step != "glance"), 0.0)
    if "exchange" in outlook.busy:  # plain Python, of which two threads do no more than one
        spent.pop("exchange", None)
    for trial in record:
        if trial.step in spent:
            spent[trial.step] += trial.seconds
    if not spent:
        return None
    step = min(spent, key=lambda name: (outlook.busy.count(name), spent[name]))
    share = LONG_SHARE if step in ("anneal", "again") else SLICE_SHARE
    most = EXCHANGE_SECONDS if step == "exchange" else SLICE_SECONDS
    longest = math.inf if step == "anneal" else most
    return Choice(step, min(left, longest, max(GLANCE_SECONDS, share * left)))


def _speed(trial: Trial | None) -> float:
    """Return the share of the gap that a step closed in a second; one untried has the most."""
    return math.inf if trial is None else trial.gain / trial.seconds


def _horizon(record: Sequence[Trial], outlook: Outlook) -> float:
    """Return the seconds that shares are taken of."""
    if outlook.left < math.inf:
        return outlook.left
    return max(ROUND_SECONDS, sum(trial.seconds for trial in record) / outlook.threads)
