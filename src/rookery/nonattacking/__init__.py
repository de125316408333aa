"""Non-attacking pieces of any kinds on any board: the most, the heaviest, all, how many."""
