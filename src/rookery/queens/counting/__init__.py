"""Counting placements, without listing them."""
