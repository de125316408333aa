import rookery as rk

puzzle = rk.Cover.domination(5, piece="queen")
first = rk.solve(puzzle, method="greedy")
again = rk.solve(puzzle, limits=1, start=first.answer)
print(again.value, again.bound, again.gap)
