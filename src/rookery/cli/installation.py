"""The installation: ``rookery doctor`` shows it, ``rookery warm`` compiles its kernels."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from rookery.cli import status
from rookery.cli.report import on_terminal
from rookery.cli.streams import answering, say
from rookery.compiled.kept import folder
from rookery.compiled.private import refused
from rookery.compiled.sets import LOW_PRIORITY, KernelSet, compile_missing, start_child
from rookery.errors import PuzzleError, did_you_mean, printable, shown
from rookery.families import kernel_sets
from rookery.results.progress import COMPILING
from rookery.version import DISTRIBUTION, RENDERERS, __version__, install_command

NEEDED = ("numpy", "numba", "ortools", "click", "rich", "filelock")
EXTRAS = {
    "web": (("fastapi", "uvicorn"), "the page and its HTTP API"),
    "plot": (("matplotlib",), "plots"),
    "png": ((RENDERERS["png"],), "PNG pictures"),
    "pdf": ((RENDERERS["pdf"],), "PDF pictures"),
    "pictures": (("pillow",), "puzzles read from pictures"),
    "cluster": (("distributed",), "counts and covers on a Dask cluster"),
    "cuda": (("numba-cuda",), "counts of queens on an NVIDIA GPU"),
}
GPU_SECONDS = 5.0  # at most, for an answer of the driver's tool


@dataclass(frozen=True)
class Extra:
    """A group of optional packages: its name, its purpose, and the versions installed."""

    name: str
    purpose: str
    versions: dict[str, str | None]

    @property
    def is_installed(self) -> bool:
        """Whether all packages of the group are installed."""
        return None not in self.versions.values()

    @property
    def command(self) -> str:
        """The command that installs the group."""
        return install_command(self.name)


@dataclass(frozen=True)
class Kernels:
    """The state of the kernel cache."""

    lanes: str  # the vector instructions that kernels use: avx512, avx2, portable or unknown
    # The cache folder; None if no folder is writable, and then each process compiles its kernels
    folder: Path | None
    refused: str  # the reason why the preferred folder is not used, in words; empty if it is
    compiled: dict[str, bool]  # for the name of each kernel set, whether it is in the cache
    faults: dict[str, str]  # the error of each set that cannot be loaded


@dataclass(frozen=True)
class Findings:
    """The findings of a diagnosis."""

    location: Path
    distribution: str
    system: str
    python: str
    versions: dict[str, str | None]  # versions of the required packages; None for a missing one
    cores: int  # CPU cores available to this process
    gpu: tuple[str, ...]  # NVIDIA GPUs: name, memory and driver
    gpu_refused: str  # the reason why counts cannot use a GPU, in words; empty if they can
    kernels: Kernels
    extras: tuple[Extra, ...]


def examine() -> Findings:
    """Examine this installation and machine; takes a second or two and changes nothing."""
    compiled: dict[str, bool] = {}
    faults: dict[str, str] = {}
    for kernels in kernel_sets():
        try:
            compiled[kernels.name] = kernels.is_kept()
        except Exception as fault:  # of a package that is missing or broken
            compiled[kernels.name] = False
            faults[kernels.name] = _words(fault)
    has_affinity = hasattr(os, "sched_getaffinity")  # not on macOS and Windows
    return Findings(
        location=Path(__file__).parents[1],
        distribution=f"{DISTRIBUTION} {__version__}",
        system=platform.platform(),
        python=f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}",
        versions={name: _version(name) for name in NEEDED},
        cores=len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1,
        gpu=_gpus(),
        gpu_refused=_gpu_refused(),
        kernels=Kernels(*_lanes_and_folder(), refused(), compiled, faults),
        extras=tuple(
            Extra(name, purpose, {package: _version(package) for package in packages})
            for name, (packages, purpose) in EXTRAS.items()
        ),
    )


def _gpu_refused() -> str:
    from rookery.compiled.gpu import why_none

    try:
        return why_none()
    except ImportError as fault:
        return _words(fault)


def _lanes_and_folder() -> tuple[str, Path | None]:
    try:
        from rookery.compiled.lanes import widest

        return widest(), folder()
    except ImportError as fault:
        return f"unknown: {_words(fault)}", None


def _words(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _gpus() -> tuple[str, ...]:
    program = shutil.which("nvidia-smi")
    if program is None:
        return ()
    query = "--query-gpu=name,memory.total,driver_version"
    command = [program, query, "--format=csv,noheader"]
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=GPU_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    rows = [line.rpartition(", ") for line in run.stdout.splitlines()]
    return tuple(f"{gpu}, driver {version}" for gpu, _, version in rows)


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
    for name, found in findings.versions.items():
        yield name, found or "missing"
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
