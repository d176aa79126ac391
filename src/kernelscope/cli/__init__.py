"""The command line: one file for each command, without logic of its own.

Results go to stdout, progress and errors to stderr. Exit codes: 0; 1 if a row is wrong or failed;
2 for a mistake of the user (one line says how to fix it); 130 for Ctrl-C; `run` ends with the
script's own code.
"""

from __future__ import annotations

from kernelscope.cli.app import main

__all__ = ["main"]
