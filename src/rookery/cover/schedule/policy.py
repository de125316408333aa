"""Which step a search takes next, and for how long, by what each has gained on this board.

Covers that a turn leaves as they are come first, where there may be any. Then there are two lanes.
*Covers* make the incumbent cheaper, *proofs* raise the bound. Of several threads one at most is at
a proof. A first try of a proof is short, and its pace decides: where it would close three quarters
of the gap in the time that is left, a thread of several stays with it to the end, and one that is
alone gives it most of its time; else proofs get a small share, in which cuts and searches by a tree
raise the bound by turns. Among the covers that step comes next which promises to close the greatest
share of the gap a second.

All this is a function of a record of what was tried; no clock is read here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

COVERS = ("exchange", "glance", "anneal", "focus", "again", "windows", "merge")
PROOFS = ("box", "exact", "tree", "lp")
SEARCHES = ("exact", "tree")
SOON = ("exchange", "glance")  # give a fair cover in a moment
ALONE = ("exchange",)  # plain Python, of which two threads do no more than one


@dataclass(frozen=True)
class Trial:
    """A step that was taken.

    Attributes
    ----------
    step
        Its name.
    planned, seconds
        How long it was to last, and how long it did.
    gain
        The share that it closed of the gap which it found, 0 to 1.
    """

    step: str
    planned: float
    seconds: float
    gain: float


@dataclass(frozen=True)
class Outlook:
    """What a search looks like when a thread asks for its next step.

    Attributes
    ----------
    left
        Seconds left; infinite without a limit.
    able
        The steps that can be taken.
    busy
        Those that other threads are at.
    threads
        How many there are.
    candidates, near, core
        How many there are, lie near the bound, and may be in a cheaper cover than the known.
    """

    left: float
    able: frozenset[str]
    busy: tuple[str, ...] = ()
    threads: int = 1
    candidates: int = 0
    near: int = 0
    core: int = 0


@dataclass(frozen=True)
class Choice:
    """The next step, and how many seconds it may last."""

    step: str
    seconds: float


@dataclass(frozen=True)
class Traits:
    """What is expected of a step that makes covers cheaper.

    Attributes
    ----------
    hope
        The share of the gap that it closes in its first second, as long as it has not run; it
        fades with the seconds that it had.
    repeats
        How much of its last gain it is likely to have again.
    share, longest
        Of the time left, for one slice, and its seconds at most.
    shortest
        With fewer seconds left it is not begun.
    """

    hope: float
    repeats: float
    share: float
    longest: float
    shortest: float


# Each constant names the benchmark that it was chosen by, and the seconds a board.
TRAITS = {
    # cold_start: slices so short that kernels are used as soon as they are there.
    "exchange": Traits(hope=0.02, repeats=1.0, share=0.1, longest=0.1, shortest=0.001),
    # cover_parts, 10 s: after 0.3 s the cost is near the best where a proof may pay.
    "glance": Traits(hope=0.0, repeats=0.0, share=0.06, longest=0.3, shortest=0.001),
    # cover, 10 s: one long annealing, then windows.
    "anneal": Traits(hope=0.02, repeats=0.1, share=0.45, longest=60.0, shortest=0.001),
    "focus": Traits(hope=0.01, repeats=0.1, share=0.45, longest=60.0, shortest=0.01),
    # cover_parts, 10 s: after an annealing, and by turns with more of these.
    "again": Traits(hope=0.0048, repeats=0.1, share=0.45, longest=5.0, shortest=0.3),
    "windows": Traits(hope=0.005, repeats=1.0, share=0.1, longest=5.0, shortest=0.1),
    "merge": Traits(hope=0.005, repeats=0.1, share=0.1, longest=10.0, shortest=0.3),
}
LONG_SECONDS = 2.5  # cover, 1 s and 5 s: with less, windows and proofs that may fail cost more
ROUND_SECONDS = 30.0  # without a limit: taken for the time left; later all the time spent
LP_SHARE, LP_SECONDS = 0.3, 0.5  # limits: of the time left, and at least so many, with cuts
# cover, 10 s, two threads: where others are at covers, certified gap 10.0 %, and 10.3 % with 0.3.
LP_SHARE_BESIDE = 0.5
LP_LONGEST = 10.0  # cover, 60 s: then the faster of cuts and searches goes on
# cover, 60 s: of the time, for all that raises the bound where no proof pays, alone and beside.
BOUND_SHARE, BOUND_SHARE_BESIDE = 0.25, 0.45
TRIAL_SHARE = 0.25  # of the seconds of cuts, for the first search after them, and before
# cover_parts, 10 s: in its first second a proof closes 13 to 47 % of the gap of boards that are
# proved, and nothing of those whose prices are equal.
PROBE_SHARE, PROBE_LEAST, PROBE_SECONDS = 0.1, 0.3, 1.0  # the first proof
PAYS = 0.75  # of the gap, which a proof would close at its pace
PROOF_SHARE = 0.7  # cover_parts: what a proof alone needs two thirds of the limit for is proved
IDLE_SHARE = 0.2  # cover, 10 s: where it does not pay
GROWTH = 2.0  # of a proof after one that failed: all together take twice the last at most
SYMMETRIC_SHARE, SYMMETRIC_SECONDS = 0.15, 5.0  # domination: found in two seconds, if at all
FEW_CORE = 400  # cover, 5 s: candidates, among which CP-SAT finds the best at once
SMALL_CORE = 900  # cover_parts, 5 s: of at least twice as many, a proof is likely to pay
TINY = 320  # cover, 0.65 s: candidates in all, a proof takes less than a second
SHORT_SHARE, TINY_SHARE = 0.6, 0.1  # cover, 0.65 s: of annealing before a proof in a short time
FOCUS_NEAR_SHARE = 0.28  # cover, 0.65 s: of candidates near the bound, for which focus pays
AGAIN_SHARE = 0.1  # cover, 0.65 s: of the last annealing's time, at least, for another
FOCUS_AFTER = 0.3  # cover, 0.65 s: of the time for both annealings, to the first


def choose(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return the next step of a thread, None when there is nothing that it could do.

    >>> outlook = Outlook(left=10.0, able=frozenset({"glance", "anneal", "exact"}), core=900)
    >>> choose([], outlook)
    Choice(step='glance', seconds=0.3)
    >>> choose([Trial("glance", 0.3, 0.3, 0.1)], outlook)
    Choice(step='exact', seconds=1.0)
    """
    return (
        _symmetric(record, outlook)
        or _focus(record, outlook)
        or _proof(record, outlook)
        or _cover(record, outlook)
    )


