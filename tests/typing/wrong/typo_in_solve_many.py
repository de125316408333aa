import rookery as rk

rk.solve_many([rk.Queens(8)], worker=3)  # wrong
