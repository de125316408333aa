"""Benchmarks of Rookery against other programs, side by side in one run."""
