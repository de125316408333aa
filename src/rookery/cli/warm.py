"""``rookery warm``: compile kernels ahead of need."""

from __future__ import annotations

import click

from rookery.cli import status
from rookery.cli.progress import on_terminal
from rookery.cli.streams import say
from rookery.compiled.kept import folder
from rookery.compiled.sets import LOW_PRIORITY, KernelSet, compile_missing, start_child
from rookery.errors import PuzzleError, did_you_mean, shown
from rookery.families import kernel_sets
from rookery.results.progress import COMPILING

EPILOG = """\b
Examples:
  rookery warm
  rookery warm cover queens-lists
  rookery warm --background

Without this, the first command that needs kernels compiles them in the background and does
meanwhile what it can without them. `rookery doctor` shows which sets are compiled and where
they are kept.
"""


@click.command(epilog=EPILOG, short_help="Compile all kernels, once.")
@click.argument("sets", nargs=-1)
@click.option("--here", is_flag=True, hidden=True, help="In this process, one after the other.")
@click.option(
    "--background", is_flag=True, help="Return at once; compile one set at a time, at low priority."
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def warm(sets: tuple[str, ...], here: bool, background: bool, quiet: bool) -> int:
    """Compile all kernels, or only the SETS named, once.

    Each set is compiled in a process of its own, as many at a time as there are cores, and is
    kept for every later run.
    """
    chosen = _chosen(sets)
    if here:
        for kernels in chosen:
            kernels.compile_here()
        return status.DONE
    if folder() is None:
        say("rookery: kernels cannot be kept: no folder for them can be written to")
        return status.BAD
    if background:
        start_child([kernels.name for kernels in chosen], LOW_PRIORITY)
        if not quiet:
            say("rookery: missing kernels are compiled in the background, at low priority")
        return status.DONE
    left = compile_missing(chosen, (lambda *_: None) if quiet else _tell)
    for kernels in left:
        say(f"rookery: kernels {kernels.name} could not be compiled and kept")
    if not (left or quiet):
        say(f"rookery: all {len(chosen)} sets of kernels are compiled")
    return status.BAD if left else status.DONE


def _chosen(names: tuple[str, ...]) -> tuple[KernelSet, ...]:
    known = {kernels.name: kernels for kernels in kernel_sets()}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, list(known)) or f"; there are {', '.join(known)}"
            raise PuzzleError(expected="a set of kernels", found=f"{shown(name)}{hint}")
    return tuple(known[name] for name in names) or tuple(known.values())


def _tell(done: int, total: int, kernels: KernelSet | None) -> None:
    """Say how far it is: on a terminal in one line that changes, elsewhere line by line."""
    name = "" if kernels is None else f" ({kernels.name})"
    line = f"{COMPILING}: {done} of {total} sets{name}"
    if on_terminal(quiet=False):
        click.echo(f"\r\x1b[K{line}", nl=done == total, err=True)
    else:
        say(line)
