import rookery as rk

rk.solve(rk.Queens(8), sedd=3)  # wrong
