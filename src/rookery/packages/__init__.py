"""Problem packages for judges: a statement with test data, checkers and submissions.

The programs and texts that go into a package are in ``files``, unchanged: they run on their own
under PyPy and CPython with the standard library only, and import nothing of rookery. A recipe,
one module for each statement, holds what is generated.
"""

from __future__ import annotations
