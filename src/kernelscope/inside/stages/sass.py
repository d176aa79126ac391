"""Machine code as text, by NVIDIA's `nvdisasm`, which comes with Triton.

In: a cubin and a kernel's name. Out: a `Listing`.

`nvdisasm` prints either the number of live registers at each instruction (`-lrm count`) or the
lines of the source (`-gi`), not both at once. So the lines are read from the cubin's own tables.
"""

from __future__ import annotations

import os
import re
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from kernelscope.errors import UnavailableError
from kernelscope.inside.stages.maps import LineMap, Places
from kernelscope.machine_code import nvdisasm
from kernelscope.machine_code.cubin import ptx_lines, source_lines
from kernelscope.vgpu.runtime.thread_pool import OWN_THREADS

_LIVE = re.compile(r"// \|\s*(\d*)\s*\|")


@dataclass(frozen=True, slots=True)
class Listing:
    """A kernel's machine code: a line for each instruction, after its address, and for each label.

    Attributes:
        map: line → source, by the compiler's line table; empty without `-lineinfo`.
        ptx: line → line of the PTX that was assembled.
        live: line → the number of 32-bit registers whose values are needed later; empty if unknown.
        note: the reason if something is missing.
    """

    text: str
    map: LineMap
    ptx: dict[int, int]
    live: dict[int, int]
    note: str = ""


_begun: dict[tuple[str, bytes], Future[Listing]] = {}
_pool = ThreadPoolExecutor(1, OWN_THREADS)


def _forget_begun() -> None:
    """Start anew in a forked child: it has none of the threads, and would wait for ever."""
    global _pool
    _begun.clear()
    _pool = ThreadPoolExecutor(1, OWN_THREADS)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_begun)


def begin(kernel: str, cubin: bytes) -> None:
    """Start to disassemble in the background, so that `disassemble` has the result sooner.

    The tool takes a third of a second, however short the code. Only the first of many kernels (an
    autotuner's) is started.
    """
    if not _begun:
        _begun[kernel, cubin] = _pool.submit(_disassemble, cubin, kernel)


def disassemble(cubin: bytes, kernel: str) -> Listing:
    """Return the machine code of a kernel of a cubin.

    Raises UnavailableError if there is no `nvdisasm`, or if it cannot read the cubin.
    """
    begun = _begun.pop((kernel, cubin), None)
    return begun.result() if begun else _disassemble(cubin, kernel)


def _disassemble(cubin: bytes, kernel: str) -> Listing:
    text, reason = nvdisasm.analysed(cubin)
    note = ""
    if not text:  # it cannot follow the jumps in the code
        text, reason = nvdisasm.printed(cubin)
        note = "live registers: nvdisasm cannot analyse this cubin"
    if not text:
        raise UnavailableError(f"nvdisasm cannot read this cubin: {reason}")
    return _listing(text, kernel, source_lines(cubin, kernel), ptx_lines(cubin, kernel), note)


def _listing(
    text: str, kernel: str, source: dict[int, Places], ptx: dict[int, int], note: str
) -> Listing:
    """Return the instructions with their places.

    The tables only name addresses at which a line begins; it holds until the next such address.
    """
    lines: list[str] = []
    line_map: LineMap = {}
    from_ptx: dict[int, int] = {}
    alive: dict[int, int] = {}
    here: Places = ()
    ptx_here = 0
    for address, code in nvdisasm.code_lines(text, kernel):
        if address is None:
            if code.startswith(".L"):
                lines.append(f"{code}:")
            continue
        lines.append(f"    /*{address:04x}*/  {code.partition(';')[0].rstrip()};")
        at = len(lines)
        here, ptx_here = source.get(address, here), ptx.get(address, ptx_here)
        if here:
            line_map[at] = here
        if ptx_here:
            from_ptx[at] = ptx_here
        if count := _LIVE.search(code):
            alive[at] = int(count[1] or 0)
    text = "\n".join(lines[: _without_padding(lines)]) + "\n"
    return Listing(text, line_map, from_ptx, alive, note)


def _without_padding(lines: list[str]) -> int:
    """Return the number of lines before the NOPs and labels that pad the last cache line."""
    kept = len(lines)
    while kept and lines[kept - 1].endswith(("  NOP;", ":")):
        kept -= 1
    return kept
