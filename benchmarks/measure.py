"""Measurements: whole processes side by side, and functions in processes of their own."""

from __future__ import annotations

import filecmp
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.child import RSS_UNIT
from rookery.version import DISTRIBUTION

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "benchmarks" / ".build"
YARDSTICKS = ROOT / "benchmarks" / "yardsticks"
OURS = (DISTRIBUTION, "numba", "numpy", "ortools")
CXX = "g++"
CXX_FLAGS = ("-std=c++17", "-O2")
NATIVE_FLAGS = ("-std=c++17", "-O3", "-march=native")


class BenchmarkError(RuntimeError):
    """A process failed, or a program that a benchmark needs is missing."""


def exit_status(run: Callable[[], list[str]]) -> int:
    """Run, and print the broken pledges; return 1 if there are any, 2 if it cannot run."""
    try:
        broken = run()
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    for fault in broken:
        print(f"BROKEN {fault}")
    return 1 if broken else 0


@dataclass(frozen=True)
class Run:
    """One process from start to exit: wall time in seconds, peak resident memory in MiB.

    On Linux the peak is at least that of the measuring process at its start, which exec passes on.
    """

    seconds: float
    peak_mib: float


@dataclass(frozen=True)
class Comparison:
    """Two programs run in turn on the same input; ``ours[i]`` ran just before ``theirs[i]``."""

    ours: tuple[Run, ...]
    theirs: tuple[Run, ...]
    same_output: bool

    def __post_init__(self) -> None:
        if not self.ours or len(self.ours) != len(self.theirs):
            raise ValueError(
                f"expected as many runs of both, at least one, "
                f"got {len(self.ours)} and {len(self.theirs)}"
            )

    @property
    def ratios(self) -> tuple[float, ...]:
        """Their time over ours, pair by pair, so that drift of the machine cancels."""
        pairs = zip(self.ours, self.theirs, strict=True)
        return tuple(theirs.seconds / ours.seconds for ours, theirs in pairs)

    @property
    def ratio(self) -> float:
        """The median of `ratios`; above 1, ours is faster."""
        return statistics.median(self.ratios)

    @property
    def peak_mib(self) -> float:
        """The highest peak of our runs, in MiB."""
        return max(run.peak_mib for run in self.ours)


def median_seconds(runs: Sequence[Run]) -> float:
    """The median wall time of `runs`."""
    return statistics.median(run.seconds for run in runs)


