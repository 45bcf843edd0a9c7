"""`python -m aro`: the command line."""

import sys

from aro.cli import main

if __name__ == "__main__":
    sys.exit(main())
