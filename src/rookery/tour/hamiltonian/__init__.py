"""Tours of whole boards: a piece stands on every free square exactly once.

These are the Hamiltonian paths and cycles of the graph of its moves (`graph`). Some boards are
shown to have none by a theorem or a colouring (`impossible`); else a path is begun by
Warnsdorff's rule (`warnsdorff`) and repaired by rotations (`rotations`), which seldom fails; what
is left is given to CP-SAT (`circuit`). Tours are counted by a sweep over the board (`frontier`), or
one by one (`walks`).
"""
