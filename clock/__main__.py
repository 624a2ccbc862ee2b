"""`python -m clock` is `clapper`."""

import sys

from clock.cli import main

if __name__ == "__main__":
    sys.exit(main())
