"""The version of rookery, and the name of its distribution."""

__version__ = "0.1.0"

#: The name to install; the package to import and the command are called ``rookery``.
DISTRIBUTION = "rookery-chess"


def install_command(extra: str) -> str:
    """Return the command that installs the packages of an extra.

    >>> install_command("web")
    "pip install 'rookery-chess[web]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"
