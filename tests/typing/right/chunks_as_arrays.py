import rookery as rk

total = 0
for chunk in rk.placement_chunks(rk.Queens(12), size=10_000, start=range(12)):
    total += len(chunk)
print(total)
