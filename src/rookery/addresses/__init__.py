"""Addresses and strings in which other programs keep Star Battle puzzles, read and written.

Nothing is fetched: an address is the puzzle itself. This module is loaded by every command; the
forms are loaded when they are first used.
"""

from __future__ import annotations

import re

NAMES = ("puzzlink", "penpa", "sbn")  # the keys of `rookery.regions.addresses.FORMS`

_WEB = re.compile(
    r"https?://\S|puzz\.link/p\?|swaroopg92\.github\.io/|m=(?:edit|solve)&", re.IGNORECASE
)
_FIRST_WORD = re.compile(rb"(?:\xef\xbb\xbf)?\s*(\S{1,2000})")


def is_web_address(text: str) -> bool:
    """Return whether a text begins like an address of the web; no name of a file does.

    >>> is_web_address("https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou")
    True
    """
    return _WEB.match(text) is not None


def begins(data: bytes) -> bool:
    """Return whether a text of puzzles begins with an address or an SBN word.

    >>> begins(b"551W7kxqe40"), begins(b"AAB ABB CCC")
    (True, False)
    """
    found = _FIRST_WORD.match(data)
    word = found[1].decode(errors="replace") if found else ""
    if is_web_address(word) or not re.match(r"(.)\1[1-9][We]", word):
        return is_web_address(word)
    from rookery.addresses import sbn

    return sbn.matches(word)
