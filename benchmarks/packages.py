"""The stand-alone program of ``showdown``, compared with the library on `benchmarks.cover`.

``python -m benchmarks.packages [--python pypy3] [--groups 2]``

The library's kernels are compiled in advance. The boards are divided into inputs of at most
fifteen, of mixed sizes. The library (``rookery judge showdown``) and the program answer each input
in turn within ten seconds. Both outputs are checked by the rules, and costs are compared board by
board.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.resources import files
from io import BytesIO
from random import Random
from statistics import fmean

from benchmarks.cover.boards import specs
from benchmarks.measure import BenchmarkError, machine
from rookery.cover.kernel_sets import COVER, HURDLES
from rookery.reading.tokens import Tokens
from rookery.statements import showdown

MOST = 15
PLEDGE = 1.05
PROGRAM = files("rookery.packages") / "files/showdown/submissions/accepted/showdown.py"
LIBRARY = (sys.executable, "-m", "rookery", "judge", "showdown")


def inputs() -> list[tuple[list[str], bytes]]:
    """Return the names of the boards and the text of every input."""
    dealt = list(specs())
    Random(5).shuffle(dealt)
    groups = -(-len(dealt) // MOST)
    found = []
    for number in range(groups):
        group = dealt[number::groups]
        boards = "".join(spec.text().partition("\n")[2] for spec in group)
        found.append(([spec.name for spec in group], f"{len(group)}\n{boards}".encode()))
    return found


def costs(command: Sequence[str], text: bytes) -> tuple[list[float], float]:
    """Return the scores of a command's output for all boards, and its seconds.

    Raises
    ------
    BenchmarkError
        When it fails or its output is wrong.
    """
    began = time.perf_counter()
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    seconds = time.perf_counter() - began
    if done.returncode:
        raise BenchmarkError(f"{' '.join(command)}: {done.stderr.decode()}")
    verdicts = list(showdown.check(Tokens(BytesIO(text)), Tokens(BytesIO(done.stdout))))
    scores = [verdict.score for verdict in verdicts if verdict.score is not None]
    if len(scores) != len(verdicts):
        raise BenchmarkError(f"{' '.join(command)}: a wrong output")
    return scores, seconds


def main() -> int:
    """Compare, print, and return 1 if the pledge is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable, help="the Python that runs the program")
    parser.add_argument("--groups", type=int, help="the number of inputs (all)")
    chosen = parser.parse_args()
    program = (chosen.python, "-I", str(PROGRAM))
    print(machine())
    COVER.compile_here()
    HURDLES.compile_here()
    ratios: dict[str, float] = {}
    for names, text in inputs()[: chosen.groups]:
        own, own_seconds = costs(program, text)
        library, library_seconds = costs(LIBRARY, text)
        found = [ours / theirs for ours, theirs in zip(own, library, strict=True)]
        ratios |= dict(zip(names, found, strict=True))
        print(
            f"{len(names)} boards: {fmean(found):.4f} of the library's cost on average, "
            f"{max(found):.4f} worst; {own_seconds:.2f} s and {library_seconds:.2f} s"
        )
    for size in sorted({name[:3] for name in ratios}):
        of_size = [ratio for name, ratio in ratios.items() if name.startswith(size)]
        print(
            f"{size}: {fmean(of_size):.4f} on average of {len(of_size)}, worst {max(of_size):.4f}"
        )
    mean = fmean(ratios.values())
    worst = max(ratios, key=ratios.__getitem__)
    print(f"all {len(ratios)}: {mean:.4f} on average, worst {ratios[worst]:.4f} ({worst})")
    if mean > PLEDGE:
        print(f"BROKEN: {mean:.4f} of the library's cost, pledged {PLEDGE}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
