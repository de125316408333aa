"""The version of rookery, and the name of its distribution."""

__version__ = "1.0.0"

#: The name to install; the package to import and the command are called ``rookery``.
DISTRIBUTION = "rookery-chess"

#: The packages that draw pictures, by format, which is the name of the extra that brings each.
RENDERERS = {"png": "resvg-py", "pdf": "typst"}


def install_command(extra: str) -> str:
    """Return the command that installs the packages of an extra.

    >>> install_command("web")
    "pip install 'rookery-chess[web]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def missing_renderer(form: str) -> str:
    """Return the message that the package which draws a format of `RENDERERS` is missing.

    >>> missing_renderer("pdf")
    "PDF pictures need the package typst: pip install 'rookery-chess[pdf]'"
    """
    return f"{form.upper()} pictures need the package {RENDERERS[form]}: {install_command(form)}"
