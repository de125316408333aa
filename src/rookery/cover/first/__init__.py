"""The first cover: a greedy choice, improved by exchanges."""
