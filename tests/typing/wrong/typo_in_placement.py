import rookery as rk

rk.placement(rk.Queens(8), limit=3)  # wrong
