import rookery as rk

rk.solve(rk.Queens(8), seed="3")  # wrong
