"""Values have the type that the puzzle's own have: counts are integers, costs are the prices'."""

from fractions import Fraction
from typing import Any, assert_type

import numpy as np

import rookery as rk

assert_type(rk.count(rk.Queens(6)).value, int | None)
assert_type(rk.count(rk.Cover.domination(3)).bound, int | None)
assert_type(rk.placement(rk.Queens(6)).value, int | None)
assert_type(rk.solve(rk.Tour.parse(["Q.N"])).value, int | None)
assert_type(rk.solve(rk.Queens(6)).value, int | None)

queens = rk.Cover.domination(4)
assert_type(queens, rk.Cover[int])
assert_type(rk.solve(queens).value, int | None)
assert_type(rk.solve(rk.Cover.parse(["#__"], {"R": 3})).bound, int | None)
assert_type(rk.solve(rk.Cover(3, ["a1"], [2, 3], ["N", "K"])).value, int | None)
assert_type(rk.Cover(3, ["a1"], {"N": 3}, square_prices=[[2] * 3] * 3).value([]), int)

halves = rk.Cover(3, ["a1"], {"N": Fraction(1, 2), "K": "2.5"})
assert_type(halves, rk.Cover)
assert_type(rk.solve(halves).value, int | Fraction | None)
assert_type(halves.prices, tuple[int | Fraction, ...])
by_square = rk.Cover.domination(3, square_prices=np.full((3, 3), 0.5))
assert_type(rk.solve(by_square).value, int | Fraction | None)
assert_type(rk.Cover(3, ["a1"], np.array([0.5]), ["N"]).value([]), int | Fraction)

every: list[rk.Cover] = [queens, halves, by_square]
results: list[rk.Result[Any]] = [rk.solve(one) for one in every]
print(sum(rk.count(one).value or 0 for one in every), results)
