import rookery as rk

rk.solve(rk.Queens(8), limits="5")  # wrong
