"""Rookery and the programs compared with it, each as a function to be timed.

A program takes its arguments as strings, prepares, and returns a function without arguments. All
programs for a task return the same result, which shows that they solved the same puzzle.

The suite of this name compares classical counts; other suites use the programs too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.report import Report


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    from benchmarks.peers.suite import run_suite

    run_suite(repeats, report)
