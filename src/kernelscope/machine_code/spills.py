"""Registers that the assembler spilled, from its report (`ptxas -v`).

Only the report knows: the stack that a cubin asks for also holds arrays indexed at run time, and
what Triton calls `n_spills` is its size over 4.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache

_FUNCTION = re.compile(r"Function properties for (\S+)")
_SPILLS = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")


def spilled_bytes(report: str, kernel: str) -> int | None:
    """Bytes of a kernel's spill stores and loads; None where the report does not say."""
    function = ""
    for line in report.splitlines():
        if named := _FUNCTION.search(line):
            function = named.group(1)
        elif function == kernel and (spills := _SPILLS.search(line)):
            return int(spills.group(1)) + int(spills.group(2))
    return None


@cache
def spilled_by_triton(path: str, kernel: str, target: str) -> int | None:
    """The same of a PTX file, assembled by Triton's ptxas for "sm_90a"; None where it cannot be."""
    from triton.backends.nvidia import compiler

    try:
        # Triton has two, and which one takes a target has changed with its versions.
        ptxas = compiler.get_ptxas(int(target.strip("sm_af")))
        command = [ptxas.path, "-v", f"--gpu-name={target}", path, "-o", os.devnull]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (AttributeError, OSError, subprocess.CalledProcessError):
        return None
    return spilled_bytes(done.stderr, kernel)
