import rookery as rk

if __name__ == "__main__":
    puzzles = [rk.Queens(n) for n in range(4, 8)]
    for outcome in rk.solve_many(puzzles, limits=10, workers=2):
        value = None if outcome.result is None else outcome.result.value
        print(outcome.number, value, outcome.error)
