import rookery as rk

rk.solve(rk.Queens(8), "listing")  # wrong
