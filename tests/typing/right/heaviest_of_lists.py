import rookery as rk

puzzle = rk.Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 17]])
result = rk.solve(puzzle, limits=rk.Limits(seconds=10))
if result.answer is not None:
    best: tuple[int, ...] = result.answer[0]
    print(puzzle.weight(best))
