"""Region puzzles solved as people do: by rules that have names."""
