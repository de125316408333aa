"""Solution of region puzzles by named rules, as people solve them."""
