"""Rookery and the programs compared with it, each as a function to be timed.

A program takes its arguments as strings, prepares, and returns a function without arguments. All
programs for a task return the same result, which shows that they solved the same puzzle.
"""
