"""What Triton's C++ writes to the standard error while it compiles.

MLIR reports an error of a pass by lines on the file descriptor 2, and then the whole module; what
Python gets is "PassManager::run failed". So the descriptor goes to a file meanwhile. If the
compiler fails, its first error becomes part of the exception's message, and the lines of its errors
are passed on without the module; if not, all is passed on.

    k.py:25:32: error: 'llvm.and' op requires the same type for all operands and results
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

_STDERR = 2
_one_at_a_time = threading.Lock()
# `k.py:25:32: error: …`, and `loc("k.py":25:32): error: …`.
_DIAGNOSTIC = re.compile(r'^(?:loc\(")?([^"\n]+?)"?:(\d+:\d+)\)?: error: (.+)$', re.M)
_LINES = re.compile(r"^.*:\d+:\d+\)?: (?:error|warning|note|remark): .*\n?", re.M)
_DUMPS = re.compile(r"(TRITON|MLIR|LLVM)\w*(DUMP|DEBUG|REMARK|TIMING|DIAGNOSTICS)")
"""Variables by which a user asks the compiler to write."""


@dataclass(slots=True)
class Written:
    """What was written; known when the block has ended."""

    text: str = ""

    @property
    def first_error(self) -> str:
        """The first error as "file:line:column: text", or "": not that a pipeline failed."""
        errors = [match.groups() for match in _DIAGNOSTIC.finditer(self.text)]
        first = (f"{file}:{at}: {text}" for file, at, text in errors if "pipeline" not in text)
        return next(first, "")


@contextmanager
def kept_stderr() -> Generator[Written]:
    """Keep what is written to the file descriptor 2 inside."""
    written = Written()
    # A second thread that compiles meanwhile writes where it would.
    if not _one_at_a_time.acquire(blocking=False):
        yield written
        return
    try:
        sys.stderr.flush()
        own = os.dup(_STDERR)
    except (OSError, ValueError, AttributeError):  # there is none
        _one_at_a_time.release()
        yield written
        return
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), _STDERR)
        try:
            yield written
        finally:
            os.dup2(own, _STDERR)
            os.close(own)
            _one_at_a_time.release()
            file.seek(0)
            written.text = file.read().decode(errors="replace")


@contextmanager
def explained() -> Generator[None]:
    """Run the compiler; give the exception that ends it the first error that it wrote."""
    if any(_DUMPS.search(name) for name in os.environ):
        yield
        return
    written = Written()
    try:
        with kept_stderr() as written:
            yield
    except RuntimeError as error:
        if not written.first_error:
            os.write(_STDERR, written.text.encode())
        else:
            os.write(_STDERR, "".join(_LINES.findall(written.text)).encode())
            error.args = (f"{written.first_error} (Triton's compiler: {error})", *error.args[1:])
        raise
    except BaseException:
        os.write(_STDERR, written.text.encode())
        raise
    os.write(_STDERR, written.text.encode())
