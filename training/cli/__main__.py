"""Runs the command as `python -m cogarena.training.cli`."""

import sys

from cogarena.training.cli import main

if __name__ == "__main__":
    sys.exit(main())
