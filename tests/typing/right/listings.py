"""List, place and sample: placements are tuples, tours are tuples of squares."""

import rookery as rk

for path in rk.tours(rk.Tour.parse(["Q...", "N.PB"]), limits=10):
    row, column = path[-1]
    print(row + column)
total = 0
for chunk in rk.placement_chunks(rk.Queens(12), size=10_000, start=range(12)):
    total += len(chunk)
for placement in rk.placements(rk.Queens(8, given=["a8"])):
    columns: list[int] = [row + 1 for row in placement]
    print(*columns)
drawn: list[tuple[int, ...]] = rk.sample(rk.Queens(8), 2, seed=1)
print(drawn[0])
placed = rk.placement(rk.Queens(1000), limits=5.0)
if placed.answer is not None:
    rows: tuple[int, ...] = placed.answer
    print(rows[0])
