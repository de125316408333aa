"""Count, list and place pieces of any kinds: placements are tuples of placed pieces."""

from typing import assert_type

import rookery as rk

puzzle = rk.NonAttacking(rk.Board(4, 5), {"queen": 1, "knight": (1, 2)}, blocked=["a1"])
Placement = tuple[tuple[int, int, int], ...]

solved = rk.solve(puzzle)
assert_type(rk.placement(puzzle).answer, Placement | None)
for placement in rk.placements(puzzle, limits=10):
    assert_type(placement, Placement)
    break
assert_type(list(rk.placements(puzzle, fundamental=True)), list[Placement])
assert_type(rk.NonAttacking.parse("Q.. ..."), rk.NonAttacking)
assert_type(rk.fen(rk.NonAttacking(4, "king"), ["a1"]), str)
assert_type(rk.sample(puzzle, 2, seed=1), list[Placement])
counted = rk.count(rk.NonAttacking(4, "king"))
assert_type(counted.by_number, tuple[int, ...] | None)
if solved.answer is not None:
    for kind, row, column in solved.answer:
        assert kind in (0, 1)
        assert (row, column) != (3, 0)
