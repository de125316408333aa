import rookery as rk

puzzle = rk.Cover.parse(["#__", "___", "__#"], prices=[3, 4, 3, 3, 3, 9, 3, 4])
result = rk.solve(puzzle, limits=rk.Limits(seconds=5, gap=0.01), threads=1)
for kind, row, column in result.answer or ():
    print(puzzle.pieces[kind], row, column)
