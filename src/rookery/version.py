"""The version of rookery, and the name that it is installed by."""

__version__ = "0.1.0"

#: The distribution's name; the package that is imported and the command are called ``rookery``.
DISTRIBUTION = "rookery-chess"


def install_command(extra: str) -> str:
    """Return the command that installs what an extra needs.

    >>> install_command("web")
    "pip install 'rookery-chess[web]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"
