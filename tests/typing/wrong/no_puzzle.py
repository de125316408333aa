import rookery as rk

rk.solve(8)  # wrong
