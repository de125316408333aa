import rookery as rk

result = rk.placement(rk.Queens(1000), limits=5.0)
if result.answer is not None:
    rows: tuple[int, ...] = result.answer
    print(rows[0])
