"""The installation: ``rookery doctor`` shows it, ``rookery warm`` compiles its kernels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from rookery.api.doctor import Findings, examine
from rookery.cli import status
from rookery.cli.report import on_terminal
from rookery.cli.streams import answering, say
from rookery.compiled.kept import folder
from rookery.compiled.sets import LOW_PRIORITY, KernelSet, compile_missing, start_child
from rookery.errors import PuzzleError, did_you_mean, printable, shown
from rookery.families import kernel_sets
from rookery.results.progress import COMPILING

WIDTH = 24  # characters of the column of names
EXAMINING = """\b
Examples:
  rookery doctor
  rookery doctor --json
"""


@click.command(epilog=EXAMINING, short_help="Show what is installed and used.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def doctor(as_json: bool) -> int:
    """Show what is installed and used: versions, cores, GPUs, kernels, extras.

    The exit status is 0 if all kernels are compiled and cached, else 1.
    """
    findings = examine()
    with answering() as answers:
        if as_json:
            answers.write(f"{json.dumps(asdict(findings), default=str)}\n")
        else:
            answers.write(
                "".join(f"{name:{WIDTH}}{printable(text)}\n" for name, text in _rows(findings))
            )
    kernels = findings.kernels
    is_well = kernels.folder is not None and all(kernels.compiled.values())
    return status.DONE if is_well else status.REJECTED


def _rows(findings: Findings) -> Iterator[tuple[str, str]]:
    yield "rookery", f"{findings.distribution}, in {findings.location}"
    yield "python", findings.python
    yield "system", findings.system
    yield "cores", str(findings.cores)
    unusable = [f"none can be used: {findings.gpu_refused}"] if findings.gpu_refused else []
    yield "gpu", "; ".join([*findings.gpu, *unusable]) or "one that nvidia-smi does not list"
    for name, version in findings.versions.items():
        yield name, version or "missing"
    kernels = findings.kernels
    yield "vector lanes", f"{kernels.lanes} (ROOKERY_LANES forces others)"
    if kernels.refused:
        yield "kernels", f"not cached where others can write: {kernels.refused}"
    if kernels.folder is not None:
        yield "kernels", f"cached in {kernels.folder}, which only you can write to"
        for name, is_compiled in kernels.compiled.items():
            if fault := kernels.faults.get(name):
                yield f"  {name}", f"cannot be loaded: {fault}"
            else:
                yield f"  {name}", "compiled" if is_compiled else "not compiled: run `rookery warm`"
    elif kernels.faults:
        yield "kernels", f"cannot be loaded: {next(iter(kernels.faults.values()))}"
    else:
        yield "kernels", "cannot be cached: no folder is writable; set NUMBA_CACHE_DIR"
    for extra in findings.extras:
        found = ", ".join(f"{name} {version}" for name, version in extra.versions.items())
        missing = f"missing, for {extra.purpose}: {extra.command}"
        yield (
            f"extra {extra.name}",
            f"{found}, for {extra.purpose}" if extra.is_installed else missing,
        )


WARMING = """\b
Examples:
  rookery warm
  rookery warm cover queens-lists
  rookery warm --background

Without this, the first command that needs kernels compiles them in the background, and works
without them meanwhile. `rookery doctor` shows which sets are compiled, and the folder of the cache.
"""


@click.command(epilog=WARMING, short_help="Compile all kernels, once.")
@click.argument("sets", nargs=-1)
@click.option("--here", is_flag=True, hidden=True, help="In this process, one after the other.")
@click.option(
    "--background", is_flag=True, help="Return at once; compile one set at a time, at low priority."
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def warm(sets: tuple[str, ...], here: bool, background: bool, quiet: bool) -> int:
    """Compile all kernels, or only the SETS named, once.

    Each set is compiled in a process of its own, one per core at a time, and cached for later runs.
    """
    known = {kernels.name: kernels for kernels in kernel_sets()}
    for name in sets:
        if name not in known:
            hint = did_you_mean(name, list(known)) or f"; there are {', '.join(known)}"
            raise PuzzleError(expected="a set of kernels", found=f"{shown(name)}{hint}")
    chosen = tuple(known[name] for name in sets) or tuple(known.values())
    if here:
        for kernels in chosen:
            kernels.compile_here()
        return status.DONE
    if folder() is None:
        say("rookery: kernels cannot be cached: no folder is writable")
        return status.BAD
    if background:
        start_child([kernels.name for kernels in chosen], LOW_PRIORITY)
        if not quiet:
            say("rookery: missing kernels are compiled in the background, at low priority")
        return status.DONE
    left = compile_missing(chosen, (lambda *_: None) if quiet else _show_progress)
    for kernels in left:
        say(f"rookery: kernels {kernels.name} could not be compiled and cached")
    if not (left or quiet):
        say(f"rookery: all {len(chosen)} sets of kernels are compiled")
    return status.BAD if left else status.DONE


def _show_progress(done: int, total: int, kernels: KernelSet | None) -> None:
    """Print the number of sets done: on a terminal in one changing line, elsewhere line by line."""
    name = "" if kernels is None else f" ({kernels.name})"
    line = f"{COMPILING}: {done} of {total} sets{name}"
    if on_terminal(quiet=False):
        click.echo(f"\r\x1b[K{line}", nl=done == total, err=True)
    else:
        say(line)
