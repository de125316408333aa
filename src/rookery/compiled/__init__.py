"""Compilation and caching of kernels, shared by all families."""
