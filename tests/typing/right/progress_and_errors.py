"""Solve any and many puzzles, watch the progress, check answers, and take errors apart."""

from typing import TypeVar

import rookery as rk

Answer = TypeVar("Answer")


def within_a_second(puzzle: rk.Puzzle[Answer]) -> Answer | None:
    return rk.solve(puzzle, limits=1).answer


for placement in within_a_second(rk.Queens(6)) or ():
    print(placement[0])


def look(progress: rk.Progress) -> None:
    print(progress.seconds, progress.value, progress.gap)


rk.solve(rk.Cover.domination(6), limits=2, on_progress=look)

with rk.live() as on_progress:
    outcomes = list(rk.solve_many([rk.Queens(6), rk.Queens(8)], on_progress=on_progress))
print(rk.to_frame(outcomes))
for outcome in rk.solve_many([rk.Queens(n) for n in range(4, 8)], limits=10, workers=2):
    value = None if outcome.result is None else outcome.result.value
    print(outcome.number, value, outcome.error)

faults: list[str] = rk.check(rk.Queens(4), [(1, 3, 0, 2)])
print("\n".join(faults))
try:
    rk.Queens(0)
except rk.PuzzleError as error:
    print(error.expected, error.found)
