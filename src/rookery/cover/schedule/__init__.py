"""The schedule of steps: on one board, on several, and shared by workers."""
