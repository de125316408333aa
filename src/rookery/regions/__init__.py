"""Region puzzles: so many pieces in every row, column and region, none attacking another."""
