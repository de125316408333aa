"""The exact rules as a CP-SAT model: proofs, windows and merging."""
