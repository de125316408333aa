"""The exact rules as a CP-SAT model: proofs and windows."""
