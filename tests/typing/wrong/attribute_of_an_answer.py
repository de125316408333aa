import rookery as rk

print((rk.solve(rk.Queens(8)).answer or ())[0].square)  # wrong
