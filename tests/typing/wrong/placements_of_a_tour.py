import rookery as rk

rk.placements(rk.Tour.parse(["Q.N"]))  # wrong
