"""Options of commands that come from the table of a family's fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from rookery.reading.fields import CREDITS, Field

Function = TypeVar("Function", bound=Callable[..., Any])


def field_option(field: Field) -> Callable[[Function], Function]:
    """Return the option of a field; its help is the meaning of the field."""
    name = field.name.replace("-", "_")
    help = f"{field.about[0].upper()}{field.about[1:]}."
    return click.option(f"--{name.replace('_', '-')}", name, metavar="VALUE", help=help)


def credit_options(function: Function) -> Function:
    """Add ``--title``, ``--author`` and ``--source``; those given are one argument `credits`."""

    @wraps(function)
    def gathered(**keywords: Any) -> Any:
        lines = {field.name: keywords.pop(field.name) for field in CREDITS}
        given = {name: line for name, line in lines.items() if line is not None}
        return function(credits=given, **keywords)

    for field in reversed(CREDITS):
        gathered = field_option(field)(gathered)
    return gathered  # type: ignore[return-value]