def run(argv: Sequence[str], stdin: Path, stdout: Path | str = os.devnull) -> Run:
    """Run one process on a file and wait for it.

    Parameters
    ----------
    argv
        The program's path and its arguments.
    stdin, stdout
        The files it reads and (over)writes.

    Raises
    ------
    BenchmarkError
        When the program is missing or exits with a status other than 0.
    """
    files = [
        (os.POSIX_SPAWN_OPEN, 0, str(stdin), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(stdout), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    began = time.perf_counter()
    try:
        pid = os.posix_spawn(argv[0], list(argv), os.environ, file_actions=files)
    except FileNotFoundError as error:
        raise BenchmarkError(f"expected a program at {argv[0]!r}, found none") from error
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - began
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        raise BenchmarkError(f"expected {' '.join(argv)!r} to exit with 0, got {code}")
    return Run(seconds, usage.ru_maxrss * RSS_UNIT / 2**20)


def compare(ours: Sequence[str], theirs: Sequence[str], stdin: Path, repeats: int) -> Comparison:
    """Run both programs once to compare their output byte by byte, then in turn for the time.

    The first, untimed pair also warms the file cache. `repeats` pairs are timed.
    """
    outputs = stdin.with_suffix(".ours"), stdin.with_suffix(".theirs")
    for argv, output in zip((ours, theirs), outputs, strict=True):
        run(argv, stdin, output)
    pairs = [(run(ours, stdin), run(theirs, stdin)) for _ in range(repeats)]
    return Comparison(
        ours=tuple(pair[0] for pair in pairs),
        theirs=tuple(pair[1] for pair in pairs),
        same_output=filecmp.cmp(*outputs, shallow=False),
    )


def imported_packages(argv: Sequence[str], stdin: Path) -> frozenset[str]:
    """The top-level packages that a Python program imports while it reads `stdin`.

    Raises
    ------
    BenchmarkError
        When the program exits with a status other than 0, or reports no import at all.
    """
    environment = os.environ | {"PYTHONPROFILEIMPORTTIME": "1"}
    with stdin.open("rb") as text:
        done = subprocess.run(argv, stdin=text, capture_output=True, env=environment, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"expected {' '.join(argv)!r} to exit with 0, got {done.returncode}")
    lines = done.stderr.decode(errors="replace").splitlines()
    names = (line.rsplit("|", 1)[1].strip() for line in lines if line.startswith("import time:"))
    packages = frozenset(name.partition(".")[0] for name in names)
    if "sys" not in packages and "encodings" not in packages:
        raise BenchmarkError(f"expected import times from {' '.join(argv)!r}, got none")
    return packages


def build(source: Path, flags: Sequence[str] = CXX_FLAGS) -> Path:
    """Compile a C++ program, unless the last build is newer than its source.

    Raises
    ------
    BenchmarkError
        When there is no compiler or the program does not compile.
    """
    program = BUILD / source.stem
    if program.exists() and program.stat().st_mtime >= source.stat().st_mtime:
        return program
    BUILD.mkdir(exist_ok=True)
    (BUILD / ".gitignore").write_text("*\n")
    draft = program.with_suffix(f".{os.getpid()}")  # others may build, or run, the same program
    command = [CXX, *flags, "-o", str(draft), str(source)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BenchmarkError(f"expected the compiler {CXX!r}, found none") from error
    if done.returncode != 0:
        raise BenchmarkError(f"{source}: does not compile\n{done.stderr}")
    draft.replace(program)
    return program


def machine() -> str:
    """Describe the setting in a line: machine, load, Python, packages, C++."""
    cores = f"{processor()}, {os.cpu_count()} cores"
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"  # of a minute
    python = f"{platform.python_implementation()} {platform.python_version()}"
    packages = ", ".join(map(named, OURS))
    try:
        done = subprocess.run([CXX, "--version"], capture_output=True, text=True, check=False)
        compiler = " ".join((done.stdout.partition("\n")[0], *CXX_FLAGS))
    except FileNotFoundError:
        compiler = f"no {CXX}"
    return "; ".join((cores, f"load {load}", python, packages, compiler))


def processor() -> str:
    """Return the name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


@dataclass(frozen=True)
class Timing:
    """The figures of a program of `benchmarks.peers` in a process of its own.

    Attributes
    ----------
    first
        Seconds of the first call if it compiles, else 0.
    seconds
        The median of the other calls.
    peak_mib
        Peak memory of the process.
    value
        The result of the program.
    """

    first: float
    seconds: float
    peak_mib: float
    value: object


def child(program: str, *arguments: str, warm: bool = False, cache: Path | None = None) -> Timing:
    """Time a program of `benchmarks.peers` in a process of its own (see `benchmarks.child`).

    Parameters
    ----------
    program
        Module and function, such as ``queens:cp_sat``.
    *arguments
        Its arguments.
    warm
        Whether the first call compiles and is timed apart.
    cache
        The folder of compiled kernels; an empty one to compile them all.

    Raises
    ------
    BenchmarkError
        When the process fails.
    """
    command = [sys.executable, "-m", "benchmarks.child", program, *["--warm"] * warm, *arguments]
    environment = os.environ | ({} if cache is None else {"NUMBA_CACHE_DIR": str(cache)})
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"{program} {' '.join(arguments)} failed\n{done.stderr}")
    figures = json.loads(done.stdout)
    seconds = figures["seconds"]
    first = seconds.pop(0) if warm else 0.0
    return Timing(first, statistics.median(seconds), figures["peak_mib"], figures["value"])


def named(package: str) -> str:
    """Return the name and version of a package.

    Raises
    ------
    BenchmarkError
        When it is not installed.
    """
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError as error:
        raise BenchmarkError(
            f"expected the package {package!r}, found none: pip install '.[bench]'"
        ) from error
