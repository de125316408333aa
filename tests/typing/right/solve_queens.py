import rookery as rk

result = rk.solve(rk.Queens(8))
if result.answer is not None:
    first: tuple[int, ...] = result.answer[0]
    print(len(result.answer), first, result.answer[:3])
