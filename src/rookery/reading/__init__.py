"""Readers of puzzles: tokens of texts and parts of documents, with the place of every fault."""
