"""``--dask`` and ``--workers``: the workers of a Dask cluster, or processes of this machine."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from typing import Any, TypeVar

import click

from rookery.cli.ranges import Integer
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
        yield None if workers is None else _processes(workers)
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


def _processes(workers: int) -> Executors:
    from rookery.running.processes import processes  # slow to import

    return processes(workers)


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
