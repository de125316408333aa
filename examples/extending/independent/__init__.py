"""The most pieces of one kind that leave each other in peace: a family made up as an example."""
