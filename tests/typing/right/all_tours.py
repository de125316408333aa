import rookery as rk

for path in rk.tours(rk.Tour.parse(["Q...", "N.PB"]), limits=10):
    row, column = path[-1]
    print(row + column)
