"""How puzzles are read: from plain data with the place of every fault."""
