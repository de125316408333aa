"""Options of work in units: a Dask cluster or processes of this machine, ledgers, repeats."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from shlex import quote
from typing import Any, TypeVar

import click

from rookery.cli.options import Solving
from rookery.cli.ranges import Integer, Real
from rookery.cli.streams import say
from rookery.errors import RookeryError
from rookery.results.limits import Clock, Limits
from rookery.running.clusters import asked, within
from rookery.running.units import Executors, WorkError
from rookery.version import DISTRIBUTION, install_command

Function = TypeVar("Function", bound=Callable[..., Any])

CONNECT_SECONDS = 30.0
CLOSE_SECONDS = 1.0
NOT_INSTALLED = f"Dask is not installed here: {install_command('cluster')}"

dask_option = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler, such as tcp://host:8786.",
)
_WORKERS = click.option(
    "--workers",
    type=Integer(min=1),
    metavar="K",
    help="Work in K processes of this machine, which end with this command.",
)


def cluster_options(function: Function) -> Function:
    """Add ``--dask`` and ``--workers``."""
    return dask_option(_WORKERS(function))


@contextmanager
def cluster(
    dask: str | None, workers: int | None, seconds: float | None = None
) -> Iterator[Executors | None]:
    """Yield an executor of the cluster asked for, what makes processes, or None.

    Parameters
    ----------
    dask
        The address of a scheduler.
    workers
        The number of processes.
    seconds
        The limit of the work, which the cluster has to be reached within.

    Raises
    ------
    RookeryError
        When Dask is not installed, when the cluster cannot be reached or has no workers, or
        workers with another rookery or none, and when it is lost or its workers die while it
        works.
    """
    if dask is not None and workers is not None:
        raise click.UsageError("expected --dask or --workers, got both")
    if dask is None:
        if workers is None:
            yield None
            return
        from rookery.running.processes import processes  # slow to import

        yield processes(workers)
        return
    try:
        import distributed
        from distributed.comm.core import CommClosedError
    except ImportError as error:
        raise RookeryError(NOT_INSTALLED) from error
    with ExitStack() as stack:
        logging.disable(logging.CRITICAL)  # what matters to a user comes as an error
        stack.callback(logging.disable, logging.NOTSET)
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
        try:
            most = CONNECT_SECONDS if seconds is None else min(seconds, CONNECT_SECONDS)
            client = _client(distributed, stack, dask, Clock(Limits(most)))
        except (OSError, ValueError) as error:
            said = _first_line(error)
            raise RookeryError(f"cannot reach the Dask cluster at {dask!r}: {said}") from error
        try:
            yield client.get_executor(pure=False)
        except distributed.scheduler.KilledWorker as error:
            said = _first_line(error)
            raise WorkError(f"the workers of the cluster at {dask!r} died: {said}") from error
        except (CancelledError, CommClosedError) as error:
            said = _first_line(error)
            raise WorkError(f"the cluster at {dask!r} was lost: {said}") from error


def _client(distributed: Any, stack: ExitStack, address: str, clock: Clock) -> Any:
    """Return a client of a cluster that has workers with this rookery."""
    connect = partial(
        distributed.Client, address, timeout=clock.seconds_left(), set_as_default=False
    )
    client = within(clock.seconds_left(), connect)
    stack.callback(_close, client)
    asked(client, partial(client.wait_for_workers, 1), clock.seconds_left())
    _expect_this_rookery(client, clock)
    return client


def _close(client: Any) -> None:
    try:
        client.close(timeout=CLOSE_SECONDS)
    except TimeoutError:
        client.status = "closed"  # or it would be closed again, with another limit


def _expect_this_rookery(client: Any, clock: Clock) -> None:
    """Refuse workers that cannot do our units, which would die of them one after the other."""
    here = version(DISTRIBUTION)
    find = partial(client.run, version, DISTRIBUTION, on_error="return")
    for worker, found in asked(client, find, clock.seconds_left()).items():
        if found != here:
            told = "none" if isinstance(found, BaseException) else found
            raise RookeryError(f"worker {worker}: expected {DISTRIBUTION} {here}, got {told}")


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


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
