"""The steps of subgradient ascents to a bound, by NumPy (`duals`) and compiled (`hurdles`)."""

PATIENCE = 6  # rounds without a gain, after which steps are shortened
SHRINK = 0.8  # what is left of their length then
SMALLEST_STEP = 2e-4  # of the first length; an ascent ends below
INERTIA = 0.8  # the part of the last direction in the next one
MOST_WORTH = 16.0  # times the aim, that a multiplier may grow to: beyond, sums lose their digits
ROUNDING = 1e-12  # relative: what floating point may lose of a sum
TINY = 1e-12  # in place of 0, to divide by
