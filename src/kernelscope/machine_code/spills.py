"""Reads spilled registers from the assembler's report (`ptxas -v`).

Only the report tells them. The stack in a cubin also holds arrays that are indexed at run time, and
Triton's `n_spills` is the size of that stack divided by 4.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache

_FUNCTION = re.compile(r"Function properties for (\S+)")
_SPILLS = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")


def spilled_bytes(report: str, kernel: str) -> int | None:
    """Return the bytes of a kernel's spill stores and loads; None if the report does not say."""
    function = ""
    for line in report.splitlines():
        if named := _FUNCTION.search(line):
            function = named.group(1)
        elif function == kernel and (spills := _SPILLS.search(line)):
            return int(spills.group(1)) + int(spills.group(2))
    return None


@cache
def spilled_by_triton(path: str, kernel: str, target: str) -> int | None:
    """Return the bytes of a PTX file's spills by Triton's ptxas; None if it cannot assemble it.

    target: such as "sm_90a".
    """
    from triton.backends.nvidia import compiler

    try:
        # Triton ships two; which one takes a target changes with its versions.
        ptxas = compiler.get_ptxas(int(target.strip("sm_af")))
        command = [ptxas.path, "-v", f"--gpu-name={target}", path, "-o", os.devnull]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (AttributeError, OSError, subprocess.CalledProcessError):
        return None
    return spilled_bytes(done.stderr, kernel)
