from typing import TypeVar

import rookery as rk

Answer = TypeVar("Answer")


def within_a_second(puzzle: rk.Puzzle[Answer]) -> Answer | None:
    return rk.solve(puzzle, limits=1).answer


found = within_a_second(rk.Queens(6))
if found is not None:
    print(found[0][0])
