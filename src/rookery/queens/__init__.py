"""Non-attacking queens: one in every row and column, at most one on every diagonal."""
