"""What one would take instead of Rookery, and Rookery, each as a program to be timed.

A program takes its arguments as strings, prepares, and returns a function without arguments whose
result, the same of all programs, says that they solved the same puzzle.
"""
