"""The family of independence, as the rest of the package sees it."""

from __future__ import annotations

from rookery.boards.board import Square
from rookery.family import DocumentForm, Family, Words
from rookery.independent.methods import METHODS
from rookery.independent.puzzle import Independent


def _document() -> DocumentForm[Independent, tuple[Square, ...]]:
    from rookery.independent.document import FORM

    return FORM


FAMILY: Family[Independent, tuple[Square, ...]] = Family(
    name=Independent.family,
    puzzle=Independent,
    words=Words("the most non-attacking pieces of one kind", "pieces"),
    methods=METHODS,
    document=_document,
)
