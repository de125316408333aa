import rookery as rk


def look(progress: rk.Progress) -> None:
    print(progress.seconds, progress.value, progress.gap)


rk.solve(rk.Cover.domination(6), limits=2, on_progress=look)
