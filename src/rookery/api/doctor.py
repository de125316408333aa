"""What is installed and used here: for whoever wants to know why it is slow or missing."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rookery.version import DISTRIBUTION, __version__, install_command

NEEDED = ("numpy", "numba", "ortools", "click", "rich", "filelock")
EXTRAS = {
    "web": (("fastapi", "uvicorn"), "the page and its HTTP API"),
    "plot": (("matplotlib",), "plots"),
    "png": (("resvg-py",), "PNG pictures"),
    "cluster": (("distributed",), "counts and covers on a Dask cluster"),
}
GPU_SECONDS = 5.0  # that the driver's tool may take to answer


@dataclass(frozen=True)
class Extra:
    """Optional packages: what they are for, their versions, how to get what is missing."""

    name: str
    purpose: str
    versions: dict[str, str | None]

    @property
    def is_installed(self) -> bool:
        """Whether all packages are there."""
        return None not in self.versions.values()

    @property
    def command(self) -> str:
        """What installs them."""
        return install_command(self.name)


@dataclass(frozen=True)
class Kernels:
    """Where compiled kernels are kept, and which are.

    Attributes
    ----------
    lanes
        The vectors that kernels use: avx512, avx2 or portable.
    folder
        None where no folder can be written to: then each process compiles what it needs.
    refused
        Why they are not kept where they would be first, in words; empty if they are.
    compiled
        By the name of each set, whether it is kept.
    """

    lanes: str
    folder: Path | None
    refused: str
    compiled: dict[str, bool]


@dataclass(frozen=True)
class Findings:
    """All there is to tell.

    Attributes
    ----------
    versions
        Of rookery, Python and the packages it needs; None for one that is missing.
    cores
        That this process may use.
    gpu
        Names of NVIDIA GPUs; rookery uses none.
    """

    location: Path
    distribution: str
    system: str
    python: str
    versions: dict[str, str | None]
    cores: int
    gpu: tuple[str, ...]
    kernels: Kernels
    extras: tuple[Extra, ...]


def examine() -> Findings:
    """Look at this installation and machine; takes a second or two and changes nothing."""
    return Findings(
        location=Path(__file__).parents[1],
        distribution=f"{DISTRIBUTION} {__version__}",
        system=platform.platform(),
        python=f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}",
        versions={name: _version(name) for name in NEEDED},
        cores=_cores(),
        gpu=_gpus(),
        kernels=_kernels(),
        extras=tuple(
            Extra(name, purpose, {package: _version(package) for package in packages})
            for name, (packages, purpose) in EXTRAS.items()
        ),
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


def _gpus() -> tuple[str, ...]:
    program = shutil.which("nvidia-smi")
    if program is None:
        return ()
    command = [program, "--query-gpu=name", "--format=csv,noheader"]
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=GPU_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(run.stdout.splitlines())


def _kernels() -> Kernels:
    from rookery.compiled.kept import folder
    from rookery.compiled.lanes import widest
    from rookery.compiled.private import refused
    from rookery.families import kernel_sets

    compiled = {kernels.name: kernels.is_kept() for kernels in kernel_sets()}
    return Kernels(widest(), folder(), refused(), compiled)
