"""Problem packages for judges: a statement with test data, checkers and submissions.

The programs and texts in ``files`` go into a package unchanged. They run under PyPy and CPython
with the standard library only and do not import rookery. `recipes` generates the rest.
"""
