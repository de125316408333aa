"""Methods that find one placement, on boards of any size."""
