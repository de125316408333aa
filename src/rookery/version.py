"""The version of rookery."""

__version__ = "0.1.0"
