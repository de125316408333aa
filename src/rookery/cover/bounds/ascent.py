"""Parameters of the subgradient ascents, in NumPy (`duals`) and compiled (`hurdles`)."""

PATIENCE = 6  # rounds without gain before steps are shortened
SHRINK = 0.8  # factor by which steps are shortened
SMALLEST_STEP = 2e-4  # step length relative to the first; an ascent ends below
INERTIA = 0.8  # weight of the previous direction in the next one
MOST_WORTH = 16.0  # limit of a multiplier relative to the aim; above, sums lose their digits
ROUNDING = 1e-12  # relative rounding error of a sum
TINY = 1e-12  # replaces 0 as a divisor
