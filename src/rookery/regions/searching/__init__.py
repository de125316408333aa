"""All answers of a region puzzle, by a search on bits, plain and compiled."""
