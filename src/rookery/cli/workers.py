"""Counts by work units, and their options: a cluster or processes, ledgers, repeats."""

from __future__ import annotations

import logging
import os
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from shlex import quote
from typing import Any

import click

import rookery as api
from rookery.cli import status
from rookery.cli.options import Solving, number_option
from rookery.cli.report import Output, none_text, reporting, share_text, units_text
from rookery.cli.streams import answering, say
from rookery.cli.types import Choice, Real
from rookery.compiled.gpu import DeviceError
from rookery.errors import RookeryError
from rookery.results.limits import Clock, Limits
from rookery.results.result import Result, Status
from rookery.results.settings import DEVICES
from rookery.running.units import Executors, WorkError, call_within, first_line, within
from rookery.version import DISTRIBUTION, install_command

CONNECT_SECONDS = 30.0  # at most, to reach a cluster
CLOSE_SECONDS = 1.0  # at most, to close the connection
NOT_INSTALLED = f"Dask is not installed here: {install_command('cluster')}"

dask_option = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler, such as tcp://host:8786.",
)
_WORKERS = number_option(
    "--workers", "Work in K processes of this machine, which end with this command.", metavar="K"
)


def cluster_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--dask`` and ``--workers``."""
    return dask_option(_WORKERS(function))


@contextmanager
def cluster(
    dask: str | None, workers: int | None, seconds: float | None = None
) -> Iterator[Executors | None]:
    """Yield the executor of a Dask cluster, a factory of processes, or None.

    `dask` is the address of a scheduler, `workers` a number of processes. The time limit of the
    work, `seconds`, includes connecting. Raises a `RookeryError` if Dask is not installed, the
    cluster cannot be reached or has no workers, a worker has another version of rookery or none, or
    the cluster is lost or its workers die during the work.
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
        from distributed.comm.addressing import get_address_host_port
        from distributed.comm.core import CommClosedError
    except ImportError as error:
        raise RookeryError(NOT_INSTALLED) from error
    with ExitStack() as stack:
        logging.disable(logging.CRITICAL)  # errors say all that matters to a user
        stack.callback(logging.disable, logging.NOTSET)
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
        try:
            get_address_host_port(dask)  # a client given no address takes a minute to close
            most = CONNECT_SECONDS if seconds is None else min(seconds, CONNECT_SECONDS)
            clock = Clock(Limits(most))
            connect = partial(distributed.Client, dask, timeout=most, set_as_default=False)
            client: Any = within(most, connect)
            stack.callback(_close, client)
            call_within(client, partial(client.wait_for_workers, 1), clock.seconds_left())
            refuse_other_versions(client, clock)
        except (OSError, ValueError) as error:
            why = first_line(error)
            raise RookeryError(f"cannot reach the Dask cluster at {dask!r}: {why}") from error
        try:
            yield client.get_executor(pure=False)
        except distributed.scheduler.KilledWorker as error:
            why = first_line(error)
            raise WorkError(f"the workers of the cluster at {dask!r} died: {why}") from error
        except (CancelledError, CommClosedError) as error:
            why = first_line(error)
            raise WorkError(f"the cluster at {dask!r} was lost: {why}") from error


def _close(client: Any) -> None:
    try:
        client.close(timeout=CLOSE_SECONDS)
    except TimeoutError:
        client.status = "closed"  # or it would be closed again, with another limit


def refuse_other_versions(client: Any, clock: Clock) -> None:
    """Raise if a worker has another version of rookery: its units would kill it."""
    here = version(DISTRIBUTION)
    find = partial(client.run, version, DISTRIBUTION, on_error="return")
    for worker, found in call_within(client, find, clock.seconds_left()).items():
        if found != here:
            there = "none" if isinstance(found, BaseException) else found
            raise RookeryError(f"worker {worker}: expected {DISTRIBUTION} {here}, got {there}")


UNIT_OPTIONS = ("save", "resume", "dask", "workers", "batch", "verify", "device", "certificate")
NO_UNITS: Mapping[str, Any] = dict.fromkeys(UNIT_OPTIONS)

