import rookery as rk

rk.tours(rk.Tour.parse(["Q.N"]), 5)  # wrong
