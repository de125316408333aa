"""The most non-attacking pieces of one kind: a family made up as an example."""
