"""How puzzles are read: tokens of texts and parts of documents, with the place of every fault."""
