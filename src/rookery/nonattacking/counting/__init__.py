"""How many placements there are of 0, 1, 2, ... pieces."""
