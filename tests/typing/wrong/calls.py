"""Calls that a type checker refuses, each at its line."""

import rookery as rk

rk.solve(rk.Board(8))  # wrong
print(rk.solve(rk.Queens(8)).answer[0])  # wrong
print(rk.solve(rk.Queens(8)).val)  # wrong
print((rk.solve(rk.Queens(8)).answer or ())[0].square)  # wrong
rk.count(rk.Heaviest([[1]]))  # wrong
rk.tours(rk.Tour.parse(["Q.N"]), 5)  # wrong
rk.solve(rk.Queens(8), limits="5")  # wrong
rk.solve(rk.Queens(8), "listing")  # wrong
rk.solve(8)  # wrong
rk.placements(rk.Tour.parse(["Q.N"]))  # wrong
rk.solve(rk.Queens(8), on_progress=lambda one, two: None)  # wrong
rk.solve(rk.Queens(8), seed=0.5)  # wrong
rk.solve(rk.Queens(8), seed="3")  # wrong
rk.Queens("8")  # wrong
tour = rk.solve(rk.Tour.parse(["Q.N"])).answer or ()
names: list[str] = [square for square in tour]  # wrong
rk.count(rk.Queens(8), threads=[1])  # wrong
rk.count(rk.Queens(8), fundamentals=True)  # wrong
rk.placement(rk.Queens(8), limit=3)  # wrong
rk.solve_many([rk.Queens(8)], worker=3)  # wrong
rk.solve(rk.Queens(8), sedd=3)  # wrong
text: str | None = rk.count(rk.Queens(8)).value  # wrong
whole: int | None = rk.solve(rk.Cover.parse(["#_"], {"R": "1/2"})).value  # wrong