_SAVE = click.option(
    "--save",
    metavar="FILE",
    help="With --count: record each finished work unit in a new file, the ledger.",
)
_RESUME = click.option(
    "--resume", metavar="FILE", help="With --count: continue from a ledger made by --save."
)
_BATCH = number_option("--batch", "Send K work units to a worker at a time.", metavar="K")
_VERIFY = number_option(
    "--verify",
    "With --count: run this share of the work units, such as 0.05, twice and compare; on different "
    "workers if there are several.",
    metavar="SHARE",
    type=Real(min=0, max=1),
)
_DEVICE = click.option(
    "--device",
    type=Choice(DEVICES),
    help="With --count: count on the CPU, on the NVIDIA GPU of each process (cuda), or on any: a "
    "GPU where a process has one, else its CPU; default: cpu.",
)
_CERTIFICATE = click.option(
    "--certificate",
    metavar="PROOF",
    help="With --count: write the count and its parts to this file, for rookery verify.",
)


def unit_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of long counts, `UNIT_OPTIONS`."""
    return _SAVE(_RESUME(cluster_options(_BATCH(_VERIFY(_DEVICE(_CERTIFICATE(function)))))))


def refuse_units(options: Mapping[str, Any]) -> None:
    """Raise an error for options of long counts without a count."""
    for name in UNIT_OPTIONS:
        if options[name]:
            raise click.UsageError(f"expected --{name} with --count, got it without")


@contextmanager
def units_of(options: Mapping[str, Any], solving: Solving) -> Iterator[dict[str, Any]]:
    """Yield the keywords of `rookery.count`, except `on_progress` and `fundamental`.

    The seconds include connecting to the workers. If workers die or a GPU fails, a message says how
    to resume.
    """
    started = time.perf_counter()
    keywords = {"save": options["save"], "resume": options["resume"]}
    keywords |= {"batch": options["batch"] or 1, "verify": options["verify"] or 0.0}
    keywords |= {"device": options["device"] or "cpu", "certificate": options["certificate"]}
    try:
        with cluster(options["dask"], options["workers"], solving.seconds) as executor:
            yield solving.keywords(started) | keywords | {"executor": executor}
    except WorkError:
        say_how_to_resume(options)
        raise
    except DeviceError:
        if options["save"] and os.path.exists(options["save"]):
            say_how_to_resume(options)
        raise


def say_how_to_resume(options: Mapping[str, Any]) -> None:
    """Print how to resume a stopped count, if it has a ledger."""
    saved, resumed = options["save"], options["resume"]
    if saved:
        say(f"rookery: to resume: the same command with --resume {quote(saved)} instead of --save")
    elif resumed:
        say("rookery: to resume: the same command again")


def print_count(
    puzzle: Any,
    keywords: Mapping[str, Any],
    output: Output,
    quiet: bool,
    options: Mapping[str, Any] = NO_UNITS,
    text: Callable[[Result], str] = lambda result: f"{result.value}\n",
) -> int:
    """Count the answers of a puzzle, print the count, and return the exit status.

    The `keywords` are those of `rookery.count`, the `options` those of `unit_options`; `text`
    returns the text of a complete count.
    """
    with answering() as answers, reporting(quiet, units_text) as on_progress:
        result: Result = api.count(puzzle, on_progress=on_progress, **keywords)
        is_counted = result.status is Status.OPTIMAL
        counted = text(result) if is_counted else ""
        output.write(answers, result, counted)
        if is_counted and (options["verify"] or options["certificate"]) and not quiet:
            say(f"rookery: {result.note}")
        elif result.value == 0 and result.note and is_counted and not (output.as_json or quiet):
            say(f"rookery: {none_text('placement', result.note)}")
        if not (is_counted or output.as_json or quiet):
            why = f"{result.reason.value}{result.note and ', '}{result.note}"
            share = "" if result.share is None else f", {share_text(result.share)} of the work"
            say(f"rookery: at least {result.value or 0}, not counted to the end{share}: {why}")
            if result.estimate is not None:
                say(f"rookery: estimated: {result.estimate}")
        # A count without time to begin has no ledger.
        has_ledger = not options["save"] or os.path.exists(options["save"])
        if has_ledger and not (is_counted or quiet):
            say_how_to_resume(options)
    return status.of_result(result)
