"""Finding one placement, on boards of any size."""
