import rookery as rk

for placement in rk.placements(rk.Queens(8, given=["a8"])):
    columns: list[int] = [row + 1 for row in placement]
    print(*columns)
