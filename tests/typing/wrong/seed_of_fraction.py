import rookery as rk

rk.solve(rk.Queens(8), seed=0.5)  # wrong
