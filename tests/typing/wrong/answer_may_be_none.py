import rookery as rk

print(rk.solve(rk.Queens(8)).answer[0])  # wrong
