"""Lower bounds on the cost of a cover, and the duals that guide the searches."""
