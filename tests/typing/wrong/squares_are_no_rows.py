import rookery as rk

tour = rk.solve(rk.Tour.parse(["Q.N"])).answer or ()
names: list[str] = [square for square in tour]  # wrong
