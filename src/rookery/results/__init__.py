"""Results, limits and progress of every solver."""
