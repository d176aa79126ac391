"""Results: a record and every view of it, one class for each command that makes a record.

`base.py` holds what all of them share, `files.py` reads a record back. A class is loaded on first
use: a command imports only the views of its own kind.
"""
