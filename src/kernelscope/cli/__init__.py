"""The command line: one file a command, none with logic of its own.

Results go to stdout, progress and errors to stderr. Exit codes: 0; 1 if a row is wrong or
failed; 2 for what the user must mend (one line); 130 for Ctrl-C; `run` ends with the script's own.
"""

from __future__ import annotations

from kernelscope.cli.app import main

__all__ = ["main"]
