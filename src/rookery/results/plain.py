"""What makes an object plain data: dicts, lists, numbers and texts, as JSON has them.

It stands below the documents, so that results and estimates can offer them; the function that
writes them is set from above, once, when the package is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar


class Plain:
    """A mixin whose instances can be written as plain data and as JSON."""

    __slots__ = ()

    document: ClassVar[Callable[[Any], dict[str, Any]]]
    """Returns an instance as plain data: what `rookery.document` has for it, set by the package."""

    def to_dict(self) -> dict[str, Any]:
        """Return this as plain data, of the form that `rookery.document.schema` tells.

        Examples
        --------
        >>> import rookery as rk
        >>> data = rk.solve(rk.Tour.parse(["Q..", "...", "N.B"])).to_dict()
        >>> data["puzzle"]["family"], data["status"], data["value"], data["answer"]
        ('tour', 'optimal', 1, ['a3', 'b2'])
        """
        return Plain.document(self)

    def to_json(self) -> str:
        """Return `to_dict` as one line of JSON, without an end of line."""
        import json

        return json.dumps(self.to_dict(), allow_nan=False)
