import rookery as rk

faults: list[str] = rk.check(rk.Queens(4), [(1, 3, 0, 2)])
print("\n".join(faults))
