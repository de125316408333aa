import rookery as rk

rk.solve(rk.Queens(8), on_progress=lambda one, two: None)  # wrong
