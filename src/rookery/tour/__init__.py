"""Tours: the fewest moves of one piece that visit every target, then the goal."""
