import rookery as rk

rk.Queens("8")  # wrong
