"""Tours of whole boards, which stand on every free square exactly once.

These tours are the Hamiltonian paths and cycles of the graph of moves (`graph`). Theorems,
colourings and cuts prove that some boards have none (`impossible`). For the others, a path by
Warnsdorff's rule is repaired by rotations (`rotations`), which seldom fails; CP-SAT solves the rest
(`solving`). Tours are counted by a frontier sweep over the board (`frontier`), or one by one
(`walks`).
"""
