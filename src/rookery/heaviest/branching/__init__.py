"""Branch and bound on linear programs re-optimised down a tree."""
