import rookery as rk

try:
    rk.Queens(0)
except rk.PuzzleError as error:
    print(error.expected, error.found)
