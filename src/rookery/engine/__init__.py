"""The engine: drives methods within their limits and keeps what they find."""
