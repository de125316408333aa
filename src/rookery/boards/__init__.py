"""Boards, pieces and their notation."""
