"""Diagnosis of the installation: packages, kernels and machine."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

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
    from rookery.compiled.private import refused
    from rookery.families import kernel_sets

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
        from rookery.compiled.kept import folder
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
