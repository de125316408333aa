import rookery as rk

tour = rk.Tour.parse(["Q..", "...", "N.B"], mover="knight")
result = rk.solve(tour, method="search", limits=1)
if result.answer is not None:
    squares: list[str] = [tour.board.name(square) for square in result.answer]
    print(*squares)
