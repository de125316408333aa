"""Solve puzzles of each family: answers have the form that is the family's own."""

from typing import Any

import numpy as np

import rookery as rk

queens = rk.solve(rk.Queens(8))
if queens.answer is not None:
    first: tuple[int, ...] = queens.answer[0]
    print(len(queens.answer), first, queens.answer[:3])

puzzle = rk.Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 17]])
heaviest = rk.solve(puzzle, limits=rk.Limits(seconds=10))
if heaviest.answer is not None:
    best: tuple[int, ...] = heaviest.answer[0]
    print(puzzle.weight(best))
weights = np.random.default_rng(1).integers(1, 99, (8, 8))
for placement in rk.solve(rk.Heaviest(weights, best=3), seed=np.int64(3)).answer or ():
    print(placement[0])

tour = rk.Tour.parse(["Q..", "...", "N.B"], mover="knight")
shortest = rk.solve(tour, method="search", limits=1)
if shortest.answer is not None:
    squares: list[str] = [tour.board.name(square) for square in shortest.answer]
    print(*squares)

cover = rk.Cover.parse(["#__", "___", "__#"], prices=[3, 4, 3, 3, 3, 9, 3, 4])
cheapest = rk.solve(cover, limits=rk.Limits(seconds=5, gap=0.01), threads=1)
for kind, row, column in cheapest.answer or ():
    print(cover.pieces[kind], row, column)
again = rk.solve(cover, limits=1, start=cheapest.answer)
print(again.value, again.bound, again.gap)

kept: list[rk.Result[Any]] = [rk.solve(rk.Queens(4)), rk.solve(rk.Heaviest([[1]]))]
print([result.value for result in kept])
