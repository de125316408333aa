"""The engine: drives methods within their limits and keeps their incumbents and bounds."""
