"""The options of a count that works in units: its ledger, its workers, and what is done twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shlex import quote
from typing import Any, TypeVar

import click

from rookery.cli.cluster import cluster, cluster_options
from rookery.cli.options import Solving
from rookery.cli.ranges import Integer, Real
from rookery.cli.streams import say
from rookery.running.units import WorkError

Function = TypeVar("Function", bound=Callable[..., Any])

UNIT_OPTIONS = ("save", "resume", "dask", "workers", "batch", "verify")

_SAVE = click.option(
    "--save",
    metavar="FILE",
    help="With --count: record each finished unit of work in a new file, the ledger.",
)
_RESUME = click.option(
    "--resume", metavar="FILE", help="With --count: continue from a ledger made by --save."
)
_BATCH = click.option(
    "--batch",
    type=Integer(min=1),
    metavar="K",
    help="Send K units of work to a worker at a time.",
)
_VERIFY = click.option(
    "--verify",
    type=Real(min=0, max=1),
    metavar="SHARE",
    help="With --count: do this part of the units of work twice, such as 0.05, by different "
    "workers where there are several, and compare.",
)


def unit_options(function: Function) -> Function:
    """Add ``--save``, ``--resume``, ``--dask``, ``--workers``, ``--batch`` and ``--verify``."""
    return _SAVE(_RESUME(cluster_options(_BATCH(_VERIFY(function)))))


def refuse_units(wanted: Mapping[str, Any]) -> None:
    """Raise an error when an option of units is given where nothing is counted."""
    for name in UNIT_OPTIONS:
        if wanted[name]:
            raise click.UsageError(f"expected --{name} with --count, got it without")


@contextmanager
def units_of(wanted: Mapping[str, Any], solving: Solving) -> Iterator[dict[str, Any]]:
    """Yield the keywords of `rookery.count`, but for `on_progress` and `fundamental`.

    What it takes to find the workers is part of the seconds. When workers die, it is said how to
    go on from the ledger.
    """
    started = time.perf_counter()
    keywords = {"save": wanted["save"], "resume": wanted["resume"]}
    keywords |= {"batch": wanted["batch"] or 1, "verify": wanted["verify"] or 0.0}
    try:
        with cluster(wanted["dask"], wanted["workers"], solving.seconds) as executor:
            yield solving.keywords(started) | keywords | {"executor": executor}
    except WorkError:
        tell_how_to_resume(wanted)
        raise


def tell_how_to_resume(wanted: Mapping[str, Any]) -> None:
    """Say which option goes on with a count that was stopped, if it has a ledger."""
    saved, resumed = wanted["save"], wanted["resume"]
    if saved:
        say(f"rookery: to go on: the same command with --resume {quote(saved)} instead of --save")
    elif resumed:
        say("rookery: to go on: the same command again")
