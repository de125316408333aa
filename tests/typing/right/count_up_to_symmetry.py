import rookery as rk

result = rk.count(rk.Queens(12), fundamental=True, threads=2, limits=60)
print(result.value, result.status is rk.Status.OPTIMAL)
