"""Results: a record and every view of it, one class for each command that makes a record.

`base.py` has what all of them share and says what a class adds; `files.py` reads a record back. A
module is loaded on first use, with the views of its own classes alone.
"""
