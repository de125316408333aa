"""Tours as circuits for CP-SAT: with `once`, or with targets visited in passing."""
