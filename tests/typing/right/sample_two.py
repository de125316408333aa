import rookery as rk

drawn: list[tuple[int, ...]] = rk.sample(rk.Queens(8), 2, seed=1)
print(drawn[0])
