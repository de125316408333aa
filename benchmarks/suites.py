"""The table of suites: what each measures, and the function that runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.report import Report

Run = Callable[[int, Report], None]
"""Called with the number of repeats and a report: fills its tables, reports broken pledges."""


@dataclass(frozen=True)
class Suite:
    """A row of the table.

    Attributes
    ----------
    summary
        What it measures, in words.
    load
        Returns its function. Only then is its module imported: the peak memory of a measured
        C++ program is never below the measuring one's.
    """

    summary: str
    load: Callable[[], Run]


def _statements() -> Run:
    from benchmarks.statements import run

    return run


def _queens() -> Run:
    from benchmarks.queens import run

    return run


def _estimates() -> Run:
    from benchmarks.estimates import run

    return run


def _workers() -> Run:
    from benchmarks.workers import run

    return run


def _placements() -> Run:
    from benchmarks.placements import run

    return run


def _heaviest() -> Run:
    from benchmarks.heaviest import run

    return run


def _nonattacking() -> Run:
    from benchmarks.nonattacking import run

    return run


def _peers() -> Run:
    from benchmarks.peers import run

    return run


def _regions() -> Run:
    from benchmarks.regions import run

    return run


def _tour() -> Run:
    from benchmarks.tour import run

    return run


def _targets() -> Run:
    from benchmarks.targets import run

    return run


def _cover() -> Run:
    from benchmarks.cover import run

    return run


def _cover_parts() -> Run:
    from benchmarks.cover_parts import run

    return run


def _cover_engine() -> Run:
    from benchmarks.cover_engine import run

    return run


def _cold_start() -> Run:
    from benchmarks.cold_start import run

    return run


def _limits() -> Run:
    from benchmarks.limits import run

    return run


def _scale() -> Run:
    from benchmarks.scale import run

    return run


def _quick() -> Run:
    from benchmarks.quick import run

    return run


SUITES = {
    "statements": Suite("the three 8x8 statements beside plain C++ programs", _statements),
    "queens": Suite(
        "counting n queens beside C++, CP-SAT, exact-cover, python-constraint2, plain Python",
        _queens,
    ),
    "estimates": Suite("estimates of counts, and other ways of sampling beside them", _estimates),
    "workers": Suite("one worker process beside two, and what handing units out costs", _workers),
    "placements": Suite(
        "all placements beside C++ and CP-SAT, one of a million queens",
        _placements,
    ),
    "heaviest": Suite("the heaviest placement, proved, beside HiGHS and CP-SAT", _heaviest),
    "nonattacking": Suite(
        "non-attacking pieces of any kind beside C++, plain Python and CP-SAT", _nonattacking
    ),
    "peers": Suite(
        "classical counts beside plain C++ and Graphillion: no row may be below 1", _peers
    ),
    "regions": Suite(
        "region puzzles beside multi-puzzle-solver and queens-generator, where installed", _regions
    ),
    "tour": Suite("tours beside plain C++ and networkx, exact sizes, searches", _tour),
    "targets": Suite(
        "tours of many targets beside OR-tools' routing and CP-SAT, in the same time", _targets
    ),
    "cover": Suite(
        "showdown boards: costs beside the best known, greedy, CP-SAT and HiGHS",
        _cover,
    ),
    "cover_parts": Suite(
        "the default method for covers beside its single methods, in the same time", _cover_parts
    ),
    "cover_engine": Suite("the cover engine's annealing speed and its early bound", _cover_engine),
    "cold_start": Suite("fifteen showdown boards where no kernel was ever compiled", _cold_start),
    "limits": Suite("whether limits of seconds are kept, kernels compiled and not", _limits),
    "scale": Suite("cost against size, and how it grows", _scale),
}

QUICK = Suite("a check of all in a minute, against recorded ratios; in no page", _quick)
