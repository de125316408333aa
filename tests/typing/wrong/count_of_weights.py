import rookery as rk

rk.count(rk.Heaviest([[1]]))  # wrong
