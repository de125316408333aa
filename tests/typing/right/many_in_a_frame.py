import rookery as rk

with rk.live() as on_progress:
    outcomes = list(rk.solve_many([rk.Queens(6), rk.Queens(8)], on_progress=on_progress))
print(rk.to_frame(outcomes))
