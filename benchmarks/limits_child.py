"""One task of the suite `limits`, timed in a process of its own; see `benchmarks.limits`."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from typing import Any

import rookery as rk
from rookery.errors import LimitError
from rookery.families import kernel_sets
from rookery.reading.tokens import Tokens
from rookery.statements import showdown

Task = Callable[[rk.Limits], str]
SIDE = 25
START, TARGET, GOAL = "Q", "N", "B"


def outcome(result: Any) -> str:
    """Return a result in a few words."""
    if result.value is None:
        return "-" if result.bound is None else f"bound {result.bound:,}"
    share = "" if result.share is None else f", share {result.share:.1g}"
    return f"{result.value:,}{share}"


def count(puzzle: Any, method: str = "auto", **keywords: Any) -> Task:
    """Return the task of counting."""
    return lambda limits: outcome(rk.count(puzzle, method=method, limits=limits, **keywords))


def solve(puzzle: Any, method: str = "auto") -> Task:
    """Return the task of solving."""
    return lambda limits: outcome(rk.solve(puzzle, method=method, limits=limits))


def placement(puzzle: rk.Queens, method: str = "auto") -> Task:
    """Return the task of finding one placement."""
    return lambda limits: outcome(rk.placement(puzzle, method=method, limits=limits))


def listed(call: Callable[[rk.Limits], Any]) -> Task:
    """Return the task of listing the answers that a call yields; its outcome is their number."""

    def task(limits: rk.Limits) -> str:
        found = 0
        try:
            for _ in islice(call(limits), 10**9):
                found += 1
        except LimitError:
            pass
        return f"{found:,}"

    return task


def board_of_weights(n: int) -> rk.Heaviest:
    """Return a board of uniform weights from 1 to 99."""
    rng = random.Random(n)
    return rk.Heaviest([[rng.randint(1, 99) for _ in range(n)] for _ in range(n)])


def tour_of(n: int, targets: int, mover: str = "Q") -> rk.Tour:
    """Return a tour past random targets on an open board."""
    return rk.Tour.parse(tour_rows(n, targets), mover=mover)


def tour_rows(n: int, targets: int) -> list[str]:
    """Return the rows of a board with random targets."""
    rng = random.Random(targets)
    squares = rng.sample(range(n * n), targets + 2)
    cells = ["."] * (n * n)
    for square, mark in zip(squares, [START, GOAL, *[TARGET] * targets], strict=True):
        cells[square] = mark
    return ["".join(cells[at : at + n]) for at in range(0, n * n, n)]


def cover_board() -> rk.Cover:
    """Return a showdown board of 25x25."""
    text = "".join(showdown.generate(1, 1)).encode()
    board: rk.Cover = next(iter(showdown.read(Tokens(BytesIO(text), "board"))))
    return board


def cover_text() -> str:
    """Return the rows of `cover_board`, one a line."""
    words = "".join(showdown.generate(1, 1)).split()
    rows = [word for word in words if len(word) == SIDE and not word.isdigit()]
    return "\n".join(rows[:SIDE]) + "\n"


def tasks() -> dict[str, Callable[[], Task]]:
    """Return all tasks by name: family, task, method."""
    queens: dict[str, Callable[[], Task]] = {
        "queens: count n = 18": lambda: count(rk.Queens(18)),
        "queens: count n = 26": lambda: count(rk.Queens(26)),
        "queens: count n = 19, fundamental": lambda: count(rk.Queens(19), fundamental=True),
        "queens: count n = 16, search": lambda: count(rk.Queens(16), "search"),
        "queens: count n = 30 through a1": lambda: count(rk.Queens(30, given=["a1"])),
        "queens: solve n = 14": lambda: solve(rk.Queens(14)),
        "queens: solve n = 16": lambda: solve(rk.Queens(16)),
        "queens: solve n = 14, search": lambda: solve(rk.Queens(14), "search"),
        "queens: one of n = 1,000 through b1": lambda: placement(rk.Queens(1000, given=["b1"])),
        "queens: one of n = 10,000,000": lambda: placement(rk.Queens(10**7)),
        "queens: one of n = 300, cp-sat": lambda: placement(rk.Queens(300, given=["b1"]), "cp-sat"),
        "queens: sample of n = 18": lambda: listed(
            lambda limits: rk.sample(rk.Queens(18), 3, limits=limits)
        ),
    }
    heaviest: dict[str, Callable[[], Task]] = {
        f"heaviest: n = {n}, {method}": lambda n=n, method=method: solve(
            board_of_weights(n), method
        )
        for n, method in (
            (36, "branch"),
            (36, "duals"),
            (200, "branch"),
            (500, "branch"),
        )
    }
    tours: dict[str, Callable[[], Task]] = {
        "tour: 26x26, 60 targets": lambda: solve(tour_of(26, 60)),
        "tour: 26x26, 200 targets, search": lambda: solve(tour_of(26, 200), "search"),
        "tour: 12x12, knight, 19 targets, layers": lambda: solve(tour_of(12, 19, "N"), "layers"),
        "tour: 12x12, knight, 19 targets, words": lambda: solve(tour_of(12, 19, "N"), "words"),
        "tour: count, 12x12, knight, 19 targets": lambda: count(tour_of(12, 19, "N")),
        "tour: list, 12x12, knight, 19 targets": lambda: listed(
            lambda limits: rk.tours(tour_of(12, 19, "N"), limits=limits)
        ),
    }
    covers: dict[str, Callable[[], Task]] = {
        f"cover: 25x25, {method}": lambda method=method: solve(cover_board(), method)
        for method in ("auto", "exact", "anneal", "greedy")
    }
    return queens | heaviest | tours | covers


def load_all() -> None:
    """Load every kernel and every solver."""
    from ortools.math_opt.python import mathopt  # noqa: F401 - loaded
    from ortools.sat.python import cp_model  # noqa: F401 - loaded

    for kernels in kernel_sets():
        kernels.compile_here()


def main() -> None:
    """Do a task under each of some limits; print a line of JSON for each."""
    name, warm, *limits = sys.argv[1:]
    task = tasks()[name]()
    if warm == "warm":
        load_all()
    for seconds in map(float, limits):
        began = time.perf_counter()
        answer = task(rk.Limits(seconds=seconds))
        print(json.dumps([seconds, time.perf_counter() - began, answer]), flush=True)


if __name__ == "__main__":
    main()
