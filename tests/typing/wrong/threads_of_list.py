import rookery as rk

rk.count(rk.Queens(8), threads=[1])  # wrong
