"""Answers have the form that is the family's own; settings are numbers of Python or NumPy."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, assert_type

import numpy as np

import rookery as rk

Rows = tuple[int, ...]
Square = tuple[int, int]

for rows in rk.solve(rk.Queens(8)).answer or ():
    assert_type(rows, Rows)
puzzle = rk.Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 17]])
for placement in rk.solve(puzzle, limits=rk.Limits(seconds=10)).answer or ():
    assert_type(placement, Rows)
    print(puzzle.weight(placement))
weights = np.random.default_rng(1).integers(1, 99, (8, 8))
rk.solve(rk.Heaviest(weights, best=3), seed=np.int64(3), limits=np.float64(2.5))

tour = rk.Tour.parse(["Q..", "...", "N.B"], mover="knight")
assert_type(rk.solve(tour, method="search", limits=1).answer, Sequence[Square] | None)
assert_type(next(rk.tours(tour, limits=10)), tuple[Square, ...])
cover = rk.Cover.parse(["#__", "___", "__#"], prices=[3, 4, 3, 3, 3, 9, 3, 4])
cheapest = rk.solve(cover, limits=rk.Limits(seconds=5, gap=0.01), threads=1)
for kind, row, column in cheapest.answer or ():
    print(cover.pieces[kind], row, column)
print(rk.solve(cover, limits=1, start=cheapest.answer).gap)
kept: list[rk.Result[Any]] = [rk.solve(rk.Queens(4)), rk.solve(rk.Heaviest([[1]]))]

chunks = rk.placement_chunks(rk.Queens(12), size=10_000, start=range(12))
print(sum(len(chunk) for chunk in chunks))
assert_type(next(rk.placements(rk.Queens(8, given=["a8"]))), Rows)
assert_type(rk.sample(rk.Queens(8), 2, seed=1), list[Rows])
assert_type(rk.placement(rk.Queens(1000), limits=5.0).answer, Rows | None)

with ThreadPoolExecutor(2) as pool:
    rk.count(rk.Queens(14), method="halves", executor=pool, batch=4)
counted = rk.count(rk.Queens(12), fundamental=True, threads=np.int32(2), limits=60)
assert_type(counted.estimate, rk.Estimate | None)
estimate = rk.estimate(rk.Queens(12), limits=rk.Limits(work=2), seed=1)
assert_type(estimate.interval(0.9), tuple[float, float] | None)
assert_type(estimate.error, float | None)
assert_type(estimate.to_json(), str)
