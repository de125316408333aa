"""Tours as circuits, solved by CP-SAT: no square twice, or targets ridden over."""
