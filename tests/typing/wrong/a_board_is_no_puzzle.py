import rookery as rk

rk.solve(rk.Board(8))  # wrong
