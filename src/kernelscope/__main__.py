"""`python -m kernelscope`."""

from __future__ import annotations

import sys

from kernelscope.cli import main

if __name__ == "__main__":
    sys.exit(main())
