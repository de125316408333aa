"""What comes out of every solver, and what limits and reports it on the way."""
