"""``python -m rookery``: the command line."""

from rookery.cli import main

main()
