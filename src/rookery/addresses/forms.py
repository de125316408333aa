"""The forms of addresses by name: puzz.link, penpa-edit, SBN."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rookery.addresses import is_web_address, penpa, puzzlink, sbn
from rookery.addresses.board import Fault, StarBattle
from rookery.errors import shown, unknown_name

KNOWN = "an address of puzz.link or penpa-edit, or SBN"


class Form(NamedTuple):
    """A form of addresses."""

    matches: Callable[[str], bool]  # whether a text is of this form
    # Returns the board of a text that matches; raises an `InputError` at the first fault
    read: Callable[[str, Fault], StarBattle]
    # Returns the address of a board; raises a `PuzzleError` if the form cannot hold it
    write: Callable[[StarBattle], str]


FORMS: Mapping[str, Form] = {
    "puzzlink": Form(puzzlink.matches, puzzlink.read, puzzlink.write),
    "penpa": Form(penpa.matches, penpa.read, penpa.write),
    "sbn": Form(sbn.matches, sbn.read, sbn.write),
}


def form_named(name: str) -> Form:
    """Return a form, or raise a `PuzzleError` for an unknown name."""
    if name not in FORMS:
        raise unknown_name("a form of addresses", name, FORMS)
    return FORMS[name]


def read(text: str, fault: Fault, name: str | None = None) -> StarBattle:
    """Return the board of an address of the named form, or of any."""
    start = text.find("p=http") + len("p=")  # penpa-edit opens addresses of puzz.link so
    if start >= len("p="):
        return read(text[start:], lambda at, *parts: fault(start + at, *parts), name)
    for form in FORMS.values() if name is None else [form_named(name)]:
        if form.matches(text):
            return form.read(text, fault)
    expected = KNOWN if name is None else f"an address of the form {name}"
    hint = "; open a short address and copy the long one" if is_web_address(text) else ""
    raise fault(0, expected, f"{shown(text)}{hint}")