def _symmetric(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return the search for symmetric covers: once, before all else."""
    taken = {*outlook.busy, *(trial.step for trial in record)}
    if "symmetric" not in outlook.able or "symmetric" in taken:
        return None
    return Choice("symmetric", min(SYMMETRIC_SHARE * outlook.left, SYMMETRIC_SECONDS))


def promise(record: Sequence[Trial], step: str) -> float:
    """Return the share of the gap a second that a step is likely to close.

    >>> promise([], "windows") > promise([Trial("windows", 1.0, 1.0, 0.0)], "windows")
    True
    """
    traits = TRAITS[step]
    trials = [trial for trial in record if trial.step == step]
    hope = traits.hope / (1.0 + sum(trial.seconds for trial in trials))
    if not trials:
        return hope
    return max(hope, traits.repeats * trials[-1].gain / trials[-1].seconds)


def _horizon(record: Sequence[Trial], outlook: Outlook) -> float:
    """Return the seconds that shares are taken of."""
    spent = sum(trial.seconds for trial in record) / outlook.threads
    return outlook.left if outlook.left < float("inf") else max(ROUND_SECONDS, spent)


def _proof(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return a proof, unless another thread is at one or covers come first."""
    begun = any(trial.step in COVERS for trial in record)
    if "box" in outlook.able and "box" not in outlook.busy:
        if not begun and not outlook.able.isdisjoint(SOON):
            return None  # it comes first of the proofs, and a fair cover before it
        if (seconds := _proof_seconds(record, outlook, True, ("box",))) > 0:
            return Choice("box", seconds)  # also beside a search, begun before its kernels came
    if any(step in PROOFS for step in outlook.busy):
        return None
    comes_first = outlook.core <= FEW_CORE and outlook.left >= LONG_SECONDS
    if not (begun or comes_first) and not outlook.able.isdisjoint(COVERS):
        return None
    if "exact" in outlook.able and (choice := _search(record, outlook)) is not None:
        return choice
    if "lp" in outlook.able and _lp_is_due(record, outlook):
        left = _horizon(record, outlook)
        share = LP_SHARE if outlook.threads == 1 else LP_SHARE_BESIDE
        return Choice("lp", min(left, LP_LONGEST, max(share * left, LP_SECONDS)))
    return _bound(record, outlook)


def _bound(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return what raises the bound after the first cuts: the faster of cuts and searches.

    A search begins anew, so it gets twice the time of the one before.
    """
    cuts = [trial for trial in record if trial.step == "lp"]
    if not cuts or outlook.left < LONG_SECONDS:
        return None
    speed = {"lp": cuts[-1].gain / cuts[-1].seconds, "tree": float("inf")}
    trial = max(PROBE_SECONDS, TRIAL_SHARE * cuts[-1].seconds)
    wanted = {"lp": max(LP_SECONDS, cuts[-1].seconds), "tree": trial}
    if searches := _since_cuts(record):
        speed["tree"] = searches[-1].gain / searches[-1].seconds
        wanted["tree"] = GROWTH * searches[-1].planned
    step = max(wanted, key=lambda name: speed[name] if name in outlook.able else 0.0)
    left = _horizon(record, outlook)
    share = BOUND_SHARE if outlook.threads == 1 else BOUND_SHARE_BESIDE
    total = sum(trial.seconds for trial in record) + outlook.threads * left
    spent = sum(trial.seconds for trial in record if trial.step in PROOFS)
    seconds = min(left, share * total - spent, wanted[step])
    gains = step == "lp" or speed[step] > 0  # of cuts it may take long to the next possible cost
    goes_on = step in outlook.able and gains and seconds >= wanted[step] / GROWTH
    return Choice(step, seconds) if goes_on else None


def _since_cuts(record: Sequence[Trial]) -> list[Trial]:
    """Return the searches since the first cuts, which leave fewer candidates; all before these."""
    steps = [trial.step for trial in record]
    first = steps.index("lp") if "lp" in steps else 0
    return [trial for trial in record[first:] if trial.step in SEARCHES]


def _lp_is_due(record: Sequence[Trial], outlook: Outlook) -> bool:
    """Return whether it is time for the LP: once, and by a thread alone after an annealing."""
    steps = {trial.step for trial in record}
    waits = outlook.threads == 1 and "anneal" in outlook.able and "anneal" not in steps
    return not waits and "lp" not in steps and outlook.left >= LONG_SECONDS


def _search(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return the next search: below limits where a proof pays, else by a tree, for the bound."""
    searches = [trial for trial in record if trial.step in SEARCHES]
    left = _horizon(record, outlook)
    if left < LONG_SECONDS:
        return Choice("exact", left) if outlook.core <= FEW_CORE and not searches else None
    easy = outlook.core <= max(FEW_CORE, min(SMALL_CORE, outlook.candidates / 2))
    if searches:
        pays = outlook.core <= FEW_CORE or _pace(searches[-1], left) >= PAYS
    elif easy:
        pays = True
    else:
        return Choice("exact", min(PROBE_SECONDS, max(PROBE_LEAST, PROBE_SHARE * left)))
    seconds = _proof_seconds(record, outlook, pays)
    if not easy and "lp" in outlook.able and not any(trial.step == "lp" for trial in record):
        first = LP_LONGEST if outlook.threads == 1 else TRIAL_SHARE * LP_LONGEST
        seconds = min(seconds, first) if pays else 0.0  # what it leaves open, cuts make easier
    after_cuts = _since_cuts(record)
    longer = GROWTH * after_cuts[-1].planned if after_cuts else 0.0
    if seconds <= 0 or seconds < longer:
        return None
    if pays:
        return Choice("exact", seconds)
    return Choice("tree", longer) if after_cuts else None


def _proof_seconds(
    record: Sequence[Trial], outlook: Outlook, pays: bool, steps: Sequence[str] = PROOFS
) -> float:
    """Return how long proofs may go on: to the end if they pay and other threads are at covers.

    Without others they share a part of the time with what `steps` have had.
    """
    left = _horizon(record, outlook)
    if pays and outlook.threads > 1:
        return left
    total = sum(trial.seconds for trial in record) + outlook.threads * left
    spent = sum(trial.seconds for trial in record if trial.step in steps)
    return min(left, (PROOF_SHARE if pays else IDLE_SHARE) * total - spent)


def _pace(trial: Trial, left: float) -> float:
    """Return the share of the gap that would be closed in the time left as fast as last."""
    return trial.gain / trial.seconds * left


def _focus(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return the focused annealing that the first annealing left the most of its time to."""
    if "focus" not in outlook.able or not _focus_pays(outlook):
        return None
    trials = [trial for trial in record if trial.step in ("anneal", "focus")]
    if len(trials) != 1 or "focus" in outlook.busy:
        return None
    seconds = trials[0].planned * (1 - FOCUS_AFTER) / FOCUS_AFTER
    return Choice("focus", min(outlook.left, seconds))


def _focus_pays(outlook: Outlook) -> bool:
    return outlook.near <= FOCUS_NEAR_SHARE * outlook.candidates


def _cover(record: Sequence[Trial], outlook: Outlook) -> Choice | None:
    """Return the step of most promise that makes covers cheaper."""
    able = [
        step
        for step in COVERS
        if step in outlook.able
        and outlook.left >= _least_seconds(record, step)
        and (step != "focus" or _focus_pays(outlook))
        and not (step in ALONE and step in outlook.busy)
    ]
    if not able:
        return None
    step = max(able, key=lambda name: promise(record, name) / (1 + outlook.busy.count(name)))
    taken = {*outlook.busy, *(trial.step for trial in record)} - {"symmetric"}
    begins = not taken and outlook.left >= LONG_SECONDS
    if begins and "glance" in outlook.able and not outlook.able.isdisjoint(("box", "exact")):
        step = "glance"
    return Choice(step, _cover_seconds(step, record, outlook))


def _least_seconds(record: Sequence[Trial], step: str) -> float:
    """Return the seconds that must be left for a step: some of the last ones, if it begins anew."""
    planned = [trial.planned for trial in record if trial.step == step]
    anew = planned[-1] if planned and TRAITS[step].repeats < 1 else 0.0
    return max(TRAITS[step].shortest, AGAIN_SHARE * anew)


def _cover_seconds(step: str, record: Sequence[Trial], outlook: Outlook) -> float:
    """Return the seconds of the next slice of a step."""
    traits, left = TRAITS[step], _horizon(record, outlook)
    if step == "anneal" and left < LONG_SECONDS:
        seconds = left * _short_share(outlook)
    else:
        seconds = min(left, traits.longest, max(traits.share * left, traits.shortest))
    first = not any(trial.step in ("anneal", "focus") for trial in record)
    return seconds * FOCUS_AFTER if step == "anneal" and first and _focus_pays(outlook) else seconds


def _short_share(outlook: Outlook) -> float:
    """Return the share of a short time that is annealed before a proof, if there is one."""
    if not _proof_follows(outlook):
        return 1.0
    return TINY_SHARE if outlook.candidates <= TINY else SHORT_SHARE


def _proof_follows(outlook: Outlook) -> bool:
    """Return whether a short time ends with a proof."""
    busy = any(step in PROOFS for step in outlook.busy)
    easy = "exact" in outlook.able and outlook.core <= FEW_CORE
    return (easy or "box" in outlook.able) and not busy
