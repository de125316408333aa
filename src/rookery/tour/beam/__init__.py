"""Beam search for short tours."""
