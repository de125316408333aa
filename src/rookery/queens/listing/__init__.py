"""Listings and random samples of placements."""
