import rookery as rk

print(rk.solve(rk.Queens(8)).val)  # wrong
