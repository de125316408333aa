import rookery as rk

rk.count(rk.Queens(8), fundamentals=True)  # wrong
